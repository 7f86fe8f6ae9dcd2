#include "zoo/heads/mask2former.h"

#include <algorithm>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Points = 12544, Sampled = 3 * Points, Important = Points * 3 / 4;

// An operation without gradient whose storages are all that matters.
Tensor made(Tracer &t, std::vector<Tensor> inputs, const Dims &shape, DType dtype, const char *name, OpKind kind = OpKind::Metric)
{
    Tracer::Custom op;
    op.kind = kind;
    op.inputs = std::move(inputs);
    op.shape = shape;
    op.dtype = dtype;
    op.name = name;
    return t.custom(op);
}

// mmcv point_sample: grid_sample at points in [0, 1]; `grid` is given out, because autograd keeps it as long as the result lives.
Tensor pointSample(Tracer &t, const Tensor &input, const Tensor &points, Tensor &grid)
{
    const Tensor wide = t.unsqueeze(points, 2);
    const Tensor doubled = t.mulScalar(wide);
    grid = t.addScalar(doubled);
    return t.squeeze(t.gridSample(input, grid), 3);
}

// nc,mc->nm
Tensor pairwise(Tracer &t, const Tensor &a, const Tensor &b)
{
    return t.matmul(t.unsqueeze(a, 0), t.unsqueeze(t.transpose(b, 0, 1), 0));
}

// HungarianAssigner.assign: classification, cross-entropy and dice costs between queries and segments on the sampled points.
void assign(Tracer &t, const Tensor &scores, const Tensor &predicted, const Tensor &target)
{
    const auto scope = t.scope("assigner");
    const std::int64_t q = predicted.size(0), s = target.size(0);
    const Dims cost{q, s}, points{q, Points};
    const Tensor softmax = t.softmax(scores, -1);
    const Tensor classCost = made(t, {softmax}, cost, DType::Float, "index");
    Tensor entropyCost;
    const Tensor prediction = t.cast(predicted, DType::Float);
    const Tensor ones = t.constant(points), zeros = t.constant(points);
    const auto entropy = [&](const Tensor &label) {
        Tracer::Custom op;
        op.kind = OpKind::Metric;
        op.inputs = {prediction, label};
        op.keeps = {prediction, label};
        op.shape = points;
        op.name = "binary_cross_entropy_with_logits";
        return t.custom(op);
    };
    const Tensor positive = entropy(ones), negative = entropy(zeros);
    const Tensor inverse = made(t, {target}, target.shape(), DType::Float, "rsub");
    {
        const Tensor a = pairwise(t, positive, target), b = pairwise(t, negative, inverse);
        entropyCost = t.add(a, b);
    }
    const Tensor probability = t.sigmoid(predicted);
    const Tensor overlap = pairwise(t, probability, target);
    const Tensor diceCost = made(t, {overlap}, cost, DType::Float, "dice");
    const Tensor total = made(t, {classCost, entropyCost, diceCost}, cost, DType::Float, "sum");
}

// _get_targets_single: the matched segments' masks, [segments, H, W]. What autograd records here is dropped with the locals: nothing
// of the matching goes backward.
Tensor matchedTargets(Tracer &t, const Tensor &scores, const Tensor &mask, const Tensor &segments, FeatureMaps &samplingResults)
{
    const std::int64_t q = mask.size(0), h = mask.size(1), w = mask.size(2), s = segments.size(0);
    const Tensor single = t.cast(t.unsqueeze(mask, 1), DType::Float); // grid_sample takes the widest type
    const Tensor coordinates = t.constant(Dims{1, Points, 2});
    Tensor grid, segmentGrid, predicted, target;
    {
        const Tensor repeated = t.repeat(coordinates, Dims{q, 1, 1});
        predicted = t.squeeze(pointSample(t, single, repeated, grid), 1);
    }
    {
        const Tensor full = t.cast(t.unsqueeze(segments, 1), DType::Float);
        const Tensor repeated = t.repeat(coordinates, Dims{s, 1, 1});
        target = t.squeeze(pointSample(t, full, repeated, segmentGrid), 1);
    }
    segmentGrid.reset(); // segments need no gradient
    assign(t, scores, predicted, target);
    // MaskSamplingResult copies the matched and the other masks.
    samplingResults.push_back(made(t, {mask}, Dims{s, h, w}, mask.dtype(), "index", OpKind::Index));
    samplingResults.push_back(made(t, {mask}, Dims{std::max<std::int64_t>(q - s, 0), h, w}, mask.dtype(), "index", OpKind::Index));
    samplingResults.push_back(made(t, {segments}, segments.shape(), DType::Int64, "index", OpKind::Index));
    return made(t, {segments}, segments.shape(), DType::Int64, "index", OpKind::Index);
}

// get_uncertain_point_coords_with_randomness
Tensor uncertainPoints(Tracer &t, const Tensor &masks)
{
    const std::int64_t n = masks.size(0);
    const Tensor candidates = t.constant(Dims{n, Sampled, 2});
    Tensor grid;
    const Tensor logits = pointSample(t, masks, candidates, grid);
    grid.reset();
    Tensor uncertainty;
    {
        const Tensor copy = t.clone(logits);
        const Tensor magnitude = made(t, {copy}, copy.shape(), copy.dtype(), "abs");
        uncertainty = t.mulScalar(magnitude);
    }
    const Tensor indices = made(t, {uncertainty}, Dims{n, Important}, DType::Int64, "topk");
    const Tensor chosen = made(t, {candidates, indices}, Dims{n, Important, 2}, DType::Float, "index", OpKind::Index);
    const Tensor random = t.constant(Dims{n, Points - Important, 2});
    return t.cat({chosen, random}, 1);
}

