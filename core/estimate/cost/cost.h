// The whole job in money: instance hours, disks, per way of buying.
#pragma once

#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

struct CostPart {
    std::string id; // "instance" "system_disk" "data_disk" "cache"
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
    Money low, high; // from the range of hours
    std::vector<CostPart> parts; // sum = total
    std::string priceAsOf; // date of the instance price
    bool weakPrice = false, estimatedPrice = false;
    std::vector<Text> notCounted; // e.g. a disk without a known price
};

// The price of one way to buy: from `book` (the prices a plan was made with), else from the knowledge. A month or a year that nobody
// quoted is derived from the hour by the rules "price.month.hours" and "price.year.months" and marked `estimate`; a spot price is never
// derived. Nothing when there is no price to start from.
std::optional<Price> priceFor(const std::string &instanceType, const std::string &region, PriceModel model, const Knowledge &knowledge,
                              const std::vector<Price> &book);

// An hourly price over a duration, billed by the second (begun seconds count), exact to a millionth.
Money billedBySecond(Money perHour, Seconds duration);

// Nothing when the instance has no price of this kind in the region. `wallClock`: low, mid, high wall-clock time of all runs on one node.
// Pay-as-you-go and spot: hours x hourly price x nodes; the system disk by the hour for the job, the data disk by the hour for
// `storageMonths` of 30 days, at least for the job. Spot needs a quoted spot price.
// Subscription: the cheapest whole months and years that cover the hours; disks by the month.
// A disk without a known price in the region and currency goes to `notCounted`, never in as zero. Empty `prices`: the knowledge's.
// `wallClockTerm`: where the hours come from, for the links of the terms.
std::optional<CostEstimate> estimateCost(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock,
                                         int nodes, const DiskChoice &systemDisk, const std::optional<DiskChoice> &dataDisk,
                                         double storageMonths, const Knowledge &knowledge, const std::vector<Price> &prices, Ledger &ledger,
                                         TermId wallClockTerm = noTerm);

} // namespace segplan
