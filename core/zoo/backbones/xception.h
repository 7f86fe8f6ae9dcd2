// Aligned Xception-65 of jfzhang95/pytorch-deeplab-xception.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// The map of 128 channels at stride 4 and the last one of 2048 channels. Output stride 8 or 16.
FeatureMaps alignedXception(Tracer &t, const Tensor &image, int outputStride);

} // namespace segplan::zoo
