// Published seconds per iteration as workloads: rows of tests/data/throughput.csv and gpu_relative.csv that the program can model.
#pragma once

#include "csv.h"

#include "estimate/time/time.h"
#include "knowledge/knowledge.h"
#include "plan/workload.h"
#include "zoo/zoo.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace segplan::test {

struct TimedRow {
    std::string name; // "throughput.csv:12 FCN-HRNet V100-32 x8 amp-fp16"
    std::string family; // "DeepLabV3+", "ResNet-50 classification"
    Gpu gpu;
    Workload workload;
    Precision precision = Precision::Fp32;
    HostShape host; // vcpu 0: the loader is not modelled, its share is below
    double seconds = 0; // measured, per iteration
    double loaderSeconds = 0; // the log's data time, inside `seconds`
    bool segmentation = true; // a training log of a segmentation model, of an eager PyTorch code base
    // Rows of one group share one unknown factor (other framework, tuned container): only ratios between their cards count.
    std::string group; // empty: absolute
    std::function<Result<Graph>()> trace;
};

// Why a row of throughput.csv is not used; counted in the tests' output.
struct RowCounts {
    int rows = 0, used = 0;
    std::map<std::string, int> skipped; // reason -> rows
};

// Absolute rows: PyTorch training logs of models in the zoo, loader share at most 25 %.
std::vector<TimedRow> throughputRows(const Knowledge &knowledge, RowCounts *counts = nullptr);
// Absolute rows of gpu_relative.csv that name a whole configuration: segmentation models, and classification networks for single cards.
std::vector<TimedRow> relativeTableRows(const Knowledge &knowledge);
// Ratio rows (group set): the same network in the same container on several cards.
std::vector<TimedRow> ratioRows(const Knowledge &knowledge);

// A card of the knowledge, or a research board that only measurements name (datasheet figures). Null when neither.
std::optional<Gpu> timingBoard(const std::string &measuredName, const Knowledge &knowledge);

} // namespace segplan::test
