#include "zoo/backbones/attention.h"
#include "zoo/backbones/transformers_backbones.h"

namespace segplan::zoo {

namespace {

struct Grid {
    std::int64_t h = 0, w = 0;
};

// BeitRelativePositionBias: the table is resized to the grid, at equal size too; its index is a tensor of the host.
Tensor relativePositionBias(Tracer &t, int heads, const Grid &grid)
{
    const auto scope = t.scope("relative_position_bias");
    const std::int64_t height = 2 * grid.h - 1, width = 2 * grid.w - 1, distances = height * width, tokens = grid.h * grid.w + 1;
    const Tensor table = t.parameter(Dims{distances + 3, heads}, "relative_position_bias_table");
    Tensor old = t.slice(table, 0, 0, distances);
    old = t.permute(t.view(old, Dims{1, width, height, heads}), Dims{0, 3, 1, 2});
    Tensor resized = t.interpolate(old, height, width);
    resized = t.view(t.permute(resized, Dims{0, 2, 3, 1}), Dims{distances, heads});
    const Tensor resizedTable = t.cat({resized, t.slice(table, 0, distances, distances + 3)}, 0);
    Tensor bias = t.indexParameter(resizedTable, Dims{tokens, tokens, heads});
    bias = t.contiguous(t.permute(bias, Dims{2, 0, 1}));
    return t.unsqueeze(bias, 0);
}

// BeitSelfAttention: every local variable lives to the end.
Tensor selfAttention(Tracer &t, const Tensor &input, int heads, const Grid &grid)
{
    const auto scope = t.scope("attention");
    const std::int64_t n = input.size(0), tokens = input.size(1), c = input.size(2);
    const auto forScores = [&](const Tensor &x) { return t.permute(t.view(x, Dims{n, tokens, heads, c / heads}), Dims{0, 2, 1, 3}); };
    const Tensor mixedQuery = t.linear(input, c, true, "query");
    const Tensor key = forScores(t.linear(input, c, false, "key"));
    const Tensor value = forScores(t.linear(input, c, true, "value"));
    const Tensor query = forScores(mixedQuery);
    Tensor scores = t.matmul(query, t.transpose(key, -1, -2));
    scores = t.mulScalar(scores);
    scores = t.add(scores, relativePositionBias(t, heads, grid));
    const Tensor probabilities = t.softmax(scores, -1);
    Tensor context = t.matmul(probabilities, value);
    context = t.contiguous(t.permute(context, Dims{0, 2, 1, 3}));
    return t.view(context, Dims{n, tokens, c});
}

// BeitLayer: the tuple of attention outputs holds the branch without its scale.
Tensor beitLayer(Tracer &t, const Tensor &input, int heads, double dropPath, const Grid &grid)
{
    const std::int64_t c = input.size(2);
    const Tensor lambda1 = t.parameter(Dims{c}, "lambda_1"), lambda2 = t.parameter(Dims{c}, "lambda_2");
    const Tensor attended = [&] {
        const Tensor normed = t.layerNorm(input, "layernorm_before");
        const auto scope = t.scope("attention");
        const Tensor context = selfAttention(t, normed, heads, grid);
        return t.linear(context, c, true, "output.dense");
    }();
    const Tensor branch = t.mul(lambda1, attended);
    const Tensor states = t.add(t.dropPath(branch, dropPath), input);
    Tensor layer = t.layerNorm(states, "layernorm_after");
    {
        const auto scope = t.scope("intermediate");
        const Tensor argument = layer;
        layer = t.gelu(t.linear(layer, 4 * c, true, "dense"));
    }
    layer = t.linear(layer, c, true, "output.dense");
    layer = t.mul(lambda2, layer);
    return t.add(t.dropPath(layer, dropPath), states);
}

} // namespace

FeatureMaps transformersBeit(Tracer &t, const BeitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("beit");
    const std::int64_t n = image.size(0);
    Tensor x;
    Grid grid;
    {
        const auto inner = t.scope("embeddings");
        x = t.conv(image, {.out = spec.width, .kernel = 16, .stride = 16, .bias = true, .name = "patch_embeddings.projection"});
        grid = {x.size(2), x.size(3)};
        x = t.transpose(t.flatten(x, 2), 1, 2);
        const Tensor cls = t.expand(t.parameter(Dims{1, 1, spec.width}, "cls_token"), Dims{n, 1, spec.width});
        x = t.cat({cls, x}, 1);
    }
    const std::vector<double> rates = dropPathRates(spec.dropPath, spec.layers);
    FeatureMaps hiddenStates{x};
    for (int i = 0; i < spec.layers; ++i) {
        const auto inner = t.scope("encoder.layer", i);
        x = checkpointed(
            t, x, [&](const Tensor &in) { return beitLayer(t, in, spec.heads, rates[static_cast<std::size_t>(i)], grid); });
        hiddenStates.push_back(x);
    }
    return hiddenStates;
}

} // namespace segplan::zoo
