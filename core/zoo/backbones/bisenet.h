// BiSeNetV1 and BiSeNetV2 of mmsegmentation. Scope "backbone".
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// Fused map (256 channels), context at stride 8 and 16 (128 channels each).
FeatureMaps biSeNetV1(Tracer &t, const ModelSpec &spec, const Tensor &image);
// The attention refinement module of both BiSeNetV1 and STDC: a 3x3 to 128 channels, scaled by its own pooled 1x1.
Tensor attentionRefinement(Tracer &t, std::string_view name, const Tensor &input);
// Aggregated map (128 channels), then the semantic branch's maps of 16, 32, 64, 128 channels.
FeatureMaps biSeNetV2(Tracer &t, const Tensor &image);

} // namespace segplan::zoo
