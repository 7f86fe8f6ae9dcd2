// torchvision's FCN, DeepLabV3 and LRASPP.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void torchvisionFcn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void torchvisionDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image);
void torchvisionLraspp(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
