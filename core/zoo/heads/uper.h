// mmseg UPerHead: pyramid pooling on the coarsest map and a feature pyramid.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// The fused map before classification, [N, channels, H/4, W/4]. In the present scope.
Tensor uperFeatures(Tracer &t, const FeatureMaps &inputs, std::int64_t channels = 512);
// Logits at stride 4.
Tensor uperHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels = 512);

} // namespace segplan::zoo
