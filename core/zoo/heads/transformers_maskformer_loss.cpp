#include "zoo/heads/set_matching.h"
#include "zoo/heads/transformers_mask2former.h"
#include "zoo/heads/transformers_maskformer.h"

#include "units/units.h"
#include "zoo/layers.h"

#include <algorithm>
#include <utility>

namespace segplan::zoo {

namespace {

// MaskFormerHungarianMatcher on every query's whole mask, at the masks' own size.
void match(Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets)
{
    const auto none = t.noGrad();
    const auto scope = t.scope("matcher");
    const std::int64_t q = masks.size(1), h = masks.size(2), w = masks.size(3), pixels = h * w;
    Tensor target, probabilities, classCost, maskCost, diceCost, total;
    for (std::int64_t i = 0; i < masks.size(0); ++i) {
        const Tensor &given = targets[static_cast<std::size_t>(i)];
        const Dims flat{q, pixels}, cost{q, given.size(0)};
        target = t.interpolate(t.unsqueeze(given, 1), h, w);
        probabilities = t.softmax(t.select(classes, 0, i), -1);
        classCost = made(t, {probabilities}, cost, DType::Float, "index");
        const Tensor predicted = t.flatten(t.select(masks, 0, i), 1), labels = t.view(target, Dims{given.size(0), pixels});
        {
            const Tensor probability = t.sigmoid(predicted);
            const auto focal = [&](bool positive) { // weight ** gamma times the entropy against ones or zeros
                Tensor entropy;
                {
                    const Tensor constant = t.constant(flat, predicted.dtype());
                    entropy = made(t, {t.cast(predicted, DType::Float), constant}, flat, DType::Float, "binary_cross_entropy_with_logits");
                }
                const Tensor base = positive ? made(t, {probability}, flat, DType::Float, "rsub") : probability;
                const Tensor power = made(t, {base}, flat, DType::Float, "pow");
                return std::pair(made(t, {power, entropy}, flat, DType::Float, "mul"), entropy);
            };
            const auto [focalPositive, positive] = focal(true);
            const auto [focalNegative, negative] = focal(false);
            const Tensor a = t.matmul(focalPositive, t.transpose(labels, 0, 1));
            const Tensor inverse = made(t, {labels}, labels.shape(), DType::Float, "rsub");
            const Tensor b = t.matmul(focalNegative, t.transpose(inverse, 0, 1));
            maskCost = t.add(a, b);
        }
        {
            const Tensor probability = t.sigmoid(predicted);
            const Tensor overlap = t.matmul(probability, t.transpose(labels, 0, 1));
            diceCost = made(t, {overlap}, cost, DType::Float, "dice");
        }
        total = made(t, {maskCost, classCost, diceCost}, cost, DType::Float, "cost");
    }
}

// sigmoid_focal_loss with gamma 2 and alpha 0.25
Tensor focalLoss(Tracer &t, const Tensor &inputs, const Tensor &labels, const Tensor &count)
{
    const Tensor probability = t.sigmoid(inputs);
    Tensor entropy;
    {
        const Tensor full = t.cast(inputs, DType::Float);
        Tracer::Custom op;
        op.kind = OpKind::Loss;
        op.inputs = {full, labels};
        op.grads = {GradKind::Fresh, GradKind::None};
        op.keeps = {full, labels};
        op.shape = full.shape();
        op.name = "binary_cross_entropy_with_logits";
        entropy = t.custom(op);
    }
    Tensor agreement;
    {
        const Tensor inside = t.mul(probability, labels);
        const Tensor outside = [&] {
            const Tensor a = oneMinus(t, probability), b = oneMinus(t, labels);
            return t.mul(a, b);
        }();
        agreement = t.add(inside, outside);
    }
    Tensor loss;
    {
        Tensor power;
        {
            const Tensor base = t.cast(oneMinus(t, agreement), DType::Float);
            Tracer::Custom op;
            op.inputs = {base};
            op.keeps = {base};
            op.shape = base.shape();
            op.backwardScratch = saturatedProduct(base.shape().count(), 2 * bytesOf(DType::Float));
            op.name = "pow";
            power = t.custom(op);
        }
        loss = t.mul(entropy, power);
    }
    Tensor alpha;
    {
        const Tensor inside = t.mulScalar(labels);
        const Tensor outside = [&] {
            const Tensor b = oneMinus(t, labels);
            return t.mulScalar(b);
        }();
        alpha = t.add(inside, outside);
    }
    loss = t.mul(alpha, loss);
    loss = t.mean(loss, Dims{1}, false);
    return lossPerSegment(t, loss, count);
}

} // namespace

std::vector<Tensor> transformersMaskFormerLoss(
    Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets, const Tensor &classWeight)
{
    match(t, masks, classes, targets);
    const Tensor count = t.constant(Dims{});
    std::vector<Tensor> losses;
    {
        auto [predicted, target, padding] = matchedMasks(t, masks, targets);
        const std::int64_t matched = target.size(0), height = target.size(1), width = target.size(2);
        predicted = t.interpolate(t.unsqueeze(predicted, 1), height, width);
        predicted = t.view(predicted, Dims{matched, height * width});
        target = t.flatten(target, 1);
        losses.push_back(focalLoss(t, predicted, target, count));
        losses.push_back(diceLossOfMasks(t, predicted, target, count));
    }
    losses.push_back(queryClassLoss(t, classes, classWeight));
    return losses;
}

} // namespace segplan::zoo
