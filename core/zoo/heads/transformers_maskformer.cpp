#include "zoo/heads/transformers_maskformer.h"
#include "zoo/heads/pixel_decoder.h"
#include "zoo/heads/segformer.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 256, Queries = 100;
constexpr int Heads = 8, Layers = 6;
constexpr double Dropout = 0.1;

// MaskFormerFPNConvLayer
Tensor convBlock(Tracer &t, std::string_view name, const Tensor &x)
{
    const auto scope = t.scope(name);
    Tensor y = t.conv(x, {.out = Channels, .kernel = 3, .padding = 1, .name = "0"});
    y = t.groupNorm(y, 32, "1");
    y = t.relu(y);
    return y;
}

// MaskFormerFPNLayer
Tensor pyramidLayer(Tracer &t, const Tensor &coarse, const Tensor &lateral)
{
    Tensor left;
    {
        const auto scope = t.scope("proj");
        left = t.conv(lateral, {.out = Channels, .name = "0"});
        left = t.groupNorm(left, 32, "1");
    }
    Tensor down = resizeLike(t, coarse, left);
    down = t.addInPlace(down, left);
    down = convBlock(t, "block", down);
    return down;
}

struct Source {
    Tensor map, positions; // [N, C, h, w]
};

// DetrAttention: queries [N, Q, C] among themselves, or on the map of `source`, whose tokens are read as they lie.
Tensor detrAttention(Tracer &t, std::string_view name, const Tensor &input, const Tensor &queries, const Source *source)
{
    const auto scope = t.scope(name);
    const std::int64_t n = input.size(0), width = Channels / Heads;
    const Tensor states = t.add(input, queries);
    Tensor located;
    if (source)
        located = t.add(source->map, source->positions);
    Tensor query = t.mulScalar(t.linear(states, Channels, true, "q_proj"));
    const auto shaped = [&](const Tensor &x) { return t.contiguous(t.transpose(t.view(x, Dims{n, x.size(1), Heads, width}), 1, 2)); };
    const auto folded = [&](const Tensor &x) { return t.view(x, Dims{n * Heads, x.size(2), width}); };
    Tensor key = shaped(source ? tokenLinear(t, located, Channels, "k_proj") : t.linear(states, Channels, true, "k_proj"));
    Tensor value = shaped(source ? tokenLinear(t, source->map, Channels, "v_proj") : t.linear(input, Channels, true, "v_proj"));
    query = folded(shaped(query));
    key = folded(key);
    value = folded(value);
    Tensor weights = t.matmul(query, t.transpose(key, 1, 2));
    weights = t.softmax(weights, -1);
    Tensor out = t.matmul(weights, value);
    out = t.transpose(t.view(out, Dims{n, Heads, input.size(1), width}), 1, 2);
    out = t.view(out, Dims{n, input.size(1), Channels});
    out = t.linear(out, Channels, true, "out_proj");
    return out;
}

// DetrDecoderLayer
Tensor detrLayer(Tracer &t, const Tensor &input, const Tensor &queries, const Source &source)
{
    Tensor residual = input;
    Tensor x = detrAttention(t, "self_attn", input, queries, nullptr);
    x = t.dropout(x, Dropout);
    x = t.add(residual, x);
    x = t.layerNorm(x, "self_attn_layer_norm");
    residual = x;
    x = detrAttention(t, "encoder_attn", x, queries, &source);
    x = t.dropout(x, Dropout);
    x = t.add(residual, x);
    x = t.layerNorm(x, "encoder_attn_layer_norm");
    residual = x;
    x = t.relu(t.linear(x, 2048, true, "fc1"), false);
    x = t.linear(x, Channels, true, "fc2");
    x = t.dropout(x, Dropout);
    x = t.add(residual, x);
    return t.layerNorm(x, "final_layer_norm");
}

} // namespace

Tensor transformersMaskFormerPixels(Tracer &t, const FeatureMaps &feats)
{
    const auto scope = t.scope("decoder");
    FeatureMaps pyramid;
    {
        const auto fpn = t.scope("fpn");
        Tensor x = convBlock(t, "stem", feats.back());
        for (int i = 0; i < 3; ++i) {
            const auto layer = t.scope("layers", i);
            x = pyramidLayer(t, x, feats[static_cast<std::size_t>(2 - i)]);
            pyramid.push_back(x);
        }
    }
    return t.conv(pyramid.back(), {.out = Channels, .kernel = 3, .padding = 1, .bias = true, .name = "mask_projection"});
}

Tensor transformersDetrQueries(Tracer &t, const Tensor &coarsest)
{
    const auto scope = t.scope("transformer_module");
    const std::int64_t n = coarsest.size(0);
    Source source;
    source.map = t.conv(coarsest, {.out = Channels, .bias = true, .name = "input_projection"});
    source.positions = sineEncoding(t, n, Channels, source.map.size(2), source.map.size(3));
    const Tensor queries = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "queries_embedder"), 0), Dims{n, 1, 1});
    Tracer::Custom start; // zeros_like(queries, requires_grad=True): a gradient is formed and goes nowhere
    start.inputs = {queries};
    start.shape = queries.shape();
    start.name = "zeros";
    const Tensor zeros = t.custom(start);
    Tensor x = zeros;
    const auto decoder = t.scope("decoder");
    for (int i = 0; i < Layers; ++i) {
        const auto layer = t.scope("layers", i);
        x = t.segment(x, [&](const Tensor &in) { return detrLayer(t, in, queries, source); });
    }
    x = t.layerNorm(x, "layernorm");
    return x;
}

} // namespace segplan::zoo
