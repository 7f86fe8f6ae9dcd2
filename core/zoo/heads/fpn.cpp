#include "zoo/heads/fpn.h"

#include "zoo/heads/loss.h"
#include "zoo/layers.h"

#include <algorithm>

namespace segplan::zoo {

FeatureMaps featurePyramid(Tracer &t, const FeatureMaps &inputs, std::int64_t channels)
{
    const auto scope = t.scope("neck");
    FeatureMaps laterals, outs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto level = t.scope("lateral_convs", static_cast<int>(i));
        laterals.push_back(t.conv(inputs[i], {.out = channels, .bias = true}));
    }
    for (std::size_t i = laterals.size() - 1; i > 0; --i) {
        const Tensor resized = resizeLike(t, laterals[i], laterals[i - 1]);
        laterals[i - 1] = t.add(laterals[i - 1], resized);
    }
    for (std::size_t i = 0; i < laterals.size(); ++i) {
        const auto level = t.scope("fpn_convs", static_cast<int>(i));
        outs.push_back(t.conv(laterals[i], {.out = channels, .kernel = 3, .padding = 1, .bias = true}));
    }
    return outs;
}

Tensor fpnHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    const auto scaleHead = [&](std::size_t i) {
        const auto scope = t.scope("scale_heads", static_cast<int>(i));
        Tensor x = inputs[i];
        for (std::size_t k = 0; k < std::max<std::size_t>(1, i); ++k) {
            x = convModule(t, std::to_string(2 * k), x, {.out = channels, .kernel = 3, .padding = 1});
            if (i > 0)
                x = t.interpolate(x, 2 * x.size(2), 2 * x.size(3));
        }
        return x;
    };
    Tensor output = scaleHead(0);
    for (std::size_t i = 1; i < inputs.size(); ++i) {
        Tensor part = scaleHead(i);
        part = resizeLike(t, part, output);
        output = t.add(output, part);
    }
    return clsSeg(t, output, classes);
}

} // namespace segplan::zoo
