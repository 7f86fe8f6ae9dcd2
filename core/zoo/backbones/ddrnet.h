// DDRNet of mmsegmentation. Source: mmseg/models/backbones/ddrnet.py.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// The training outputs: the spatial branch after stage 3, and the sum of both branches; both at stride 8. Scope "backbone".
FeatureMaps ddrNet(Tracer &t, std::int64_t channels, const Tensor &image);

} // namespace segplan::zoo
