#include "zoo/backbones/attention.h"
#include "zoo/heads/transformers_mask2former.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 256;
constexpr int Heads = 8, Points = 4, Levels = 3;

struct Size {
    std::int64_t h = 0, w = 0;
};

struct Encoder {
    Tensor positions; // [N, Q, C]
    Tensor paddingMask; // [N, Q] bool
    Tensor referencePoints; // [N, Q, levels, 2]
    std::vector<Size> sizes;
};

// multi_scale_deformable_attention: one grid_sample per level, their results stacked and weighted.
Tensor sampleAndWeigh(Tracer &t, const Tensor &value, const std::vector<Size> &sizes, const Tensor &locations, const Tensor &attention)
{
    const std::int64_t n = value.size(0), width = value.size(3), queries = locations.size(1);
    Tensor grids;
    {
        const Tensor doubled = t.mulScalar(locations);
        grids = t.addScalar(doubled);
    }
    std::vector<Tensor> sampled;
    Tensor levelValue, levelGrid, levelSample;
    std::int64_t from = 0;
    for (int level = 0; level < Levels; ++level) {
        const Size &size = sizes[static_cast<std::size_t>(level)];
        levelValue = t.slice(value, 1, from, from + size.h * size.w);
        levelValue = t.view(t.transpose(t.flatten(levelValue, 2), 1, 2), Dims{n * Heads, width, size.h, size.w});
        levelGrid = t.view(t.transpose(t.select(grids, 3, level), 1, 2), Dims{n * Heads, queries, Points, 2});
        levelSample = t.gridSample(levelValue, levelGrid);
        sampled.push_back(levelSample);
        from += size.h * size.w;
    }
    const Tensor weights = t.view(t.transpose(attention, 1, 2), Dims{n * Heads, 1, queries, Levels * Points});
    Tensor output;
    {
        const Tensor stacked = t.flatten(t.stack(sampled, 3), 3);
        const Tensor product = t.mul(stacked, weights);
        output = t.sum(product, Dims{3}, false);
    }
    output = t.view(output, Dims{n, Heads * width, queries});
    return t.contiguous(t.transpose(output, 1, 2));
}

// Mask2FormerPixelDecoderEncoderMultiscaleDeformableAttention; the weights are returned too and live with the caller's variables.
Tensor deformableAttention(Tracer &t, const Tensor &input, const Encoder &e, Tensor &attention)
{
    const auto scope = t.scope("self_attn");
    const std::int64_t n = input.size(0), q = input.size(1), c = input.size(2);
    const Tensor states = t.add(input, e.positions);
    Tensor value = t.linear(input, c, true, "value_proj");
    value = maskedFill(t, value, e.paddingMask);
    value = t.view(value, Dims{n, q, Heads, c / Heads});
    const Tensor offsets = t.view(t.linear(states, std::int64_t{Heads} * Levels * Points * 2, true, "sampling_offsets"),
        Dims{n, q, Heads, Levels, Points, 2});
    attention = t.view(t.linear(states, std::int64_t{Heads} * Levels * Points, true, "attention_weights"), Dims{n, q, Heads, Levels * Points});
    attention = t.view(t.softmax(attention, -1), Dims{n, q, Heads, Levels, Points});
    Tensor locations;
    const Tensor normalizer = t.constant(Dims{Levels, 2}, DType::Int64);
    {
        Tracer::Custom ratio;
        ratio.inputs = {offsets, normalizer};
        ratio.grads = {GradKind::Fresh, GradKind::None};
        ratio.keeps = {normalizer};
        ratio.shape = offsets.shape();
        ratio.dtype = offsets.dtype();
        ratio.name = "div";
        const Tensor normalized = t.custom(ratio);
        locations = t.add(t.view(e.referencePoints, Dims{n, q, 1, Levels, 1, 2}), normalized);
    }
    Tensor output = sampleAndWeigh(t, value, e.sizes, locations, attention);
    output = t.linear(output, c, true, "output_proj");
    return output;
}

