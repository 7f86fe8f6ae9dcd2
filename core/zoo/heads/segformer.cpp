#include "zoo/heads/segformer.h"

#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

Tensor mmsegSegformerHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    FeatureMaps outs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Tensor projected = convModule(t, "convs." + std::to_string(i), inputs[i], {.out = channels});
        outs.push_back(resizeLike(t, projected, inputs[0]));
    }
    Tensor joined = t.cat(outs, 1);
    Tensor out = convModule(t, "fusion_conv", joined, {.out = channels});
    joined.reset();
    return clsSeg(t, out, classes);
}

Tensor tokenLinear(Tracer &t, const Tensor &map, std::int64_t out, std::string_view name)
{
    return t.linear(t.transpose(t.flatten(map, 2), 1, 2), out, true, name);
}

Tensor nvlabsSegformerHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    FeatureMaps maps(4);
    for (std::size_t i = 4; i-- > 0;) {
        const Tensor &c = inputs[i];
        Tensor projected;
        {
            const auto scope = t.scope("linear_c" + std::to_string(i + 1));
            projected = tokenLinear(t, c, channels, "proj");
        }
        projected = t.view(t.permute(projected, Dims{0, 2, 1}), Dims{c.size(0), channels, c.size(2), c.size(3)});
        maps[i] = i > 0 ? resizeLike(t, projected, inputs[0]) : projected;
    }
    Tensor joined = t.cat({maps[3], maps[2], maps[1], maps[0]}, 1);
    const Tensor fused = convModule(t, "linear_fuse", joined, {.out = channels});
    joined.reset();
    const Tensor x = t.dropout2d(fused, 0.1);
    return t.conv(x, {.out = classes, .bias = true, .name = "linear_pred"});
}

} // namespace segplan::zoo
