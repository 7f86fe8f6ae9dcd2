#include "evaluate/parts.h"

#include "plan/model_spec.h"
#include "zoo/inference.h"
#include "zoo/refusals.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace segplan {

namespace {


Text precisionText(Precision p)
{
    switch (p) {
    case Precision::Fp32: return SP_T("core", "FP32");
    case Precision::Tf32: return SP_T("core", "TF32");
    case Precision::AmpFp16: return SP_T("core", "AMP FP16");
    case Precision::AmpBf16: return SP_T("core", "AMP BF16");
    }
    return SP_T("core", "FP32");
}

std::optional<MemoryEstimate> memoryAt(TraceCache &cache, const Workload &workload, Precision precision, bool checkpointing, int batch,
                                       int accumulation, int gpus, const Gpu &gpu, const Knowledge &knowledge, Ledger &ledger)
{
    const StepReplay *replay = cache.replay(batch, precision, checkpointing, gpus > 1, accumulation > 1);
    const auto *traced = cache.traced(batch, precision, checkpointing);
    if (!replay || !traced)
        return std::nullopt;
    Candidate setting;
    setting.gpus = gpus;
    setting.precision = precision;
    setting.batchPerGpu = batch;
    setting.accumulation = accumulation;
    Workload w = workloadOf(workload, setting);
    w.activationCheckpointing = checkpointing;
    w.checkpointingOpen = false;
    return memoryOnCard(*replay, *traced->graph(), w, precision, gpus, gpu, knowledge, ledger, cache.validation());
}

} // namespace

std::vector<MemoryVariant> memoryVariants(TraceCache &cache, const Workload &workload, const Candidate &shown, const Gpu &gpu,
                                          const Knowledge &knowledge, Ledger &ledger)
{
    std::vector<MemoryVariant> out;
    const int gpus = shown.gpus * shown.nodes;
    const bool checkpointed = shown.checkpointing;
    const auto add = [&](Text name, Precision precision, bool checkpointing, int batch) {
        const int accumulation = std::max(1, shown.accumulation * shown.batchPerGpu / batch);
        auto memory = memoryAt(cache, workload, precision, checkpointing, batch, accumulation, gpus, gpu, knowledge, ledger);
        if (!memory)
            return;
        const bool current = precision == shown.precision && checkpointing == checkpointed && batch == shown.batchPerGpu;
        out.push_back({std::move(name), precision, checkpointing, batch, current, std::move(*memory)});
    };
    const Precision full = shown.precision == Precision::Tf32 ? Precision::Tf32 : Precision::Fp32;
    const Precision amp = isAmp(shown.precision) ? shown.precision
                          : supportsPrecision(gpu, Precision::AmpBf16) ? Precision::AmpBf16 : Precision::AmpFp16;
    add(precisionText(full), full, checkpointed, shown.batchPerGpu);
    add(precisionText(amp), amp, checkpointed, shown.batchPerGpu);
    if (checkpointed)
        add(Text(SP_T("core", "%1 without checkpointing"), {precisionText(shown.precision)}), shown.precision, false, shown.batchPerGpu);
    else
        add(Text(SP_T("core", "%1 + checkpointing"), {precisionText(shown.precision)}), shown.precision, true, shown.batchPerGpu);
    if (shown.batchPerGpu >= 2) {
        add(Text(SP_T("core", "%1, batch %2"), {precisionText(shown.precision), TextArg(shown.batchPerGpu / 2)}), shown.precision, checkpointed,
            shown.batchPerGpu / 2);
    }
    if (shown.batchPerGpu <= (1 << 20)) {
        add(Text(SP_T("core", "%1, batch %2"), {precisionText(shown.precision), TextArg(shown.batchPerGpu * 2)}), shown.precision, checkpointed,
            shown.batchPerGpu * 2);
    }
    return out;
}

namespace {

constexpr int mostBatches = 4096;

// Largest batch whose device memory is within `usable`. Memory grows almost linearly with the batch: known points give a guess by the line
// through them; it is taken without a trace where it stands clear of the border, else traced, which narrows the bracket.
class BatchSearch {
public:
    template <class Device>
    BatchSearch(double usable, const std::vector<int> &known, Device &&device) : m_usable(usable)
    {
        for (const int batch : known)
            add(batch, device(batch));
        for (int tries = 0; tries < 40 && !m_done; ++tries) {
            const int next = step();
            if (!m_done)
                add(next, device(next));
        }
    }
    int result() const { return m_low; }

private:
    void add(int batch, double bytes)
    {
        m_points[batch] = bytes;
        if (bytes <= m_usable)
            m_low = std::max(m_low, batch);
        else
            m_high = std::min(m_high, batch);
    }
    double at(double batch) const // on the line through the two points nearest to the border
    {
        auto right = m_points.lower_bound(m_high);
        if (right == m_points.end())
            --right;
        if (right == m_points.begin())
            ++right;
        const auto left = std::prev(right);
        return left->second + (right->second - left->second) * (batch - left->first) / (right->first - left->first);
    }
    int step()
    {
        if (m_high - m_low <= 1)
            m_done = true;
        if (m_done)
            return 0;
        if (m_points.count(1) == 0 && m_points.size() < 2)
            return 1;
        if (m_points.size() < 2)
            return 2;
        const double base = at(0), slope = at(1) - base;
        if (!(slope > 0)) // nothing grows: saturated sizes
            return m_low + (m_high - m_low) / 2;
        const int guess = static_cast<int>(std::clamp(std::floor((m_usable - base) / slope), static_cast<double>(m_low), static_cast<double>(m_high - 1)));
        constexpr double clear = 0.005;
        const int nearest = m_points.lower_bound(m_high) == m_points.end() ? m_points.rbegin()->first : m_high;
        const bool inside = guess <= 2 * nearest;
        if (inside && at(guess) <= m_usable * (1 - clear) && at(guess + 1) >= m_usable * (1 + clear)) {
            m_low = guess;
            m_done = true;
            return 0;
        }
        return guess == m_low ? guess + 1 : guess;
    }

