#include "zoo/heads/loss.h"

namespace segplan::zoo {

Tensor clsSeg(Tracer &t, const Tensor &features, std::int64_t classes, double dropout)
{
    Tensor feat = features;
    if (dropout > 0)
        feat = t.dropout2d(feat, dropout);
    return t.conv(feat, {.out = classes, .bias = true, .name = "conv_seg"});
}

Tensor crossEntropy(Tracer &t, const Tensor &logits, const Tensor &labels, bool meanReduction)
{
    // Autocast casts the argument before the call, so the fp32 copy lives until the loss is there.
    const Tensor full = t.cast(logits, DType::Float);
    const Tensor logProbabilities = t.logSoftmax(full, 1);
    Tracer::Custom nll;
    nll.kind = OpKind::Loss;
    nll.inputs = {logProbabilities, labels};
    nll.grads = {GradKind::Fresh, GradKind::None};
    nll.keeps = {logProbabilities, labels};
    nll.keepsBytes = 4; // total weight
    nll.shape = meanReduction ? Dims{} : labels.shape();
    nll.name = "nll_loss";
    return t.custom(nll);
}

Tensor scaled(Tracer &t, const Tensor &x) { return t.mulScalar(x); }

Tensor mmsegAccuracy(Tracer &t, const Tensor &logits, const Tensor &labels)
{
    const std::int64_t n = labels.size(0), h = labels.size(1), w = labels.size(2);
    const std::int64_t pixels = labels.shape().count();
    const auto metric = [&t](std::vector<Tensor> inputs, const Dims &shape, DType type, const char *name) {
        Tracer::Custom op;
        op.kind = OpKind::Metric;
        op.inputs = std::move(inputs);
        op.shape = shape;
        op.dtype = type;
        op.name = name;
        return t.custom(op);
    };
    // Boolean indexing: positions of the true elements (three int64 each), then the picked values.
    const auto pick = [&](const Tensor &from, const Dims &shape, DType type) {
        const Tensor mask = metric({labels}, labels.shape(), DType::Bool, "ne");
        Tensor where = metric({mask}, Dims{3, pixels}, DType::Int64, "nonzero");
        where.reset();
        return metric({from, mask}, shape, type, "index");
    };
    // topk gives values and indices; both stay referenced to the end.
    const Tensor indices = metric({}, Dims{n, 1, h, w}, DType::Int64, "topk.indices");
    Tracer::Custom topk;
    topk.kind = OpKind::Metric;
    topk.inputs = {logits};
    topk.keeps = {indices}; // autograd records it, though nobody goes backward through it
    topk.shape = Dims{n, 1, h, w};
    topk.dtype = logits.dtype();
    topk.name = "topk.values";
    const Tensor values = t.custom(topk);
    Tensor correct = metric({indices, labels}, Dims{1, n, h, w}, DType::Bool, "eq");
    correct = pick(correct, Dims{1, pixels}, DType::Bool);
    Tensor correctK = metric({correct}, Dims{pixels}, DType::Float, "to");
    correctK = metric({correctK}, Dims{1}, DType::Float, "sum");
    (void)pick(labels, Dims{pixels}, DType::Int64); // only counted
    return correctK;
}

void LossTerms::addHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, bool accuracyMetric)
{
    t.beginLoss();
    // mmsegmentation 0.x, which goes with the legacy rules, hands one batch of labels to every head and resizes fp32 logits (force_fp32).
    const bool legacy = t.settings().rules == RetentionRules::Legacy;
    const Dims batch{segLogits.size(0), 1, spec.height, spec.width};
    if (legacy && !m_labels.valid())
        m_labels = t.labels(batch);
    Tensor segLabel = legacy ? m_labels : t.constant(batch, DType::Int64); // torch.stack of the samples' labels
    const Tensor logits = t.interpolate(legacy ? t.cast(segLogits, DType::Float) : segLogits, spec.height, spec.width);
    segLabel = t.squeeze(segLabel, 1);
    Tensor loss = crossEntropy(t, logits, segLabel, false);
    loss = t.sum(loss, Dims{0, 1, 2}, false);
    loss = scaled(t, loss); // divided by the number of pixels
    loss = scaled(t, loss); // times the loss weight
    m_losses.push_back(loss);
    if (accuracyMetric)
        m_metrics.push_back(mmsegAccuracy(t, logits, segLabel));
}

void LossTerms::finish(Tracer &t)
{
    // mmengine's parse_losses: the mean of each, then Python's sum, which starts at 0.
    std::vector<Tensor> means;
    for (const Tensor &loss : m_losses)
        means.push_back(t.mean(loss, {}, false));
    Tensor total;
    for (const Tensor &mean : means)
        total = total.valid() ? t.add(total, mean) : t.addScalar(mean);
    m_losses.clear();
    m_metrics.clear();
    means.clear();
    if (total.valid())
        t.addLoss(total);
}

void mmsegLoss(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, bool accuracyMetric)
{
    LossTerms terms;
    terms.addHead(t, spec, segLogits, accuracyMetric);
    terms.finish(t);
}

void plainCrossEntropy(Tracer &t, const ModelSpec &spec, const Tensor &logits)
{
    t.beginLoss();
    const Tensor labels = t.labels(Dims{logits.size(0), spec.height, spec.width});
    t.addLoss(crossEntropy(t, logits, labels, true));
}

void crossEntropyWithAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &logits, const Tensor &auxiliary, bool prediction)
{
    t.beginLoss();
    const Tensor labels = t.labels(Dims{logits.size(0), spec.height, spec.width});
    const Tensor main = crossEntropy(t, logits, labels, true);
    Tensor second = crossEntropy(t, auxiliary, labels, true);
    if (prediction)
        (void)t.max(logits, 1);
    second = scaled(t, second);
    t.addLoss(t.add(main, second));
}

} // namespace segplan::zoo
