// The requirements as rules in a fixed order: decided on numbers for thousands of offers, told in sentences for those shown.
#pragma once

#include "recommend/recommend.h"

#include <string>

namespace segplan {

// In the order in which they are asked; a candidate is rejected by the first that fails. Names: ruleCode().
enum class Rule : std::uint8_t {
    Type, Family, ExcludedFamily, GpuCount, Domestic, Availability, Fp64, OldFramework, Bf16, Nvlink, HostMemoryAsked, // of the machine alone
    Precision, Batch, Memory, ValidationMemory, HostMemory, // of the workload on it
    NoPrice, MaxGpus, Network, TimeUnknown, Deadline, Budget, // of the offer
    None // all hold
};
const char *ruleCode(Rule rule); // "type" "family" ... "budget"; "" for None
// Position of a reason's rule in that order; larger = failed later. -1: not a rule.
int ruleOrder(const std::string &code);

// FP64 at half the FP32 rate: compute capability 6.0 (P100), 7.0 (V100), 8.0 (A100, A30), 9.0 without the export cut of H20.
// CUDA C++ Programming Guide, arithmetic instruction throughput.
bool usableFp64(const Gpu &gpu);
// CUDA 10 and frameworks of its time know compute capabilities up to 7.5.
bool runsOldFrameworks(const Gpu &gpu);
// "ecs.gn7i" -> "gn7i"; users write families either way.
std::string bareFamily(const std::string &family);
bool namesFamily(const std::vector<std::string> &families, const std::string &family);
// Sold by invitation or ticket: ranked where the plan allows it, with a mark.
bool askedFirst(const InstanceType &type);

// The first rule of the machine alone that fails.
Rule failedMachineRule(const InstanceType &type, const Gpu &gpu, int nodes, const Plan &plan);

// What the later rules read.
struct RuleFacts {
    bool precisionLacking = false; // the card has neither the precision asked for nor a substitute
    bool batchProblem = false; // the batch cannot be split or trained
    bool memoryKnown = false;
    Fits fits = Fits::No, trainingFits = Fits::No;
    std::optional<Bytes> hostMemoryNeeded; // without page cache
};
Rule failedSettingRule(const RuleFacts &facts, const InstanceType &type);

struct OfferFacts {
    bool priced = false, weakPrice = false; // for this purchase in this region
    bool networkKnown = true; // of several nodes
    bool timed = false;
    std::optional<double> hours; // middle of the wall clock
    std::optional<Money> cost;
};
Rule failedOfferRule(const OfferFacts &facts, const InstanceType &type, int nodes, const Requirements &requirements);

// The sentence for a failed rule, with its numbers.
struct RuleInput {
    const Candidate &candidate;
    const InstanceType &type;
    const Gpu &gpu;
    const Plan &plan;
    bool weakPrice = false, hourlyPriceKnown = false; // pay-as-you-go in this region
    std::size_t regions = 1; // that one row speaks for
    std::optional<Text> batchProblem; // why the global batch cannot be split or trained
    std::optional<Text> timeProblem; // why the card's speed is not known
    std::optional<Bytes> hostMemoryNeeded;
};
Reason reasonFor(Rule rule, const RuleInput &input);

} // namespace segplan
