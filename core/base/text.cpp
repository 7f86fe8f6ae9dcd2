#include "base/text.h"

#include <cmath>
#include <cstdio>

namespace segplan {

namespace {

std::string fixed(double value, int decimals)
{
    char buffer[64];
    std::snprintf(buffer, sizeof buffer, "%.*f", decimals, value);
    return buffer;
}

std::string grouped(double value)
{
    std::string digits = fixed(std::fabs(value), 0);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return value < 0 ? "-" + digits : digits;
}

std::string bytesText(double bytes)
{
    constexpr double kib = 1024, mib = kib * 1024, gib = mib * 1024, tib = gib * 1024;
    const double magnitude = std::fabs(bytes);
    if (magnitude >= 10 * tib)
        return fixed(bytes / tib, 1) + " TiB";
    if (magnitude >= 0.1 * gib)
        return fixed(bytes / gib, 1) + " GiB";
    if (magnitude >= 0.1 * mib)
        return fixed(bytes / mib, 1) + " MiB";
    return grouped(bytes) + " B";
}

std::string secondsText(double seconds)
{
    const double magnitude = std::fabs(seconds);
    if (magnitude >= 3600)
        return fixed(seconds / 3600, 1) + " h";
    if (magnitude >= 60)
        return fixed(seconds / 60, 1) + " min";
    if (magnitude >= 1)
        return fixed(seconds, 2) + " s";
    return fixed(seconds * 1000, magnitude < 0.01 ? 2 : 0) + " ms";
}

} // namespace

TextArg::TextArg(Text t) : kind(Kind::Sentence), sentence(std::make_shared<const Text>(std::move(t))) {}

TextArg TextArg::percent(double ratio, int digits)
{
    TextArg a;
    a.kind = Kind::Percent;
    a.number = ratio;
    a.decimals = digits;
    return a;
}

TextArg TextArg::date(std::string iso)
{
    TextArg a;
    a.kind = Kind::Date;
    a.verbatim = std::move(iso);
    return a;
}

std::string english(const TextArg &arg)
{
    switch (arg.kind) {
    case TextArg::Kind::Verbatim:
    case TextArg::Kind::Date:
        return arg.verbatim;
    case TextArg::Kind::Localized:
        return arg.localized.en;
    case TextArg::Kind::Sentence:
        return arg.sentence ? english(*arg.sentence) : std::string();
    case TextArg::Kind::Integer:
        return grouped(arg.number);
    case TextArg::Kind::Number:
        return fixed(arg.number, arg.decimals);
    case TextArg::Kind::Bytes:
        return bytesText(arg.number);
    case TextArg::Kind::Seconds:
        return secondsText(arg.number);
    case TextArg::Kind::Money:
        return arg.verbatim + " " + fixed(arg.number, 2);
    case TextArg::Kind::Percent:
        return fixed(arg.number * 100, arg.decimals) + " %";
    }
    return {};
}

std::string english(const Text &text)
{
    std::string out;
    for (const char *c = text.source; *c != '\0'; ++c) {
        const bool placeholder = *c == '%' && c[1] >= '1' && c[1] <= '9';
        if (!placeholder) {
            out += *c;
            continue;
        }
        const auto index = static_cast<std::size_t>(c[1] - '1');
        ++c;
        if (index < text.args.size())
            out += english(text.args[index]);
    }
    return out;
}

} // namespace segplan
