// From the replayed step to what the card shows, with its range and verdict.
#include "estimate/memory/memory.h"

#include "estimate/memory/allocator.h"
#include "estimate/memory/replay.h"

#include <algorithm>
#include <cmath>

namespace segplan {

const char *fitsName(Fits f) { return f == Fits::Yes ? "yes" : f == Fits::Tight ? "tight" : "no"; }

namespace {

struct Belief {
    double value = 0, low = 0, high = 0;
    Source source;
    std::string key;
    bool known = false;
};

Belief belief(const Knowledge &knowledge, const char *key, const Gpu &gpu)
{
    Belief b;
    b.key = key;
    if (const Calibration *c = knowledge.calibrated(key, gpu.id, gpu.architecture)) {
        b.value = c->value;
        b.low = c->low.value_or(c->value);
        b.high = c->high.value_or(c->value);
        b.source = c->source;
        b.known = true;
    }
    return b;
}

TermInput input(const char *symbol, Text title, Quantity value, Link link = {}) { return {symbol, std::move(title), value, std::move(link)}; }

const Source allocatorSource{"PyTorch c10/cuda/CUDACachingAllocator.cpp, aten/src/ATen/cuda/CublasHandlePool.cpp", ""};

// cuBLAS workspace of one handle, taken from the caching allocator since PyTorch 1.11 (getChosenWorkspaceSize: 2 x 4096 KiB + 8 x 16 KiB; on
// Hopper 8 x 4096 KiB). Handles belong to threads: forward and backward run in two.
constexpr std::int64_t cublasWorkspace = 8'519'680;
constexpr double hopperWorkspaceRatio = 33'554'432.0 / 8'519'680.0;

std::vector<std::int64_t> libraryWorkspaces(const Graph &graph, PytorchEra era)
{
    const bool multiplies = std::any_of(graph.ops.begin(), graph.ops.end(), [](const Op &op) { return op.kind == OpKind::Linear || op.kind == OpKind::MatMul; });
    if (!multiplies || era == PytorchEra::V1_10)
        return {};
    return {cublasWorkspace, cublasWorkspace};
}

bool distributed(const Workload &w, int gpus) { return gpus > 1 || w.nodes > 1; }

// Published tables of PyTorch 1.5 to 1.10 show the Winograd workspace with cuDNN's own choice, steady logs of 1.12 with benchmark on
// (calibration memory.winograd). Elsewhere it only widens the range.
bool workspaceKnown(const Workload &w, Precision precision)
{
    return precision == Precision::Fp32 && (w.pytorch == PytorchEra::V1_10 || (w.pytorch == PytorchEra::V1_13 && w.cudnnBenchmark));
}

StepSettings stepSettings(const Workload &w, Precision precision, int gpus)
{
    StepSettings s;
    s.optimizer = w.optimizer;
    s.ddp = distributed(w, gpus);
    s.pytorch = w.pytorch;
    s.precision = precision;
    s.gradientsPersist = w.zeroGradInPlace || w.gradientAccumulation > 1 || w.pytorch == PytorchEra::V1_10;
    s.foreachOptimizer = w.pytorch == PytorchEra::V2;
    s.winogradWorkspace = workspaceKnown(w, precision);
    return s;
}

void thinTimeline(const StepReplay &replay, const Graph &graph, MemoryEstimate &out)
{
    constexpr std::size_t most = 400;
    const auto &points = replay.timeline;
    const std::size_t bucket = std::max<std::size_t>(1, (points.size() + most - 1) / most);
    for (std::size_t from = 0; from < points.size();) {
        // The largest of each bucket stands for it, so that no peak is lost; two phases never share a point.
        std::size_t to = from, best = from;
        while (to < points.size() && to < from + bucket && points[to].phase == points[from].phase) {
            if (points[best].live < points[to].live)
                best = to;
            ++to;
        }
        out.timeline.push_back(points[best]);
        out.timelineNames.push_back(graph.path(points[best].name));
        from = to;
    }
}

} // namespace

MemoryRates memoryRates(const Gpu &gpu, const Knowledge &knowledge)
{
    const auto value = [&](const char *key) {
        const Belief b = belief(knowledge, key, gpu);
        return MemoryRates::Value{b.value, b.low, b.high, b.known};
    };
    MemoryRates r;
    r.context = value("memory.context");
    r.nccl = value("memory.nccl");
    r.fragmentation = value("memory.fragmentation");
    r.residual = value("memory.allocated.residual");
    r.usable = gpu.usableMemory;
    r.nominal = gpu.nominalMemory;
    r.hopper = gpu.architecture == "Hopper";
    return r;
}

MemoryFigures memoryFigures(const StepReplay &replay, const Workload &workload, Precision precision, int gpus, const MemoryRates &rates,
                            const ValidationReplay *validation)
{
    MemoryFigures out;
    const bool ddp = distributed(workload, gpus);
    MemoryRates::Value context = rates.context;
    if (ddp) {
        context.value += rates.nccl.value;
        context.low += rates.nccl.low;
        context.high += rates.nccl.high;
    }
    const auto &residual = rates.residual, &fragmentation = rates.fragmentation;
    const Bytes workspaces = rates.hopper ? replay.libraryWorkspaces.scaled(hopperWorkspaceRatio) : replay.libraryWorkspaces;
    out.lost = replay.reserved - replay.peak + (workspaces - replay.libraryWorkspaces);
    const Bytes reserved = replay.peak + out.lost;
    out.context = Bytes(std::llround(context.value));
    out.device = reserved + out.context;
    // Where the workspace rule does not hold (other GPUs, TF32, AMP) a kernel may still ask for as much: it widens the range upwards.
    const bool workspaceUncertain = precision == Precision::Fp32 && !workspaceKnown(workload, precision);
    out.workspaceMore = workspaceUncertain ? std::max(Bytes(0), replay.largestWorkspace - replay.peakLoss) : Bytes(0);
    out.low = replay.peak.scaled((1 + residual.low) * (1 + fragmentation.low)) + Bytes(std::llround(context.low));
    const Bytes most = std::max(replay.peak.scaled(1 + residual.high), replay.peak + out.workspaceMore);
    out.high = std::max(reserved.scaled(1 + residual.high), most.scaled(1 + fragmentation.high)) + Bytes(std::llround(context.high));
    out.low = std::min(out.low, out.device);
    out.high = std::max(out.high, out.device);
    out.complete = rates.context.known && fragmentation.known && residual.known && (rates.nccl.known || !ddp);
    const auto verdict = [&](Bytes low, Bytes high) {
        // Without the driver's figure only the label is known: a need beyond it cannot fit.
        if (!rates.usable)
            return low > rates.nominal ? Fits::No : Fits::Tight;
        return high <= *rates.usable && out.complete ? Fits::Yes : low > *rates.usable ? Fits::No : Fits::Tight;
    };
    out.trainingFits = out.fits = verdict(out.low, out.high);
    if (!validation)
        return out;
    const bool persist = stepSettings(workload, precision, gpus).gradientsPersist;
    const Bytes kept = replay.weights + replay.optimizer + replay.communication + (persist ? replay.gradients : Bytes(0));
    MemoryFigures::Validation v;
    v.alive = kept + validation->peak;
    v.device = v.alive + out.context;
    v.low = std::min(v.alive.scaled(1 + residual.low) + Bytes(std::llround(context.low)), v.device);
    v.high = std::max(v.alive.scaled((1 + residual.high) * (1 + fragmentation.high)) + Bytes(std::llround(context.high)), v.device);
    v.fits = verdict(v.low, v.high);
    if (workload.validation && workload.validation->mode != ValidationMode::Usual) // the user says so; a guess of ours rejects no card
        out.fits = std::max(out.trainingFits, v.fits); // Yes < Tight < No
    out.validation = v;
    return out;
}

MemoryEstimate memoryOnCard(const StepReplay &replay, const Graph &graph, const Workload &workload, Precision precision, int gpus,
                            const Gpu &gpu, const Knowledge &knowledge, Ledger &ledger, const ValidationReplay *validation)
{
    MemoryEstimate out;
    const MemoryFigures figures = memoryFigures(replay, workload, precision, gpus, memoryRates(gpu, knowledge), validation);
    const Belief context = belief(knowledge, "memory.context", gpu);
    const Belief nccl = distributed(workload, gpus) ? belief(knowledge, "memory.nccl", gpu) : Belief{};
    const Belief fragmentation = belief(knowledge, "memory.fragmentation", gpu);
    const Belief residual = belief(knowledge, "memory.allocated.residual", gpu);
    const FieldLink batchField{"/workload/batch_per_gpu"};

    const auto part = [&](const char *id, const char *key, Text name, Bytes bytes, const char *formula, std::vector<TermInput> inputs,
                          std::vector<Source> sources = {}, std::vector<Text> notes = {}) {
        Term t;
        t.key = key;
        t.title = name;
        t.formula = formula;
        t.inputs = std::move(inputs);
        t.result = bytes;
        t.sources = std::move(sources);
        t.notes = std::move(notes);
        const TermId term = ledger.note(std::move(t));
        out.parts.push_back({id, std::move(name), {bytes, term}});
        return term;
    };

    const double trainable = static_cast<double>(graph.parameterCount());
    const int states = statesPerParameter(workload.optimizer);
    const Source rules{"PyTorch derivatives.yaml, autograd engine, torch.optim", ""};

    Term saved;
    saved.key = "memory.saved";
    saved.title = SP_T("core", "What autograd keeps at the end of the forward pass");
    saved.formula = "S = B x s";
    saved.inputs = {input("B", SP_T("core", "images per GPU"), Quantity::count(graph.batch), batchField),
                    input("s", SP_T("core", "kept per image"), Quantity(Bytes(replay.saved.count() / std::max(graph.batch, 1))))};
    saved.result = replay.saved;
    saved.sources = {rules};
    saved.notes = {SP_T("core", "Found by replaying the step operation by operation; each storage counts once, parameters are excluded.")};
    out.saved = {replay.saved, ledger.note(saved)};

    const TermId weights = part("weights", "memory.weights", SP_T("core", "Weights and buffers"), replay.weights, "4 N + buffers",
                                {input("N", SP_T("core", "trainable parameters"), Quantity::count(trainable), FieldLink{"/workload/model"})}, {rules});
    const TermId gradients = part("gradients", "memory.gradients", SP_T("core", "Gradients of the weights"), replay.peakGradients,
                                  "those that exist at the peak, at most 4 N", {input("N", SP_T("core", "trainable parameters"), Quantity::count(trainable))}, {rules},
                                  {SP_T("core", "Freed between steps unless gradients are zeroed in place or accumulated; then they count at the peak.")});
    const TermId optimizer = part("optimizer", "memory.optimizer", SP_T("core", "Optimizer states"), replay.optimizer, "4 N x m",
                                  {input("N", SP_T("core", "trainable parameters"), Quantity::count(trainable)),
                                   input("m", SP_T("core", "states per parameter"), Quantity::count(states), FieldLink{"/workload/optimizer"})},
                                  {rules});
    const TermId activations = part("activations", "memory.activations", SP_T("core", "Activations and the image batch"),
                                    replay.peakActivations + replay.inputs, "alive at the peak: kept for backward + in use + image batch",
                                    {input("S", SP_T("core", "kept for backward at the end of forward"), replay.saved, TermLink{out.saved.term}),
                                     input("I", SP_T("core", "image batch and labels"), replay.inputs, FieldLink{"/workload/crop/height"})},
                                    {rules});
    const TermId loss = part("loss", "memory.loss", SP_T("core", "Loss: full-resolution logits and their gradients"), replay.peakLoss,
                             "alive at the peak", {input("B", SP_T("core", "images per GPU"), Quantity::count(graph.batch), batchField)}, {rules});
    const TermId workspace = part("workspace", "memory.workspace", SP_T("core", "Kernel workspace and optimizer temporaries"), replay.peakWorkspace,
                                  "asked for by the operation at the peak", {}, {rules},
                                  {SP_T("core", "Channels-last keeps the same bytes for backward; its kernels and those of TF32 mostly ask for less workspace.")});
    const TermId communication = part("communication", "memory.communication", SP_T("core", "Gradient buckets of DistributedDataParallel"),
                                      replay.communication, "4 N with more than one GPU",
                                      {input("G", SP_T("core", "GPUs"), Quantity::count(gpus), FieldLink{"/workload/gpus"})}, {rules});

    Term allocated;
    allocated.key = "memory.allocated";
    allocated.title = SP_T("core", "Peak of allocated memory (torch.cuda.max_memory_allocated)");
    allocated.formula = "weights + gradients + optimizer + activations + loss + workspace + communication";
    allocated.inputs = {input("weights", SP_T("core", "Weights and buffers"), replay.weights, TermLink{weights}),
                        input("gradients", SP_T("core", "Gradients of the weights"), replay.peakGradients, TermLink{gradients}),
                        input("optimizer", SP_T("core", "Optimizer states"), replay.optimizer, TermLink{optimizer}),
                        input("activations", SP_T("core", "Activations and the image batch"), replay.peakActivations + replay.inputs, TermLink{activations}),
                        input("loss", SP_T("core", "Loss: full-resolution logits and their gradients"), replay.peakLoss, TermLink{loss}),
                        input("workspace", SP_T("core", "Kernel workspace and optimizer temporaries"), replay.peakWorkspace, TermLink{workspace}),
                        input("communication", SP_T("core", "Gradient buckets of DistributedDataParallel"), replay.communication, TermLink{communication})};
    allocated.result = replay.peak;
    allocated.sources = {rules};
    allocated.notes = {Text(SP_T("core", "The peak is in the %1, at %2."), {Text(phaseName(replay.peakPhase)), TextArg(replay.peakLayer)})};
    out.allocated = {replay.peak, ledger.note(allocated)};

    const Bytes workspaces = gpu.architecture == "Hopper" ? replay.libraryWorkspaces.scaled(hopperWorkspaceRatio) : replay.libraryWorkspaces;
    const Bytes lost = figures.lost;
    const TermId frag = part("fragmentation", "memory.fragmentation", SP_T("core", "Allocator's reserve and fragmentation"), lost, "rounding + library workspaces + cached but unused",
                             {input("rounding", SP_T("core", "blocks rounded to 512 bytes, rests too small to split"), replay.blocks - replay.peak - replay.libraryWorkspaces),
                              input("library workspaces", SP_T("core", "kept by cuBLAS, one for the forward and one for the backward thread"), workspaces),
                              input("cached but unused", SP_T("core", "segments the allocator holds beyond the peak of its blocks"), replay.reserved - replay.blocks)},
                             {allocatorSource, fragmentation.source},
                             {SP_T("core", "The step's allocations and frees are played through the rules of PyTorch's caching allocator. When a card runs out, cached segments are given back first, so the low end of the range leaves most of this out.")});
    Term reserved;
    reserved.key = "memory.reserved";
    reserved.title = SP_T("core", "Reserved by the caching allocator");
    reserved.formula = "allocated + fragmentation";
    reserved.inputs = {input("allocated", SP_T("core", "Peak of allocated memory (torch.cuda.max_memory_allocated)"), replay.peak, TermLink{out.allocated.term}),
                       input("fragmentation", SP_T("core", "Allocator's reserve and fragmentation"), lost, TermLink{frag})};
    reserved.result = replay.peak + lost;
    reserved.sources = {allocatorSource};
    out.reserved = {replay.peak + lost, ledger.note(reserved)};
    out.blocks = replay.blocks;

    const Bytes contextBytes = figures.context;
    std::vector<TermInput> contextInputs{input("c", SP_T("core", "context of this GPU generation"), Bytes(std::llround(context.value)), FactLink{"calibration/memory.context"})};
    std::vector<Source> contextSources{context.source};
    if (nccl.known) {
        contextInputs.push_back(input("n", SP_T("core", "buffers of NCCL, outside PyTorch's allocator"), Bytes(std::llround(nccl.value)), FactLink{"calibration/memory.nccl"}));
        contextSources.push_back(nccl.source);
    }
    const TermId contextTerm = part("context", "memory.context", SP_T("core", "CUDA context and libraries"), contextBytes, nccl.known ? "c + n" : "c",
                                    std::move(contextInputs), std::move(contextSources));

    const bool workspaceUncertain = figures.workspaceMore.count() > 0;
    out.low = figures.low;
    out.high = figures.high;

    Term shown;
    shown.key = "memory.device";
    shown.title = SP_T("core", "GPU memory in use, as nvidia-smi shows it");
    shown.formula = "reserved + context";
    shown.inputs = {input("reserved", SP_T("core", "Reserved by the caching allocator"), out.reserved.value, TermLink{out.reserved.term}),
                    input("context", SP_T("core", "CUDA context and libraries"), contextBytes, TermLink{contextTerm}),
                    input("r", SP_T("core", "95 % of published figures lie above this share of ours"), Quantity::ratio(1 + residual.low),
                          FactLink{"calibration/memory.allocated.residual"}),
                    input("R", SP_T("core", "and 95 % below this share"), Quantity::ratio(1 + residual.high), FactLink{"calibration/memory.allocated.residual"})};
    shown.result = figures.device;
    shown.low = out.low;
    shown.high = out.high;
    shown.sources = {residual.source, fragmentation.source, context.source};
    if (!figures.complete)
        shown.notes.push_back(SP_T("core", "Context, fragmentation or range is not known for this card: those parts are missing, so nothing is said to fit."));
    shown.notes.push_back(SP_T("core", "Not counted: cuDNN benchmark trials of the first steps, a display, other processes on the card."));
    if (workspaceUncertain)
        shown.notes.push_back(Text(SP_T("core", "The range includes up to %1 of convolution workspace that some cuDNN versions ask for."), {textArg(figures.workspaceMore)}));
    out.device = {figures.device, ledger.note(shown)};

    out.peakLayer = replay.peakLayer;
    out.peakPhase = replay.peakPhase;
    out.layers = replay.layers;
    out.trainingFits = figures.trainingFits;
    out.fits = figures.fits;
    if (validation) {
        ValidationMemory v;
        v.replay = *validation;
        v.low = figures.validation->low;
        v.high = figures.validation->high;
        Term t;
        t.key = "memory.validation";
        t.title = SP_T("core", "GPU memory during validation");
        t.formula = "weights + optimizer + communication + forward pass and full-resolution scores + context";
        t.inputs = {input("weights", SP_T("core", "Weights and buffers"), replay.weights, TermLink{weights}),
                    input("optimizer", SP_T("core", "Optimizer states"), replay.optimizer, TermLink{optimizer}),
                    input("communication", SP_T("core", "Gradient buckets of DistributedDataParallel"), replay.communication, TermLink{communication}),
                    input("h", SP_T("core", "Validation height"), Quantity::count(validation->height), FieldLink{"/workload/validation/image/height"}),
                    input("w", SP_T("core", "Validation width"), Quantity::count(validation->width), FieldLink{"/workload/validation/image/width"}),
                    input("forward pass", SP_T("core", "peak of the network without autograd"), validation->forward),
                    input("scores", SP_T("core", "one copy of all classes' scores at full resolution"), validation->logits),
                    input("both", SP_T("core", "largest sum of what is alive at once"), validation->peak),
                    input("context", SP_T("core", "CUDA context and libraries"), contextBytes, TermLink{contextTerm})};
        t.result = figures.validation->device;
        t.low = v.low;
        t.high = v.high;
        t.sources = {Source{"mmsegmentation 1.2.2 encoder_decoder.py, base.py", ""}, residual.source, context.source};
        t.notes = {validation->mode == ValidationMode::Slide
                       ? SP_T("core", "Sliding window: the network sees one window at a time; the scores of the whole image are summed on the card.")
                       : SP_T("core", "Whole images, one at a time, in FP32, without autograd.")};
        v.device = {figures.validation->device, ledger.note(std::move(t))};
        v.fits = figures.validation->fits;
        out.validation = std::move(v);
    }
    if (!gpu.usableMemory)
        return out;
    Term usable;
    usable.key = "memory.usable";
    usable.title = SP_T("core", "Memory the card really gives");
    usable.formula = "u";
    usable.inputs = {input("u", SP_T("core", "total that the driver reports"), *gpu.usableMemory, FactLink{"gpu/" + gpu.id + "/usable_memory"})};
    usable.result = *gpu.usableMemory;
    usable.sources = {gpu.source};
    out.usable = Figure<Bytes>{*gpu.usableMemory, ledger.note(usable)};
    return out;
}

MemoryEstimate estimateMemory(const Graph &graph, const Workload &workload, Precision precision, int gpus, const Gpu &gpu,
                              const Knowledge &knowledge, Ledger &ledger, bool withTimeline, const ValidationReplay *validation)
{
    const StepReplay replay = replayWorkload(graph, workload, precision, gpus, withTimeline);
    MemoryEstimate out = memoryOnCard(replay, graph, workload, precision, gpus, gpu, knowledge, ledger, validation);
    if (withTimeline)
        thinTimeline(replay, graph, out);
    return out;
}

StepReplay replayTensors(const Graph &graph, const Workload &workload, Precision precision, int gpus)
{
    StepReplay replay = replayStep(graph, stepSettings(workload, precision, gpus));
    replay.log = {};
    for (const std::int64_t bytes : libraryWorkspaces(graph, workload.pytorch))
        replay.libraryWorkspaces += Bytes(bytes);
    return replay;
}

StepReplay replayWorkload(const Graph &graph, const Workload &workload, Precision precision, int gpus, bool withTimeline)
{
    const StepSettings settings = stepSettings(workload, precision, gpus);
    StepReplay replay = replayStep(graph, settings, withTimeline);
    const std::vector<std::int64_t> workspaces = libraryWorkspaces(graph, workload.pytorch);
    const AllocatorPlay play = playAllocator(graph, replay, settings, workspaces);
    for (const std::int64_t bytes : workspaces)
        replay.libraryWorkspaces += Bytes(bytes);
    replay.reserved = play.reserved;
    replay.blocks = play.blocks;
    replay.log.clear();
    replay.log.shrink_to_fit();
    return replay;
}

} // namespace segplan
