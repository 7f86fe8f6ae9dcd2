// The model table behind zooModels() and buildModel(). Internal to the zoo.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// All rows, in the order models are shown.
const ModelTable &modelTable();
// The row of a model and implementation; nullptr when there is none.
const ModelEntry *findEntry(const std::string &model, const std::string &implementation);

// Fills in what the specification leaves empty (backbone, implementation) and checks ids, options, crop and sizes.
// Pointers are relative to the workload object: "/backbone", "/options/output_stride", "/crop/height".
Result<ModelSpec> resolveSpec(const ModelSpec &spec);

} // namespace segplan::zoo
