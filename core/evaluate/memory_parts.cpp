#include "evaluate/parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace segplan {

namespace {

bool isAmp(Precision p) { return p == Precision::AmpFp16 || p == Precision::AmpBf16; }

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
    return memoryOnCard(*replay, traced->graph, w, precision, gpus, gpu, knowledge, ledger);
}

} // namespace

std::vector<MemoryVariant> memoryVariants(TraceCache &cache, const Workload &workload, const Candidate &shown, const Gpu &gpu,
                                          const Knowledge &knowledge, Ledger &ledger)
{
    std::vector<MemoryVariant> out;
    const int gpus = shown.gpus * shown.nodes;
    const bool checkpointed = workload.activationCheckpointing;
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

int largestBatch(TraceCache &cache, const Workload &workload, Precision precision, int gpus, const Gpu &gpu, const Knowledge &knowledge)
{
    if (!gpu.usableMemory)
        return 0;
    Ledger scratch;
    const auto device = [&](int batch) -> double {
        const auto m = memoryAt(cache, workload, precision, workload.activationCheckpointing, batch, workload.gradientAccumulation, gpus, gpu, knowledge, scratch);
        return m && m->fits != Fits::No ? static_cast<double>(m->device.value.count()) : -1;
    };
    const double one = device(1);
    if (one < 0)
        return 0;
    constexpr int limit = 4096;
    const double two = device(2);
    if (two < 0)
        return 1;
    // Memory grows almost linearly: guess from two points, then bracket and bisect.
    const double usable = static_cast<double>(gpu.usableMemory->count());
    const double perImage = std::max(two - one, 1.0);
    int low = 2, high = limit + 1; // low fits, high does not
    int guess = static_cast<int>(std::clamp(1 + (usable - one) / perImage, 3.0, static_cast<double>(limit)));
    int step = std::max(1, guess / 32);
    for (int tries = 0; high - low > 1 && tries < 24; ++tries) {
        const int at = std::clamp(guess, low + 1, high - 1);
        const bool ok = device(at) >= 0;
        (ok ? low : high) = at;
        // Walk in growing steps until both sides are close, then halve.
        guess = high > limit || low == 2 ? (ok ? at + step : at - step) : low + (high - low) / 2;
        step *= 2;
    }
    return low;
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
