// What PyTorch calls the operator that runs at a replay's peak, as a dispatch mode names it: "backward/_log_softmax_backward_data".
#pragma once

#include "estimate/memory/memory.h"

#include <string>

namespace segplan::test {

// "forward/", "backward/" or "optimizer/" (losses count as forward) and the operator's name in the aten namespace.
std::string atenPeak(const Graph &graph, const StepReplay &replay);

} // namespace segplan::test
