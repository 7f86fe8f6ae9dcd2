#include "zoo/inference.h"

#include "zoo/registry.h"

#include <algorithm>

namespace segplan {

InferenceInfo inferenceInfo(const ModelSpec &spec)
{
    InferenceInfo info;
    if (spec.model == "mask2former" || spec.model == "maskformer")
        info.maskQueries = 100;
    const std::string implementation = spec.implementation.empty() ? "mmsegmentation" : spec.implementation;
    info.resizesLogits = implementation == "mmsegmentation" || implementation == "transformers";
    for (const char *plain : {"vit-", "deit-", "beit-"})
        info.slides = info.slides || spec.backbone.rfind(plain, 0) == 0;
    return info;
}

ModelSpec paddedSpec(ModelSpec spec)
{
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
