#include "estimate/memory/validation.h"

#include "plan/model_spec.h"

#include <algorithm>
#include <vector>

namespace segplan {

namespace {

struct ForwardPeak {
    std::int64_t peak = 0, atEnd = 0; // bytes of live tensors, the image included
    NameId layer = 0;
};

// Without autograd a storage lives as long as Python holds one of its values. Losses and what comes after are not run.
ForwardPeak playForward(const Graph &g)
{
    ForwardPeak out;
    std::vector<std::int32_t> references(g.storages.size());
    std::int64_t live = 0;
    for (const Storage &storage : g.storages)
        live += storage.role == StorageRole::Input ? storage.bytes : 0;
    const auto counted = [&g](StorageId id) { return g.storages[static_cast<std::size_t>(id)].role == StorageRole::Activation; };
    for (std::size_t i = 0; i < g.events.size() && (g.firstLossEvent == 0 || i < g.firstLossEvent); ++i) {
        const Event &event = g.events[i];
        if (event.kind == Event::Kind::Release) {
            const StorageId id = g.value(event.index).storage;
            if (counted(id) && --references[static_cast<std::size_t>(id)] == 0)
                live -= g.storages[static_cast<std::size_t>(id)].bytes;
            continue;
        }
        const Op &op = g.ops[static_cast<std::size_t>(event.index)];
        for (int k = 0; k < op.outCount; ++k) {
            const StorageId id = g.value(g.out(op)[k]).storage;
            if (counted(id) && references[static_cast<std::size_t>(id)]++ == 0)
                live += g.storages[static_cast<std::size_t>(id)].bytes;
        }
        if (live + op.forwardScratch > out.peak) {
            out.peak = live + op.forwardScratch;
            out.layer = op.name;
        }
    }
    out.atEnd = live;
    return out;
}

} // namespace

std::optional<Validation> validationOf(const Workload &w, std::optional<int> imageHeight, std::optional<int> imageWidth)
{
    Validation v = w.validation.value_or(Validation{});
    if (v.mode == ValidationMode::Off)
        return std::nullopt;
    if (v.mode == ValidationMode::Usual)
        v.mode = inferenceInfo(modelSpec(w, 1)).slides ? ValidationMode::Slide : ValidationMode::Whole;
    if (v.height == 0)
        v.height = imageHeight.value_or(0);
    if (v.width == 0)
        v.width = imageWidth.value_or(0);
    if (v.height <= 0 || v.width <= 0)
        return std::nullopt;
    return v;
}

std::optional<ValidationReplay> replayValidation(const Workload &w, const Validation &v)
{
    ModelSpec spec = modelSpec(w, 1);
    const bool slide = v.mode == ValidationMode::Slide;
    // A window is never larger than the image.
    spec.height = slide ? std::min(spec.height, v.height) : v.height;
    spec.width = slide ? std::min(spec.width, v.width) : v.width;
    spec = paddedSpec(std::move(spec));
    TraceSettings settings;
    settings.rules = retentionRules(w.pytorch);
    const Result<Graph> graph = buildModel(spec, settings);
    if (!graph)
        return std::nullopt;
    const ForwardPeak forward = playForward(*graph);
    const InferenceInfo info = inferenceInfo(spec);

    ValidationReplay out;
    out.mode = v.mode;
    out.height = v.height;
    out.width = v.width;
    out.windowHeight = spec.height;
    out.windowWidth = spec.width;
    const std::int64_t pixels = saturatedProduct(v.height, v.width), window = saturatedProduct(spec.height, spec.width);
    const std::int64_t logits = saturatedProduct(saturatedProduct(4, w.classes), pixels);
    const std::int64_t windowLogits = saturatedProduct(saturatedProduct(4, w.classes), window);
    const std::int64_t labels = saturatedProduct(8, pixels); // argmax: int64
    const std::int64_t image = saturatedProduct(saturatedProduct(4, w.inputChannels), slide ? pixels : window);
    out.image = Bytes(image);
    out.logits = Bytes(logits);

    // In the head's last step, per window or image: masks of all queries and their sigmoid, or the resized logits.
    std::int64_t head = forward.atEnd;
    if (info.maskQueries > 0)
        head = saturatedSum(head, saturatedSum(saturatedProduct(8 * info.maskQueries, window), windowLogits));
    else if (info.resizesLogits)
        head = saturatedSum(head, windowLogits);
    // Afterwards: the logits, their copy at the stored image's size and the labels.
    std::int64_t tail = saturatedSum(saturatedSum(image, labels), info.resizesLogits ? saturatedProduct(2, logits) : logits);
    std::int64_t inside = forward.peak;
    if (slide) {
        // Sums of logits and of counts over the whole image; each window's logits are padded to the image before they are added.
        const std::int64_t sums = saturatedSum(saturatedSum(logits, saturatedProduct(4, pixels)), image);
        inside = saturatedSum(inside, sums);
        head = saturatedSum(head, sums);
        tail = std::max(tail, saturatedSum(sums, saturatedSum(windowLogits, logits)));
    }
    out.forward = Bytes(forward.peak);
    const std::int64_t peak = std::max({inside, head, tail});
    out.peak = Bytes(peak);
    out.atLogits = peak > inside;
    out.peakLayer = graph->path(forward.layer);
    return out;
}

} // namespace segplan
