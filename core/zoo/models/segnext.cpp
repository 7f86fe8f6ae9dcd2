// SegNeXt (MSCAN with the Hamburger head) and Semantic FPN.
#include "zoo/backbones/mscan.h"
#include "zoo/backbones/poolformer.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/twins.h"
#include "zoo/heads/fpn.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t Rank = 16; // MD_R of the configurations
constexpr int Steps = 6;

Tensor convGroupNorm(Tracer &t, std::string_view name, const Tensor &x, std::int64_t out, bool relu)
{
    const auto scope = t.scope(name);
    Tensor y = t.conv(x, {.out = out});
    y = t.groupNorm(y, 32, "gn");
    return relu ? t.relu(y) : y;
}

Tensor divide(Tracer &t, const Tensor &a, const Tensor &b)
{
    Tracer::Custom op;
    op.inputs = {a, b};
    op.keeps = {a, b};
    op.shape = a.shape();
    op.dtype = a.dtype() == DType::Float || b.dtype() == DType::Float ? DType::Float : a.dtype();
    op.name = "div";
    return t.custom(op);
}

// factor * numerator / (denominator + eps), one multiplicative update.
Tensor updated(Tracer &t, const Tensor &factor, const Tensor &numerator, const Tensor &denominator)
{
    const Tensor product = t.mul(factor, numerator);
    const Tensor shifted = t.addScalar(denominator);
    return divide(t, product, shifted);
}

Tensor updatedCoefficients(Tracer &t, const Tensor &x, const Tensor &bases, const Tensor &coefficients)
{
    const Tensor numerator = t.matmul(t.transpose(x, 1, 2), bases);
    const Tensor gram = t.matmul(t.transpose(bases, 1, 2), bases);
    const Tensor denominator = t.matmul(coefficients, gram);
    return updated(t, coefficients, numerator, denominator);
}

// NMF2D: non-negative matrix factorisation by multiplicative updates, all of them recorded for backward.
Tensor factorised(Tracer &t, const Tensor &map)
{
    const auto scope = t.scope("ham");
    const std::int64_t n = map.size(0), c = map.size(1), length = map.size(2) * map.size(3);
    const Tensor x = t.view(map, Dims{n, c, length});
    Tensor bases = t.constant(Dims{n, c, Rank});
    Tensor coefficients = t.matmul(t.transpose(x, 1, 2), bases);
    coefficients = t.mulScalar(coefficients);
    coefficients = t.softmax(coefficients, -1);
    for (int i = 0; i < Steps; ++i) {
        const Tensor next = updatedCoefficients(t, x, bases, coefficients);
        const Tensor numerator = t.matmul(x, next);
        const Tensor gram = t.matmul(t.transpose(next, 1, 2), next);
        const Tensor denominator = t.matmul(bases, gram);
        bases = updated(t, bases, numerator, denominator);
        coefficients = next;
    }
    coefficients = updatedCoefficients(t, x, bases, coefficients);
    const Tensor product = t.matmul(bases, t.transpose(coefficients, 1, 2));
    return t.view(product, map.shape());
}

Tensor lightHamHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    Tensor joined;
    {
        FeatureMaps resized;
        for (const Tensor &map : inputs)
            resized.push_back(resizeLike(t, map, inputs[0]));
        joined = t.cat(resized, 1);
    }
    Tensor x = convGroupNorm(t, "squeeze", joined, channels, true);
    {
        const auto scope = t.scope("hamburger");
        Tensor enjoy;
        {
            const auto in = t.scope("ham_in");
            enjoy = t.conv(x, {.out = channels, .bias = true});
        }
        enjoy = t.relu(enjoy);
        enjoy = factorised(t, enjoy);
        enjoy = convGroupNorm(t, "ham_out", enjoy, channels, false);
        const Tensor sum = t.add(x, enjoy);
        x = t.relu(sum);
    }
    const Tensor output = convGroupNorm(t, "align", x, channels, true);
    return clsSeg(t, output, classes);
}

} // namespace

void mmsegSegNext(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    MscanSpec net;
    mscanSpec(spec.backbone, net);
    const FeatureMaps x = mscan(t, net, image);
    const auto scope = t.scope("decode_head");
    const Tensor logits = lightHamHead(t, {x[1], x[2], x[3]}, spec.classes, net.headChannels);
    mmsegLoss(t, spec, logits);
}

void mmsegSemanticFpn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    PoolFormerSpec pool;
    TwinsSpec twins;
    FeatureMaps x;
    if (poolFormerSpec(spec.backbone, pool))
        x = poolFormer(t, pool, image);
    else if (twinsSpec(spec.backbone, twins))
        x = mmsegTwins(t, twins, image);
    else
        x = mmsegResNet(t, spec, image, 32);
    x = featurePyramid(t, x);
    const auto scope = t.scope("decode_head");
    const Tensor logits = fpnHead(t, x, spec.classes);
    mmsegLoss(t, spec, logits);
}

} // namespace segplan::zoo
