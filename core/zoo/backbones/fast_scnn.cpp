#include "zoo/backbones/fast_scnn.h"

#include "zoo/backbones/mobilenet.h"
#include "zoo/heads/psp.h"
#include "zoo/layers.h"

#include <string>

namespace segplan::zoo {

namespace {

Tensor learningToDownsample(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("learning_to_downsample");
    Tensor x = convModule(t, "conv", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1});
    x = separableConvModule(t, "dsconv1", x, {.out = 48, .stride = 2, .depthwiseAct = Act::None});
    return separableConvModule(t, "dsconv2", x, {.out = 64, .stride = 2, .depthwiseAct = Act::None});
}

Tensor globalFeatures(Tracer &t, const Tensor &input)
{
    const auto scope = t.scope("global_feature_extractor");
    Tensor x = input;
    const auto bottleneck = [&t](const char *name, const Tensor &from, std::int64_t out, int stride) {
        const auto layer = t.scope(name);
        Tensor y = from;
        for (int i = 0; i < 3; ++i) {
            const auto block = t.scope(std::to_string(i));
            y = mmsegInvertedResidual(t, y, {.out = out, .stride = i == 0 ? stride : 1, .act = Act::Relu});
        }
        return y;
    };
    x = bottleneck("bottleneck1", x, 64, 2);
    x = bottleneck("bottleneck2", x, 96, 2);
    x = bottleneck("bottleneck3", x, 128, 1);
    {
        FeatureMaps parts{x};
        for (Tensor &map : pyramidPooling(t, x, 32, "ppm"))
            parts.push_back(std::move(map));
        x = t.cat(parts, 1);
    }
    return convModule(t, "out", x, {.out = 128, .kernel = 3, .padding = 1});
}

Tensor fusion(Tracer &t, const Tensor &higher, const Tensor &lower)
{
    const auto scope = t.scope("feature_fusion");
    Tensor low = resizeLike(t, lower, higher);
    low = convModule(t, "dwconv", low, {.out = 128, .kernel = 3, .padding = 1, .groups = 128});
    low = convModule(t, "conv_lower_res", low, {.out = 128}, Act::None);
    const Tensor high = convModule(t, "conv_higher_res", higher, {.out = 128}, Act::None);
    const Tensor out = t.add(high, low);
    return t.relu(out);
}

} // namespace

FeatureMaps fastScnn(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const Tensor higher = learningToDownsample(t, image);
    const Tensor lower = globalFeatures(t, higher);
    const Tensor fused = fusion(t, higher, lower);
    return {higher, lower, fused};
}

} // namespace segplan::zoo
