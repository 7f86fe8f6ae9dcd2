// What DDRNet and PIDNet are made of: mmseg's BasicBlock and Bottleneck, and the pyramid pooling DAPPM and PAPPM.
// Sources: mmseg/models/utils/{basic_block,ppm}.py.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

enum class BlockKind { Basic, Bottleneck }; // expansion 1 and 2
struct DualBlock {
    BlockKind kind = BlockKind::Basic;
    std::int64_t channels = 0;
    int stride = 1;
    bool activation = true; // a ReLU after the addition
};
// One block in the present scope; a 1x1 shortcut where stride or width change.
Tensor dualBlock(Tracer &t, const Tensor &x, const DualBlock &block);

// _make_layer: blocks of which the last one of several has no final ReLU, a single bottleneck neither. Scope `name`.
Tensor dualLayer(Tracer &t, std::string_view name, const Tensor &x, BlockKind kind, std::int64_t channels, int blocks, int stride = 1);

// Two strided convolutions and two layers of basic blocks at strides 4 and 8. Scope "stem".
Tensor dualStem(Tracer &t, const Tensor &image, std::int64_t channels, int blocks);

// Five scales, one after the other (DAPPM) or side by side in one grouped convolution (PAPPM). Scope "spp".
Tensor deepPyramid(Tracer &t, const Tensor &inputs, std::int64_t branch, std::int64_t out);
Tensor parallelPyramid(Tracer &t, const Tensor &inputs, std::int64_t branch, std::int64_t out);

} // namespace segplan::zoo
