// SegFormer, UPerNet, HRNet, OCRNet, Swin-Unet, Mask2Former and relatives.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void mmsegSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image);
void nvlabsSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegUperNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void originalHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegOcrNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void originalOcrNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegMask2Former(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSetrNaive(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSetrPup(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSetrMla(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSegmenter(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSegNext(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegSemanticFpn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void originalSwinUnet(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
