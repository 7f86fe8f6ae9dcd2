// PIDNet of mmsegmentation. Source: mmseg/models/backbones/pidnet.py.
#pragma once

#include "zoo/builders.h"

#include <string>

namespace segplan::zoo {

struct PidNetSpec {
    std::int64_t channels = 32, pyramid = 96, head = 128; // head: of its decode head
    int stemBlocks = 2, branchBlocks = 3;
};
// "pidnet-s", "pidnet-m", "pidnet-l"; false for other ids.
bool pidNetSpec(const std::string &id, PidNetSpec &spec);

// The training outputs at stride 8: proportional branch after stage 3, fused map, derivative branch after stage 4. Scope "backbone".
FeatureMaps pidNet(Tracer &t, const PidNetSpec &spec, const Tensor &image);

} // namespace segplan::zoo
