#include "zoo/heads/pixel_losses.h"

#include "units/units.h"
#include "zoo/layers.h"

#include <string>
#include <utility>

namespace segplan::zoo {

namespace {

// An operation without backward.
Tensor made(Tracer &t, std::vector<Tensor> inputs, const Dims &shape, DType dtype, const char *name, OpKind kind = OpKind::Elementwise)
{
    const auto none = t.noGrad();
    Tracer::Custom op;
    op.kind = kind;
    op.inputs = std::move(inputs);
    op.shape = shape;
    op.dtype = dtype;
    op.name = name;
    return t.custom(op);
}

Tensor comparison(Tracer &t, const Tensor &x, const char *name) { return made(t, {x}, x.shape(), DType::Bool, name); }

// Boolean indexing looks for the true elements first: one int64 per dimension and element, gone before the values are picked.
void findTrue(Tracer &t, const Tensor &mask)
{
    (void)made(t, {mask}, Dims{mask.shape().n, mask.shape().count()}, DType::Int64, "nonzero", OpKind::Index);
}

// x[mask], all elements true: a flat copy; the mask is kept.
Tensor picked(Tracer &t, const Tensor &x, const Tensor &mask)
{
    findTrue(t, mask);
    Tracer::Custom index;
    index.kind = OpKind::Index;
    index.inputs = {x, mask};
    index.grads = {GradKind::Fresh, GradKind::None};
    index.keeps = {mask};
    index.shape = Dims{mask.shape().count()};
    index.dtype = x.dtype();
    index.backwardScratch = saturatedProduct(x.shape().count(), bytesOf(x.dtype())); // zeros that the gradient is written into
    index.name = "index";
    return t.custom(index);
}

// x[x == something] = number: a masked fill, no search.
void overwrite(Tracer &t, const Tensor &x, const char *condition) { (void)comparison(t, x, condition); }

Tensor meanOf(Tracer &t, const Tensor &x) { return t.mean(x, {}, false); }

Tensor sumOf(Tracer &t, const Tensor &x)
{
    Dims all;
    for (int i = 0; i < x.shape().n; ++i)
        all.push(i);
    return t.sum(x, all, false);
}

// F.binary_cross_entropy_with_logits; target and weight are fp32 or cast to it. mean: a scalar, else one value per logit.
Tensor bceWithLogits(Tracer &t, const Tensor &given, const Tensor &target, const Tensor &givenWeight, bool mean)
{
    const Tensor logits = t.cast(given, DType::Float);
    const Tensor weight = givenWeight.valid() ? t.cast(givenWeight, DType::Float) : Tensor();
    Tracer::Custom op;
    op.kind = OpKind::Loss;
    op.inputs = {logits, target};
    op.grads = {GradKind::Fresh, GradKind::None};
    op.keeps = {logits, target};
    if (weight.valid()) {
        op.inputs.push_back(weight);
        op.grads.push_back(GradKind::None);
        op.keeps.push_back(weight);
    }
    op.shape = mean ? Dims{} : logits.shape();
    // Inside the kernel of 1.10 four maps stand beside the loss: max(-x, 0), its exponential, -x, and their difference. 1.13 still makes
    // them, but its rules are those of measurements that do not look into an operator; 2.x makes one, log_sigmoid(x).
    const std::int64_t map = saturatedProduct(logits.shape().count(), bytesOf(DType::Float));
    op.forwardScratch = t.settings().rules == RetentionRules::Legacy ? saturatedProduct(4, map) : t.settings().rules == RetentionRules::V2 ? map : 0;
    op.backwardScratch = map; // sigmoid(x) - target beside its product with the gradient
    op.name = "binary_cross_entropy_with_logits";
    return t.custom(op);
}

// OHEMPixelSampler.sample: 1 for pixels with a low probability of the right class.
Tensor hardPixels(Tracer &t, const Tensor &segLogits, const Tensor &segLabelWide)
{
    const auto none = t.noGrad();
    const Tensor segLabel = t.squeeze(segLabelWide, 1);
    const Tensor validMask = comparison(t, segLabel, "ne");
    const Tensor segWeight = t.constant(segLabel.shape(), segLogits.dtype());
    const Tensor validSegWeight = picked(t, segWeight, validMask);
    Tensor segProb = t.softmax(segLogits, 1);
    const Tensor tmpSegLabel = t.unsqueeze(t.clone(segLabel), 1);
    overwrite(t, tmpSegLabel, "eq");
    segProb = t.squeeze(made(t, {segProb, tmpSegLabel}, tmpSegLabel.shape(), segProb.dtype(), "gather", OpKind::Index), 1);
    Tensor sortProb, sortIndices;
    {
        const Tensor valid = picked(t, segProb, validMask);
        sortProb = made(t, {valid}, valid.shape(), valid.dtype(), "sort", OpKind::Index);
        sortIndices = made(t, {valid}, valid.shape(), DType::Int64, "sort", OpKind::Index);
    }
    (void)comparison(t, picked(t, segProb, validMask), "lt"); // valid_seg_weight[...] = 1
    findTrue(t, validMask); // seg_weight[valid_mask] = valid_seg_weight
    return segWeight;
}

// weight_reduce_loss with a weight per element: the mean, or the sum divided by a number.
Tensor weightedMean(Tracer &t, const Tensor &loss, const Tensor &weight, bool byPixels)
{
    const Tensor weighted = t.mul(loss, weight);
    return byPixels ? scaled(t, sumOf(t, weighted)) : meanOf(t, weighted);
}

Tensor stackedLabels(Tracer &t, const ModelSpec &spec) { return t.constant(Dims{spec.batch, 1, spec.height, spec.width}, DType::Int64); }

// binary_cross_entropy of CrossEntropyLoss(use_sigmoid=True), times the loss weight.
Tensor sigmoidCrossEntropy(Tracer &t, const Tensor &logits, const Tensor &labels)
{
    const Dims shape = logits.shape();
    Tensor onehot, weight;
    {
        onehot = t.constant(shape, DType::Int64);
        Tensor mask;
        {
            const Tensor above = comparison(t, labels, "ge"), differs = comparison(t, labels, "ne");
            mask = made(t, {above, differs}, labels.shape(), DType::Bool, "and");
        }
        const Tensor where = made(t, {mask}, Dims{labels.shape().count(), 3}, DType::Int64, "nonzero", OpKind::Index);
        (void)picked(t, labels, mask);
        weight = made(t, {mask}, shape, DType::Float, "to", OpKind::Copy);
    }
    Tensor loss;
    {
        const Tensor target = t.cast(onehot, DType::Float);
        loss = bceWithLogits(t, logits, target, {}, false);
    }
    loss = weightedMean(t, loss, weight, false);
    return scaled(t, loss);
}

// DiceLoss with the sigmoid's square sums in the denominator.
Tensor diceLoss(Tracer &t, const Tensor &logits, const Tensor &labels)
{
    const std::int64_t n = logits.size(0), classes = logits.size(1), h = logits.size(2), w = logits.size(3);
    Tensor onehot;
    {
        const Tensor clamped = made(t, {labels}, labels.shape(), DType::Int64, "clamp");
        onehot = made(t, {clamped}, Dims{n, h, w, classes + 1}, DType::Int64, "one_hot", OpKind::Index);
    }
    const Tensor probability = t.sigmoid(logits);
    Tracer::Custom index; // pred[:, arange != ignore_index]
    const Tensor chosenClasses = t.constant(Dims{classes}, DType::Bool);
    index.kind = OpKind::Index;
    index.inputs = {probability};
    index.keeps = {chosenClasses};
    index.shape = probability.shape();
    index.dtype = probability.dtype();
    index.name = "index";
    index.backwardScratch = saturatedProduct(probability.shape().count(), bytesOf(probability.dtype())); // zeros that the gradient is written into
    const Tensor pred = t.custom(index);
    Tensor target = made(t, {onehot}, pred.shape(), DType::Int64, "index", OpKind::Index);
    const Tensor input = t.flatten(pred, 1);
    target = t.cast(t.flatten(target, 1), DType::Float);
    const auto sumOfProduct = [&t](const Tensor &a, const Tensor &b) {
        const Tensor product = t.mul(a, b);
        return t.sum(product, Dims{1}, false);
    };
    const Tensor a = sumOfProduct(input, target);
    const Tensor b = t.addScalar(sumOfProduct(input, input)), c = t.addScalar(sumOfProduct(target, target));
    const Tensor numerator = t.mulScalar(a), denominator = t.add(b, c);
    Tracer::Custom ratio;
    ratio.inputs = {numerator, denominator};
    ratio.keeps = {numerator, denominator};
    ratio.shape = a.shape();
    ratio.name = "div";
    const Tensor d = t.custom(ratio);
    const Tensor loss = oneMinus(t, d);
    return scaled(t, meanOf(t, loss));
}

} // namespace

void addOhemHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses)
{
    t.beginLoss();
    Tensor segLabel = stackedLabels(t, spec);
    const Tensor logits = t.interpolate(segLogits, spec.height, spec.width);
    const Tensor segWeight = hardPixels(t, logits, segLabel);
    segLabel = t.squeeze(segLabel, 1);
    {
        Tensor loss = crossEntropy(t, logits, segLabel, false);
        loss = weightedMean(t, loss, t.cast(segWeight, DType::Float), true);
        losses.add(scaled(t, loss));
    }
    losses.addMetric(mmsegAccuracy(t, logits, segLabel));
}

void addSigmoidHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses)
{
    t.beginLoss();
    Tensor segLabel = stackedLabels(t, spec);
    const Tensor logits = t.interpolate(segLogits, spec.height, spec.width);
    segLabel = t.squeeze(segLabel, 1);
    losses.add(sigmoidCrossEntropy(t, logits, segLabel));
    losses.addMetric(mmsegAccuracy(t, logits, segLabel));
}

void addDetailHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses)
{
    const std::int64_t n = spec.batch, h = spec.height, w = spec.width;
    const Tensor laplacian = t.buffer(Dims{1, 1, 3, 3}, DType::Float, "laplacian_kernel");
    const Tensor fusion = t.parameter(Dims{1, 3, 1, 1}, "fusion_kernel", false);
    t.beginLoss();
    const DType type = t.settings().autocast ? DType::Half : DType::Float;
    const auto convolved = [&](const Tensor &x, const Tensor &kernel, int stride) {
        const Tensor input = t.cast(x, type), weight = t.cast(kernel, type);
        Tracer::Custom conv;
        conv.kind = OpKind::Conv;
        conv.inputs = {input, weight};
        conv.grads = {GradKind::None, GradKind::None};
        conv.shape = Dims{n, 1, (h - 1) / stride + 1, (w - 1) / stride + 1};
        conv.dtype = type;
        conv.macs = conv.shape.count() * kernel.shape().count();
        conv.name = "conv2d";
        return t.custom(conv);
    };
    const auto binary = [&](const Tensor &x) {
        overwrite(t, x, "gt");
        overwrite(t, x, "le");
    };
    const auto targets = [&](const Tensor &label, int stride) {
        const Tensor edges = convolved(label, laplacian, stride);
        return made(t, {edges}, edges.shape(), type, "clamp");
    };
    Tensor label;
    {
        const Tensor stacked = stackedLabels(t, spec);
        label = t.cast(stacked, DType::Float);
    }
    const Tensor fine = targets(label, 1);
    binary(fine);
    const Tensor half = targets(label, 2), quarter = targets(label, 4);
    const Tensor quarterUp = t.interpolate(quarter, h, w), halfUp = t.interpolate(half, h, w);
    binary(halfUp);
    binary(quarterUp);
    const Tensor pyramids = t.cat({fine, halfUp, quarterUp}, 1);
    const Tensor pyramid = convolved(pyramids, fusion, 1);
    binary(pyramid);
    const Tensor segLabels = made(t, {pyramid}, Dims{n, 1, h, w}, DType::Int64, "to", OpKind::Copy);
    {
        Tensor segLabel = stackedLabels(t, spec);
        const Tensor logits = t.interpolate(segLogits, h, w);
        segLabel = t.squeeze(segLabel, 1);
        losses.add(sigmoidCrossEntropy(t, logits, segLabel));
        losses.add(diceLoss(t, logits, segLabel));
        losses.addMetric(mmsegAccuracy(t, logits, segLabel));
    }
}

