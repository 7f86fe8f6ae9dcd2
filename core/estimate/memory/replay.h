// Internal to estimate/memory: the break-down by layer that accompanies a replay.
#pragma once

#include "estimate/memory/memory.h"

namespace segplan {

// fp32 values that the optimizer keeps per parameter: momentum, or two moments.
constexpr int statesPerParameter(Optimizer o) { return o == Optimizer::Sgd ? 0 : o == Optimizer::SgdMomentum ? 1 : 2; }

// cuDNN's Winograd F(4x4, 3x3) in fp32: bytes of workspace per 4x4 tile and channel (36 values of 4 bytes), and the number of tiles in a
// batch from which it is chosen. Fitted: calibration entries memory.winograd.*, held equal by a test.
inline constexpr std::int64_t winogradBytesPerTile = 144;
inline constexpr std::int64_t winogradMinTiles = 64;

// Fills replay.layers: saved bytes, parameters and MACs by block (the first three pieces of the module path), in execution order.
void addLayers(const Graph &graph, StepReplay &replay);

} // namespace segplan
