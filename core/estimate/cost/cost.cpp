#include "estimate/cost/cost.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace segplan {

namespace {

constexpr double hoursPerYear = 8760;

// A rule of the knowledge; nothing when the knowledge lacks it (then nothing is derived).
std::optional<double> rule(const Knowledge &knowledge, const char *key)
{
    const Calibration *c = knowledge.calibrated(key);
    return c ? std::optional<double>(c->value) : std::nullopt;
}

const Price *quoted(const std::string &type, const std::string &region, PriceModel model, const Knowledge &knowledge, const std::vector<Price> &book)
{
    if (&book != &knowledge.prices) {
        const auto at = std::find_if(book.begin(), book.end(), [&](const Price &p) { return p.model == model && p.instanceType == type && p.region == region; });
        if (at != book.end())
            return &*at;
    }
    return knowledge.price(type, region, model);
}

std::int64_t ceilDiv(double value, double unit) { return static_cast<std::int64_t>(std::ceil(value / unit - 1e-9)); }

// The cheapest whole years and months that cover `hours`; months alone when there is no yearly price.
struct Periods {
    std::int64_t years = 0, months = 0;
    Money cost;
};

Periods cheapestPeriods(double hours, double monthHours, Money month, const std::optional<Money> &year)
{
    std::optional<Periods> best;
    const std::int64_t mostYears = year ? std::max<std::int64_t>(1, ceilDiv(hours, hoursPerYear)) : 0;
    for (std::int64_t years = 0; years <= mostYears; ++years) {
        const double rest = hours - static_cast<double>(years) * hoursPerYear;
        Periods p{years, rest > 0 ? ceilDiv(rest, monthHours) : 0, Money(month.currency(), 0)};
        if (p.years == 0 && p.months == 0)
            p.months = 1; // even an instant needs one month
        p.cost = Money(month.currency(), saturatedSum(saturatedProduct(month.micros(), p.months), year ? saturatedProduct(year->micros(), p.years) : 0));
        if (!best || p.cost < best->cost)
            best = p;
    }
    return *best;
}

// What a disk costs per GiB in a region, or nothing.
struct DiskPrice {
    std::optional<Money> perGibHour, perGibMonth;
    Source source;
    bool derivedHour = false;
};

std::optional<DiskPrice> diskPrice(const StorageKind &kind, const std::string &region, Currency currency, const Knowledge &knowledge)
{
    DiskPrice price;
    const Region *place = knowledge.region(region);
    const auto regional = std::find_if(kind.regionalPrices.begin(), kind.regionalPrices.end(), [&](const RegionalStoragePrice &r) { return r.region == region; });
    if (regional != kind.regionalPrices.end())
        price = {regional->perGibHour, regional->perGibMonth, regional->source};
    else if (place && place->mainland && kind.priceScope == "mainland")
        price = {kind.pricePerGibHour, kind.pricePerGibMonth, kind.source};
    for (std::optional<Money> *one : {&price.perGibHour, &price.perGibMonth}) {
        if (*one && (*one)->currency() != currency) // two currencies never add
            one->reset();
    }
    if (!price.perGibHour && price.perGibMonth) {
        if (const auto hours = rule(knowledge, "price.month.hours")) {
            price.perGibHour = price.perGibMonth->times(1 / *hours);
            price.derivedHour = true;
        }
    }
    if (!price.perGibHour && !price.perGibMonth)
        return std::nullopt;
    return price;
}

Money times(Money m, std::int64_t n) { return Money(m.currency(), saturatedProduct(m.micros(), n)); }

// One computation at the low, middle and high duration.
template <class F>
Range<Money> overRange(const Range<Seconds> &time, F cost) { return {cost(time.low), cost(time.mid), cost(time.high)}; }

Range<Money> sum(const Range<Money> &a, const Range<Money> &b) { return {a.low + b.low, a.mid + b.mid, a.high + b.high}; }

void setResult(Term &term, const Range<Money> &cost)
{
    term.result = Quantity(cost.mid);
    term.low = Quantity(cost.low);
    term.high = Quantity(cost.high);
}

class Estimator {
public:
    Estimator(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock, int nodes, const Knowledge &knowledge,
              const std::vector<Price> &prices, Ledger &ledger, TermId wallClockTerm)
        : m_type(type), m_region(region), m_purchase(purchase), m_time(wallClock), m_nodes(std::max(nodes, 1)), m_knowledge(knowledge), m_prices(prices), m_ledger(ledger),
          m_timeLink(wallClockTerm == noTerm ? Link{} : Link{TermLink{wallClockTerm}})
    {
    }