Tensor scalarLoss(Tracer &t, const Tensor &x)
{
    Dims all;
    for (int i = 0; i < x.shape().n; ++i)
        all.push(i);
    return t.mulScalar(t.sum(x, all, false));
}

// naive dice on the sigmoid of the points' logits
Tensor diceLoss(Tracer &t, const Tensor &logits, const Tensor &target)
{
    const Tensor input = t.sigmoid(logits);
    Tensor overlap;
    {
        const Tensor product = t.mul(input, target);
        overlap = t.sum(product, Dims{1}, false);
    }
    const Tensor sums = t.add(t.sum(input, Dims{1}, false), t.sum(target, Dims{1}, false));
    Tracer::Custom ratio;
    ratio.inputs = {overlap, sums};
    ratio.keeps = {overlap, sums};
    ratio.shape = overlap.shape();
    ratio.name = "div";
    return scalarLoss(t, t.custom(ratio));
}

// binary cross entropy with logits, weighted by a mask of valid labels
Tensor maskLoss(Tracer &t, const Tensor &logits, const Tensor &target)
{
    Tensor valid;
    {
        const Tensor above = made(t, {target}, target.shape(), DType::Bool, "ge"),
                     differs = made(t, {target}, target.shape(), DType::Bool, "ne");
        const Tensor both = made(t, {above, differs}, target.shape(), DType::Bool, "and");
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
    return scalarLoss(t, loss);
}

Tensor classLoss(Tracer &t, const Tensor &scores)
{
    const std::int64_t rows = scores.size(0) * scores.size(1);
    const Tensor labels = t.constant(Dims{rows}, DType::Int64), weights = t.constant(Dims{rows});
    const Tensor classWeights = t.constant(Dims{scores.size(2)});
    const Tensor logProbability = t.logSoftmax(t.flatten(scores, 0, 1), 1);
    Tracer::Custom nll;
    nll.kind = OpKind::Loss;
    nll.inputs = {logProbability, labels, classWeights};
    nll.grads = {GradKind::Fresh, GradKind::None, GradKind::None};
    nll.keeps = {logProbability, labels, classWeights};
    nll.shape = Dims{rows};
    nll.name = "nll_loss";
    Tensor loss = t.custom(nll);
    loss = t.mul(loss, weights);
    return scalarLoss(t, loss);
}

// _loss_by_feat_single
void lossesOfOneOutput(Tracer &t, const Tensor &scores, const Tensor &masks, const std::vector<Tensor> &segments)
{
    const std::int64_t n = scores.size(0), h = masks.size(2), w = masks.size(3);
    std::vector<Tensor> targets;
    {
        FeatureMaps samplingResults; // held until get_targets returns
        for (std::int64_t i = 0; i < n; ++i) {
            const Tensor score = t.select(scores, 0, i), mask = t.select(masks, 0, i);
            targets.push_back(matchedTargets(t, score, mask, segments[static_cast<std::size_t>(i)], samplingResults));
        }
    }
    Tensor target;
    {
        const auto none = t.noGrad();
        target = t.cat(targets, 0);
    }
    t.addLoss(classLoss(t, scores));
    const std::int64_t matched = target.size(0);
    Tracer::Custom pick; // mask_preds[mask_weights > 0]
    pick.kind = OpKind::Index;
    pick.inputs = {masks};
    pick.keepsBytes = 8 * 2 * matched;
    pick.shape = Dims{matched, h, w};
    pick.dtype = masks.dtype();
    pick.name = "index";
    const Tensor chosen = t.custom(pick);
    Tensor points, pointTargets, grid;
    {
        const auto none = t.noGrad();
        points = uncertainPoints(t, t.unsqueeze(chosen, 1));
        const Tensor full = t.cast(t.unsqueeze(target, 1), DType::Float);
        Tensor targetGrid;
        pointTargets = t.squeeze(pointSample(t, full, points, targetGrid), 1);
    }
    Tensor pointLogits = t.squeeze(pointSample(t, t.unsqueeze(chosen, 1), points, grid), 1);
    t.addLoss(diceLoss(t, pointLogits, pointTargets));
    pointLogits = t.view(pointLogits, Dims{-1});
    pointTargets = t.view(pointTargets, Dims{-1});
    t.addLoss(maskLoss(t, pointLogits, pointTargets));
}

} // namespace

void setPredictionLosses(Tracer &t, const ModelSpec &spec, const SetPredictions &predictions)
{
    const auto scope = t.scope("loss");
    t.beginLoss();
    std::vector<Tensor> segments; // one binary int64 mask per class present
    for (int i = 0; i < spec.batch; ++i)
        segments.push_back(t.constant(Dims{spec.matchedSegments, spec.height, spec.width}, DType::Int64));
    for (std::size_t i = 0; i < predictions.classes.size(); ++i) {
        const auto layer = t.scope("d", static_cast<int>(i));
        lossesOfOneOutput(t, predictions.classes[i], predictions.masks[i], segments);
    }
}

} // namespace segplan::zoo
