// SegFormer's all-MLP head in mmsegmentation's form (1x1 convolutions) and in the authors' (linear layers).
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// Logits at stride 4. In the present scope.
Tensor mmsegSegformerHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels = 256);
Tensor nvlabsSegformerHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels);
// nn.Linear with bias on a map's tokens: [N, C, h, w] -> [N, h * w, out].
Tensor tokenLinear(Tracer &t, const Tensor &map, std::int64_t out, std::string_view name);

} // namespace segplan::zoo
