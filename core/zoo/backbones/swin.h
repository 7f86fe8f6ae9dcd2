// Swin Transformer as mmsegmentation builds it, and the window attention it shares with Swin-Unet.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct SwinSpec {
    std::int64_t width = 96;
    std::array<int, 4> depths{2, 2, 6, 2};
    std::array<int, 4> heads{3, 6, 12, 24};
    int window = 7;
    double dropPath = 0.3;
};
// From "swin-t", "swin-s", "swin-b", "swin-l" with the window of pretraining (7 or 12). False for other ids.
bool swinSpec(const std::string &id, int window, SwinSpec &spec);

// Four maps at strides 4, 8, 16, 32; scope "backbone".
FeatureMaps mmsegSwin(Tracer &t, const SwinSpec &spec, const Tensor &image);

// WindowMSA: windows [N * windows, window^2, C]; `mask` [windows, window^2, window^2] or not valid. In the present scope.
Tensor windowAttention(Tracer &t, const Tensor &input, const Tensor &mask, int heads, int window);
// [N, H, W, C] <-> [N * windows, window, window, C]
Tensor windowPartition(Tracer &t, const Tensor &x, int window);
Tensor windowReverse(Tracer &t, const Tensor &windows, int window, std::int64_t h, std::int64_t w);

} // namespace segplan::zoo
