// Losses of the reference implementations, with the lifetimes their Python gives the tensors.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// mmseg BaseDecodeHead.cls_seg: dropout2d 0.1 (0: none), then a 1x1 convolution with bias, named conv_seg.
Tensor clsSeg(Tracer &t, const Tensor &features, std::int64_t classes, double dropout = 0.1);

// F.cross_entropy on [N, C, H, W] logits. reduction 'none' gives [N, H, W], 'mean' a scalar.
Tensor crossEntropy(Tracer &t, const Tensor &logits, const Tensor &labels, bool meanReduction);

// The dictionary of losses and metrics that mmseg's segmentors fill head by head and sum at the end.
class LossTerms {
public:
    // BaseDecodeHead.loss_by_feat: stacks the labels, resizes the logits to the label size, cross entropy with reduction 'none', mean,
    // loss weight, accuracy (topk 1, ignore index). The caller's variable keeps the small logits alive, as in loss().
    void addHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, bool accuracyMetric = true);
    void add(const Tensor &loss) { m_losses.push_back(loss); }
    void addMetric(const Tensor &metric) { m_metrics.push_back(metric); }
    // The sum goes backward.
    void finish(Tracer &t);

private:
    std::vector<Tensor> m_losses, m_metrics;
    Tensor m_labels; // shared by the heads under legacy rules
};

// LossTerms of a single head.
void mmsegLoss(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, bool accuracyMetric = true);

// mmseg's accuracy(pred, target, topk = 1, ignore_index = 255): one value. Nothing goes backward through it.
Tensor mmsegAccuracy(Tracer &t, const Tensor &logits, const Tensor &labels);

// nn.CrossEntropyLoss()(logits, labels) with mean reduction on logits of the label size; labels of the training loop [N, H, W].
void plainCrossEntropy(Tracer &t, const ModelSpec &spec, const Tensor &logits);

// The same on two outputs: main + weight * auxiliary. prediction: the model also returns logits.max(1).
void crossEntropyWithAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &logits, const Tensor &auxiliary, bool prediction = false);

// x times a Python number.
Tensor scaled(Tracer &t, const Tensor &x);

} // namespace segplan::zoo
