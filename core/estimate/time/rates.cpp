// What a card reaches: calibration entries applied to its datasheet.
#include "estimate/time/roofline.h"

namespace segplan {

namespace timing {

double Entries::operator()(const std::string &key)
{
    const Calibration *c = m_knowledge.calibrated(key, m_id, m_architecture);
    if (!c) {
        m_complete = false;
        return 1;
    }
    return c->value;
}

TermInput calibrationInput(const char *symbol, Text title, Quantity value, const std::string &key)
{
    return {symbol, std::move(title), value, FactLink{"calibration/" + key}};
}
TermInput gpuInput(const char *symbol, Text title, Quantity value, const Gpu &gpu, const char *fact)
{
    return {symbol, std::move(title), value, FactLink{"gpu/" + gpu.id + "/" + fact}};
}
TermInput termInput(const char *symbol, Text title, Quantity value, TermId term)
{
    return {symbol, std::move(title), value, TermLink{term}};
}
TermInput plainInput(const char *symbol, Text title, Quantity value)
{
    return {symbol, std::move(title), value, std::monostate{}};
}

const char *formatFact(Format f, Precision p)
{
    return f == Format::Half ? (p == Precision::AmpBf16 ? "bf16_tflops" : "fp16_tflops")
        : f == Format::Tf32  ? "tf32_tflops"
                             : "fp32_tflops";
}

std::optional<double> peak(const Gpu &gpu, Format f, Precision p)
{
    switch (f) {
    case Format::Half: return p == Precision::AmpBf16 ? gpu.bf16Tflops : gpu.fp16Tflops;
    case Format::Tf32: return gpu.tf32Tflops;
    case Format::Fp32: break;
    }
    return gpu.fp32Tflops;
}

Formats formatsOf(const Gpu &gpu, Precision precision, PytorchEra era)
{
    Formats f;
    const bool tf32 = gpu.tf32Tflops.has_value();
    if (tf32) {
        f.conv = Format::Tf32; // torch.backends.cudnn.allow_tf32 is on by default
        if (precision == Precision::Tf32 || era == PytorchEra::V1_10)
            f.product = Format::Tf32; // torch.backends.cuda.matmul.allow_tf32: on by default up to 1.11
    }
    // Without tensor cores cuDNN multiplies halves and accumulates in fp32 at the fp32 rate.
    f.half = gpu.tensorCores && peak(gpu, Format::Half, precision) ? Format::Half : Format::Fp32;
    return f;
}

const char *efficiencyKey(bool conv, Format f)
{
    if (f == Format::Fp32)
        return conv ? "time.conv.fp32.efficiency" : "time.gemm.fp32.efficiency";
    return conv ? "time.conv.tensor.efficiency" : "time.gemm.tensor.efficiency";
}

namespace {

// Share of the peak that a class of matrix kernels reaches. On tensor cores 1 / e = 1 / e_t + q / c with q = tensor peak / FP32 peak: what
// feeds the tensor cores (shared memory, registers, epilogue) grows with the multiprocessors' FP32 rate, not with the tensor rate, so that
// boards with a high ratio (A100: 16) reach less of their peak than those with a low one (RTX 3090: 2).
double efficiency(const char *kernel, Format f, const Gpu &gpu, Precision precision, Entries &entry)
{
    const std::string prefix = std::string("time.") + kernel;
    const double power = entry("time.power.ratio");
    if (f == Format::Fp32)
        return power * entry(prefix + ".fp32.efficiency");
    const double q = *peak(gpu, f, precision) / *gpu.fp32Tflops;
    return power / (1 / entry(prefix + ".tensor.efficiency") + q / entry(prefix + ".tensor.feed"));
}

} // namespace

std::optional<TimeRates> ratesOf(const Gpu &gpu, Precision precision, PytorchEra era, const Formats &formats, const Knowledge &knowledge)
{
    if (!gpu.fp32Tflops || !gpu.memoryGbps)
        return std::nullopt;
    Entries entry(knowledge, gpu);
    // Kernels of the cuDNN and cuBLAS that came with old releases.
    const double age = era == PytorchEra::V1_10 ? entry("time.era.legacy.ratio") : 1;
    const auto flops = [&](Format f) { return *peak(gpu, f, precision) * 1e12 * age; };
    TimeRates r;
    r.fullFlops[Dense] = flops(formats.conv) * efficiency("conv", formats.conv, gpu, precision, entry);
    r.fullFlops[Product] = flops(formats.product) * efficiency("gemm", formats.product, gpu, precision, entry);
    r.halfFlops[Dense] = flops(formats.half) * efficiency("conv", formats.half, gpu, precision, entry);
    r.halfFlops[Product] = flops(formats.half) * efficiency("gemm", formats.half, gpu, precision, entry);
    const double batched = entry("time.gemm.batched.ratio");
    r.fullFlops[Batched] = r.fullFlops[Product] * batched;
    r.halfFlops[Batched] = r.halfFlops[Product] * batched;
    r.fullFlops[Grouped] = r.halfFlops[Grouped] = flops(Format::Fp32) * entry("time.power.ratio") * entry("time.conv.grouped.efficiency");
    r.simdFlops = flops(Format::Fp32) * efficiency("conv", Format::Fp32, gpu, precision, entry);
    r.dilatedRatio = entry("time.conv.dilated.ratio");
    r.winogradGain = entry("time.conv.winograd.gain");
    const double bandwidth = *gpu.memoryGbps * 1e9 * entry("time.memory.efficiency");
    for (double &b : r.bytesPerSecond)
        b = bandwidth;
    const auto slower = [&](WorkClass c, const char *key) { r.bytesPerSecond[static_cast<int>(c)] *= entry(key); };
    slower(WorkClass::Norm, "time.memory.norm.ratio");
    slower(WorkClass::Softmax, "time.memory.softmax.ratio");
    slower(WorkClass::Copy, "time.memory.copy.ratio");
    slower(WorkClass::Gather, "time.memory.gather.ratio");
    r.halfScatterRatio = entry("time.memory.half-scatter.ratio");
    r.tilePenalty = entry("time.conv.tile.share");
    r.cacheBytes = entry("time.cache.bytes");
    r.cacheShare = entry("time.cache.share");
    r.sampledRatio = entry("time.memory.sampled.ratio");
    r.unalignedRatio = entry("time.conv.unaligned.ratio");
    r.layoutPasses = entry("time.conv.layout.passes");
    r.layoutForFull = formats.conv == Format::Tf32;
    r.kernelLatency = entry("time.kernel.latency");
    r.hostPerKernel = entry("time.host.per-kernel");
    r.hostPerUpdate = entry("time.host.per-update");
    r.hostPerView = entry("time.host.per-view");
    r.hostPerStep = entry("time.host.per-step");
    r.hostBackwardRatio = entry("time.host.backward.ratio");
    r.hostPerSynchronization = entry("time.host.per-synchronization");
    r.rangeRatio = entry("time.range.ratio");
    r.hostRangeRatio = entry("time.range.host.ratio");
    if (!entry.complete())
        return std::nullopt;
    return r;
}

} // namespace timing

std::optional<Text> whyNoTime(Precision precision, const Gpu &gpu, const Knowledge &knowledge)
{
    using namespace timing;
    if (!supportsPrecision(gpu, precision)) {
        if (precision == Precision::AmpBf16)
            return Text(SP_T("core", "%1 has no BF16 arithmetic: it needs Ampere or later; FP16 with loss scaling runs on it"), {gpu.id});
        return Text(SP_T("core", "%1 has no TF32 arithmetic: it needs Ampere or later; FP32 or FP16 runs on it"), {gpu.id});
    }
    if (!gpu.fp32Tflops)
        return Text(SP_T("core", "no arithmetic rate of %1 is known, so its time cannot be told"), {gpu.id});
    if (!gpu.memoryGbps)
        return Text(SP_T("core", "no memory bandwidth of %1 is known, so its time cannot be told"), {gpu.id});
    if (!ratesOf(gpu, precision, PytorchEra::V2, formatsOf(gpu, precision, PytorchEra::V2), knowledge))
        return Text(SP_T("core", "the calibration has no complete set of efficiencies for %1"), {gpu.id});
    return std::nullopt;
}

const char *workClassName(WorkClass c)
{
    switch (c) {
    case WorkClass::DenseConv: return "conv";
    case WorkClass::GroupedConv: return "grouped-conv";
    case WorkClass::Gemm: return "gemm";
    case WorkClass::Attention: return "attention";
    case WorkClass::Norm: return "norm";
    case WorkClass::Stream: return "elementwise";
    case WorkClass::Softmax: return "softmax";
    case WorkClass::Copy: return "copy";
    case WorkClass::Gather: break;
    }
    return "gather";
}

Text workClassTitle(WorkClass c)
{
    switch (c) {
    case WorkClass::DenseConv: return SP_T("core", "Dense convolutions");
    case WorkClass::GroupedConv: return SP_T("core", "Depthwise and grouped convolutions");
    case WorkClass::Gemm: return SP_T("core", "Linear layers");
    case WorkClass::Attention: return SP_T("core", "Attention products");
    case WorkClass::Norm: return SP_T("core", "Normalisation");
    case WorkClass::Stream: return SP_T("core", "Elementwise operations");
    case WorkClass::Softmax: return SP_T("core", "Softmax, losses, reductions");
    case WorkClass::Copy: return SP_T("core", "Copies, casts and changes of layout");
    case WorkClass::Gather: break;
    }
    return SP_T("core", "Resampling, pooling, indexing");
}

} // namespace segplan
