// MobileNetV3 of mmsegmentation. Sources: mmseg/models/backbones/mobilenet_v3.py, mmseg/models/utils/{inverted_residual,se_layer}.py,
// mmcv/cnn/bricks/{conv2d_adaptive_padding,hswish,hsigmoid}.py.
#include "zoo/backbones/mobilenet.h"

#include <algorithm>
#include <array>
#include <string>

namespace segplan::zoo {

namespace {

struct Row {
    int kernel;
    std::int64_t mid, out;
    bool squeeze, hardswish;
    int stride;
};
const std::vector<Row> largeRows{
    {3, 16, 16, false, false, 1},  {3, 64, 24, false, false, 2},  {3, 72, 24, false, false, 1},  {5, 72, 40, true, false, 2},
    {5, 120, 40, true, false, 1},  {5, 120, 40, true, false, 1},  {3, 240, 80, false, true, 2},  {3, 200, 80, false, true, 1},
    {3, 184, 80, false, true, 1},  {3, 184, 80, false, true, 1},  {3, 480, 112, true, true, 1},  {3, 672, 112, true, true, 1},
    {5, 672, 160, true, true, 2},  {5, 960, 160, true, true, 1},  {5, 960, 160, true, true, 1},
};
const std::vector<Row> smallRows{
    {3, 16, 16, true, false, 2},  {3, 72, 24, false, false, 2}, {3, 88, 24, false, false, 1}, {5, 96, 40, true, true, 2},
    {5, 240, 40, true, true, 1},  {5, 240, 40, true, true, 1},  {5, 120, 48, true, true, 1},  {5, 144, 48, true, true, 1},
    {5, 288, 96, true, true, 2},  {5, 576, 96, true, true, 1},  {5, 576, 96, true, true, 1},
};

// nn.Hardswish in place; the mmcv of PyTorch 1.10 and before composed it: x * relu6(x + 3) / 6.
Tensor hardswish(Tracer &t, const Tensor &x)
{
    if (t.settings().rules != RetentionRules::Legacy)
        return t.hardswish(x, true);
    const Tensor product = [&] {
        const Tensor gate = [&] {
            const Tensor shifted = t.addScalar(x);
            return t.relu6(shifted, true);
        }();
        return t.mul(x, gate);
    }();
    return t.mulScalar(product);
}

// (x + 3) / 6, then clamp_, which keeps a copy of what it overwrites.
Tensor hardsigmoid(Tracer &t, const Tensor &given)
{
    Tensor x = t.addScalar(given);
    x = t.mulScalar(x);
    return t.hardsigmoid(x, true);
}

Tensor activated(Tracer &t, const Tensor &x, bool swish) { return swish ? hardswish(t, x) : t.relu(x); }

// Conv2dAdaptivePadding: pads so that the output is the input divided by the stride, rounded up.
Tensor adaptivelyPadded(Tracer &t, const Tensor &x, int kernel, int stride, int dilation)
{
    const auto needed = [&](std::int64_t size) {
        const std::int64_t out = (size + stride - 1) / stride;
        return std::max<std::int64_t>((out - 1) * stride + std::int64_t{kernel - 1} * dilation + 1 - size, 0);
    };
    const std::int64_t h = needed(x.size(2)), w = needed(x.size(3));
    return h > 0 || w > 0 ? t.pad(x, w / 2, w - w / 2, h / 2, h - h / 2) : x;
}

Tensor squeezeLayer(Tracer &t, const Tensor &x)
{
    const auto scope = t.scope("se");
    const std::int64_t channels = x.size(1);
    Tensor out = t.adaptiveAvgPool(x, 1, 1);
    {
        const auto conv = t.scope("conv1");
        out = t.conv(out, {.out = makeDivisible(static_cast<double>(channels / 4)), .bias = true});
        out = t.relu(out);
    }
    {
        const auto conv = t.scope("conv2");
        out = t.conv(out, {.out = channels, .bias = true});
        out = hardsigmoid(t, out);
    }
    return t.mul(x, out);
}

// A convolution (padded adaptively or as usual), its norm and its activation.
Tensor unit(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec, bool adaptive, bool swish)
{
    const auto scope = t.scope(name);
    Tensor y = x;
    {
        const Tensor input = adaptive ? adaptivelyPadded(t, x, spec.kernel, spec.stride, spec.dilation) : x;
        if (adaptive)
            spec.padding = 0;
        y = t.conv(input, spec);
    }
    y = t.batchNorm(y, "bn");
    return activated(t, y, swish);
}

Tensor block(Tracer &t, const Tensor &x, const Row &b, int stride, int dilation)
{
    const auto run = [&](const Tensor &input) {
        Tensor out = input;
        if (b.mid != input.size(1))
            out = unit(t, "expand_conv", out, {.out = b.mid}, false, b.hardswish);
        out = unit(t, "depthwise_conv", out,
                   {.out = b.mid, .kernel = b.kernel, .stride = stride, .padding = dilation * (b.kernel / 2), .dilation = dilation, .groups = b.mid},
                   b.stride == 2, b.hardswish);
        if (b.squeeze)
            out = squeezeLayer(t, out);
        out = convModule(t, "linear_conv", out, {.out = b.out}, Act::None);
        return b.stride == 1 && input.size(1) == b.out ? t.add(input, out) : out;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

} // namespace

FeatureMaps mmsegMobileNetV3(Tracer &t, bool large, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const std::vector<Row> &rows = large ? largeRows : smallRows;
    const int dilated = large ? 7 : 4, dilatedMore = large ? 13 : 9; // layers; their strides go
    const std::array<int, 2> taken = large ? std::array{1, 3} : std::array{0, 1};
    FeatureMaps outs;
    Tensor x = unit(t, "layer0", image, {.out = 16, .kernel = 3, .stride = 2}, true, true);
    if (taken[0] == 0)
        outs.push_back(x);
    int index = 1;
    for (const Row &row : rows) {
        const auto layer = t.scope("layer" + std::to_string(index));
        x = block(t, x, row, index == dilated || index == dilatedMore ? 1 : row.stride, index < dilated ? 1 : index < dilatedMore ? 2 : 4);
        if (index == taken[0] || index == taken[1])
            outs.push_back(x);
        ++index;
    }
    x = unit(t, "layer" + std::to_string(index), x, {.out = large ? 960 : 576, .dilation = 4}, false, true);
    outs.push_back(x);
    return outs;
}

} // namespace segplan::zoo
