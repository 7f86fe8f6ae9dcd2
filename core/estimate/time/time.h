// Seconds per training iteration: a roofline per operation, plus launches, communication and the input pipeline.
#pragma once

#include "estimate/time/communication.h"
#include "estimate/time/host_shape.h"
#include "estimate/time/input.h"
#include "graph/graph.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "plan/workload.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace segplan {

enum class BoundBy { Compute, Memory, Launch, Input, Network };
const char *boundByName(BoundBy b); // "compute" "memory" "launch" "input" "network"

// How a kernel uses the card: each class has its own efficiency.
enum class WorkClass : std::uint8_t {
    DenseConv, // implicit matrix product
    GroupedConv, // depthwise and grouped: direct kernels outside the tensor cores
    Gemm, // linear layers
    Attention, // batched small matrix products and fused attention
    Norm, // batch, layer and group norm
    Stream, // elementwise, activations, dropout: one pass over memory
    Softmax, // softmax, losses, reductions
    Copy, // copies, casts, changes of layout
    Gather // resampling, pooling, indexing, deformable sampling: scattered access
};
inline constexpr int workClassCount = 9;
const char *workClassName(WorkClass c); // "conv" "grouped-conv" "gemm" "attention" "norm" "elementwise" "softmax" "copy" "gather"
Text workClassTitle(WorkClass c); // for a chart

// What of a graph the roofline needs, summed once per graph: the work does not depend on the card.
// Items that are equal in everything are kept once with their `count`.
struct WorkItem {
    OpKind kind = OpKind::Elementwise;
    WorkClass workClass = WorkClass::Stream;
    double count = 1; // kernels like this one in a step
    double macs = 0; // of the whole batch; backward passes are separate items
    double tileMacs = 0; // macs with channels padded to whole tiles of 32: the most that matrix kernels really run
    double fastMacs = 0; // of 3x3 convolutions that Winograd's algorithm takes: macs with each tap padded by itself, before its saving; 0: no such kernel
    double sampledBytes = 0; // deformable sampling: four neighbours of every point, mostly from the L2 cache
    double bytes = 0; // read + written
    double layoutBytes = 0; // convolution input + output: converted between NCHW and NHWC around tensor-core kernels
    bool half = false; // runs in 16 bit
    bool depthwise = false;
    bool tensorCore = false; // shape conditions for 16-bit tensor cores hold: channels in multiples of 8
    bool dilated = false; // dilated taps: no fast algorithm, poorer reuse
    bool backward = false; // runs in the backward phase (recomputed segments included)
    bool loss = false; // runs after forward, in losses and metrics
};
struct StepWork {
    std::vector<WorkItem> items;
    int launches = 0; // kernels of forward, loss and backward
    int forwardLaunches = 0, backwardLaunches = 0; // sum = launches; losses count as forward
    int lossLaunches = 0, lossViews = 0; // of forwardLaunches and views, those of losses and metrics
    int synchronizations = 0; // times the loss waits for a result on the CPU (set matching)
    int views = 0; // operations without a kernel: host time only
    std::int64_t parameters = 0; // trainable
    std::int64_t parameterTensors = 0;
    int batchNorms = 0; // layers that SyncBN synchronises
    int batch = 1;
};
StepWork stepWork(const Graph &graph);

struct TimeEstimate {
    Figure<Seconds> perIteration; // one optimizer step, all accumulation micro-steps included
    Seconds low, high; // 90 % range
    BoundBy boundBy = BoundBy::Compute;
    Figure<Seconds> compute, memoryTraffic, launch, communication, optimizer; // parts of the GPU's step (sum = gpu)
    Figure<Seconds> gpu; // the GPU's own step
    Figure<Seconds> input; // the loader's time per iteration on this host; the step takes the larger of both
    double vcpuNeeded = 0; // for the loader to keep up with the GPUs, on one node
    InputEstimate loader; // stages of the input pipeline; `input` is the slowest of them
    Communication network; // parts of `communication`
    std::vector<std::pair<WorkClass, Seconds>> byClass; // compute + memoryTraffic of all micro-steps, by kind of kernel
};

