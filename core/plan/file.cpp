#include "plan/file.h"
namespace segplan {
Result<Plan> readPlan(const std::string &, const std::string &, const Knowledge &) { return Plan{}; }
std::string writePlan(const Plan &) { return "{}\n"; }
Result<WorkloadOnGpu> readWorkload(const std::string &, const std::string &, const Knowledge &) { return WorkloadOnGpu{}; }
}
