#include "graph/graph.h"

namespace segplan {

Dims contiguousStrides(const Dims &shape)
{
    Dims strides = shape;
    std::int64_t step = 1;
    for (int i = shape.n - 1; i >= 0; --i) {
        strides[i] = step;
        if (__builtin_mul_overflow(step, shape[i] > 1 ? shape[i] : 1, &step))
            step = INT64_MAX;
    }
    return strides;
}

Dims channelsLastStrides(const Dims &shape)
{
    assert(shape.n == 4);
    return {shape[1] * shape[2] * shape[3], 1, shape[3] * shape[1], shape[1]};
}

const char *opKindName(OpKind kind)
{
    switch (kind) {
    case OpKind::Conv: return "conv";
    case OpKind::ConvTranspose: return "conv-transpose";
    case OpKind::Linear: return "linear";
    case OpKind::MatMul: return "matmul";
    case OpKind::Attention: return "attention";
    case OpKind::DeformableAttention: return "deformable-attention";
    case OpKind::BatchNorm: return "batch-norm";
    case OpKind::LayerNorm: return "layer-norm";
    case OpKind::GroupNorm: return "group-norm";
    case OpKind::Activation: return "activation";
    case OpKind::Elementwise: return "elementwise";
    case OpKind::Softmax: return "softmax";
    case OpKind::Pool: return "pool";
    case OpKind::Resample: return "resample";
    case OpKind::Copy: return "copy";
    case OpKind::Cast: return "cast";
    case OpKind::Dropout: return "dropout";
    case OpKind::Reduce: return "reduce";
    case OpKind::Index: return "index";
    case OpKind::Loss: return "loss";
    case OpKind::Metric: return "metric";
    case OpKind::View: return "view";
    }
    return "unknown";
}

std::string Graph::path(NameId id) const
{
    std::string out;
    for (NameId at = id; at > 0; at = names[static_cast<std::size_t>(at)].parent) {
        const std::string &piece = names[static_cast<std::size_t>(at)].piece;
        out = out.empty() ? piece : piece + "." + out;
    }
    return out;
}

std::int64_t Graph::parameterCount() const
{
    std::int64_t sum = 0;
    for (const ValueId id : parameters) {
        if (value(id).requiresGrad)
            sum += value(id).shape.count();
    }
    return sum;
}

std::int64_t Graph::frozenParameterCount() const
{
    std::int64_t sum = 0;
    for (const ValueId id : parameters) {
        if (!value(id).requiresGrad)
            sum += value(id).shape.count();
    }
    return sum;
}

double Graph::macsPerImage() const
{
    double sum = 0;
    for (const Op &op : ops)
        sum += static_cast<double>(op.macs);
    return sum / (batch > 0 ? batch : 1);
}

} // namespace segplan
