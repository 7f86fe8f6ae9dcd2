// stepWork: the kernels of one training step with their arithmetic and traffic.
//
// Traffic counts each tensor once per pass over it. Passes per operation follow PyTorch's CUDA kernels (ATen/native/cuda):
// batch norm reads its input twice forward and input and gradient twice backward; layer norm holds a row in registers; bilinear
// resampling clears and scatters into its input's gradient; a value used k times gets its gradients summed by k - 1 additions.
#include "estimate/time/roofline.h"

#include <algorithm>

namespace segplan {

namespace {

using namespace timing;

// Matrix kernels of cuDNN and cuBLAS work on tiles of at least 32 output channels and 32 steps of the inner sum.
double padded(std::int64_t n)
{
    return static_cast<double>((n + 31) / 32 * 32);
}
double paddedInner(std::int64_t n)
{
    return static_cast<double>((n + 31) / 32 * 32);
}

// Bytes a kernel touches of a value: dimensions expanded with stride 0 are read from cache.
double touched(const Value &v)
{
    double elements = 1;
    for (int i = 0; i < v.shape.n; ++i) {
        if (v.strides.n != v.shape.n || v.strides[i] != 0)
            elements *= static_cast<double>(v.shape[i]);
    }
    return elements * static_cast<double>(bytesOf(v.dtype));
}

WorkClass classOfKind(OpKind kind)
{
    switch (kind) {
    case OpKind::Conv:
    case OpKind::ConvTranspose: return WorkClass::DenseConv;
    case OpKind::Linear: return WorkClass::Gemm;
    case OpKind::MatMul:
    case OpKind::Attention: return WorkClass::Attention;
    case OpKind::BatchNorm:
    case OpKind::LayerNorm:
    case OpKind::GroupNorm: return WorkClass::Norm;
    case OpKind::DeformableAttention:
    case OpKind::Pool:
    case OpKind::Resample:
    case OpKind::Index: return WorkClass::Gather;
    case OpKind::Softmax:
    case OpKind::Reduce:
    case OpKind::Loss:
    case OpKind::Metric: return WorkClass::Softmax;
    case OpKind::Copy:
    case OpKind::Cast: return WorkClass::Copy;
    default: return WorkClass::Stream;
    }
}

WorkClass classOf(const Op &op, const Graph &graph)
{
    const WorkClass c = classOfKind(op.kind);
    return c == WorkClass::DenseConv && op.conv >= 0 && graph.convs[static_cast<std::size_t>(op.conv)].groups > 1 ? WorkClass::GroupedConv
                                                                                                                  : c;
}

// The m x n x k of the matrix product behind an operation.
struct MatrixShape {
    double rows = 0; // batch and pixels: long, not padded
    std::int64_t n = 1, k = 1, taps = 1; // output and input channels; kernel taps (k x k)
    std::int64_t m = 0; // rows of one matrix of a batched product; 0: one matrix
    double count() const { return m > 0 ? rows / static_cast<double>(m) : 1; }
};

// Multiply-accumulates of `count` products m x n x k on whole tiles. A short m is padded as well: attention windows have 49 tokens.
double tiled(double count, double m, std::int64_t n, std::int64_t k)
{
    const double rows = m < 1024 ? padded(static_cast<std::int64_t>(m)) : m;
    return count * rows * padded(n) * paddedInner(k);
}

class Collector {
public:
    explicit Collector(const Graph &graph)
        : m_graph(graph)
    {
        m_work.batch = graph.batch;
        m_uses.assign(graph.values.size(), 0);
    }

    StepWork run()
    {
        findLoss();
        for (std::size_t i = 0; i < m_graph.ops.size(); ++i) {
            m_inLoss = i >= m_firstLossOp;
            add(m_graph.ops[i]);
        }
        m_inLoss = false;
        for (const ValueId id : m_graph.parameters) {
            const Value &v = m_graph.value(id);
            if (!v.requiresGrad)
                continue;
            m_work.parameters += v.shape.count();
            ++m_work.parameterTensors;
        }
        for (std::size_t i = 0; i < m_uses.size(); ++i) {
            if (m_uses[i] > 1)
                put(stream(OpKind::Elementwise, 3 * touched(m_graph.values[i]), true), m_uses[i] - 1);
        }
        m_work.launches = m_work.forwardLaunches + m_work.backwardLaunches;
        mergeEqual(m_work.items);
        return std::move(m_work);
    }

private:
    static WorkItem stream(OpKind kind, double bytes, bool backward)
    {
        WorkItem item;
        item.kind = kind;
        item.workClass = classOfKind(kind);
        item.bytes = bytes;
        item.backward = backward;
        return item;
    }