Tensor ohemCrossEntropy(Tracer &t, const Tensor &logits, const Tensor &labels)
{
    const std::int64_t pixels = labels.shape().count();
    // No no_grad here: autograd records softmax, gather and sort until the function returns.
    Tensor pred = t.softmax(logits, 1);
    Tensor pixelLosses = t.view(crossEntropy(t, logits, labels, false), Dims{pixels});
    const Tensor mask = comparison(t, t.view(labels, Dims{pixels}), "ne");
    const Tensor tmpTarget = t.clone(labels);
    overwrite(t, tmpTarget, "eq");
    Tracer::Custom gather;
    gather.kind = OpKind::Index;
    gather.inputs = {pred, tmpTarget};
    gather.grads = {GradKind::Fresh, GradKind::None};
    gather.keeps = {pred, tmpTarget};
    gather.shape = Dims{labels.size(0), 1, labels.size(1), labels.size(2)};
    gather.dtype = pred.dtype();
    gather.name = "gather";
    pred = t.custom(gather);
    gather = {};
    Tensor indices;
    {
        const Tensor flat = picked(t, t.view(pred, Dims{pixels}), mask);
        indices = made(t, {}, Dims{pixels}, DType::Int64, "sort", OpKind::Index);
        Tracer::Custom sort;
        sort.kind = OpKind::Index;
        sort.inputs = {flat};
        sort.keeps = {indices};
        sort.shape = Dims{pixels};
        sort.dtype = flat.dtype();
        sort.name = "sort";
        pred = t.custom(sort);
    }
    {
        const Tensor valid = picked(t, pixelLosses, mask);
        Tracer::Custom order;
        order.kind = OpKind::Index;
        order.inputs = {valid, indices};
        order.grads = {GradKind::Fresh, GradKind::None};
        order.keeps = {indices};
        order.shape = Dims{pixels};
        order.dtype = valid.dtype();
        order.name = "index";
        order.backwardScratch = saturatedProduct(pixels, bytesOf(valid.dtype()));
        pixelLosses = t.custom(order);
    }
    {
        const Tensor hard = comparison(t, pred, "lt");
        pixelLosses = picked(t, pixelLosses, hard);
    }
    return scaled(t, meanOf(t, pixelLosses));
}

