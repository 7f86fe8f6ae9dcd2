#include "zoo/heads/mask2former.h"

#include "zoo/backbones/attention.h"
#include "zoo/heads/pixel_decoder.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 256, Queries = 100;
constexpr int Heads = 8, Layers = 9, Levels = 3;

// Modules that run after every decoder layer with the same weights.
struct SharedHead {
    Affine postNorm, classes, mask0, mask2, mask4;
};

struct HeadOutput {
    Tensor classes, mask, attentionMask;
};

// _forward_head. The graph of the attention mask is dropped at once, because the comparison has no gradient.
HeadOutput forwardHead(
    Tracer &t, const SharedHead &head, const Tensor &decoderOut, const Tensor &maskFeature, std::int64_t h, std::int64_t w)
{
    HeadOutput out;
    const std::int64_t n = decoderOut.size(0);
    const Tensor normed = layerNormWith(t, decoderOut, head.postNorm, "transformer_decoder.post_norm");
    out.classes = t.linearWith(normed, head.classes.weight, head.classes.bias, "cls_embed");
    Tensor embed = t.linearWith(normed, head.mask0.weight, head.mask0.bias, "mask_embed.0");
    embed = t.relu(embed);
    embed = t.linearWith(embed, head.mask2.weight, head.mask2.bias, "mask_embed.2");
    embed = t.relu(embed);
    embed = t.linearWith(embed, head.mask4.weight, head.mask4.bias, "mask_embed.4");
    out.mask = t.einsumBqcBchw(embed, maskFeature);
    Tensor mask = t.interpolate(out.mask, h, w);
    mask = t.flatten(mask, 2);
    mask = t.repeat(t.unsqueeze(mask, 1), Dims{1, Heads, 1, 1});
    mask = t.view(mask, Dims{n * Heads, Queries, h * w});
    const Tensor probability = t.sigmoid(mask);
    Tracer::Custom below;
    below.inputs = {probability};
    below.grads = {GradKind::None};
    below.shape = mask.shape();
    below.dtype = DType::Bool;
    below.name = "lt";
    out.attentionMask = t.custom(below);
    return out;
}

// A query that sees nothing is let see everything.
Tensor unblocked(Tracer &t, const Tensor &mask)
{
    const auto none = t.noGrad();
    Tracer::Custom both;
    both.inputs = {mask};
    both.shape = mask.shape();
    both.dtype = DType::Bool;
    both.name = "and";
    return t.custom(both);
}

Tensor decoderLayer(
    Tracer &t, const Tensor &input, const Tensor &source, const Tensor &queryPosition, const Tensor &keyPosition, const Tensor &mask)
{
    Tensor query = positionedAttention(t, "cross_attn", input, source, queryPosition, keyPosition, mask);
    query = t.layerNorm(query, "norms.0");
    query = positionedAttention(t, "self_attn", query, query, queryPosition, queryPosition, {});
    query = t.layerNorm(query, "norms.1");
    {
        const auto scope = t.scope("ffn");
        query = ffn(t, query, query, {.hidden = 2048, .gelu = false});
    }
    return t.layerNorm(query, "norms.2");
}

} // namespace

SetPredictions mask2FormerDecoder(Tracer &t, const FeatureMaps &feats, int classes)
{
    const std::int64_t n = feats[0].size(0);
    const PixelFeatures pixel = deformablePixelDecoder(t, feats, Channels);
    const Tensor levelEmbed = t.parameter(Dims{Levels, Channels}, "level_embed");
    FeatureMaps inputs, positions;
    for (int i = 0; i < Levels; ++i) {
        const Tensor &memory = pixel.memories[static_cast<std::size_t>(i)];
        Tensor input = t.permute(t.flatten(memory, 2), Dims{0, 2, 1});
        input = t.add(input, t.view(t.select(levelEmbed, 0, i), Dims{1, 1, Channels}));
        inputs.push_back(input);
        const Tensor encoding = sineEncoding(t, n, Channels, memory.size(2), memory.size(3));
        positions.push_back(t.permute(t.flatten(encoding, 2), Dims{0, 2, 1}));
    }
    Tensor query = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "query_feat"), 0), Dims{n, 1, 1});
    const Tensor queryEmbed = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "query_embed"), 0), Dims{n, 1, 1});
    SharedHead head;
    head.postNorm = normParameters(t, Channels, "transformer_decoder.post_norm");
    head.classes = linearParameters(t, Channels, classes + 1, "cls_embed");
    head.mask0 = linearParameters(t, Channels, Channels, "mask_embed.0");
    head.mask2 = linearParameters(t, Channels, Channels, "mask_embed.2");
    head.mask4 = linearParameters(t, Channels, Channels, "mask_embed.4");

    SetPredictions out;
    HeadOutput step = forwardHead(t, head, query, pixel.mask, pixel.memories[0].size(2), pixel.memories[0].size(3));
    out.classes.push_back(step.classes);
    out.masks.push_back(step.mask);
    for (int i = 0; i < Layers; ++i) {
        const auto level = static_cast<std::size_t>(i % Levels);
        step.attentionMask = unblocked(t, step.attentionMask);
        {
            const auto scope = t.scope("transformer_decoder.layers", i);
            query = checkpointed(t, query,
                [&](const Tensor &in) { return decoderLayer(t, in, inputs[level], queryEmbed, positions[level], step.attentionMask); });
        }
        const Tensor &next = pixel.memories[static_cast<std::size_t>((i + 1) % Levels)];
        HeadOutput following = forwardHead(t, head, query, pixel.mask, next.size(2), next.size(3));
        step = std::move(following);
        out.classes.push_back(step.classes);
        out.masks.push_back(step.mask);
    }
    return out;
}

} // namespace segplan::zoo
