// How the parts of a step are told: formula, inputs with links, sources.
#include "estimate/time/roofline.h"

namespace segplan::timing {

TermId noteCompute(const Sums &sums, const TimeRates &r, const Formats &f, const Gpu &gpu, Precision precision, Ledger &ledger)
{
    const bool half = precision == Precision::AmpFp16 || precision == Precision::AmpBf16;
    Term t;
    t.key = "time.compute";
    t.title = SP_T("core", "Kernels bound by arithmetic");
    t.formula = "C = sum of 2 m / (P x e) over kernels with 2 m / (P x e) > bytes / bandwidth; W = sum of 2 m";
    const Format conv = half ? f.half : f.conv, product = half ? f.half : f.product;
    const double convPeak = *peak(gpu, conv, precision) * 1e12, productPeak = *peak(gpu, product, precision) * 1e12;
    t.inputs.push_back(plainInput("W", SP_T("core", "floating-point operations of these kernels"), Flops(sums.arithmetic)));
    t.inputs.push_back(gpuInput(
        "P", SP_T("core", "peak rate for convolutions"), {Quantity::Unit::FlopsPerSecond, convPeak}, gpu, formatFact(conv, precision)));
    t.inputs.push_back(calibrationInput("e", SP_T("core", "efficiency of dense convolutions"),
        Quantity::ratio((half ? r.halfFlops : r.fullFlops)[Dense] / convPeak), efficiencyKey(true, conv)));
    t.inputs.push_back(gpuInput("P_g", SP_T("core", "peak rate for matrix products"), {Quantity::Unit::FlopsPerSecond, productPeak}, gpu,
        formatFact(product, precision)));
    t.inputs.push_back(calibrationInput("e_g", SP_T("core", "efficiency of matrix products"),
        Quantity::ratio((half ? r.halfFlops : r.fullFlops)[Product] / productPeak), efficiencyKey(false, product)));
    if (conv != Format::Fp32) {
        t.inputs.push_back(
            plainInput("q", SP_T("core", "tensor-core peak over FP32 peak: feeding limits the efficiency, 1 / e = 1 / e_t + q / c"),
                Quantity::ratio(convPeak / (*gpu.fp32Tflops * 1e12))));
    }
    t.inputs.push_back(calibrationInput("e_d", SP_T("core", "efficiency of depthwise and grouped convolutions, of the FP32 peak"),
        Quantity::ratio(r.fullFlops[Grouped] / (*gpu.fp32Tflops * 1e12)), "time.conv.grouped.efficiency"));
    t.result = Seconds(sums.compute);
    t.sources.push_back(gpu.source);
    if (!half && f.conv == Format::Tf32 && precision == Precision::Fp32)
        t.notes.push_back(SP_T("core", "PyTorch lets cuDNN compute FP32 convolutions in TF32 on this card by default"));
    if (half && f.half == Format::Fp32)
        t.notes.push_back(SP_T("core", "this card has no tensor cores: 16-bit arithmetic runs at the FP32 rate"));
    t.notes.push_back(SP_T("core", "channels are padded to whole tiles of 32; 16-bit tensor cores need channels in multiples of 8"));
    return ledger.note(std::move(t));
}

TermId noteMemory(const Sums &sums, const TimeRates &r, const Gpu &gpu, Ledger &ledger)
{
    Term t;
    t.key = "time.memory-traffic";
    t.title = SP_T("core", "Kernels bound by memory traffic");
    t.formula = "M = sum of bytes / (B x e x c) over the other kernels, with layout conversions around tensor-core convolutions; V = sum "
                "of bytes";
    const double bandwidth = *gpu.memoryGbps * 1e9, stream = r.bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    t.inputs.push_back(plainInput("V", SP_T("core", "bytes these kernels read and write"), {Quantity::Unit::Bytes, sums.traffic}));
    t.inputs.push_back(
        gpuInput("B", SP_T("core", "memory bandwidth of the card"), {Quantity::Unit::BytesPerSecond, bandwidth}, gpu, "memory_gbps"));
    t.inputs.push_back(calibrationInput(
        "e", SP_T("core", "share of it that streaming kernels reach"), Quantity::ratio(stream / bandwidth), "time.memory.efficiency"));
    t.inputs.push_back(calibrationInput("c_n", SP_T("core", "normalisation layers, relative to streaming"),
        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Norm)] / stream), "time.memory.norm.ratio"));
    t.inputs.push_back(calibrationInput("c_s", SP_T("core", "resampling, pooling and indexing, relative to streaming"),
        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Gather)] / stream), "time.memory.gather.ratio"));
    t.inputs.push_back(calibrationInput("c_h", SP_T("core", "scattered 16-bit gradients of resampling, relative to that"),
        Quantity::ratio(r.halfScatterRatio), "time.memory.half-scatter.ratio"));
    t.inputs.push_back(calibrationInput("c_c", SP_T("core", "copies and casts, relative to streaming"),
        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Copy)] / stream), "time.memory.copy.ratio"));
    t.inputs.push_back(calibrationInput("c_m", SP_T("core", "softmax, losses and reductions, relative to streaming"),
        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Softmax)] / stream), "time.memory.softmax.ratio"));
    t.inputs.push_back(
        calibrationInput("L2", SP_T("core", "cache of the card"), {Quantity::Unit::Bytes, r.cacheBytes}, "time.cache.bytes"));
    t.inputs.push_back(calibrationInput("s", SP_T("core", "share of the traffic that the cache saves when a kernel's tensors fit"),
        Quantity::ratio(r.cacheShare), "time.cache.share"));
    t.inputs.push_back(calibrationInput("l", SP_T("core", "layout conversions: passes over a convolution's input and output"),
        Quantity::ratio(r.layoutPasses), "time.conv.layout.passes"));
    t.result = Seconds(sums.memory);
    t.sources.push_back(gpu.source);
    return ledger.note(std::move(t));
}

