// Convolution, linear, attention, normalisation, activation, regularisation: what each keeps for backward.
//
// Rules are those of PyTorch's derivatives.yaml (which inputs and outputs a backward formula reads) and of autocast's CUDA lists.
// Formulas with one entry per input are guarded: an operand is kept only when the other one needs a gradient (mm, bmm, mul).
// Convolution and normalisation have one entry for all inputs and keep them together.
#include "graph/emit.h"

#include <algorithm>
#include <string>
#include <utility>

namespace segplan {

namespace {

std::int64_t convSize(std::int64_t in, int kernel, int stride, int padding, int dilation)
{
    return (in + 2 * std::int64_t{padding} - std::int64_t{dilation} * (kernel - 1) - 1) / stride + 1;
}

std::int64_t positive(std::int64_t size) { return std::max<std::int64_t>(size, 1); }

// [N, L, C] whose last two dimensions are transposed, such as a map's tokens. PyTorch 1.11 to 1.13 run a linear layer on it as one bmm per
// image, without a copy (should_fold in LinearAlgebra.cpp); other releases copy it into rows.
bool isTransposedBatch(const Value &v)
{
    return v.shape.n == 3 && v.strides[2] != 1 && v.strides[0] == v.shape[1] * v.shape[2];
}

} // namespace

// ---- autocast ----

Tensor Tracer::cast(const Tensor &x, DType dtype)
{
    if (x.dtype() == dtype)
        return x;
    Emit e(*this, OpKind::Cast, "cast");
    e.in(x);
    const Dims strides = m_graph.value(x.id()).strides;
    return e.out(x.shape(), strides, dtype);
}

Tensor Tracer::autocastInput(const Tensor &x)
{
    return m_settings.autocast && x.dtype() == DType::Float ? cast(x, DType::Half) : x;
}

Tensor Tracer::autocastWeight(const Tensor &w)
{
    if (!m_settings.autocast || !w.valid() || w.dtype() != DType::Float)
        return w;
    const bool leaf = m_graph.value(w.id()).producer < 0;
    const ValueId cached = m_weightCopies[static_cast<std::size_t>(w.id())];
    if (cached >= 0)
        return Tensor(this, cached);
    Tensor copy;
    {
        Emit e(*this, OpKind::Cast, "cast");
        e.in(w);
        copy = e.out(w.shape(), m_graph.value(w.id()).strides, DType::Half, StorageRole::WeightCopy);
    }
    if (leaf && w.requiresGrad()) { // the cache holds copies of trainable leaves until autocast is left
        m_weightCopies[static_cast<std::size_t>(w.id())] = copy.id();
        m_cache.push_back(copy);
    }
    return copy;
}

Tensor Tracer::toFloat(const Tensor &x) { return m_settings.autocast ? cast(x, DType::Float) : x; }

// ---- convolution family ----

Tensor Tracer::conv(const Tensor &x, const ConvSpec &spec)
{
    assert(x.shape().n == 4);
    const int kw = spec.kernelW ? spec.kernelW : spec.kernel;
    const int pw = spec.paddingW >= 0 ? spec.paddingW : spec.padding;
    const std::int64_t inChannels = x.size(1);
    if (spec.groups < 1 || inChannels % spec.groups != 0 || spec.out % spec.groups != 0)
        fail("expected input channels (" + std::to_string(inChannels) + ") and output channels (" + std::to_string(spec.out)
             + ") to be divisible by the groups (" + std::to_string(spec.groups) + ")");
    const std::int64_t perGroup = positive(inChannels / std::max<std::int64_t>(spec.groups, 1));
    const Tensor weight = parameter({spec.out, perGroup, spec.kernel, kw}, "weight");
    const Tensor bias = spec.bias ? parameter({spec.out}, "bias") : Tensor();
    std::int64_t h = convSize(x.size(2), spec.kernel, spec.stride, spec.padding, spec.dilation);
    std::int64_t w = convSize(x.size(3), kw, spec.stride, pw, spec.dilation);
    if (h < 1 || w < 1) {
        const auto by = [](std::int64_t a, std::int64_t b) { return "(" + std::to_string(a) + " x " + std::to_string(b) + ")"; };
        fail("Calculated padded input size per channel: " + by(x.size(2) + 2 * spec.padding, x.size(3) + 2 * pw) + ". Kernel size: "
             + by(std::int64_t{spec.dilation} * (spec.kernel - 1) + 1, std::int64_t{spec.dilation} * (kw - 1) + 1)
             + ". Kernel size can't be greater than actual input size");
    }
    h = positive(h);
    w = positive(w);

    // Up to 1.10 _convolution (aten/src/ATen/native/Convolution.cpp) hands the kernel a contiguous input, and autograd keeps that copy.
    const bool legacy = m_settings.rules == RetentionRules::Legacy;
    const Tensor input = legacy ? contiguous(autocastInput(x)) : autocastInput(x);
    const Tensor kernel = autocastWeight(weight);
    const Tensor shift = autocastWeight(bias);
    Emit e(*this, OpKind::Conv, spec.name);
    e.in(input);
    e.in(kernel);
    if (shift.valid())
        e.in(shift);
    const Dims shape{x.size(0), spec.out, h, w};
    Tensor out = e.out(shape, input.dtype());
    e.keep(input);
    e.keep(kernel);
    Op &op = e.op();
    op.macs = saturatedMacs(shape.count(), perGroup * spec.kernel * kw);
    op.conv = static_cast<std::int32_t>(m_graph.convs.size());
    m_graph.convs.push_back({spec.kernel, kw, spec.stride, spec.dilation, static_cast<std::int32_t>(spec.groups), inChannels, spec.out});
    return out;
}

Tensor Tracer::convTranspose(const Tensor &x, const ConvSpec &spec)
{
    const int kw = spec.kernelW ? spec.kernelW : spec.kernel;
    const std::int64_t inChannels = x.size(1);
    const std::int64_t groups = std::max<std::int64_t>(spec.groups, 1);
    const Tensor weight = parameter({inChannels, spec.out / groups, spec.kernel, kw}, "weight");
    const Tensor bias = spec.bias ? parameter({spec.out}, "bias") : Tensor();
    const auto size = [&](std::int64_t in, int k) {
        return positive((in - 1) * spec.stride - 2 * spec.padding + std::int64_t{spec.dilation} * (k - 1) + spec.outputPadding + 1);
    };
    const Tensor input = autocastInput(x);
    const Tensor kernel = autocastWeight(weight);
    const Tensor shift = autocastWeight(bias);
    Emit e(*this, OpKind::ConvTranspose, spec.name);
    e.in(input);
    e.in(kernel);
    if (shift.valid())
        e.in(shift);
    Tensor out = e.out({x.size(0), spec.out, size(x.size(2), spec.kernel), size(x.size(3), kw)}, input.dtype());
    e.keep(input);
    e.keep(kernel);
    Op &op = e.op();
    op.macs = saturatedMacs(x.shape().count(), spec.out / groups * spec.kernel * kw);
    op.conv = static_cast<std::int32_t>(m_graph.convs.size());
    m_graph.convs.push_back({spec.kernel, kw, spec.stride, spec.dilation, static_cast<std::int32_t>(groups), inChannels, spec.out});
    return out;
}

Tensor Tracer::linear(const Tensor &x, std::int64_t out, bool bias, std::string_view name)
{
    const Tensor weight = parameter({out, x.size(-1)}, "weight");
    const Tensor shift = bias ? parameter({out}, "bias") : Tensor();
    return linearCore(x, weight, shift, nameHere(name));
}

Tensor Tracer::linearWith(const Tensor &x, const Tensor &weight, const Tensor &bias, std::string_view name)
{
    return linearCore(x, weight, bias, nameHere(name));
}

Tensor Tracer::linearCore(const Tensor &x, const Tensor &weight, const Tensor &bias, NameId name)
{
    const std::int64_t in = x.size(-1);
    const std::int64_t outFeatures = weight.size(0);
    const std::int64_t rows = x.shape().count() / positive(in);
    const Tensor input = autocastInput(x);
    const Tensor kernel = autocastWeight(weight);
    const Tensor shift = autocastWeight(bias);
    if (m_settings.rules == RetentionRules::V113 && isTransposedBatch(m_graph.value(input.id()))) {
        const NameId outer = std::exchange(m_scope, name);
        Tensor product = matmul(input, transpose(kernel, 0, 1));
        if (shift.valid())
            product = addInPlace(product, shift);
        m_scope = outer;
        return product;
    }
    const Tensor folded = input.shape().n == 2 ? input : view(input, {rows, in}); // copies when the input is not viewable: the copy is kept
    Dims shape = x.shape();
    shape[-1] = outFeatures;
    Tensor flat;
    {
        Emit e(*this, OpKind::Linear, name);
        e.in(folded);
        e.in(kernel);
        if (shift.valid())
            e.in(shift);
        flat = e.out({rows, outFeatures}, input.dtype());
        if (gradEnabled(kernel))
            e.keep(folded);
        if (gradEnabled(folded))
            e.keep(kernel);
        e.op().macs = saturatedMacs(saturatedMacs(rows, in), outFeatures);
    }
    return shape.n == 2 ? flat : viewAs(flat, shape, contiguousStrides(shape), "view");
}

Tensor Tracer::matmul(const Tensor &a, const Tensor &b)
{
    const Tensor left = autocastInput(a);
    const Tensor right = autocastInput(b);
    const std::int64_t n = a.size(-2), k = a.size(-1), m = b.size(-1);
    if (b.size(-2) != k)
        fail("mat1 and mat2 shapes cannot be multiplied (" + std::to_string(n) + "x" + std::to_string(k) + " and " + std::to_string(b.size(-2))
             + "x" + std::to_string(m) + ")");
    Dims batch; // leading dimensions, broadcast
    const int lead = std::max(a.shape().n, b.shape().n) - 2;
    for (int i = 0; i < lead; ++i) {
        const int ia = i - (lead - (a.shape().n - 2)), ib = i - (lead - (b.shape().n - 2));
        batch.push(std::max(ia >= 0 ? a.size(ia) : 1, ib >= 0 ? b.size(ib) : 1));
    }
    const std::int64_t count = batch.count();
    const auto fold = [&](const Tensor &x) {
        Dims full = batch;
        full.push(x.size(-2));
        full.push(x.size(-1));
        const Tensor wide = x.shape() == full ? x : expand(x, full);
        return lead == 1 ? wide : view(wide, {count, x.size(-2), x.size(-1)});
    };
    const Tensor foldedLeft = fold(left);
    const Tensor foldedRight = fold(right);
    Tensor flat;
    {
        Emit e(*this, OpKind::MatMul, "matmul");
        e.in(foldedLeft);
        e.in(foldedRight);
        flat = e.out({count, n, m}, left.dtype());
        if (gradEnabled(foldedRight))
            e.keep(foldedLeft);
        if (gradEnabled(foldedLeft))
            e.keep(foldedRight);
        e.op().macs = saturatedMacs(saturatedMacs(count, n), saturatedMacs(k, m));
    }
    if (lead == 1)
        return flat;
    Dims shape = batch;
    shape.push(n);
    shape.push(m);
    return viewAs(flat, shape, contiguousStrides(shape), "view");
}

Tensor Tracer::einsumBqcBchw(const Tensor &queries, const Tensor &features)
{
    const Tensor f = view(features, {features.size(0), features.size(1), features.size(2) * features.size(3)});
    const Tensor flat = matmul(queries, f);
    return view(flat, {queries.size(0), queries.size(1), features.size(2), features.size(3)});
}

Tensor Tracer::scaledDotProductAttention(const Tensor &q, const Tensor &k, const Tensor &v)
{
    if (m_settings.rules != RetentionRules::V2) {
        const Tensor scaled = mulScalar(q);
        const Tensor scores = matmul(scaled, transpose(k, -2, -1));
        return matmul(softmax(scores, -1), v);
    }
    const Tensor hq = autocastInput(q), hk = autocastInput(k), hv = autocastInput(v);
    Emit e(*this, OpKind::Attention, "sdpa");
    e.in(hq);
    e.in(hk);
    e.in(hv);
    Dims shape = q.shape();
    shape[-1] = v.size(-1);
    Tensor out = e.out(shape, hq.dtype());
    e.keep(hq);
    e.keep(hk);
    e.keep(hv);
    e.keep(out);
    e.keepBytes(saturatedMacs(q.shape().count() / positive(q.size(-1)), 4)); // log-sum-exp, fp32 per query and head
    e.op().macs = saturatedMacs(q.shape().count(), k.size(-2)) + saturatedMacs(shape.count(), k.size(-2));
    return out;
}

Tensor Tracer::deformableAttention(const Tensor &value, const Tensor &locations, const Tensor &weights)
{
    const Tensor v = toFloat(value), l = toFloat(locations), w = toFloat(weights);
    Emit e(*this, OpKind::DeformableAttention, "ms_deform_attn");
    e.in(v);
    e.in(l);
    e.in(w);
    Tensor out = e.out({value.size(0), locations.size(1), value.size(2) * value.size(3)}, DType::Float);
    e.keep(v);
    e.keep(l);
    e.keep(w);
    return out;
}

// ---- normalisation ----

Tensor Tracer::batchNorm(const Tensor &x, std::string_view name, bool affine)
{
    const std::int64_t channels = x.size(1);
    const bool trainable = m_frozenNormDepth == 0;
    const Tensor weight = affine ? parameter({channels}, "weight", trainable) : Tensor();
    const Tensor bias = affine ? parameter({channels}, "bias", trainable) : Tensor();
    (void)buffer({channels}, DType::Float, "running_mean");
    (void)buffer({channels}, DType::Float, "running_var");
    (void)buffer({}, DType::Int64, "num_batches_tracked");
    Emit e(*this, OpKind::BatchNorm, name);
    e.in(x);
    if (affine) {
        e.in(weight);
        e.in(bias);
    }
    Tensor out = e.out(x.shape(), m_graph.value(x.id()).strides, x.dtype());
    e.keep(x);
    if (affine)
        e.keep(weight);
    e.keepBytes(channels * 4);
    e.keepBytes(channels * 4);
    return out;
}

Tensor Tracer::layerNorm(const Tensor &x, std::string_view name)
{
    const std::int64_t channels = x.size(-1);
    const Tensor weight = parameter({channels}, "weight");
    const Tensor bias = parameter({channels}, "bias");
    const Tensor input = toFloat(x);
    Emit e(*this, OpKind::LayerNorm, name);
    e.in(input);
    e.in(weight);
    e.in(bias);
    Tensor out = e.out(x.shape(), input.dtype());
    e.keep(input);
    e.keep(weight);
    const std::int64_t tokens = x.shape().count() / positive(channels);
    e.keepBytes(tokens * 4);
    e.keepBytes(tokens * 4);
    return out;
}

Tensor Tracer::groupNorm(const Tensor &x, int groups, std::string_view name)
{
    const Tensor weight = parameter({x.size(1)}, "weight");
    const Tensor bias = parameter({x.size(1)}, "bias");
    const Tensor cast = toFloat(x);
    const Tensor input = contiguous(cast);
    Emit e(*this, OpKind::GroupNorm, name);
    e.in(input);
    e.in(weight);
    e.in(bias);
    Tensor out = e.out(x.shape(), input.dtype());
    e.keep(input);
    e.keep(weight);
    e.keepBytes(x.size(0) * groups * 4);
    e.keepBytes(x.size(0) * groups * 4);
    return out;
}

Tensor Tracer::l2Normalize(const Tensor &argument, int dim)
{
    // x / norm(x).clamp_min(eps).expand_as(x): the norm keeps x and itself, the quotient x and the divisor. Autocast's fp32 list has it whole.
    const Tensor x = toFloat(argument);
    Dims small = x.shape();
    small[dim] = 1;
    Tensor norm, clamped;
    {
        Emit e(*this, OpKind::Reduce, "norm");
        e.in(x);
        norm = e.out(small, x.dtype());
        e.keep(x);
        e.keep(norm);
    }
    {
        Emit e(*this, OpKind::Elementwise, "clamp_min");
        e.in(norm);
        clamped = e.out(small, x.dtype());
        e.keep(norm);
    }
    const Tensor divisor = expand(clamped, x.shape());
    Emit e(*this, OpKind::Elementwise, "div");
    e.in(x);
    e.in(divisor);
    Tensor out = e.out(x.shape(), x.dtype());
    e.keep(x);
    e.keep(divisor);
    return out;
}

// ---- activations ----

Tensor Tracer::unary(const Tensor &x, OpKind kind, const char *name, bool inPlace, int keeps)
{
    constexpr int input = 1, output = 2, clone = 4;
    Emit e(*this, kind, name);
    e.in(x);
    const Value v = m_graph.value(x.id());
    if (keeps & clone)
        e.keepBytes(byteCount(v.shape, v.dtype));
    Tensor out = inPlace ? e.outIn(v.storage, v.shape, v.strides, v.dtype) : e.out(v.shape, v.strides, v.dtype);
    e.op().inPlace = inPlace;
    if (keeps & input)
        e.keep(x);
    if (keeps & output)
        e.keep(out);
    return out;
}

Tensor Tracer::relu(const Tensor &x, bool inPlace)
{
    const bool keepsInput = m_settings.rules == RetentionRules::Legacy && !inPlace;
    return unary(x, OpKind::Activation, "relu", inPlace, keepsInput ? 1 : 2);
}

Tensor Tracer::relu6(const Tensor &x, bool inPlace)
{
    if (m_settings.rules == RetentionRules::Legacy)
        return unary(x, OpKind::Activation, "relu6", inPlace, inPlace ? 2 : 1);
    return unary(x, OpKind::Activation, "relu6", inPlace, inPlace ? 4 : 1);
}

Tensor Tracer::hardswish(const Tensor &x, bool inPlace) { return unary(x, OpKind::Activation, "hardswish", inPlace, inPlace ? 4 : 1); }
Tensor Tracer::hardsigmoid(const Tensor &x, bool inPlace) { return unary(x, OpKind::Activation, "hardsigmoid", inPlace, inPlace ? 4 : 1); }
Tensor Tracer::silu(const Tensor &x, bool inPlace) { return unary(x, OpKind::Activation, "silu", inPlace, inPlace ? 4 : 1); }
Tensor Tracer::gelu(const Tensor &x)
{
    // Up to 1.10 gelu is on autocast's fp32 list (aten/src/ATen/autocast_mode.cpp).
    return unary(m_settings.rules == RetentionRules::Legacy ? toFloat(x) : x, OpKind::Activation, "gelu", false, 1);
}
Tensor Tracer::sigmoid(const Tensor &x) { return unary(x, OpKind::Activation, "sigmoid", false, 2); }
Tensor Tracer::leakyRelu(const Tensor &x, bool inPlace) { return unary(x, OpKind::Activation, "leaky_relu", inPlace, inPlace ? 2 : 1); }

Tensor Tracer::prelu(const Tensor &x, std::string_view name)
{
    const Tensor weight = parameter({1}, "weight");
    const Tensor slope = autocastWeight(weight);
    Emit e(*this, OpKind::Activation, name);
    e.in(x);
    e.in(slope);
    Tensor out = e.out(x.shape(), x.dtype());
    e.keep(x);
    e.keep(slope);
    return out;
}

namespace {
// Softmax and its logarithm keep their output, up to 1.10 the input as well; autocast runs them in fp32. The result is contiguous.
Tensor softmaxAs(Tracer &t, const Tensor &x, OpKind kind, const char *name)
{
    const Tensor input = t.settings().autocast ? t.cast(x, DType::Float) : x;
    Tracer::Custom op;
    op.kind = kind;
    op.inputs = {input};
    if (t.settings().rules == RetentionRules::Legacy)
        op.keeps = {input};
    op.keepsOutput = true;
    op.shape = x.shape();
    op.dtype = input.dtype();
    op.name = name;
    return t.custom(op);
}
} // namespace

Tensor Tracer::softmax(const Tensor &x, int) { return softmaxAs(*this, x, OpKind::Softmax, "softmax"); }
Tensor Tracer::logSoftmax(const Tensor &x, int) { return softmaxAs(*this, x, OpKind::Loss, "log_softmax"); }

// ---- regularisation ----

Tensor Tracer::dropout(const Tensor &x, double p, bool inPlace)
{
    if (p <= 0)
        return x;
    const std::int64_t elements = x.shape().count();
    if (inPlace) { // composed: a noise tensor of the input's type
        Emit e(*this, OpKind::Dropout, "dropout");
        e.in(x);
        const Value v = m_graph.value(x.id());
        e.keepBytes(byteCount(v.shape, v.dtype));
        e.op().inPlace = true;
        return e.outIn(v.storage, v.shape, v.strides, v.dtype);
    }
    Emit e(*this, OpKind::Dropout, "dropout");
    e.in(x);
    Tensor out = e.out(x.shape(), m_graph.value(x.id()).strides, x.dtype());
    e.keepBytes(elements); // bool mask of the fused CUDA kernel
    return out;
}

Tensor Tracer::dropout2d(const Tensor &x, double p)
{
    if (p <= 0)
        return x;
    Emit e(*this, OpKind::Dropout, "dropout2d");
    e.in(x);
    Tensor out = e.out(x.shape(), m_graph.value(x.id()).strides, x.dtype());
    e.keepBytes(x.size(0) * x.size(1) * bytesOf(x.dtype()));
    return out;
}

Tensor Tracer::dropPath(const Tensor &x, double p)
{
    if (p <= 0)
        return x;
    const Tensor scaled = mulScalar(x); // x.div(keep_prob)
    Emit e(*this, OpKind::Dropout, "drop_path");
    e.in(scaled);
    Tensor out = e.out(x.shape(), m_graph.value(x.id()).strides, x.dtype());
    e.keepBytes(x.size(0) * bytesOf(x.dtype()));
    return out;
}

} // namespace segplan
