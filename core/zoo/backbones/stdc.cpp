#include "zoo/backbones/stdc.h"

#include "zoo/backbones/bisenet.h"
#include "zoo/layers.h"

#include <string>

namespace segplan::zoo {

namespace {

// STDCModule with concatenation: halves, quarters, eighths of the width side by side.
Tensor module(Tracer &t, const Tensor &inputs, std::int64_t out, int stride)
{
    const auto layer = [&t](int index, const Tensor &x, ConvSpec spec) { return convModule(t, "layers." + std::to_string(index), x, spec); };
    const Tensor first = layer(0, inputs, {.out = out / 2});
    FeatureMaps outputs{first};
    Tensor x;
    for (int i = 1; i < 4; ++i) {
        const ConvSpec conv{.out = out / (i == 3 ? 8 : 2 << i), .kernel = 3, .padding = 1};
        if (i > 1)
            x = layer(i, x, conv);
        else if (stride == 2)
            x = layer(i, convModule(t, "downsample", first, {.out = out / 2, .kernel = 3, .stride = 2, .padding = 1, .groups = out / 2}, Act::None), conv);
        else
            x = layer(i, first, conv);
        outputs.push_back(x);
    }
    if (stride == 2)
        outputs[0] = t.avgPool(first, 3, 2, 1);
    return t.cat(outputs, 1);
}

FeatureMaps stdcNet(Tracer &t, bool second, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const std::array<int, 3> blocks = second ? std::array{4, 5, 3} : std::array{2, 2, 2};
    FeatureMaps outs;
    Tensor x = convModule(t, "stages.0", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1});
    outs.push_back(x);
    x = convModule(t, "stages.1", x, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
    outs.push_back(x);
    int index = 2;
    for (const int count : blocks) {
        const auto stage = t.scope("stages", index);
        for (int i = 0; i < count; ++i) {
            const auto inner = t.scope(std::to_string(i));
            x = module(t, x, std::int64_t{64} << index, i == 0 ? 2 : 1);
        }
        outs.push_back(x);
        ++index;
    }
    return {outs[2], outs[3], outs[4]};
}

Tensor featureFusion(Tracer &t, const Tensor &spatial, const Tensor &context)
{
    const auto scope = t.scope("ffm");
    const Tensor inputs = t.cat({spatial, context}, 1);
    const Tensor x = convModule(t, "conv0", inputs, {.out = 256});
    const Tensor attention = [&] {
        const auto inner = t.scope("attention");
        Tensor y = t.adaptiveAvgPool(x, 1, 1);
        y = t.conv(y, {.out = 64, .name = "1.conv"});
        y = t.relu(y);
        y = t.conv(y, {.out = 256, .name = "2.conv"});
        return t.sigmoid(y);
    }();
    const Tensor attended = t.mul(x, attention);
    return t.add(attended, x);
}

} // namespace

FeatureMaps stdcContextPath(Tracer &t, bool second, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const FeatureMaps outs = stdcNet(t, second, image);
    const Tensor pooled = t.adaptiveAvgPool(outs[2], 1, 1);
    const Tensor average = convModule(t, "conv_avg", pooled, {.out = 128});
    Tensor up = resizeLike(t, average, outs[2]), arm;
    FeatureMaps context;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string number = std::to_string(i);
        arm = t.add(attentionRefinement(t, "arms." + number, outs[2 - i]), up);
        up = resizeLike(t, arm, outs[1 - i]);
        up = convModule(t, "convs." + number, up, {.out = 128, .kernel = 3, .padding = 1});
        context.push_back(up);
    }
    const Tensor fused = featureFusion(t, outs[0], context[1]);
    return {outs[0], context[0], context[1], fused};
}

} // namespace segplan::zoo
