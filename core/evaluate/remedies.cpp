#include "evaluate/remedies.h"

#include "plan/choices.h"
#include "plan/model_spec.h"
#include "zoo/inference.h"
#include "zoo/refusals.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

int gpusOf(const Workload &w) { return w.gpus.value_or(1) * std::max(1, w.nodes); }

struct Outcome {
    MemoryFigures memory;
    std::optional<Seconds> perIteration;
};

// Traces and replays come from the process's store: a change asked for again is not traced again.
std::optional<Outcome> outcomeOf(const RemedyContext &c, const Workload &w, bool withTime)
{
    const int batch = w.batchPerGpu.value_or(1), gpus = gpusOf(w);
    const Precision precision = w.precision.value_or(Precision::Fp32);
    TraceCache cache(w);
    const Traced *traced = cache.traced(batch, precision, w.activationCheckpointing);
    const StepReplay *replay = cache.replay(batch, precision, w.activationCheckpointing, gpus > 1, w.gradientAccumulation > 1);
    if (!traced || !replay)
        return std::nullopt;
    // PyTorch refuses one image per GPU where a batch norm follows global pooling, unless GPUs share statistics.
    if (batch == 1 && !(w.syncBatchNorm && gpus > 1) && traced->refusal())
        return std::nullopt;
    const ValidationReplay *validation = c.validation;
    // A sliding window is as large as the crop.
    if (validation && validation->mode == ValidationMode::Slide && (w.cropHeight != c.workload.cropHeight || w.cropWidth != c.workload.cropWidth)) {
        cache.setValidation({ValidationMode::Slide, validation->height, validation->width});
        if (const ValidationReplay *slid = cache.validation())
            validation = slid;
    }
    Outcome out;
    out.memory = memoryFigures(*replay, w, precision, gpus, memoryRates(c.gpu, c.knowledge), validation);
    if (withTime && supportsPrecision(c.gpu, precision)) {
        Ledger scratch;
        if (const auto step = gpuStep(traced->work(), w, precision, c.gpu, c.knowledge, scratch)) {
            if (const auto time = estimateTime(*step, w, std::max(1, w.gradientAccumulation), hostRates(w, c.gpu, c.knowledge), c.host))
                out.perIteration = time->perIteration.value;
        }
    }
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
    const auto before = outcomeOf(c, c.workload, true);
    if (!before)
        return out;
    for (Change &change : changesFor(c)) {
        const auto after = outcomeOf(c, change.workload, true);
        if (!after || after->memory.device == before->memory.device) // nothing to recompute, nothing to freeze
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
        t.inputs = {{"before", SP_T("core", "GPU memory in use, as nvidia-smi shows it"), before->memory.device, {}},
                    {"after", SP_T("core", "the same with this change"), after->memory.device, {}}};
        if (before->perIteration && after->perIteration) {
            const Seconds from = *before->perIteration, to = *after->perIteration;
            r.extraTime = Seconds(to.count() - from.count());
            if (from.count() > 0)
                r.timeRatio = to.count() / from.count();
            t.inputs.push_back({"t0", SP_T("core", "one optimizer step before"), from, {}});
            t.inputs.push_back({"t1", SP_T("core", "one optimizer step with this change"), to, {}});
        }
        t.result = before->memory.device - after->memory.device;
        t.notes = {costText(change.id)};
        const TermId term = c.ledger.note(std::move(t));
        r.saved = {before->memory.device - after->memory.device, term};
        r.device = {after->memory.device, term};
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
    const auto device = [&](int k) -> double {
        Workload n = w;
        const Crop2d crop = cropAt(k);
        n.cropHeight = crop.height;
        n.cropWidth = crop.width;
        const ModelSpec padded = paddedSpec(modelSpec(n, 1));
        n.cropHeight = padded.height;
        n.cropWidth = padded.width;
        const auto o = outcomeOf(c, n, false);
        return o ? static_cast<double>(o->memory.device.count()) : 1e300;
    };
    // Memory is nearly a line over the pixels: the line through the ends of the bracket guesses the border, halving bounds the tries.
    const double usable = static_cast<double>(c.gpu.usableMemory->count());
    int low = 0, high = 16 * std::max(1, shorter / 32) + 1; // low fits (0: none known), high does not
    double atLow = 0, atHigh = 0; // bytes; 0: not known
    int k = std::max(1, shorter / 32);
    for (int tries = 0; low + 1 < high; ++tries) {
        const double bytes = device(k);
        if (bytes <= usable) {
            low = k;
            atLow = bytes;
        } else {
            high = k;
            atHigh = bytes < 1e300 ? bytes : 0;
        }
        const double a = static_cast<double>(low) * low, b = static_cast<double>(high) * high;
        if (tries >= 8)
            k = low + (high - low) / 2;
        else if (atLow > 0 && atHigh > 0)
            k = static_cast<int>(std::sqrt(a + (b - a) * (usable - atLow) / (atHigh - atLow)));
        else if (atLow > 0)
            k = static_cast<int>(low * std::sqrt(usable / atLow)) + 1;
        else
            k = atHigh > 0 ? static_cast<int>(high * std::sqrt(usable / atHigh)) : high / 2;
        k = std::clamp(k, low + 1, std::max(low + 1, high - 1));
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
