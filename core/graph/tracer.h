// Tracer: writes a Graph the way PyTorch executes Python.
//
// A Tensor is a handle with the lifetime of a Python variable: copying it adds a reference, destroying the last one records
// that the storage may go (unless autograd keeps it). A builder therefore mirrors the reference module's Python line by line:
// `x = t.relu(t.batchNorm(t.conv(x, ...)))` frees what Python frees, a std::vector<Tensor> keeps alive what a list keeps alive,
// and a caller's variable outlives the callee's as it does there. Pass Tensors by const reference where the callee does not rebind
// them, by value where it does (`for m in self: x = m(x)`).
//
// Example (a residual block):
//     Tensor block(Tracer &t, const Tensor &x, int width) {
//         auto s = t.scope("0");
//         Tensor out = t.relu(t.batchNorm(t.conv(x, {.out = width, .kernel = 3, .padding = 1, .name = "conv1"}), "bn1"));
//         out = t.batchNorm(t.conv(out, {.out = width, .kernel = 3, .padding = 1, .name = "conv2"}), "bn2");
//         out = t.addInPlace(out, x);
//         return t.relu(out);
//     }
//
// Retention rules: facts of the PyTorch sources, see each method. "keeps" = saved for backward, only when a gradient is needed.
// Sizes saturate instead of wrapping; overflowed() tells. Invalid shapes (a crop too small for the network) set failed() and the
// trace goes on with shapes clamped to 1, so that a builder needs no checks of its own; buildModel reports the fault.
#pragma once

#include "graph/graph.h"

#include <string>
#include <string_view>
#include <vector>

namespace segplan {

class Tracer;

class Tensor {
public:
    Tensor() = default;
    Tensor(const Tensor &other);
    Tensor(Tensor &&other) noexcept;
    Tensor &operator=(const Tensor &other);
    Tensor &operator=(Tensor &&other) noexcept;
    ~Tensor();

    bool valid() const { return m_tracer != nullptr; }
    ValueId id() const { return m_id; }
    Dims shape() const; // by value: the trace grows under a reference
    std::int64_t size(int dim) const; // negative counts from the end
    DType dtype() const;
    bool requiresGrad() const;
    void reset(); // Python's `del x`

private:
    friend class Tracer;
    Tensor(Tracer *tracer, ValueId id); // adds a reference
    Tracer *m_tracer = nullptr;
    ValueId m_id = -1;
};

struct ConvSpec {
    std::int64_t out = 0;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
    int dilation = 1;
    std::int64_t groups = 1;
    bool bias = false;
    int kernelW = 0; // 0: square
    int paddingW = -1; // -1: as padding
    int outputPadding = 0; // transposed only
    const char *name = "conv";
};

class Tracer {
public:
    explicit Tracer(TraceSettings settings, int batch);
    ~Tracer();
    Tracer(const Tracer &) = delete;
    Tracer &operator=(const Tracer &) = delete;

    const TraceSettings &settings() const { return m_settings; }
    int batch() const { return m_graph.batch; }

    // ---- names and regions (RAII) ----
    class Scope {
    public:
        Scope(Scope &&other) noexcept;
        ~Scope();

    private:
        friend class Tracer;
        enum class What { Name, Backbone, Checkpoint, NoGrad, FrozenNorms };
        Scope(Tracer *tracer, What what);
        Tracer *m_tracer;
        What m_what;
    };
    [[nodiscard]] Scope scope(std::string_view piece); // "layer1"
    [[nodiscard]] Scope scope(std::string_view piece, int index); // "blocks.3"
    [[nodiscard]] Scope backbone(); // parameters made here are frozen under freezeBackbone
    [[nodiscard]] Scope noGrad(); // torch.no_grad; parameters made here are frozen
    [[nodiscard]] Scope frozenNorms(); // batch norms made here have weights that need no gradient (norm_cfg's requires_grad=False)
    // A segment that activation checkpointing recomputes (one residual block, one transformer layer). No-op without checkpointing.
    // `run` builds the segment from the given inputs and returns its output.
    template <class Build>
    Tensor segment(const Tensor &input, Build &&run)
    {
        if (!m_settings.checkpointing)
            return run(input);
        beginCheckpoint(input);
        Tensor out = run(input);
        endCheckpoint(out);
        return out;
    }

    // ---- leaves ----
    Tensor input(const Dims &shape); // the image batch, fp32, no gradient; alive through the step
    Tensor labels(const Dims &shape, DType dtype = DType::Int64); // alive through the step
    Tensor parameter(const Dims &shape, std::string_view name, bool trainable = true);
    Tensor buffer(const Dims &shape, DType dtype, std::string_view name);
    Tensor constant(const Dims &shape, DType dtype = DType::Float); // a tensor made in forward (zeros, arange, positional encoding): new storage

