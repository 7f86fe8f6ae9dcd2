// MobileNetV2 (mmsegmentation, torchvision, jfzhang95) and MobileNetV3 (torchvision, mmsegmentation).
#pragma once

#include "zoo/builders.h"
#include "zoo/layers.h"

namespace segplan::zoo {

// mmseg's MobileNetV2 with out_indices (1, 2, 4, 6): 24, 32, 96, 320 channels. Scope "backbone".
FeatureMaps mmsegMobileNetV2(Tracer &t, const ModelSpec &spec, const Tensor &image, int usualOutputStride);

// mmseg's InvertedResidual, in the present scope; checkpointed when asked for. Also Fast-SCNN's.
struct MmsegInvertedResidual {
    std::int64_t out = 0;
    int expand = 6, stride = 1, dilation = 1;
    Act act = Act::Relu6;
};
Tensor mmsegInvertedResidual(Tracer &t, const Tensor &x, const MmsegInvertedResidual &block);

// mmseg's MobileNetV3 with dilation, output stride 8, as LR-ASPP takes it: the maps at strides 2 and 4 and the last one.
// Scope "backbone". File mobilenet_v3.cpp.
FeatureMaps mmsegMobileNetV3(Tracer &t, bool large, const Tensor &image);

// torchvision's MobileNetV2 as segmentation-models-pytorch cuts it into `depth` stages: 16, 24, 32, 96, 1280 channels. At output
// stride 16 or 8 the last one or two stages have every convolution dilated. Stages beyond `depth` exist unused.
FeatureMaps smpMobileNetV2(Tracer &t, const Tensor &image, int depth, int outputStride);

// jfzhang95's MobileNetV2: the map of 24 channels at stride 4 and the last one of 320 channels.
FeatureMaps deeplabMobileNetV2(Tracer &t, const Tensor &image, int outputStride);

// torchvision's MobileNetV3 with dilation, output stride 16: the map at stride 8 (C2) and the last one (C5).
FeatureMaps mobileNetV3(Tracer &t, bool large, const Tensor &image);

} // namespace segplan::zoo
