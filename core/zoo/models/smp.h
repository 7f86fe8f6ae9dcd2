// segmentation-models-pytorch: encoders of torchvision and timm with its decoders.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void smpUnet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpUnetPlusPlus(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpLinknet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpManet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpFpn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image);
void smpDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image);

// The encoder's features: the image itself (VGG: its first stage), then one map per stage (`depth` of them). Scope "encoder".
FeatureMaps smpEncoder(Tracer &t, const ModelSpec &spec, const Tensor &image, int depth = 5, int outputStride = 32);
// SegmentationHead: convolution with bias, then bilinear upsampling by a factor (1: none).
Tensor smpSegmentationHead(Tracer &t, const Tensor &x, int classes, int kernel, int upsampling);

} // namespace segplan::zoo
