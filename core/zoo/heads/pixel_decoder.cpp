#include "zoo/heads/pixel_decoder.h"

#include "zoo/backbones/attention.h"
#include "zoo/layers.h"

namespace segplan::zoo {

Tensor maskedFill(Tracer &t, const Tensor &x, const Tensor &mask)
{
    Tracer::Custom fill;
    fill.inputs = {x, mask};
    fill.grads = {GradKind::Fresh, GradKind::None};
    fill.keeps = {mask};
    fill.shape = x.shape();
    fill.dtype = x.dtype();
    fill.name = "masked_fill";
    return t.custom(fill);
}

Tensor sineEncoding(Tracer &t, std::int64_t n, std::int64_t channels, std::int64_t h, std::int64_t w)
{
    const auto none = t.noGrad();
    const std::int64_t half = channels / 2;
    const auto axis = [&] { // position / dim_t, then the sines and cosines of its halves stacked
        const Tensor scaled = t.constant(Dims{n, h, w, half});
        const Tensor sine = t.constant(Dims{n, h, w, half / 2}), cosine = t.constant(Dims{n, h, w, half / 2});
        return t.view(t.stack({sine, cosine}, 4), Dims{n, h, w, half});
    };
    const Tensor x = axis(), y = axis();
    return t.permute(t.cat({y, x}, 3), Dims{0, 3, 1, 2});
}

namespace {

constexpr int Heads = 8, Points = 4;

struct Encoder {
    Tensor positions; // [N, Q, C]
    Tensor paddingMask; // [N, Q] bool
    Tensor referencePoints; // [N, Q, levels, 2]
    Tensor spatialShapes, levelStarts; // [levels, 2], [levels] int64
    int levels = 3;
};

// mmcv MultiScaleDeformableAttention with its fused kernel, whose locations and weights are cast to the value's type and kept so.
Tensor deformableSelfAttention(Tracer &t, const Tensor &input, const Encoder &e)
{
    const auto scope = t.scope("self_attn");
    const std::int64_t n = input.size(0), q = input.size(1), c = input.size(2);
    const Tensor query = t.add(input, e.positions);
    Tensor value = t.linear(input, c, true, "value_proj");
    value = maskedFill(t, value, e.paddingMask);
    value = t.view(value, Dims{n, q, Heads, c / Heads});
    const Tensor offsets = t.view(
        t.linear(query, std::int64_t{Heads} * e.levels * Points * 2, true, "sampling_offsets"), Dims{n, q, Heads, e.levels, Points, 2});
    Tensor weights
        = t.view(t.linear(query, std::int64_t{Heads} * e.levels * Points, true, "attention_weights"), Dims{n, q, Heads, e.levels * Points});
    weights = t.softmax(weights, -1);
    weights = t.view(weights, Dims{n, q, Heads, e.levels, Points});
    Tensor locations;
    {
        Tracer::Custom division; // by a small integer tensor, made anew in every layer
        division.inputs = {offsets};
        division.keepsBytes = 8 * 2 * e.levels;
        division.shape = offsets.shape();
        division.dtype = offsets.dtype();
        division.name = "div";
        const Tensor normalized = t.custom(division);
        locations = t.add(t.view(e.referencePoints, Dims{n, q, 1, e.levels, 1, 2}), normalized);
    }
    Tensor out;
    {
        Tensor keptLocations, keptWeights;
        {
            const auto none = t.noGrad(); // casts inside of the autograd function
            keptLocations = t.cast(locations, value.dtype());
            keptWeights = t.cast(weights, value.dtype());
        }
        Tracer::Custom kernel;
        kernel.kind = OpKind::DeformableAttention;
        kernel.inputs = {value, locations, weights};
        kernel.keeps = {value, keptLocations, keptWeights, e.spatialShapes, e.levelStarts};
        kernel.shape = Dims{n, q, c};
        kernel.dtype = value.dtype();
        kernel.name = "ms_deform_attn";
        out = t.custom(kernel);
    }
    out = t.linear(out, c, true, "output_proj");
    return t.add(out, input);
}

Tensor encoderLayer(Tracer &t, const Tensor &input, const Encoder &e)
{
    Tensor query = deformableSelfAttention(t, input, e);
    query = t.layerNorm(query, "norms.0");
    {
        const auto scope = t.scope("ffn");
        query = ffn(t, query, query, {.hidden = 1024, .gelu = false});
    }
    return t.layerNorm(query, "norms.1");
}

Tensor convGroupNorm(Tracer &t, std::string_view name, const Tensor &x, ConvSpec spec)
{
    const auto scope = t.scope(name);
    Tensor y = t.conv(x, spec);
    y = t.groupNorm(y, 32, "gn");
    return y;
}

} // namespace

PixelFeatures deformablePixelDecoder(Tracer &t, const FeatureMaps &feats, std::int64_t channels, int layers)
{
    const auto scope = t.scope("pixel_decoder");
    const std::int64_t n = feats[0].size(0);
    constexpr int levels = 3;
    FeatureMaps inputs, positions, paddings;
    std::vector<std::int64_t> counts;
    const Tensor levelEncoding = t.parameter(Dims{levels, channels}, "level_encoding");
    for (int i = 0; i < levels; ++i) {
        const Tensor &feat = feats[static_cast<std::size_t>(3 - i)];
        const std::int64_t h = feat.size(2), w = feat.size(3);
        Tensor projected = convGroupNorm(t, "input_convs." + std::to_string(i), feat, {.out = channels, .bias = true});
        Tensor padding = t.constant(Dims{n, h, w}, DType::Bool);
        const Tensor encoding = sineEncoding(t, n, channels, h, w);
        Tensor position = t.add(t.view(t.select(levelEncoding, 0, i), Dims{1, channels, 1, 1}), encoding);
        projected = t.permute(t.flatten(projected, 2), Dims{0, 2, 1});
        position = t.permute(t.flatten(position, 2), Dims{0, 2, 1});
        inputs.push_back(projected);
        positions.push_back(position);
        paddings.push_back(t.flatten(padding, 1));
        counts.push_back(h * w);
    }
    Encoder e;
    e.levels = levels;
    e.paddingMask = t.cat(paddings, 1);
    Tensor memory = t.cat(inputs, 1);
    e.positions = t.cat(positions, 1);
    e.referencePoints = t.constant(Dims{n, memory.size(1), levels, 2});
    e.spatialShapes = t.constant(Dims{levels, 2}, DType::Int64);
    e.levelStarts = t.constant(Dims{levels}, DType::Int64);
    const Tensor encoderInputs = memory; // a local of the reference's forward
    {
        const auto encoder = t.scope("encoder");
        for (int i = 0; i < layers; ++i) {
            const auto layer = t.scope("layers", i);
            memory = checkpointed(t, memory, [&](const Tensor &in) { return encoderLayer(t, in, e); });
        }
    }
    memory = t.permute(memory, Dims{0, 2, 1});
    PixelFeatures out;
    std::int64_t from = 0;
    for (int i = 0; i < levels; ++i) {
        const Tensor &feat = feats[static_cast<std::size_t>(3 - i)];
        const std::int64_t count = counts[static_cast<std::size_t>(i)];
        const Tensor part = t.slice(memory, 2, from, from + count);
        out.memories.push_back(t.view(part, Dims{n, channels, feat.size(2), feat.size(3)}));
        from += count;
    }
    const Tensor lateral = convGroupNorm(t, "lateral_convs.0", feats[0], {.out = channels});
    Tensor y;
    {
        const Tensor resized = resizeLike(t, out.memories.back(), lateral);
        y = t.add(lateral, resized);
    }
    y = convGroupNorm(t, "output_convs.0", y, {.out = channels, .kernel = 3, .padding = 1});
    y = t.relu(y);
    out.mask = t.conv(y, {.out = channels, .bias = true, .name = "mask_feature"});
    return out;
}

} // namespace segplan::zoo
