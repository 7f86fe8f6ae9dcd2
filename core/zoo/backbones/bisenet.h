// BiSeNetV1 and BiSeNetV2 of mmsegmentation. Scope "backbone".
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// Fused map (256 channels), context at stride 8 and 16 (128 channels each).
FeatureMaps biSeNetV1(Tracer &t, const ModelSpec &spec, const Tensor &image);
// Aggregated map (128 channels), then the semantic branch's maps of 16, 32, 64, 128 channels.
FeatureMaps biSeNetV2(Tracer &t, const Tensor &image);

} // namespace segplan::zoo
