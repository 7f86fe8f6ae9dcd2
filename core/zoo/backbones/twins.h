// Twins-PCPVT and Twins-SVT as mmsegmentation builds them.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct TwinsSpec {
    std::array<std::int64_t, 4> widths{64, 128, 256, 512};
    std::array<int, 4> depths{2, 2, 10, 4};
    std::array<int, 4> heads{2, 4, 8, 16};
    std::array<int, 4> mlpRatios{4, 4, 4, 4};
    std::array<int, 4> reductions{8, 4, 2, 1};
    bool local = true; // SVT: every other layer attends within windows of 7; and a norm ends each stage
    double dropPath = 0.2; // at the last layer; the larger ones have 0.3, which keeps the same
};
// From "twins-svt-s", "-b", "-l", "twins-pcpvt-s", "-b", "-l". False for other ids.
bool twinsSpec(const std::string &id, TwinsSpec &spec);

// Four maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps mmsegTwins(Tracer &t, const TwinsSpec &spec, const Tensor &image);

} // namespace segplan::zoo
