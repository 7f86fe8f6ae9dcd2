#include "estimate/cost/prices.h"

#include "estimate/job/spot.h"

#include <algorithm>
#include <tuple>

namespace segplan {

namespace {

auto keyOf(const Price *p) { return std::tie(p->instanceType, p->region, p->model); }
template <class T>
auto placeOf(const T *p) { return std::tie(p->instanceType, p->region); }

std::optional<double> rule(const Knowledge &knowledge, const char *key)
{
    const Calibration *c = knowledge.calibrated(key);
    return c ? std::optional<double>(c->value) : std::nullopt;
}

PriceQuote quote(const Price *p) { return {PriceQuote::From::Quoted, p->amount, p->amount, p->amount, p, nullptr}; }

PriceQuote times(PriceQuote q, double factor, PriceQuote::From from)
{
    q.from = from;
    q.amount = q.low = q.high = q.amount.times(factor);
    return q;
}

} // namespace

const std::string &PriceQuote::asOf() const
{
    static const std::string none;
    return record ? record->source.date : price ? price->source.date : none;
}

const std::optional<PriceQuote> &PriceSet::of(Purchase purchase) const
{
    switch (purchase) {
    case Purchase::PayAsYouGo: return hour;
    case Purchase::Spot: return spot;
    case Purchase::Subscription: break;
    }
    return month;
}

PriceIndex::PriceIndex(const Knowledge &knowledge, const std::vector<Price> &book)
    : m_monthHours(rule(knowledge, "price.month.hours")), m_yearMonths(rule(knowledge, "price.year.months"))
{
    m_sorted.reserve(book.size() + knowledge.prices.size());
    for (const Price &p : book)
        m_sorted.push_back(&p);
    if (&book != &knowledge.prices) {
        for (const Price &p : knowledge.prices)
            m_sorted.push_back(&p);
    }
    std::stable_sort(m_sorted.begin(), m_sorted.end(), [](const Price *a, const Price *b) { return keyOf(a) < keyOf(b); });
    for (const SpotRecord &r : knowledge.spot)
        m_records.push_back(&r);
    std::stable_sort(m_records.begin(), m_records.end(), [](const SpotRecord *a, const SpotRecord *b) { return placeOf(a) < placeOf(b); });
}

const SpotRecord *PriceIndex::spotRecord(const std::string &instanceType, const std::string &region) const
{
    const auto wanted = std::tie(instanceType, region);
    const SpotRecord *best = nullptr;
    for (auto at = std::lower_bound(m_records.begin(), m_records.end(), wanted, [](const SpotRecord *r, const auto &w) { return placeOf(r) < w; });
         at != m_records.end() && placeOf(*at) == wanted; ++at)
        best = betterRecord(best, *at);
    return best;
}

PriceSet PriceIndex::prices(const std::string &instanceType, const std::string &region, std::optional<double> spotPriceRatio) const
{
    PriceSet set;
    const auto wanted = std::tie(instanceType, region);
    for (auto at = std::lower_bound(m_sorted.begin(), m_sorted.end(), wanted, [](const Price *p, const auto &w) { return placeOf(p) < w; });
         at != m_sorted.end() && placeOf(*at) == wanted; ++at) {
        std::optional<PriceQuote> *slot = nullptr;
        switch ((*at)->model) {
        case PriceModel::Hour: slot = &set.hour; break;
        case PriceModel::Month: slot = &set.month; break;
        case PriceModel::Year: slot = &set.year; break;
        case PriceModel::Spot: slot = &set.spot; break;
        }
        if (slot && !*slot)
            *slot = quote(*at);
    }
    // A promotion says nothing about a year.
    const std::optional<PriceQuote> base = set.month && !(set.month->promotion() && set.hour) ? set.month : std::nullopt;
    const auto monthByRule = set.hour && m_monthHours ? std::optional(times(*set.hour, *m_monthHours, PriceQuote::From::Rule)) : std::nullopt;
    if (!set.year && m_yearMonths && m_monthHours && (base || monthByRule))
        set.year = times(base ? *base : *monthByRule, *m_yearMonths, PriceQuote::From::Rule);
    if (!set.month)
        set.month = monthByRule;
    if (!set.spot) {
        if (const SpotRecord *record = spotRecord(instanceType, region)) {
            if (record->median) {
                const Money m = *record->median;
                const auto end = [&](const std::optional<Money> &e) { return e && e->currency() == m.currency() ? *e : m; };
                set.spot = {PriceQuote::From::SpotRecord, m, end(record->lowest), end(record->highest), nullptr, record};
            } else if (record->discount && set.hour) {
                set.spot = times(*set.hour, 1 - *record->discount, PriceQuote::From::SpotDiscount);
                set.spot->record = record;
            }
        }
    }
    if (!set.spot && spotPriceRatio && set.hour)
        set.spot = times(*set.hour, *spotPriceRatio, PriceQuote::From::UserRatio);
    return set;
}

std::optional<Price> priceFor(const std::string &instanceType, const std::string &region, PriceModel model, const Knowledge &knowledge,
                              const std::vector<Price> &book)
{
    const auto quoted = [&](PriceModel m) -> const Price * {
        if (&book != &knowledge.prices) {
            const auto at = std::find_if(book.begin(), book.end(), [&](const Price &p) { return p.model == m && p.instanceType == instanceType && p.region == region; });
            if (at != book.end())
                return &*at;
        }
        return knowledge.price(instanceType, region, m);
    };
    if (const Price *found = quoted(model))
        return *found;
    if (model != PriceModel::Month && model != PriceModel::Year)
        return std::nullopt;
    const auto hours = rule(knowledge, "price.month.hours");
    const auto months = rule(knowledge, "price.year.months");
    const Price *hour = quoted(PriceModel::Hour);
    const Price *month = quoted(PriceModel::Month);
    if (month && month->promotion && hour)
        month = nullptr;
    if (!hours || (model == PriceModel::Year && !months) || (!hour && !month))
        return std::nullopt;
    Price derived = month ? *month : *hour;
    derived.model = model;
    derived.estimate = true;
    derived.promotion = false;
    if (!month)
        derived.amount = derived.amount.times(*hours);
    if (model == PriceModel::Year)
        derived.amount = derived.amount.times(*months);
    return derived;
}

} // namespace segplan
