#include "zoo/heads/maskformer.h"

#include "zoo/backbones/attention.h"
#include "zoo/heads/pixel_decoder.h"
#include "zoo/heads/set_matching.h"
#include "zoo/layers.h"

#include <utility>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 256, Queries = 100;
constexpr int Heads = 8, Layers = 6;
constexpr double Dropout = 0.1;

// ConvModule with group norm.
Tensor groupNormModule(Tracer &t, const std::string &name, const Tensor &x, int kernel, bool activated)
{
    const auto scope = t.scope(name);
    Tensor y = t.conv(x, {.out = Channels, .kernel = kernel, .padding = kernel / 2});
    y = t.groupNorm(y, 32, "gn");
    return activated ? t.relu(y) : y;
}

// PixelDecoder
Tensor maskFeatures(Tracer &t, const FeatureMaps &feats)
{
    const auto scope = t.scope("pixel_decoder");
    Tensor y = groupNormModule(t, "last_feat_conv", feats.back(), 3, true);
    Tensor lateral;
    for (std::size_t i = feats.size() - 1; i-- > 0;) {
        lateral = groupNormModule(t, "lateral_convs." + std::to_string(i), feats[i], 1, false);
        y = t.add(lateral, resizeLike(t, y, lateral));
        y = groupNormModule(t, "output_convs." + std::to_string(i), y, 3, true);
    }
    return t.conv(y, {.out = Channels, .kernel = 3, .padding = 1, .bias = true, .name = "mask_feature"});
}

// DetrTransformerDecoderLayer
Tensor decoderLayer(
    Tracer &t, const Tensor &input, const Tensor &source, const Tensor &queryPosition, const Tensor &keyPosition, const Tensor &mask)
{
    Tensor query = positionedAttention(t, "self_attn", input, input, queryPosition, queryPosition, {}, Dropout);
    query = t.layerNorm(query, "norms.0");
    query = positionedAttention(t, "cross_attn", query, source, queryPosition, keyPosition, mask, Dropout);
    query = t.layerNorm(query, "norms.1");
    {
        const auto scope = t.scope("ffn");
        query = ffn(t, query, query, {.hidden = 2048, .gelu = false, .dropout = Dropout});
    }
    return t.layerNorm(query, "norms.2");
}

Tensor perceptron(Tracer &t, const Tensor &input)
{
    Tensor x = t.linear(input, Channels, true, "mask_embed.0");
    x = t.relu(x);
    x = t.linear(x, Channels, true, "mask_embed.2");
    x = t.relu(x);
    return t.linear(x, Channels, true, "mask_embed.4");
}

// einsum 'lbqc,bchw->lbqhw': bmm over the images, then a view with the layers in front.
Tensor maskProducts(Tracer &t, const Tensor &embed, const Tensor &features)
{
    const std::int64_t layers = embed.size(0), n = embed.size(1), queries = embed.size(2);
    const std::int64_t h = features.size(2), w = features.size(3);
    const Tensor rows = t.view(t.permute(embed, Dims{1, 0, 2, 3}), Dims{n, layers * queries, Channels});
    const Tensor product = t.matmul(rows, t.flatten(features, 2));
    return t.permute(t.view(product, Dims{n, layers, queries, h, w}), Dims{1, 0, 2, 3, 4});
}

// FocalLossCost on binary masks.
Tensor focalCost(Tracer &t, const Tensor &masks, const Tensor &target)
{
    const auto power = [&t](const Tensor &x) {
        const Tensor wide = t.settings().autocast ? t.cast(x, DType::Float) : x;
        return made(t, {wide}, wide.shape(), DType::Float, "pow", {wide});
    };
    const auto logarithm = [&t](const Tensor &x) {
        const Tensor wide = t.settings().autocast ? t.cast(x, DType::Float) : x;
        return made(t, {wide}, wide.shape(), DType::Float, "log", {wide});
    };
    const auto inverse = [&t](const Tensor &x) { return made(t, {x}, x.shape(), x.dtype(), "rsub"); };
    const Tensor truth = t.cast(t.flatten(target, 1), DType::Float);
    const Tensor p = t.sigmoid(t.flatten(masks, 1));
    Tensor negative;
    {
        Tensor factor;
        {
            const Tensor shifted = t.addScalar(inverse(p));
            factor = t.mulScalar(made(t, {logarithm(shifted)}, p.shape(), DType::Float, "neg"));
        }
        negative = t.mul(factor, power(p));
    }
    Tensor positive;
    {
        Tensor factor;
        {
            const Tensor shifted = t.addScalar(p);
            factor = t.mulScalar(made(t, {logarithm(shifted)}, p.shape(), DType::Float, "neg"));
        }
        positive = t.mul(factor, power(inverse(p)));
    }
    Tensor cost;
    {
        const Tensor a = pairwise(t, positive, truth), b = pairwise(t, negative, inverse(truth));
        cost = t.add(a, b);
    }
    cost = t.mulScalar(cost);
    return t.mulScalar(cost);
}

void assign(Tracer &t, const Tensor &scores, const Tensor &labels, const Tensor &masks, const Tensor &target)
{
    const auto scope = t.scope("assigner");
    const std::int64_t s = target.size(0);
    const Tensor byClass = classificationCost(t, scores, labels);
    const Tensor byFocal = focalCost(t, masks, target);
    Tensor byDice;
    {
        const Tensor truth = t.cast(t.flatten(target, 1), DType::Float);
        byDice = diceCost(t, t.flatten(masks, 1), truth);
    }
    (void)made(t, {byClass, byFocal, byDice}, Dims{scores.size(0), s}, DType::Float, "sum");
}

