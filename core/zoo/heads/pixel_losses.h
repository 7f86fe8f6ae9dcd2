// Losses of mmsegmentation beyond plain cross entropy: hard example mining, sigmoid cross entropy, Dice, boundaries.
// Sources: mmseg/structures/sampler/ohem_pixel_sampler.py, mmseg/models/losses/{cross_entropy,dice,ohem_cross_entropy,boundary}_loss.py.
//
// Labels are taken as valid everywhere and every pixel as hard, the case that needs the most memory. The class weights of some Cityscapes
// configurations (one number per class) are left out.
#pragma once

#include "zoo/heads/loss.h"

namespace segplan::zoo {

// BaseDecodeHead.loss_by_feat with an OHEMPixelSampler that has a threshold: cross entropy weighted by the sampled pixels.
void addOhemHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses);

// BaseDecodeHead.loss_by_feat with CrossEntropyLoss(use_sigmoid=True): one binary problem per class.
void addSigmoidHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses);

// STDCHead.loss_by_feat: two logits against the detail map that Laplacian kernels find in the labels; binary cross entropy and Dice.
void addDetailHead(Tracer &t, const ModelSpec &spec, const Tensor &segLogits, LossTerms &losses);

// OhemCrossEntropy: sorts the pixels by probability and averages the hard ones' losses.
Tensor ohemCrossEntropy(Tracer &t, const Tensor &logits, const Tensor &labels);

// BoundaryLoss of PIDNet: logits [N, 1, H, W], int64 edge map [N, H, W].
Tensor boundaryLoss(Tracer &t, const Tensor &logits, const Tensor &edges);

// The labels where PIDNet's boundary probability is high, `filler` elsewhere.
Tensor labelsNearBoundary(Tracer &t, const Tensor &boundaryLogits, const Tensor &labels, const Tensor &filler);

} // namespace segplan::zoo
