// What "best" means: one order of all offers, by the plan's objective.
#pragma once

#include "recommend/search.h"

namespace segplan {

// Smaller is better; the first number decides, the second breaks ties. Cost in currency units, time in seconds.
//   cheapest: cost, then time. fastest: time, then cost (the budget is a rule, so this is the fastest within the budget).
//   balanced: the product of cost and time. It knows no scale: of two offers the one is better that is k times faster for less than k times
//   the money. On the Pareto front it is the point that the hyperbola cost x time = constant touches first.
struct Score {
    double first = 0, second = 0;
    friend auto operator<=>(const Score &, const Score &) = default;
};
Score scoreOf(Objective objective, double cost, double seconds);

// Marks the Pareto front of the accepted offers and who dominates the others: an offer on the front that is no dearer and no slower.
// Currencies are compared apart. O(n log n).
void markFront(std::vector<Offer> &offers);

} // namespace segplan
