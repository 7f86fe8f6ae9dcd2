#include "zoo/backbones/beit.h"

#include "zoo/backbones/attention.h"

#include <algorithm>

namespace segplan::zoo {

bool beitSpec(const std::string &id, BeitSpec &spec)
{
    if (id == "beit-b")
        return true;
    if (id != "beit-l")
        return false;
    spec = {1024, 24, 16, {7, 11, 15, 23}, 0.2};
    return true;
}

namespace {

struct Grid {
    std::int64_t h = 0, w = 0;
};

Tensor attention(Tracer &t, const Tensor &input, int heads, const Grid &grid)
{
    const auto scope = t.scope("attn");
    const std::int64_t n = input.size(0), tokens = input.size(1), c = input.size(2);
    const std::int64_t distances = (2 * grid.h - 1) * (2 * grid.w - 1) + 3;
    const Tensor table = t.parameter(Dims{distances, heads}, "relative_position_bias_table");
    t.buffer(Dims{tokens, tokens}, DType::Int64, "relative_position_index");
    const Tensor weight = t.parameter(Dims{3 * c, c}, "qkv.weight");
    const Tensor queryBias = t.parameter(Dims{c}, "q_bias"), valueBias = t.parameter(Dims{c}, "v_bias");
    const Tensor keyBias = t.constant(Dims{c});
    const Tensor bias = t.cat({queryBias, keyBias, valueBias}, 0);
    Tensor qkv = t.linearWith(input, weight, bias, "qkv");
    qkv = t.permute(t.view(qkv, Dims{n, tokens, 3, heads, c / heads}), Dims{2, 0, 3, 1, 4});
    Tensor q = t.select(qkv, 0, 0);
    const Tensor k = t.select(qkv, 0, 1), v = t.select(qkv, 0, 2);
    q = t.mulScalar(q);
    Tensor scores = t.matmul(q, t.transpose(k, 2, 3));
    Tensor position = t.indexParameter(table, Dims{tokens, tokens, heads});
    position = t.contiguous(t.permute(position, Dims{2, 0, 1}));
    scores = t.add(scores, t.unsqueeze(position, 0));
    scores = t.softmax(scores, -1);
    Tensor x = t.matmul(scores, v);
    x = t.view(t.transpose(x, 1, 2), Dims{n, tokens, c});
    return t.linear(x, c, true, "proj");
}

Tensor layer(Tracer &t, const Tensor &input, int heads, double dropPath, const Grid &grid)
{
    const std::int64_t c = input.size(2);
    const auto scaledBranch = [&](const Tensor &branch, const char *gamma) {
        Tensor y = t.mul(t.parameter(Dims{c}, gamma), branch);
        if (dropPath > 0)
            y = t.dropPath(y, dropPath);
        return y;
    };
    Tensor x = input;
    {
        Tensor branch = t.layerNorm(x, "norm1");
        branch = attention(t, branch, heads, grid);
        branch = scaledBranch(branch, "gamma_1");
        x = t.add(x, branch);
    }
    Tensor branch = t.layerNorm(x, "norm2");
    {
        const auto scope = t.scope("ffn");
        branch = ffn(t, branch, branch, {.hidden = 4 * c, .addIdentity = false});
    }
    branch = scaledBranch(branch, "gamma_2");
    return t.add(x, branch);
}

} // namespace

FeatureMaps mmsegBeit(Tracer &t, const BeitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::int64_t n = image.size(0);
    Tensor x = t.conv(image, {.out = spec.width, .kernel = 16, .stride = 16, .bias = true, .name = "patch_embed.projection"});
    const Grid grid{x.size(2), x.size(3)};
    x = t.transpose(t.flatten(x, 2), 1, 2);
    const Tensor clsTokens = t.expand(t.parameter(Dims{1, 1, spec.width}, "cls_token"), Dims{n, 1, spec.width});
    x = t.cat({clsTokens, x}, 1);
    const std::vector<double> rates = dropPathRates(spec.dropPath, spec.layers);
    FeatureMaps outs;
    Tensor out;
    for (int i = 0; i < spec.layers; ++i) {
        {
            const auto inner = t.scope("layers", i);
            x = checkpointed(t, x, [&](const Tensor &in) { return layer(t, in, spec.heads, rates[static_cast<std::size_t>(i)], grid); });
        }
        if (std::find(spec.outputs.begin(), spec.outputs.end(), i) == spec.outputs.end())
            continue;
        out = t.slice(x, 1, 1, grid.h * grid.w + 1);
        out = t.contiguous(t.permute(t.view(out, Dims{n, grid.h, grid.w, spec.width}), Dims{0, 3, 1, 2}));
        outs.push_back(out);
    }
    return outs;
}

FeatureMaps featurePyramidOf(Tracer &t, const FeatureMaps &inputs)
{
    const auto scope = t.scope("neck");
    const std::int64_t c = inputs[0].size(1);
    Tensor fine = t.convTranspose(inputs[0], {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "upsample_4x.0"});
    fine = t.batchNorm(fine, "upsample_4x.1");
    fine = t.gelu(fine);
    fine = t.convTranspose(fine, {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "upsample_4x.3"});
    const Tensor middle = t.convTranspose(inputs[1], {.out = c, .kernel = 2, .stride = 2, .bias = true, .name = "upsample_2x.0"});
    return {fine, middle, inputs[2], t.maxPool(inputs[3], 2, 2)};
}

} // namespace segplan::zoo
