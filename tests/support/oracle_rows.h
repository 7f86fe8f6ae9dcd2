// The rows that were measured on reference implementations, and which workload each measures.
#pragma once

#include "csv.h"

#include "graph/graph.h"
#include "zoo/zoo.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan::test {

struct OracleCase {
    ModelSpec spec;
    TraceSettings settings;
    std::string family; // "DeepLabV3+ mmsegmentation"
    std::string label; // family, backbone, crop, classes, precision: unique enough for a data row's name
    bool cpuKernels = false; // measured with real CPU kernels: dropout keeps four bytes per element instead of one
};

// All rows of tests/data/oracle.csv, then of oracle_transformers.csv (the transformers library) and oracle_cnn.csv (more convolutional
// networks of mmsegmentation; VGG-16 under segmentation-models-pytorch), measured by tests/tools/oracle.
std::vector<CsvRow> oracleRows();

// Nothing for rows whose model, implementation or backbone the zoo does not build.
std::optional<OracleCase> oracleCase(const CsvRow &row);

// A cell as a whole number; 0 when it is empty.
std::int64_t integerCell(const CsvRow &row, const std::string &column);
// "peak_forward" and other entries of the notes column; nothing when absent.
std::optional<std::int64_t> noteValue(const CsvRow &row, const std::string &key);

} // namespace segplan::test