    bool instance();
    void systemDisk(const DiskChoice &disk) { diskPart("system_disk", "cost.system-disk", SP_T("core", "System disk"), disk, 0); }
    void dataDisk(const DiskChoice &disk, double storageMonths) { diskPart("data_disk", "cost.data-disk", SP_T("core", "Data disk"), disk, storageMonths); }
    CostEstimate finish();

private:
    bool hourly(PriceModel model);
    bool subscription();
    void diskPart(const char *id, const char *key, const char *title, const DiskChoice &disk, double storageMonths);
    void priceNotes(const Price &price, Term &term);
    void add(const char *id, Text name, const Range<Money> &cost, Term term);
    TermInput hoursInput(Seconds time) const { return {"h", SP_T("core", "wall-clock time of all runs"), Quantity(Quantity::Unit::Hours, time.hours()), m_timeLink}; }
    TermInput nodesInput() const { return {"n", SP_T("core", "machines"), Quantity::count(m_nodes), FieldLink{"/workload/nodes"}}; }
    std::string priceKey(PriceModel model) const { return "price/" + m_type.id + "/" + m_region + "/" + priceModelName(model); }
    double monthHours() const { return rule(m_knowledge, "price.month.length").value_or(720); }

    const InstanceType &m_type;
    const std::string &m_region;
    Purchase m_purchase;
    Range<Seconds> m_time;
    int m_nodes;
    const Knowledge &m_knowledge;
    const std::vector<Price> &m_prices;
    Ledger &m_ledger;
    Link m_timeLink;
    Range<Money> m_total;
    Range<std::int64_t> m_months; // bought, subscription only
    CostEstimate m_estimate;
};

void Estimator::priceNotes(const Price &price, Term &term)
{
    term.sources.push_back(price.source);
    m_estimate.priceAsOf = m_estimate.priceAsOf.empty() ? price.source.date : std::min(m_estimate.priceAsOf, price.source.date);
    m_estimate.weakPrice |= price.weak;
    m_estimate.estimatedPrice |= price.estimate;
    if (price.weak)
        term.notes.push_back(Text(SP_T("core", "The price of %1 is one second-hand observation."), {TextArg::date(price.source.date)}));
    if (price.promotion)
        term.notes.push_back(Text(SP_T("core", "A promotion price of %1, not the list price."), {TextArg::date(price.source.date)}));
    if (price.estimate)
        term.notes.push_back(SP_T("core", "Nobody quoted this price; it is derived from the hourly price by a rule."));
}

void Estimator::add(const char *id, Text name, const Range<Money> &cost, Term term)
{
    setResult(term, cost);
    m_total = m_estimate.parts.empty() ? cost : sum(m_total, cost);
    m_estimate.parts.push_back({id, std::move(name), {cost.mid, m_ledger.note(std::move(term))}});
}

bool Estimator::instance()
{
    m_estimate.purchase = m_purchase;
    switch (m_purchase) {
    case Purchase::PayAsYouGo: return hourly(PriceModel::Hour);
    case Purchase::Spot: return hourly(PriceModel::Spot);
    case Purchase::Subscription: break;
    }
    return subscription();
}

bool Estimator::hourly(PriceModel model)
{
    const auto price = priceFor(m_type.id, m_region, model, m_knowledge, m_prices);
    if (!price)
        return false;
    const Range<Money> cost = overRange(m_time, [&](Seconds t) { return times(billedBySecond(price->amount, t), m_nodes); });
    Term term;
    term.key = "cost.instance";
    term.title = model == PriceModel::Spot ? Text(SP_T("core", "Instance, spot")) : Text(SP_T("core", "Instance, pay-as-you-go"));
    term.formula = "C = h x p x n";
    term.inputs = {hoursInput(m_time.mid),
                   {"p", SP_T("core", "price per hour"), Quantity(price->amount), FactLink{priceKey(model)}},
                   nodesInput()};
    priceNotes(*price, term);
    if (model == PriceModel::Spot)
        term.notes.push_back(SP_T("core", "A spot price floats with the zone, and the machine may be taken back after five minutes' notice."));
    add("instance", SP_T("core", "Instance"), cost, std::move(term));
    return true;
}

bool Estimator::subscription()
{
    const auto month = priceFor(m_type.id, m_region, PriceModel::Month, m_knowledge, m_prices);
    if (!month)
        return false;
    auto year = priceFor(m_type.id, m_region, PriceModel::Year, m_knowledge, m_prices);
    if (year && year->amount.currency() != month->amount.currency())
        year.reset();
    const auto periods = [&](Seconds t) {
        return cheapestPeriods(t.hours(), monthHours(), month->amount, year ? std::optional<Money>(year->amount) : std::nullopt);
    };
    const Periods low = periods(m_time.low), mid = periods(m_time.mid), high = periods(m_time.high);
    m_months = {low.months + 12 * low.years, mid.months + 12 * mid.years, high.months + 12 * high.years};
    Term term;
    term.key = "cost.instance";
    term.title = SP_T("core", "Instance, subscription");
    term.formula = mid.years > 0 ? "C = (m x p_m + y x p_y) x n" : "C = m x p_m x n";
    term.inputs = {hoursInput(m_time.mid),
                   {"m", SP_T("core", "whole months"), Quantity::count(static_cast<double>(mid.months)), {}},
                   {"p_m", SP_T("core", "price per month"), Quantity(month->amount), FactLink{priceKey(PriceModel::Month)}},
                   nodesInput()};
    if (mid.months > 0 || !year)
        priceNotes(*month, term);
    if (mid.years > 0) {
        term.inputs.push_back({"y", SP_T("core", "whole years"), Quantity::count(static_cast<double>(mid.years)), {}});
        term.inputs.push_back({"p_y", SP_T("core", "price per year"), Quantity(year->amount), FactLink{priceKey(PriceModel::Year)}});
        priceNotes(*year, term);
    }
    add("instance", SP_T("core", "Instance"), {times(low.cost, m_nodes), times(mid.cost, m_nodes), times(high.cost, m_nodes)}, std::move(term));
    return true;
}

void Estimator::diskPart(const char *id, const char *key, const char *title, const DiskChoice &disk, double storageMonths)
{
    if (disk.gib <= 0 || disk.storageKind.empty())
        return;
    const StorageKind *kind = m_knowledge.storageKind(disk.storageKind);
    const auto price = kind ? diskPrice(*kind, m_region, m_total.mid.currency(), m_knowledge) : std::nullopt;
    const bool monthly = m_purchase == Purchase::Subscription;
    if (!price || (monthly ? !price->perGibMonth : !price->perGibHour)) {
        m_estimate.notCounted.push_back(Text(SP_T("core", "%1 of %2 GiB: the price of %3 in %4 is not known, so it is not in the total."),
                                             {TextArg(Text(title)), TextArg(disk.gib), kind ? TextArg(kind->name) : TextArg(disk.storageKind), TextArg(m_region)}));
        return;
    }
    Term term;
    term.key = key;
    term.title = title;
    const std::string fact = "storage/" + disk.storageKind + "/";
    const TermInput size{"g", SP_T("core", "size in GiB"), Quantity::count(static_cast<double>(disk.gib)), disk.term == noTerm ? Link{} : Link{TermLink{disk.term}}};
    Range<Money> cost;
    if (monthly) {
        const auto total = [&](std::int64_t months) {
            const auto kept = std::max(months, ceilDiv(storageMonths, 1));
            return times(*price->perGibMonth, saturatedProduct(saturatedProduct(disk.gib, kept), m_nodes));
        };
        cost = {total(m_months.low), total(m_months.mid), total(m_months.high)};
        term.formula = "C = g x m x p_m x n";
        term.inputs = {size,
                       {"m", SP_T("core", "whole months"), Quantity::count(static_cast<double>(std::max(m_months.mid, ceilDiv(storageMonths, 1)))), {}},
                       {"p_m", SP_T("core", "price per GiB and month"), Quantity(*price->perGibMonth), FactLink{fact + "price_per_gib_month"}},
                       nodesInput()};
    } else {
        const Seconds kept = Seconds::hours(storageMonths * monthHours());
        const auto lasting = [&](Seconds t) { return std::max(t, kept); };
        const Money perHour = times(*price->perGibHour, disk.gib);
        cost = overRange(m_time, [&](Seconds t) { return times(billedBySecond(perHour, lasting(t)), m_nodes); });
        term.formula = "C = g x h x p x n";
        TermInput hours = hoursInput(lasting(m_time.mid));
        if (kept > m_time.mid)
            hours = {"h", SP_T("core", "time the data stay on the disk"), Quantity(Quantity::Unit::Hours, kept.hours()), FieldLink{"/requirements/storage_months"}};
        term.inputs = {size, hours, {"p", SP_T("core", "price per GiB and hour"), Quantity(*price->perGibHour), FactLink{fact + "price_per_gib_hour"}}, nodesInput()};
        if (price->derivedHour)
            term.notes.push_back(SP_T("core", "The hourly price is derived from the monthly price by a rule."));
        if (kept > m_time.mid && price->perGibMonth)
            term.notes.push_back(Text(SP_T("core", "A whole month costs %1 when the disk is bought by the month."),
                                      {textArg(times(*price->perGibMonth, saturatedProduct(disk.gib, m_nodes)))}));
    }
    term.sources.push_back(price->source);
    if (kind->confidence == "inferred")
        term.notes.push_back(Text(SP_T("core", "The price of %1 is inferred, nobody quoted it."), {TextArg(kind->name)}));
    add(id, title, cost, std::move(term));
}

CostEstimate Estimator::finish()
{
    Term term;
    term.key = "cost.total";
    term.title = SP_T("core", "Cost of the whole job");
    term.formula = "C = sum of the parts";
    for (const CostPart &part : m_estimate.parts)
        term.inputs.push_back({"", part.name, Quantity(part.amount.value), TermLink{part.amount.term}});
    term.notes = m_estimate.notCounted;
    setResult(term, m_total);
    m_estimate.low = m_total.low;
    m_estimate.high = m_total.high;
    m_estimate.total = {m_total.mid, m_ledger.note(std::move(term))};
    return std::move(m_estimate);
}

} // namespace

