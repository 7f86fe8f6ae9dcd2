// Small modules that many backbones and heads are made of.
#pragma once

#include "graph/tracer.h"

#include <string>
#include <string_view>

namespace segplan::zoo {

enum class Act { None, Relu, ReluOutOfPlace, Relu6, Hardswish, Silu, SiluInPlace };

Tensor activate(Tracer &t, const Tensor &x, Act act);

// mmcv ConvModule: convolution without bias, batch norm, activation; scope `name` with "conv" and "bn" inside.
Tensor convModule(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec, Act act = Act::Relu);

// A convolution named `conv`, then batch norm named `norm`, then the activation, all in the present scope (torchvision, conv1 / bn1).
Tensor convNorm(Tracer &t, const char *conv, std::string_view norm, const Tensor &x, ConvSpec spec, Act act = Act::Relu);

// ConvModule with the order norm, activation, convolution: the norm is over the input's channels.
Tensor preActConvModule(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec);

// 1 - x: a new storage, keeps nothing.
Tensor oneMinus(Tracer &t, const Tensor &x);

// mmcv DepthwiseSeparableConvModule.
struct SeparableSpec {
    std::int64_t out = 0;
    int kernel = 3, stride = 1, padding = 1, dilation = 1;
    Act depthwiseAct = Act::Relu, pointwiseAct = Act::Relu;
};
Tensor separableConvModule(Tracer &t, std::string_view name, const Tensor &x, const SeparableSpec &spec);

// A convolution without bias and its batch norm that exist but never run (stages an encoder builds and leaves unused).
void declareConvNorm(Tracer &t, std::int64_t in, std::int64_t out, int kernel = 1, std::int64_t groups = 1);

// F.interpolate to the size of another map.
Tensor resizeLike(Tracer &t, const Tensor &x, const Tensor &like);

// `value * factor` rounded to a multiple of `divisor`, never below 90 % of it (MobileNet, EfficientNet).
std::int64_t makeDivisible(double value, int divisor = 8);

} // namespace segplan::zoo
