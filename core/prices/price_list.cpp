#include "prices/price_list.h"

#include "prices/book.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

namespace segplan {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// "2.0.421" -> {2, 0, 421}; parts beyond nine digits are cut, they only order.
std::vector<long> versionParts(std::string_view text)
{
    std::vector<long> parts;
    std::size_t i = 0;
    while (i < text.size()) {
        long value = 0;
        for (int digits = 0; i < text.size() && isDigit(text[i]); ++i, ++digits)
            value = digits < 9 ? value * 10 + (text[i] - '0') : value;
        parts.push_back(value);
        ++i;
    }
    return parts;
}

bool isIsoDay(std::string_view text)
{
    if (text.size() < 10 || text[4] != '-' || text[7] != '-')
        return false;
    for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
        if (!isDigit(text[i]))
            return false;
    }
    return daysBetween(std::string(text.substr(0, 10)), "2000-01-01").has_value();
}

std::optional<double> numberIn(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

// "cn-hangzhou::ecs.gn7i-c8g1.2xlarge::vpc::linux::optimized"
struct ListKey {
    std::string_view region, type;
    bool plain = false; // vpc, linux, optimized
};
std::optional<ListKey> keyOf(std::string_view text)
{
    std::string_view parts[5];
    for (int i = 0; i < 5; ++i) {
        const std::size_t end = i < 4 ? text.find("::") : text.size();
        if (end == std::string_view::npos)
            return std::nullopt;
        parts[i] = text.substr(0, end);
        text.remove_prefix(std::min(text.size(), end + 2));
    }
    return ListKey{parts[0], parts[1], parts[2] == "vpc" && parts[3] == "linux" && parts[4] == "optimized"};
}

using Json = nlohmann::json;

// Follows the nesting by depth; what is not on the path to a price is passed over.
class ListHandler : public nlohmann::json_sax<Json> {
public:
    ListHandler(const Knowledge &knowledge, const PriceListOptions &options) : m_knowledge(knowledge), m_options(options) {}

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t v) override { return value(std::to_string(v)); }
    bool number_unsigned(number_unsigned_t v) override { return value(std::to_string(v)); }
    bool number_float(number_float_t, const string_t &s) override { return value(s); }
    bool string(string_t &s) override { return value(s); }
    bool binary(binary_t &) override { return true; }
    bool start_object(std::size_t) override { return deeper(); }
    bool start_array(std::size_t) override { return deeper(); }
    bool end_array() override { return --m_depth, true; }

    bool key(string_t &name) override
    {
        if (m_depth == 1) {
            m_top = name;
            m_wanted = false;
            sawPricing = sawPricing || name == "pricingInfo";
        } else if (m_depth == 2 && m_top == "pricingInfo") {
            return entry(name);
        } else if (m_depth == 3 && m_wanted) {
            m_unit = name == "hours" ? std::optional(PriceModel::Hour) : name == "months" ? std::optional(PriceModel::Month) : name == "years" ? std::optional(PriceModel::Year) : std::nullopt;
        } else if (m_depth == 5 && m_wanted) {
            m_member = name;
        }
        return true;
    }

    bool end_object() override
    {
        if (m_depth == 5 && m_wanted && m_unit)
            offer();
        --m_depth;
        return true;
    }

    bool parse_error(std::size_t position, const std::string &, const nlohmann::detail::exception &) override
    {
        errorAt = position;
        return false;
    }

    std::string currency, version, published;
    bool sawPricing = false, tooDeep = false, stopped = false;
    std::size_t errorAt = 0;
    PriceList list;
    std::map<std::string, std::optional<Money>> found; // identity -> amount; nothing: contradicted
    std::map<std::string, Price> prices;
    std::set<std::string> unknownTypes, unknownRegions;

private:
    bool deeper()
    {
        if (++m_depth > 32) {
            tooDeep = true;
            return false;
        }
        if (m_depth == 5) {
            m_price.reset();
            m_period.reset();
            m_member.clear();
        }
        return true;
    }

    bool entry(const std::string &name)
    {
        m_wanted = false;
        m_unit.reset();
        if ((++list.keys & 0xfff) == 0 && m_options.cancelled && m_options.cancelled()) {
            stopped = true;
            return false;
        }
        const auto parts = keyOf(name);
        if (!parts || !parts->plain)
            return true;
        m_type = parts->type;
        m_region = parts->region;
        if (!m_knowledge.instanceType(m_type)) {
            if (looksLikeGpuType(m_type) && unknownTypes.size() < 1000 && m_type.size() < 100)
                unknownTypes.insert(m_type);
            return true;
        }
        if (!m_knowledge.region(m_region)) {
            if (unknownRegions.size() < 1000 && m_region.size() < 100)
                unknownRegions.insert(m_region);
            return true;
        }
        m_wanted = true;
        return true;
    }

    bool value(const std::string &text)
    {
        if (m_depth == 1) {
            if (m_top == "currency")
                currency = text.substr(0, 100);
            else if (m_top == "version")
                version = text.substr(0, 100);
            else if (m_top == "publicationDate")
                published = text.substr(0, 100);
        } else if (m_depth == 5 && m_wanted) {
            if (m_member == "price")
                m_price = text;
            else if (m_member == "period")
                m_period = text;
        }
        return true;
    }

    void offer()
    {
        const auto period = m_period ? numberIn(*m_period) : std::optional(1.0);
        if (!period || *period != 1)
            return; // the total of several years; our models know the first
        const double amount = m_price ? numberIn(*m_price).value_or(0) : 0; // 0: none
        Price p;
        p.instanceType = m_type;
        p.region = m_region;
        p.model = *m_unit;
        if (!(amount > 0) || amount > 1e9) {
            ++list.dropped;
            return;
        }
        p.amount = Money::of(list.currency, amount);
        if (p.amount.micros() <= 0 || isAbsurd(p.amount, p.model)) {
            ++list.dropped;
            return;
        }
        const std::string identity = m_type + '\n' + m_region + '\n' + priceModelName(p.model);
        const auto [at, isNew] = found.emplace(identity, p.amount);
        if (isNew) {
            prices.emplace(identity, std::move(p));
        } else if (at->second && *at->second != p.amount) { // two values for one thing: neither is believed
            at->second.reset();
            prices.erase(identity);
            ++list.dropped;
        }
    }

    const Knowledge &m_knowledge;
    const PriceListOptions &m_options;
    int m_depth = 0;
    std::string m_top, m_type, m_region, m_member;
    bool m_wanted = false;
    std::optional<PriceModel> m_unit;
    std::optional<std::string> m_price, m_period;
};

} // namespace

