// Mask2Former as the transformers library writes it. Unlike mmdetection's head it has no fused kernel for deformable attention: every
// sampled value is a tensor. Queries come first ([queries, N, C]) and class scores are computed after the last layer.
#pragma once

#include "zoo/builders.h"
#include "zoo/heads/pixel_decoder.h"

namespace segplan::zoo {

// Mask2FormerPixelDecoder. `feats`: maps at strides 4, 8, 16, 32. Scope "pixel_level_module.decoder".
PixelFeatures transformersPixelDecoder(Tracer &t, const FeatureMaps &feats);

struct QueryStates {
    std::vector<Tensor> hidden; // [queries, N, C] before every decoder layer
    std::vector<Tensor> normed; // [queries, N, C] after every decoder layer, normed
    std::vector<Tensor> masks; // [N, queries, H/4, W/4]
};
// Mask2FormerTransformerModule: nine layers, 100 queries. Scope "transformer_module".
QueryStates transformersMaskDecoder(Tracer &t, const PixelFeatures &pixel);

// Mask2FormerLoss of one output: Hungarian matching, then mask, dice and class terms. `targets`: [segments, H, W] of every image.
// `classWeight`: one value per class and one for no object.
std::vector<Tensor> transformersSetLoss(
    Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets, const Tensor &classWeight);

// The predictions and ground-truth masks of matched pairs, [pairs, h, w] and [pairs, H, W], with the padding mask that the caller's variable
// keeps alive beside them.
struct MatchedMasks {
    Tensor predicted, target, padding;
};
MatchedMasks matchedMasks(Tracer &t, const Tensor &masks, const std::vector<Tensor> &targets);

// Terms that MaskFormer's loss shares. `count`: the number of segments, a tensor.
Tensor lossPerSegment(Tracer &t, const Tensor &x, const Tensor &count); // sum / num_masks
Tensor diceLossOfMasks(Tracer &t, const Tensor &logits, const Tensor &labels, const Tensor &count); // dice_loss on [segments, points]
// loss_labels: cross entropy of [N, queries, classes + 1] with one weight per class.
Tensor queryClassLoss(Tracer &t, const Tensor &classes, const Tensor &classWeight);

} // namespace segplan::zoo
