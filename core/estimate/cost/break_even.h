// From how many hours of use each way of buying pays, and cost over hours for a chart. Instances only: disks cost the same either way.
#pragma once

#include "estimate/cost/prices.h"

#include <vector>

namespace segplan {

// Subscription by the month and by the year are told apart here.
enum class BuyingWay { PayAsYouGo, Spot, Month, Year };
const char *buyingWayName(BuyingWay way); // "pay-as-you-go" "spot" "month" "year"

struct BreakEvenInput {
    const PriceSet &prices;
    int nodes = 1;
    double monthHours = 720; // calendar hours that a month covers ("price.month.length")
    // Billed spot hours per hour of undisturbed work (>= 1): SpotEstimate's overhead; 1: no interruptions.
    double spotOverhead = 1;
    double maxHours = 8760; // end of the chart
};

struct CostPoint {
    double hours = 0; // of use
    Money cost;
};
// Straight lines between points; two points at the same hours are a step. Nothing for a way without a price.
struct CostLine {
    BuyingWay way = BuyingWay::PayAsYouGo;
    std::vector<CostPoint> points;
    bool estimate = false; // rests on a derived price
};
std::vector<CostLine> costOverHours(const BreakEvenInput &input);

// `by` costs as much as `than` at `hours` of use within one period of `by` and less beyond it.
struct BreakEven {
    BuyingWay by = BuyingWay::Month, than = BuyingWay::PayAsYouGo;
    double hours = 0;
    double share = 0; // of the period's calendar hours: how busy the machine must be; above 1: never within one period
    bool estimate = false;
};
// Month against pay-as-you-go and spot, year against pay-as-you-go, spot and months. Ways in other currencies are not compared.
std::vector<BreakEven> breakEvens(const BreakEvenInput &input);

// Money of one way for hours of use (months and years in whole periods); nothing without its price.
std::optional<Money> costForHours(const BreakEvenInput &input, BuyingWay way, double hours);

} // namespace segplan
