#include "zoo/backbones/swin.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

bool swinSpec(const std::string &id, int window, SwinSpec &spec)
{
    spec.window = window;
    if (id == "swin-t")
        return true;
    spec.depths = {2, 2, 18, 2};
    if (id == "swin-s")
        return true;
    if (id == "swin-b") {
        spec.width = 128;
        spec.heads = {4, 8, 16, 32};
        return true;
    }
    if (id == "swin-l") {
        spec.width = 192;
        spec.heads = {6, 12, 24, 48};
        return true;
    }
    return false;
}

Tensor windowPartition(Tracer &t, const Tensor &input, int window)
{
    const std::int64_t n = input.size(0), h = input.size(1), w = input.size(2), c = input.size(3);
    const Tensor x = t.view(input, Dims{n, h / window, window, w / window, window, c});
    const Tensor windows = t.contiguous(t.permute(x, Dims{0, 1, 3, 2, 4, 5}));
    return t.view(windows, Dims{-1, window, window, c});
}

Tensor windowReverse(Tracer &t, const Tensor &windows, int window, std::int64_t h, std::int64_t w)
{
    const std::int64_t rows = h / window, columns = w / window, n = windows.size(0) / (rows * columns), c = windows.size(3);
    Tensor x = t.view(windows, Dims{n, rows, columns, window, window, c});
    x = t.contiguous(t.permute(x, Dims{0, 1, 3, 2, 4, 5}));
    return t.view(x, Dims{n, h, w, c});
}

Tensor windowAttention(Tracer &t, const Tensor &input, const Tensor &mask, int heads, int window)
{
    const std::int64_t n = input.size(0), tokens = input.size(1), c = input.size(2), side = 2 * window - 1;
    const Tensor table = t.parameter(Dims{side * side, heads}, "relative_position_bias_table");
    t.buffer(Dims{tokens, tokens}, DType::Int64, "relative_position_index");
    const Tensor qkv = t.permute(t.view(t.linear(input, 3 * c, true, "qkv"), Dims{n, tokens, 3, heads, c / heads}), Dims{2, 0, 3, 1, 4});
    Tensor q = t.select(qkv, 0, 0);
    const Tensor k = t.select(qkv, 0, 1), v = t.select(qkv, 0, 2);
    q = t.mulScalar(q);
    Tensor attention = t.matmul(q, t.transpose(k, 2, 3));
    Tensor bias = t.indexParameter(table, Dims{tokens, tokens, heads});
    bias = t.contiguous(t.permute(bias, Dims{2, 0, 1}));
    attention = t.add(attention, t.unsqueeze(bias, 0));
    if (mask.valid()) {
        const std::int64_t windows = mask.size(0);
        attention = t.add(t.view(attention, Dims{n / windows, windows, heads, tokens, tokens}), t.unsqueeze(t.unsqueeze(mask, 1), 0));
        attention = t.view(attention, Dims{-1, heads, tokens, tokens});
    }
    attention = t.softmax(attention, -1);
    Tensor x = t.matmul(attention, v);
    x = t.view(t.transpose(x, 1, 2), Dims{n, tokens, c});
    return t.linear(x, c, true, "proj");
}

