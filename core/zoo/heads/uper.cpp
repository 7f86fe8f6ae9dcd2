#include "zoo/heads/uper.h"

#include "zoo/heads/loss.h"
#include "zoo/heads/psp.h"
#include "zoo/layers.h"

namespace segplan::zoo {

Tensor uperFeatures(Tracer &t, const FeatureMaps &inputs, std::int64_t channels)
{
    FeatureMaps laterals;
    for (std::size_t i = 0; i + 1 < inputs.size(); ++i)
        laterals.push_back(convModule(t, "lateral_convs." + std::to_string(i), inputs[i], {.out = channels}, Act::ReluOutOfPlace));
    {
        FeatureMaps pooled{inputs.back()};
        for (Tensor &map : pyramidPooling(t, inputs.back(), channels))
            pooled.push_back(std::move(map));
        const Tensor joined = t.cat(pooled, 1);
        pooled.clear();
        laterals.push_back(convModule(t, "bottleneck", joined, {.out = channels, .kernel = 3, .padding = 1}));
    }
    const std::size_t levels = laterals.size();
    for (std::size_t i = levels - 1; i > 0; --i) {
        const Tensor resized = resizeLike(t, laterals[i], laterals[i - 1]);
        laterals[i - 1] = t.add(laterals[i - 1], resized);
    }
    FeatureMaps outs;
    for (std::size_t i = 0; i + 1 < levels; ++i)
        outs.push_back(convModule(
            t, "fpn_convs." + std::to_string(i), laterals[i], {.out = channels, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace));
    outs.push_back(laterals.back());
    for (std::size_t i = levels - 1; i > 0; --i)
        outs[i] = resizeLike(t, outs[i], outs[0]);
    const Tensor joined = t.cat(outs, 1);
    outs.clear();
    return convModule(t, "fpn_bottleneck", joined, {.out = channels, .kernel = 3, .padding = 1});
}

Tensor uperHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    const Tensor output = uperFeatures(t, inputs, channels);
    return clsSeg(t, output, classes);
}

} // namespace segplan::zoo
