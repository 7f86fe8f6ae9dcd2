// MSCAN (SegNeXt's backbone) as mmsegmentation builds it.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct MscanSpec {
    std::array<std::int64_t, 4> widths{64, 128, 320, 512};
    std::array<int, 4> depths{3, 3, 12, 3};
    double dropPath = 0.1;
    std::int64_t headChannels = 512; // of the head its configurations take
};
// From "mscan-t", "-s", "-b", "-l". False for other ids.
bool mscanSpec(const std::string &id, MscanSpec &spec);

// Four maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps mscan(Tracer &t, const MscanSpec &spec, const Tensor &image);

} // namespace segplan::zoo
