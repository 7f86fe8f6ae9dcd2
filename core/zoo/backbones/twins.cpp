#include "zoo/backbones/twins.h"

#include "zoo/backbones/attention.h"
#include "zoo/backbones/mit.h"

namespace segplan::zoo {

bool twinsSpec(const std::string &id, TwinsSpec &spec)
{
    spec = {};
    if (id.rfind("twins-pcpvt-", 0) == 0 && id.size() == 13) {
        spec.local = false;
        spec.widths = {64, 128, 320, 512};
        spec.heads = {1, 2, 5, 8};
        spec.mlpRatios = {8, 8, 4, 4};
        const char size = id.back();
        if (size == 'l')
            spec.depths = {3, 8, 27, 3};
        else
            spec.depths = {3, 4, size == 'b' ? 18 : 6, 3};
        return size == 's' || size == 'b' || size == 'l';
    }
    if (id == "twins-svt-s")
        return true;
    spec.depths = {2, 2, 18, 2};
    if (id == "twins-svt-b") {
        spec.widths = {96, 192, 384, 768};
        spec.heads = {3, 6, 12, 24};
        return true;
    }
    spec.widths = {128, 256, 512, 1024};
    spec.heads = {4, 8, 16, 32};
    return id == "twins-svt-l";
}

namespace {

constexpr std::int64_t Window = 7;

struct Layer {
    EfficientAttention attention; // of the global layers; sizes of all
    std::int64_t hidden = 0;
    bool local = false;
    double dropPath = 0;
};

Tensor dropPathOrSame(Tracer &t, const Tensor &x, double rate)
{
    return rate > 0 ? t.dropPath(x, rate) : x;
}

// LocallyGroupedSelfAttention
Tensor windowAttention(Tracer &t, const Tensor &input, const Layer &layer)
{
    const auto scope = t.scope("attn");
    const std::int64_t n = input.size(0), tokens = input.size(1), c = input.size(2), h = layer.attention.h, w = layer.attention.w;
    const std::int64_t heads = layer.attention.heads, area = Window * Window;
    const std::int64_t right = (Window - w % Window) % Window, bottom = (Window - h % Window) % Window;
    Tensor x = t.view(input, Dims{n, h, w, c});
    x = right > 0 || bottom > 0 ? t.padBhwc(x, bottom, right) : t.clone(x); // F.pad by nothing copies
    const std::int64_t rows = (h + bottom) / Window, columns = (w + right) / Window, windows = rows * columns;
    x = t.transpose(t.view(x, Dims{n, rows, Window, columns, Window, c}), 2, 3);
    const Tensor mask = t.constant(Dims{1, windows, area});
    const Tensor attentionMask = t.constant(Dims{1, windows, area, area});
    const Tensor qkv = t.permute(
        t.view(t.linear(x, 3 * c, true, "qkv"), Dims{n, windows, area, 3, heads, c / heads}), Dims{3, 0, 1, 4, 2, 5});
    const Tensor q = t.select(qkv, 0, 0), k = t.select(qkv, 0, 1), v = t.select(qkv, 0, 2);
    Tensor scores = t.mulScalar(t.matmul(q, t.transpose(k, -2, -1)));
    scores = t.add(scores, t.unsqueeze(attentionMask, 2));
    scores = t.softmax(scores, -1);
    scores = t.view(t.transpose(t.matmul(scores, v), 2, 3), Dims{n, rows, columns, Window, Window, c});
    x = t.view(t.transpose(scores, 2, 3), Dims{n, rows * Window, columns * Window, c});
    if (right > 0 || bottom > 0)
        x = t.contiguous(t.slice(t.slice(x, 1, 0, h), 2, 0, w));
    x = t.view(x, Dims{n, tokens, c});
    return t.linear(x, c, true, "proj");
}

Tensor feedForward(Tracer &t, const Tensor &x, const Layer &layer)
{
    const auto scope = t.scope("ffn");
    return ffn(t, x, x, {.hidden = layer.hidden, .dropPath = layer.dropPath, .addIdentity = false});
}

// LSAEncoderLayer and GSAEncoderLayer, whose attention drops its path itself, too.
Tensor encoderLayer(Tracer &t, const Tensor &input, const Layer &layer)
{
    Tensor branch;
    {
        const Tensor normed = t.layerNorm(input, "norm1");
        branch = layer.local ? windowAttention(t, normed, layer) : efficientAttention(t, normed, {}, layer.attention);
    }
    branch = dropPathOrSame(t, branch, layer.dropPath);
    Tensor x = t.add(input, branch);
    {
        const Tensor normed = t.layerNorm(x, "norm2");
        branch = feedForward(t, normed, layer);
    }
    branch = dropPathOrSame(t, branch, layer.dropPath);
    return t.add(x, branch);
}

// ConditionalPositionEncoding
Tensor positionEncoding(Tracer &t, const Tensor &x, std::int64_t h, std::int64_t w)
{
    const Tensor map = t.view(t.transpose(x, 1, 2), Dims{x.size(0), x.size(2), h, w});
    const Tensor encoded
        = t.add(t.conv(map, {.out = x.size(2), .kernel = 3, .padding = 1, .groups = x.size(2), .bias = true, .name = "proj"}), map);
    return t.transpose(t.flatten(encoded, 2), 1, 2);
}

} // namespace

FeatureMaps mmsegTwins(Tracer &t, const TwinsSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps outs;
    Tensor x = image;
    std::size_t block = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        Layer layer;
        layer.hidden = spec.mlpRatios[i] * spec.widths[i];
        layer.attention = {spec.widths[i], spec.heads[i], spec.reductions[i], 0, 0, 0};
        {
            const auto embed = t.scope("patch_embeds", static_cast<int>(i));
            const int patch = i == 0 ? 4 : 2;
            const std::int64_t right = (patch - x.size(3) % patch) % patch, bottom = (patch - x.size(2) % patch) % patch;
            if (right > 0 || bottom > 0) // AdaptivePadding, at the corner
                x = t.pad(x, 0, right, 0, bottom);
            x = t.conv(x, {.out = spec.widths[i], .kernel = patch, .stride = patch, .bias = true, .name = "projection"});
            layer.attention.h = x.size(2);
            layer.attention.w = x.size(3);
            x = t.transpose(t.flatten(x, 2), 1, 2);
            x = t.layerNorm(x, "norm");
        }
        for (int d = 0; d < spec.depths[i]; ++d) {
            layer.dropPath = layer.attention.dropPath = rates[block++];
            layer.local = spec.local && d % 2 == 0;
            {
                const auto inner = t.scope("layers." + std::to_string(i), d);
                x = checkpointed(t, x, [&](const Tensor &in) { return encoderLayer(t, in, layer); });
            }
            if (d == 0) {
                const auto position = t.scope("position_encodings", static_cast<int>(i));
                x = positionEncoding(t, x, layer.attention.h, layer.attention.w);
            }
        }
        if (spec.local)
            x = t.layerNorm(x, "norm_list." + std::to_string(i));
        x = t.view(x, Dims{x.size(0), layer.attention.h, layer.attention.w, spec.widths[i]});
        x = t.contiguous(t.permute(x, Dims{0, 3, 1, 2}));
        outs.push_back(x);
    }
    return outs;
}

} // namespace segplan::zoo
