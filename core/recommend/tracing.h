// Traces of one workload at several batches and precisions, each made once and shared by all cards.
#pragma once

#include "base/result.h"
#include "estimate/memory/memory.h"
#include "estimate/time/time.h"

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace segplan {

// The trace of a workload at a per-GPU batch and precision. Errors carry pointers inside the workload object ("/backbone").
Result<Graph> traceOf(const Workload &workload, int batchPerGpu, Precision precision, bool checkpointing);

// Lazily made traces, replays and work lists of one workload. Not thread safe; references stay valid for its lifetime.
class TraceCache {
public:
    explicit TraceCache(Workload workload) : m_workload(std::move(workload)) {}

    class Traced {
    public:
        Graph graph;
        const StepWork &work() const; // made when first asked for: the search for the largest batch needs none

    private:
        mutable std::optional<StepWork> m_work;
    };
    // Null when the workload cannot be traced at this batch; failure() then says why.
    const Traced *traced(int batchPerGpu, Precision precision, bool checkpointing);
    // Null as above. FP32 and TF32 replays are the same and shared.
    const StepReplay *replay(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates);
    // The same without the allocator (`reserved` and `blocks` are 0), which is most of the work: for searches over many batches.
    const StepReplay *tensors(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates);
    // Batches that replay() or tensors() have been asked for: looking at them again costs nothing.
    std::vector<int> replayedBatches(Precision precision, bool checkpointing, bool ddp, bool accumulates) const;
    // Validation takes place; its replay is made once, for it depends on neither batch nor precision.
    void setValidation(Validation validation) { m_validation = validation; }
    const ValidationReplay *validation(); // null: no validation, or the network cannot take the image
    const std::optional<Errors> &failure() const { return m_failure; }
    const Workload &workload() const { return m_workload; }

private:
    Workload m_workload;
    std::map<std::tuple<int, bool, bool>, std::unique_ptr<Traced>> m_traces; // batch, autocast, checkpointing
    using ReplayKey = std::tuple<int, bool, bool, bool, bool>; // batch, autocast, checkpointing, DDP, accumulation
    const StepReplay *replayInto(std::map<ReplayKey, std::unique_ptr<StepReplay>> &map, const ReplayKey &key, Precision precision, bool played);
    std::map<ReplayKey, std::unique_ptr<StepReplay>> m_replays, m_tensors;
    std::optional<Validation> m_validation;
    std::optional<std::optional<ValidationReplay>> m_validationReplay; // made; whether it could be
    std::optional<Errors> m_failure; // of the last trace that failed
};

} // namespace segplan
