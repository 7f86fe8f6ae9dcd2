// MobileNetV2ForSemanticSegmentation: MobileNetV2 and a DeepLabV3 head with image pooling and one 1x1 branch.
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/transformers_library.h"

#include <algorithm>

namespace segplan::zoo {

namespace {

// apply_tf_padding: "same" as TensorFlow has it; padding by nothing copies.
Tensor tensorFlowPadding(Tracer &t, const Tensor &x, const ConvSpec &spec)
{
    const auto along = [&](std::int64_t size) {
        const std::int64_t rest = size % spec.stride;
        return std::max<std::int64_t>(spec.kernel - (rest == 0 ? spec.stride : rest), 0);
    };
    const std::int64_t high = along(x.size(2)), wide = along(x.size(3));
    if (high == 0 && wide == 0)
        return t.clone(x);
    return t.pad(x, wide / 2 * spec.dilation, (wide - wide / 2) * spec.dilation, high / 2 * spec.dilation, (high - high / 2) * spec.dilation);
}

enum class After { Relu6, Relu, NormOnly, Nothing };

// MobileNetV2ConvLayer
Tensor convLayer(Tracer &t, std::string_view name, const Tensor &input, ConvSpec spec, After after = After::Relu6)
{
    const auto scope = t.scope(name);
    spec.name = "convolution";
    Tensor x = tensorFlowPadding(t, input, spec);
    x = t.conv(x, spec);
    if (after == After::Nothing)
        return x;
    x = t.batchNorm(x, "normalization");
    if (after == After::Relu6)
        x = t.relu6(x, false);
    else if (after == After::Relu)
        x = t.relu(x, false);
    return x;
}

struct Residual {
    std::int64_t out = 0;
    int stride = 1, dilation = 1;
};

// MobileNetV2InvertedResidual
Tensor invertedResidual(Tracer &t, const Tensor &residual, const Residual &r)
{
    const std::int64_t in = residual.size(1), expanded = 6 * in;
    Tensor x = convLayer(t, "expand_1x1", residual, {.out = expanded});
    x = convLayer(t, "conv_3x3", x, {.out = expanded, .kernel = 3, .stride = r.stride, .dilation = r.dilation, .groups = expanded});
    x = convLayer(t, "reduce_1x1", x, {.out = r.out}, After::NormOnly);
    return r.stride == 1 && in == r.out ? t.add(residual, x) : x;
}

Tensor stem(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("conv_stem");
    Tensor x = convLayer(t, "first_conv", image, {.out = 32, .kernel = 3, .stride = 2});
    x = convLayer(t, "conv_3x3", x, {.out = 32, .kernel = 3, .groups = 32});
    x = convLayer(t, "reduce_1x1", x, {.out = 16}, After::NormOnly);
    return x;
}

// MobileNetV2Model: the maps after each block; `last`, which classification needs, is computed and stays unused.
FeatureMaps mobileNetV2(Tracer &t, const Tensor &image, int outputStride, Tensor &last)
{
    static constexpr int widths[] = {24, 24, 32, 32, 32, 64, 64, 64, 64, 96, 96, 96, 160, 160, 160, 320};
    static constexpr int strides[] = {2, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1};
    const auto region = t.backbone();
    const auto scope = t.scope("mobilenet_v2");
    Tensor x = stem(t, image);
    FeatureMaps hiddenStates;
    int stride = 2, dilation = 1;
    for (int i = 0; i < 16; ++i) {
        Residual r{widths[i], 1, 1};
        if (stride == outputStride) {
            r.dilation = dilation;
            dilation *= strides[i]; // from the next block on
        } else {
            r.stride = strides[i];
            stride *= r.stride;
        }
        const auto inner = t.scope("layer", i);
        x = t.segment(x, [&](const Tensor &in) { return invertedResidual(t, in, r); });
        hiddenStates.push_back(x);
    }
    last = convLayer(t, "conv_1x1", x, {.out = 1280});
    return hiddenStates;
}

// MobileNetV2DeepLabV3Plus
Tensor deepLabHead(Tracer &t, const Tensor &input, int classes)
{
    const auto scope = t.scope("segmentation_head");
    Tensor pooled = t.adaptiveAvgPool(input, 1, 1);
    pooled = convLayer(t, "conv_pool", pooled, {.out = 256}, After::Relu);
    pooled = resizeLike(t, pooled, input);
    const Tensor aspp = convLayer(t, "conv_aspp", input, {.out = 256}, After::Relu);
    Tensor x = t.cat({pooled, aspp}, 1);
    x = convLayer(t, "conv_projection", x, {.out = 256}, After::Relu);
    x = t.dropout2d(x, 0.8);
    return convLayer(t, "classifier", x, {.out = classes, .bias = true}, After::Nothing);
}

} // namespace

void transformersDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    Tensor last;
    const FeatureMaps hiddenStates = mobileNetV2(t, image, spec.outputStride.value_or(8), last);
    const Tensor logits = deepLabHead(t, hiddenStates.back(), spec.classes);
    const Tensor upsampled = t.interpolate(logits, spec.height, spec.width);
    plainCrossEntropy(t, spec, upsampled);
}

} // namespace segplan::zoo