    double m_usable;
    std::map<int, double> m_points; // batch -> bytes
    int m_low = 0, m_high = mostBatches + 1; // m_low fits, m_high does not
    bool m_done = false;
};

} // namespace

int largestBatch(TraceCache &cache, const Workload &workload, Precision precision, int gpus, const Gpu &gpu, const Knowledge &knowledge)
{
    if (!gpu.usableMemory)
        return 0;
    const bool checkpointing = workload.activationCheckpointing, ddp = gpus > 1, accumulates = workload.gradientAccumulation > 1;
    std::vector<int> known = cache.replayedBatches(precision, checkpointing, ddp, accumulates);
    const int here = workload.batchPerGpu.value_or(known.empty() ? 1 : known.front());
    if (std::find(known.begin(), known.end(), here) == known.end())
        known.push_back(here);
    const StepReplay *reference = cache.tensors(here, precision, checkpointing, ddp, accumulates);
    const auto *traced = cache.traced(here, precision, checkpointing);
    if (!reference || !traced)
        return 0;

    // What tensors may take. Near the border the allocator gives cached segments back before it fails, so its reserve does not count in full.
    const auto middle = [&](const char *key) {
        const Calibration *c = knowledge.calibrated(key, gpu.id, gpu.architecture);
        return c ? c->value : 0.0;
    };
    const double libraries = middle("memory.context") + (ddp ? middle("memory.nccl") : 0) + static_cast<double>(reference->libraryWorkspaces.count());
    const double room = (static_cast<double>(gpu.usableMemory->count()) - libraries) / (1 + middle("memory.fragmentation"));
    if (static_cast<double>(reference->peakOptimizer.count()) > room)
        return 0;
    // Forward and backward grow with the batch; the optimizer step does not.
    const auto growing = [&](int batch) -> double {
        const StepReplay *r = cache.tensors(batch, precision, checkpointing, ddp, accumulates);
        return r ? static_cast<double>(std::max(r->peakForward, r->peakBackward).count()) : 1e300;
    };
    // A first guess on a line, then one on the line through it. Set losses loop over the images, so that a trace at a large batch would take
    // many times the work: there the line goes through two small batches.
    const bool loops = inferenceInfo(modelSpec(workload, 1)).maskQueries > 0;
    const double bytes = growing(here);
    double perImage = 0;
    if (loops) {
        const int other = here > 2 ? 2 : here + 1;
        perImage = (bytes - growing(other)) / (here - other);
    } else {
        double fixed = static_cast<double>((reference->weights + reference->optimizer + reference->communication + reference->peakGradients).count());
        const auto graph = traced->graph();
        for (const Storage &storage : graph->storages)
            fixed += storage.role == StorageRole::WeightCopy ? static_cast<double>(storage.bytes) : 0;
        perImage = (bytes - fixed) / here;
    }
    constexpr int small = 6; // up to here every batch is tried
    if (perImage > 0) {
        const auto onLine = [&](int from, double at) { return std::clamp(std::floor(from + (room - at) / perImage), 0.0, double{mostBatches}); };
        int guess = static_cast<int>(onLine(here, bytes));
        if (!loops && guess > small && guess != here) {
            const double there = growing(guess);
            perImage = (there - bytes) / (guess - here);
            guess = perImage > 0 ? static_cast<int>(onLine(guess, there)) : 0;
        }
        if (guess > small)
            return guess;
    }
    const int largest = BatchSearch(room, known, growing).result();
    const bool shared = workload.syncBatchNorm && gpus > 1;
    const auto *one = largest == 1 && !shared ? cache.traced(1, precision, checkpointing) : nullptr;
    return one && one->refusal() ? 0 : largest;
}

std::vector<CardLine> cardLines(TraceCache &cache, const Workload &workload, int gpus, const Knowledge &knowledge, const Candidate *shown)
{
    std::set<std::string> ids;
    for (const InstanceType &type : knowledge.instanceTypes) {
        if (type.availability == Availability::SelfService && type.gpuCount > 0)
            ids.insert(type.gpu);
    }
    std::vector<CardLine> lines;
    for (const Gpu &gpu : knowledge.gpus) {
        if (!ids.count(gpu.id) || !gpu.usableMemory)
            continue;
        Precision precision = shown ? shown->precision : workload.precision.value_or(Precision::Fp32);
        if (!supportsPrecision(gpu, precision))
            precision = isAmp(precision) ? Precision::AmpFp16 : Precision::Fp32;
        lines.push_back({gpu.id, *gpu.usableMemory, largestBatch(cache, workload, precision, gpus, gpu, knowledge)});
    }
    std::sort(lines.begin(), lines.end(), [](const CardLine &a, const CardLine &b) { return a.usable < b.usable || (a.usable == b.usable && a.gpu < b.gpu); });
    return lines;
}

} // namespace segplan
