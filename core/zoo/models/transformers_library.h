// Networks of Hugging Face's transformers library: its semantic-segmentation classes with the loss that they compute from labels, stepped
// as its Trainer does (the outputs end before backward).
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void transformersSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image); // SegformerForSemanticSegmentation
void transformersUperNet(Tracer &t, const ModelSpec &spec, const Tensor &image); // UperNetForSemanticSegmentation, BeitForSemanticSegmentation
void transformersDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image); // MobileNetV2ForSemanticSegmentation
void transformersMask2Former(Tracer &t, const ModelSpec &spec, const Tensor &image); // Mask2FormerForUniversalSegmentation
void transformersMaskFormer(Tracer &t, const ModelSpec &spec, const Tensor &image); // MaskFormerForInstanceSegmentation

} // namespace segplan::zoo
