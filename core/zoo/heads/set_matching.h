// What mmdet's query heads (MaskFormer, Mask2Former) share: ground-truth masks, the matcher's targets, and the losses on them.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// An operation of the loss that is known by its output only. Gradients flow as they would, but what it keeps is in `keeps`.
Tensor made(Tracer &t, std::vector<Tensor> inputs, const Dims &shape, DType dtype, const char *name, std::vector<Tensor> keeps = {},
    OpKind kind = OpKind::Metric);

// x divided by a one-element tensor without gradient, which is kept.
Tensor dividedByTensor(Tracer &t, const Tensor &x);

// einsum 'nc,mc->nm' by bmm.
Tensor pairwise(Tracer &t, const Tensor &a, const Tensor &b);

// _seg_data_to_instance_data: per image one binary int64 mask [segments, H, W] for the classes present, and their labels [segments].
// Made before the head runs.
struct GroundTruth {
    std::vector<Tensor> masks, labels;
};
GroundTruth groundTruth(Tracer &t, const ModelSpec &spec);

// ClassificationCost and DiceCost between queries and segments: [queries, segments].
Tensor classificationCost(Tracer &t, const Tensor &scores, const Tensor &labels);
Tensor diceCost(Tracer &t, const Tensor &masks, const Tensor &target);

// One image's targets as _get_targets_single returns them.
struct MatchedTargets {
    Tensor labels, labelWeights, maskWeights; // [queries]
    Tensor masks; // int64 [segments, H, W]
    std::vector<Tensor> sampling; // MaskSamplingResult: dies when get_targets returns
};
// What follows the matching: the sampling result's copies of masks and segments, then the targets.
MatchedTargets targetsOfMatch(Tracer &t, const Tensor &mask, const Tensor &segments);

// The targets of all images together, and the lists that the caller's variables hold to its end.
struct BatchTargets {
    std::vector<Tensor> lists;
    Tensor labels, labelWeights, maskWeights; // [N, queries]
    Tensor masks; // [all segments, H, W]
    std::int64_t segments = 0;
};
BatchTargets stackedTargets(Tracer &t, std::vector<MatchedTargets> &&images);

// mmdet CrossEntropyLoss with class weights and an average factor, on [N, queries, classes + 1].
Tensor setClassLoss(Tracer &t, const Tensor &scores, const BatchTargets &targets);

// mask_preds[mask_weights > 0]
Tensor matchedMasks(Tracer &t, const Tensor &masks, const BatchTargets &targets);

// mmdet DiceLoss (sigmoid, naive) on [segments, ...] logits.
Tensor setDiceLoss(Tracer &t, const Tensor &logits, const Tensor &target);

} // namespace segplan::zoo
