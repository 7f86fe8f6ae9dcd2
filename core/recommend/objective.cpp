#include "recommend/objective.h"

#include <algorithm>
#include <numeric>

namespace segplan {

Score scoreOf(Objective objective, double cost, double seconds)
{
    switch (objective) {
    case Objective::Cheapest: return {cost, seconds};
    case Objective::Fastest: return {seconds, cost};
    case Objective::Balanced: break;
    }
    return {cost * seconds, cost};
}

void markFront(std::vector<Offer> &offers)
{
    std::vector<std::int32_t> order;
    for (std::size_t i = 0; i < offers.size(); ++i) {
        offers[i].pareto = false;
        offers[i].dominatedBy = -1;
        if (offers[i].status != CandidateStatus::Rejected)
            order.push_back(static_cast<std::int32_t>(i));
    }
    const auto at = [&](std::int32_t i) -> Offer & { return offers[static_cast<std::size_t>(i)]; };
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const Offer &x = at(a), &y = at(b);
        return std::tie(x.currency, x.cost, x.seconds, a) < std::tie(y.currency, y.cost, y.seconds, b);
    });
    // From cheap to dear: what is no faster than the fastest so far is dominated by it - or costs and takes just the same and stays.
    std::int32_t fastest = -1;
    for (const std::int32_t i : order) {
        Offer &o = at(i);
        const bool first = fastest < 0 || at(fastest).currency != o.currency;
        if (first || o.seconds < at(fastest).seconds) {
            o.pareto = true;
            fastest = i;
        } else if (o.cost == at(fastest).cost && o.seconds <= at(fastest).seconds) {
            o.pareto = true;
        } else {
            o.dominatedBy = fastest;
        }
    }
}

} // namespace segplan
