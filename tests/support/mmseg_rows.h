// Which workload a row of tests/data/memory_mmseg.csv was published for.
#pragma once

#include "csv.h"

#include "plan/workload.h"

#include <optional>
#include <string>

namespace segplan::test {

struct PublishedCase {
    Workload workload; // era 1.10, DistributedDataParallel, persistent gradients: the setting of the tables
    double gib = 0; // torch.cuda.max_memory_allocated
    std::string family, label;
    std::string doubt; // why the row does not fit its own configuration; empty: clean
    std::string key; // equal for rows that differ only in schedule or data set and give the same figure
};

// Nothing for rows whose model or backbone the zoo does not build. Rows with a Dice loss besides cross entropy are compared with cross
// entropy alone: two classes' loss tensors are far below the peak, which is at a 64-channel block.
std::optional<PublishedCase> publishedCase(const CsvRow &row);

} // namespace segplan::test
