// The ASPP of torchvision and segmentation-models-pytorch: 256 channels, out-of-place ReLU, 1x1 projection with dropout.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string_view>

namespace segplan::zoo {

Tensor asppProject(Tracer &t, std::string_view name, const Tensor &x, const std::array<int, 3> &rates, bool separable);

// Depthwise 3x3 and pointwise convolution without norm between them (segmentation-models-pytorch SeparableConv2d).
Tensor bareSeparableConv(Tracer &t, const Tensor &x, std::int64_t out, int dilation = 1);

} // namespace segplan::zoo