// torch.isinf(x).any() or torch.isnan(x).any(), on finite values
void finiteCheck(Tracer &t, const Tensor &x)
{
    const auto none = t.noGrad();
    const auto made = [&](const Tensor &from, DType type, const char *name) {
        Tracer::Custom op;
        op.kind = OpKind::Metric;
        op.inputs = {from};
        op.shape = from.shape();
        op.dtype = type;
        op.name = name;
        return t.custom(op);
    };
    {
        const Tensor magnitude = made(x, x.dtype(), "abs");
        (void)made(magnitude, DType::Bool, "eq");
    }
    (void)made(x, DType::Bool, "isnan");
}

// Mask2FormerPixelDecoderEncoderLayer
Tensor encoderLayer(Tracer &t, const Tensor &input, const Encoder &e)
{
    Tensor attention;
    Tensor states = deformableAttention(t, input, e, attention);
    states = t.add(input, states);
    states = t.layerNorm(states, "self_attn_layer_norm");
    const Tensor residual = states;
    states = t.relu(t.linear(states, 1024, true, "fc1"), false);
    states = t.linear(states, Channels, true, "fc2");
    states = t.add(residual, states);
    states = t.layerNorm(states, "final_layer_norm");
    finiteCheck(t, states);
    return states;
}

Tensor convGroupNorm(Tracer &t, const std::string &name, const Tensor &x, ConvSpec spec)
{
    const auto scope = t.scope(name);
    spec.name = "0";
    const Tensor y = t.conv(x, spec);
    return t.groupNorm(y, 32, "1");
}

} // namespace

PixelFeatures transformersPixelDecoder(Tracer &t, const FeatureMaps &feats)
{
    const auto scope = t.scope("pixel_level_module.decoder");
    const std::int64_t n = feats[0].size(0);
    const Tensor levelEmbed = t.parameter(Dims{Levels, Channels}, "level_embed");
    FeatureMaps embeds, encodings, paddings, flatPaddings;
    Encoder e;
    for (int level = 0; level < Levels; ++level) {
        const Tensor &x = feats[static_cast<std::size_t>(3 - level)];
        embeds.push_back(convGroupNorm(t, "input_projections." + std::to_string(level), x, {.out = Channels, .bias = true}));
        encodings.push_back(sineEncoding(t, n, Channels, x.size(2), x.size(3)));
        e.sizes.push_back({x.size(2), x.size(3)});
    }
    for (const Size &size : e.sizes)
        paddings.push_back(t.constant(Dims{n, size.h, size.w}, DType::Bool));
    const auto tokens = [&](const Tensor &map) { return t.transpose(t.flatten(map, 2), 1, 2); };
    const Tensor flat = t.cat({tokens(embeds[0]), tokens(embeds[1]), tokens(embeds[2])}, 1);
    for (const Tensor &padding : paddings)
        flatPaddings.push_back(t.flatten(padding, 1));
    e.paddingMask = t.cat(flatPaddings, 1);
    {
        FeatureMaps levels;
        for (int i = 0; i < Levels; ++i) {
            const Tensor embed = t.view(t.select(levelEmbed, 0, i), Dims{1, 1, Channels});
            levels.push_back(t.add(tokens(encodings[static_cast<std::size_t>(i)]), embed));
        }
        e.positions = t.cat(levels, 1);
    }
    e.referencePoints = t.constant(Dims{n, flat.size(1), Levels, 2});

    FeatureMaps hiddenStates{flat};
    Tensor states = flat;
    for (int i = 0; i < 6; ++i) {
        const auto layer = t.scope("encoder.layers", i);
        states = checkpointed(t, states, [&](const Tensor &in) { return encoderLayer(t, in, e); });
        hiddenStates.push_back(states);
    }

    PixelFeatures out;
    std::int64_t from = 0;
    for (const Size &size : e.sizes) {
        const Tensor part = t.slice(states, 1, from, from + size.h * size.w);
        out.memories.push_back(t.view(t.transpose(part, 1, 2), Dims{n, Channels, size.h, size.w}));
        from += size.h * size.w;
    }
    const Tensor current = convGroupNorm(t, "adapter_1", feats[0], {.out = Channels});
    Tensor fine = t.add(current, resizeLike(t, out.memories.back(), current));
    fine = convGroupNorm(t, "layer_1", fine, {.out = Channels, .kernel = 3, .padding = 1});
    fine = t.relu(fine, false);
    out.mask = t.conv(fine, {.out = Channels, .bias = true, .name = "mask_projection"});
    return out;
}

} // namespace segplan::zoo
