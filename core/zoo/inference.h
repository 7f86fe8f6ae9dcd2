// What a network does outside training, as far as memory is concerned.
#pragma once

#include "zoo/zoo.h"

namespace segplan {

struct InferenceInfo {
    // Set-prediction networks upsample this many masks to the image before they are combined into classes (mmdet, transformers: 100); 0 else.
    int maskQueries = 0;
    // The head hands on logits of a fraction of the image; they are resized to the input, then to the stored image (mmsegmentation 1.x:
    // predict_by_feat, postprocess_result).
    bool resizesLogits = false;
    // The reference configurations validate by sliding window (SETR, Segmenter, UPerNet on BEiT).
    bool slides = false;
};
InferenceInfo inferenceInfo(const ModelSpec &spec);

// The spec with height and width raised to the next size that the network takes (validation pads the image). Sizes below the network's
// minimum become the minimum; an empty implementation or backbone is filled in. Unknown models are returned as they are.
ModelSpec paddedSpec(ModelSpec spec);

} // namespace segplan