Tensor boundaryLoss(Tracer &t, const Tensor &logits, const Tensor &edges)
{
    const std::int64_t pixels = edges.shape().count();
    const Tensor logP = t.view(t.contiguous(t.permute(logits, Dims{0, 2, 3, 1})), Dims{1, -1});
    const Tensor target = t.cast(t.view(edges, Dims{1, pixels}), DType::Float);
    const Tensor positive = comparison(t, target, "eq"), negative = comparison(t, target, "eq");
    const Tensor weight = t.constant(Dims{1, pixels}, logP.dtype()); // filled by the shares of both
    const auto count = [&t](const Tensor &mask) { return made(t, {mask}, Dims{}, DType::Int64, "sum", OpKind::Reduce); };
    const Tensor positives = count(positive), negatives = count(negative);
    const Tensor total = made(t, {positives, negatives}, Dims{}, DType::Int64, "add");
    return scaled(t, bceWithLogits(t, logP, target, weight, true));
}

Tensor labelsNearBoundary(Tracer &t, const Tensor &boundaryLogits, const Tensor &labels, const Tensor &filler)
{
    const Tensor near = [&] {
        const Tensor probability = t.sigmoid(t.select(boundaryLogits, 1, 0));
        return comparison(t, probability, "gt");
    }();
    return made(t, {near, labels, filler}, labels.shape(), DType::Int64, "where");
}

} // namespace segplan::zoo
