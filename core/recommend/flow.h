// The decision path: scale -> memory -> GPU class -> CPU and memory -> storage and network -> deploy and watch.
#pragma once

#include "recommend/recommend.h"

namespace segplan {

// The classes of the rule of thumb: small (T4), medium (A10, V100), large (A100, H20 and everything from 40 GiB).
enum class GpuClass { Small, Medium, Large };
GpuClass gpuClass(const Gpu &gpu);

struct FlowInput {
    const Plan &plan;
    const Knowledge &knowledge;
    const std::vector<Candidate> &candidates; // ranked
    const Recommendation &recommendation;
    int shown = -1; // recommended or nearest candidate; -1: none
    std::int64_t parameters = 0;
    double macsPerImage = 0;
    TermId parametersTerm = noTerm;
    bool traced = false;
};
// Always the same nodes and edges; answers say "-" where nothing could be computed. Without a recommendation the path ends at the class.
Flow decisionPath(const FlowInput &input);

} // namespace segplan
