// Fast-SCNN of mmsegmentation. Source: mmseg/models/backbones/fast_scnn.py.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// Learning to downsample (64 channels, stride 8), global features (128, stride 32), their fusion (128, stride 8). Scope "backbone".
FeatureMaps fastScnn(Tracer &t, const Tensor &image);

} // namespace segplan::zoo
