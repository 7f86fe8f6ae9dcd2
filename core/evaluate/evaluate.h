// The one front door: evaluate(plan, knowledge) -> Evaluation. Pure; may run on any thread.
#pragma once

#include "estimate/cost/break_even.h"
#include "evaluate/remedies.h"
#include "handover/command.h"
#include "recommend/recommend.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace segplan {

// One bar of the memory chart: the chosen workload under another precision, checkpointing or batch.
struct MemoryVariant {
    Text name; // "FP32", "AMP BF16", "+ checkpointing", "batch 2"
    Precision precision = Precision::Fp32;
    bool checkpointing = false;
    int batchPerGpu = 1;
    bool current = false; // the recommended setting
    MemoryEstimate memory;
};

struct CardLine { std::string gpu; Bytes usable; int maxBatch = 0; /* largest batch per GPU, 0 = none */ };

struct NearestMeasurement {
    std::string label; // "DeepLabV3+ R-101, 512x1024, batch 2"
    Bytes published, ours;
    double distance = 0; // 0 = the same setting
    Source source;
};

struct Evaluation {
    Plan plan; // what was evaluated
    std::vector<Issue> issues; // any Error: the rest is empty
    Ledger ledger; // every Figure below points here
    std::int64_t parameters = 0; // trainable
    double macsPerImage = 0;
    TermId parametersTerm = noTerm, macsTerm = noTerm;
    std::vector<Candidate> candidates; // ranked first, then rejected; of a large search those worth showing
    // Ways to run and buy the job that were compared: of every machine (type x nodes) its settings (batch, accumulation, precision, checkpointing)
    // times its offers (region, purchase) with a price; without a price the settings alone. Time does not depend on the offer, and on one machine
    // cost grows with time, so that each setting is timed once and each offer priced for the fastest.
    std::size_t combinations = 0;
    std::size_t settingsTimed = 0, offersPriced = 0; // computed for it
    std::size_t notShown = 0; // of the offers, those without a row in `candidates`
    double milliseconds = 0;
    std::vector<int> frontier; // candidates that none is both cheaper and faster than, from cheap to fast
    std::vector<Fallback> fallbacks; // up to three, should the recommended one be out of stock
    std::vector<Alternative> alternatives; // settings of the shown candidate's machine, fastest first
    std::vector<BreakEven> breakEvens; // of the shown candidate's machine, between its ways of buying
    std::vector<CostLine> costOverHours; // the same as lines over hours of use
    std::vector<WhatIf> whatIfs; // what saves most first
    std::vector<Inverse> inverses; // with a budget or a deadline
    Recommendation recommendation;
    std::optional<MemoryEstimate> memory; // of the recommended (or nearest) setting, with timeline and layers
    std::vector<MemoryVariant> variants;
    std::vector<CardLine> cards;
    std::vector<Remedy> remedies; // for the shown candidate
    std::optional<Crop2d> largestCrop; // at its batch, on its card
    std::optional<NearestMeasurement> nearest;
    std::optional<RuleAnswer> rule;
    Flow flow;
    std::optional<LaunchCommand> command;
    std::string knowledgeVersion, pricesAsOf;
};

struct EvaluateOptions {
    std::string nowUtc; // "2026-11-30T12:00:00Z"; the auto-release time is computed from it. Empty: the argument is left out
    std::function<bool()> cancelled; // polled between candidates; may be null
    bool consequences = true; // what-if and inverse: further searches over changed plans
};

Evaluation evaluate(const Plan &plan, const Knowledge &knowledge, const EvaluateOptions &options = {});

// One workload on one GPU (segplan estimate).
struct WorkloadEstimate {
    std::int64_t parameters = 0; // trainable
    std::int64_t frozenParameters = 0;
    double macsPerImage = 0;
    MemoryEstimate memory;
    std::optional<TimeEstimate> time;
    int maxBatchPerGpu = 0; // 0: not even one image fits; -1: not known, for the card's usable memory is not
    std::optional<NearestMeasurement> nearest;
    std::vector<Remedy> remedies; // with `explain`
    std::optional<Crop2d> largestCrop; // with `explain`
    Ledger ledger;
};
// `explain`: with the timeline, the table by layer, what would make it smaller and the largest crop.
Result<WorkloadEstimate> estimateWorkload(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge, bool explain = false);

// The trace of a workload at a per-GPU batch and precision; errors carry the workload's pointers.
Result<Graph> traceWorkload(const Workload &workload, int batchPerGpu, Precision precision, bool checkpointing);

} // namespace segplan
