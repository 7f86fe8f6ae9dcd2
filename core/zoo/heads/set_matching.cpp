#include "zoo/heads/set_matching.h"

#include "zoo/heads/loss.h"

#include <algorithm>
#include <utility>

namespace segplan::zoo {

Tensor made(
    Tracer &t, std::vector<Tensor> inputs, const Dims &shape, DType dtype, const char *name, std::vector<Tensor> keeps, OpKind kind)
{
    Tracer::Custom op;
    op.kind = kind;
    op.inputs = std::move(inputs);
    op.keeps = std::move(keeps);
    op.shape = shape;
    op.dtype = dtype;
    op.name = name;
    return t.custom(op);
}

Tensor dividedByTensor(Tracer &t, const Tensor &x)
{
    Tracer::Custom op;
    op.inputs = {x};
    op.keepsBytes = 4;
    op.shape = x.shape();
    op.dtype = x.dtype();
    op.name = "div";
    return t.custom(op);
}

Tensor pairwise(Tracer &t, const Tensor &a, const Tensor &b)
{
    return t.squeeze(t.matmul(t.unsqueeze(a, 0), t.unsqueeze(t.transpose(b, 0, 1), 0)), 0);
}

GroundTruth groundTruth(Tracer &t, const ModelSpec &spec)
{
    GroundTruth truth;
    const Dims one{1, spec.height, spec.width};
    for (int i = 0; i < spec.batch; ++i) {
        std::vector<Tensor> present;
        for (int k = 0; k < spec.matchedSegments; ++k)
            present.push_back(t.constant(one, DType::Bool));
        const Tensor stacked = t.squeeze(t.stack(present, 0), 1);
        truth.masks.push_back(t.cast(stacked, DType::Int64));
        truth.labels.push_back(t.constant(Dims{spec.matchedSegments}, DType::Int64));
    }
    return truth;
}

Tensor classificationCost(Tracer &t, const Tensor &scores, const Tensor &labels)
{
    const Dims cost{scores.size(0), labels.size(0)};
    const Tensor probability = t.softmax(scores, -1);
    const Tensor picked = made(t, {probability}, cost, DType::Float, "index", {labels});
    return t.mulScalar(made(t, {picked}, cost, DType::Float, "neg"));
}

Tensor diceCost(Tracer &t, const Tensor &masks, const Tensor &target)
{
    const Dims cost{masks.size(0), target.size(0)};
    const Tensor probability = t.sigmoid(masks);
    Tensor numerator = pairwise(t, probability, target);
    numerator = t.mulScalar(numerator);
    Tensor denominator;
    {
        const Tensor a = t.sum(probability, Dims{1}, false), b = t.sum(target, Dims{1}, false);
        denominator = made(t, {a, b}, cost, DType::Float, "add");
    }
    Tensor ratio;
    {
        const Tensor above = t.addScalar(numerator), below = t.addScalar(denominator);
        ratio = made(t, {above, below}, cost, DType::Float, "div", {above, below});
    }
    const Tensor loss = made(t, {ratio}, cost, DType::Float, "rsub");
    return t.mulScalar(loss);
}

MatchedTargets targetsOfMatch(Tracer &t, const Tensor &mask, const Tensor &segments)
{
    const std::int64_t q = mask.size(0), s = segments.size(0);
    const Dims matched{s, mask.size(1), mask.size(2)}, others{std::max<std::int64_t>(q - s, 0), mask.size(1), mask.size(2)};
    MatchedTargets out;
    const Tensor positive = t.constant(Dims{s}, DType::Int64), negative = t.constant(Dims{others[0]}, DType::Int64);
    out.sampling = {positive, negative};
    out.sampling.push_back(made(t, {mask}, matched, mask.dtype(), "index", {positive}, OpKind::Index));
    out.sampling.push_back(made(t, {mask}, others, mask.dtype(), "index", {negative}, OpKind::Index));
    out.sampling.push_back(made(t, {segments}, segments.shape(), DType::Int64, "index", {}, OpKind::Index));
    out.labels = t.constant(Dims{q}, DType::Int64);
    out.labelWeights = t.constant(Dims{q}, DType::Int64);
    out.masks = made(t, {segments}, segments.shape(), DType::Int64, "index", {}, OpKind::Index);
    out.maskWeights = t.constant(Dims{q}, mask.dtype());
    return out;
}

BatchTargets stackedTargets(Tracer &t, std::vector<MatchedTargets> &&images)
{
    BatchTargets out;
    std::vector<Tensor> labels, labelWeights, masks, maskWeights;
    for (MatchedTargets &image : images) {
        labels.push_back(std::move(image.labels));
        labelWeights.push_back(std::move(image.labelWeights));
        masks.push_back(std::move(image.masks));
        maskWeights.push_back(std::move(image.maskWeights));
    }
    images.clear(); // get_targets has returned
    out.labels = t.stack(labels, 0);
    out.labelWeights = t.stack(labelWeights, 0);
    out.masks = t.cat(masks, 0);
    out.maskWeights = t.stack(maskWeights, 0);
    out.segments = out.masks.size(0);
    for (const auto *list : {&labels, &labelWeights, &masks, &maskWeights})
        out.lists.insert(out.lists.end(), list->begin(), list->end());
    return out;
}

Tensor setClassLoss(Tracer &t, const Tensor &scores, const BatchTargets &targets)
{
    const std::int64_t rows = scores.size(0) * scores.size(1);
    const Tensor flat = t.flatten(scores, 0, 1);
    const Tensor labels = t.flatten(targets.labels, 0, 1), weights = t.flatten(targets.labelWeights, 0, 1);
    const Tensor classWeights = t.constant(Dims{scores.size(2)}, scores.dtype());
    const Tensor own = t.constant(Dims{scores.size(2)}, scores.dtype());
    Tensor loss;
    {
        // Autocast casts the arguments before the call, so the fp32 copies live until the loss is there.
        const Tensor full = t.cast(flat, DType::Float), fullWeights = t.cast(own, DType::Float);
        const Tensor logProbability = t.logSoftmax(full, 1);
        Tracer::Custom nll;
        nll.kind = OpKind::Loss;
        nll.inputs = {logProbability, labels, fullWeights};
        nll.grads = {GradKind::Fresh, GradKind::None, GradKind::None};
        nll.keeps = {logProbability, labels, fullWeights};
        nll.keepsBytes = 4; // total weight
        nll.shape = Dims{rows};
        nll.name = "nll_loss";
        loss = t.custom(nll);
    }
    const Tensor floatWeights = t.cast(weights, DType::Float);
    loss = t.mul(loss, floatWeights);
    return t.mulScalar(dividedByTensor(t, t.sum(loss, Dims{0}, false)));
}

Tensor matchedMasks(Tracer &t, const Tensor &masks, const BatchTargets &targets)
{
    const Tensor chosen = made(t, {targets.maskWeights}, targets.maskWeights.shape(), DType::Bool, "gt");
    Tracer::Custom pick;
    pick.kind = OpKind::Index;
    pick.inputs = {masks};
    pick.keeps = {chosen};
    pick.shape = Dims{targets.segments, masks.size(2), masks.size(3)};
    pick.dtype = masks.dtype();
    pick.forwardScratch = 8 * 2 * targets.segments; // positions of the true elements
    pick.name = "index";
    return t.custom(pick);
}

Tensor setDiceLoss(Tracer &t, const Tensor &logits, const Tensor &target)
{
    const std::int64_t n = logits.size(0);
    const Tensor probability = t.sigmoid(logits);
    const Tensor input = t.flatten(probability, 1), truth = t.cast(t.flatten(target, 1), DType::Float);
    Tensor overlap;
    {
        const Tensor product = t.mul(input, truth);
        overlap = t.sum(product, Dims{1}, false);
    }
    const Tensor b = t.sum(input, Dims{1}, false), c = t.sum(truth, Dims{1}, false);
    Tensor loss;
    {
        const Tensor above = t.addScalar(t.mulScalar(overlap));
        const Tensor below = t.addScalar(t.add(b, c));
        const Tensor ratio = made(t, {above, below}, Dims{n}, DType::Float, "div", {above, below}, OpKind::Loss);
        loss = made(t, {ratio}, Dims{n}, DType::Float, "rsub", {}, OpKind::Loss);
    }
    return t.mulScalar(dividedByTensor(t, t.sum(loss, Dims{0}, false)));
}

} // namespace segplan::zoo
