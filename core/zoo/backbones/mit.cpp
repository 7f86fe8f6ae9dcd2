#include "zoo/backbones/mit.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

bool mitSpec(const std::string &id, MitSpec &spec)
{
    if (id.size() != 6 || id.compare(0, 5, "mit-b") != 0 || id[5] < '0' || id[5] > '5')
        return false;
    static constexpr std::array<std::array<int, 4>, 6> depths{
        {{2, 2, 2, 2}, {2, 2, 2, 2}, {3, 4, 6, 3}, {3, 4, 18, 3}, {3, 8, 27, 3}, {3, 6, 40, 3}}};
    const auto variant = static_cast<std::size_t>(id[5] - '0');
    spec.width = variant == 0 ? 32 : 64;
    spec.depths = depths[variant];
    return true;
}

namespace {

using Layer = EfficientAttention;

Tensor dropPathOrSame(Tracer &t, const Tensor &x, double rate)
{
    return rate > 0 ? t.dropPath(x, rate) : x;
}

// One product with a draw per image that is scaled already.
Tensor scaledDropPath(Tracer &t, const Tensor &x, double rate)
{
    if (rate <= 0)
        return x;
    Tracer::Custom op;
    op.kind = OpKind::Dropout;
    op.inputs = {x};
    op.keepsBytes = x.size(0) * bytesOf(x.dtype());
    op.shape = x.shape();
    op.dtype = x.dtype();
    op.name = "drop_path";
    return t.custom(op);
}

// PatchEmbed: a strided convolution, then layer norm over channels.
Tensor patchEmbed(Tracer &t, const Tensor &image, std::int64_t width, int stage, const char *projection, std::int64_t &h, std::int64_t &w)
{
    const int kernel = stage == 0 ? 7 : 3, stride = stage == 0 ? 4 : 2;
    Tensor x = t.conv(image, {.out = width, .kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = true, .name = projection});
    h = x.size(2);
    w = x.size(3);
    x = t.transpose(t.flatten(x, 2), 1, 2);
    return t.layerNorm(x, "norm");
}

// ---- mmsegmentation ----

} // namespace

Tensor efficientAttention(Tracer &t, const Tensor &x, const Tensor &identity, const EfficientAttention &layer)
{
    const auto scope = t.scope("attn");
    Tensor query = x, source;
    if (layer.reduction > 1) {
        source = nlcToNchw(t, x, layer.h, layer.w);
        source = t.conv(source, {.out = layer.width, .kernel = layer.reduction, .stride = layer.reduction, .bias = true, .name = "sr"});
        source = nchwToNlc(t, source);
        source = t.layerNorm(source, "norm");
    } else {
        source = x;
    }
    query = t.transpose(query, 0, 1);
    source = t.transpose(source, 0, 1);
    Tensor out;
    {
        const auto inner = t.scope("attn");
        out = multiheadAttention(t, query, source, source, layer.heads);
    }
    out = t.transpose(out, 0, 1);
    const Tensor dropped = dropPathOrSame(t, out, layer.dropPath);
    return identity.valid() ? t.add(identity, dropped) : t.addScalar(dropped);
}

