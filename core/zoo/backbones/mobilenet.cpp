#include "zoo/backbones/mobilenet.h"

#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

struct InvertedResidual {
    std::int64_t out;
    int expand = 6, stride = 1, dilation = 1;
};

// mmseg InvertedResidual: `x + conv(x)` makes a new map.
Tensor invertedResidual(Tracer &t, const Tensor &x, const InvertedResidual &b)
{
    const auto run = [&](const Tensor &input) {
        const std::int64_t in = input.size(1), hidden = in * b.expand;
        Tensor y = input;
        {
            const auto scope = t.scope("conv");
            int index = 0;
            if (b.expand != 1)
                y = convModule(t, std::to_string(index++), y, {.out = hidden}, Act::Relu6);
            y = convModule(t, std::to_string(index++), y,
                           {.out = hidden, .kernel = 3, .stride = b.stride, .padding = b.dilation, .dilation = b.dilation, .groups = hidden},
                           Act::Relu6);
            y = convModule(t, std::to_string(index), y, {.out = b.out}, Act::None);
        }
        if (b.stride == 1 && in == b.out)
            return t.add(input, y);
        return y;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

struct Stage {
    int expand;
    std::int64_t channels;
    int blocks, stride;
};
constexpr Stage v2Stages[] = {{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2}, {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}};

} // namespace

FeatureMaps mmsegMobileNetV2(Tracer &t, const ModelSpec &spec, const Tensor &image, int usualOutputStride)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const int outputStride = spec.outputStride.value_or(usualOutputStride);
    FeatureMaps outs;
    Tensor x = convModule(t, "conv1", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1}, Act::Relu6);
    int reached = 2, dilation = 1;
    for (int i = 0; i < 7; ++i) {
        const auto layer = t.scope("layer" + std::to_string(i + 1));
        const Stage &s = v2Stages[i];
        int stride = s.stride;
        if (reached * stride > outputStride) {
            dilation *= stride;
            stride = 1;
        }
        reached *= stride;
        const Tensor input = x;
        for (int b = 0; b < s.blocks; ++b) {
            const auto block = t.scope(std::to_string(b));
            // Only the first block of a layer is dilated.
            x = invertedResidual(t, x, {s.channels, s.expand, b == 0 ? stride : 1, b == 0 ? dilation : 1});
        }
        if (i == 1 || i == 2 || i == 4 || i == 6)
            outs.push_back(x);
    }
    return outs;
}

} // namespace segplan::zoo
