// What else could be bought or changed around the GPU: storage, network, and cures of a bottleneck. Each with what it does to the step.
#pragma once

#include "plan/fields.h"
#include "plan/workload.h"
#include "units/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace segplan {

// One way of keeping the data set, with the figures of one node; instance caps included.
struct StorageOption {
    std::string id; // "chosen" "cheaper" "faster" "rule" "autopl" "nas" "oss" "oss-cached"
    DataLocation location = DataLocation::DataDisk;
    std::string disk; // StorageKind::id of the data disk; empty: none
    std::int64_t gib = 0; // of the data disk
    std::string store; // StorageKind::id of NAS or OSS; empty: none
    std::optional<double> mbps, iops; // what a node reads; absent: not known
    std::optional<Money> monthly; // all nodes' disks and the store; absent: a price is not known
    std::optional<Seconds> perIteration; // the step with it, later epochs; absent: speed or step unknown
    std::optional<Seconds> firstEpochIteration; // the same before anything is cached
    bool keepsUp = false; // the step is not longer than with data in memory, by 1 %
    Text text; // in one sentence
};

// One network between the nodes.
struct NetworkOption {
    std::string kind; // "vpc" "erdma" "roce"
    std::string instanceType; // the type that has it: the chosen one, or the nearest with the same GPU and count
    std::optional<double> gbps;
    std::optional<Seconds> communication, perIteration;
    bool chosen = false;
    Text text;
};

// What the step waits for.
enum class Bottleneck { GpuCompute, GpuMemory, GpuLaunch, Network, InputCpu, InputDisk, InputNetwork };
const char *bottleneckName(Bottleneck b); // "gpu-compute" "gpu-memory" "gpu-launch" "network" "input-cpu" "input-disk" "input-network"

// One cure: predicted step and, where prices are known, what it costs more (less when negative).
struct Cure {
    std::string id; // "more-vcpu" "larger-disk" "faster-disk" "more-memory" "copy-to-disk" "cache" "smaller-images" "dali" "opencv" "more-workers"
                    // "accumulation" "rdma" "no-sync-bn"
    std::string instanceType; // "more-vcpu", "more-memory", "rdma": the type to take
    std::string disk; // StorageKind::id
    std::int64_t gib = 0; // of that disk
    Seconds perIteration;
    std::optional<Money> moreHourly; // instance and disks of all nodes at pay-as-you-go list prices; zero: free
    Fix fix; // plan fields, where the cure is a setting; may be empty
    Text text; // "gn7i-c16g1.4xlarge: 16 vCPU instead of 8, 0.42 s instead of 0.71 s, +0.56 CNY/h"
};

struct StepVerdict {
    Bottleneck bottleneck = Bottleneck::GpuCompute;
    double share = 0; // of the step that the bottleneck takes; for input: how much longer the step is than the card alone, as a share of it
    Text text; // the verdict in one sentence
    std::vector<Cure> cures; // only those that make the step shorter by 3 % or more: free ones first, then by price
};

} // namespace segplan
