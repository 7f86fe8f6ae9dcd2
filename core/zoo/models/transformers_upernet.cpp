#include "zoo/backbones/transformers_backbones.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/transformers_library.h"

#include <utility>

namespace segplan::zoo {

namespace {

// What the head classes of the two models, equal in all else, differ in.
struct HeadSpec {
    std::int64_t channels = 512;
    const char *norm = "batch_norm";
    int classes = 19;
};

Tensor headConv(Tracer &t, const HeadSpec &head, std::string_view name, const Tensor &x, const ConvSpec &spec)
{
    const auto scope = t.scope(name);
    return convNorm(t, "conv", head.norm, x, spec, Act::ReluOutOfPlace);
}

// UperNetPyramidPoolingModule
FeatureMaps pyramid(Tracer &t, const HeadSpec &head, const Tensor &x)
{
    const auto scope = t.scope("psp_modules");
    FeatureMaps outs;
    Tensor out;
    int index = 0;
    for (const int scale : {1, 2, 3, 6}) {
        const auto level = t.scope(std::to_string(index++));
        out = headConv(t, head, "1", t.adaptiveAvgPool(x, scale, scale), {.out = head.channels});
        outs.push_back(resizeLike(t, out, x));
    }
    return outs;
}

// UperNetHead: the laterals and the joined map live until the logits are there.
Tensor uperHead(Tracer &t, const HeadSpec &head, const FeatureMaps &inputs)
{
    const std::int64_t channels = head.channels;
    const auto scope = t.scope("decode_head");
    FeatureMaps laterals;
    for (std::size_t i = 0; i + 1 < inputs.size(); ++i)
        laterals.push_back(headConv(t, head, "lateral_convs." + std::to_string(i), inputs[i], {.out = channels}));
    {
        FeatureMaps outs{inputs.back()};
        for (Tensor &map : pyramid(t, head, inputs.back()))
            outs.push_back(std::move(map));
        const Tensor joined = t.cat(outs, 1);
        outs.clear();
        laterals.push_back(headConv(t, head, "bottleneck", joined, {.out = channels, .kernel = 3, .padding = 1}));
    }
    const std::size_t levels = laterals.size();
    for (std::size_t i = levels - 1; i > 0; --i)
        laterals[i - 1] = t.add(laterals[i - 1], resizeLike(t, laterals[i], laterals[i - 1]));
    FeatureMaps outs;
    for (std::size_t i = 0; i + 1 < levels; ++i)
        outs.push_back(headConv(t, head, "fpn_convs." + std::to_string(i), laterals[i], {.out = channels, .kernel = 3, .padding = 1}));
    outs.push_back(laterals.back());
    for (std::size_t i = levels - 1; i > 0; --i)
        outs[i] = resizeLike(t, outs[i], outs[0]);
    const Tensor joined = t.cat(outs, 1);
    outs.clear();
    const Tensor output = headConv(t, head, "fpn_bottleneck", joined, {.out = channels, .kernel = 3, .padding = 1});
    return t.conv(output, {.out = head.classes, .bias = true, .name = "classifier"});
}

// UperNetFCNHead with one convolution
Tensor auxiliaryHead(Tracer &t, const HeadSpec &head, const Tensor &input)
{
    const auto scope = t.scope("auxiliary_head");
    const Tensor output = headConv(t, head, "convs.0", input, {.out = 256, .kernel = 3, .padding = 1});
    return t.conv(output, {.out = head.classes, .bias = true, .name = "classifier"});
}

FeatureMaps backboneMaps(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    ConvNextSpec next;
    if (convNextSpec(spec.backbone, next))
        return transformersConvNext(t, next, image);
    SwinSpec swin;
    const bool wide = spec.backbone == "swin-b" || spec.backbone == "swin-l"; // published with windows of 12
    swinSpec(spec.backbone, spec.pretrainWindow.value_or(wide ? 12 : 7), swin);
    swin.dropPath = 0.1;
    return transformersSwin(t, swin, image);
}

// BeitForSemanticSegmentation: the states before the layers that mmsegmentation takes. Its grid is square, as its configuration's image.
void beitUperNet(Tracer &t, const ModelSpec &spec, const BeitSpec &beit, const Tensor &image)
{
    const FeatureMaps states = transformersBeit(t, beit, image);
    const std::int64_t n = image.size(0), c = beit.width, side = spec.height / 16;
    FeatureMaps features;
    for (const int output : beit.outputs) {
        const Tensor &state = states[static_cast<std::size_t>(output - 1)];
        const Tensor patches = t.permute(t.slice(state, 1, 1, state.size(1)), Dims{0, 2, 1});
        features.push_back(t.view(patches, Dims{n, c, side, side}));
    }
    {
        const auto scope = t.scope("fpn1");
        Tensor x = t.convTranspose(features[0], {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "0"});
        x = t.batchNorm(x, "1");
        x = t.gelu(x);
        features[0] = t.convTranspose(x, {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "3"});
    }
    features[1] = t.convTranspose(features[1], {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "fpn2.0"});
    features[3] = t.maxPool(features[3], 2, 2);

    const HeadSpec head{c, "bn", spec.classes};
    const Tensor logits = uperHead(t, head, features);
    Tensor auxiliary;
    if (spec.auxiliaryHead.value_or(true))
        auxiliary = auxiliaryHead(t, head, features[2]);
    const Tensor upsampled = t.interpolate(logits, spec.height, spec.width);
    if (!auxiliary.valid()) {
        plainCrossEntropy(t, spec, upsampled);
        return;
    }
    const Tensor upsampledAuxiliary = t.interpolate(auxiliary, spec.height, spec.width);
    crossEntropyWithAuxiliary(t, spec, upsampled, upsampledAuxiliary);
}

} // namespace

void transformersUperNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    BeitSpec beit;
    if (beitSpec(spec.backbone, beit)) {
        beit.dropPath = 0.1;
        beitUperNet(t, spec, beit, image);
        return;
    }
    const FeatureMaps features = backboneMaps(t, spec, image);
    const HeadSpec head{512, "batch_norm", spec.classes};
    Tensor logits = uperHead(t, head, features), auxiliary;
    logits = t.interpolate(logits, spec.height, spec.width);
    if (!spec.auxiliaryHead.value_or(true)) {
        plainCrossEntropy(t, spec, logits);
        return;
    }
    auxiliary = auxiliaryHead(t, head, features[2]);
    auxiliary = t.interpolate(auxiliary, spec.height, spec.width);
    crossEntropyWithAuxiliary(t, spec, logits, auxiliary);
}

} // namespace segplan::zoo
