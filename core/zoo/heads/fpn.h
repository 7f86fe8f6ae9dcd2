// mmseg Semantic FPN: feature pyramid neck and FPNHead.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// mmseg FPN without norm: 1x1 laterals, nearest upsampling, 3x3 outputs, 256 channels. Scope "neck".
FeatureMaps featurePyramid(Tracer &t, const FeatureMaps &inputs, std::int64_t channels = 256);
// Logits at stride 4. In the present scope.
Tensor fpnHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels = 128);

} // namespace segplan::zoo
