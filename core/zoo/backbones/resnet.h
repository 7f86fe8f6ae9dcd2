// ResNet (and ResNeSt) as mmsegmentation, torchvision and segmentation-models-pytorch build it.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>
#include <vector>

namespace segplan::zoo {

struct ResNetSpec {
    std::array<int, 4> blocks{3, 4, 6, 3};
    bool bottleneck = true;
    bool deepStem = true; // three 3x3 (v1c) instead of one 7x7
    std::int64_t stemChannels = 64; // output of the stem
    std::array<int, 4> strides{1, 2, 2, 2};
    std::array<int, 4> dilations{1, 1, 1, 1};
    bool contractDilation = false; // first block of a dilated stage takes half the dilation (v1c of mmseg)
    std::vector<int> multiGrid; // of the last stage
    bool dilateEverything = false; // also a basic block's second 3x3 and the shortcut (segmentation-models-pytorch)
    bool averageDown = false; // average pooling before the shortcut's 1x1 (v1d)
    bool splitAttention = false; // ResNeSt: radix 2, pooling instead of the strided 3x3
    int stages = 4; // stages that run; the parameters of the others exist unused
    std::array<bool, 4> returned{true, true, true, true}; // which stages' maps the caller gets
    bool stemOutput = false; // also gives the stem's map before pooling (first element)
};
// From "resnet18" .. "resnet152", "resnest50" .. "resnest101": blocks and block kind. False for other ids.
bool resNetDepth(const std::string &id, ResNetSpec &spec);
// Strides and dilations of output stride 8, 16, 32 with the rest as usual; false for other strides.
bool setOutputStride(ResNetSpec &spec, int outputStride);

// The returned stages' outputs, the stem's before them with stemOutput. Scope names as in the reference: stem / conv1, layer1.0.conv1, ...
FeatureMaps resNet(Tracer &t, const ResNetSpec &spec, const Tensor &image);

// The parts of it: the stem up to its last ReLU, and one stage (0 to 3) under scope "layer1" .. "layer4".
Tensor resNetStem(Tracer &t, const ResNetSpec &spec, const Tensor &image);
Tensor resNetStage(Tracer &t, const ResNetSpec &spec, int index, const Tensor &stageInput);

// SplitAttentionConv2d of mmseg's ResNeSt with radix 2: a grouped 3x3, scope "conv2". File resnest.cpp.
Tensor splitAttention(Tracer &t, const Tensor &x, std::int64_t channels, int dilation);

// mmseg's ResNet-V1c or ResNeSt with the workload's options (output stride, stem, multi grid) under scope "backbone".
FeatureMaps mmsegResNet(Tracer &t, const ModelSpec &spec, const Tensor &image, int usualOutputStride);

} // namespace segplan::zoo
