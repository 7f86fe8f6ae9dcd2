#include "zoo/backbones/xception.h"

#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

// SeparableConv2d: explicit padding, depthwise, norm, pointwise.
Tensor separable(Tracer &t, std::string_view name, const Tensor &input, std::int64_t out, int stride = 1, int dilation = 1)
{
    const auto scope = t.scope(name);
    Tensor x = t.pad(input, dilation, dilation, dilation, dilation);
    x = t.conv(x, {.out = input.size(1), .kernel = 3, .stride = stride, .dilation = dilation, .groups = input.size(1), .name = "conv1"});
    x = t.batchNorm(x, "bn");
    x = t.conv(x, {.out = out, .name = "pointwise"});
    return x;
}

struct Block {
    std::int64_t out;
    int repeats = 2, stride = 1, dilation = 1;
    bool startWithRelu = true, growFirst = true, isLast = false;
};

Tensor block(Tracer &t, int index, const Tensor &x, const Block &b)
{
    const auto scope = t.scope("block" + std::to_string(index));
    const auto run = [&](const Tensor &given) {
        const std::int64_t in = given.size(1);
        int step = 0;
        // The first ReLU works in place, so the skip branch reads its result.
        Tensor input = given;
        bool relu = b.startWithRelu;
        Tensor y = input;
        const auto unit = [&](std::int64_t out, int stride, int dilation) {
            if (relu) {
                if (step == 0) {
                    input = t.relu(input);
                    y = input;
                } else {
                    y = t.relu(y);
                }
            }
            relu = true;
            const std::string name = "rep." + std::to_string(step++);
            y = separable(t, name, y, out, stride, dilation);
            y = t.batchNorm(y, name + "n");
        };
        if (b.growFirst)
            unit(b.out, 1, b.dilation);
        for (int i = 0; i < b.repeats - 1; ++i)
            unit(b.growFirst ? b.out : in, 1, b.dilation);
        if (!b.growFirst)
            unit(b.out, 1, b.dilation);
        if (b.stride != 1)
            unit(b.out, 2, 1);
        if (b.stride == 1 && b.isLast)
            unit(b.out, 1, 1);
        Tensor skip = input;
        if (in != b.out || b.stride != 1)
            skip = convNorm(t, "skip", "skipbn", input, {.out = b.out, .stride = b.stride}, Act::None);
        return t.add(y, skip);
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

} // namespace

FeatureMaps alignedXception(Tracer &t, const Tensor &image, int outputStride)
{
    const bool fine = outputStride == 8;
    const int middleDilation = fine ? 2 : 1;
    Tensor x = convNorm(t, "conv1", "bn1", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1});
    x = convNorm(t, "conv2", "bn2", x, {.out = 64, .kernel = 3, .padding = 1});
    x = block(t, 1, x, {.out = 128, .stride = 2, .startWithRelu = false});
    x = t.relu(x);
    const Tensor lowLevel = x;
    x = block(t, 2, x, {.out = 256, .stride = 2, .startWithRelu = false});
    x = block(t, 3, x, {.out = 728, .stride = fine ? 1 : 2, .isLast = true});
    for (int i = 4; i < 20; ++i)
        x = block(t, i, x, {.out = 728, .repeats = 3, .dilation = middleDilation});
    x = block(t, 20, x, {.out = 1024, .dilation = fine ? 2 : 1, .growFirst = false, .isLast = true});
    x = t.relu(x);
    const int exitDilation = fine ? 4 : 2;
    int index = 3;
    for (const std::int64_t out : {std::int64_t{1536}, std::int64_t{1536}, std::int64_t{2048}}) {
        x = separable(t, "conv" + std::to_string(index), x, out, 1, exitDilation);
        x = t.batchNorm(x, "bn" + std::to_string(index));
        x = t.relu(x);
        ++index;
    }
    return {lowLevel, x};
}

} // namespace segplan::zoo
