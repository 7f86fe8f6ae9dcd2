#include "zoo/backbones/dual_branch.h"

#include "zoo/layers.h"

#include <string>

namespace segplan::zoo {

Tensor dualBlock(Tracer &t, const Tensor &x, const DualBlock &b)
{
    const bool bottleneck = b.kind == BlockKind::Bottleneck;
    const std::int64_t out = b.channels * (bottleneck ? 2 : 1);
    Tensor residual = x, y;
    if (bottleneck) {
        y = convModule(t, "conv1", x, {.out = b.channels});
        y = convModule(t, "conv2", y, {.out = b.channels, .kernel = 3, .stride = b.stride, .padding = 1});
        y = convModule(t, "conv3", y, {.out = out}, Act::None);
    } else {
        y = convModule(t, "conv1", x, {.out = b.channels, .kernel = 3, .stride = b.stride, .padding = 1});
        y = convModule(t, "conv2", y, {.out = b.channels, .kernel = 3, .padding = 1}, Act::None);
    }
    if (b.stride != 1 || x.size(1) != out)
        residual = convModule(t, "downsample", x, {.out = out, .stride = b.stride}, Act::None);
    y = t.addInPlace(y, residual);
    if (b.activation)
        y = t.relu(y);
    return y;
}

Tensor dualLayer(Tracer &t, std::string_view name, const Tensor &input, BlockKind kind, std::int64_t channels, int blocks, int stride)
{
    const auto scope = t.scope(name);
    Tensor x = input;
    for (int i = 0; i < blocks; ++i) {
        const auto block = t.scope(std::to_string(i));
        const bool activation = i == 0 ? kind == BlockKind::Basic : i != blocks - 1;
        x = dualBlock(t, x, {kind, channels, i == 0 ? stride : 1, activation});
    }
    return x;
}

Tensor dualStem(Tracer &t, const Tensor &image, std::int64_t channels, int blocks)
{
    const auto scope = t.scope("stem");
    Tensor x = convModule(t, "0", image, {.out = channels, .kernel = 3, .stride = 2, .padding = 1});
    x = convModule(t, "1", x, {.out = channels, .kernel = 3, .stride = 2, .padding = 1});
    x = dualLayer(t, "2", x, BlockKind::Basic, channels, blocks);
    x = t.relu(x, false);
    x = dualLayer(t, "4", x, BlockKind::Basic, 2 * channels, blocks, 2);
    x = t.relu(x, false);
    return x;
}

namespace {

constexpr int scales = 5;

// Pooling (from scale 1 on) and a 1x1.
Tensor scaleOf(Tracer &t, const Tensor &inputs, int index, std::int64_t branch)
{
    const auto scope = t.scope("scales", index);
    if (index == 0)
        return preActConvModule(t, "0", inputs, {.out = branch});
    const int stride = 1 << index; // 2, 4, 8
    const Tensor pooled = index == scales - 1 ? t.adaptiveAvgPool(inputs, 1, 1) : t.avgPool(inputs, 2 * stride + 1, stride, stride);
    return preActConvModule(t, "1", pooled, {.out = branch});
}

Tensor joined(Tracer &t, const Tensor &all, const Tensor &inputs, std::int64_t out)
{
    const Tensor compressed = preActConvModule(t, "compression", all, {.out = out});
    const Tensor shortcut = preActConvModule(t, "shortcut", inputs, {.out = out});
    return t.add(compressed, shortcut);
}

} // namespace

Tensor deepPyramid(Tracer &t, const Tensor &inputs, std::int64_t branch, std::int64_t out)
{
    const auto scope = t.scope("spp");
    FeatureMaps feats{scaleOf(t, inputs, 0, branch)};
    Tensor up;
    for (int i = 1; i < scales; ++i) {
        up = resizeLike(t, scaleOf(t, inputs, i, branch), inputs);
        feats.push_back(preActConvModule(t, "processes." + std::to_string(i - 1), t.add(up, feats.back()),
                                         {.out = branch, .kernel = 3, .padding = 1}));
    }
    return joined(t, t.cat(feats, 1), inputs, out);
}

Tensor parallelPyramid(Tracer &t, const Tensor &inputs, std::int64_t branch, std::int64_t out)
{
    const auto scope = t.scope("spp");
    const Tensor first = scaleOf(t, inputs, 0, branch);
    FeatureMaps feats;
    Tensor up;
    for (int i = 1; i < scales; ++i) {
        up = resizeLike(t, scaleOf(t, inputs, i, branch), inputs);
        feats.push_back(t.add(up, first));
    }
    const std::int64_t width = branch * (scales - 1);
    const Tensor processed = preActConvModule(t, "processes", t.cat(feats, 1), {.out = width, .kernel = 3, .padding = 1, .groups = scales - 1});
    return joined(t, t.cat({first, processed}, 1), inputs, out);
}

} // namespace segplan::zoo
