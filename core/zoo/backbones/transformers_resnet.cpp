#include "zoo/backbones/transformers_backbones.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

// ResNetConvLayer
Tensor convLayer(Tracer &t, std::string_view name, const Tensor &x, const ConvSpec &spec, Act act = Act::ReluOutOfPlace)
{
    const auto scope = t.scope(name);
    return convNorm(t, "convolution", "normalization", x, spec, act);
}

// ResNetBottleNeckLayer, its stride in the 3x3 convolution
Tensor bottleneck(Tracer &t, const Tensor &input, std::int64_t width, int stride)
{
    const std::int64_t out = 4 * width;
    Tensor x = convLayer(t, "layer.0", input, {.out = width});
    x = convLayer(t, "layer.1", x, {.out = width, .kernel = 3, .stride = stride, .padding = 1});
    x = convLayer(t, "layer.2", x, {.out = out}, Act::None);
    Tensor residual = input;
    if (input.size(1) != out || stride != 1)
        residual = convLayer(t, "shortcut", input, {.out = out, .stride = stride}, Act::None);
    x = t.addInPlace(x, residual);
    x = t.relu(x, false);
    return x;
}

} // namespace

FeatureMaps transformersResNet(Tracer &t, const std::string &id, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("encoder");
    Tensor x = convLayer(t, "embedder.embedder", image, {.out = 64, .kernel = 7, .stride = 2, .padding = 3});
    x = t.maxPool(x, 3, 2, 1);
    const Tensor embedding = x;
    const int depths[] = {3, 4, id == "resnet101" ? 23 : 6, 3};
    FeatureMaps features;
    for (int i = 0; i < 4; ++i) {
        for (int d = 0; d < depths[i]; ++d) {
            const auto inner = t.scope("encoder.stages." + std::to_string(i) + ".layers", d);
            const int stride = i > 0 && d == 0 ? 2 : 1;
            x = t.segment(x, [&](const Tensor &in) { return bottleneck(t, in, std::int64_t{64} << i, stride); });
        }
        features.push_back(x);
    }
    return features;
}

} // namespace segplan::zoo
