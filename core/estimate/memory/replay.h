// Internal to estimate/memory: the break-down by layer that accompanies a replay.
#pragma once

#include "estimate/memory/memory.h"

namespace segplan {

// Fills replay.layers: saved bytes, parameters and MACs by block (the first three pieces of the module path), in execution order.
void addLayers(const Graph &graph, StepReplay &replay);

} // namespace segplan