const char *priceSiteName(PriceSite site) { return site == PriceSite::China ? "china" : "international"; }
Currency currencyOf(PriceSite site) { return site == PriceSite::China ? Currency::CNY : Currency::USD; }

bool isListVersion(const std::string &text)
{
    if (text.empty() || text.size() > 40 || !isDigit(text.front()) || !isDigit(text.back()) || text.find("..") != std::string::npos)
        return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return isDigit(c) || c == '.'; });
}

std::optional<std::string> newestListVersion(std::string_view page, PriceSite site)
{
    const std::string_view mark = site == PriceSite::China ? "ecs-price-info/" : "ecs-price-info-intl/";
    std::optional<std::string> newest;
    for (std::size_t at = page.find(mark); at != std::string_view::npos; at = page.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        std::size_t end = begin;
        while (end < page.size() && end - begin < 40 && (isDigit(page[end]) || page[end] == '.'))
            ++end;
        std::string version(page.substr(begin, end - begin));
        while (!version.empty() && version.back() == '.')
            version.pop_back();
        if (isListVersion(version) && (!newest || versionParts(*newest) < versionParts(version)))
            newest = std::move(version);
    }
    return newest;
}

bool looksLikeGpuType(std::string_view id)
{
    for (const std::string_view stem : {"ecs.gn", "ecs.ebmgn", "ecs.sccgn", "ecs.vgn", "ecs.sgn"}) {
        if (id.substr(0, stem.size()) == stem && id.size() > stem.size() && isDigit(id[stem.size()]))
            return true;
    }
    return false;
}

Result<PriceList> readPriceList(std::string_view bytes, const std::string &file, const Knowledge &knowledge, const PriceListOptions &options)
{
    const auto error = [&](ErrorCode code, const char *pointer, Text what, Text allowed = {}) { return Error{code, file, pointer, std::move(what), std::move(allowed)}; };
    std::size_t begin = bytes.substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    while (begin < bytes.size() && (bytes[begin] == ' ' || bytes[begin] == '\n' || bytes[begin] == '\r' || bytes[begin] == '\t'))
        ++begin;
    if (begin < bytes.size() && bytes[begin] == '<')
        return error(ErrorCode::Syntax, "", SP_T("core", "a web page came instead of the price list"));
    if (begin >= bytes.size() || bytes[begin] != '{')
        return error(ErrorCode::Syntax, "", SP_T("core", "this is no price list"));

    ListHandler handler(knowledge, options);
    handler.list.currency = currencyOf(options.site);
    bool sound = false;
    try {
        sound = Json::sax_parse(bytes.data() + begin, bytes.data() + bytes.size(), &handler);
    } catch (const std::exception &) {
        sound = false;
    }
    if (handler.stopped)
        return error(ErrorCode::Io, "", SP_T("core", "cancelled"));
    if (handler.tooDeep)
        return error(ErrorCode::Syntax, "", SP_T("core", "the price list is nested too deep"));
    if (!sound)
        return error(ErrorCode::Syntax, "", Text(SP_T("core", "the price list is not valid JSON or breaks off near byte %1"), {TextArg(static_cast<std::int64_t>(begin + handler.errorAt))}));
    if (!handler.sawPricing)
        return error(ErrorCode::Missing, "/pricingInfo", SP_T("core", "the price list holds no prices: its form has changed"));
    if (handler.currency != currencyCode(currencyOf(options.site)))
        return error(ErrorCode::Conflict, "/currency", Text(SP_T("core", "the price list is in “%1”"), {handler.currency}), Text(SP_T("core", "%1"), {currencyCode(currencyOf(options.site))}));
    if (handler.prices.empty())
        return error(ErrorCode::Missing, "/pricingInfo", SP_T("core", "the price list holds no price of a known GPU type"));
    PriceList list = std::move(handler.list);
    list.version = isListVersion(handler.version) ? handler.version : std::string();
    if (isIsoDay(handler.published))
        list.published = handler.published.substr(0, 10);
    for (auto &[identity, price] : handler.prices)
        list.prices.push_back(std::move(price));
    list.unknownTypes.assign(handler.unknownTypes.begin(), handler.unknownTypes.end());
    list.unknownRegions.assign(handler.unknownRegions.begin(), handler.unknownRegions.end());
    return list;
}

} // namespace segplan
