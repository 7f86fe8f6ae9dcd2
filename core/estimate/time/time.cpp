#include "estimate/time/time.h"

namespace segplan {

const char *boundByName(BoundBy b)
{
    switch (b) {
    case BoundBy::Compute: return "compute";
    case BoundBy::Memory: return "memory";
    case BoundBy::Launch: return "launch";
    case BoundBy::Input: return "input";
    case BoundBy::Network: return "network";
    }
    return "compute";
}

StepWork stepWork(const Graph &) { return {}; }

std::optional<TimeEstimate> estimateTime(const StepWork &, const Workload &, Precision, int, const Gpu &, const HostShape &,
                                         const Knowledge &, Ledger &)
{
    return std::nullopt;
}

bool supportsPrecision(const Gpu &gpu, Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return true;
    case Precision::AmpFp16: return true;
    case Precision::Tf32: return gpu.tf32Tflops.has_value();
    case Precision::AmpBf16: return gpu.bf16Tflops.has_value();
    }
    return false;
}

std::optional<std::int64_t> iterationsOf(const Workload &workload, int globalBatch, const Knowledge &knowledge)
{
    if (workload.schedule.unit == Schedule::Unit::Iterations)
        return workload.schedule.count;
    std::optional<std::int64_t> images;
    if (workload.customDataset)
        images = workload.customDataset->trainImages;
    else if (const Dataset *d = knowledge.dataset(workload.dataset))
        images = d->trainImages;
    if (!images || globalBatch <= 0)
        return std::nullopt;
    const std::int64_t perEpoch = *images / globalBatch + (*images % globalBatch != 0 ? 1 : 0);
    return saturatedProduct(perEpoch, workload.schedule.count);
}

} // namespace segplan
