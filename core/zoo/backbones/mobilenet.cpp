#include "zoo/backbones/mobilenet.h"

#include "zoo/layers.h"

namespace segplan::zoo {

// `x + conv(x)` makes a new map.
Tensor mmsegInvertedResidual(Tracer &t, const Tensor &x, const MmsegInvertedResidual &b)
{
    const auto run = [&](const Tensor &input) {
        const std::int64_t in = input.size(1), hidden = in * b.expand;
        Tensor y = input;
        {
            const auto scope = t.scope("conv");
            int index = 0;
            if (b.expand != 1)
                y = convModule(t, std::to_string(index++), y, {.out = hidden}, b.act);
            y = convModule(t, std::to_string(index++), y,
                           {.out = hidden, .kernel = 3, .stride = b.stride, .padding = b.dilation, .dilation = b.dilation, .groups = hidden},
                           b.act);
            y = convModule(t, std::to_string(index), y, {.out = b.out}, Act::None);
        }
        if (b.stride == 1 && in == b.out)
            return t.add(input, y);
        return y;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

namespace {

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
            x = mmsegInvertedResidual(t, x, {s.channels, s.expand, b == 0 ? stride : 1, b == 0 ? dilation : 1});
        }
        if (i == 1 || i == 2 || i == 4 || i == 6)
            outs.push_back(x);
    }
    return outs;
}

namespace {

struct Residual {
    std::int64_t out;
    int expand = 6, stride = 1, dilation = 1;
    int pointwiseDilation = 1; // without effect on 1x1 kernels, kept for the record of the convolution
};

// torchvision InvertedResidual: the last convolution and norm stand bare in the sequence.
Tensor torchvisionResidual(Tracer &t, const Tensor &x, const Residual &b)
{
    const auto run = [&](const Tensor &input) {
        const std::int64_t in = input.size(1), hidden = in * b.expand;
        Tensor y = input;
        {
            const auto scope = t.scope("conv");
            if (b.expand != 1)
                y = convNorm(t, "0.0", "0.1", y, {.out = hidden, .dilation = b.pointwiseDilation}, Act::Relu6);
            y = convNorm(t, "1.0", "1.1", y,
                         {.out = hidden, .kernel = 3, .stride = b.stride, .padding = b.dilation, .dilation = b.dilation, .groups = hidden},
                         Act::Relu6);
            y = convNorm(t, "2", "3", y, {.out = b.out, .dilation = b.pointwiseDilation}, Act::None);
        }
        if (b.stride == 1 && in == b.out)
            return t.add(input, y);
        return y;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

void declareResidual(Tracer &t, std::int64_t in, const Residual &b)
{
    const std::int64_t hidden = in * b.expand;
    if (b.expand != 1)
        declareConvNorm(t, in, hidden);
    declareConvNorm(t, hidden, hidden, 3, hidden);
    declareConvNorm(t, hidden, b.out);
}

// fixed_padding before the whole block, so the expanding 1x1 runs on the padded map.
Tensor paddedResidual(Tracer &t, const Tensor &input, const Residual &b)
{
    const auto run = [&](const Tensor &x) {
        const std::int64_t in = x.size(1), hidden = in * b.expand;
        const Tensor padded = t.pad(x, b.dilation, b.dilation, b.dilation, b.dilation);
        const auto conv = [&] {
            const auto scope = t.scope("conv");
            Tensor y = padded;
            if (b.expand != 1)
                y = convNorm(t, "0", "1", y, {.out = hidden}, Act::Relu6);
            y = convNorm(t, "3", "4", y, {.out = hidden, .kernel = 3, .stride = b.stride, .dilation = b.dilation, .groups = hidden}, Act::Relu6);
            y = convNorm(t, "6", "7", y, {.out = b.out}, Act::None);
            return y;
        };
        if (b.stride == 1 && in == b.out)
            return t.add(x, conv());
        return conv();
    };
    return input.requiresGrad() ? t.segment(input, run) : run(input);
}

} // namespace

FeatureMaps smpMobileNetV2(Tracer &t, const Tensor &image, int depth, int outputStride)
{
    FeatureMaps outs;
    // features[:2], [2:4], [4:7], [7:14], [14:]: which inverted residuals end a stage.
    int stage = 1, index = 1;
    Tensor x = convNorm(t, "features.0.0", "features.0.1", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1}, Act::Relu6);
    std::int64_t channels = 32;
    Tensor stageInput = image;
    const auto dilationOf = [outputStride](int at) {
        return outputStride == 8 ? (at == 4 ? 2 : at == 5 ? 4 : 1) : outputStride == 16 && at == 5 ? 2 : 1;
    };
    for (const Stage &s : v2Stages) {
        for (int b = 0; b < s.blocks; ++b, ++index) {
            if (index == 2 || index == 4 || index == 7 || index == 14) {
                if (stage <= depth)
                    outs.push_back(x);
                ++stage;
                if (stage <= depth)
                    stageInput = x;
            }
            const int dilation = dilationOf(stage);
            const Residual residual{s.channels, s.expand, b == 0 && dilation == 1 ? s.stride : 1, dilation, dilation};
            if (stage <= depth) {
                const auto scope = t.scope("features", index);
                x = torchvisionResidual(t, x, residual);
            } else {
                declareResidual(t, channels, residual);
            }
            channels = s.channels;
        }
    }
    if (depth >= 5) {
        x = convNorm(t, "features.18.0", "features.18.1", x, {.out = 1280, .dilation = dilationOf(5)}, Act::Relu6);
        outs.push_back(x);
    } else {
        declareConvNorm(t, channels, 1280);
    }
    return outs;
}

FeatureMaps deeplabMobileNetV2(Tracer &t, const Tensor &image, int outputStride)
{
    Tensor x = convNorm(t, "features.0.0", "features.0.1", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1}, Act::Relu6);
    Tensor lowLevel, sequenceInput = image;
    int reached = 2, rate = 1, index = 1;
    for (const Stage &s : v2Stages) {
        int stride = s.stride, dilation = 1;
        if (reached == outputStride) {
            stride = 1;
            dilation = rate;
            rate *= s.stride;
        } else {
            reached *= s.stride;
        }
        for (int b = 0; b < s.blocks; ++b, ++index) {
            const auto scope = t.scope("features", index);
            x = paddedResidual(t, x, {s.channels, s.expand, b == 0 ? stride : 1, dilation});
            if (index == 3)
                lowLevel = x;
        }
    }
    return {lowLevel, x};
}

namespace {

struct V3Block {
    int kernel;
    std::int64_t expanded, out;
    bool squeeze, hardswish;
    int stride = 1, dilation = 1;
};

Tensor squeezeExcitation(Tracer &t, const Tensor &input, std::int64_t squeezed)
{
    Tensor scale = t.adaptiveAvgPool(input, 1, 1);
    scale = t.conv(scale, {.out = squeezed, .bias = true, .name = "fc1"});
    scale = t.relu(scale, false);
    scale = t.conv(scale, {.out = input.size(1), .bias = true, .name = "fc2"});
    scale = t.hardsigmoid(scale, false);
    return t.mul(scale, input);
}

Tensor v3Block(Tracer &t, const Tensor &x, const V3Block &b)
{
    const auto run = [&](const Tensor &input) {
        const Act act = b.hardswish ? Act::Hardswish : Act::Relu;
        Tensor y = input;
        {
            const auto scope = t.scope("block");
            if (b.expanded != input.size(1))
                y = convNorm(t, "0.0", "0.1", y, {.out = b.expanded}, act);
            y = convNorm(t, "1.0", "1.1", y,
                         {.out = b.expanded, .kernel = b.kernel, .stride = b.dilation > 1 ? 1 : b.stride,
                          .padding = (b.kernel - 1) / 2 * b.dilation, .dilation = b.dilation, .groups = b.expanded},
                         act);
            if (b.squeeze)
                y = squeezeExcitation(t, y, makeDivisible(static_cast<double>(b.expanded / 4)));
            y = convNorm(t, "3.0", "3.1", y, {.out = b.out}, Act::None);
        }
        if (b.stride == 1 && input.size(1) == b.out)
            y = t.addInPlace(y, input);
        return y;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

const std::vector<V3Block> v3Large{
    {3, 16, 16, false, false},      {3, 64, 24, false, false, 2},   {3, 72, 24, false, false},     {5, 72, 40, true, false, 2},
    {5, 120, 40, true, false},      {5, 120, 40, true, false},      {3, 240, 80, false, true, 2},  {3, 200, 80, false, true},
    {3, 184, 80, false, true},      {3, 184, 80, false, true},      {3, 480, 112, true, true},     {3, 672, 112, true, true},
    {5, 672, 160, true, true, 2, 2}, {5, 960, 160, true, true, 1, 2}, {5, 960, 160, true, true, 1, 2},
};
const std::vector<V3Block> v3Small{
    {3, 16, 16, true, false, 2}, {3, 72, 24, false, false, 2}, {3, 88, 24, false, false},      {5, 96, 40, true, true, 2},
    {5, 240, 40, true, true},    {5, 240, 40, true, true},     {5, 120, 48, true, true},       {5, 144, 48, true, true},
    {5, 288, 96, true, true, 2, 2}, {5, 576, 96, true, true, 1, 2}, {5, 576, 96, true, true, 1, 2},
};

} // namespace

FeatureMaps mobileNetV3(Tracer &t, bool large, const Tensor &image)
{
    const std::vector<V3Block> &blocks = large ? v3Large : v3Small;
    const int lowLevel = large ? 4 : 2; // the third strided block from the end: C2
    FeatureMaps outs;
    Tensor x = convNorm(t, "0.0", "0.1", image, {.out = 16, .kernel = 3, .stride = 2, .padding = 1}, Act::Hardswish);
    int index = 1;
    for (const V3Block &b : blocks) {
        const auto scope = t.scope(std::to_string(index));
        x = v3Block(t, x, b);
        if (index == lowLevel)
            outs.push_back(x);
        ++index;
    }
    x = convNorm(t, "last.0", "last.1", x, {.out = 6 * x.size(1)}, Act::Hardswish);
    outs.push_back(x);
    return outs;
}

} // namespace segplan::zoo
