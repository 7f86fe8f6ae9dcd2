// Internal to evaluate/: the pieces that an evaluation is put together from.
#pragma once

#include "evaluate/evaluate.h"
#include "recommend/ranking.h"
#include "recommend/search.h"

namespace segplan {

// FP32, mixed precision, with checkpointing, with half the batch: each on the shown candidate's card.
std::vector<MemoryVariant> memoryVariants(TraceCache &cache, const Workload &workload, const Candidate &shown, const Gpu &gpu,
                                          const Knowledge &knowledge, Ledger &ledger);

// Largest batch per GPU whose tensors, with the share that fragmentation takes at least, the context and the libraries, are within the card's
// usable memory; at most 4096; 0 = none. At it the verdict is never "no", one image more is never "yes". Works on replays.
int largestBatch(TraceCache &cache, const Workload &workload, Precision precision, int gpus, const Gpu &gpu, const Knowledge &knowledge);

// For every card that a self-service type has.
std::vector<CardLine> cardLines(TraceCache &cache, const Workload &workload, int gpus, const Knowledge &knowledge, const Candidate *shown);

// The published memory measurement nearest to the workload, with our figure for that measurement's own setting; nothing when no
// measurement has this model or none can be traced.
std::optional<NearestMeasurement> nearestMeasurement(const Workload &workload, int batchPerGpu, Precision precision, const Knowledge &knowledge);

// The rule of thumb for the preset the plan was made from: the best offer with the GPU it names, and what is told of it.
std::optional<std::uint32_t> ruleOffer(const Plan &plan, const Search &search);
std::optional<RuleAnswer> ruleAnswer(const Plan &plan, const std::vector<Candidate> &candidates);

std::optional<LaunchCommand> launchCommand(const Plan &plan, const Candidate &candidate, const InstanceType &type, const StorageAdvice &storage,
                                           const Knowledge &knowledge, const std::string &nowUtc);

// What the evaluation itself found worth telling: a batch that had to be split, a substituted precision, old prices.
std::vector<Issue> findings(const Plan &plan, const Recommendation &recommendation, const std::vector<Candidate> &candidates,
                            const Knowledge &knowledge);

} // namespace segplan
