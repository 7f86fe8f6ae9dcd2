// What the host has to offer besides its GPUs: loader cores, memory, disks, network.
#pragma once

#include "recommend/recommend.h"

namespace segplan {

// Bytes and images of the plan's data set, from knowledge or from the user's own figures. Absent: unknown.
struct DatasetFacts {
    std::optional<Bytes> bytes;
    std::optional<std::int64_t> trainImages, valImages;
    std::optional<double> bytesPerImage() const;
    std::string key; // knowledge key of the ledger link; empty for a data set of the user
};
DatasetFacts datasetFacts(const Workload &workload, const Knowledge &knowledge);

// Computed needs against what the instance has, with the rule of thumb (8 vCPU per GPU, memory 2 x VRAM) beside them.
HostNeeds hostNeeds(const Candidate &candidate, const InstanceType &type, const Gpu &gpu, const Workload &workload,
                    const Knowledge &knowledge, Ledger &ledger);
// The part of the memory that cannot be given up (no page cache). Nothing when the needed beliefs are unknown.
std::optional<Bytes> hostMemoryFloor(const Workload &workload, int gpusPerNode, double vcpuNeeded, const Knowledge &knowledge);

// gn5 and gn5i take standard SSD and ultra disks only. A type without known categories is taken to have ESSD (all newer families do).
bool takesEssd(const InstanceType &type);

struct DiskPair {
    DiskChoice system;
    std::optional<DiskChoice> data;
};
// System disk from the image; data disk from capacity and reading throughput: the cheapest level and size that give both.
// `secondsPerIteration` 0: throughput unknown, capacity decides.
DiskPair chooseDisks(const Workload &workload, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration,
                     std::int64_t parameters, int runs, const Knowledge &knowledge, Ledger *ledger, Figure<double> *neededMbps = nullptr);

StorageAdvice storageAdvice(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                            const Knowledge &knowledge, Ledger &ledger);
NetworkAdvice networkAdvice(const Candidate &candidate, const InstanceType &type, const TimeEstimate *time, std::int64_t parameters,
                            Ledger &ledger);

} // namespace segplan
