// Graph: the recorded trace of one forward pass and loss, as PyTorch would run it.
//
// A trace is a list of events in execution order: an operation runs, or the last Python reference to a value goes away.
// Each operation says which storages autograd keeps for its backward, so that estimate/memory can replay forward, loss,
// backward and optimizer step with every storage's birth and death, and estimate/time can cost each operation.
// Tracer (tracer.h) writes it; everybody else reads it. A value type; movable; no thread ties.
#pragma once

#include "graph/tensor.h"

#include <cstdint>
#include <string>
#include <vector>

namespace segplan {

using ValueId = std::int32_t;
using StorageId = std::int32_t;
using NameId = std::int32_t;

enum class OpKind : std::uint8_t {
    Conv, // also depthwise and grouped: see ConvInfo
    ConvTranspose,
    Linear, // addmm / mm on a folded 2-D input
    MatMul, // bmm
    Attention, // fused scaled-dot-product
    DeformableAttention, // fused multi-scale deformable attention
    BatchNorm,
    LayerNorm,
    GroupNorm,
    Activation, // relu, gelu, sigmoid, ...
    Elementwise, // add, mul, scale, drop path
    Softmax,
    Pool,
    Resample, // interpolate, grid_sample
    Copy, // contiguous, cat, pad, roll, expand copies
    Cast, // autocast between fp32 and half
    Dropout,
    Reduce, // sum, mean, norm
    Index, // gather, topk, boolean masks
    Loss, // nll, bce and what belongs to them
    Metric, // accuracy: no gradient
    View // no kernel, no storage
};
const char *opKindName(OpKind kind);

// How the gradient of an input comes about in the backward node.
enum class GradKind : std::uint8_t {
    None, // no gradient flows (buffers, labels, integer tensors)
    Fresh, // a new storage of the input's size and type
    Alias // the incoming gradient's storage is passed on (add, views, cat)
};

enum class StorageRole : std::uint8_t {
    Activation,
    Parameter,
    Buffer, // running statistics, position indices
    Input, // image and labels: alive through the step, not counted as saved unless an operator saves them
    WeightCopy, // autocast's cached half copy of a parameter
    Host // a number wrapped as a tensor on the CPU: saved for backward, no GPU memory
};

struct Storage {
    std::int64_t bytes = 0;
    StorageRole role = StorageRole::Activation;
};

struct Value {
    Dims shape, strides;
    StorageId storage = -1;
    DType dtype = DType::Float;
    bool requiresGrad = false;
    std::int32_t producer = -1; // op index; -1: leaf
};

struct ConvInfo {
    std::int32_t kernelH = 1, kernelW = 1, stride = 1, dilation = 1, groups = 1;
    std::int64_t inChannels = 0, outChannels = 0;
};

struct Op {
    OpKind kind = OpKind::View;
    NameId name = 0; // module path
    // Index ranges into Graph::operands (values) and Graph::savedStorages.
    std::uint32_t firstIn = 0, firstOut = 0, firstSaved = 0;
    std::uint16_t inCount = 0, outCount = 0, savedCount = 0;
    bool inPlace = false; // the output lives in the first input's storage
    bool needsGrad = false; // a backward node exists
    std::uint64_t gradKinds = 0; // two bits per input, see gradKind()
    std::int64_t macs = 0; // of the whole batch; multiply-accumulates of conv, linear and matmul only
    std::int32_t conv = -1; // index into Graph::convs
    std::int64_t forwardScratch = 0, backwardScratch = 0; // bytes alive only inside the kernel call
    std::int32_t checkpoint = -1; // index into Graph::checkpoints when inside a recomputed segment
    GradKind gradKind(int input) const { return static_cast<GradKind>((gradKinds >> (2 * input)) & 3U); }
};

struct Event {
    enum class Kind : std::uint8_t { Run, Release } kind = Kind::Run;
    std::int32_t index = 0; // op index, or value id
};

// A segment recomputed in backward (torch.utils.checkpoint): events [firstEvent, lastEvent).
struct Checkpoint {
    std::uint32_t firstEvent = 0, lastEvent = 0;
    std::vector<ValueId> inputs; // kept for the recomputation
    std::vector<ValueId> outputs;
};

// Bytes kept or peaked by losses and phases are found by replay; phase borders are event indices.
struct Graph {
    std::vector<Storage> storages;
    std::vector<Value> values;
    std::vector<ValueId> operands; // inputs and outputs of all operations
    std::vector<StorageId> savedStorages; // may repeat; autograd counts a storage once
    std::vector<Op> ops;
    std::vector<ConvInfo> convs;
    std::vector<Event> events;
    std::vector<Checkpoint> checkpoints;
    std::vector<ValueId> parameters; // trainable and frozen
    std::vector<ValueId> lossTerms; // scalars that are summed and sent backward
    std::uint32_t firstLossEvent = 0; // events from here on belong to losses and metrics
    int batch = 1;
    bool half = false; // traced under autocast

    struct NameNode {
        NameId parent = -1;
        std::string piece;
    };
    std::vector<NameNode> names;
    std::string path(NameId id) const; // "backbone.layer1.0.conv1"

    const Value &value(ValueId id) const { return values[static_cast<std::size_t>(id)]; }
    const ValueId *in(const Op &op) const { return operands.data() + op.firstIn; }
    const ValueId *out(const Op &op) const { return operands.data() + op.firstOut; }
    const StorageId *saved(const Op &op) const { return savedStorages.data() + op.firstSaved; }

    std::int64_t parameterCount() const; // trainable parameters, auxiliary heads included
    std::int64_t frozenParameterCount() const;
    double macsPerImage() const; // auxiliary heads included
};

// The setting under which the network is traced.
enum class RetentionRules : std::uint8_t {
    Legacy, // PyTorch <= 1.10: softmax keeps input and output, ReLU out of place keeps its input, ReLU6 in place its output
    V113, // 1.11 .. 1.13: today's rules; mean keeps its input; no fused attention
    V2 // 2.x
};

struct TraceSettings {
    bool autocast = false; // AMP: conv/linear/matmul in half, softmax, losses and layer norm in fp32
    RetentionRules rules = RetentionRules::V2;
    bool checkpointing = false; // recompute the segments that builders mark
    bool freezeBackbone = false; // backbone parameters need no gradient
};

} // namespace segplan
