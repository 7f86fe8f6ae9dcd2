#include "evaluate/remedies.h"

#include "plan/choices.h"
#include "plan/model_spec.h"
#include "zoo/inference.h"
#include "zoo/refusals.h"

#include <algorithm>

namespace segplan {

namespace {

int gpusOf(const Workload &w) { return w.gpus.value_or(1) * std::max(1, w.nodes); }

struct Outcome {
    MemoryEstimate memory;
    std::optional<TimeEstimate> time;
};

// PyTorch refuses one image per GPU where a batch norm follows global pooling, unless GPUs share statistics.
bool refused(const Graph &graph, const Workload &w)
{
    return w.batchPerGpu.value_or(1) == 1 && !(w.syncBatchNorm && gpusOf(w) > 1) && singleValueNorm(graph);
}

std::optional<Outcome> outcomeOf(const RemedyContext &c, const Workload &w, bool withTime, Ledger &ledger)
{
    const int batch = w.batchPerGpu.value_or(1);
    const Precision precision = w.precision.value_or(Precision::Fp32);
    Outcome out;
    const auto time = [&](const StepWork &work) {
        return withTime && supportsPrecision(c.gpu, precision)
                   ? estimateTime(work, w, precision, std::max(1, w.gradientAccumulation), c.gpu, c.host, c.knowledge, ledger)
                   : std::nullopt;
    };
    if (c.cache) {
        const Workload &cached = c.cache->workload();
        if (cached.cropHeight == w.cropHeight && cached.cropWidth == w.cropWidth && cached.freezeBackbone == w.freezeBackbone
            && cached.zeroGradInPlace == w.zeroGradInPlace) {
            const auto *traced = c.cache->traced(batch, precision, w.activationCheckpointing);
            const auto *replay = c.cache->replay(batch, precision, w.activationCheckpointing, gpusOf(w) > 1, w.gradientAccumulation > 1);
            if (!traced || !replay || refused(traced->graph, w))
                return std::nullopt;
            out.memory = memoryOnCard(*replay, traced->graph, w, precision, gpusOf(w), c.gpu, c.knowledge, ledger, c.validation);
            out.time = time(traced->work());
            return out;
        }
    }
    const Result<Graph> graph = traceOf(w, batch, precision, w.activationCheckpointing);
    if (!graph || refused(*graph, w))
        return std::nullopt;
    // A sliding window is as large as the crop.
    std::optional<ValidationReplay> slid;
    if (c.validation && c.validation->mode == ValidationMode::Slide && (w.cropHeight != c.workload.cropHeight || w.cropWidth != c.workload.cropWidth))
        slid = replayValidation(w, {ValidationMode::Slide, c.validation->height, c.validation->width});
    out.memory = estimateMemory(*graph, w, precision, gpusOf(w), c.gpu, c.knowledge, ledger, false, slid ? &*slid : c.validation);
    if (withTime)
        out.time = time(stepWork(*graph));
    return out;
}

FieldValue integer(int v) { return FieldValue(std::int64_t{v}); }

struct Change {
    const char *id;
    Text name;
    Workload workload;
    std::vector<std::pair<std::string, FieldValue>> fields;
};

// Three quarters of a side, in whole steps of 32 with the side's remainder (769 stays 32 n + 1).
int smallerSide(int side) { return std::max(32, side * 3 / 4 / 32 * 32) + (side % 32 == 1 ? 1 : 0); }

std::vector<Change> changesFor(const RemedyContext &c)
{
    const Workload &w = c.workload;
    std::vector<Change> out;
    const auto add = [&](const char *id, Text name, std::vector<std::pair<std::string, FieldValue>> fields, auto &&set) {
        Change change{id, std::move(name), w, std::move(fields)};
        set(change.workload);
        out.push_back(std::move(change));
    };
    const Precision amp = supportsPrecision(c.gpu, Precision::AmpBf16) ? Precision::AmpBf16 : Precision::AmpFp16;
    const bool ampPossible = !isAmp(w.precision.value_or(Precision::Fp32)) && supportsPrecision(c.gpu, amp);
    const Text ampName = amp == Precision::AmpBf16 ? SP_T("core", "Mixed precision (BF16)") : SP_T("core", "Mixed precision (FP16)");
    const std::pair<std::string, FieldValue> ampField{"/workload/precision", FieldValue(std::string(precisionName(amp)))};
    const std::pair<std::string, FieldValue> checkpointField{"/workload/activation_checkpointing", FieldValue(true)};
    if (ampPossible)
        add("amp", ampName, {ampField}, [&](Workload &n) { n.precision = amp; });
    if (!w.activationCheckpointing)
        add("checkpointing", SP_T("core", "Activation checkpointing"), {checkpointField}, [](Workload &n) { n.activationCheckpointing = true; });
    if (ampPossible && !w.activationCheckpointing) {
        add("amp-checkpointing", SP_T("core", "Mixed precision and checkpointing"), {ampField, checkpointField}, [&](Workload &n) {
            n.precision = amp;
            n.activationCheckpointing = true;
        });
    }
    const int batch = w.batchPerGpu.value_or(1);
    if (batch >= 2 && batch % 2 == 0) {
        const int accumulation = std::max(1, w.gradientAccumulation) * 2;
        add("accumulation", Text(SP_T("core", "Batch %1 x %2 accumulation"), {TextArg(batch / 2), TextArg(accumulation)}),
            {{"/workload/batch_per_gpu", integer(batch / 2)}, {"/workload/gradient_accumulation", integer(accumulation)}}, [&](Workload &n) {
                n.batchPerGpu = batch / 2;
                n.gradientAccumulation = accumulation;
            });
    }
    Workload cropped = w;
    cropped.cropHeight = smallerSide(w.cropHeight);
    cropped.cropWidth = smallerSide(w.cropWidth);
    if (cropped.cropHeight < w.cropHeight && cropped.cropWidth < w.cropWidth) {
        add("smaller-crop", Text(SP_T("core", "Crop of %1 x %2"), {TextArg(cropped.cropHeight), TextArg(cropped.cropWidth)}),
            {{"/workload/crop/height", integer(cropped.cropHeight)}, {"/workload/crop/width", integer(cropped.cropWidth)}}, [&](Workload &n) { n = cropped; });
    }
    const ImplementationInfo *implementation = plan::implementationOf(w);
    if (!w.freezeBackbone && implementation && !implementation->backbones.empty())
        add("freeze-backbone", SP_T("core", "Frozen backbone"), {{"/workload/freeze_backbone", FieldValue(true)}}, [](Workload &n) { n.freezeBackbone = true; });
    if (w.zeroGradInPlace && w.gradientAccumulation <= 1 && w.pytorch != PytorchEra::V1_10) // else gradients stay anyway
        add("free-gradients", SP_T("core", "Gradients freed between steps"), {{"/workload/zero_grad", FieldValue(std::string("none"))}}, [](Workload &n) { n.zeroGradInPlace = false; });
    return out;
}

Text costText(const char *id)
{
    const std::string s = id;
    if (s == "smaller-crop")
        return SP_T("core", "A smaller crop shows the network less context: accuracy may suffer, and an epoch covers fewer pixels.");
    if (s == "freeze-backbone")
        return SP_T("core", "A frozen backbone does not learn from the data: accuracy mostly suffers.");
    if (s == "accumulation")
        return SP_T("core", "Batch normalisation sees half as many images at once; gradients stay between micro-batches.");
    if (s == "amp" || s == "amp-checkpointing")
        return SP_T("core", "Mixed precision keeps FP32 master weights; results are mostly equal. FP16 needs loss scaling.");
    return SP_T("core", "The result of training is the same.");
}

} // namespace

std::vector<Remedy> remedies(const RemedyContext &c)
{
    std::vector<Remedy> out;
    Ledger scratch;
    const auto before = outcomeOf(c, c.workload, true, scratch);
    if (!before)
        return out;
    for (Change &change : changesFor(c)) {
        Ledger unused;
        const auto after = outcomeOf(c, change.workload, true, unused);
        if (!after || after->memory.device.value == before->memory.device.value) // nothing to recompute, nothing to freeze
            continue;
        Remedy r;
        r.id = change.id;
        r.name = std::move(change.name);
        r.fix = {r.name, std::move(change.fields)};
        r.low = after->memory.low;
        r.high = after->memory.high;
        r.fits = after->memory.fits;
        Term t;
        t.key = "memory.remedy";
        t.title = r.name;
        t.formula = "saved = before - after";
        t.inputs = {{"before", SP_T("core", "GPU memory in use, as nvidia-smi shows it"), before->memory.device.value, {}},
                    {"after", SP_T("core", "the same with this change"), after->memory.device.value, {}}};
        if (before->time && after->time) {
            const Seconds from = before->time->perIteration.value, to = after->time->perIteration.value;
            r.extraTime = Seconds(to.count() - from.count());
            if (from.count() > 0)
                r.timeRatio = to.count() / from.count();
            t.inputs.push_back({"t0", SP_T("core", "one optimizer step before"), from, {}});
            t.inputs.push_back({"t1", SP_T("core", "one optimizer step with this change"), to, {}});
        }
        t.result = before->memory.device.value - after->memory.device.value;
        t.notes = {costText(change.id)};
        const TermId term = c.ledger.note(std::move(t));
        r.saved = {before->memory.device.value - after->memory.device.value, term};
        r.device = {after->memory.device.value, term};
        out.push_back(std::move(r));
    }
    std::stable_sort(out.begin(), out.end(), [](const Remedy &a, const Remedy &b) { return a.saved.value > b.saved.value; });
    return out;
}

std::optional<Crop2d> largestCrop(const RemedyContext &c)
{
    if (!c.gpu.usableMemory)
        return std::nullopt;
    // Step k of 32: the given crop scaled so that its shorter side is 32 k (+ its remainder).
    const Workload &w = c.workload;
    const int shorter = std::min(w.cropHeight, w.cropWidth);
    const auto cropAt = [&](int k) {
        const auto side = [&](int given) {
            const double scaled = static_cast<double>(given - given % 32) * 32.0 * k / std::max(32, shorter - shorter % 32);
            return std::max(1, static_cast<int>(scaled / 32 + 0.5)) * 32 + (given % 32 == 1 ? 1 : 0);
        };
        return Crop2d{side(w.cropHeight), side(w.cropWidth)};
    };
    Ledger scratch;
    const auto fits = [&](int k) {
        Workload n = w;
        const Crop2d crop = cropAt(k);
        n.cropHeight = crop.height;
        n.cropWidth = crop.width;
        ModelSpec spec = modelSpec(n, 1);
        const ModelSpec padded = paddedSpec(spec);
        n.cropHeight = padded.height;
        n.cropWidth = padded.width;
        const auto o = outcomeOf(c, n, false, scratch);
        return o && o->memory.device.value <= *c.gpu.usableMemory;
    };
    int low = 0, high = 16 * std::max(1, shorter / 32) + 1; // low fits (0: none known), high does not
    for (int k = std::max(1, shorter / 32); low + 1 < high; k = low + (high - low) / 2) {
        if (fits(k))
            low = k;
        else
            high = k;
    }
    if (low == 0)
        return std::nullopt;
    Crop2d crop = cropAt(low);
    ModelSpec spec = modelSpec(w, 1);
    spec.height = crop.height;
    spec.width = crop.width;
    spec = paddedSpec(spec);
    return Crop2d{spec.height, spec.width};
}

} // namespace segplan
