// BEiT as mmsegmentation builds it: relative position bias over the whole crop, layer scale.
#pragma once

#include "zoo/builders.h"

#include <string>

namespace segplan::zoo {

struct BeitSpec {
    std::int64_t width = 768;
    int layers = 12, heads = 12;
    std::vector<int> outputs{3, 5, 7, 11};
    double dropPath = 0.1;
};
// From "beit-b", "beit-l". False for other ids.
bool beitSpec(const std::string &id, BeitSpec &spec);

// Four maps of stride 16; scope "backbone".
FeatureMaps mmsegBeit(Tracer &t, const BeitSpec &spec, const Tensor &image);
// mmseg Feature2Pyramid: strides 4, 8, 16, 32 by transposed convolutions and pooling. Scope "neck".
FeatureMaps featurePyramidOf(Tracer &t, const FeatureMaps &inputs);

} // namespace segplan::zoo
