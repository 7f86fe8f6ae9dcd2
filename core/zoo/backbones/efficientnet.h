// EfficientNet-B0 to B7 as timm builds it and segmentation-models-pytorch cuts it into stages.
#pragma once

#include "zoo/builders.h"

#include <string>

namespace segplan::zoo {

// `depth` stages; the parameters of later stages and of the classifier's convolution exist unused. At output stride 16 or 8 the last
// one or two stages have every convolution dilated. "efficientnet-b0" .. "efficientnet-b7".
FeatureMaps smpEfficientNet(Tracer &t, const std::string &id, const Tensor &image, int depth, int outputStride);

} // namespace segplan::zoo
