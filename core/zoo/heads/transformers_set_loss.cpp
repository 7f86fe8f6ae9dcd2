#include "zoo/heads/set_matching.h"
#include "zoo/heads/transformers_mask2former.h"

#include <algorithm>
#include <utility>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Points = 12544, Sampled = 3 * Points, Important = Points * 3 / 4;

// sample_point: input [N, 1, H, W] at points [N, P, 2] in [0, 1] gives [N, P].
Tensor samplePoint(Tracer &t, const Tensor &input, const Tensor &points)
{
    Tensor grid;
    {
        const Tensor doubled = t.mulScalar(t.unsqueeze(points, 2));
        grid = t.addScalar(doubled);
    }
    return t.squeeze(t.squeeze(t.gridSample(input, grid), 3), 1);
}

// What Mask2FormerHungarianMatcher holds of an image until the next one's values replace it.
struct Costs {
    Tensor probabilities, predicted, classCost, target, coordinates, targetCoordinates, predictedCoordinates, maskCost, diceCost, total;
};

Tensor maskCost(Tracer &t, const Tensor &input, const Tensor &labels)
{
    const Dims points = input.shape();
    const auto entropy = [&] { // against a tensor of ones or zeros
        const Tensor constant = t.constant(points);
        return made(t, {input, constant}, points, DType::Float, "binary_cross_entropy_with_logits");
    };
    const Tensor positive = entropy(), negative = entropy();
    const auto product = [&](const Tensor &loss, const Tensor &against) {
        const Tensor scaled = made(t, {loss}, points, DType::Float, "div");
        return t.matmul(scaled, t.transpose(against, 0, 1));
    };
    const Tensor a = product(positive, labels);
    const Tensor b = [&] {
        const Tensor scaled = made(t, {negative}, points, DType::Float, "div");
        const Tensor inverse = made(t, {labels}, labels.shape(), DType::Float, "rsub");
        return t.matmul(scaled, t.transpose(inverse, 0, 1));
    }();
    return t.add(a, b);
}

Tensor diceCost(Tracer &t, const Tensor &input, const Tensor &labels)
{
    const Tensor probability = t.sigmoid(input);
    const Tensor overlap = t.matmul(probability, t.transpose(labels, 0, 1));
    return made(t, {overlap}, overlap.shape(), DType::Float, "dice");
}

void match(Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets)
{
    const auto none = t.noGrad();
    const auto scope = t.scope("matcher");
    const std::int64_t n = masks.size(0), q = masks.size(1);
    Costs c;
    for (std::int64_t i = 0; i < n; ++i) {
        const Tensor &target = targets[static_cast<std::size_t>(i)];
        const std::int64_t segments = target.size(0);
        c.probabilities = t.softmax(t.select(classes, 0, i), -1);
        c.predicted = t.select(masks, 0, i);
        c.classCost = made(t, {c.probabilities}, Dims{q, segments}, DType::Float, "index");
        c.target = t.unsqueeze(t.cast(target, c.predicted.dtype()), 1);
        c.predicted = t.unsqueeze(c.predicted, 1);
        c.coordinates = t.constant(Dims{1, Points, 2});
        c.targetCoordinates = t.repeat(c.coordinates, Dims{segments, 1, 1});
        c.target = samplePoint(t, c.target, c.targetCoordinates);
        c.predictedCoordinates = t.repeat(c.coordinates, Dims{q, 1, 1});
        c.predicted = samplePoint(t, c.predicted, c.predictedCoordinates);
        c.maskCost = maskCost(t, c.predicted, c.target);
        c.diceCost = diceCost(t, c.predicted, c.target);
        c.total = made(t, {c.maskCost, c.classCost, c.diceCost}, Dims{q, segments}, DType::Float, "cost");
    }
}

// sample_points_using_uncertainty
Tensor uncertainPoints(Tracer &t, const Tensor &masks)
{
    const std::int64_t n = masks.size(0);
    const Tensor candidates = t.constant(Dims{n, Sampled, 2});
    const Tensor logits = samplePoint(t, masks, candidates);
    Tensor uncertainty;
    {
        const Tensor magnitude = made(t, {logits}, logits.shape(), logits.dtype(), "abs");
        uncertainty = made(t, {magnitude}, logits.shape(), logits.dtype(), "neg");
    }
    const Tensor index = made(t, {uncertainty}, Dims{n, Important}, DType::Int64, "topk");
    const Tensor chosen = made(t, {candidates, index}, Dims{n, Important, 2}, DType::Float, "index");
    const Tensor random = t.constant(Dims{n, Points - Important, 2});
    return t.cat({chosen, random}, 1);
}

} // namespace