// Effective rates and overheads of one card at one precision, from the datasheet and the calibration entries.
struct TimeRates {
    // Operations per second that the matrix kernels reach: [dense conv, grouped conv, GEMM, attention] for 16-bit items on tensor cores and the rest.
    double halfFlops[4] = {}, fullFlops[4] = {};
    double simdFlops = 0; // dense convolutions outside of the tensor cores
    double dilatedRatio = 1; // of dilated convolutions on 16-bit tensor cores
    double winogradGain = 1; // of FP32 convolutions
    double unalignedRatio = 1; // of convolutions whose channels are no multiples of 8: narrower loads
    double tilePenalty = 1; // share of the padding to whole tiles that costs time
    double cacheBytes = 0, cacheShare = 0; // L2 cache; share of the traffic it saves when a kernel's tensors fit
    double sampledRatio = 1; // of deformable sampling against streaming
    double bytesPerSecond[workClassCount] = {}; // by WorkClass
    double halfScatterRatio = 1; // backward of 16-bit gathers: atomic additions of halves
    double layoutPasses = 0; // traffic of the layout conversion per byte of layoutBytes
    bool layoutForFull = false; // TF32 convolutions convert as well
    double kernelLatency = 0; // s the card needs per kernel beside its work
    double hostPerKernel = 0, hostPerUpdate = 0, hostPerView = 0, hostPerStep = 0; // s
    double hostBackwardRatio = 1; // host time of a backward kernel (launched from C++) to a forward one (from Python)
    double hostPerSynchronization = 0; // s: matching on the CPU and the way there and back
    double rangeRatio = 0; // half width of the 90 % range of the step, as a ratio: wider on cards nobody measured and where launches bound
    double hostRangeRatio = 0; // of the part that the host's speed decides
};

// One micro-step on one card: kernel sums, worked out once per (work, precision, card). All in seconds.
struct GpuStep {
    TimeRates rates;
    double compute = 0, memory = 0; // sums over kernels bound by arithmetic, by traffic
    double latency = 0; // fixed cost of the kernels on the card
    double hostWait = 0; // what the card waits for the host's launches, forward and backward apart
    double hostShare = 0; // of forward, backward and optimizer: what the host's speed decides
    double backward = 0; // of the above, the backward phase: what can hide an all-reduce
    double forward = 0; // the rest, forward and loss
    // The forward pass without losses: kernel work, which grows with the pixels; what the card needs per kernel beside it; the host's time.
    double passWork = 0, passLatency = 0, passHost = 0;
    double optimizer = 0;
    std::int64_t parameters = 0;
    int batchNorms = 0, batch = 1;
    // Kernel time of forward, loss and backward by class; sums to compute + memory. Every class that occurs, in the enum's order.
    std::vector<std::pair<WorkClass, Seconds>> byClass;
    TermId computeTerm = noTerm, memoryTerm = noTerm, launchTerm = noTerm, optimizerTerm = noTerm;
    TermId rangeTerm = noTerm; // why rates.rangeRatio is what it is
    double micro() const { return compute + memory + latency + hostWait; } // forward + loss + backward
};
// Notes its four terms. Nothing when a rate of the card or a calibration entry is not known.
// Precision::Fp32 follows PyTorch's defaults: cuDNN convolutions use TF32 where the card has it (since 1.7), matrix products only up to 1.11.
std::optional<GpuStep> gpuStep(const StepWork &work, const Workload &workload, Precision precision, const Gpu &gpu,
                               const Knowledge &knowledge, Ledger &ledger);

// Seconds of one iteration with `accumulation` micro-steps on `gpus` = host.gpusPerNode x host.nodes cards.
// Nothing when the card's rates are unknown for this precision. Unsupported precision (BF16 or TF32 on Volta/Turing) is the caller's to exclude.
std::optional<TimeEstimate> estimateTime(const StepWork &work, const Workload &workload, Precision precision, int accumulation,
                                         const Gpu &gpu, const HostShape &host, const Knowledge &knowledge, Ledger &ledger);

// The same from a step already made for this card and precision: for many hosts.
std::optional<TimeEstimate> estimateTime(const GpuStep &step, const Workload &workload, int accumulation, const Gpu &gpu,
                                         const HostShape &host, const Knowledge &knowledge, Ledger &ledger);

// For thousands of hosts: what communication and loader take from workload, card and calibration, read once.
struct HostRates {
    LinkRates link;
    std::optional<InputRates> input; // absent: the image size is not known, no loader is counted
};
HostRates hostRates(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge);
// The same numbers without a term or a sentence (all term ids are noTerm); batch, accumulation and host may differ from call to call.
// Nothing when a link entry or a needed network speed is unknown.
std::optional<TimeEstimate> estimateTime(const GpuStep &step, const Workload &workload, int accumulation, const HostRates &rates, const HostShape &host);

// Loader: seconds of one vCPU per training image (decoding, augmentation), with its term; nothing when the image size or the
// calibration is not known.
std::optional<Figure<Seconds>> loaderSecondsPerImage(const Workload &workload, const Knowledge &knowledge, Ledger &ledger);

// True when the card has this precision: TF32/BF16 need Ampere or later, AMP-FP16 needs tensor cores to pay (allowed without).
bool supportsPrecision(const Gpu &gpu, Precision precision);
// Why gpuStep gives nothing on this card, as a sentence for the user; nothing when it gives a step.
std::optional<Text> whyNoTime(Precision precision, const Gpu &gpu, const Knowledge &knowledge);

// Iterations of the whole job (one run): from the schedule, the data set and the global batch. Nothing when epochs are asked for and the
// number of images is unknown.
std::optional<std::int64_t> iterationsOf(const Workload &workload, int globalBatch, const Knowledge &knowledge);

} // namespace segplan
