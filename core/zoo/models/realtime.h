// Real-time networks of mmsegmentation.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

void mmsegBiSeNetV1(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegBiSeNetV2(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegIcNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegStdc(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegFastScnn(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegLraspp(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegDdrNet(Tracer &t, const ModelSpec &spec, const Tensor &image);
void mmsegPidNet(Tracer &t, const ModelSpec &spec, const Tensor &image);

} // namespace segplan::zoo
