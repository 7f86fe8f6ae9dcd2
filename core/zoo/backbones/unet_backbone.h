// mmseg's U-Net backbone, S5-D16: five stages, 64 to 1024 channels.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// The list dec_outs: the deepest map first, then the decoder's maps up to full resolution (64 channels). Scope "backbone".
FeatureMaps unetS5D16(Tracer &t, const Tensor &image);

} // namespace segplan::zoo