TermId noteLaunch(const GpuStep &s, const StepWork &w, double kernels, Ledger &ledger)
{
    Term t;
    t.key = "time.launch";
    t.title = SP_T("core", "Kernel latency and waiting for the host");
    t.formula = "L = n x t_k + max(0, host - card), forward, losses that match on the CPU, and backward apart; host = t_h x n + t_v x v + "
                "t_0 + t_s x m";
    t.inputs.push_back(plainInput("n", SP_T("core", "kernels per step"), Quantity::count(kernels)));
    t.inputs.push_back(
        calibrationInput("t_k", SP_T("core", "fixed time of a kernel on the card"), Seconds(s.rates.kernelLatency), "time.kernel.latency"));
    t.inputs.push_back(
        calibrationInput("t_h", SP_T("core", "host time to launch a kernel"), Seconds(s.rates.hostPerKernel), "time.host.per-kernel"));
    t.inputs.push_back(calibrationInput("b", SP_T("core", "of it, for a kernel of the backward phase"),
        Quantity::ratio(s.rates.hostBackwardRatio), "time.host.backward.ratio"));
    if (w.synchronizations > 0) {
        t.inputs.push_back(
            plainInput("m", SP_T("core", "matchings on the CPU, one per image and decoder output"), Quantity::count(w.synchronizations)));
        t.inputs.push_back(calibrationInput(
            "t_s", SP_T("core", "host time of a matching"), Seconds(s.rates.hostPerSynchronization), "time.host.per-synchronization"));
    }
    t.inputs.push_back(calibrationInput("t_v", SP_T("core", "host time of a view"), Seconds(s.rates.hostPerView), "time.host.per-view"));
    t.inputs.push_back(plainInput("v", SP_T("core", "views per step"), Quantity::count(w.views)));
    t.inputs.push_back(calibrationInput(
        "t_0", SP_T("core", "host time of the training loop per step"), Seconds(s.rates.hostPerStep), "time.host.per-step"));
    t.result = Seconds(s.latency + s.hostWait);
    return ledger.note(std::move(t));
}

TermId noteOptimizer(
    const GpuStep &s, const Workload &workload, const OptimizerPasses &passes, double launches, const Gpu &gpu, Ledger &ledger)
{
    Term t;
    t.key = "time.optimizer";
    t.title = SP_T("core", "Optimizer step");
    t.formula = "O = max(n x b / (B x e), launches x t_u - what the card still has to do)";
    t.inputs.push_back(plainInput("n", SP_T("core", "trainable parameters"), Quantity::count(static_cast<double>(s.parameters))));
    t.inputs.push_back({"b", SP_T("core", "bytes read and written per parameter"), {Quantity::Unit::Bytes, passes.bytes},
        FieldLink{"/workload/optimizer"}});
    t.inputs.push_back(gpuInput(
        "B", SP_T("core", "memory bandwidth of the card"), {Quantity::Unit::BytesPerSecond, *gpu.memoryGbps * 1e9}, gpu, "memory_gbps"));
    t.inputs.push_back(calibrationInput("e", SP_T("core", "share of it that streaming kernels reach"),
        Quantity::ratio(s.rates.bytesPerSecond[static_cast<int>(WorkClass::Stream)] / (*gpu.memoryGbps * 1e9)), "time.memory.efficiency"));
    t.inputs.push_back(plainInput("launches", SP_T("core", "kernels of the step"), Quantity::count(launches)));
    t.inputs.push_back(
        calibrationInput("t_u", SP_T("core", "host time to launch an update"), Seconds(s.rates.hostPerUpdate), "time.host.per-update"));
    t.result = Seconds(s.optimizer);
    t.sources.push_back({"rule: passes of the element-wise kernels of torch.optim over weights, gradients and states", ""});
    if (workload.pytorch == PytorchEra::V2)
        t.notes.push_back(SP_T("core", "PyTorch 2 launches the optimizer's kernels for lists of tensors at once"));
    return ledger.note(std::move(t));
}

TermId noteRange(const GpuStep &s, double ofCard, Ledger &ledger)
{
    Term t;
    t.key = "time.range";
    t.title = SP_T("core", "Half width of the 90 % range of the card's time");
    t.formula = "r = (1 + c) x (1 + h x p) - 1";
    t.inputs.push_back(
        calibrationInput("c", SP_T("core", "from the errors on runs that were left out of the fit, wider on cards nobody measured"),
            Quantity::ratio(ofCard), "time.range.ratio"));
    t.inputs.push_back(plainInput("p", SP_T("core", "share of the step that the host's launches decide"), Quantity::ratio(s.hostShare)));
    t.inputs.push_back(calibrationInput(
        "h", SP_T("core", "spread of the speed of hosts"), Quantity::ratio(s.rates.hostRangeRatio), "time.range.host.ratio"));
    t.result = Quantity::ratio(s.rates.rangeRatio);
    return ledger.note(std::move(t));
}

} // namespace segplan::timing
