// The whole job in money: instance hours, disks, per way of buying.
#pragma once

#include "estimate/cost/prices.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

struct CostPart {
    std::string id; // costPartName(): "instance" "system_disk" "data_disk" "shared_storage" "traffic"
    Text name;
    Figure<Money> amount;
};

struct DiskChoice {
    std::string storageKind; // StorageKind::id
    std::int64_t gib = 0;
    Text reason;
    TermId term = noTerm;
};

struct CostEstimate {
    Purchase purchase = Purchase::PayAsYouGo;
    Figure<Money> total;
    Money low, high; // from the ranges of hours and of a spot price
    std::vector<CostPart> parts; // sum = total
    std::string priceAsOf; // date of the instance price
    bool weakPrice = false, estimatedPrice = false;
    bool assumedPrice = false; // a spot price by the plan's own ratio
    bool interruptionsUnknown = false; // spot: the middle holds without interruptions
    std::vector<Text> notCounted; // e.g. a disk without a known price
};

// An hourly price over a duration, billed by the second (begun seconds count), exact to a millionth.
Money billedBySecond(Money perHour, Seconds duration);

// The cost of a job whose time is one figure: billed from beginning to end, no traffic, no shared storage (job_cost.h has it all).
// `wallClock`: low, mid, high wall-clock time of all runs on one node. Empty `prices`: the knowledge's. `wallClockTerm`: where it comes from.
std::optional<CostEstimate> estimateCost(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock,
                                         int nodes, const DiskChoice &systemDisk, const std::optional<DiskChoice> &dataDisk,
                                         double storageMonths, const Knowledge &knowledge, const std::vector<Price> &prices, Ledger &ledger,
                                         TermId wallClockTerm = noTerm);

} // namespace segplan