    // ---- convolution family: keep the input (half under autocast) and the weight (copy) ----
    Tensor conv(const Tensor &x, const ConvSpec &spec); // x: [N, C, H, W]
    Tensor convTranspose(const Tensor &x, const ConvSpec &spec);
    Tensor linear(const Tensor &x, std::int64_t out, bool bias, std::string_view name); // x: [..., C]; keeps the folded input
    // F.linear with a slice of a shared parameter (in_proj of nn.MultiheadAttention): pass the weight [out, in] and bias (may be invalid).
    Tensor linearWith(const Tensor &x, const Tensor &weight, const Tensor &bias, std::string_view name);
    Tensor matmul(const Tensor &a, const Tensor &b); // [..., n, k] x [..., k, m]; keeps both operands as folded (copies when not viewable)
    Tensor einsumBqcBchw(const Tensor &queries, const Tensor &features); // "bqc,bchw->bqhw" by bmm
    // F.scaled_dot_product_attention on q, k, v [B, h, T, d]: fused on 2.x (keeps q, k, v, out and one fp32 log-sum-exp per query), composed else.
    Tensor scaledDotProductAttention(const Tensor &q, const Tensor &k, const Tensor &v);
    // mmcv's fused kernel: keeps value, locations, weights. value [B, S, h, d], locations [B, Q, h, L, P, 2], weights [B, Q, h, L, P].
    Tensor deformableAttention(const Tensor &value, const Tensor &locations, const Tensor &weights);

    // ---- normalisation: keeps the input, mean and inverse deviation ----
    Tensor batchNorm(const Tensor &x, std::string_view name = "bn", bool affine = true);
    Tensor layerNorm(const Tensor &x, std::string_view name = "norm"); // over the last dimension; fp32 under autocast
    Tensor groupNorm(const Tensor &x, int groups, std::string_view name = "gn"); // fp32 under autocast
    Tensor l2Normalize(const Tensor &x, int dim); // F.normalize

    // ---- activations ----
    Tensor relu(const Tensor &x, bool inPlace = true); // keeps the output (legacy, out of place: the input)
    Tensor relu6(const Tensor &x, bool inPlace = true); // in place keeps a clone of the input (legacy: the output)
    Tensor hardswish(const Tensor &x, bool inPlace = true);
    Tensor hardsigmoid(const Tensor &x, bool inPlace = true);
    Tensor silu(const Tensor &x, bool inPlace = false);
    Tensor gelu(const Tensor &x); // keeps the input
    Tensor sigmoid(const Tensor &x); // keeps the output
    Tensor leakyRelu(const Tensor &x, bool inPlace = false);
    Tensor prelu(const Tensor &x, std::string_view name = "prelu");
    Tensor softmax(const Tensor &x, int dim); // fp32 under autocast; keeps the output (legacy: input and output)
    Tensor logSoftmax(const Tensor &x, int dim);

    // ---- elementwise ----
    Tensor add(const Tensor &a, const Tensor &b); // broadcasts; keeps nothing
    Tensor addInPlace(const Tensor &a, const Tensor &b); // a += b
    Tensor sub(const Tensor &a, const Tensor &b);
    Tensor mul(const Tensor &a, const Tensor &b); // broadcasts; keeps both (each when the other needs a gradient)
    Tensor mulScalar(const Tensor &x); // x * 0.5, x / s: a new storage, keeps nothing
    Tensor addScalar(const Tensor &x);

    // ---- pooling, resampling ----
    Tensor maxPool(const Tensor &x, int kernel, int stride, int padding = 0, bool ceilMode = false); // keeps input and int64 indices
    Tensor avgPool(const Tensor &x, int kernel, int stride, int padding = 0, bool ceilMode = false); // keeps input
    Tensor adaptiveAvgPool(const Tensor &x, std::int64_t h, std::int64_t w); // keeps input; (1,1) is a mean
    Tensor adaptiveMaxPool(const Tensor &x, std::int64_t h, std::int64_t w);
    // F.interpolate, bilinear or nearest, either align_corners. Equal size returns a copy as PyTorch does. Keeps nothing.
    Tensor interpolate(const Tensor &x, std::int64_t h, std::int64_t w);
    Tensor gridSample(const Tensor &x, const Tensor &grid); // keeps both; fp32 under autocast
    Tensor pixelShuffle(const Tensor &x, int factor); // reshape + permute + copy

