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

// Nothing when the instance has no price of this kind in the region. `hours`: low, mid, high wall-clock hours of all runs on one node.
// Pay-as-you-go: hours x hourly price x nodes, plus disks by the hour (data disk by storageMonths).
// Subscription: whole months (or years) that cover the hours. Spot needs a quoted spot price.
std::optional<CostEstimate> estimateCost(const InstanceType &type, const std::string &region, Purchase purchase, Range<Seconds> wallClock,
                                         int nodes, const DiskChoice &systemDisk, const std::optional<DiskChoice> &dataDisk,
                                         double storageMonths, const Knowledge &knowledge, const std::vector<Price> &prices, Ledger &ledger);

} // namespace segplan
