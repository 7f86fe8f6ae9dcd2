#include "estimate/cost/job_cost.h"

#include "estimate/cost/storage_price.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

// One computation at the low, middle and high duration.
template <class F>
Range<Money> overRange(const Range<Seconds> &time, F cost) { return {cost(time.low), cost(time.mid), cost(time.high)}; }

Range<Money> operator+(const Range<Money> &a, const Range<Money> &b) { return {a.low + b.low, a.mid + b.mid, a.high + b.high}; }

class Counter {
public:
    explicit Counter(const CostInput &input) : in(input), m_nodes(std::max(1, input.nodes)) {}
    std::optional<JobCost> run();

private:
    bool instance();
    void bySecond(const PriceQuote &price);
    void byPeriod(const PriceQuote &month);
    void disk(CostPartId id, const DiskChoice &choice, const Range<Seconds> &time, double storageMonths);
    void shared();
    void traffic();
    void add(CostPartId id, const Range<Money> &cost)
    {
        c.parts[static_cast<std::size_t>(id)] = cost;
        c.counted |= 1u << static_cast<unsigned>(id);
    }
    void miss(CostPartId id) { c.unknown |= 1u << static_cast<unsigned>(id); }

    const CostInput &in;
    int m_nodes;
    JobCost c;
};

void Counter::bySecond(const PriceQuote &price)
{
    const Calibration *least = in.knowledge.calibrated("price.minimum");
    const Money minimum = least ? Money::of(c.currency, least->value) : Money(c.currency, 0);
    const auto cost = [&](Money perHour, Seconds t) {
        Money one = billedBySecond(perHour, t);
        if (t.count() > 0 && one < minimum)
            one = minimum;
        return timesCount(one, m_nodes);
    };
    const Range<Seconds> &t = in.job.billed;
    add(CostPartId::Instance, {cost(price.low, t.low), cost(price.amount, t.mid), cost(price.high, t.high)});
}

void Counter::byPeriod(const PriceQuote &month)
{
    const auto year = in.prices.year && in.prices.year->amount.currency() == c.currency ? std::optional<Money>(in.prices.year->amount) : std::nullopt;
    const double length = monthHours(in.knowledge);
    const auto periods = [&](Seconds t) { return cheapestPeriods(t.hours(), length, month.amount, year); };
    const Periods low = periods(in.job.wallClock.low), mid = periods(in.job.wallClock.mid), high = periods(in.job.wallClock.high);
    c.months = {low.months, mid.months, high.months};
    c.years = {low.years, mid.years, high.years};
    add(CostPartId::Instance, {timesCount(low.cost, m_nodes), timesCount(mid.cost, m_nodes), timesCount(high.cost, m_nodes)});
}

bool Counter::instance()
{
    const auto &price = in.prices.of(in.purchase);
    if (!price)
        return false;
    c.currency = price->amount.currency();
    c.parts.fill({Money(c.currency, 0), Money(c.currency, 0), Money(c.currency, 0)});
    if (in.purchase == Purchase::Subscription)
        byPeriod(*price);
    else
        bySecond(*price);
    return true;
}

void Counter::disk(CostPartId id, const DiskChoice &choice, const Range<Seconds> &time, double storageMonths)
{
    if (choice.gib <= 0 || choice.storageKind.empty())
        return;
    const StorageKind *kind = in.knowledge.storageKind(choice.storageKind);
    const StoragePrice price = kind ? storagePrice(*kind, in.region, c.currency, in.knowledge) : StoragePrice{};
    if (in.purchase == Purchase::Subscription) {
        if (!price.perGibMonth)
            return miss(id);
        const auto total = [&](std::int64_t months, std::int64_t years) {
            const std::int64_t kept = std::max(months + 12 * years, ceilRatio(storageMonths, 1));
            return timesCount(*price.perGibMonth, saturatedProduct(saturatedProduct(choice.gib, kept), m_nodes));
        };
        return add(id, {total(c.months.low, c.years.low), total(c.months.mid, c.years.mid), total(c.months.high, c.years.high)});
    }
    if (!price.perGibHour)
        return miss(id);
    const Seconds kept = Seconds::hours(storageMonths * monthHours(in.knowledge));
    const Money perHour = timesCount(*price.perGibHour, choice.gib);
    add(id, overRange(time, [&](Seconds t) { return timesCount(billedBySecond(perHour, std::max(t, kept)), m_nodes); }));
}

void Counter::shared()
{
    if (!in.shared || in.shared->gib <= 0 || in.shared->storageKind.empty())
        return;
    const StorageKind *kind = in.knowledge.storageKind(in.shared->storageKind);
    const StoragePrice price = kind ? storagePrice(*kind, in.region, c.currency, in.knowledge) : StoragePrice{};
    if (!price.perGibMonth)
        return miss(CostPartId::Shared);
    const double length = monthHours(in.knowledge);
    const Money perMonth = timesCount(*price.perGibMonth, in.shared->gib);
    add(CostPartId::Shared, overRange(in.job.wallClock, [&](Seconds t) { return perMonth.times(std::max(in.storageMonths, t.hours() / length)); }));
}

void Counter::traffic()
{
    if (!(in.egressGb > 0))
        return;
    const StorageKind *kind = in.knowledge.storageKind("internet-egress");
    const StoragePrice price = kind ? storagePrice(*kind, in.region, c.currency, in.knowledge) : StoragePrice{};
    if (!price.perGb)
        return miss(CostPartId::Traffic);
    const Money cost = price.perGb->times(in.egressGb);
    add(CostPartId::Traffic, {cost, cost, cost});
}

std::optional<JobCost> Counter::run()
{
    if (!instance())
        return std::nullopt;
    disk(CostPartId::SystemDisk, in.systemDisk, in.job.machine, 0);
    if (in.dataDisk)
        disk(CostPartId::DataDisk, *in.dataDisk, in.job.wallClock, in.storageMonths);
    shared();
    traffic();
    c.total = {Money(c.currency, 0), Money(c.currency, 0), Money(c.currency, 0)};
    for (const Range<Money> &part : c.parts)
        c.total = c.total + part;
    return c;
}

} // namespace

const char *costPartName(CostPartId id)
{
    switch (id) {
    case CostPartId::Instance: return "instance";
    case CostPartId::SystemDisk: return "system_disk";
    case CostPartId::DataDisk: return "data_disk";
    case CostPartId::Shared: return "shared_storage";
    case CostPartId::Traffic: break;
    }
    return "traffic";
}

std::optional<JobCost> costOfJob(const CostInput &input) { return Counter(input).run(); }

} // namespace segplan
