// gpuStep: the roofline of one card.
//
// A kernel takes the larger of its arithmetic at the rate its class reaches and its traffic at the bandwidth its class reaches, plus a
// fixed latency (roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009). The host launches kernels one after another. Forward and
// backward are compared apart, because training loops read the loss between them (a synchronisation); losses that match predictions with
// segments on the CPU are a phase of their own, because nothing runs ahead of a matching.
#include "estimate/time/roofline.h"

#include <algorithm>

namespace segplan {

namespace timing {

void Sums::add(const Sums &other)
{
    compute += other.compute;
    memory += other.memory;
    arithmetic += other.arithmetic;
    traffic += other.traffic;
    kernels += other.kernels;
    for (std::size_t i = 0; i < byClass.size(); ++i)
        byClass[i] += other.byClass[i];
}

} // namespace timing

namespace {

using namespace timing;

int matrixOf(WorkClass c)
{
    return c == WorkClass::GroupedConv ? Grouped : c == WorkClass::Gemm ? Product : c == WorkClass::Attention ? Batched : Dense;
}

void addItem(const WorkItem &i, const TimeRates &r, bool fp32Convs, Sums &sums)
{
    double arithmetic = 0, layout = 0;
    if (i.macs > 0) {
        const int m = matrixOf(i.workClass);
        double rate = i.half ? r.halfFlops[m] : r.fullFlops[m];
        const bool tensor = i.half && i.tensorCore;
        if (m == Dense && !i.tensorCore) // without tensor cores in 16 bit
            rate = r.unalignedRatio * (i.half ? std::min(rate, r.simdFlops) : rate);
        if (i.dilated && tensor) // cuDNN can always fall back on the kernel it uses in full precision
            rate = std::max(rate * r.dilatedRatio, std::min(rate, r.fullFlops[m]));
        double macs = i.macs + r.tilePenalty * (i.tileMacs - i.macs);
        if (i.fastMacs > 0 && !i.half && fp32Convs)
            macs = std::min(macs, i.fastMacs / r.winogradGain);
        arithmetic = 2 * macs / rate;
        if (tensor || (!i.half && r.layoutForFull))
            layout = r.layoutPasses * i.layoutBytes / r.bytesPerSecond[static_cast<int>(WorkClass::Copy)];
    }
    const double missed = 1 - r.cacheShare * std::min(1.0, r.cacheBytes / std::max(i.bytes, 1.0));
    double traffic = i.bytes * missed / r.bytesPerSecond[static_cast<int>(i.workClass)];
    if (i.sampledBytes > 0)
        traffic += i.sampledBytes / (r.sampledRatio * r.bytesPerSecond[static_cast<int>(WorkClass::Stream)]);
    if (i.half && i.backward && i.workClass == WorkClass::Gather)
        traffic /= r.halfScatterRatio;
    if (arithmetic > traffic) {
        sums.compute += i.count * arithmetic;
        sums.arithmetic += i.count * 2 * i.macs;
    } else {
        sums.memory += i.count * traffic;
        sums.traffic += i.count * i.bytes;
    }
    sums.byClass[static_cast<std::size_t>(i.workClass)] += i.count * std::max(arithmetic, traffic);
    if (layout > 0) {
        sums.memory += i.count * layout;
        sums.traffic += i.count * r.layoutPasses * i.layoutBytes;
        sums.byClass[static_cast<std::size_t>(WorkClass::Copy)] += i.count * layout;
    }
    sums.kernels += i.count;
}

OptimizerPasses passesOf(Optimizer o)
{
    switch (o) {
    case Optimizer::Sgd: return {24, 2}; // decay: r r w; update: r r w
    case Optimizer::SgdMomentum: return {44, 4}; // + momentum scale: r w, add: r r w
    case Optimizer::Adam: return {84, 10}; // decay 12, two moments 8 + 12 + 8 + 16, root 8, add 8, update 16 less shared reads
    case Optimizer::AdamW: return {80, 10}; // decay scales the weight: 8
    }
    return {44, 4};
}

constexpr double foreachChunks = 8; // multi-tensor launches per pass: a few hundred tensors, at most 110 in one

// Optimizer: passes over the parameters, or the host's launches beyond what backward still hides.
TermId addOptimizer(
    GpuStep &s, const StepWork &work, const Workload &workload, Precision precision, double hiddenHost, const Gpu &gpu, Ledger &ledger)
{
    OptimizerPasses passes = passesOf(workload.optimizer);
    if (workload.zeroGradInPlace)
        passes.bytes += 4;
    if (precision == Precision::AmpFp16)
        passes.bytes += 8; // the loss scaler divides the gradients and looks for infinities
    const double launches
        = workload.pytorch == PytorchEra::V2 ? passes.kernels * foreachChunks : static_cast<double>(work.parameterTensors) * passes.kernels;
    const double card = static_cast<double>(work.parameters) * passes.bytes / s.rates.bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    const double host = launches * s.rates.hostPerUpdate;
    // The loss scaler reads back whether gradients overflowed: the optimizer then starts from an empty queue.
    s.optimizer = std::max(card, precision == Precision::AmpFp16 ? host : host - hiddenHost);
    s.hostShare = s.hostWait + s.optimizer - card;
    return noteOptimizer(s, workload, passes, launches, gpu, ledger);
}

} // namespace

std::optional<GpuStep> gpuStep(
    const StepWork &work, const Workload &workload, Precision precision, const Gpu &gpu, const Knowledge &knowledge, Ledger &ledger)
{
    if (!supportsPrecision(gpu, precision))
        return std::nullopt;
    const Formats formats = formatsOf(gpu, precision, workload.pytorch);
    const std::optional<TimeRates> rates = ratesOf(gpu, precision, workload.pytorch, formats, knowledge);
    if (!rates)
        return std::nullopt;
    GpuStep s;
    s.rates = *rates;
    s.parameters = work.parameters;
    s.batchNorms = work.batchNorms;
    s.batch = work.batch;

    enum { Forward, Loss, Backward };
    Sums phases[3];
    for (const WorkItem &i : work.items)
        addItem(i, *rates, formats.conv == Format::Fp32, phases[i.backward ? Backward : i.loss ? Loss : Forward]);
    Sums all;
    for (const Sums &p : phases)
        all.add(p);
    s.compute = all.compute;
    s.memory = all.memory;
    s.latency = all.kernels * rates->kernelLatency;

    const double hostForward = rates->hostPerStep + rates->hostPerKernel * (work.forwardLaunches - work.lossLaunches)
        + rates->hostPerView * (work.views - work.lossViews);
    const double hostLoss = rates->hostPerKernel * work.lossLaunches + rates->hostPerView * work.lossViews
        + rates->hostPerSynchronization * work.synchronizations;
    // Each parameter has a node that stores its gradient; where gradients persist it launches an addition, and clearing them is a kernel as
    // well.
    const double stored = static_cast<double>(work.parameterTensors) * (workload.zeroGradInPlace ? 2 : 1);
    const double hostBackward
        = rates->hostBackwardRatio * rates->hostPerKernel * (work.backwardLaunches + stored) + rates->hostPerView * work.views;
    const auto card = [&](int phase) { return phases[phase].seconds(rates->kernelLatency); };
    s.hostWait = work.synchronizations > 0 ? std::max(0.0, hostForward - card(Forward)) + std::max(0.0, hostLoss - card(Loss))
                                           : std::max(0.0, hostForward + hostLoss - card(Forward) - card(Loss));
    s.forward = card(Forward) + card(Loss) + s.hostWait;
    s.passWork = phases[Forward].seconds(0);
    s.passLatency = card(Forward) - s.passWork;
    s.passHost = hostForward;
    s.hostWait += std::max(0.0, hostBackward - card(Backward));
    s.backward = std::max(card(Backward), hostBackward);

    for (int c = 0; c < workClassCount; ++c) {
        if (all.byClass[static_cast<std::size_t>(c)] > 0)
            s.byClass.emplace_back(static_cast<WorkClass>(c), Seconds(all.byClass[static_cast<std::size_t>(c)]));
    }
    s.computeTerm = noteCompute(all, *rates, formats, gpu, precision, ledger);
    s.memoryTerm = noteMemory(all, *rates, gpu, ledger);
    s.launchTerm = noteLaunch(s, work, all.kernels, ledger);
    s.optimizerTerm = addOptimizer(s, work, workload, precision, std::max(0.0, card(Backward) - hostBackward), gpu, ledger);
    s.hostShare /= std::max(1e-12, s.micro() + s.optimizer);
    const double ofCard = s.rates.rangeRatio;
    s.rates.rangeRatio = (1 + ofCard) * (1 + s.hostShare * s.rates.hostRangeRatio) - 1;
    s.rangeTerm = noteRange(s, ofCard, ledger);
    return s;
}

} // namespace segplan
