// SETR and Segmenter: heads on plain Vision Transformers.
#include "zoo/backbones/attention.h"
#include "zoo/backbones/vit.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

namespace {

// The four supervised layers, the last one included.
std::vector<int> supervised(int layers, bool mla)
{
    if (layers == 24)
        return mla ? std::vector<int>{5, 11, 17, 23} : std::vector<int>{9, 14, 19, 23};
    return {layers / 4 - 1, layers / 2 - 1, 3 * layers / 4 - 1, layers - 1};
}

FeatureMaps backboneMaps(Tracer &t, const ModelSpec &spec, const Tensor &image, bool mla)
{
    VitSpec vit;
    vitSpec(spec.backbone, vit);
    vit.outputs = supervised(vit.layers, mla);
    vit.clsToken = !mla;
    return mmsegVit(t, vit, image);
}

Tensor upsampled(Tracer &t, const Tensor &x, int scale)
{
    return t.interpolate(x, x.size(2) * scale, x.size(3) * scale);
}

// SETRUPHead
Tensor upHead(Tracer &t, const Tensor &input, int classes, int convs, int kernel, int scale)
{
    Tensor x = mapLayerNorm(t, input, "norm");
    for (int i = 0; i < convs; ++i) {
        const auto scope = t.scope("up_convs", i);
        const Tensor argument = x;
        x = convModule(t, "0", x, {.out = 256, .kernel = kernel, .padding = (kernel - 1) / 2});
        x = upsampled(t, x, scale);
    }
    return clsSeg(t, x, classes, 0);
}

void setr(Tracer &t, const ModelSpec &spec, const Tensor &image, bool progressive)
{
    const FeatureMaps x = backboneMaps(t, spec, image, false);
    const int kernel = progressive ? 3 : 1;
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        const Tensor logits = upHead(t, x[3], spec.classes, progressive ? 4 : 1, kernel, progressive ? 2 : 4);
        losses.addHead(t, spec, logits);
    }
    // Every configuration gives the auxiliary heads two steps of upsampling by 4, but for the naive head on Cityscapes: one.
    const int convs = progressive || spec.classes >= 150 ? 2 : 1;
    for (std::size_t i = 0; i < 3 && spec.auxiliaryHead.value_or(true); ++i) {
        const auto scope = t.scope("auxiliary_head", static_cast<int>(i));
        const Tensor logits = upHead(t, x[i], spec.classes, convs, kernel, 4);
        losses.addHead(t, spec, logits);
    }
    losses.finish(t);
}

} // namespace

void mmsegSetrNaive(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    setr(t, spec, image, false);
}
void mmsegSetrPup(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    setr(t, spec, image, true);
}

void mmsegSetrMla(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    FeatureMaps x = backboneMaps(t, spec, image, true);
    x = mlaNeck(t, x);
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        Tensor logits;
        {
            FeatureMaps outs;
            for (std::size_t i = 0; i < x.size(); ++i) {
                const auto branch = t.scope("up_convs", static_cast<int>(i));
                Tensor y = convModule(t, "0", x[i], {.out = 128, .kernel = 3, .padding = 1});
                y = convModule(t, "1", y, {.out = 128, .kernel = 3, .padding = 1});
                outs.push_back(upsampled(t, y, 4));
            }
            const Tensor joined = t.cat(outs, 1);
            logits = clsSeg(t, joined, spec.classes, 0);
        }
        losses.addHead(t, spec, logits);
    }
    for (std::size_t i = 0; i < 4 && spec.auxiliaryHead.value_or(true); ++i) {
        const auto scope = t.scope("auxiliary_head", static_cast<int>(i));
        const Tensor logits = clsSeg(t, x[i], spec.classes, 0);
        losses.addHead(t, spec, logits);
    }
    losses.finish(t);
}

void mmsegSegmenter(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    VitSpec vit;
    vitSpec(spec.backbone, vit);
    vit.outputs = {vit.layers - 1};
    vit.dropPath = 0.1;
    vit.finalNorm = true;
    const FeatureMaps maps = mmsegVit(t, vit, image);
    const auto scope = t.scope("decode_head");
    const std::int64_t n = image.size(0), classes = spec.classes, width = vit.width;
    Tensor masks;
    {
        const std::int64_t h = maps[0].size(2), w = maps[0].size(3), length = h * w;
        Tensor x = t.view(t.contiguous(t.permute(maps[0], Dims{0, 2, 3, 1})), Dims{n, length, width});
        x = t.linear(x, width, true, "dec_proj");
        const Tensor clsEmbeddings = t.expand(t.parameter(Dims{1, classes, width}, "cls_emb"), Dims{n, classes, width});
        x = t.cat({x, clsEmbeddings}, 1);
        const std::vector<double> rates = dropPathRates(0.1, 2);
        for (int i = 0; i < 2; ++i) {
            const auto layer = t.scope("layers", i);
            x = checkpointed(t, x, [&](const Tensor &in) {
                return encoderLayer(t, in, {.heads = vit.heads, .dropPath = rates[static_cast<std::size_t>(i)]});
            });
        }
        x = t.layerNorm(x, "decoder_norm");
        Tensor patches = t.linear(t.slice(x, 1, 0, length), width, false, "patch_proj");
        Tensor classTokens = t.linear(t.slice(x, 1, length, length + classes), width, false, "classes_proj");
        patches = t.l2Normalize(patches, 2);
        classTokens = t.l2Normalize(classTokens, 2);
        masks = t.matmul(patches, t.transpose(classTokens, 1, 2));
        masks = t.layerNorm(masks, "mask_norm");
        masks = t.view(t.contiguous(t.permute(masks, Dims{0, 2, 1})), Dims{n, classes, h, w});
    }
    mmsegLoss(t, spec, masks);
}

} // namespace segplan::zoo
