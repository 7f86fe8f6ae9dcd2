#include "estimate/cost/cost.h"

#include "estimate/cost/job_cost.h"

#include <cmath>
#include <limits>

namespace segplan {

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

std::optional<CostEstimate> estimateCost(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock, int nodes,
                                         const DiskChoice &systemDisk, const std::optional<DiskChoice> &dataDisk, double storageMonths,
                                         const Knowledge &knowledge, const std::vector<Price> &prices, Ledger &ledger, TermId wallClockTerm)
{
    JobEstimate job;
    job.wallClock = job.billed = job.machine = wallClock;
    job.wallClockTerm = job.billedTerm = job.machineTerm = wallClockTerm;
    const PriceSet set = PriceIndex(knowledge, prices).prices(type.id, region);
    const CostInput input{.knowledge = knowledge,
                          .type = type,
                          .region = region,
                          .purchase = purchase,
                          .prices = set,
                          .job = job,
                          .nodes = nodes,
                          .systemDisk = systemDisk,
                          .dataDisk = dataDisk ? &*dataDisk : nullptr,
                          .shared = nullptr,
                          .storageMonths = storageMonths,
                          .egressGb = 0};
    const auto cost = costOfJob(input);
    return cost ? std::optional(explainCost(input, *cost, ledger)) : std::nullopt;
}

} // namespace segplan