namespace {

Tensor mixFfn(Tracer &t, const Tensor &x, const Tensor &identity, const Layer &layer)
{
    const auto scope = t.scope("ffn");
    const std::int64_t hidden = 4 * layer.width;
    Tensor out = nlcToNchw(t, x, layer.h, layer.w);
    {
        const auto layers = t.scope("layers");
        const Tensor input = out; // the argument lives until Sequential returns
        out = t.conv(out, {.out = hidden, .bias = true, .name = "0"});
        out = t.conv(out, {.out = hidden, .kernel = 3, .padding = 1, .groups = hidden, .bias = true, .name = "1"});
        out = t.gelu(out);
        out = t.conv(out, {.out = layer.width, .bias = true, .name = "4"});
    }
    out = nchwToNlc(t, out);
    return t.add(identity, dropPathOrSame(t, out, layer.dropPath));
}

Tensor mmsegLayer(Tracer &t, const Tensor &input, const Layer &layer)
{
    Tensor x = input;
    x = efficientAttention(t, t.layerNorm(x, "norm1"), x, layer);
    x = mixFfn(t, t.layerNorm(x, "norm2"), x, layer);
    return x;
}

// ---- NVlabs ----

Tensor nvlabsAttention(Tracer &t, const Tensor &input, const Layer &layer)
{
    const auto scope = t.scope("attn");
    const std::int64_t n = input.size(0), length = input.size(1), width = layer.width, headWidth = width / layer.heads;
    const Tensor q = t.permute(t.view(t.linear(input, width, true, "q"), Dims{n, length, layer.heads, headWidth}), Dims{0, 2, 1, 3});
    Tensor reduced, kv;
    if (layer.reduction > 1) {
        reduced = t.view(t.permute(input, Dims{0, 2, 1}), Dims{n, width, layer.h, layer.w});
        reduced = t.conv(reduced, {.out = width, .kernel = layer.reduction, .stride = layer.reduction, .bias = true, .name = "sr"});
        reduced = t.permute(t.view(reduced, Dims{n, width, -1}), Dims{0, 2, 1});
        reduced = t.layerNorm(reduced, "norm");
        kv = t.linear(reduced, 2 * width, true, "kv");
    } else {
        kv = t.linear(input, 2 * width, true, "kv");
    }
    kv = t.permute(t.view(kv, Dims{n, -1, 2, layer.heads, headWidth}), Dims{2, 0, 3, 1, 4});
    const Tensor k = t.select(kv, 0, 0), v = t.select(kv, 0, 1);
    Tensor scores = t.matmul(q, t.transpose(k, 2, 3));
    scores = t.mulScalar(scores);
    scores = t.softmax(scores, -1);
    Tensor x = t.matmul(scores, v);
    x = t.view(t.transpose(x, 1, 2), Dims{n, length, width});
    return t.linear(x, width, true, "proj");
}

Tensor nvlabsMlp(Tracer &t, const Tensor &input, const Layer &layer)
{
    const auto scope = t.scope("mlp");
    const std::int64_t n = input.size(0), hidden = 4 * layer.width;
    Tensor x = t.linear(input, hidden, true, "fc1");
    {
        const auto depthwise = t.scope("dwconv");
        const Tensor argument = x;
        x = t.view(t.transpose(x, 1, 2), Dims{n, hidden, layer.h, layer.w});
        x = t.conv(x, {.out = hidden, .kernel = 3, .padding = 1, .groups = hidden, .bias = true, .name = "dwconv"});
        x = t.transpose(t.flatten(x, 2), 1, 2);
    }
    x = t.gelu(x);
    return t.linear(x, layer.width, true, "fc2");
}

Tensor nvlabsLayer(Tracer &t, const Tensor &input, const Layer &layer, bool scaledDraw)
{
    Tensor x = input;
    Tensor branch = t.layerNorm(x, "norm1");
    branch = nvlabsAttention(t, branch, layer);
    branch = scaledDraw ? scaledDropPath(t, branch, layer.dropPath) : dropPathOrSame(t, branch, layer.dropPath);
    x = t.add(x, branch);
    branch.reset();
    branch = t.layerNorm(x, "norm2");
    branch = nvlabsMlp(t, branch, layer);
    branch = scaledDraw ? scaledDropPath(t, branch, layer.dropPath) : dropPathOrSame(t, branch, layer.dropPath);
    return t.add(x, branch);
}

} // namespace

FeatureMaps mmsegMit(Tracer &t, const MitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps outs;
    Tensor x = image;
    std::size_t block = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto stage = t.scope("layers", static_cast<int>(i));
        Layer layer{spec.width * spec.heads[i], spec.heads[i], spec.reductions[i], 0, 0, 0};
        {
            const auto embed = t.scope("0");
            x = patchEmbed(t, x, layer.width, static_cast<int>(i), "projection", layer.h, layer.w);
        }
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("1", d);
            layer.dropPath = rates[block++];
            x = checkpointed(t, x, [&](const Tensor &in) { return mmsegLayer(t, in, layer); });
        }
        x = t.layerNorm(x, "2");
        x = nlcToNchw(t, x, layer.h, layer.w);
        outs.push_back(x);
    }
    return outs;
}

FeatureMaps nvlabsMit(Tracer &t, const MitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps outs;
    Tensor x = image;
    std::size_t block = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string number = std::to_string(i + 1);
        Layer layer{spec.width * spec.heads[i], spec.heads[i], spec.reductions[i], 0, 0, 0};
        {
            const auto embed = t.scope("patch_embed" + number);
            x = patchEmbed(t, x, layer.width, static_cast<int>(i), "proj", layer.h, layer.w);
        }
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("block" + number, d);
            layer.dropPath = rates[block++];
            x = checkpointed(t, x, [&](const Tensor &in) { return nvlabsLayer(t, in, layer, spec.scaledDraw); });
        }
        x = t.layerNorm(x, "norm" + number);
        x = t.contiguous(t.permute(t.view(x, Dims{x.size(0), layer.h, layer.w, layer.width}), Dims{0, 3, 1, 2}));
        outs.push_back(x);
    }
    return outs;
}

} // namespace segplan::zoo
