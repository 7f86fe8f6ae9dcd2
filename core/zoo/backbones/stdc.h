// STDC of mmsegmentation: backbone with context path. Source: mmseg/models/backbones/stdc.py.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// The map at stride 8 (256 channels), the context's two maps at strides 16 and 8 (128 each), and the fused map (256). Scope "backbone".
FeatureMaps stdcContextPath(Tracer &t, bool second, const Tensor &image);

} // namespace segplan::zoo
