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

// The machine as the time estimator sees it: cores, memory, links. Storage is absent until placeData() or storageShape() give it.
HostShape hostShape(const InstanceType &type, int nodes);
// Whether cards reach each other directly over PCIe: bare metal and the VM families whose documentation names it.
bool peerToPeer(const InstanceType &type);

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
// System disk from the image; data disk from capacity and reading throughput: the cheapest level and size that give both, within the
// instance's own limit. `secondsPerIteration` 0: throughput unknown, capacity decides. Without a ledger no sentence and no term is made.
DiskPair chooseDisks(const Workload &workload, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration,
                     std::int64_t parameters, int runs, const Knowledge &knowledge, Ledger *ledger, Figure<double> *neededMbps = nullptr);

// Where the plan keeps the data on this machine (its choice, else the data disk; NAS and OSS by their calibration), and how fast one node
// reads there. Nothing when the disk is not known.
std::optional<StorageShape> storageShape(const Workload &workload, const DiskPair &disks, const InstanceType &type, int nodes, const Knowledge &knowledge);

// The store that the plan reads its data from and that is paid for beside the disks, as large as the data set: NAS Performance for NAS,
// OSS Standard for OSS with and without cache. Nothing when the data lie on the machine's disk or their size is not known.
std::optional<DiskChoice> sharedStore(const Workload &workload, const Knowledge &knowledge);

// For the search: disks for what the cards could take, and the time with what these disks give. Numbers only, a few microseconds.
struct PlacedStep {
    HostShape host; // storage set
    DiskPair disks; // without reasons and terms: storageAdvice() gives them
    std::optional<TimeEstimate> time;
};
PlacedStep placeData(const GpuStep &step, const Workload &workload, int accumulation, const HostRates &rates, const InstanceType &type, int nodes,
                     std::int64_t parameters, int runs, const Knowledge &knowledge);

// Disks, NAS and OSS with their alternatives.
StorageAdvice storageAdvice(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                            const Knowledge &knowledge, Ledger &ledger);
// Without `knowledge`: no alternatives.
NetworkAdvice networkAdvice(const Candidate &candidate, const InstanceType &type, const TimeEstimate *time, std::int64_t parameters,
                            Ledger &ledger, const Knowledge *knowledge = nullptr);

// The bottleneck and its cures. Never a larger GPU for a loader that is too slow. `prices`: instance prices of the candidate's region.
StepVerdict stepVerdict(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                        const std::vector<Price> &prices, const Knowledge &knowledge);

} // namespace segplan