    // ---- shape ----
    Tensor view(const Tensor &x, const Dims &shape); // one -1 allowed; copies when PyTorch's reshape would
    Tensor flatten(const Tensor &x, int firstDim, int lastDim = -1);
    Tensor permute(const Tensor &x, const Dims &order); // a view with new strides
    Tensor transpose(const Tensor &x, int a, int b);
    Tensor contiguous(const Tensor &x); // a copy only if not contiguous already
    Tensor clone(const Tensor &x);
    Tensor slice(const Tensor &x, int dim, std::int64_t from, std::int64_t to, std::int64_t step = 1); // a view
    Tensor select(const Tensor &x, int dim, std::int64_t index); // a view without that dimension
    Tensor unsqueeze(const Tensor &x, int dim);
    Tensor squeeze(const Tensor &x, int dim);
    Tensor expand(const Tensor &x, const Dims &shape); // a view with stride 0
    Tensor repeat(const Tensor &x, const Dims &times); // a copy
    Tensor cat(const std::vector<Tensor> &parts, int dim); // keeps nothing
    Tensor stack(const std::vector<Tensor> &parts, int dim);
    std::vector<Tensor> chunk(const Tensor &x, int count, int dim); // views
    Tensor pad(const Tensor &x, std::int64_t left, std::int64_t right, std::int64_t top, std::int64_t bottom); // last two dims of NCHW
    // Pads [B, H, W, C] on H and W at the end (Swin); returns x itself when nothing is to pad, as F.pad's callers mostly do.
    Tensor padBhwc(const Tensor &x, std::int64_t bottom, std::int64_t right);
    Tensor roll(const Tensor &x); // a copy of the same shape
    Tensor unfold(const Tensor &x, int kernel, int stride, int padding, int dilation); // im2col: [N, C*k*k, L]
    Tensor indexParameter(const Tensor &table, const Dims &shape); // table[index].view(shape): relative position bias, embeddings: new storage
    Tensor reflectShuffle(const Tensor &x); // a copy with reordered elements (channel shuffle, gather along a dimension of equal size)

    // ---- regularisation ----
    Tensor dropout(const Tensor &x, double p, bool inPlace = false); // p > 0: bool mask (1 B per element) and a new output; p = 0: x itself
    Tensor dropout2d(const Tensor &x, double p); // N x C values
    Tensor dropPath(const Tensor &x, double p); // N values; p = 0: x itself

    // ---- reductions ----
    Tensor mean(const Tensor &x, const Dims &dims, bool keepDim); // 1.13 keeps the input, 2.x only sizes
    Tensor sum(const Tensor &x, const Dims &dims, bool keepDim);
    Tensor max(const Tensor &x, int dim); // values; keeps int64 indices

    // ---- any other operation, spelled out ----
    struct Custom {
        OpKind kind = OpKind::Elementwise;
        std::vector<Tensor> inputs;
        std::vector<GradKind> grads; // per input; missing: Fresh
        std::vector<Tensor> keeps; // inputs that autograd keeps
        bool keepsOutput = false;
        std::int64_t keepsBytes = 0; // internal storages (masks, statistics)
        Dims shape;
        DType dtype = DType::Float;
        std::int64_t macs = 0;
        std::int64_t forwardScratch = 0, backwardScratch = 0;
        const char *name = "op";
    };
    Tensor custom(const Custom &spec);
    Tensor cast(const Tensor &x, DType dtype); // x.float(), x.half(): x itself when equal

    // ---- losses ----
    void beginLoss(); // forward is over; following operations belong to losses
    void addLoss(const Tensor &scalar); // becomes a root of backward

    // ---- end ----
    bool failed() const { return !m_failure.empty(); }
    const std::string &failure() const { return m_failure; } // English, for logs: module path and shapes
    bool overflowed() const { return m_overflow; }
    // Closes the trace: the autocast cache is emptied, handles still alive stay alive through the step. The tracer must outlive all Tensors.
    Graph finish();

private:
    friend class Tensor;
    struct Out {
        Dims shape, strides;
        DType dtype;
    };
    void retain(ValueId id);
    void release(ValueId id);
    void beginCheckpoint(const Tensor &input);
    void endCheckpoint(const Tensor &output);
    void fail(const std::string &why);

    StorageId newStorage(std::int64_t bytes, StorageRole role);
    ValueId newValue(const Dims &shape, const Dims &strides, DType dtype, StorageId storage, bool requiresGrad, std::int32_t producer);
    std::int64_t byteCount(const Dims &shape, DType dtype);
    NameId nameHere(std::string_view piece);

    struct Emit; // builder of one op, in tracer.cpp
    Tensor autocastInput(const Tensor &x); // half under autocast
    Tensor autocastWeight(const Tensor &w); // cached half copy
    Tensor toFloat(const Tensor &x); // fp32 under autocast
    Tensor viewAs(const Tensor &x, const Dims &shape, const Dims &strides, std::string_view name);
    Tensor unary(const Tensor &x, OpKind kind, const char *name, bool inPlace, int keeps); // keeps: bit 0 input, bit 1 output, bit 2 clone of input
    Tensor linearCore(const Tensor &x, const Tensor &weight, const Tensor &bias, NameId name);
    bool gradEnabled(const Tensor &t) const;

    TraceSettings m_settings;
    Graph m_graph;
    std::vector<std::int32_t> m_references; // per value
    std::vector<ValueId> m_weightCopies; // per value: cached half copy or -1
    std::vector<Tensor> m_cache; // holds the copies until finish()
    NameId m_scope = 0;
    int m_backboneDepth = 0, m_noGradDepth = 0, m_frozenNormDepth = 0;
    std::int32_t m_checkpoint = -1;
    bool m_finished = false, m_overflow = false;
    std::string m_failure;
};

} // namespace segplan
