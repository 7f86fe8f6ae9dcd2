// mmdet MSDeformAttnPixelDecoder: deformable attention over the three coarser maps, then one step of a feature pyramid.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

struct PixelFeatures {
    Tensor mask; // [N, 256, H/4, W/4]
    FeatureMaps memories; // strides 32, 16, 8: views of one tensor
};
// `feats`: maps at strides 4, 8, 16, 32. Scope "pixel_decoder".
PixelFeatures deformablePixelDecoder(Tracer &t, const FeatureMaps &feats, std::int64_t channels = 256, int layers = 6);

// x.masked_fill(mask, 0): a new storage; keeps the mask.
Tensor maskedFill(Tracer &t, const Tensor &x, const Tensor &mask);

// mmdet SinePositionalEncoding of an unpadded map: [N, channels, h, w] in channels-last order, without gradient.
Tensor sineEncoding(Tracer &t, std::int64_t n, std::int64_t channels, std::int64_t h, std::int64_t w);

} // namespace segplan::zoo
