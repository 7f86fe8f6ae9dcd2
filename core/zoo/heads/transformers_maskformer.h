// MaskFormer as the transformers library writes it: feature pyramid, DETR decoder, losses on masks of the label size.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// MaskFormerPixelDecoder on maps at strides 4, 8, 16, 32: pixel embeddings [N, 256, H/4, W/4].
Tensor transformersMaskFormerPixels(Tracer &t, const FeatureMaps &feats);

// MaskFormerTransformerModule: 100 queries through six layers of DETR on the coarsest map, [N, queries, 256].
Tensor transformersDetrQueries(Tracer &t, const Tensor &coarsest);

// MaskFormerLoss: Hungarian matching, then focal, dice and class terms. `targets`: [segments, H, W] of every image.
std::vector<Tensor> transformersMaskFormerLoss(
    Tracer &t, const Tensor &masks, const Tensor &classes, const std::vector<Tensor> &targets, const Tensor &classWeight);

} // namespace segplan::zoo
