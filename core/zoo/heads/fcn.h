// mmseg FCNHead, the decode head of FCN and the usual auxiliary head.
#pragma once

#include "zoo/builders.h"
#include "zoo/heads/loss.h"

namespace segplan::zoo {

struct FcnHeadSpec {
    std::int64_t channels = 512;
    int convs = 2;
    int kernel = 3;
    int dilation = 1;
    bool concatInput = true;
    int classes = 19;
    double dropout = 0.1;
};
// The features before classification; the caller opens the scope.
Tensor fcnFeatures(Tracer &t, const Tensor &input, const FcnHeadSpec &spec);
// Gives the logits at the feature map's size. The caller opens the scope ("decode_head", "auxiliary_head").
Tensor fcnHead(Tracer &t, const Tensor &input, const FcnHeadSpec &spec);

// mmseg's usual auxiliary head and its loss: scope "auxiliary_head", FCNHead with one conv of `channels`, no concat.
void fcnAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &input, LossTerms &losses, std::int64_t channels = 256, int dilation = 1);
// The same with a sum of its own.
void fcnAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &input, std::int64_t channels = 256, int dilation = 1);

} // namespace segplan::zoo
