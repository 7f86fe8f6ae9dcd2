#include "recommend/tracing.h"

#include "plan/model_spec.h"
#include "zoo/refusals.h"

#include <algorithm>
#include <atomic>
#include <list>

namespace segplan {

Result<Graph> traceOf(const Workload &w, int batchPerGpu, Precision precision, bool checkpointing)
{
    TraceSettings settings;
    settings.autocast = isAmp(precision);
    settings.rules = retentionRules(w.pytorch);
    settings.checkpointing = checkpointing;
    settings.freezeBackbone = w.freezeBackbone;
    return buildModel(modelSpec(w, batchPerGpu), settings);
}

namespace {

std::size_t bytesOf(const Graph &g)
{
    const auto of = [](const auto &v) { return v.capacity() * sizeof(v[0]); };
    std::size_t names = of(g.names);
    for (const auto &n : g.names)
        names += n.piece.capacity() > 15 ? n.piece.capacity() : 0;
    return of(g.storages) + of(g.values) + of(g.operands) + of(g.savedStorages) + of(g.ops) + of(g.convs) + of(g.events) + names;
}

// Keeps traces alive that were used last; who works on one holds it as well.
class GraphKeeper {
public:
    void keep(std::shared_ptr<const Graph> graph)
    {
        const std::lock_guard lock(m_mutex);
        const auto it = std::find_if(m_kept.begin(), m_kept.end(), [&](const auto &entry) { return entry.first == graph; });
        if (it != m_kept.end()) {
            m_kept.splice(m_kept.begin(), m_kept, it);
            return;
        }
        m_bytes += bytesOf(*graph);
        m_kept.emplace_front(std::move(graph), 0);
        m_kept.front().second = bytesOf(*m_kept.front().first);
        while (m_bytes > mostBytes && m_kept.size() > 1) {
            m_bytes -= m_kept.back().second;
            m_kept.pop_back();
        }
    }
    void clear()
    {
        const std::lock_guard lock(m_mutex);
        m_kept.clear();
        m_bytes = 0;
    }

private:
    static constexpr std::size_t mostBytes = 96u << 20;
    std::mutex m_mutex;
    std::list<std::pair<std::shared_ptr<const Graph>, std::size_t>> m_kept;
    std::size_t m_bytes = 0;
};

GraphKeeper &keeper()
{
    static GraphKeeper all;
    return all;
}

} // namespace

Traced::Traced(std::shared_ptr<const Graph> graph, std::function<Result<Graph>()> again)
    : m_again(std::move(again)), m_graph(graph), m_parameters(graph->parameterCount()), m_frozen(graph->frozenParameterCount()), m_macs(graph->macsPerImage()),
      m_refusal(singleValueNorm(*graph))
{
    keeper().keep(std::move(graph));
}

std::shared_ptr<const Graph> Traced::graph() const
{
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<const Graph> graph = m_graph.lock();
    if (!graph) {
        graph = std::make_shared<const Graph>(m_again().value()); // it was made before
        m_graph = graph;
    }
    keeper().keep(graph);
    return graph;
}

const StepWork &Traced::work() const
{
    std::call_once(m_workOnce, [this] { m_work = stepWork(*graph()); });
    return m_work;
}

std::size_t Traced::bytes() const { return sizeof(*this) + 256 * sizeof(WorkItem); } // the work may yet be made: some hundred kinds of kernel

// Of a step: what the replay depends on beside the trace.
struct TraceCache::ReplayKey {
    int batch = 1;
    Precision precision = Precision::Fp32; // TF32 is kept as FP32 where both are the same
    bool checkpointing = false, ddp = false, accumulates = false, played = false;
    Optimizer optimizer = Optimizer::SgdMomentum;
    bool zeroInPlace = false, benchmark = false;
    auto tie() const { return std::tie(batch, precision, checkpointing, ddp, accumulates, played, optimizer, zeroInPlace, benchmark); }
    bool operator<(const ReplayKey &o) const { return tie() < o.tie(); }
};

class TraceStore {
public:
    using GraphKey = std::tuple<int, bool, bool>; // batch, autocast, checkpointing
    using ReplayKey = TraceCache::ReplayKey;
    using ValidationKey = std::tuple<ValidationMode, int, int>;

    template <class Key, class Value, class Make>
    std::shared_ptr<const Value> get(std::map<Key, std::shared_ptr<const Value>> &map, const Key &key, Make &&make)
    {
        {
            const std::lock_guard lock(mutex);
            if (const auto it = map.find(key); it != map.end())
                return it->second;
        }
        std::shared_ptr<const Value> made = make(); // outside of the lock: two threads may make the same, the first to end is kept
        const std::lock_guard lock(mutex);
        return map.emplace(key, std::move(made)).first->second;
    }

