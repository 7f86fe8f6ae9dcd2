// The requirements as rules in a fixed order, and the ranking of what passes.
#pragma once

#include "recommend/search.h"

namespace segplan {

// FP64 at half the FP32 rate: compute capability 6.0 (P100), 7.0 (V100), 8.0 (A100, A30), 9.0 without the export cut of H20.
// CUDA C++ Programming Guide, arithmetic instruction throughput.
bool usableFp64(const Gpu &gpu);
// CUDA 10 and frameworks of its time know compute capabilities up to 7.5.
bool runsOldFrameworks(const Gpu &gpu);

struct RuleInput {
    const Candidate &candidate;
    const InstanceType &type;
    const Gpu &gpu;
    const Plan &plan;
    std::optional<Price> price; // for this purchase in this region
    bool hourlyPriceKnown = false; // pay-as-you-go in this region
    std::optional<Precision> substitutedFor; // the precision asked for, when the GPU lacks it
    std::optional<Text> batchProblem; // why the global batch cannot be split or trained
    std::optional<Bytes> hostMemoryNeeded; // without page cache
};
// The first rule that fails, with its numbers; nothing when all hold. Order: type and family, GPUs per
// instance, domestic silicon, availability, FP64, old framework, precision, batch, memory, host memory, price, most GPUs, time, deadline, budget.
std::optional<Reason> firstFailedRule(const RuleInput &input);
// Position of a reason's rule in that order; larger = failed later. -1: not a rule.
int ruleOrder(const std::string &code);

// Sorts (ok, tight, rejected; by cost, then time), sets rank and the Pareto mark, adds the reasons of the accepted ones.
void rankCandidates(std::vector<Candidate> &candidates, const Plan &plan);

// Index of the candidate nearest to acceptance when all are rejected (failed the latest rule, then cheapest); -1: no candidates.
int nearestCandidate(const std::vector<Candidate> &candidates);
// Recommended and next best with the reason. Candidates are ranked.
void chooseCandidates(Recommendation &recommendation, const std::vector<Candidate> &candidates, const Plan &plan);

} // namespace segplan
