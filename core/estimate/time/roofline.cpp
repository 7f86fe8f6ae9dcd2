// gpuStep: the roofline of one card.
//
// A kernel takes the larger of its arithmetic at the rate its class reaches and its traffic at the bandwidth its class reaches, plus a
// fixed latency (roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009). The host launches kernels one after another; forward
// and backward are compared apart, because training loops read the loss between them (a synchronisation).
#include "estimate/time/rates.h"

#include <algorithm>

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
TermInput termInput(const char *symbol, Text title, Quantity value, TermId term) { return {symbol, std::move(title), value, TermLink{term}}; }
TermInput plainInput(const char *symbol, Text title, Quantity value) { return {symbol, std::move(title), value, {}}; }

} // namespace timing

namespace {

using namespace timing;

enum Matrix { Dense = 0, Grouped = 1, Product = 2 };
enum class Format { Fp32, Tf32, Half };

const char *formatFact(Format f, Precision p)
{
    return f == Format::Half ? (p == Precision::AmpBf16 ? "bf16_tflops" : "fp16_tflops") : f == Format::Tf32 ? "tf32_tflops" : "fp32_tflops";
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

// What dense convolutions and matrix products compute in outside of autocast, and inside for 16-bit items.
struct Formats {
    Format conv = Format::Fp32, product = Format::Fp32, half = Format::Fp32;
};

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

const char *efficiencyKey(bool conv, Format f)
{
    if (f == Format::Fp32)
        return conv ? "time.conv.fp32.efficiency" : "time.gemm.fp32.efficiency";
    return conv ? "time.conv.tensor.efficiency" : "time.gemm.tensor.efficiency";
}

std::optional<TimeRates> ratesOf(const Gpu &gpu, Precision precision, const Formats &formats, const Knowledge &knowledge)
{
    if (!gpu.fp32Tflops || !gpu.memoryGbps)
        return std::nullopt;
    Entries entry(knowledge, gpu);
    const auto flops = [&](Format f) { return *peak(gpu, f, precision) * 1e12; };
    TimeRates r;
    r.fullFlops[Dense] = flops(formats.conv) * efficiency("conv", formats.conv, gpu, precision, entry);
    r.fullFlops[Product] = flops(formats.product) * efficiency("gemm", formats.product, gpu, precision, entry);
    r.halfFlops[Dense] = flops(formats.half) * efficiency("conv", formats.half, gpu, precision, entry);
    r.halfFlops[Product] = flops(formats.half) * efficiency("gemm", formats.half, gpu, precision, entry);
    r.fullFlops[Grouped] = r.halfFlops[Grouped] = flops(Format::Fp32) * entry("time.power.ratio") * entry("time.conv.grouped.efficiency");
    r.simdFlops = flops(Format::Fp32) * efficiency("conv", Format::Fp32, gpu, precision, entry);
    r.dilatedRatio = entry("time.conv.dilated.ratio");
    r.winogradGain = entry("time.conv.winograd.gain");
    const double bandwidth = *gpu.memoryGbps * 1e9 * entry("time.memory.efficiency");
    const double norm = entry("time.memory.norm.ratio"), gather = entry("time.memory.gather.ratio");
    for (double &b : r.bytesPerSecond)
        b = bandwidth;
    r.bytesPerSecond[static_cast<int>(WorkClass::Norm)] *= norm;
    r.bytesPerSecond[static_cast<int>(WorkClass::Gather)] *= gather;
    r.halfScatterRatio = entry("time.memory.half-scatter.ratio");
    r.layoutPasses = entry("time.conv.layout.passes");
    r.layoutForFull = formats.conv == Format::Tf32;
    r.kernelLatency = entry("time.kernel.latency");
    r.hostPerKernel = entry("time.host.per-kernel");
    r.hostPerUpdate = entry("time.host.per-update");
    r.hostPerView = entry("time.host.per-view");
    r.hostPerStep = entry("time.host.per-step");
    r.rangeRatio = entry("time.range.ratio");
    if (!entry.complete())
        return std::nullopt;
    return r;
}

struct Sums {
    double compute = 0, memory = 0;
    double arithmetic = 0, traffic = 0; // operations and bytes of the kernels in either sum
    double kernels = 0;
    double seconds(double latency) const { return compute + memory + kernels * latency; }
};

void addItem(const WorkItem &i, const TimeRates &r, bool fp32Convs, Sums &sums)
{
    double arithmetic = 0, layout = 0;
    if (i.macs > 0) {
        const int m = i.workClass == WorkClass::GroupedConv ? Grouped : i.workClass == WorkClass::Gemm ? Product : Dense;
        double rate = i.half ? r.halfFlops[m] : r.fullFlops[m];
        const bool tensor = i.half && i.tensorCore;
        if (i.half && !i.tensorCore && m == Dense)
            rate = std::min(rate, r.simdFlops); // no tensor-core kernel for these channels
        if (i.dilated && tensor) // cuDNN can always fall back on the kernel it uses in full precision
            rate = std::max(rate * r.dilatedRatio, std::min(rate, r.fullFlops[m]));
        if (i.winograd && !i.half && fp32Convs)
            rate *= r.winogradGain;
        arithmetic = 2 * i.tileMacs / rate;
        if (tensor || (!i.half && r.layoutForFull))
            layout = r.layoutPasses * i.layoutBytes / r.bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    }
    double traffic = i.bytes / r.bytesPerSecond[static_cast<int>(i.workClass)];
    if (i.half && i.backward && i.workClass == WorkClass::Gather)
        traffic /= r.halfScatterRatio;
    if (arithmetic > traffic) {
        sums.compute += i.count * arithmetic;
        sums.arithmetic += i.count * 2 * i.macs;
    } else {
        sums.memory += i.count * traffic;
        sums.traffic += i.count * i.bytes;
    }
    sums.memory += i.count * layout;
    if (layout > 0)
        sums.traffic += i.count * r.layoutPasses * i.layoutBytes;
    sums.kernels += i.count;
}

// Bytes per parameter of one optimizer step: passes of torch.optim's element-wise kernels over fp32 weights, gradients and states
// (weight decay included). Old releases launch them tensor by tensor, 2.x by lists of tensors (foreach) with the same passes.
struct OptimizerPasses {
    double bytes = 0;
    int kernels = 0; // per tensor without foreach
};
OptimizerPasses passesOf(Optimizer o)
{
    switch (o) {
    case Optimizer::Sgd: return {24, 2}; // decay: r r w; update: r r w
    case Optimizer::SgdMomentum: return {44, 4}; // + momentum scale: r w, add: r r w
    case Optimizer::Adam: return {84, 8}; // decay 12, two moments 8 + 12 + 8 + 16, root 8, add 8, update 16 less shared reads
    case Optimizer::AdamW: return {80, 8}; // decay scales the weight: 8
    }
    return {44, 4};
}

constexpr double foreachChunks = 8; // multi-tensor launches per pass: a few hundred tensors, at most 110 in one

TermId noteCompute(const Sums &sums, const TimeRates &r, const Formats &f, const Gpu &gpu, Precision precision, bool half,
                   Ledger &ledger)
{
    Term t;
    t.key = "time.compute";
    t.title = SP_T("core", "Kernels bound by arithmetic");
    t.formula = "C = sum of 2 m / (P x e) over kernels with 2 m / (P x e) > bytes / bandwidth; W = sum of 2 m";
    const Format conv = half ? f.half : f.conv, product = half ? f.half : f.product;
    const double convPeak = *peak(gpu, conv, precision) * 1e12, productPeak = *peak(gpu, product, precision) * 1e12;
    t.inputs.push_back(plainInput("W", SP_T("core", "floating-point operations of these kernels"), Flops(sums.arithmetic)));
    t.inputs.push_back(gpuInput("P", SP_T("core", "peak rate for convolutions"), {Quantity::Unit::FlopsPerSecond, convPeak}, gpu, formatFact(conv, precision)));
    t.inputs.push_back(calibrationInput("e", SP_T("core", "efficiency of dense convolutions"),
                                        Quantity::ratio((half ? r.halfFlops : r.fullFlops)[Dense] / convPeak), efficiencyKey(true, conv)));
    t.inputs.push_back(gpuInput("P_g", SP_T("core", "peak rate for matrix products"), {Quantity::Unit::FlopsPerSecond, productPeak}, gpu,
                                formatFact(product, precision)));
    t.inputs.push_back(calibrationInput("e_g", SP_T("core", "efficiency of matrix products"),
                                        Quantity::ratio((half ? r.halfFlops : r.fullFlops)[Product] / productPeak),
                                        efficiencyKey(false, product)));
    if (conv != Format::Fp32) {
        t.inputs.push_back(plainInput("q", SP_T("core", "tensor-core peak over FP32 peak: feeding limits the efficiency, 1 / e = 1 / e_t + q / c"),
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
    t.notes.push_back(SP_T("core", "channels are padded to whole tiles of 64; 16-bit tensor cores need channels in multiples of 8"));
    return ledger.note(std::move(t));
}

TermId noteMemory(const Sums &sums, const TimeRates &r, const Gpu &gpu, Ledger &ledger)
{
    Term t;
    t.key = "time.memory-traffic";
    t.title = SP_T("core", "Kernels bound by memory traffic");
    t.formula = "M = sum of bytes / (B x e x c) over the other kernels, with layout conversions around tensor-core convolutions; V = sum of bytes";
    const double bandwidth = *gpu.memoryGbps * 1e9, stream = r.bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    t.inputs.push_back(plainInput("V", SP_T("core", "bytes these kernels read and write"), {Quantity::Unit::Bytes, sums.traffic}));
    t.inputs.push_back(gpuInput("B", SP_T("core", "memory bandwidth of the card"), {Quantity::Unit::BytesPerSecond, bandwidth}, gpu, "memory_gbps"));
    t.inputs.push_back(calibrationInput("e", SP_T("core", "share of it that streaming kernels reach"), Quantity::ratio(stream / bandwidth),
                                        "time.memory.efficiency"));
    t.inputs.push_back(calibrationInput("c_n", SP_T("core", "normalisation layers, relative to streaming"),
                                        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Norm)] / stream), "time.memory.norm.ratio"));
    t.inputs.push_back(calibrationInput("c_s", SP_T("core", "resampling, pooling and indexing, relative to streaming"),
                                        Quantity::ratio(r.bytesPerSecond[static_cast<int>(WorkClass::Gather)] / stream), "time.memory.gather.ratio"));
    t.inputs.push_back(calibrationInput("c_h", SP_T("core", "scattered 16-bit gradients of resampling, relative to that"), Quantity::ratio(r.halfScatterRatio),
                                        "time.memory.half-scatter.ratio"));
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
    t.formula = "L = n x t_k + max(0, host - card), forward and backward apart; host = t_h x n + t_v x v + t_0";
    t.inputs.push_back(plainInput("n", SP_T("core", "kernels per step"), Quantity::count(kernels)));
    t.inputs.push_back(calibrationInput("t_k", SP_T("core", "fixed time of a kernel on the card"), Seconds(s.rates.kernelLatency), "time.kernel.latency"));
    t.inputs.push_back(calibrationInput("t_h", SP_T("core", "host time to launch a kernel"), Seconds(s.rates.hostPerKernel), "time.host.per-kernel"));
    t.inputs.push_back(calibrationInput("t_v", SP_T("core", "host time of a view"), Seconds(s.rates.hostPerView), "time.host.per-view"));
    t.inputs.push_back(plainInput("v", SP_T("core", "views per step"), Quantity::count(w.views)));
    t.inputs.push_back(calibrationInput("t_0", SP_T("core", "host time of the training loop per step"), Seconds(s.rates.hostPerStep), "time.host.per-step"));
    t.result = Seconds(s.latency + s.hostWait);
    return ledger.note(std::move(t));
}

TermId noteOptimizer(const GpuStep &s, const Workload &workload, const OptimizerPasses &passes, double launches, const Gpu &gpu,
                     Ledger &ledger)
{
    Term t;
    t.key = "time.optimizer";
    t.title = SP_T("core", "Optimizer step");
    t.formula = "O = max(n x b / (B x e), launches x t_u - what the card still has to do)";
    t.inputs.push_back(plainInput("n", SP_T("core", "trainable parameters"), Quantity::count(static_cast<double>(s.parameters))));
    t.inputs.push_back({"b", SP_T("core", "bytes read and written per parameter"), {Quantity::Unit::Bytes, passes.bytes}, FieldLink{"/workload/optimizer"}});
    t.inputs.push_back(gpuInput("B", SP_T("core", "memory bandwidth of the card"), {Quantity::Unit::BytesPerSecond, *gpu.memoryGbps * 1e9}, gpu, "memory_gbps"));
    t.inputs.push_back(calibrationInput("e", SP_T("core", "share of it that streaming kernels reach"),
                                        Quantity::ratio(s.rates.bytesPerSecond[static_cast<int>(WorkClass::Stream)] / (*gpu.memoryGbps * 1e9)),
                                        "time.memory.efficiency"));
    t.inputs.push_back(plainInput("launches", SP_T("core", "kernels of the step"), Quantity::count(launches)));
    t.inputs.push_back(calibrationInput("t_u", SP_T("core", "host time to launch an update"), Seconds(s.rates.hostPerUpdate), "time.host.per-update"));
    t.result = Seconds(s.optimizer);
    t.sources.push_back({"rule: passes of the element-wise kernels of torch.optim over weights, gradients and states", ""});
    if (workload.pytorch == PytorchEra::V2)
        t.notes.push_back(SP_T("core", "PyTorch 2 launches the optimizer's kernels for lists of tensors at once"));
    return ledger.note(std::move(t));
}

} // namespace

std::optional<GpuStep> gpuStep(const StepWork &work, const Workload &workload, Precision precision, const Gpu &gpu,
                               const Knowledge &knowledge, Ledger &ledger)
{
    if (!supportsPrecision(gpu, precision))
        return std::nullopt;
    const Formats formats = formatsOf(gpu, precision, workload.pytorch);
    const std::optional<TimeRates> rates = ratesOf(gpu, precision, formats, knowledge);
    if (!rates)
        return std::nullopt;
    GpuStep s;
    s.rates = *rates;
    s.parameters = work.parameters;
    s.batchNorms = work.batchNorms;
    s.batch = work.batch;

    const bool amp = precision == Precision::AmpFp16 || precision == Precision::AmpBf16;
    Sums phases[2];
    for (const WorkItem &i : work.items)
        addItem(i, *rates, formats.conv == Format::Fp32, phases[i.backward ? 1 : 0]);

    s.compute = phases[0].compute + phases[1].compute;
    s.memory = phases[0].memory + phases[1].memory;
    s.latency = (phases[0].kernels + phases[1].kernels) * rates->kernelLatency;

    OptimizerPasses passes = passesOf(workload.optimizer);
    if (workload.zeroGradInPlace)
        passes.bytes += 4;
    if (precision == Precision::AmpFp16)
        passes.bytes += 8; // the loss scaler divides the gradients and looks for infinities
    const double stream = rates->bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    const double launches = workload.pytorch == PytorchEra::V2 ? passes.kernels * foreachChunks
                                                               : static_cast<double>(work.parameterTensors) * passes.kernels;
    const double optimizerCard = static_cast<double>(work.parameters) * passes.bytes / stream;
    const double optimizerHost = launches * rates->hostPerUpdate;

    const double hostForward = rates->hostPerStep + rates->hostPerKernel * work.forwardLaunches + rates->hostPerView * work.views;
    const double hostBackward = rates->hostPerKernel * work.backwardLaunches + rates->hostPerView * work.views;
    const double cardForward = phases[0].seconds(rates->kernelLatency), cardBackward = phases[1].seconds(rates->kernelLatency);
    s.backward = std::max(cardBackward, hostBackward);
    s.hostWait = std::max(0.0, hostForward - cardForward) + std::max(0.0, hostBackward - cardBackward);
    if (precision == Precision::AmpFp16) // the loss scaler reads back whether gradients overflowed: the optimizer starts from an empty queue
        s.optimizer = std::max(optimizerCard, optimizerHost);
    else // launched while backward still runs
        s.optimizer = std::max(optimizerCard, optimizerHost - std::max(0.0, cardBackward - hostBackward));

    Sums all;
    all.compute = s.compute;
    all.memory = s.memory;
    all.arithmetic = phases[0].arithmetic + phases[1].arithmetic;
    all.traffic = phases[0].traffic + phases[1].traffic;
    all.kernels = phases[0].kernels + phases[1].kernels;
    s.computeTerm = noteCompute(all, *rates, formats, gpu, precision, amp, ledger);
    s.memoryTerm = noteMemory(all, *rates, gpu, ledger);
    s.launchTerm = noteLaunch(s, work, all.kernels, ledger);
    s.optimizerTerm = noteOptimizer(s, workload, passes, launches, gpu, ledger);
    return s;
}

} // namespace segplan
