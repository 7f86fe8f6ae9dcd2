// Segmenter of rstrudel/segmenter: a timm-like Vision Transformer and the mask transformer.
#include "zoo/backbones/attention.h"
#include "zoo/backbones/vit.h"
#include "zoo/heads/loss.h"
#include "zoo/models/query_models.h"

namespace segplan::zoo {

namespace {

struct BlockSpec {
    int heads = 12;
    double dropout = 0, dropPath = 0;
};

struct Attended {
    Tensor out, weights; // both returned: the block holds them to its end
};

Attended attention(Tracer &t, const Tensor &x, const BlockSpec &spec)
{
    const auto scope = t.scope("attn");
    const std::int64_t n = x.size(0), length = x.size(1), width = x.size(2);
    const Tensor qkv = t.permute(
        t.view(t.linear(x, 3 * width, true, "qkv"), Dims{n, length, 3, spec.heads, width / spec.heads}), Dims{2, 0, 3, 1, 4});
    const Tensor q = t.select(qkv, 0, 0), k = t.select(qkv, 0, 1), v = t.select(qkv, 0, 2);
    Attended a;
    a.weights = t.mulScalar(t.matmul(q, t.transpose(k, -2, -1)));
    a.weights = t.softmax(a.weights, -1);
    a.weights = t.dropout(a.weights, spec.dropout);
    a.out = t.view(t.transpose(t.matmul(a.weights, v), 1, 2), Dims{n, length, width});
    a.out = t.linear(a.out, width, true, "proj");
    a.out = t.dropout(a.out, spec.dropout);
    return a;
}

Tensor feedForward(Tracer &t, const Tensor &input, double dropout)
{
    const auto scope = t.scope("mlp");
    Tensor x = t.linear(input, 4 * input.size(2), true, "fc1");
    x = t.gelu(x);
    x = t.dropout(x, dropout);
    x = t.linear(x, input.size(2), true, "fc2");
    return t.dropout(x, dropout);
}

Tensor block(Tracer &t, const Tensor &input, const BlockSpec &spec)
{
    Attended y;
    {
        const Tensor normed = t.layerNorm(input, "norm1");
        y = attention(t, normed, spec);
    }
    Tensor x = t.add(input, t.dropPath(y.out, spec.dropPath));
    Tensor branch;
    {
        const Tensor normed = t.layerNorm(x, "norm2");
        branch = feedForward(t, normed, spec.dropout);
    }
    x = t.add(x, t.dropPath(branch, spec.dropPath));
    return x;
}

// x / x.norm(dim=-1, keepdim=True)
Tensor normalized(Tracer &t, const Tensor &x)
{
    const Dims small{x.size(0), x.size(1), 1};
    Tensor norm;
    {
        const Tensor wide = t.settings().autocast ? t.cast(x, DType::Float) : x;
        Tracer::Custom op;
        op.kind = OpKind::Reduce;
        op.inputs = {wide};
        op.keeps = {wide};
        op.keepsOutput = true;
        op.shape = small;
        op.name = "norm";
        norm = t.custom(op);
    }
    Tracer::Custom op;
    op.inputs = {x, norm};
    op.keeps = {x, norm};
    op.shape = x.shape();
    op.name = "div";
    return t.custom(op);
}

Tensor encoder(Tracer &t, const VitSpec &vit, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("encoder");
    const std::int64_t n = image.size(0);
    Tensor x = t.conv(image, {.out = vit.width, .kernel = vit.patch, .stride = vit.patch, .bias = true, .name = "patch_embed.proj"});
    x = t.transpose(t.flatten(x, 2), 1, 2);
    const std::int64_t length = x.size(1);
    const Tensor clsTokens = t.expand(t.parameter(Dims{1, 1, vit.width}, "cls_token"), Dims{n, 1, vit.width});
    x = t.cat({clsTokens, x}, 1);
    x = t.add(x, t.parameter(Dims{1, length + 1, vit.width}, "pos_embed"));
    const std::vector<double> rates = dropPathRates(0.1, vit.layers);
    for (int i = 0; i < vit.layers; ++i) {
        const auto layer = t.scope("blocks", i);
        x = checkpointed(
            t, x, [&](const Tensor &in) { return block(t, in, {.heads = vit.heads, .dropPath = rates[static_cast<std::size_t>(i)]}); });
    }
    (void)linearParameters(t, vit.width, 1000, "head"); // of the classifier it was pretrained as: never runs
    return t.layerNorm(x, "norm");
}

Tensor decoder(Tracer &t, const VitSpec &vit, const Tensor &input, std::int64_t classes, std::int64_t h, std::int64_t w)
{
    const auto scope = t.scope("decoder");
    const std::int64_t n = input.size(0), length = h * w, width = vit.width;
    Tensor x = t.linear(input, width, true, "proj_dec");
    const Tensor clsEmbeddings = t.expand(t.parameter(Dims{1, classes, width}, "cls_emb"), Dims{n, classes, width});
    x = t.cat({x, clsEmbeddings}, 1);
    for (int i = 0; i < 2; ++i) {
        const auto layer = t.scope("blocks", i);
        x = checkpointed(t, x, [&](const Tensor &in) { return block(t, in, {.heads = vit.heads, .dropout = 0.1}); });
    }
    x = t.layerNorm(x, "decoder_norm");
    Tensor patches = t.slice(x, 1, 0, length), classTokens = t.slice(x, 1, length, length + classes);
    patches = t.linearWith(patches, t.parameter(Dims{width, width}, "proj_patch"), {}, "proj_patch");
    classTokens = t.linearWith(classTokens, t.parameter(Dims{width, width}, "proj_classes"), {}, "proj_classes");
    patches = normalized(t, patches);
    classTokens = normalized(t, classTokens);
    Tensor masks = t.matmul(patches, t.transpose(classTokens, 1, 2));
    masks = t.layerNorm(masks, "mask_norm");
    return t.view(t.permute(masks, Dims{0, 2, 1}), Dims{n, classes, h, w});
}

} // namespace

void originalSegmenter(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    VitSpec vit;
    vitSpec(spec.backbone, vit);
    Tensor masks;
    {
        Tensor x = encoder(t, vit, image);
        x = t.slice(x, 1, 1, x.size(1));
        masks = decoder(t, vit, x, spec.classes, image.size(2) / vit.patch, image.size(3) / vit.patch);
        masks = t.interpolate(masks, image.size(2), image.size(3));
    }
    plainCrossEntropy(t, spec, masks);
}

} // namespace segplan::zoo
