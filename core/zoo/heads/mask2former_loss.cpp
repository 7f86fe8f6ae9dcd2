// mmdet Mask2FormerHead.loss_by_feat: matching and losses on 12544 sampled points, for every decoder output.
#include "zoo/heads/mask2former.h"

#include "zoo/heads/loss.h"
#include "zoo/heads/set_matching.h"

#include <utility>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Points = 12544, Sampled = 3 * Points, Important = Points * 3 / 4;

// mmcv point_sample: grid_sample at points in [0, 1], mapped to [-1, 1].
Tensor pointSample(Tracer &t, const Tensor &input, const Tensor &points)
{
    const Tensor wide = t.unsqueeze(points, 2);
    Tensor grid;
    {
        const Tensor doubled = t.mulScalar(wide);
        grid = t.addScalar(doubled);
    }
    const Tensor out = t.gridSample(input, grid);
    grid.reset();
    return t.squeeze(out, 3);
}

// CrossEntropyLossCost: every query against all ones and all zeros, weighed by the segments.
Tensor entropyCost(Tracer &t, const Tensor &prediction, const Tensor &target)
{
    const Dims points = prediction.shape();
    const auto entropy = [&](const Tensor &label) {
        return made(t, {prediction, label}, points, DType::Float, "binary_cross_entropy_with_logits", {prediction, label});
    };
    const Tensor positive = entropy(t.constant(points)), negative = entropy(t.constant(points));
    Tensor cost;
    {
        const Tensor a = pairwise(t, positive, target);
        const Tensor inverse = made(t, {target}, target.shape(), DType::Float, "rsub");
        const Tensor b = pairwise(t, negative, inverse);
        cost = t.add(a, b);
    }
    cost = t.mulScalar(cost);
    return t.mulScalar(cost);
}

// HungarianAssigner.assign. What autograd records of the costs is dropped with them.
void assign(Tracer &t, const Tensor &scores, const Tensor &labels, const Tensor &predicted, const Tensor &target)
{
    const auto scope = t.scope("assigner");
    const std::int64_t s = target.size(0);
    const Tensor byClass = classificationCost(t, scores, labels);
    const Tensor byEntropy = entropyCost(t, predicted, target);
    const Tensor byDice = diceCost(t, predicted, target);
    (void)made(t, {byClass, byEntropy, byDice}, Dims{scores.size(0), s}, DType::Float, "sum");
}

// _get_targets_single
MatchedTargets targetsOfImage(
    Tracer &t, const Tensor &scores, const Tensor &mask, const Tensor &segments, const Tensor &labels)
{
    const Tensor coordinates = t.constant(Dims{1, Points, 2});
    Tensor predicted, target;
    {
        const Tensor single = t.unsqueeze(mask, 1), repeated = t.repeat(coordinates, Dims{mask.size(0), 1, 1});
        predicted = t.squeeze(pointSample(t, single, repeated), 1);
    }
    {
        const Tensor full = t.cast(t.unsqueeze(segments, 1), DType::Float);
        const Tensor repeated = t.repeat(coordinates, Dims{segments.size(0), 1, 1});
        target = t.squeeze(pointSample(t, full, repeated), 1);
    }
    assign(t, scores, labels, predicted, target);
    return targetsOfMatch(t, mask, segments);
}

// get_uncertain_point_coords_with_randomness
Tensor uncertainPoints(Tracer &t, const Tensor &masks)
{
    const std::int64_t n = masks.size(0);
    Tensor points = t.constant(Dims{n, Sampled, 2});
    const Tensor logits = pointSample(t, masks, points);
    Tensor uncertainty;
    {
        const Tensor copy = t.clone(logits);
        const Tensor magnitude = made(t, {copy}, copy.shape(), copy.dtype(), "abs");
        uncertainty = made(t, {magnitude}, copy.shape(), copy.dtype(), "neg");
    }
    Tensor indices;
    {
        const Tensor values = t.constant(Dims{n, Important}, uncertainty.dtype());
        indices = made(t, {uncertainty}, Dims{n, Important}, DType::Int64, "topk");
    }
    points = made(t, {points, indices}, Dims{n, Important, 2}, DType::Float, "index", {}, OpKind::Index);
    const Tensor random = t.constant(Dims{n, Points - Important, 2});
    points = t.cat({points, random}, 1);
    return points;
}

// mmdet binary_cross_entropy with its mask of valid labels and an average factor
Tensor maskLoss(Tracer &t, const Tensor &logits, const Tensor &target)
{
    Tensor valid;
    {
        Tensor both;
        {
            const Tensor above = made(t, {target}, target.shape(), DType::Bool, "ge"),
                         differs = made(t, {target}, target.shape(), DType::Bool, "ne");
            both = made(t, {above, differs}, target.shape(), DType::Bool, "and");
        }
        valid = made(t, {both}, target.shape(), DType::Float, "to");
    }
    Tracer::Custom entropy;
    entropy.kind = OpKind::Loss;
    entropy.inputs = {logits, target};
    entropy.grads = {GradKind::Fresh, GradKind::None};
    entropy.keeps = {logits, target};
    entropy.shape = logits.shape();
    entropy.name = "binary_cross_entropy_with_logits";
    Tensor loss = t.custom(entropy);
    loss = t.mul(loss, valid);
    return t.mulScalar(dividedByTensor(t, t.sum(loss, Dims{0}, false)));
}

// _loss_by_feat_single
void lossesOfOneOutput(Tracer &t, const Tensor &scores, const Tensor &masks, const GroundTruth &truth, LossTerms &terms)
{
    std::vector<Tensor> scoreList, maskList;
    for (std::int64_t i = 0; i < scores.size(0); ++i) {
        scoreList.push_back(t.select(scores, 0, i));
        maskList.push_back(t.select(masks, 0, i));
    }
    std::vector<MatchedTargets> images;
    for (std::size_t i = 0; i < scoreList.size(); ++i)
        images.push_back(targetsOfImage(t, scoreList[i], maskList[i], truth.masks[i], truth.labels[i]));
    const BatchTargets targets = stackedTargets(t, std::move(images));
    const Tensor classLoss = setClassLoss(t, scores, targets);
    const Tensor chosen = matchedMasks(t, masks, targets);
    Tensor points, pointTargets;
    {
        const auto none = t.noGrad();
        points = uncertainPoints(t, t.unsqueeze(chosen, 1));
        const Tensor full = t.cast(t.unsqueeze(targets.masks, 1), DType::Float);
        pointTargets = t.squeeze(pointSample(t, full, points), 1);
    }
    Tensor pointLogits = t.squeeze(pointSample(t, t.unsqueeze(chosen, 1), points), 1);
    const Tensor dice = setDiceLoss(t, pointLogits, pointTargets);
    pointLogits = t.view(pointLogits, Dims{-1});
    pointTargets = t.view(pointTargets, Dims{-1});
    const Tensor entropy = maskLoss(t, pointLogits, pointTargets);
    terms.add(classLoss);
    terms.add(entropy);
    terms.add(dice);
}

} // namespace

void setPredictionLosses(Tracer &t, const SetPredictions &predictions, const GroundTruth &truth, LossTerms &terms)
{
    const auto scope = t.scope("loss");
    t.beginLoss();
    for (std::size_t i = 0; i < predictions.classes.size(); ++i) {
        const auto layer = t.scope("d", static_cast<int>(i));
        lossesOfOneOutput(t, predictions.classes[i], predictions.masks[i], truth, terms);
    }
}

} // namespace segplan::zoo
