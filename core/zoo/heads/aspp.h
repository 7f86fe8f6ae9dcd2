// Atrous spatial pyramid pooling: mmseg ASPPHead (DeepLabV3) and DepthwiseSeparableASPPHead (DeepLabV3+).
#pragma once

#include "zoo/builders.h"

#include <array>

namespace segplan::zoo {

struct AsppSpec {
    std::int64_t channels = 512;
    std::array<int, 4> dilations{1, 12, 24, 36};
    bool separable = false;
    std::int64_t lowLevelChannels = 48; // of the c1 bottleneck; separable head only
    int classes = 19;
};
// ASPPHead's features before classification. The caller opens the scope.
Tensor asppFeatures(Tracer &t, const Tensor &x, const AsppSpec &spec);
// The caller opens the scope. `lowLevel` is read by the separable head only.
Tensor asppHead(Tracer &t, const Tensor &x, const Tensor &lowLevel, const AsppSpec &spec);

} // namespace segplan::zoo
