// GPU memory of one training step, by replaying the trace.
#pragma once

#include "graph/graph.h"
#include "knowledge/knowledge.h"
#include "ledger/ledger.h"
#include "estimate/memory/validation.h"
#include "plan/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

enum class Fits { Yes, Tight, No };
const char *fitsName(Fits f); // "yes" "tight" "no"

enum class Phase { Forward, Loss, Backward, Step };
const char *phaseName(Phase p); // "forward" "loss" "backward" "optimizer step"

// What the training loop around the graph does.
struct StepSettings {
    Optimizer optimizer = Optimizer::SgdMomentum;
    bool ddp = false; // gradient buckets; gradients persist
    bool gradientsPersist = false; // zeroed in place, or accumulation
    bool foreachOptimizer = true; // PyTorch 2 default on CUDA: a temporary list of tensors
    bool winogradWorkspace = false; // cuDNN's workspace for 3x3 fp32 convolutions as V100-era figures show it; else it only widens the range
    Precision precision = Precision::Fp32;
    PytorchEra pytorch = PytorchEra::V2;
};

// Result of the replay, in exact bytes of tensors (no rounding by the allocator) but for the reserve.
struct StepReplay {
    Bytes inputs; // image batch and labels, alive through the step
    Bytes liveAtForwardEnd; // before backward begins
    Bytes largestWorkspace; // the largest Winograd workspace any operation might ask for, counted or not
    Bytes saved; // kept by autograd at the end of forward + loss; parameters and buffers excluded
    Bytes weights, gradients, optimizer; // parameters + buffers; gradients when they exist; states
    Bytes communication; // DDP buckets
    Bytes peak; // largest sum of live bytes in the step
    Bytes peakForward, peakBackward, peakOptimizer;
    // Of the caching allocator in the steady state, when the step was played through it (replayWorkload): what it holds from the driver, and
    // the peak of its blocks (tensors, rounding to 512 bytes, rests too small to split), which torch.cuda.max_memory_allocated counts.
    Bytes reserved, blocks;
    Bytes libraryWorkspaces; // in `reserved`: what cuBLAS handles keep
    Phase peakPhase = Phase::Forward;
    std::string peakLayer; // module path
    std::int32_t peakOp = -1; // index into Graph::ops: running at the peak; -1: the optimizer step
    bool peakInSum = false; // the peak is where backward adds this operation's gradient to one that is there already
    // Composition of the live bytes at the peak.
    Bytes peakActivations, peakGradients, peakLoss, peakWorkspace;
    struct Point { Bytes live; Phase phase; NameId name; };
    std::vector<Point> timeline; // one per executed operation, when asked for
    struct Layer { std::string path; Bytes saved; std::int64_t parameters; double macs; };
    std::vector<Layer> layers; // saved bytes by top-level block, when asked for
    std::vector<std::int64_t> trainableBytes; // of every parameter that receives a gradient
    // Every allocation (its bytes, numbered in order from 0) and free (~number) of the step, for the allocator to play; what is not freed
    // lives to the end of the step.
    std::vector<std::int64_t> log;
};
StepReplay replayStep(const Graph &graph, const StepSettings &settings, bool withTimeline = false);

// The replay with the step settings a workload implies (DDP above one GPU; gradients persist when accumulated or zeroed in place).
StepReplay replayWorkload(const Graph &graph, const Workload &workload, Precision precision, int gpus, bool withTimeline = false);
// The same without playing the allocator: `reserved` and `blocks` stay 0.
StepReplay replayTensors(const Graph &graph, const Workload &workload, Precision precision, int gpus);

struct MemoryPart {
    std::string id; // weights gradients optimizer activations loss workspace communication fragmentation context
    Text name;
    Figure<Bytes> bytes;
};

// Validation between training steps, on the same card.
struct ValidationMemory {
    ValidationReplay replay;
    Figure<Bytes> device; // what nvidia-smi shows during it: weights, optimizer states and buckets stay, activations of training are gone
    Bytes low, high; // 90 % range
    Fits fits = Fits::No;
};

// One GPU's memory for one workload on one card. Parts sum to `device`.
struct MemoryEstimate {
    Figure<Bytes> saved;
    Figure<Bytes> allocated; // peak of live tensors in the steady state: torch.cuda.max_memory_allocated less the allocator's rounding (0 to 1 %)
    Bytes blocks; // with the rounding
    Figure<Bytes> reserved; // caching allocator
    Figure<Bytes> device; // what nvidia-smi shows
    Bytes low, high; // 90 % range of device
    std::optional<Figure<Bytes>> usable; // absent: the card's usable memory is unknown
    Fits trainingFits = Fits::No; // Tight also when usable is unknown
    Fits fits = Fits::No; // the worse of training and, where the workload says how it validates, validation
    std::optional<ValidationMemory> validation;
    std::vector<MemoryPart> parts;
    std::string peakLayer;
    Phase peakPhase = Phase::Forward;
    std::vector<StepReplay::Point> timeline; // thinned to at most 400 points, peaks kept
    std::vector<std::string> timelineNames; // module path per point
    std::vector<StepReplay::Layer> layers;
};

// What of the calibration one card's memory needs, read once for many settings.
struct MemoryRates {
    struct Value {
        double value = 0, low = 0, high = 0;
        bool known = false;
    };
    Value context, nccl, fragmentation, residual;
    std::optional<Bytes> usable; // what the driver reports; absent: not known
    Bytes nominal;
    bool hopper = false; // larger cuBLAS workspaces
};
MemoryRates memoryRates(const Gpu &gpu, const Knowledge &knowledge);

// The figures of memoryOnCard() in numbers only: for searches over many settings. Bytes.
struct MemoryFigures {
    Bytes lost; // by the allocator and for libraries: reserved less the peak of tensors
    Bytes context; // CUDA context, with NCCL above one GPU
    Bytes device, low, high;
    Bytes workspaceMore; // by which unknown convolution workspaces widen the range
    bool complete = false; // every belief of this card is known
    Fits trainingFits = Fits::No, fits = Fits::No; // as in MemoryEstimate
    struct Validation { Bytes alive, device, low, high; Fits fits = Fits::No; };
    std::optional<Validation> validation;
};
MemoryFigures memoryFigures(const StepReplay &replay, const Workload &workload, Precision precision, int gpus, const MemoryRates &rates,
                            const ValidationReplay *validation = nullptr);

// `graph` is traced for the workload's per-GPU batch and precision. `gpus` above 1: DDP.
MemoryEstimate estimateMemory(const Graph &graph, const Workload &workload, Precision precision, int gpus, const Gpu &gpu,
                              const Knowledge &knowledge, Ledger &ledger, bool withTimeline = false, const ValidationReplay *validation = nullptr);

// The same from a replay already made: the replay depends on the graph, precision and DDP, not on the card.
MemoryEstimate memoryOnCard(const StepReplay &replay, const Graph &graph, const Workload &workload, Precision precision, int gpus,
                            const Gpu &gpu, const Knowledge &knowledge, Ledger &ledger, const ValidationReplay *validation = nullptr);

} // namespace segplan
