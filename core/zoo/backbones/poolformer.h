// PoolFormer as mmpretrain builds it.
#pragma once

#include "zoo/builders.h"

#include <array>
#include <string>

namespace segplan::zoo {

struct PoolFormerSpec {
    std::array<int, 4> depths{2, 2, 6, 2};
    std::array<std::int64_t, 4> widths{64, 128, 320, 512};
};
// From "poolformer-s12", "-s24", "-s36", "-m36", "-m48". False for other ids.
bool poolFormerSpec(const std::string &id, PoolFormerSpec &spec);

// Four normed maps at strides 4, 8, 16, 32; scope "backbone". The patch embedding is frozen, as frozen_stages = 0 has it.
FeatureMaps poolFormer(Tracer &t, const PoolFormerSpec &spec, const Tensor &image);

} // namespace segplan::zoo
