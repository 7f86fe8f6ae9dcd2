#include "zoo/inference.h"

#include "zoo/registry.h"

#include <algorithm>
#include <utility>

namespace segplan {

namespace {

// With the implementation and backbone that the model's usual ones stand for, as resolveSpec fills them in.
ModelSpec withUsual(ModelSpec spec)
{
    for (const zoo::ModelEntry &entry : zoo::modelTable()) {
        if (entry.model != spec.model || (!spec.implementation.empty() && entry.info.id != spec.implementation))
            continue;
        spec.implementation = entry.info.id;
        if (spec.backbone.empty() && !entry.info.backbones.empty())
            spec.backbone = entry.info.backbones.front();
        break;
    }
    return spec;
}

} // namespace

InferenceInfo inferenceInfo(const ModelSpec &asked)
{
    const ModelSpec spec = withUsual(asked);
    InferenceInfo info;
    if (spec.model == "mask2former" || spec.model == "maskformer")
        info.maskQueries = 100;
    info.resizesLogits = spec.implementation == "mmsegmentation" || spec.implementation == "transformers";
    // configs/ of mmsegmentation v1.2.2: SETR, Segmenter and UPerNet on BEiT say mode='slide'; UPerNet on ViT and DeiT says 'whole'.
    info.slides = spec.model == "segmenter" || spec.model.rfind("setr-", 0) == 0 || spec.backbone.rfind("beit-", 0) == 0;
    return info;
}

ModelSpec paddedSpec(ModelSpec asked)
{
    ModelSpec spec = withUsual(std::move(asked));
    const zoo::ModelEntry *entry = zoo::findEntry(spec.model, spec.implementation);
    if (!entry)
        return spec;
    zoo::CropRule rule = entry->crop;
    if (spec.backbone == "unet-s5-d16")
        rule.divisor = std::max(rule.divisor, 16);
    const auto padded = [&rule](int size) {
        const int above = std::max(size, rule.minimum) - rule.offset;
        return (above + rule.divisor - 1) / rule.divisor * rule.divisor + rule.offset;
    };
    spec.height = padded(spec.height);
    spec.width = padded(spec.width);
    return spec;
}

} // namespace segplan
