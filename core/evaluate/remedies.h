// What makes a workload need less GPU memory, with what each step saves and what it costs.
#pragma once

#include "estimate/memory/memory.h"
#include "estimate/time/time.h"
#include "plan/fields.h"
#include "recommend/tracing.h"

#include <optional>
#include <vector>

namespace segplan {

// One change of the setting. Figures are of the changed setting on the same card.
struct Remedy {
    std::string id; // "amp" "checkpointing" "amp-checkpointing" "accumulation" "smaller-crop" "freeze-backbone" "free-gradients"
    Text name; // "Mixed precision (BF16)"
    Fix fix; // the fields to set, one undo step
    Figure<Bytes> saved; // device memory before less after; negative when it takes more
    Figure<Bytes> device;
    Bytes low, high; // 90 % range of device
    Fits fits = Fits::No;
    std::optional<double> timeRatio; // seconds per optimizer step after / before, same global batch; absent when either is not known
    std::optional<Seconds> extraTime; // after less before
};

struct Crop2d { int height = 0, width = 0; };

// A concrete setting on one card: `workload` with batch, precision, GPUs and accumulation fixed.
struct RemedyContext {
    const Workload &workload;
    const Gpu &gpu;
    const HostShape &host;
    const Knowledge &knowledge;
    Ledger &ledger;
    const ValidationReplay *validation = nullptr;
    TraceCache *cache = nullptr; // of the same workload: traces it has are not made again
};

// Remedies that apply to the setting, those that save most first. Changes that the model cannot take are left out.
std::vector<Remedy> remedies(const RemedyContext &context);

// The largest crop of the same shape (sides in steps of 32 pixels; 32 n + 1 stays so) whose estimate, middle of the range,
// is within the card's usable memory at the given batch; at most 16 times the given sides. Nothing when not even the smallest that the network
// takes does, or the card's usable memory is not known.
std::optional<Crop2d> largestCrop(const RemedyContext &context);

} // namespace segplan
