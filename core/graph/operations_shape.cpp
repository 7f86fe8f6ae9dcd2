// Elementwise, pooling, resampling, views and copies, reductions.
#include "graph/emit.h"

#include <algorithm>
#include <optional>
#include <string>

namespace segplan {

namespace {

std::int64_t positive(std::int64_t size) { return std::max<std::int64_t>(size, 1); }

int wrap(int dim, int rank) { return dim < 0 ? dim + rank : dim; }

Dims broadcastShape(const Dims &a, const Dims &b)
{
    Dims out;
    const int rank = std::max(a.n, b.n);
    for (int i = 0; i < rank; ++i) {
        const int ia = i - (rank - a.n), ib = i - (rank - b.n);
        out.push(std::max(ia >= 0 ? a[ia] : 1, ib >= 0 ? b[ib] : 1));
    }
    return out;
}

std::string plain(const Dims &shape)
{
    std::string text;
    for (int i = 0; i < shape.n; ++i)
        text += (i ? ", " : "") + std::to_string(shape[i]);
    return "[" + text + "]";
}

// PyTorch's words when two shapes do not broadcast; empty when they do.
std::string broadcastFault(const Dims &a, const Dims &b)
{
    const int rank = std::max(a.n, b.n);
    for (int i = rank; i-- > 0;) {
        const int ia = i - (rank - a.n), ib = i - (rank - b.n);
        if (ia >= 0 && ib >= 0 && a[ia] != b[ib] && a[ia] != 1 && b[ib] != 1)
            return "The size of tensor a (" + std::to_string(a[ia]) + ") must match the size of tensor b (" + std::to_string(b[ib])
                + ") at non-singleton dimension " + std::to_string(i);
    }
    return {};
}

// PyTorch's words when a pooling window has no place; empty when the output has a size.
std::string poolFault(const Dims &in, std::int64_t h, std::int64_t w)
{
    if (h >= 1 && w >= 1)
        return {};
    const auto size = [&in](std::int64_t rows, std::int64_t columns) {
        return "(" + std::to_string(in[1]) + "x" + std::to_string(rows) + "x" + std::to_string(columns) + ")";
    };
    return "Given input size: " + size(in[2], in[3]) + ". Calculated output size: " + size(h, w) + ". Output size is too small";
}

bool isContiguous(const Value &v)
{
    std::int64_t step = 1;
    for (int i = v.shape.n - 1; i >= 0; --i) {
        if (v.shape[i] == 1)
            continue;
        if (v.strides[i] != step)
            return false;
        step *= v.shape[i];
    }
    return true;
}

// Dense and non-overlapping: some permutation of the dimensions is contiguous.
bool isDense(const Value &v)
{
    std::array<int, 6> order{};
    for (int i = 0; i < v.shape.n; ++i)
        order[static_cast<std::size_t>(i)] = i;
    std::sort(order.begin(), order.begin() + v.shape.n, [&](int a, int b) { return v.strides[a] < v.strides[b]; });
    std::int64_t step = 1;
    for (int k = 0; k < v.shape.n; ++k) {
        const int i = order[static_cast<std::size_t>(k)];
        if (v.shape[i] == 1)
            continue;
        if (v.strides[i] != step)
            return false;
        step *= v.shape[i];
    }
    return true;
}

// Strides of a view with the new shape, or nothing when a copy is needed (the rule of at::detail::computeStride).
std::optional<Dims> viewStrides(const Value &v, const Dims &shape)
{
    if (v.shape.count() == 0)
        return contiguousStrides(shape);
    Dims out;
    out.n = shape.n;
    int at = shape.n - 1;
    std::int64_t base = v.strides.n > 0 ? v.strides[-1] : 1;
    std::int64_t chunk = 1, taken = 1;
    for (int i = v.shape.n - 1; i >= 0; --i) {
        chunk *= v.shape[i];
        const bool border = i == 0 || (v.shape[i - 1] != 1 && v.strides[i - 1] != chunk * base);
        if (!border)
            continue;
        while (at >= 0 && (taken < chunk || shape[at] == 1)) {
            out[at] = taken * base;
            taken *= shape[at];
            --at;
        }
        if (taken != chunk)
            return std::nullopt;
        if (i > 0) {
            base = v.strides[i - 1];
            chunk = taken = 1;
        }
    }
    if (at != -1)
        return std::nullopt;
    return out;
}

DType promoted(DType a, DType b)
{
    if (a == b)
        return a;
    if (a == DType::Float || b == DType::Float)
        return DType::Float;
    return a == DType::Half || b == DType::Half ? DType::Half : DType::Int64;
}

std::int64_t poolSize(std::int64_t in, int kernel, int stride, int padding, bool ceilMode)
{
    const std::int64_t room = in + 2 * std::int64_t{padding} - kernel;
    std::int64_t out = (ceilMode ? (room + stride - 1) / stride : room / stride) + 1;
    if (ceilMode && (out - 1) * stride >= in + padding)
        --out;
    return out;
}

} // namespace

// ---- elementwise ----

namespace {
// Strides of an elementwise result: the layout of the full-size dense operand, else contiguous.
Dims elementwiseStrides(const Value &a, const Dims &shape)
{
    return a.shape == shape && isDense(a) ? a.strides : contiguousStrides(shape);
}
} // namespace

Tensor Tracer::add(const Tensor &a, const Tensor &b)
{
    if (const std::string fault = broadcastFault(a.shape(), b.shape()); !fault.empty())
        fail(fault);
    const Dims shape = broadcastShape(a.shape(), b.shape());
    Emit e(*this, OpKind::Elementwise, "add");
    const DType dtype = promoted(a.dtype(), b.dtype());
    e.in(a, a.shape() == shape && a.dtype() == dtype ? GradKind::Alias : GradKind::Fresh);
    e.in(b, b.shape() == shape && b.dtype() == dtype ? GradKind::Alias : GradKind::Fresh);
    const Value &layout = m_graph.value(a.shape() == shape ? a.id() : b.id());
    return e.out(shape, elementwiseStrides(layout, shape), dtype);
}

Tensor Tracer::addInPlace(const Tensor &a, const Tensor &b)
{
    if (const std::string fault = broadcastFault(a.shape(), b.shape()); !fault.empty())
        fail(fault);
    Emit e(*this, OpKind::Elementwise, "add_");
    e.in(a, GradKind::Alias);
    e.in(b, b.shape() == a.shape() && b.dtype() == a.dtype() ? GradKind::Alias : GradKind::Fresh);
    e.op().inPlace = true;
    const Value v = m_graph.value(a.id());
    return e.outIn(v.storage, v.shape, v.strides, v.dtype);
}

Tensor Tracer::sub(const Tensor &a, const Tensor &b)
{
    if (const std::string fault = broadcastFault(a.shape(), b.shape()); !fault.empty())
        fail(fault);
    const Dims shape = broadcastShape(a.shape(), b.shape());
    Emit e(*this, OpKind::Elementwise, "sub");
    e.in(a, a.shape() == shape ? GradKind::Alias : GradKind::Fresh);
    e.in(b, GradKind::Fresh);
    const Value &layout = m_graph.value(a.shape() == shape ? a.id() : b.id());
    return e.out(shape, elementwiseStrides(layout, shape), promoted(a.dtype(), b.dtype()));
}

Tensor Tracer::mul(const Tensor &a, const Tensor &b)
{
    if (const std::string fault = broadcastFault(a.shape(), b.shape()); !fault.empty())
        fail(fault);
    const Dims shape = broadcastShape(a.shape(), b.shape());
    Emit e(*this, OpKind::Elementwise, "mul");
    e.in(a);
    e.in(b);
    const Value &layout = m_graph.value(a.shape() == shape ? a.id() : b.id());
    Tensor out = e.out(shape, elementwiseStrides(layout, shape), promoted(a.dtype(), b.dtype()));
    if (gradEnabled(b))
        e.keep(a);
    if (gradEnabled(a))
        e.keep(b);
    return out;
}

Tensor Tracer::mulScalar(const Tensor &x)
{
    Emit e(*this, OpKind::Elementwise, "mul");
    e.in(x);
    e.keepBytes(8, StorageRole::Host); // the number, as a double
    return e.out(x.shape(), elementwiseStrides(m_graph.value(x.id()), x.shape()), x.dtype());
}

Tensor Tracer::addScalar(const Tensor &x)
{
    Emit e(*this, OpKind::Elementwise, "add");
    e.in(x, GradKind::Alias);
    return e.out(x.shape(), elementwiseStrides(m_graph.value(x.id()), x.shape()), x.dtype());
}

// ---- pooling, resampling ----

Tensor Tracer::maxPool(const Tensor &x, int kernel, int stride, int padding, bool ceilMode)
{
    const std::int64_t h = poolSize(x.size(2), kernel, stride, padding, ceilMode);
    const std::int64_t w = poolSize(x.size(3), kernel, stride, padding, ceilMode);
    if (const std::string fault = poolFault(x.shape(), h, w); !fault.empty())
        fail(fault);
    const Dims shape{x.size(0), x.size(1), positive(h), positive(w)};
    Emit e(*this, OpKind::Pool, "max_pool");
    e.in(x);
    Tensor out = e.out(shape, x.dtype());
    e.keep(x);
    e.keepBytes(byteCount(shape, DType::Int64));
    return out;
}

Tensor Tracer::avgPool(const Tensor &x, int kernel, int stride, int padding, bool ceilMode)
{
    const std::int64_t h = poolSize(x.size(2), kernel, stride, padding, ceilMode);
    const std::int64_t w = poolSize(x.size(3), kernel, stride, padding, ceilMode);
    if (const std::string fault = poolFault(x.shape(), h, w); !fault.empty())
        fail(fault);
    Emit e(*this, OpKind::Pool, "avg_pool");
    e.in(x);
    Tensor out = e.out({x.size(0), x.size(1), positive(h), positive(w)}, x.dtype());
    e.keep(x);
    return out;
}

Tensor Tracer::adaptiveAvgPool(const Tensor &x, std::int64_t h, std::int64_t w)
{
    if (h == 1 && w == 1)
        return mean(x, {2, 3}, true);
    Emit e(*this, OpKind::Pool, "adaptive_avg_pool");
    e.in(x);
    Tensor out = e.out({x.size(0), x.size(1), h, w}, x.dtype());
    e.keep(x);
    return out;
}

Tensor Tracer::adaptiveMaxPool(const Tensor &x, std::int64_t h, std::int64_t w)
{
    const Dims shape{x.size(0), x.size(1), h, w};
    Emit e(*this, OpKind::Pool, "adaptive_max_pool");
    e.in(x);
    Tensor out = e.out(shape, x.dtype());
    e.keep(x);
    e.keepBytes(byteCount(shape, DType::Int64));
    return out;
}

Tensor Tracer::interpolate(const Tensor &x, std::int64_t h, std::int64_t w)
{
    Emit e(*this, OpKind::Resample, "interpolate");
    e.in(x);
    return e.out({x.size(0), x.size(1), positive(h), positive(w)}, x.dtype());
}

Tensor Tracer::gridSample(const Tensor &x, const Tensor &grid)
{
    const Tensor input = toFloat(x), where = toFloat(grid);
    Emit e(*this, OpKind::Resample, "grid_sample");
    e.in(input);
    e.in(where);
    Tensor out = e.out({x.size(0), x.size(1), grid.size(1), grid.size(2)}, input.dtype());
    e.keep(input);
    e.keep(where);
    return out;
}

Tensor Tracer::pixelShuffle(const Tensor &x, int factor)
{
    Emit e(*this, OpKind::Copy, "pixel_shuffle");
    e.in(x);
    return e.out({x.size(0), x.size(1) / (std::int64_t{factor} * factor), x.size(2) * factor, x.size(3) * factor}, x.dtype());
}

// ---- views ----

Tensor Tracer::viewAs(const Tensor &x, const Dims &shape, const Dims &strides, std::string_view name)
{
    Emit e(*this, OpKind::View, name);
    e.in(x, GradKind::Alias);
    const Value v = m_graph.value(x.id());
    return e.outIn(v.storage, shape, strides, v.dtype);
}

Tensor Tracer::view(const Tensor &x, const Dims &wanted)
{
    Dims shape = wanted;
    std::int64_t known = 1;
    int open = -1;
    for (int i = 0; i < shape.n; ++i) {
        if (shape[i] < 0)
            open = i;
        else
            known *= shape[i];
    }
    if (open >= 0)
        shape[open] = x.shape().count() / positive(known);
    if (shape.count() != x.shape().count())
        fail("shape '" + plain(wanted) + "' is invalid for input of size " + std::to_string(x.shape().count()));
    const Value v = m_graph.value(x.id());
    if (const auto strides = viewStrides(v, shape))
        return viewAs(x, shape, *strides, "view");
    const Tensor copy = clone(x);
    return viewAs(copy, shape, contiguousStrides(shape), "view");
}

Tensor Tracer::flatten(const Tensor &x, int first, int last)
{
    const int from = wrap(first, x.shape().n), to = wrap(last, x.shape().n);
    Dims shape;
    for (int i = 0; i < from; ++i)
        shape.push(x.size(i));
    std::int64_t merged = 1;
    for (int i = from; i <= to; ++i)
        merged *= x.size(i);
    shape.push(merged);
    for (int i = to + 1; i < x.shape().n; ++i)
        shape.push(x.size(i));
    return view(x, shape);
}

Tensor Tracer::permute(const Tensor &x, const Dims &order)
{
    const Value v = m_graph.value(x.id());
    assert(order.n == v.shape.n);
    Dims shape, strides;
    for (int i = 0; i < order.n; ++i) {
        shape.push(v.shape[static_cast<int>(order[i])]);
        strides.push(v.strides[static_cast<int>(order[i])]);
    }
    return viewAs(x, shape, strides, "permute");
}

Tensor Tracer::transpose(const Tensor &x, int a, int b)
{
    Dims order;
    for (int i = 0; i < x.shape().n; ++i)
        order.push(i);
    std::swap(order[wrap(a, order.n)], order[wrap(b, order.n)]);
    return permute(x, order);
}

Tensor Tracer::clone(const Tensor &x)
{
    Emit e(*this, OpKind::Copy, "clone");
    e.in(x, GradKind::Alias);
    return e.out(x.shape(), x.dtype());
}

Tensor Tracer::contiguous(const Tensor &x) { return isContiguous(m_graph.value(x.id())) ? x : clone(x); }

Tensor Tracer::slice(const Tensor &x, int dim, std::int64_t from, std::int64_t to, std::int64_t step)
{
    const int d = wrap(dim, x.shape().n);
    Value v = m_graph.value(x.id());
    const std::int64_t end = std::min(to, v.shape[d]);
    v.shape[d] = positive((end - from + step - 1) / step);
    v.strides[d] *= step;
    Emit e(*this, OpKind::View, "slice");
    e.in(x, GradKind::Fresh); // backward scatters into zeros of the input's size
    return e.outIn(v.storage, v.shape, v.strides, v.dtype);
}

Tensor Tracer::select(const Tensor &x, int dim, std::int64_t index)
{
    (void)index;
    const int d = wrap(dim, x.shape().n);
    const Value v = m_graph.value(x.id());
    Dims shape, strides;
    for (int i = 0; i < v.shape.n; ++i) {
        if (i == d)
            continue;
        shape.push(v.shape[i]);
        strides.push(v.strides[i]);
    }
    Emit e(*this, OpKind::View, "select");
    e.in(x, GradKind::Fresh);
    return e.outIn(v.storage, shape, strides, v.dtype);
}

Tensor Tracer::unsqueeze(const Tensor &x, int dim)
{
    const Value v = m_graph.value(x.id());
    const int d = dim < 0 ? dim + v.shape.n + 1 : dim;
    Dims shape, strides;
    for (int i = 0; i <= v.shape.n; ++i) {
        if (i == d) {
            shape.push(1);
            strides.push(i < v.shape.n ? v.shape[i] * v.strides[i] : 1);
        }
        if (i < v.shape.n) {
            shape.push(v.shape[i]);
            strides.push(v.strides[i]);
        }
    }
    return viewAs(x, shape, strides, "unsqueeze");
}

Tensor Tracer::squeeze(const Tensor &x, int dim)
{
    const Value v = m_graph.value(x.id());
    const int d = wrap(dim, v.shape.n);
    Dims shape, strides;
    for (int i = 0; i < v.shape.n; ++i) {
        if (i == d)
            continue;
        shape.push(v.shape[i]);
        strides.push(v.strides[i]);
    }
    return viewAs(x, shape, strides, "squeeze");
}

Tensor Tracer::expand(const Tensor &x, const Dims &shape)
{
    const Value v = m_graph.value(x.id());
    Dims strides;
    for (int i = 0; i < shape.n; ++i) {
        const int from = i - (shape.n - v.shape.n);
        strides.push(from >= 0 && v.shape[from] == shape[i] ? v.strides[from] : 0);
    }
    Emit e(*this, OpKind::View, "expand");
    e.in(x, v.shape == shape ? GradKind::Alias : GradKind::Fresh); // backward sums
    return e.outIn(v.storage, shape, strides, v.dtype);
}

Tensor Tracer::repeat(const Tensor &x, const Dims &times)
{
    Dims shape;
    for (int i = 0; i < times.n; ++i) {
        const int from = i - (times.n - x.shape().n);
        shape.push(times[i] * (from >= 0 ? x.size(from) : 1));
    }
    Emit e(*this, OpKind::Copy, "repeat");
    e.in(x);
    return e.out(shape, x.dtype());
}

std::vector<Tensor> Tracer::chunk(const Tensor &x, int count, int dim)
{
    const int d = wrap(dim, x.shape().n);
    const Value v = m_graph.value(x.id());
    Dims shape = v.shape;
    shape[d] = positive(v.shape[d] / count);
    Emit e(*this, OpKind::View, "chunk");
    e.in(x, GradKind::Fresh); // backward concatenates
    std::vector<Tensor> out;
    for (int i = 0; i < count; ++i)
        out.push_back(e.outIn(v.storage, shape, v.strides, v.dtype));
    return out;
}

// ---- copies ----

Tensor Tracer::cat(const std::vector<Tensor> &parts, int dim)
{
    assert(!parts.empty());
    const int d = wrap(dim, parts.front().shape().n);
    Dims shape = parts.front().shape();
    DType dtype = parts.front().dtype();
    std::int64_t sum = 0;
    for (const Tensor &part : parts) {
        sum += part.size(d);
        dtype = promoted(dtype, part.dtype());
        for (int i = 0; i < shape.n; ++i) {
            if (i != d && part.size(i) != shape[i])
                fail("Sizes of tensors must match except in dimension " + std::to_string(d) + ". Expected size " + std::to_string(shape[i])
                     + " but got size " + std::to_string(part.size(i)) + " for tensor number " + std::to_string(&part - parts.data())
                     + " in the list.");
        }
    }
    shape[d] = sum;
    Emit e(*this, OpKind::Copy, "cat");
    for (const Tensor &part : parts)
        e.in(part, part.dtype() == dtype ? GradKind::Alias : GradKind::Fresh); // backward narrows: views of the gradient
    return e.out(shape, dtype);
}

Tensor Tracer::stack(const std::vector<Tensor> &parts, int dim)
{
    std::vector<Tensor> wide;
    wide.reserve(parts.size());
    for (const Tensor &part : parts)
        wide.push_back(unsqueeze(part, dim));
    return cat(wide, dim);
}

Tensor Tracer::pad(const Tensor &x, std::int64_t left, std::int64_t right, std::int64_t top, std::int64_t bottom)
{
    Dims shape = x.shape();
    shape[-1] = positive(shape[-1] + left + right);
    shape[-2] = positive(shape[-2] + top + bottom);
    Emit e(*this, OpKind::Copy, "pad");
    e.in(x);
    return e.out(shape, x.dtype());
}

Tensor Tracer::padBhwc(const Tensor &x, std::int64_t bottom, std::int64_t right)
{
    Dims shape = x.shape();
    shape[1] += bottom;
    shape[2] += right;
    if (bottom == 0 && right == 0)
        return x;
    Emit e(*this, OpKind::Copy, "pad");
    e.in(x);
    return e.out(shape, x.dtype());
}

Tensor Tracer::roll(const Tensor &x)
{
    Emit e(*this, OpKind::Copy, "roll");
    e.in(x);
    return e.out(x.shape(), x.dtype());
}

Tensor Tracer::unfold(const Tensor &x, int kernel, int stride, int padding, int dilation)
{
    const auto size = [&](std::int64_t in) {
        return positive((in + 2 * padding - std::int64_t{dilation} * (kernel - 1) - 1) / stride + 1);
    };
    Emit e(*this, OpKind::Copy, "unfold");
    e.in(x);
    Tensor out = e.out({x.size(0), x.size(1) * kernel * kernel, size(x.size(2)) * size(x.size(3))}, x.dtype());
    e.keep(x);
    return out;
}

Tensor Tracer::indexParameter(const Tensor &table, const Dims &shape)
{
    Emit e(*this, OpKind::Index, "index");
    e.in(table);
    return e.out(shape, table.dtype());
}

Tensor Tracer::reflectShuffle(const Tensor &x)
{
    Emit e(*this, OpKind::Copy, "reorder");
    e.in(x);
    return e.out(x.shape(), x.dtype());
}

// ---- reductions ----

namespace {
Dims reducedShape(const Dims &in, const Dims &dims, bool keepDim)
{
    Dims out;
    for (int i = 0; i < in.n; ++i) {
        bool reduced = dims.n == 0;
        for (int k = 0; k < dims.n; ++k)
            reduced = reduced || wrap(static_cast<int>(dims[k]), in.n) == i;
        if (!reduced)
            out.push(in[i]);
        else if (keepDim)
            out.push(1);
    }
    return out;
}
} // namespace

Tensor Tracer::mean(const Tensor &x, const Dims &dims, bool keepDim)
{
    Emit e(*this, OpKind::Reduce, "mean");
    e.in(x);
    Tensor out = e.out(reducedShape(x.shape(), dims, keepDim), x.dtype());
    if (m_settings.rules == RetentionRules::V113 && dims.n > 0) // its backward asks self.numel(); before and after that, sizes are enough
        e.keep(x);
    return out;
}

Tensor Tracer::sum(const Tensor &x, const Dims &dims, bool keepDim)
{
    const Tensor input = toFloat(x); // sum is in autocast's fp32 list
    Emit e(*this, OpKind::Reduce, "sum");
    e.in(input, GradKind::Alias); // backward expands: a view with stride 0
    return e.out(reducedShape(x.shape(), dims, keepDim), input.dtype());
}

Tensor Tracer::max(const Tensor &x, int dim)
{
    const Dims shape = reducedShape(x.shape(), {dim}, false);
    Emit e(*this, OpKind::Reduce, "max");
    e.in(x);
    Tensor out = e.out(shape, x.dtype());
    e.keepBytes(byteCount(shape, DType::Int64));
    return out;
}

// ---- any other operation ----

Tensor Tracer::custom(const Custom &spec)
{
    Emit e(*this, spec.kind, spec.name);
    for (std::size_t i = 0; i < spec.inputs.size(); ++i)
        e.in(spec.inputs[i], i < spec.grads.size() ? spec.grads[i] : GradKind::Fresh);
    Tensor out = e.out(spec.shape, spec.dtype);
    for (const Tensor &kept : spec.keeps)
        e.keep(kept);
    if (spec.keepsOutput)
        e.keep(out);
    e.keepBytes(spec.keepsBytes);
    Op &op = e.op();
    op.macs = spec.macs;
    op.forwardScratch = spec.forwardScratch;
    op.backwardScratch = spec.backwardScratch;
    return out;
}

} // namespace segplan
