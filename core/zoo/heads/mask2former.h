// mmdet / mmseg Mask2FormerHead: masked-attention decoder, matching by points, and the set-prediction losses.
#pragma once

#include "zoo/builders.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/set_matching.h"

namespace segplan::zoo {

struct SetPredictions {
    std::vector<Tensor> classes; // [N, queries, classes + 1], one per decoder output
    std::vector<Tensor> masks; // [N, queries, H/4, W/4]
};

// Pixel decoder and nine decoder layers with 100 queries. In the present scope.
SetPredictions mask2FormerDecoder(Tracer &t, const FeatureMaps &feats, int classes);

// Hungarian matching and the losses of every decoder output.
void setPredictionLosses(Tracer &t, const SetPredictions &predictions, const GroundTruth &truth, LossTerms &terms);

} // namespace segplan::zoo
