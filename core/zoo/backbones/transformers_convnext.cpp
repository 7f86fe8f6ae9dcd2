#include "zoo/backbones/attention.h"
#include "zoo/backbones/transformers_backbones.h"

#include "units/units.h"

namespace segplan::zoo {

namespace {

// x.pow(2): backward forms self.pow(1) and its double beside the product with the gradient.
Tensor square(Tracer &t, const Tensor &x)
{
    Tracer::Custom op;
    op.inputs = {x};
    op.keeps = {x};
    op.shape = x.shape();
    op.backwardScratch = saturatedProduct(x.shape().count(), 2 * bytesOf(DType::Float));
    op.name = "pow";
    return t.custom(op);
}

Tensor squareRoot(Tracer &t, const Tensor &x)
{
    Tracer::Custom op;
    op.inputs = {x};
    op.keepsOutput = true;
    op.shape = x.shape();
    op.name = "sqrt";
    return t.custom(op);
}

// a / b with b broadcast; the gradient of b is a product of three temporaries before it is summed.
Tensor divide(Tracer &t, const Tensor &a, const Tensor &b)
{
    Tracer::Custom op;
    op.inputs = {a, b};
    op.keeps = {a, b};
    op.shape = a.shape();
    op.backwardScratch = saturatedProduct(a.shape().count(), 4 * bytesOf(DType::Float));
    op.name = "div";
    return t.custom(op);
}

// ConvNextLayerNorm "channels_first": composed, in fp32.
Tensor channelNorm(Tracer &t, const Tensor &input, std::string_view name)
{
    const auto scope = t.scope(name);
    const std::int64_t c = input.size(1);
    const Tensor weight = t.parameter(Dims{c}, "weight"), bias = t.parameter(Dims{c}, "bias");
    Tensor x = t.cast(input, DType::Float);
    const Tensor u = t.mean(x, Dims{1}, true);
    Tensor s = square(t, t.sub(x, u));
    s = t.mean(s, Dims{1}, true);
    {
        const Tensor centred = t.sub(x, u);
        const Tensor deviation = squareRoot(t, t.addScalar(s));
        x = divide(t, centred, deviation);
    }
    x = t.cast(x, input.dtype());
    const auto perChannel = [&](const Tensor &p) { return t.view(p, Dims{c, 1, 1}); };
    const Tensor scaled = t.mul(perChannel(weight), x);
    return t.add(scaled, perChannel(bias));
}

// ConvNextLayer with its configuration's default, no stochastic depth.
Tensor layer(Tracer &t, const Tensor &input)
{
    const std::int64_t c = input.size(1);
    Tensor x = t.conv(input, {.out = c, .kernel = 7, .padding = 3, .groups = c, .bias = true, .name = "dwconv"});
    x = t.permute(x, Dims{0, 2, 3, 1});
    x = t.layerNorm(x, "layernorm");
    x = t.linear(x, 4 * c, true, "pwconv1");
    x = t.gelu(x);
    x = t.linear(x, c, true, "pwconv2");
    x = t.mul(t.parameter(Dims{c}, "layer_scale_parameter"), x);
    x = t.permute(x, Dims{0, 3, 1, 2});
    return t.add(input, x);
}

} // namespace

FeatureMaps transformersConvNext(Tracer &t, const ConvNextSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    Tensor embedding;
    {
        const auto inner = t.scope("embeddings");
        embedding = t.conv(image, {.out = spec.width, .kernel = 4, .stride = 4, .bias = true, .name = "patch_embeddings"});
        embedding = channelNorm(t, embedding, "layernorm");
    }
    FeatureMaps hiddenStates;
    Tensor x = embedding;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto stage = t.scope("encoder.stages", static_cast<int>(i));
        const Tensor argument = x;
        if (i > 0) {
            x = channelNorm(t, x, "downsampling_layer.0");
            x = t.conv(x, {.out = spec.width << i, .kernel = 2, .stride = 2, .bias = true, .name = "downsampling_layer.1"});
        }
        const Tensor first = x; // the argument of Sequential
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("layers", d);
            x = checkpointed(t, x, [&](const Tensor &in) { return layer(t, in); });
        }
        hiddenStates.push_back(x);
    }
    FeatureMaps features;
    for (std::size_t i = 0; i < 4; ++i)
        features.push_back(channelNorm(t, hiddenStates[i], "hidden_states_norms.stage" + std::to_string(i + 1)));
    return features;
}

} // namespace segplan::zoo