// _get_targets_single
MatchedTargets targetsOfImage(
    Tracer &t, const Tensor &scores, const Tensor &mask, const Tensor &segments, const Tensor &labels)
{
    Tensor small;
    {
        Tensor resized;
        {
            const Tensor full = t.cast(t.unsqueeze(segments, 1), DType::Float);
            resized = t.squeeze(t.interpolate(full, mask.size(1), mask.size(2)), 1);
        }
        small = t.cast(resized, DType::Int64);
    }
    assign(t, scores, labels, mask, small);
    return targetsOfMatch(t, mask, segments);
}

// mmdet FocalLoss with mmcv's kernel, which keeps logits [n, 1] and int64 targets [n].
Tensor focalLoss(Tracer &t, const Tensor &logits, const Tensor &target)
{
    Tracer::Custom kernel;
    kernel.kind = OpKind::Loss;
    kernel.inputs = {logits, target};
    kernel.grads = {GradKind::Fresh, GradKind::None};
    kernel.keeps = {logits, target};
    kernel.shape = logits.shape();
    kernel.dtype = logits.dtype();
    kernel.name = "sigmoid_focal_loss";
    const Tensor loss = t.custom(kernel);
    return t.mulScalar(dividedByTensor(t, t.sum(loss, Dims{0, 1}, false)));
}

// _loss_by_feat_single
void lossesOfOneOutput(Tracer &t, const Tensor &scores, const Tensor &allMasks, const GroundTruth &truth, LossTerms &terms)
{
    std::vector<Tensor> scoreList, maskList;
    for (std::int64_t i = 0; i < scores.size(0); ++i) {
        scoreList.push_back(t.select(scores, 0, i));
        maskList.push_back(t.select(allMasks, 0, i));
    }
    std::vector<MatchedTargets> images;
    for (std::size_t i = 0; i < scoreList.size(); ++i)
        images.push_back(targetsOfImage(t, scoreList[i], maskList[i], truth.masks[i], truth.labels[i]));
    const BatchTargets targets = stackedTargets(t, std::move(images));
    const Tensor classLoss = setClassLoss(t, scores, targets);
    Tensor masks = matchedMasks(t, allMasks, targets);
    masks = t.squeeze(t.interpolate(t.unsqueeze(masks, 1), targets.masks.size(1), targets.masks.size(2)), 1);
    const Tensor dice = setDiceLoss(t, masks, targets.masks);
    masks = t.view(masks, Dims{-1, 1});
    const Tensor flat = t.view(targets.masks, Dims{-1});
    Tensor focal;
    {
        const Tensor background = made(t, {flat}, flat.shape(), DType::Int64, "rsub"); // the kernel's target is 1 - mask
        focal = focalLoss(t, masks, background);
    }
    terms.add(classLoss);
    terms.add(focal);
    terms.add(dice);
}

} // namespace

StackedPredictions maskFormerDecoder(Tracer &t, const ModelSpec &spec, const FeatureMaps &feats)
{
    const std::int64_t n = feats[0].size(0), h = feats.back().size(2), w = feats.back().size(3);
    Tensor padding;
    {
        const Tensor full = t.constant(Dims{n, 1, spec.height, spec.width});
        padding = t.cast(t.interpolate(full, h, w), DType::Bool);
    }
    const Tensor features = maskFeatures(t, feats);
    Tensor position = sineEncoding(t, n, Channels, h, w);
    Tensor memory = t.conv(feats.back(), {.out = Channels, .bias = true, .name = "decoder_input_proj"});
    memory = t.permute(t.flatten(memory, 2), Dims{0, 2, 1});
    position = t.permute(t.flatten(position, 2), Dims{0, 2, 1});
    const Tensor queryEmbed = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "query_embed"), 0), Dims{n, 1, 1});
    const Tensor target = t.constant(queryEmbed.shape());
    // The key padding mask of every head, [N * heads, 1, S].
    const Tensor mask = t.constant(Dims{n * Heads, 1, h * w}, DType::Bool);
    Tensor out;
    {
        const auto scope = t.scope("transformer_decoder");
        std::vector<Tensor> intermediate;
        const Affine postNorm = normParameters(t, Channels, "post_norm");
        Tensor query = target;
        for (int i = 0; i < Layers; ++i) {
            {
                const auto layer = t.scope("layers", i);
                query = checkpointed(
                    t, query, [&](const Tensor &in) { return decoderLayer(t, in, memory, queryEmbed, position, mask); });
            }
            intermediate.push_back(layerNormWith(t, query, postNorm, "post_norm"));
        }
        query = layerNormWith(t, query, postNorm, "post_norm"); // made and not used
        out = t.stack(intermediate, 0);
    }
    StackedPredictions predictions;
    predictions.classes = t.linear(out, spec.classes + 1, true, "cls_embed");
    const Tensor embed = perceptron(t, out);
    predictions.masks = maskProducts(t, embed, features);
    return predictions;
}

void maskFormerLosses(Tracer &t, const StackedPredictions &predictions, const GroundTruth &truth, LossTerms &terms)
{
    const auto scope = t.scope("loss");
    t.beginLoss();
    const std::vector<Tensor> classes = t.chunk(predictions.classes, Layers, 0), masks = t.chunk(predictions.masks, Layers, 0);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const auto layer = t.scope("d", static_cast<int>(i));
        lossesOfOneOutput(t, t.squeeze(classes[i], 0), t.squeeze(masks[i], 0), truth, terms);
    }
}

} // namespace segplan::zoo
