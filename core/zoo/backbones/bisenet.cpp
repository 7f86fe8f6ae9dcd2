#include "zoo/backbones/bisenet.h"

#include "zoo/backbones/resnet.h"
#include "zoo/layers.h"

namespace segplan::zoo {

// ---- BiSeNetV1 ----

Tensor attentionRefinement(Tracer &t, std::string_view name, const Tensor &input)
{
    const auto scope = t.scope(name);
    const Tensor x = convModule(t, "conv_layer", input, {.out = 128, .kernel = 3, .padding = 1});
    const Tensor attention = [&] {
        const auto inner = t.scope("atten_conv_layer");
        Tensor y = t.adaptiveAvgPool(x, 1, 1);
        y = convModule(t, "1", y, {.out = 128}, Act::None);
        y = t.sigmoid(y);
        return y;
    }();
    return t.mul(x, attention);
}

namespace {

struct Context {
    Tensor up16, up32;
};

Context contextPath(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const auto scope = t.scope("context_path");
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    r.deepStem = spec.stem.value_or("classic") == "deep";
    r.contractDilation = true;
    const FeatureMaps x = [&] {
        const auto inner = t.scope("backbone");
        return resNet(t, r, image);
    }();
    const Tensor pooled = [&] {
        const auto gap = t.scope("gap_conv");
        Tensor y = t.adaptiveAvgPool(x[3], 1, 1);
        y = convModule(t, "1", y, {.out = 128});
        return y;
    }();
    const Tensor arm32 = attentionRefinement(t, "arm32", x[3]);
    const Tensor sum32 = t.add(arm32, pooled);
    Tensor up32 = resizeLike(t, sum32, x[2]);
    up32 = convModule(t, "conv_head32", up32, {.out = 128, .kernel = 3, .padding = 1});
    const Tensor arm16 = attentionRefinement(t, "arm16", x[2]);
    const Tensor sum16 = t.add(arm16, up32);
    Tensor up16 = resizeLike(t, sum16, x[1]);
    up16 = convModule(t, "conv_head16", up16, {.out = 128, .kernel = 3, .padding = 1});
    return {up16, up32};
}

Tensor spatialPath(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("spatial_path");
    Tensor x = convModule(t, "layer1", image, {.out = 64, .kernel = 7, .stride = 2, .padding = 3});
    x = convModule(t, "layer2", x, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
    x = convModule(t, "layer3", x, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
    x = convModule(t, "layer4", x, {.out = 128});
    return x;
}

Tensor featureFusion(Tracer &t, const Tensor &spatial, const Tensor &context)
{
    const auto scope = t.scope("ffm");
    const Tensor joined = t.cat({spatial, context}, 1);
    const Tensor fused = convModule(t, "conv1", joined, {.out = 256});
    Tensor attention = t.adaptiveAvgPool(fused, 1, 1);
    {
        const auto inner = t.scope("conv_atten");
        const Tensor input = attention;
        attention = convModule(t, "0", attention, {.out = 256});
        attention = t.sigmoid(attention);
    }
    attention = t.mul(fused, attention);
    return t.add(attention, fused);
}

// ---- BiSeNetV2 ----

Tensor detailBranch(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("detail");
    Tensor x = image;
    int stage = 0;
    for (const std::int64_t channels : {64, 64, 128}) {
        const auto inner = t.scope("detail_branch", stage);
        const Tensor input = x;
        x = convModule(t, "0", x, {.out = channels, .kernel = 3, .stride = 2, .padding = 1});
        x = convModule(t, "1", x, {.out = channels, .kernel = 3, .padding = 1});
        if (stage > 0)
            x = convModule(t, "2", x, {.out = channels, .kernel = 3, .padding = 1});
        ++stage;
    }
    return x;
}

Tensor stemBlock(Tracer &t, const Tensor &image, std::int64_t channels)
{
    const Tensor x = convModule(t, "conv_first", image, {.out = channels, .kernel = 3, .stride = 2, .padding = 1});
    const Tensor left = [&] {
        const auto convs = t.scope("convs");
        Tensor y = convModule(t, "0", x, {.out = channels / 2});
        y = convModule(t, "1", y, {.out = channels, .kernel = 3, .stride = 2, .padding = 1});
        return y;
    }();
    const Tensor right = t.maxPool(x, 3, 2, 1);
    return convModule(t, "fuse_last", t.cat({left, right}, 1), {.out = channels, .kernel = 3, .padding = 1});
}

// Gather-and-expansion layer, expansion 6.
Tensor gatherExpand(Tracer &t, const Tensor &given, std::int64_t out, int stride)
{
    const auto run = [&](const Tensor &input) {
        const std::int64_t in = input.size(1), mid = 6 * in;
        Tensor x = convModule(t, "conv1", input, {.out = in, .kernel = 3, .padding = 1});
        {
            const auto scope = t.scope("dwconv");
            const Tensor sequenceInput = x;
            x = convModule(t, "0", x, {.out = mid, .kernel = 3, .stride = stride, .padding = 1, .groups = in}, stride == 1 ? Act::Relu : Act::None);
            if (stride != 1)
                x = convModule(t, "1", x, {.out = mid, .kernel = 3, .padding = 1, .groups = mid});
        }
        x = convModule(t, "conv2.0", x, {.out = out}, Act::None);
        if (stride != 1) {
            const Tensor shortcut = separableConvModule(t, "shortcut.0", input,
                                                        {.out = out, .stride = stride, .depthwiseAct = Act::None, .pointwiseAct = Act::None});
            x = t.add(x, shortcut);
        } else {
            x = t.add(x, input);
        }
        return t.relu(x);
    };
    return given.requiresGrad() ? t.segment(given, run) : run(given);
}

Tensor contextEmbedding(Tracer &t, const Tensor &identity)
{
    Tensor x = t.adaptiveAvgPool(identity, 1, 1);
    x = t.batchNorm(x, "gap.1");
    x = convModule(t, "conv_gap", x, {.out = 128});
    x = t.add(identity, x);
    x = convModule(t, "conv_last", x, {.out = 128, .kernel = 3, .padding = 1});
    return x;
}

FeatureMaps semanticBranch(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("semantic");
    FeatureMaps outs;
    Tensor x = image;
    {
        const auto stage = t.scope("stage1");
        x = stemBlock(t, x, 16);
        outs.push_back(x);
    }
    int number = 2;
    for (const std::int64_t channels : {32, 64, 128}) {
        const auto stage = t.scope("stage" + std::to_string(number));
        const Tensor input = x;
        for (int i = 0; i < (number == 4 ? 4 : 2); ++i) {
            const auto layer = t.scope(std::to_string(i));
            x = gatherExpand(t, x, channels, i == 0 ? 2 : 1);
        }
        outs.push_back(x);
        ++number;
    }
    const auto stage = t.scope("stage4_CEBlock");
    x = contextEmbedding(t, x);
    outs.push_back(x);
    return outs;
}

// Depthwise ConvModule without activation, then a bare pointwise convolution.
Tensor depthwisePointwise(Tracer &t, std::string_view name, const Tensor &input)
{
    const auto scope = t.scope(name);
    Tensor x = convModule(t, "depthwise_conv", input, {.out = input.size(1), .kernel = 3, .padding = 1, .groups = input.size(1)}, Act::None);
    x = t.conv(x, {.out = input.size(1), .bias = true, .name = "pointwise_conv"});
    return x;
}

Tensor bilateralAggregation(Tracer &t, const Tensor &detail, const Tensor &semantic)
{
    const auto scope = t.scope("bga");
    const Tensor detailFine = depthwisePointwise(t, "detail_dwconv.0", detail);
    const Tensor detailDown = [&] {
        const auto down = t.scope("detail_down");
        Tensor x = convModule(t, "0", detail, {.out = 128, .kernel = 3, .stride = 2, .padding = 1}, Act::None);
        x = t.avgPool(x, 3, 2, 1);
        return x;
    }();
    Tensor semanticConv = convModule(t, "semantic_conv.0", semantic, {.out = 128, .kernel = 3, .padding = 1}, Act::None);
    const Tensor semanticFine = depthwisePointwise(t, "semantic_dwconv.0", semantic);
    semanticConv = resizeLike(t, semanticConv, detailFine);
    const Tensor fuse1 = t.mul(detailFine, t.sigmoid(semanticConv));
    Tensor fuse2 = t.mul(detailDown, t.sigmoid(semanticFine));
    fuse2 = resizeLike(t, fuse2, fuse1);
    return convModule(t, "conv", t.add(fuse1, fuse2), {.out = 128, .kernel = 3, .padding = 1});
}

} // namespace

FeatureMaps biSeNetV1(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const Context context = contextPath(t, spec, image);
    const Tensor spatial = spatialPath(t, image);
    const Tensor fused = featureFusion(t, spatial, context.up16);
    return {fused, context.up16, context.up32};
}

FeatureMaps biSeNetV2(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const Tensor detail = detailBranch(t, image);
    FeatureMaps semantic = semanticBranch(t, image);
    FeatureMaps outs{bilateralAggregation(t, detail, semantic.back())};
    for (std::size_t i = 0; i + 1 < semantic.size(); ++i)
        outs.push_back(semantic[i]);
    return outs;
}

} // namespace segplan::zoo
