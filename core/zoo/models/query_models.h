// Networks whose predictions are kernels or queries: K-Net, MaskFormer, Segmenter of its authors.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// K-Net: the kernels come from an UPerNet, FCN, PSPNet or DeepLabV3 head.
void mmsegKnetUper(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegKnetFcn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegKnetPsp(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegKnetAspp(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegMaskFormer(Tracer &t, const ModelSpec &spec, const Tensor &image);
void originalSegmenter(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