    void put(const WorkItem &item, int count = 1)
    {
        m_work.items.push_back(item);
        m_work.items.back().count = count;
        (item.backward ? m_work.backwardLaunches : m_work.forwardLaunches) += count;
        if (!item.backward && m_inLoss) {
            m_work.items.back().loss = true;
            m_work.lossLaunches += count;
        }
    }

    // Losses begin at an event; set matching is told by the scope that mmdet ("assigner") and transformers ("matcher") give it.
    void findLoss()
    {
        m_firstLossOp = m_graph.ops.size();
        for (std::size_t e = m_graph.firstLossEvent; e < m_graph.events.size(); ++e) {
            if (m_graph.events[e].kind == Event::Kind::Run) {
                m_firstLossOp = static_cast<std::size_t>(m_graph.events[e].index);
                break;
            }
        }
        NameId last = -1; // operations of one call follow each other
        for (std::size_t i = m_firstLossOp; i < m_graph.ops.size(); ++i) {
            const NameId matcher = matcherScope(m_graph.ops[i].name);
            if (matcher >= 0 && matcher != last)
                ++m_work.synchronizations;
            last = matcher;
        }
    }

    NameId matcherScope(NameId id) const
    {
        for (; id >= 0; id = m_graph.names[static_cast<std::size_t>(id)].parent) {
            const std::string &piece = m_graph.names[static_cast<std::size_t>(id)].piece;
            if (piece == "assigner" || piece == "matcher")
                return id;
        }
        return -1;
    }

    const Value &input(const Op &op, int i) const { return m_graph.value(m_graph.in(op)[i]); }
    const Value &output(const Op &op, int i) const { return m_graph.value(m_graph.out(op)[i]); }

    void add(const Op &op)
    {
        for (int i = 0; i < op.inCount; ++i) {
            if (op.needsGrad && op.gradKind(i) != GradKind::None)
                ++m_uses[static_cast<std::size_t>(m_graph.in(op)[i])];
        }
        if (op.kind == OpKind::View) {
            ++m_work.views;
            m_work.lossViews += m_inLoss ? 1 : 0;
            addViewBackward(op);
            return;
        }
        if (op.kind == OpKind::BatchNorm)
            ++m_work.batchNorms;
        forward(op, false);
        if (op.checkpoint >= 0)
            forward(op, true); // recomputed when backward reaches the segment
        if (op.needsGrad)
            backward(op);
    }

    double inBytes(const Op &op) const
    {
        double sum = 0;
        for (int i = 0; i < op.inCount; ++i)
            sum += touched(input(op, i));
        return sum;
    }
    double outBytes(const Op &op) const
    {
        double sum = 0;
        for (int i = 0; i < op.outCount; ++i)
            sum += touched(output(op, i));
        return sum;
    }
    double freshBytes(const Op &op) const // gradients that the backward node writes
    {
        double sum = 0;
        for (int i = 0; i < op.inCount; ++i) {
            if (op.gradKind(i) == GradKind::Fresh)
                sum += touched(input(op, i));
        }
        return sum;
    }

    WorkItem item(const Op &op, bool backwardPhase) const
    {
        WorkItem it;
        it.kind = op.kind;
        it.workClass = classOf(op, m_graph);
        it.backward = backwardPhase;
        it.half = op.outCount > 0 && output(op, 0).dtype == DType::Half;
        return it;
    }

    void markTaps(const Op &op, WorkItem &it) const
    {
        if (op.conv < 0 || it.workClass != WorkClass::DenseConv)
            return;
        const ConvInfo &c = m_graph.convs[static_cast<std::size_t>(op.conv)];
        it.dilated = c.dilation > 1 && c.kernelH * c.kernelW > 1;
        const MatrixShape s = shapeOf(op);
        if (c.kernelH == 3 && c.kernelW == 3 && c.stride == 1 && c.dilation == 1)
            it.fastMacs = s.rows * padded(s.n) * paddedInner(s.k) * 9;
    }

