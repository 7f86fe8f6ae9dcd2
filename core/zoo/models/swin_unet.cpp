#include "zoo/backbones/attention.h"
#include "zoo/backbones/swin.h"
#include "zoo/heads/loss.h"
#include "zoo/models/transformer_models.h"

#include <algorithm>
#include <array>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Width = 96;
constexpr std::array<int, 4> Depths{2, 2, 2, 2}; // of the repository's configuration
constexpr std::array<int, 4> Heads{3, 6, 12, 24};
constexpr double DropPath = 0.2;

struct Level {
    std::int64_t h = 0, w = 0;
    int heads = 3, window = 7;
};

Tensor block(Tracer &t, const Tensor &input, const Level &level, bool odd, double dropPath)
{
    const std::int64_t n = input.size(0), c = input.size(2), tokens = static_cast<std::int64_t>(level.window) * level.window;
    const bool whole = std::min(level.h, level.w) <= level.window; // one window: neither partition nor shift
    const int window = whole ? static_cast<int>(std::min(level.h, level.w)) : level.window;
    const bool shift = odd && !whole;
    const Tensor shortcut = input;
    Tensor x = t.layerNorm(input, "norm1");
    x = t.view(x, Dims{n, level.h, level.w, c});
    Tensor shifted = shift ? t.roll(x) : x;
    Tensor windows = windowPartition(t, shifted, window);
    windows = t.view(windows, Dims{-1, static_cast<std::int64_t>(window) * window, c});
    Tensor mask;
    if (shift)
        mask = t.buffer(Dims{level.h * level.w / tokens, tokens, tokens}, DType::Float, "attn_mask");
    Tensor attended;
    {
        const auto scope = t.scope("attn");
        attended = windowAttention(t, windows, mask, level.heads, window);
    }
    attended = t.view(attended, Dims{-1, window, window, c});
    shifted = windowReverse(t, attended, window, level.h, level.w);
    x = shift ? t.roll(shifted) : shifted;
    x = t.view(x, Dims{n, level.h * level.w, c});
    {
        const Tensor branch = dropPath > 0 ? t.dropPath(x, dropPath) : x;
        x = t.add(shortcut, branch);
    }
    Tensor y = t.layerNorm(x, "norm2");
    {
        const auto scope = t.scope("mlp");
        const Tensor argument = y;
        y = t.linear(y, 4 * c, true, "fc1");
        y = t.gelu(y);
        y = t.linear(y, c, true, "fc2");
    }
    if (dropPath > 0)
        y = t.dropPath(y, dropPath);
    x = t.add(x, y);
    return x;
}

Tensor blocks(Tracer &t, const Tensor &input, const Level &level, std::size_t index, const std::vector<double> &rates)
{
    Tensor x = input;
    for (int i = 0; i < Depths[index]; ++i) {
        const auto scope = t.scope("blocks", i);
        std::size_t before = 0;
        for (std::size_t k = 0; k < index; ++k)
            before += static_cast<std::size_t>(Depths[k]);
        const double rate = rates[before + static_cast<std::size_t>(i)];
        x = checkpointed(t, x, [&](const Tensor &in) { return block(t, in, level, i % 2 != 0, rate); });
    }
    return x;
}

Tensor patchMerging(Tracer &t, const Tensor &input, const Level &level)
{
    const auto scope = t.scope("downsample");
    const std::int64_t n = input.size(0), c = input.size(2);
    Tensor x = t.view(input, Dims{n, level.h, level.w, c});
    const auto corner
        = [&](std::int64_t row, std::int64_t column) { return t.slice(t.slice(x, 1, row, level.h, 2), 2, column, level.w, 2); };
    const Tensor x0 = corner(0, 0), x1 = corner(1, 0), x2 = corner(0, 1), x3 = corner(1, 1);
    x = t.cat({x0, x1, x2, x3}, -1);
    x = t.view(x, Dims{n, -1, 4 * c});
    x = t.layerNorm(x, "norm");
    return t.linear(x, 2 * c, false, "reduction");
}

// PatchExpand: a linear layer makes factor^2 tokens of each; rearranged into the finer grid.
Tensor patchExpand(Tracer &t, const Tensor &input, const Level &level, int factor, std::int64_t out)
{
    const std::int64_t n = input.size(0);
    Tensor x = t.linear(input, out * factor * factor, false, "expand");
    x = t.view(x, Dims{n, level.h, level.w, factor, factor, out});
    x = t.view(t.permute(x, Dims{0, 1, 3, 2, 4, 5}), Dims{n, level.h * factor, level.w * factor, out});
    x = t.view(x, Dims{n, -1, out});
    return t.layerNorm(x, "norm");
}

} // namespace

void originalSwinUnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const auto outer = t.scope("swin_unet");
    const std::vector<double> rates = dropPathRates(DropPath, 8);
    std::array<Level, 4> levels;
    for (std::size_t i = 0; i < 4; ++i)
        levels[i] = {image.size(2) / 4 >> i, image.size(3) / 4 >> i, Heads[i], spec.pretrainWindow.value_or(7)};
    Tensor x = image;
    if (x.size(1) == 1)
        x = t.repeat(x, Dims{1, 3, 1, 1});
    FeatureMaps skips;
    {
        const auto region = t.backbone();
        {
            const auto scope = t.scope("patch_embed");
            x = t.conv(x, {.out = Width, .kernel = 4, .stride = 4, .bias = true, .name = "proj"});
            x = t.transpose(t.flatten(x, 2), 1, 2);
            x = t.layerNorm(x, "norm");
        }
        for (std::size_t i = 0; i < 4; ++i) {
            const auto scope = t.scope("layers", static_cast<int>(i));
            skips.push_back(x);
            x = blocks(t, x, levels[i], i, rates);
            if (i < 3)
                x = patchMerging(t, x, levels[i]);
        }
        x = t.layerNorm(x, "norm");
    }
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t level = 3 - i;
        const std::int64_t width = Width << level;
        if (i > 0) {
            x = t.cat({x, skips[level]}, -1);
            x = t.linear(x, width, true, "concat_back_dim." + std::to_string(i));
        }
        const auto scope = t.scope("layers_up", static_cast<int>(i));
        if (i > 0) {
            const Tensor argument = x;
            x = blocks(t, x, levels[level], level, rates);
            if (level > 0) {
                const auto up = t.scope("upsample");
                x = patchExpand(t, x, levels[level], 2, width / 2);
            }
        } else {
            x = patchExpand(t, x, levels[level], 2, width / 2);
        }
    }
    skips.clear();
    x = t.layerNorm(x, "norm_up");
    {
        const auto scope = t.scope("up");
        x = patchExpand(t, x, levels[0], 4, Width);
    }
    x = t.view(x, Dims{x.size(0), 4 * levels[0].h, 4 * levels[0].w, Width});
    x = t.permute(x, Dims{0, 3, 1, 2});
    x = t.conv(x, {.out = spec.classes, .name = "output"});
    plainCrossEntropy(t, spec, x);
}

} // namespace segplan::zoo
