// ConvNeXt as mmpretrain builds it (linear layers as pointwise convolutions).
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct ConvNextSpec {
    std::array<int, 4> depths{3, 3, 27, 3};
    std::int64_t width = 96; // of the first stage; doubled by each next one
    double dropPath = 0.4;
};
// From "convnext-t", "-s", "-b", "-l", "-xl". False for other ids.
bool convNextSpec(const std::string &id, ConvNextSpec &spec);

// Four normed maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps convNext(Tracer &t, const ConvNextSpec &spec, const Tensor &image);

} // namespace segplan::zoo
