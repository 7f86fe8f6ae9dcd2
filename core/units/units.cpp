#include "units/units.h"

#include <cassert>
#include <cmath>
#include <cstdio>

namespace segplan {

namespace {
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();

std::int64_t rounded(double value)
{
    if (value >= 9.2233720368547e18)
        return largest;
    if (value <= -9.2233720368547e18)
        return smallest;
    return std::llround(value);
}
} // namespace

std::optional<std::int64_t> checkedProduct(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a, b, &out))
        return std::nullopt;
    return out;
}

std::int64_t saturatedProduct(std::int64_t a, std::int64_t b)
{
    if (const auto p = checkedProduct(a, b))
        return *p;
    return (a < 0) == (b < 0) ? largest : smallest;
}

std::int64_t saturatedSum(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    if (!__builtin_add_overflow(a, b, &out))
        return out;
    return a > 0 ? largest : smallest;
}

Bytes Bytes::fromGib(double gib) { return Bytes(rounded(gib * 1024 * 1024 * 1024)); }
Bytes Bytes::fromGb(double gb) { return Bytes(rounded(gb * 1e9)); }
Bytes Bytes::scaled(double factor) const { return Bytes(rounded(static_cast<double>(m_count) * factor)); }

const char *currencyCode(Currency c) { return c == Currency::CNY ? "CNY" : "USD"; }

std::optional<Currency> currencyFromCode(const std::string &code)
{
    if (code == "CNY")
        return Currency::CNY;
    if (code == "USD")
        return Currency::USD;
    return std::nullopt;
}

std::optional<Money> Money::parse(const std::string &decimal, Currency c)
{
    std::size_t at = 0;
    const bool negative = !decimal.empty() && decimal[0] == '-';
    if (negative)
        ++at;
    std::int64_t micros = 0;
    int digitsBefore = 0;
    int digitsAfter = -1;
    for (; at < decimal.size(); ++at) {
        const char ch = decimal[at];
        if (ch == '.' && digitsAfter < 0) {
            digitsAfter = 0;
            continue;
        }
        if (ch < '0' || ch > '9')
            return std::nullopt;
        if (digitsAfter >= 0 && ++digitsAfter > 6)
            return std::nullopt;
        if (digitsAfter < 0)
            ++digitsBefore;
        if (__builtin_mul_overflow(micros, std::int64_t{10}, &micros)
            || __builtin_add_overflow(micros, std::int64_t{ch - '0'}, &micros))
            return std::nullopt;
    }
    if (digitsBefore == 0 || digitsAfter == 0)
        return std::nullopt;
    for (int d = digitsAfter < 0 ? 0 : digitsAfter; d < 6; ++d) {
        if (__builtin_mul_overflow(micros, std::int64_t{10}, &micros))
            return std::nullopt;
    }
    return Money(c, negative ? -micros : micros);
}

Money Money::of(Currency c, double amount) { return Money(c, rounded(amount * 1e6)); }
Money Money::times(double factor) const { return Money(m_currency, rounded(static_cast<double>(m_micros) * factor)); }

std::string Money::decimal(int digits) const
{
    assert(digits >= 0 && digits <= 6);
    std::int64_t step = 1;
    for (int d = digits; d < 6; ++d)
        step *= 10;
    const bool negative = m_micros < 0;
    const std::int64_t magnitude = negative ? -m_micros : m_micros;
    const std::int64_t units = magnitude / step + (magnitude % step * 2 >= step && step > 1 ? 1 : 0);
    std::int64_t scale = 1;
    for (int d = 0; d < digits; ++d)
        scale *= 10;
    char buffer[48];
    if (digits == 0)
        std::snprintf(buffer, sizeof buffer, "%lld", static_cast<long long>(units));
    else
        std::snprintf(buffer, sizeof buffer, "%lld.%0*lld", static_cast<long long>(units / scale), digits,
                      static_cast<long long>(units % scale));
    return negative && units != 0 ? std::string("-") + buffer : buffer;
}

Money operator+(Money a, Money b)
{
    assert(a.m_currency == b.m_currency);
    return Money(a.m_currency, saturatedSum(a.m_micros, b.m_micros));
}

Money operator-(Money a, Money b)
{
    assert(a.m_currency == b.m_currency);
    return Money(a.m_currency, saturatedSum(a.m_micros, -b.m_micros));
}

bool operator<(Money a, Money b)
{
    assert(a.m_currency == b.m_currency);
    return a.m_micros < b.m_micros;
}

TextArg textArg(Bytes b)
{
    TextArg a(static_cast<double>(b.count()), 1);
    a.kind = TextArg::Kind::Bytes;
    return a;
}

TextArg textArg(Seconds s)
{
    TextArg a(s.count(), 2);
    a.kind = TextArg::Kind::Seconds;
    return a;
}

TextArg textArg(Money m)
{
    TextArg a(m.amount(), 2);
    a.kind = TextArg::Kind::Money;
    a.verbatim = currencyCode(m.currency());
    return a;
}

} // namespace segplan
