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
    bool scaledDraw = false; // timm's drop path since 0.4.12: x * (draw / keep) in place of x / keep * draw
};
// From "mit-b0" .. "mit-b5". False for other ids.
bool mitSpec(const std::string &id, MitSpec &spec);

// Four maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps mmsegMit(Tracer &t, const MitSpec &spec, const Tensor &image);
FeatureMaps nvlabsMit(Tracer &t, const MitSpec &spec, const Tensor &image);

// mmseg EfficientMultiheadAttention on tokens [N, h * w, width]: keys and values from a map reduced by a strided convolution. Scope "attn".
// Without `identity` a number is added in its place, as Twins does.
struct EfficientAttention {
    std::int64_t width = 0;
    int heads = 1, reduction = 1;
    double dropPath = 0;
    std::int64_t h = 0, w = 0;
};
Tensor efficientAttention(Tracer &t, const Tensor &x, const Tensor &identity, const EfficientAttention &spec);

} // namespace segplan::zoo
