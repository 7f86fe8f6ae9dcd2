// Workloads of the rows of tests/data/memory_other.csv, of the steady log rows of throughput.csv and of oom_cases.csv.
#pragma once

#include "csv.h"

#include "knowledge/knowledge.h"
#include "plan/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan::test {

struct OtherCase {
    enum class Kind { Allocated, Device }; // torch.cuda.max_memory_allocated, or what nvidia-smi shows
    std::string label, family;
    std::optional<Workload> workload; // absent: not compared
    std::string reason; // why not
    Kind kind = Kind::Allocated;
    std::string gpu; // Gpu::id, for Device
    double gib = 0; // published
    int segments = 10; // ground-truth segments per image, for set-prediction losses
};

// Rows of memory_other.csv.
std::vector<OtherCase> otherCases();

// Rows of throughput.csv with mem_mb_steady: mmsegmentation 1.x logs, whose peak starts anew at every log interval.
std::vector<OtherCase> steadyLogCases();

struct OomCase {
    std::string label, quality; // "A" "B" "C"
    bool ranOut = false;
    std::optional<Workload> workload; // absent: the zoo does not build it, or the row does not tell enough
    std::string reason; // why not
    std::optional<Gpu> gpu; // with the total of the row's message when it prints one
};

// Rows of oom_cases.csv. A job that does more than one plain step (semi-supervised, multi-scale) is mapped to its plain step, a lower bound.
std::vector<OomCase> oomCases(const Knowledge &knowledge);

} // namespace segplan::test
