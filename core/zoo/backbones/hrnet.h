// HRNetV2 as mmsegmentation and as the authors' repository build it.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>
#include <vector>

namespace segplan::zoo {

struct HrnetSpec {
    std::int64_t width = 18; // of the finest branch; the next ones double it
    int stemBlocks = 4; // bottlenecks of layer1
    std::array<int, 3> modules{1, 4, 3}; // of stages 2, 3, 4
    int blocks = 4; // basic blocks of a branch
    bool original = false; // the authors' code: in-place activations, additions that make new tensors
};
// From "hrnet-w18-small", "hrnet-w18", "hrnet-w32", "hrnet-w40", "hrnet-w44", "hrnet-w48". False for other ids.
bool hrnetSpec(const std::string &id, HrnetSpec &spec);

// Four maps at strides 4, 8, 16, 32 in the present scope.
FeatureMaps hrnet(Tracer &t, const HrnetSpec &spec, const Tensor &image);

} // namespace segplan::zoo
