// What PyTorch refuses to train although the sizes fit.
#pragma once

#include "base/text.h"
#include "graph/graph.h"

#include <optional>

namespace segplan {

// Batch norm over a single value per channel, as after the global pooling of one image: nn.BatchNorm2d raises in training unless the
// statistics are shared between GPUs. Nothing when every batch norm of the trace has more; otherwise why not, with PyTorch's own words.
std::optional<Text> singleValueNorm(const Graph &graph);

} // namespace segplan
