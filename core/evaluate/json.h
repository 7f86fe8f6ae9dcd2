// Results as JSON text (interface section 4). Money is a decimal string, sizes are bytes, times are seconds.
#pragma once

#include "evaluate/evaluate.h"

#include <functional>
#include <string>

namespace segplan {

using Translate = std::function<std::string(const Text &)>; // english() or the app's

std::string estimateJson(const WorkloadEstimate &estimate, bool explain = false); // one line, no newline
std::string errorJson(const Error &error); // {"ok": false, ...}, one line
std::string evaluationJson(const Evaluation &evaluation, const Knowledge &knowledge, const Translate &translate, int top = 0); // indented
std::string gpusJson(const Knowledge &knowledge);
std::string instancesJson(const Knowledge &knowledge, const std::string &region);
std::string datasetsJson(const Knowledge &knowledge);
std::string modelsJson();

} // namespace segplan