Money billedBySecond(Money perHour, Seconds duration)
{
    const double begun = std::ceil(duration.count() - 1e-6); // a microsecond of rounding is no begun second
    if (!(begun > 0))
        return Money(perHour.currency(), 0);
    const std::int64_t seconds = begun < 9e18 ? static_cast<std::int64_t>(begun) : std::numeric_limits<std::int64_t>::max();
    const std::int64_t whole = saturatedProduct(perHour.micros(), seconds / 3600);
    const std::int64_t part = (saturatedProduct(perHour.micros(), seconds % 3600) + 1800) / 3600;
    return Money(perHour.currency(), saturatedSum(whole, part));
}

std::optional<Price> priceFor(const std::string &instanceType, const std::string &region, PriceModel model, const Knowledge &knowledge,
                              const std::vector<Price> &book)
{
    if (const Price *found = quoted(instanceType, region, model, knowledge, book))
        return *found;
    if (model != PriceModel::Month && model != PriceModel::Year)
        return std::nullopt;
    const auto hours = rule(knowledge, "price.month.hours");
    const auto months = rule(knowledge, "price.year.months");
    const Price *hour = quoted(instanceType, region, PriceModel::Hour, knowledge, book);
    const Price *month = quoted(instanceType, region, PriceModel::Month, knowledge, book);
    if (month && month->promotion && hour) // a promotion says nothing about a year
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

std::optional<CostEstimate> estimateCost(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock, int nodes,
                                         const DiskChoice &systemDisk, const std::optional<DiskChoice> &dataDisk, double storageMonths,
                                         const Knowledge &knowledge, const std::vector<Price> &prices, Ledger &ledger, TermId wallClockTerm)
{
    Estimator estimator(type, region, purchase, wallClock, nodes, knowledge, prices, ledger, wallClockTerm);
    if (!estimator.instance())
        return std::nullopt;
    estimator.systemDisk(systemDisk);
    if (dataDisk)
        estimator.dataDisk(*dataDisk, storageMonths);
    return estimator.finish();
}

} // namespace segplan
