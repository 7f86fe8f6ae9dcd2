// Quantities as types: bytes, floating-point operations, seconds and money do not mix by accident.
//
// Bytes is a 64-bit integer with checked arithmetic (saturates at the largest value and remembers nothing: callers that
// may leave 63 bits ask fits()). Flops is a double: exact to 2^53, and real plans pass 2^63. Seconds is a double.
// Money is an integer number of millionths of one currency; sums are exact, rounding to fen/cents happens once, at display.
#pragma once

#include "base/text.h"

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace segplan {

// a * b, or nothing if the product leaves 64 bits.
std::optional<std::int64_t> checkedProduct(std::int64_t a, std::int64_t b);
// a * b and a + b clamped to the 64-bit range (never wraps).
std::int64_t saturatedProduct(std::int64_t a, std::int64_t b);
std::int64_t saturatedSum(std::int64_t a, std::int64_t b);

class Bytes {
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t count) : m_count(count) {}
    static constexpr Bytes kib(std::int64_t n) { return Bytes(n * 1024); }
    static constexpr Bytes mib(std::int64_t n) { return Bytes(n * 1024 * 1024); }
    static constexpr Bytes gib(std::int64_t n) { return Bytes(n * 1024 * 1024 * 1024); }
    static Bytes fromGib(double gib); // rounded to the byte
    static Bytes fromGb(double gb); // decimal gigabytes (10^9)

    constexpr std::int64_t count() const { return m_count; }
    constexpr double gib() const { return static_cast<double>(m_count) / (1024.0 * 1024 * 1024); }
    constexpr double mib() const { return static_cast<double>(m_count) / (1024.0 * 1024); }
    constexpr double gb() const { return static_cast<double>(m_count) / 1e9; }

    friend constexpr auto operator<=>(Bytes, Bytes) = default;
    friend Bytes operator+(Bytes a, Bytes b) { return Bytes(saturatedSum(a.m_count, b.m_count)); }
    friend Bytes operator-(Bytes a, Bytes b) { return Bytes(saturatedSum(a.m_count, -b.m_count)); }
    friend Bytes operator*(Bytes a, std::int64_t n) { return Bytes(saturatedProduct(a.m_count, n)); }
    friend Bytes operator*(std::int64_t n, Bytes a) { return a * n; }
    Bytes &operator+=(Bytes b) { return *this = *this + b; }
    Bytes &operator-=(Bytes b) { return *this = *this - b; }
    Bytes scaled(double factor) const; // rounded to the byte

private:
    std::int64_t m_count = 0;
};

// Floating-point operations; one multiply-accumulate is two.
class Flops {
public:
    constexpr Flops() = default;
    constexpr explicit Flops(double count) : m_count(count) {}
    static constexpr Flops ofMacs(double macs) { return Flops(2 * macs); }
    constexpr double count() const { return m_count; }
    friend constexpr auto operator<=>(Flops, Flops) = default;
    friend constexpr Flops operator+(Flops a, Flops b) { return Flops(a.m_count + b.m_count); }
    Flops &operator+=(Flops b) { m_count += b.m_count; return *this; }

private:
    double m_count = 0;
};

class Seconds {
public:
    constexpr Seconds() = default;
    constexpr explicit Seconds(double s) : m_s(s) {}
    static constexpr Seconds hours(double h) { return Seconds(h * 3600); }
    constexpr double count() const { return m_s; }
    constexpr double hours() const { return m_s / 3600; }
    friend constexpr auto operator<=>(Seconds, Seconds) = default;
    friend constexpr Seconds operator+(Seconds a, Seconds b) { return Seconds(a.m_s + b.m_s); }
    friend constexpr Seconds operator-(Seconds a, Seconds b) { return Seconds(a.m_s - b.m_s); }
    friend constexpr Seconds operator*(Seconds a, double f) { return Seconds(a.m_s * f); }
    friend constexpr double operator/(Seconds a, Seconds b) { return a.m_s / b.m_s; }
    Seconds &operator+=(Seconds b) { m_s += b.m_s; return *this; }

private:
    double m_s = 0;
};

enum class Currency { CNY, USD };
const char *currencyCode(Currency c); // "CNY", "USD"
std::optional<Currency> currencyFromCode(const std::string &code);

// An amount in one currency, in millionths. Amounts of two currencies neither add nor compare: sum() asserts equal currency.
class Money {
public:
    constexpr Money() = default;
    constexpr Money(Currency c, std::int64_t micros) : m_currency(c), m_micros(micros) {}
    // "12", "12.3456": decimal text without exponent, at most 6 digits after the point; nothing on bad text.
    static std::optional<Money> parse(const std::string &decimal, Currency c);
    static Money of(Currency c, double amount); // rounded to a millionth

    constexpr Currency currency() const { return m_currency; }
    constexpr std::int64_t micros() const { return m_micros; }
    constexpr double amount() const { return static_cast<double>(m_micros) / 1e6; }
    std::string decimal(int digits = 2) const; // "61.70", half away from zero
    Money times(double factor) const; // rounded to a millionth
    friend Money operator+(Money a, Money b); // same currency only
    friend Money operator-(Money a, Money b);
    friend constexpr bool operator==(Money, Money) = default;
    friend bool operator<(Money a, Money b); // same currency only

private:
    Currency m_currency = Currency::CNY;
    std::int64_t m_micros = 0;
};

// low <= mid <= high; for estimates the 90 % range.
template <class T>
struct Range {
    T low{};
    T mid{};
    T high{};
};

// Values for sentences.
TextArg textArg(Bytes b);
TextArg textArg(Seconds s);
TextArg textArg(Money m);

} // namespace segplan
