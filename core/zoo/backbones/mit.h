// Mix Transformer (SegFormer's backbone) as mmsegmentation and as the authors' repository build it.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct MitSpec {
    std::int64_t width = 32; // of the first stage's head
    std::array<int, 4> depths{2, 2, 2, 2};
    std::array<int, 4> heads{1, 2, 5, 8};
    std::array<int, 4> reductions{8, 4, 2, 1};
    double dropPath = 0.1;
};
// From "mit-b0" .. "mit-b5". False for other ids.
bool mitSpec(const std::string &id, MitSpec &spec);

// Four maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps mmsegMit(Tracer &t, const MitSpec &spec, const Tensor &image);
FeatureMaps nvlabsMit(Tracer &t, const MitSpec &spec, const Tensor &image);

} // namespace segplan::zoo
