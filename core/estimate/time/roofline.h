// The parts of gpuStep: rates of a card, sums over kernels, ledger terms. Internal to estimate/time/.
#pragma once

#include "estimate/time/rates.h"

#include <array>

namespace segplan::timing {

enum Matrix { Dense = 0, Grouped = 1, Product = 2, Batched = 3 }; // indexes TimeRates::halfFlops and fullFlops
enum class Format { Fp32, Tf32, Half };

// What dense convolutions and matrix products compute in outside of autocast, and inside for 16-bit items.
struct Formats {
    Format conv = Format::Fp32, product = Format::Fp32, half = Format::Fp32;
};
Formats formatsOf(const Gpu &gpu, Precision precision, PytorchEra era);
std::optional<double> peak(const Gpu &gpu, Format f, Precision p); // TFLOPS
const char *formatFact(Format f, Precision p); // key of the datasheet figure, for links
const char *efficiencyKey(bool conv, Format f);

// Nothing when the datasheet or the calibration lacks a figure. rangeRatio is that of a step without launch waits.
std::optional<TimeRates> ratesOf(const Gpu &gpu, Precision precision, PytorchEra era, const Formats &formats, const Knowledge &knowledge);

void mergeEqual(std::vector<WorkItem> &items); // keeps the first of equal items, in the order of the trace

struct Sums {
    double compute = 0, memory = 0; // s
    double arithmetic = 0, traffic = 0; // operations and bytes of the kernels in either sum
    double kernels = 0;
    std::array<double, workClassCount> byClass{}; // s
    double seconds(double latency) const { return compute + memory + kernels * latency; }
    void add(const Sums &other);
};

// Bytes per parameter of one optimizer step: passes of torch.optim's element-wise kernels over fp32 weights, gradients and states
// (weight decay included). Old releases launch them tensor by tensor, 2.x by lists of tensors (foreach) with the same passes.
struct OptimizerPasses {
    double bytes = 0;
    int kernels = 0; // per tensor without foreach
};

TermId noteCompute(const Sums &sums, const TimeRates &r, const Formats &f, const Gpu &gpu, Precision precision, Ledger &ledger);
TermId noteMemory(const Sums &sums, const TimeRates &r, const Gpu &gpu, Ledger &ledger);
TermId noteLaunch(const GpuStep &s, const StepWork &w, double kernels, Ledger &ledger);
TermId noteOptimizer(
    const GpuStep &s, const Workload &workload, const OptimizerPasses &passes, double launches, const Gpu &gpu, Ledger &ledger);
TermId noteRange(const GpuStep &s, double ofCard, Ledger &ledger);

} // namespace segplan::timing
