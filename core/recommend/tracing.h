// Traces of one workload at several batches and precisions, each made once and shared by all cards - and by later evaluations: an edit of
// budget, region or deadline traces nothing again.
#pragma once

#include "base/result.h"
#include "estimate/memory/memory.h"
#include "estimate/time/time.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace segplan {

// The trace of a workload at a per-GPU batch and precision. Errors carry pointers inside the workload object ("/backbone").
Result<Graph> traceOf(const Workload &workload, int batchPerGpu, Precision precision, bool checkpointing);

// What is worked out from a trace alone: a hundredth of the trace's memory, so that it is kept when the trace itself has gone. Immutable and
// safe to share between threads.
class Traced {
public:
    Traced(std::shared_ptr<const Graph> graph, std::function<Result<Graph>()> again);
    // The trace; made again when it was not used for long.
    std::shared_ptr<const Graph> graph() const;
    const StepWork &work() const; // made when first asked for: the search for the largest batch needs none
    std::int64_t parameters() const { return m_parameters; } // trainable
    std::int64_t frozenParameters() const { return m_frozen; }
    double macsPerImage() const { return m_macs; }
    const std::optional<Text> &refusal() const { return m_refusal; } // singleValueNorm: what PyTorch refuses at batch 1
    std::size_t bytes() const; // of memory, without the trace

private:
    std::function<Result<Graph>()> m_again;
    mutable std::mutex m_mutex;
    mutable std::weak_ptr<const Graph> m_graph;
    mutable std::once_flag m_workOnce;
    mutable StepWork m_work;
    std::int64_t m_parameters, m_frozen;
    double m_macs;
    std::optional<Text> m_refusal;
};

class TraceStore; // all traces of one model at one crop; shared by caches of the same model

// Lazily made traces, replays and work lists of one workload, over a process-wide store with a bound on its memory (the models used longest ago
// go first). One cache belongs to one thread; several may work on one store at a time. References stay valid for the cache's lifetime.
class TraceCache {
public:
    explicit TraceCache(Workload workload);

    // Null when the workload cannot be traced at this batch; failure() then says why.
    const Traced *traced(int batchPerGpu, Precision precision, bool checkpointing);
    // Null as above. FP32 and TF32 replays are the same and shared unless the era gives FP32 kernels a workspace.
    const StepReplay *replay(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates);
    // The same without the allocator (`reserved` and `blocks` are 0), which is most of the work: for searches over many batches.
    const StepReplay *tensors(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates);
    // Batches that replay() or tensors() of this cache have been asked for: looking at them again costs nothing.
    std::vector<int> replayedBatches(Precision precision, bool checkpointing, bool ddp, bool accumulates) const;
    // Validation takes place; its replay is made once, for it depends on neither batch nor precision.
    void setValidation(Validation validation) { m_validation = validation; }
    const ValidationReplay *validation(); // null: no validation, or the network cannot take the image
    // One card's step; null: the workload cannot be traced, or a rate of the card is not known. `fingerprint`: of the knowledge.
    const GpuStep *step(const Gpu &gpu, Precision precision, bool checkpointing, int batchPerGpu, const Knowledge &knowledge, std::uint64_t fingerprint);
    const std::optional<Errors> &failure() const { return m_failure; }
    const Workload &workload() const { return m_workload; }

    // Of what steps depend on beside the workload: calibration and cards. Equal values, equal steps.
    static std::uint64_t fingerprint(const Knowledge &knowledge);
    // Model, crop and options: equal keys, equal traces.
    static std::string modelKey(const Workload &workload);
    // Forgets all traces of the process: for measurements of a cold start.
    static void forget();

private:
    friend class TraceStore;
    struct ReplayKey;
    const StepReplay *replayInto(const ReplayKey &key, Precision precision);
    using Asked = std::tuple<Precision, bool, bool, bool, int>;

    Workload m_workload;
    std::shared_ptr<TraceStore> m_store;
    std::set<Asked> m_asked;
    std::optional<Validation> m_validation;
    std::optional<Errors> m_failure; // of the last trace that failed
};

} // namespace segplan