    MatrixShape shapeOf(const Op &op) const
    {
        MatrixShape s;
        if (op.conv >= 0) {
            const ConvInfo &c = m_graph.convs[static_cast<std::size_t>(op.conv)];
            const std::int64_t groups = std::max<std::int64_t>(1, c.groups);
            s.n = std::max<std::int64_t>(1, c.outChannels / groups);
            s.k = std::max<std::int64_t>(1, c.inChannels / groups);
            s.taps = static_cast<std::int64_t>(c.kernelH) * c.kernelW;
        } else if ((op.kind == OpKind::Conv || op.kind == OpKind::ConvTranspose) && op.inCount > 1 && input(op, 1).shape.n > 2) {
            const Dims &w = input(op, 1).shape; // of any dimension: [out, in, taps...], transposed [in, out, taps...]
            const bool forwards = op.kind == OpKind::Conv;
            s.n = std::max<std::int64_t>(1, w[forwards ? 0 : 1]);
            s.k = std::max<std::int64_t>(1, w[forwards ? 1 : 0]);
            for (int i = 2; i < w.n; ++i)
                s.taps *= std::max<std::int64_t>(1, w[i]);
        } else if (op.outCount > 0 && op.inCount > 0 && output(op, 0).shape.n > 0 && input(op, 0).shape.n > 0) {
            s.n = std::max<std::int64_t>(1, output(op, 0).shape[-1]);
            s.k = std::max<std::int64_t>(1, input(op, 0).shape[-1]);
            if (op.kind == OpKind::MatMul && output(op, 0).shape.n > 2)
                s.m = std::max<std::int64_t>(1, output(op, 0).shape[-2]);
        }
        s.rows = static_cast<double>(op.macs) / (static_cast<double>(s.n) * static_cast<double>(s.k) * static_cast<double>(s.taps));
        return s;
    }

    void forward(const Op &op, bool recomputed)
    {
        WorkItem it = item(op, recomputed);
        const double in = inBytes(op), out = outBytes(op);
        it.bytes = in + out;
        switch (it.workClass) {
        case WorkClass::DenseConv:
        case WorkClass::GroupedConv:
        case WorkClass::Gemm:
        case WorkClass::Attention: {
            const MatrixShape s = shapeOf(op);
            it.macs = static_cast<double>(op.macs);
            it.tileMacs = tiled(s.count(), s.rows / s.count(), s.n, s.k * s.taps);
            it.tensorCore = s.n % 8 == 0 && s.k % 8 == 0;
            markTaps(op, it);
            if (it.workClass == WorkClass::DenseConv && s.taps > 1) // a 1x1 convolution is a product in either layout
                it.layoutBytes = touched(input(op, 0)) + out;
            if (it.workClass == WorkClass::GroupedConv || it.kind == OpKind::Attention)
                it.tileMacs = it.macs;
            it.depthwise = it.workClass == WorkClass::GroupedConv && s.k == 1;
            break;
        }
        case WorkClass::Norm:
            it.bytes += op.kind == OpKind::LayerNorm ? 0 : touched(input(op, 0)); // statistics pass
            break;
        case WorkClass::Gather:
            if (op.kind == OpKind::Index)
                it.bytes = 2 * out;
            it.sampledBytes = sampled(op);
            break;
        case WorkClass::Stream:
        case WorkClass::Softmax:
        case WorkClass::Copy: break;
        }
        put(it);
    }

    void backward(const Op &op)
    {
        WorkItem it = item(op, true);
        const double out = outBytes(op), fresh = freshBytes(op);
        switch (it.workClass) {
        case WorkClass::DenseConv:
        case WorkClass::GroupedConv: backwardConv(op, it, out); return;
        case WorkClass::Gemm:
        case WorkClass::Attention: backwardGemm(op, it, out); return;
        case WorkClass::Norm: {
            it.bytes = 2 * (touched(input(op, 0)) + out) + fresh; // sums first, or the affine gradients in a pass of their own
            break;
        }
        case WorkClass::Gather:
            if (fresh <= 0)
                return;
            it.bytes = 2 * fresh + (op.kind == OpKind::Index ? 2 * out : out);
            it.sampledBytes = 3 * sampled(op); // read, and added to with a read and a write
            break;
        case WorkClass::Stream:
        case WorkClass::Softmax:
        case WorkClass::Copy:
            if (fresh <= 0)
                return; // the gradient is passed on as it is
            it.bytes = out + fresh;
            if (op.kind == OpKind::Copy)
                it.bytes = 2 * fresh;
            else if (op.savedCount > 0)
                it.bytes += std::min(savedBytes(op), std::max(out, inBytes(op)));
            break;
        }
        put(it);
    }