    mutable std::mutex mutex;
    struct TraceResult {
        std::optional<Errors> failure;
        std::unique_ptr<const Traced> traced;
    };
    std::map<GraphKey, std::shared_ptr<const TraceResult>> traces;
    std::map<ReplayKey, std::shared_ptr<const StepReplay>> replays;
    std::map<ValidationKey, std::shared_ptr<const std::optional<ValidationReplay>>> validations;
    using StepKey = std::tuple<std::uint64_t, Optimizer, bool, Precision, bool, int, std::string>; // knowledge, zeroed in place, checkpointing, batch, card
    std::map<StepKey, std::shared_ptr<const std::optional<GpuStep>>> steps;
    std::atomic<std::size_t> bytes = 0;
};

namespace {

// The stores of the process, those used last in front.
class Stores {
public:
    std::shared_ptr<TraceStore> take(const std::string &key)
    {
        const std::lock_guard lock(m_mutex);
        const auto it = std::find_if(m_stores.begin(), m_stores.end(), [&](const auto &entry) { return entry.first == key; });
        if (it != m_stores.end()) {
            m_stores.splice(m_stores.begin(), m_stores, it);
        } else {
            m_stores.emplace_front(key, std::make_shared<TraceStore>());
        }
        // Evaluations that still work on a store that goes keep it alive until they end.
        std::size_t bytes = 0, kept = 0;
        for (auto entry = m_stores.begin(); entry != m_stores.end();) {
            bytes += entry->second->bytes;
            const bool keep = kept == 0 ? entry->second->bytes <= mostBytes : kept < mostStores && bytes <= mostBytes;
            ++kept;
            if (keep) {
                ++entry;
            } else if (kept == 1) { // one model alone is over the bound: it starts anew
                entry->second = std::make_shared<TraceStore>();
                bytes = 0;
                ++entry;
            } else {
                entry = m_stores.erase(entry);
            }
        }
        return m_stores.front().second;
    }
    void clear()
    {
        const std::lock_guard lock(m_mutex);
        m_stores.clear();
    }

private:
    static constexpr std::size_t mostStores = 256; // a plan looks at a dozen crops
    static constexpr std::size_t mostBytes = 96u << 20;
    std::mutex m_mutex;
    std::list<std::pair<std::string, std::shared_ptr<TraceStore>>> m_stores;
};

Stores &stores()
{
    static Stores all;
    return all;
}

} // namespace

std::string TraceCache::modelKey(const Workload &w)
{
    const ModelOptions &o = w.options;
    std::string key = w.model + '|' + w.backbone + '|' + w.implementation + '|' + o.stem.value_or("") + '|' + o.upsampling.value_or("");
    const auto number = [&key](int n) { (key += '|') += std::to_string(n); };
    for (const int n : {o.outputStride.value_or(-1), o.auxiliaryHead ? int{*o.auxiliaryHead} : -1, o.headDilation.value_or(-1), o.pretrainWindow.value_or(-1),
                        o.segmentsPerImage.value_or(-1), w.inputChannels, w.classes, w.cropHeight, w.cropWidth, static_cast<int>(w.pytorch), int{w.freezeBackbone}})
        number(n);
    for (const int n : o.multiGrid)
        number(n);
    return key;
}

void TraceCache::forget()
{
    stores().clear();
    keeper().clear();
}

TraceCache::TraceCache(Workload workload) : m_workload(std::move(workload)), m_store(stores().take(modelKey(m_workload))) {}

const Traced *TraceCache::traced(int batchPerGpu, Precision precision, bool checkpointing)
{
    const auto made = m_store->get(m_store->traces, TraceStore::GraphKey{batchPerGpu, isAmp(precision), checkpointing}, [&] {
        auto result = std::make_shared<TraceStore::TraceResult>();
        const auto trace = [w = m_workload, batchPerGpu, precision, checkpointing] { return traceOf(w, batchPerGpu, precision, checkpointing); };
        Result<Graph> graph = trace();
        if (graph) {
            result->traced = std::make_unique<Traced>(std::make_shared<const Graph>(std::move(graph).value()), trace);
            m_store->bytes += result->traced->bytes();
        } else {
            result->failure = graph.errors();
        }
        return result;
    });
    if (!made->traced)
        m_failure = made->failure;
    return made->traced.get();
}

const StepReplay *TraceCache::replayInto(const ReplayKey &key, Precision precision)
{
    const Traced *t = traced(key.batch, precision, key.checkpointing);
    if (!t)
        return nullptr;
    return m_store->get(m_store->replays, key, [&] {
        Workload w = m_workload;
        w.gradientAccumulation = key.accumulates ? 2 : 1;
        w.nodes = 1;
        const int gpus = key.ddp ? 2 : 1;
        const std::shared_ptr<const Graph> graph = t->graph();
        auto replay = std::make_shared<const StepReplay>(key.played ? replayWorkload(*graph, w, key.precision, gpus) : replayTensors(*graph, w, key.precision, gpus));
        m_store->bytes += sizeof(StepReplay) + replay->trainableBytes.capacity() * sizeof(std::int64_t);
        return replay;
    }).get();
}

namespace {

// Only old eras give FP32 kernels a workspace that TF32 kernels lack.
Precision replayed(const Workload &w, Precision p) { return p == Precision::Tf32 && w.pytorch == PytorchEra::V2 ? Precision::Fp32 : p; }

} // namespace

const StepReplay *TraceCache::replay(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates)
{
    m_asked.emplace(replayed(m_workload, precision), checkpointing, ddp, accumulates, batchPerGpu);
    return replayInto({batchPerGpu, replayed(m_workload, precision), checkpointing, ddp || m_workload.nodes > 1, accumulates, true, m_workload.optimizer,
                       m_workload.zeroGradInPlace, m_workload.cudnnBenchmark}, precision);
}

const StepReplay *TraceCache::tensors(int batchPerGpu, Precision precision, bool checkpointing, bool ddp, bool accumulates)
{
    m_asked.emplace(replayed(m_workload, precision), checkpointing, ddp, accumulates, batchPerGpu);
    ReplayKey key{batchPerGpu, replayed(m_workload, precision), checkpointing, ddp || m_workload.nodes > 1, accumulates, true, m_workload.optimizer,
                  m_workload.zeroGradInPlace, m_workload.cudnnBenchmark};
    {
        const std::lock_guard lock(m_store->mutex);
        if (const auto it = m_store->replays.find(key); it != m_store->replays.end())
            return it->second.get();
    }
    key.played = false;
    return replayInto(key, precision);
}

const ValidationReplay *TraceCache::validation()
{
    if (!m_validation)
        return nullptr;
    const auto made = m_store->get(m_store->validations, TraceStore::ValidationKey{m_validation->mode, m_validation->height, m_validation->width},
                                   [&] { return std::make_shared<const std::optional<ValidationReplay>>(replayValidation(m_workload, *m_validation)); });
    return *made ? &**made : nullptr;
}

std::uint64_t TraceCache::fingerprint(const Knowledge &knowledge)
{
    std::uint64_t hash = 1469598103934665603u; // FNV-1a
    const auto bytes = [&hash](const void *data, std::size_t size) {
        for (const auto *b = static_cast<const unsigned char *>(data), *end = b + size; b != end; ++b)
            hash = (hash ^ *b) * 1099511628211u;
    };
    const auto text = [&](const std::string &s) { bytes(s.c_str(), s.size() + 1); };
    const auto number = [&](const std::optional<double> &v) {
        const double known = v.value_or(-1);
        bytes(&known, sizeof known);
    };
    for (const Calibration &c : knowledge.calibration) {
        if (c.key.rfind("time.", 0) != 0)
            continue;
        text(c.key);
        text(c.scope);
        for (const auto &v : {std::optional(c.value), c.low, c.high})
            number(v);
    }
    for (const Gpu &g : knowledge.gpus) {
        text(g.id);
        text(g.architecture);
        text(g.computeCapability);
        for (const auto &v : {g.fp32Tflops, g.tf32Tflops, g.fp16Tflops, g.bf16Tflops, g.memoryGbps, g.nvlinkGbps, g.tdpWatts, std::optional<double>(g.tensorCores)})
            number(v);
    }
    return hash;
}

const GpuStep *TraceCache::step(const Gpu &gpu, Precision precision, bool checkpointing, int batchPerGpu, const Knowledge &knowledge, std::uint64_t fingerprint)
{
    const TraceStore::StepKey key{fingerprint, m_workload.optimizer, m_workload.zeroGradInPlace, precision, checkpointing, batchPerGpu, gpu.id};
    const auto made = m_store->get(m_store->steps, key, [&] {
        std::optional<GpuStep> out;
        if (const Traced *t = traced(batchPerGpu, precision, checkpointing)) {
            Ledger scratch; // its terms are noted again where they are shown
            out = gpuStep(t->work(), m_workload, precision, gpu, knowledge, scratch);
        }
        m_store->bytes += sizeof(GpuStep) + 400;
        return std::make_shared<const std::optional<GpuStep>>(std::move(out));
    });
    return *made ? &**made : nullptr;
}

std::vector<int> TraceCache::replayedBatches(Precision precision, bool checkpointing, bool ddp, bool accumulates) const
{
    std::vector<int> batches;
    const Asked from{replayed(m_workload, precision), checkpointing, ddp, accumulates, 0};
    for (auto it = m_asked.lower_bound(from); it != m_asked.end(); ++it) {
        const auto &[p, recomputed, distributed, accumulated, batch] = *it;
        if (std::tie(p, recomputed, distributed, accumulated) != std::tie(std::get<0>(from), checkpointing, ddp, accumulates))
            break;
        batches.push_back(batch);
    }
    return batches;
}

} // namespace segplan
