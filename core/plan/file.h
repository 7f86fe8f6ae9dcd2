// The plan file (.segplan) and the workload object: JSON in, JSON out.
#pragma once

#include "base/result.h"
#include "plan/plan.h"

#include <string>

namespace segplan {

inline constexpr int planFileVersion = 1;

// Reads a plan. All faults are returned together, each with its JSON pointer. A newer `segplan` version is an error, never a guess.
// `file` is used in errors only. Missing optional keys take their defaults; unknown keys are errors.
Result<Plan> readPlan(const std::string &bytes, const std::string &file, const Knowledge &knowledge);
// Two-space indented JSON with a final newline; readPlan(writePlan(p)) == p.
std::string writePlan(const Plan &plan);

// A price book by itself: {"segplan_prices": 1} and the keys of a plan's "prices". readPriceBook(writePriceBook(b)) == b.
inline constexpr int priceBookVersion = 1;
Result<PriceBook> readPriceBook(const std::string &bytes, const std::string &file, const Knowledge &knowledge);
std::string writePriceBook(const PriceBook &book);

// The workload object alone, on one line without newline (section "workload" of results).
std::string writeWorkload(const Workload &workload);

// A workload object with its "gpu" (an id, or an object with the keys of `segplan gpus --json`).
struct WorkloadOnGpu {
    Workload workload;
    Gpu gpu;
};
Result<WorkloadOnGpu> readWorkload(const std::string &bytes, const std::string &file, const Knowledge &knowledge);

} // namespace segplan
