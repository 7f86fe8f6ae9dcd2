// mmdet / mmseg MaskFormerHead: six DETR decoder layers over the backbone's last map, masks at full resolution in the losses.
#pragma once

#include "zoo/builders.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/set_matching.h"

namespace segplan::zoo {

struct StackedPredictions {
    Tensor classes; // [layers, N, queries, classes + 1]
    Tensor masks; // [layers, N, queries, H/4, W/4]
};

// Pixel decoder, transformer decoder and predictions. In the present scope.
StackedPredictions maskFormerDecoder(Tracer &t, const ModelSpec &spec, const FeatureMaps &feats);

// Hungarian matching on the predictions' grid and the losses of every decoder output.
void maskFormerLosses(Tracer &t, const StackedPredictions &predictions, const GroundTruth &truth, LossTerms &terms);

} // namespace segplan::zoo
