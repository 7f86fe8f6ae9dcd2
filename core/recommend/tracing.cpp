#include "recommend/tracing.h"

#include "plan/model_spec.h"

namespace segplan {

namespace {


} // namespace

Result<Graph> traceOf(const Workload &w, int batchPerGpu, Precision precision, bool checkpointing)
{
    TraceSettings settings;
    settings.autocast = isAmp(precision);
    settings.rules = retentionRules(w.pytorch);
    settings.checkpointing = checkpointing;
    settings.freezeBackbone = w.freezeBackbone;
    return buildModel(modelSpec(w, batchPerGpu), settings);
}

const StepWork &TraceCache::Traced::work() const
{
    if (!m_work)
        m_work = stepWork(graph);
    return *m_work;
}

const TraceCache::Traced *TraceCache::traced(int batchPerGpu, Precision precision, bool checkpointing)
{
    auto &slot = m_traces[{batchPerGpu, isAmp(precision), checkpointing}];
    if (!slot) {
        Result<Graph> graph = traceOf(m_workload, batchPerGpu, precision, checkpointing);
        if (!graph) {
            m_failure = graph.errors();
            return nullptr;
        }
        slot = std::make_unique<Traced>();
        slot->graph = std::move(graph).value();
    }
    return slot.get();
}

const StepReplay *TraceCache::replayInto(std::map<ReplayKey, std::unique_ptr<StepReplay>> &map, const ReplayKey &key, Precision precision, bool played)
{
    auto &slot = map[key];
    if (!slot) {
        const auto [batch, half, checkpointing, ddp, accumulates] = key;
        const Traced *t = traced(batch, precision, checkpointing);
        if (!t)
            return nullptr;
        Workload w = m_workload;
        w.gradientAccumulation = accumulates ? 2 : 1;
        slot = std::make_unique<StepReplay>(played ? replayWorkload(t->graph, w, precision, ddp ? 2 : 1) : replayTensors(t->graph, w, precision, ddp ? 2 : 1));
    }
    return slot.get();
}

const StepReplay *TraceCache::replay(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates)
{
    return replayInto(m_replays, {batchPerGpu, isAmp(precision), checkpointing, ddp, accumulates}, precision, true);
}

const StepReplay *TraceCache::tensors(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates)
{
    const ReplayKey key{batchPerGpu, isAmp(precision), checkpointing, ddp, accumulates};
    if (const auto it = m_replays.find(key); it != m_replays.end() && it->second)
        return it->second.get();
    return replayInto(m_tensors, key, precision, false);
}

const ValidationReplay *TraceCache::validation()
{
    if (!m_validation)
        return nullptr;
    if (!m_validationReplay)
        m_validationReplay = replayValidation(m_workload, *m_validation);
    return *m_validationReplay ? &**m_validationReplay : nullptr;
}

std::vector<int> TraceCache::replayedBatches(Precision precision, bool checkpointing, bool ddp, bool accumulates) const
{
    std::vector<int> batches;
    for (const auto *map : {&m_replays, &m_tensors}) {
        for (const auto &[key, replay] : *map) {
            const auto &[batch, half, recomputed, distributed, accumulated] = key;
            if (replay && half == isAmp(precision) && recomputed == checkpointing && distributed == ddp && accumulated == accumulates)
                batches.push_back(batch);
        }
    }
    return batches;
}

} // namespace segplan
