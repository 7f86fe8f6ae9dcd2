#include "zoo/backbones/attention.h"
#include "zoo/backbones/transformers_backbones.h"

namespace segplan::zoo {

namespace {

struct Layer {
    std::int64_t width = 0;
    int heads = 1, reduction = 1;
    double dropPath = 0;
    std::int64_t h = 0, w = 0;
};

// SegformerOverlapPatchEmbeddings
Tensor patchEmbeddings(Tracer &t, const Tensor &image, std::size_t stage, Layer &layer)
{
    const auto scope = t.scope("patch_embeddings", static_cast<int>(stage));
    const int kernel = stage == 0 ? 7 : 3, stride = stage == 0 ? 4 : 2;
    Tensor x = t.conv(image, {.out = layer.width, .kernel = kernel, .stride = stride, .padding = kernel / 2, .bias = true, .name = "proj"});
    layer.h = x.size(2);
    layer.w = x.size(3);
    x = t.transpose(t.flatten(x, 2), 1, 2);
    x = t.layerNorm(x, "layer_norm");
    return x;
}

// SegformerEfficientSelfAttention: every local variable lives to the end.
Tensor selfAttention(Tracer &t, const Tensor &input, const Layer &layer)
{
    const auto scope = t.scope("self");
    const std::int64_t n = input.size(0), c = layer.width;
    const auto forScores = [&](const Tensor &x) {
        return t.permute(t.view(x, Dims{n, x.size(1), layer.heads, c / layer.heads}), Dims{0, 2, 1, 3});
    };
    const Tensor query = forScores(t.linear(input, c, true, "query"));
    Tensor states = input;
    if (layer.reduction > 1) {
        states = t.view(t.permute(states, Dims{0, 2, 1}), Dims{n, c, layer.h, layer.w});
        states = t.conv(states, {.out = c, .kernel = layer.reduction, .stride = layer.reduction, .bias = true, .name = "sr"});
        states = t.permute(t.view(states, Dims{n, c, -1}), Dims{0, 2, 1});
        states = t.layerNorm(states, "layer_norm");
    }
    const Tensor key = forScores(t.linear(states, c, true, "key"));
    const Tensor value = forScores(t.linear(states, c, true, "value"));
    Tensor scores = t.matmul(query, t.transpose(key, -1, -2));
    scores = t.mulScalar(scores);
    const Tensor probabilities = t.softmax(scores, -1);
    Tensor context = t.matmul(probabilities, value);
    context = t.contiguous(t.permute(context, Dims{0, 2, 1, 3}));
    return t.view(context, Dims{n, -1, c});
}

// SegformerMixFFN
Tensor mixFfn(Tracer &t, const Tensor &input, const Layer &layer)
{
    const auto scope = t.scope("mlp");
    const std::int64_t n = input.size(0), hidden = 4 * layer.width;
    Tensor x = t.linear(input, hidden, true, "dense1");
    {
        const auto inner = t.scope("dwconv");
        const Tensor argument = x;
        x = t.view(t.transpose(x, 1, 2), Dims{n, hidden, layer.h, layer.w});
        x = t.conv(x, {.out = hidden, .kernel = 3, .padding = 1, .groups = hidden, .bias = true, .name = "dwconv"});
        x = t.transpose(t.flatten(x, 2), 1, 2);
    }
    x = t.gelu(x);
    x = t.linear(x, layer.width, true, "dense2");
    return x;
}

// SegformerLayer: the tuple of attention outputs holds the branch without its stochastic depth.
Tensor encoderLayer(Tracer &t, const Tensor &input, const Layer &layer)
{
    const Tensor attended = [&] {
        const Tensor normed = t.layerNorm(input, "layer_norm_1");
        const auto scope = t.scope("attention");
        const Tensor context = selfAttention(t, normed, layer);
        return t.linear(context, layer.width, true, "output.dense");
    }();
    const Tensor branch = t.dropPath(attended, layer.dropPath);
    const Tensor states = t.add(branch, input);
    Tensor mlp = mixFfn(t, t.layerNorm(states, "layer_norm_2"), layer);
    mlp = t.dropPath(mlp, layer.dropPath);
    return t.add(mlp, states);
}

} // namespace

FeatureMaps transformersMit(Tracer &t, const MitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("segformer.encoder");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps hiddenStates;
    Tensor x = image, layerOutput;
    std::size_t index = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        Layer layer{spec.width * spec.heads[i], spec.heads[i], spec.reductions[i], 0, 0, 0};
        x = patchEmbeddings(t, x, i, layer);
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("block." + std::to_string(i), d);
            layer.dropPath = rates[index++];
            layerOutput = checkpointed(t, x, [&](const Tensor &in) { return encoderLayer(t, in, layer); });
            x = layerOutput;
        }
        x = t.layerNorm(x, "layer_norm." + std::to_string(i));
        x = t.contiguous(t.permute(t.view(x, Dims{x.size(0), layer.h, layer.w, layer.width}), Dims{0, 3, 1, 2}));
        hiddenStates.push_back(x);
    }
    return hiddenStates;
}

} // namespace segplan::zoo
