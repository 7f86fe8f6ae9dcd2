// Cards as published measurements name them.
#pragma once

#include "knowledge/knowledge.h"

#include <optional>
#include <string>

namespace segplan::test {

// A card of the knowledge, or a research board that only measurements name (datasheet figures). Nothing when neither.
std::optional<Gpu> timingBoard(const std::string &measuredName, const Knowledge &knowledge);

} // namespace segplan::test
