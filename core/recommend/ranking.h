// The offers worth showing as candidates, with what speaks for and against each.
#pragma once

#include "recommend/search.h"

namespace segplan {

struct Shown {
    std::vector<Candidate> candidates; // in the order of the offers; ranks count all accepted offers, shown or not
    std::vector<std::uint32_t> offers; // of each candidate
    int indexOf(std::uint32_t offer) const; // -1: not shown
};
// All offers of a small search. Of a large one the front, the best overall, the best of every machine and of every card in every region and
// way of buying, as long as there is room. `always`: offers that have to be among them.
Shown showCandidates(Search &search, Ledger &ledger, const std::vector<std::uint32_t> &always = {});

// Index of the candidate nearest to acceptance when all are rejected (failed the latest rule, then cheapest); -1: no candidates.
int nearestCandidate(const std::vector<Candidate> &candidates);
// Recommended and next best with the reason. Candidates are ranked.
void chooseCandidates(Recommendation &recommendation, const std::vector<Candidate> &candidates, const Plan &plan);

// "ecs.gn7i-c16g1.4xlarge", "2 nodes of ...".
TextArg machineName(const std::string &instanceType, int nodes);
// How the second stands to the first in time and money, as a sentence: "1.4 x slower and 31 CNY more".
Text comparison(Range<Seconds> firstTime, Money firstCost, Range<Seconds> time, Money cost);

} // namespace segplan
