#include "zoo/heads/ocr.h"

#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 512, KeyChannels = 256;

Tensor tokens(Tracer &t, const Tensor &map)
{
    return t.view(map, Dims{map.size(0), map.size(1), -1});
}

// SpatialGather: class regions weighted by the coarse logits, [N, C, classes, 1].
Tensor gather(Tracer &t, const Tensor &feats, const Tensor &coarse, bool contiguous)
{
    Tensor probs = tokens(t, coarse);
    const Tensor values = t.permute(tokens(t, feats), Dims{0, 2, 1});
    probs = t.mulScalar(probs);
    probs = t.softmax(probs, 2);
    Tensor context = t.matmul(probs, values);
    context = t.permute(context, Dims{0, 2, 1});
    if (contiguous)
        context = t.contiguous(context);
    return t.unsqueeze(context, 3);
}

// One or two 1x1 convolutions with norm and activation.
Tensor project(Tracer &t, std::string_view name, const Tensor &x, std::int64_t out, int convs, bool original)
{
    const auto scope = t.scope(name);
    Tensor y = x;
    for (int i = 0; i < convs; ++i) {
        const std::string piece = std::to_string(original ? 2 * i : i);
        y = original ? convNorm(t, piece.c_str(), std::to_string(2 * i + 1), y, {.out = out}, Act::ReluOutOfPlace)
                     : convModule(t, piece, y, {.out = out});
    }
    return y;
}

Tensor objectContext(Tracer &t, const Tensor &feats, const Tensor &regions, bool original)
{
    const auto arranged = [&](const Tensor &map) {
        const Tensor rows = t.permute(tokens(t, map), Dims{0, 2, 1});
        return original ? rows : t.contiguous(rows);
    };
    Tensor query = project(t, original ? "f_pixel" : "query_project", feats, KeyChannels, 2, original);
    query = arranged(query);
    Tensor key = project(t, original ? "f_object" : "key_project", regions, KeyChannels, 2, original);
    key = tokens(t, key);
    Tensor value = project(t, original ? "f_down" : "value_project", regions, KeyChannels, 1, original);
    value = arranged(value);
    Tensor similarity = t.matmul(query, key);
    similarity = t.mulScalar(similarity);
    similarity = t.softmax(similarity, -1);
    Tensor context = t.matmul(similarity, value);
    context = t.contiguous(t.permute(context, Dims{0, 2, 1}));
    context = t.view(context, Dims{feats.size(0), KeyChannels, feats.size(2), feats.size(3)});
    return project(t, original ? "f_up" : "out_project", context, Channels, 1, original);
}

} // namespace

Tensor mmsegOcrHead(Tracer &t, const Tensor &features, const Tensor &coarse, int classes)
{
    const Tensor feats = convModule(t, "bottleneck", features, {.out = Channels, .kernel = 3, .padding = 1});
    const Tensor regions = gather(t, feats, coarse, true);
    Tensor out;
    {
        const auto scope = t.scope("object_context_block");
        const Tensor context = objectContext(t, feats, regions, false);
        const Tensor joined = t.cat({context, feats}, 1);
        out = convModule(t, "bottleneck", joined, {.out = Channels});
    }
    return clsSeg(t, out, classes, 0);
}

std::vector<Tensor> originalOcrHead(Tracer &t, const Tensor &features, int classes)
{
    Tensor coarse;
    {
        const auto scope = t.scope("aux_head");
        coarse = convNorm(t, "0", "1", features, {.out = features.size(1), .bias = true});
        coarse = t.conv(coarse, {.out = classes, .bias = true, .name = "3"});
    }
    Tensor feats;
    {
        const auto scope = t.scope("conv3x3_ocr");
        feats = convNorm(t, "0", "1", features, {.out = Channels, .kernel = 3, .padding = 1, .bias = true});
    }
    const Tensor regions = gather(t, feats, coarse, false);
    {
        const auto scope = t.scope("ocr_distri_head");
        const Tensor context = objectContext(t, feats, regions, true);
        Tensor joined = t.cat({context, feats}, 1);
        Tensor out = convNorm(t, "conv_bn_dropout.0", "conv_bn_dropout.1", joined, {.out = Channels}, Act::ReluOutOfPlace);
        joined.reset();
        feats = t.dropout2d(out, 0.05);
    }
    const Tensor logits = t.conv(feats, {.out = classes, .bias = true, .name = "cls_head"});
    return {coarse, logits};
}

} // namespace segplan::zoo
