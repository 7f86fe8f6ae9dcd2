// The presets that ship as example plans (resources/examples/<id>.segplan): ids in the order they are offered, and their names.
#pragma once

#include "base/text.h"

#include <string>
#include <vector>

namespace segplan {

struct PresetInfo {
    std::string id; // file name without ".segplan", and Plan::preset
    Text name; // "Industrial training"
    Text description; // one sentence: for whom
};

const std::vector<PresetInfo> &presetInfos();
const PresetInfo *presetInfo(const std::string &id); // null: unknown

// The plan that opens at the first start.
inline constexpr const char *startPreset = "industrial";

} // namespace segplan
