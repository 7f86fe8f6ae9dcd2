// What to take when the recommended machine has no stock.
#pragma once

#include "recommend/ranking.h"

namespace segplan {

// Up to three accepted offers that fail independently of the best one and of each other: another family or another region first (stock of
// one family in one region runs out together), then another type, then another number of machines. In the order of the plan's objective;
// none that had no stock when last asked. Indices into search.offers().
std::vector<std::uint32_t> fallbackOffers(const Search &search);

// The same as told. `candidates` are those of `shown`, and the offers are among them.
std::vector<Fallback> fallbacks(const std::vector<std::uint32_t> &offers, const std::vector<Candidate> &candidates, const Shown &shown, const Knowledge &knowledge);

} // namespace segplan
