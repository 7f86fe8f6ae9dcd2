#include "zoo/layers.h"

#include <algorithm>

namespace segplan::zoo {

Tensor activate(Tracer &t, const Tensor &x, Act act)
{
    switch (act) {
    case Act::Relu:
        return t.relu(x, true);
    case Act::ReluOutOfPlace:
        return t.relu(x, false);
    case Act::Relu6:
        return t.relu6(x, true);
    case Act::Hardswish:
        return t.hardswish(x, true);
    case Act::Silu:
        return t.silu(x, false);
    case Act::SiluInPlace:
        return t.silu(x, true);
    case Act::None:
        break;
    }
    return x;
}

Tensor convModule(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec, Act act)
{
    const auto scope = t.scope(name);
    return convNorm(t, "conv", "bn", x, spec, act);
}

Tensor convNorm(Tracer &t, const char *conv, std::string_view norm, const Tensor &x, ConvSpec spec, Act act)
{
    spec.name = conv;
    Tensor y = t.conv(x, spec);
    y = t.batchNorm(y, norm);
    if (act != Act::None)
        y = activate(t, y, act);
    return y;
}

Tensor preActConvModule(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec)
{
    const auto scope = t.scope(name);
    Tensor y = t.batchNorm(x, "bn");
    y = t.relu(y);
    return t.conv(y, spec);
}

Tensor oneMinus(Tracer &t, const Tensor &x)
{
    Tracer::Custom op;
    op.inputs = {x};
    op.shape = x.shape();
    op.dtype = x.dtype();
    op.name = "rsub";
    return t.custom(op);
}

Tensor separableConvModule(Tracer &t, std::string_view name, const Tensor &x, const SeparableSpec &spec)
{
    const auto scope = t.scope(name);
    Tensor y = convModule(t, "depthwise_conv", x,
                          {.out = x.size(1), .kernel = spec.kernel, .stride = spec.stride, .padding = spec.padding,
                           .dilation = spec.dilation, .groups = x.size(1)},
                          spec.depthwiseAct);
    y = convModule(t, "pointwise_conv", y, {.out = spec.out}, spec.pointwiseAct);
    return y;
}

void declareConvNorm(Tracer &t, std::int64_t in, std::int64_t out, int kernel, std::int64_t groups)
{
    (void)t.parameter({out, in / groups, kernel, kernel}, "weight");
    (void)t.parameter({out}, "weight");
    (void)t.parameter({out}, "bias");
    (void)t.buffer({out}, DType::Float, "running_mean");
    (void)t.buffer({out}, DType::Float, "running_var");
    (void)t.buffer({}, DType::Int64, "num_batches_tracked");
}

Tensor resizeLike(Tracer &t, const Tensor &x, const Tensor &like)
{
    return t.interpolate(x, like.size(2), like.size(3));
}

std::int64_t makeDivisible(double value, int divisor)
{
    const std::int64_t rounded = std::max<std::int64_t>(divisor, static_cast<std::int64_t>(value + divisor / 2.0) / divisor * divisor);
    return static_cast<double>(rounded) < 0.9 * value ? rounded + divisor : rounded;
}

} // namespace segplan::zoo
