// mmsegmentation's FCN, PSPNet, DeepLabV3, DeepLabV3+ and U-Net.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void mmsegFcn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
