// Seconds per training iteration: a roofline per operation, plus launches, communication and the input pipeline.
#pragma once

#include "graph/graph.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

enum class BoundBy { Compute, Memory, Launch, Input, Network };
const char *boundByName(BoundBy b); // "compute" "memory" "launch" "input" "network"

// What of a graph the roofline needs, summed once per graph: the work does not depend on the card.
struct WorkItem {
    OpKind kind = OpKind::Elementwise;
    double macs = 0; // of the whole batch; backward passes are separate items
    double bytes = 0; // read + written
    bool half = false; // runs in 16 bit
    bool depthwise = false;
    bool tensorCore = false; // shape conditions for tensor cores hold
    bool backward = false;
    double waves = 0; // output elements: tells small kernels from big ones
};
struct StepWork {
    std::vector<WorkItem> items;
    int launches = 0;
    std::int64_t parameters = 0; // trainable
    std::int64_t parameterTensors = 0;
    int batch = 1;
};
StepWork stepWork(const Graph &graph);

// Where the work runs.
struct HostShape {
    int vcpu = 0; // whole instance; 0: unknown (no input-pipeline term)
    int gpusPerNode = 1, nodes = 1;
    bool nvlink = false;
    std::optional<double> networkGbps, rdmaGbps;
};

struct TimeEstimate {
    Figure<Seconds> perIteration; // one optimizer step, all accumulation micro-steps included
    Seconds low, high; // 90 % range
    BoundBy boundBy = BoundBy::Compute;
    Figure<Seconds> compute, memoryTraffic, launch, communication, optimizer; // parts of the GPU's step (sum = gpu)
    Figure<Seconds> gpu; // the GPU's own step
    Figure<Seconds> input; // the loader's time per iteration on this host; the step takes the larger of both
    double vcpuNeeded = 0; // for the loader to keep up with the GPUs, whole instance
};

// Seconds of one iteration with `accumulation` micro-steps on `gpus` = host.gpusPerNode x host.nodes cards.
// Nothing when the card's rates are unknown for this precision. Unsupported precision (BF16 or TF32 on Volta/Turing) is the caller's to exclude.
std::optional<TimeEstimate> estimateTime(const StepWork &work, const Workload &workload, Precision precision, int accumulation,
                                         const Gpu &gpu, const HostShape &host, const Knowledge &knowledge, Ledger &ledger);

// True when the card has this precision: TF32/BF16 need Ampere or later, AMP-FP16 needs tensor cores to pay (allowed without).
bool supportsPrecision(const Gpu &gpu, Precision precision);

// Iterations of the whole job (one run): from the schedule, the data set and the global batch. Nothing when epochs are asked for and the
// number of images is unknown.
std::optional<std::int64_t> iterationsOf(const Workload &workload, int globalBatch, const Knowledge &knowledge);

} // namespace segplan