namespace {

struct Block {
    int heads = 1, window = 7;
    bool shift = false;
    double dropPath = 0;
    std::int64_t h = 0, w = 0;
};

// The mask that keeps rolled windows from seeing across the seam; small tensors made in every forward pass.
Tensor shiftMask(Tracer &t, std::int64_t h, std::int64_t w, int window)
{
    const std::int64_t tokens = static_cast<std::int64_t>(window) * window;
    const Tensor image = t.constant(Dims{1, h, w, 1});
    Tensor windows = windowPartition(t, image, window);
    windows = t.view(windows, Dims{-1, tokens});
    Tensor mask = t.sub(t.unsqueeze(windows, 1), t.unsqueeze(windows, 2));
    mask = t.clone(mask); // masked_fill
    mask = t.clone(mask);
    return mask;
}

// mmseg ShiftWindowMSA without its module call: the image mask and its windows live until it returns.
Tensor shiftWindowAttention(Tracer &t, const Tensor &input, const Block &b)
{
    const auto scope = t.scope("attn");
    const std::int64_t n = input.size(0), c = input.size(2);
    Tensor query = t.view(input, Dims{n, b.h, b.w, c});
    const std::int64_t right = (b.window - b.w % b.window) % b.window, bottom = (b.window - b.h % b.window) % b.window;
    query = right > 0 || bottom > 0 ? t.padBhwc(query, bottom, right) : t.clone(query); // F.pad by nothing copies
    const std::int64_t h = query.size(1), w = query.size(2);
    Tensor shifted = query, mask;
    if (b.shift) {
        shifted = t.roll(query);
        mask = shiftMask(t, h, w, b.window);
    }
    Tensor windows = windowPartition(t, shifted, b.window);
    windows = t.view(windows, Dims{-1, static_cast<std::int64_t>(b.window) * b.window, c});
    Tensor attended;
    {
        const auto inner = t.scope("w_msa");
        attended = windowAttention(t, windows, mask, b.heads, b.window);
    }
    attended = t.view(attended, Dims{-1, b.window, b.window, c});
    shifted = windowReverse(t, attended, b.window, h, w);
    Tensor x = shifted;
    if (b.shift)
        x = t.roll(shifted);
    if (right > 0 || bottom > 0)
        x = t.contiguous(t.slice(t.slice(x, 1, 0, b.h), 2, 0, b.w));
    x = t.view(x, Dims{n, b.h * b.w, c});
    return b.dropPath > 0 ? t.dropPath(x, b.dropPath) : x;
}

Tensor swinBlock(Tracer &t, const Tensor &input, const Block &b)
{
    Tensor identity = input;
    Tensor x = t.layerNorm(input, "norm1");
    x = shiftWindowAttention(t, x, b);
    x = t.add(x, identity);
    identity = x;
    x = t.layerNorm(x, "norm2");
    const auto scope = t.scope("ffn");
    return ffn(t, x, identity, {.hidden = 4 * input.size(2), .dropPath = b.dropPath});
}

// PatchMerging by unfold: pads to even sizes, gathers 2x2 patches, norm, linear without bias.
Tensor patchMerging(Tracer &t, const Tensor &input, std::int64_t &h, std::int64_t &w)
{
    const auto scope = t.scope("downsample");
    const std::int64_t n = input.size(0), c = input.size(2);
    Tensor x = t.permute(t.view(input, Dims{n, h, w, c}), Dims{0, 3, 1, 2});
    if (h % 2 != 0 || w % 2 != 0)
        x = t.pad(x, 0, w % 2, 0, h % 2);
    x = t.unfold(x, 2, 2, 0, 1);
    h = (h + 1) / 2;
    w = (w + 1) / 2;
    x = t.transpose(x, 1, 2);
    x = t.layerNorm(x, "norm");
    return t.linear(x, 2 * c, false, "reduction");
}

} // namespace

FeatureMaps mmsegSwin(Tracer &t, const SwinSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    std::int64_t h = 0, w = 0;
    Tensor x = image;
    {
        const auto embed = t.scope("patch_embed");
        if (x.size(2) % 4 != 0 || x.size(3) % 4 != 0)
            x = t.pad(x, 0, (4 - x.size(3) % 4) % 4, 0, (4 - x.size(2) % 4) % 4);
        x = t.conv(x, {.out = spec.width, .kernel = 4, .stride = 4, .bias = true, .name = "projection"});
        h = x.size(2);
        w = x.size(3);
        x = t.transpose(t.flatten(x, 2), 1, 2);
        x = t.layerNorm(x, "norm");
    }
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps outs;
    std::size_t index = 0;
    Tensor out; // rebound in every round, as in the reference's loop
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t outH = h, outW = w;
        {
            const auto stage = t.scope("stages", static_cast<int>(i));
            const Tensor argument = x;
            for (int d = 0; d < spec.depths[i]; ++d) {
                const auto inner = t.scope("blocks", d);
                const Block b{spec.heads[i], spec.window, d % 2 != 0, rates[index++], h, w};
                x = checkpointed(t, x, [&](const Tensor &in) { return swinBlock(t, in, b); });
            }
            out = x;
            if (i < 3)
                x = patchMerging(t, out, h, w);
        }
        out = t.layerNorm(out, "norm" + std::to_string(i));
        out = t.contiguous(t.permute(t.view(out, Dims{out.size(0), outH, outW, out.size(2)}), Dims{0, 3, 1, 2}));
        outs.push_back(out);
    }
    return outs;
}

} // namespace segplan::zoo
