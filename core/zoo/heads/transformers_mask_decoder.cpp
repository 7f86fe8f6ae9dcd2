#include "zoo/backbones/attention.h"
#include "zoo/heads/transformers_mask2former.h"

#include <utility>

namespace segplan::zoo {

namespace {

constexpr std::int64_t Channels = 256, Queries = 100;
constexpr int Heads = 8, Layers = 9, Levels = 3;

struct SharedModules {
    Affine norm, mask0, mask1, mask2;
};

struct Prediction {
    Tensor mask, attentionMask;
};

Tensor madeBool(Tracer &t, const Tensor &from, const Dims &shape, const char *name, DType type = DType::Bool)
{
    Tracer::Custom op;
    op.inputs = {from};
    op.grads = {GradKind::None};
    op.shape = shape;
    op.dtype = type;
    op.name = name;
    return t.custom(op);
}

// Mask2FormerMaskPredictor. The graph of the attention mask ends with it: the comparison has no gradient.
Prediction predictMask(Tracer &t, const SharedModules &shared, const Tensor &normed, const Tensor &pixels, const Tensor &level)
{
    Prediction out;
    Tensor embedding = t.transpose(normed, 0, 1);
    embedding = t.relu(t.linearWith(embedding, shared.mask0.weight, shared.mask0.bias, "mask_embedder.0"), false);
    embedding = t.relu(t.linearWith(embedding, shared.mask1.weight, shared.mask1.bias, "mask_embedder.1"), false);
    embedding = t.linearWith(embedding, shared.mask2.weight, shared.mask2.bias, "mask_embedder.2");
    out.mask = t.einsumBqcBchw(embedding, pixels);
    Tensor mask = t.interpolate(out.mask, level.size(2), level.size(3));
    {
        const Tensor probability = t.sigmoid(mask);
        mask = t.repeat(t.unsqueeze(t.flatten(probability, 2), 1), Dims{1, Heads, 1, 1});
    }
    mask = t.flatten(mask, 0, 1);
    out.attentionMask = madeBool(t, mask, mask.shape(), "lt");
    return out;
}

// A query that sees nothing is let see everything.
Tensor unblocked(Tracer &t, const Tensor &mask)
{
    const Dims rows{mask.size(0), mask.size(1)};
    const Tensor count = madeBool(t, mask, rows, "sum", DType::Int64);
    const Tensor where = madeBool(t, count, rows, "ne");
    return madeBool(t, mask, mask.shape(), "mul");
}

// Mask2FormerAttention between queries, [queries, N, C]
Tensor querySelfAttention(Tracer &t, const Tensor &input, const Tensor &positions)
{
    const auto scope = t.scope("self_attn");
    const Tensor original = t.permute(input, Dims{1, 0, 2});
    const std::int64_t n = original.size(0), q = original.size(1), width = Channels / Heads;
    const Tensor states = t.add(original, t.permute(positions, Dims{1, 0, 2}));
    const auto shaped = [&](const Tensor &x) { return t.contiguous(t.transpose(t.view(x, Dims{n, q, Heads, width}), 1, 2)); };
    const auto folded = [&](const Tensor &x) { return t.view(x, Dims{n * Heads, q, width}); };
    Tensor query = t.mulScalar(t.linear(states, Channels, true, "q_proj"));
    Tensor key = shaped(t.linear(states, Channels, true, "k_proj"));
    Tensor value = shaped(t.linear(original, Channels, true, "v_proj"));
    query = folded(shaped(query));
    key = folded(key);
    value = folded(value);
    Tensor weights = t.matmul(query, t.transpose(key, 1, 2));
    weights = t.softmax(weights, -1);
    Tensor out = t.matmul(weights, value);
    out = t.transpose(t.view(out, Dims{n, Heads, q, width}), 1, 2);
    out = t.view(out, Dims{n, q, Channels});
    out = t.linear(out, Channels, true, "out_proj");
    return t.permute(out, Dims{1, 0, 2});
}

// Mask2FormerMaskedAttentionDecoderLayer.forward_post
Tensor decoderLayer(Tracer &t, const Tensor &input, const Tensor &level, const Tensor &levelPositions, const Tensor &positions, const Tensor &mask)
{
    Tensor states;
    {
        const Tensor query = t.add(input, positions), key = t.add(level, levelPositions);
        const auto scope = t.scope("cross_attn");
        states = multiheadAttention(t, query, key, level, Heads, mask);
    }
    states = t.add(input, states);
    states = t.layerNorm(states, "cross_attn_layer_norm");
    Tensor residual = states;
    states = querySelfAttention(t, states, positions);
    states = t.add(residual, states);
    states = t.layerNorm(states, "self_attn_layer_norm");
    residual = states;
    states = t.relu(t.linear(states, 2048, true, "fc1"), false);
    states = t.linear(states, Channels, true, "fc2");
    states = t.add(residual, states);
    return t.layerNorm(states, "final_layer_norm");
}

} // namespace

QueryStates transformersMaskDecoder(Tracer &t, const PixelFeatures &pixel)
{
    const auto scope = t.scope("transformer_module");
    const std::int64_t n = pixel.mask.size(0);
    const Tensor levelEmbed = t.parameter(Dims{Levels, Channels}, "level_embed");
    std::vector<Tensor> levels, positions;
    for (int i = 0; i < Levels; ++i) {
        const Tensor &map = pixel.memories[static_cast<std::size_t>(i)];
        const Tensor encoding = t.flatten(sineEncoding(t, n, Channels, map.size(2), map.size(3)), 2);
        positions.push_back(t.permute(encoding, Dims{2, 0, 1}));
        const Tensor level = t.add(t.flatten(map, 2), t.view(t.select(levelEmbed, 0, i), Dims{1, Channels, 1}));
        levels.push_back(t.permute(level, Dims{2, 0, 1}));
    }
    const Tensor queryPositions = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "queries_embedder"), 1), Dims{1, n, 1});
    Tensor states = t.repeat(t.unsqueeze(t.parameter(Dims{Queries, Channels}, "queries_features"), 1), Dims{1, n, 1});
    const Tensor features = states; // a variable of the module
    const auto decoder = t.scope("decoder");
    SharedModules shared;
    shared.norm = normParameters(t, Channels, "layernorm");
    shared.mask0 = linearParameters(t, Channels, Channels, "mask_predictor.mask_embedder.0.0");
    shared.mask1 = linearParameters(t, Channels, Channels, "mask_predictor.mask_embedder.1.0");
    shared.mask2 = linearParameters(t, Channels, Channels, "mask_predictor.mask_embedder.2.0");

    QueryStates out;
    const auto predict = [&](std::size_t level) {
        out.normed.push_back(layerNormWith(t, states, shared.norm, "layernorm"));
        Prediction p = predictMask(t, shared, out.normed.back(), pixel.mask, pixel.memories[level]);
        out.masks.push_back(p.mask);
        return std::move(p.attentionMask);
    };
    Tensor attentionMask = predict(0);
    for (int i = 0; i < Layers; ++i) {
        out.hidden.push_back(states);
        const auto level = static_cast<std::size_t>(i % Levels);
        attentionMask = unblocked(t, attentionMask);
        {
            const auto layer = t.scope("layers", i);
            states = checkpointed(t, states,
                [&](const Tensor &in) { return decoderLayer(t, in, levels[level], positions[level], queryPositions, attentionMask); });
        }
        attentionMask = predict((level + 1) % Levels);
    }
    return out;
}

} // namespace segplan::zoo
