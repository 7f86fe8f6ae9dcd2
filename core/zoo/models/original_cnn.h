// The authors' own code: U-Net of milesial, PSPNet of hszhao, DeepLabV3+ of jfzhang95.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void milesialUnet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void hszhaoPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void jfzhangDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
