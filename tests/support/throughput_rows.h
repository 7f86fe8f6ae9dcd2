// Published training times as workloads: rows of tests/data/throughput.csv and gpu_relative.csv that name enough to be computed.
#pragma once

#include "base/result.h"
#include "estimate/time/time.h"
#include "graph/graph.h"
#include "knowledge/knowledge.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace segplan::test {

enum class RowKind {
    Segmentation, // training of a segmentation model in an eager PyTorch code base: judged
    OtherCodeBase, // the same in a code base that the zoo does not follow, or a weak source (quality B): shown, judged apart, not fitted
    Classification, // training of a classification network on one card: fitted with less weight
    Ratio // rows of one group share an unknown factor (tuned container, altered model): only ratios between their cards and precisions
          // count
};

struct TimedRow {
    std::string name; // file, line, configuration
    std::string family; // model family
    RowKind kind = RowKind::Segmentation;
    char quality = 'A';
    Workload workload; // batch, optimizer and era set
    Precision precision = Precision::Fp32;
    Gpu gpu;
    HostShape host; // vcpu 0: the loader is not estimated
    double seconds = 0; // per iteration, measured
    double loaderSeconds = 0; // the log's data time, inside `seconds`
    double forwardPasses = 0; // forward passes without backward per iteration that `seconds` holds besides (validation inside an epoch)
    bool optimizerCounted = true; // false: the benchmark stops after backward
    std::string group; // of ratio rows
    std::string work; // rows with the same text have the same trace
    std::function<Result<Graph>()> trace;
};

// What became of the rows of throughput.csv; counted in the tests' output. Every row is used, or skipped for one reason.
struct RowCounts {
    int rows = 0, used = 0;
    std::map<std::string, int> skipped; // reason -> rows
};

// All rows of both tables that can be computed. Rows whose loader takes more than a quarter are left out.
std::vector<TimedRow> timedRows(const Knowledge &knowledge, RowCounts *counts = nullptr);

} // namespace segplan::test
