// MobileNetV2 and MobileNetV3.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// mmseg's MobileNetV2 with out_indices (1, 2, 4, 6): 24, 32, 96, 320 channels. Scope "backbone".
FeatureMaps mmsegMobileNetV2(Tracer &t, const ModelSpec &spec, const Tensor &image, int usualOutputStride);

} // namespace segplan::zoo
