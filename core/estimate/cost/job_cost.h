// The whole job in money, from its time: instances, disks, shared storage, traffic, by each way of buying.
// costOfJob() is plain numbers (thousands of candidates); explainCost() makes of the same numbers the estimate with terms.
#pragma once

#include "estimate/cost/cost.h"
#include "estimate/cost/prices.h"
#include "estimate/job/job.h"

#include <array>

namespace segplan {

struct CostInput {
    const Knowledge &knowledge;
    const InstanceType &type;
    const std::string &region;
    Purchase purchase = Purchase::PayAsYouGo;
    const PriceSet &prices;
    const JobEstimate &job; // of the same purchase
    int nodes = 1;
    const DiskChoice &systemDisk;
    const DiskChoice *dataDisk = nullptr; // null: none
    const DiskChoice *shared = nullptr; // NAS or OSS that the plan reads from or keeps its data on; null: none
    double storageMonths = 1; // how long data stay on the data disk and the shared storage
    double egressGb = 0; // GB (10^9) sent out, all runs
};

enum class CostPartId : std::uint8_t { Instance, SystemDisk, DataDisk, Shared, Traffic };
inline constexpr int costPartCount = 5;
const char *costPartName(CostPartId id); // "instance" "system_disk" "data_disk" "shared_storage" "traffic"

struct JobCost {
    Currency currency = Currency::CNY;
    std::array<Range<Money>, costPartCount> parts; // zero where not bought or not known
    Range<Money> total;
    std::uint32_t counted = 0, unknown = 0; // bits of CostPartId: in the total; bought, but without a price in this region and currency
    bool lacks(CostPartId id) const { return unknown & (1u << static_cast<unsigned>(id)); }
    bool complete() const { return unknown == 0; }
    Range<std::int64_t> months, years; // subscription: bought
};
// Nothing when the instance cannot be bought this way (no price). Pay-as-you-go and spot: billed seconds x hourly price x nodes; the system
// disk for as long as machines exist, the data disk for the wall clock and at least `storageMonths` of 30 days. Subscription: the cheapest
// whole months and years that cover the wall clock; disks by the month. What has no price in this region and currency is `unknown`, never zero.
std::optional<JobCost> costOfJob(const CostInput &input);

// The same with terms, sources and notes. `cost` must come from costOfJob(input); the figures are its figures.
CostEstimate explainCost(const CostInput &input, const JobCost &cost, Ledger &ledger);

} // namespace segplan