    double savedBytes(const Op &op) const
    {
        double sum = 0;
        for (int i = 0; i < op.savedCount; ++i)
            sum += static_cast<double>(m_graph.storages[static_cast<std::size_t>(m_graph.saved(op)[i])].bytes);
        return sum;
    }

    // Deformable sampling: the points of an output value are the last two dimensions of the weights, the third input.
    double sampled(const Op &op) const
    {
        if (op.kind != OpKind::DeformableAttention || op.inCount < 3 || input(op, 2).shape.n < 2)
            return 0;
        const Dims &weights = input(op, 2).shape;
        return 4 * outBytes(op) * static_cast<double>(weights[-1]) * static_cast<double>(weights[-2]);
    }

    void backwardConv(const Op &op, WorkItem it, double out)
    {
        const MatrixShape s = shapeOf(op);
        const double x = touched(input(op, 0));
        const double w = op.inCount > 1 ? touched(input(op, 1)) : 0;
        it.macs = static_cast<double>(op.macs);
        it.tensorCore = s.n % 8 == 0 && s.k % 8 == 0;
        it.bytes = x + w + out;
        markTaps(op, it);
        const bool grouped = it.workClass == WorkClass::GroupedConv;
        it.depthwise = grouped && s.k == 1;
        if (!grouped && s.taps > 1)
            it.layoutBytes = x + out;
        if (op.gradKind(0) != GradKind::None) { // gradient of the input
            it.tileMacs = grouped ? it.macs : s.rows * padded(s.k) * paddedInner(s.n * s.taps);
            put(it);
        }
        if (op.inCount > 1 && op.gradKind(1) != GradKind::None) { // gradient of the weight
            it.tileMacs = grouped ? it.macs : s.rows * padded(s.n) * paddedInner(s.k * s.taps);
            put(it);
        }
        backwardBias(op, out);
    }

    void backwardBias(const Op &op, double out)
    {
        if (op.inCount > 2 && op.gradKind(2) != GradKind::None)
            put(stream(OpKind::Reduce, out, true));
    }

    void backwardGemm(const Op &op, WorkItem it, double out)
    {
        const MatrixShape s = shapeOf(op);
        it.macs = static_cast<double>(op.macs);
        it.tensorCore = s.n % 8 == 0 && s.k % 8 == 0;
        if (op.kind == OpKind::Attention) { // fused backward: recomputes the scores, five products instead of two
            it.macs *= 2.5;
            it.tileMacs = it.macs;
            it.bytes = 2 * inBytes(op) + 2 * out;
            put(it);
            return;
        }
        const double a = touched(input(op, 0));
        const double b = op.inCount > 1 ? touched(input(op, 1)) : 0;
        it.bytes = a + b + out;
        const double m = s.rows / s.count();
        if (op.gradKind(0) != GradKind::None) { // dA = dC B': m x k over n
            it.tileMacs = tiled(s.count(), m, s.k, s.n);
            put(it);
        }
        if (op.inCount > 1 && op.gradKind(1) != GradKind::None) { // dB = A' dC: k x n over m, split over m when that is long
            it.tileMacs = s.count() * padded(s.k) * padded(s.n) * (m < 1024 ? paddedInner(static_cast<std::int64_t>(m)) : m);
            put(it);
        }
        backwardBias(op, out);
    }

    // A view's gradient is a view too, except for slices: the rest of the input's gradient is filled with zeros.
    void addViewBackward(const Op &op)
    {
        if (op.needsGrad && op.inCount > 0 && op.outCount > 0 && op.gradKind(0) == GradKind::Fresh)
            put(stream(OpKind::Copy, touched(input(op, 0)) + 2 * touched(output(op, 0)), true));
    }

    const Graph &m_graph;
    StepWork m_work;
    std::vector<int> m_uses; // gradients that arrive at a value
    std::size_t m_firstLossOp = 0;
    bool m_inLoss = false;
};

} // namespace

StepWork stepWork(const Graph &graph)
{
    return Collector(graph).run();
}

} // namespace segplan