Tensor lossPerSegment(Tracer &t, const Tensor &x, const Tensor &count)
{
    Tracer::Custom ratio; // sum / num_masks, a tensor
    ratio.inputs = {t.sum(x, Dims{0}, false), count};
    ratio.grads = {GradKind::Fresh, GradKind::None};
    ratio.keeps = {count};
    ratio.name = "div";
    return t.custom(ratio);
}

namespace {

// sigmoid_cross_entropy_loss
Tensor maskLoss(Tracer &t, const Tensor &logits, const Tensor &labels, const Tensor &count)
{
    Tracer::Custom entropy;
    entropy.kind = OpKind::Loss;
    entropy.inputs = {logits, labels};
    entropy.grads = {GradKind::Fresh, GradKind::None};
    entropy.keeps = {logits, labels};
    entropy.shape = logits.shape();
    entropy.name = "binary_cross_entropy_with_logits";
    const Tensor loss = t.custom(entropy);
    return lossPerSegment(t, t.mean(loss, Dims{1}, false), count);
}

} // namespace

Tensor diceLossOfMasks(Tracer &t, const Tensor &logits, const Tensor &labels, const Tensor &count)
{
    const Tensor probability = t.sigmoid(logits);
    Tensor numerator;
    {
        const Tensor product = t.mul(probability, labels);
        numerator = t.mulScalar(t.sum(product, Dims{1}, false));
    }
    const Tensor denominator = t.add(t.sum(probability, Dims{1}, false), t.sum(labels, Dims{1}, false));
    Tensor loss;
    {
        const Tensor above = t.addScalar(numerator), below = t.addScalar(denominator);
        Tracer::Custom ratio;
        ratio.inputs = {above, below};
        ratio.keeps = {above, below};
        ratio.shape = above.shape();
        ratio.name = "div";
        loss = t.addScalar(t.custom(ratio));
    }
    return lossPerSegment(t, loss, count);
}

Tensor queryClassLoss(Tracer &t, const Tensor &classes, const Tensor &classWeight)
{
    const Tensor labels = t.constant(Dims{classes.size(0), classes.size(1)}, DType::Int64);
    const Tensor full = t.cast(t.transpose(classes, 1, 2), DType::Float);
    const Tensor logProbability = t.logSoftmax(full, 1);
    Tracer::Custom nll;
    nll.kind = OpKind::Loss;
    nll.inputs = {logProbability, labels, classWeight};
    nll.grads = {GradKind::Fresh, GradKind::None, GradKind::None};
    nll.keeps = {logProbability, labels, classWeight};
    nll.keepsBytes = 4; // total weight
    nll.name = "nll_loss";
    return t.custom(nll);
}

MatchedMasks matchedMasks(Tracer &t, const Tensor &masks, const std::vector<Tensor> &targets)
{
    const std::int64_t n = masks.size(0), segments = targets[0].size(0), matched = n * std::min(segments, masks.size(1));
    const std::int64_t height = targets[0].size(1), width = targets[0].size(2);
    Tracer::Custom pick; // masks_queries_logits[src_idx]
    pick.kind = OpKind::Index;
    pick.inputs = {masks};
    pick.keepsBytes = 2 * 8 * matched;
    pick.shape = Dims{matched, masks.size(2), masks.size(3)};
    pick.dtype = masks.dtype();
    pick.name = "index";
    Tensor predicted = t.custom(pick);
    Tensor padding = t.constant(Dims{n, height, width}, DType::Bool);
    Tensor target = t.constant(Dims{n, segments, height, width}); // all images' masks side by side
    target = made(t, {target}, Dims{matched, height, width}, DType::Float, "index");
    return {std::move(predicted), std::move(target), std::move(padding)};
}

std::vector<Tensor> transformersSetLoss(
    Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets, const Tensor &classWeight)
{
    match(t, masks, classes, targets);
    const Tensor count = t.constant(Dims{});
    std::vector<Tensor> losses;
    {
        auto [predicted, target, padding] = matchedMasks(t, masks, targets);
        predicted = t.unsqueeze(predicted, 1);
        target = t.unsqueeze(target, 1);
        Tensor points, labels;
        {
            const auto none = t.noGrad();
            points = uncertainPoints(t, predicted);
            labels = samplePoint(t, target, points);
        }
        const Tensor logits = samplePoint(t, predicted, points);
        losses.push_back(maskLoss(t, logits, labels, count));
        losses.push_back(diceLossOfMasks(t, logits, labels, count));
    }
    losses.push_back(queryClassLoss(t, classes, classWeight));
    return losses;
}

} // namespace segplan::zoo
