// The input pipeline of one node: read -> decode -> augment -> collate -> hand over -> copy to the card.
//
// Stages run side by side in DataLoader's worker processes, so the slowest sets the pace; handing a finished batch to the training process is
// what the step always waits for. A vCPU is one hyperthread, half a core. Whatever of the data set fits into the memory that processes and
// workers leave stays in the page cache: after the first epoch only the rest is read again.
#pragma once

#include "estimate/time/host_shape.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"

#include <cstdint>
#include <optional>
#include <string>

namespace segplan {

enum class InputStage : std::uint8_t { Cpu, Disk, Network, HandOver }; // what bounds the loader
const char *inputStageName(InputStage s); // "input-cpu" "input-disk" "input-network" "input-handover"

// What of a workload and the calibration the pipeline needs, read once for many hosts. All for one image with its label.
struct InputRates {
    double decode = 0, augment = 0, collate = 0, fixed = 0; // s of one vCPU
    double gpu = 0; // s of the card: decoding and augmenting with DALI
    double handOver = 0; // s from the queue to pinned memory, one process per node
    double handOverShared = 0; // relative growth per further process of the node
    double copy = 0; // s over PCIe, hidden behind compute
    double storedBytes = 0; // read per image, label included; 0: not known
    double readsPerImage = 0; // operations of at most 256 KiB
    double datasetBytes = 0, images = 0; // 0: not known
    double processBytes = 0, workerBytes = 0; // host memory; see host advice
    double batchBytes = 0; // of one image as a tensor, with its label
    double sharpness = 8; // of the soft maximum of card and loader
    double rangeRatio = 0; // half width of the 90 % range of the loader's time
    double spread = 0; // relative standard deviation of one process's loader against the others'
    double storedPixels = 0; // of an image
    std::string decodeKey; // calibration entry that `decode` rests on
    double cpu() const { return decode + augment + collate + fixed; }
};
// Nothing when the image size or a calibration entry is not known.
std::optional<InputRates> inputRates(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge);

// One iteration on one node, in steady state (later epochs). Seconds.
struct InputEstimate {
    bool known = false; // false: image size or vCPUs unknown, all below is 0
    double workers = 0; // loader processes that run at the same time on the node
    double cpu = 0; // decoding, augmenting, collating by the workers
    double read = 0; // from storage, the share that misses the page cache
    double firstEpochRead = 0; // the same in the first epoch: every image misses
    double handOver = 0; // waited for in every step
    double gpu = 0; // DALI's work on each card, part of its step
    double copy = 0; // over PCIe, hidden
    double cachedShare = 0; // of the data set in host memory after the first epoch, 0 to 1
    double total = 0; // slowest of cpu and read
    InputStage stage = InputStage::Cpu; // the slowest
    bool readKnown = false; // false: storage or stored size unknown, reading not counted
    TermId cpuTerm = noTerm, readTerm = noTerm, handOverTerm = noTerm; // only from the noting overload of estimateTime
};
// `images`: per iteration and node, all micro-steps. `batch`: per card and micro-step.
InputEstimate inputTime(const InputRates &rates, const HostShape &host, const Workload &workload, double images, int batch);

// The step when card and loader work side by side: soft maximum, ((g + h)^p + i^p)^(1/p). Near balance neither hides the other's jitter.
double stepSeconds(double gpu, const InputEstimate &input, double sharpness);

// vCPUs of one node with which the loader keeps up with the cards: the processes' own and the workers'.
double vcpuToKeepUp(const InputRates &rates, double images, double gpuSeconds, int processes);

} // namespace segplan
