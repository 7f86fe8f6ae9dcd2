// Internal to plan/: what can be chosen, from the zoo and the knowledge.
#pragma once

#include "plan/fields.h"
#include "zoo/zoo.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan::plan {

// The chosen implementation of the plan's model; null when model or implementation is unknown.
const ImplementationInfo *implementationOf(const Workload &workload);
// Whether that implementation reads this option ("output_stride").
bool readsOption(const Workload &workload, const std::string &option);
// The backbone in force: the chosen one, else the usual one; empty when the model is its own.
std::string effectiveBackbone(const Workload &workload);

std::vector<FieldChoice> modelChoices(const Plan &, const Knowledge &);
std::vector<FieldChoice> implementationChoices(const Plan &plan, const Knowledge &);
std::vector<FieldChoice> backboneChoices(const Plan &plan, const Knowledge &);
std::vector<FieldChoice> datasetChoices(const Plan &, const Knowledge &knowledge);
std::vector<FieldChoice> regionChoices(const Plan &, const Knowledge &knowledge);
std::vector<FieldChoice> familyChoices(const Plan &, const Knowledge &knowledge); // "gn7i", ranked families first
std::vector<FieldChoice> instanceTypeChoices(const Plan &, const Knowledge &knowledge);

// "ecs.gn7i" -> "gn7i".
std::string bareFamily(const std::string &family);
// The first crop of a list such as "512x1024; 769x769", height first.
struct Crop {
    int height = 0, width = 0;
};
std::optional<Crop> usualCrop(const Dataset &dataset);
// Digits separated by commas, "1,2,4"; nothing on anything else.
std::optional<std::vector<int>> integerList(const std::string &text);
std::string integerListText(const std::vector<int> &list);

// The correction of a wrong name met in circulating texts; null when there is none. With or without the "ecs." prefix.
const NameCorrection *correctionOf(const std::string &name, const Knowledge &knowledge);
// Families that carry a GPU, separated by spaces; empty: the name is no GPU of the catalogue.
std::string familiesWith(const std::string &gpu, const Knowledge &knowledge);
// The known word nearest to a mistyped one (edit distance at most a third of its length); empty: none is near.
std::string nearestWord(const std::string &word, const std::vector<std::string> &known);

} // namespace segplan::plan
