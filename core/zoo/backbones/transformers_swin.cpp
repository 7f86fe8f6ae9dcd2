#include "zoo/backbones/attention.h"
#include "zoo/backbones/transformers_backbones.h"

namespace segplan::zoo {

namespace {

struct Block {
    int heads = 1, window = 7;
    bool shift = false;
    double dropPath = 0;
    std::int64_t h = 0, w = 0;
};

// SwinLayer.get_attn_mask: small tensors made in every forward pass.
Tensor attentionMask(Tracer &t, std::int64_t h, std::int64_t w, int window)
{
    const Tensor image = t.constant(Dims{1, h, w, 1});
    Tensor windows = windowPartition(t, image, window);
    windows = t.view(windows, Dims{-1, static_cast<std::int64_t>(window) * window});
    Tensor mask = t.sub(t.unsqueeze(windows, 1), t.unsqueeze(windows, 2));
    mask = t.clone(t.clone(mask)); // masked_fill twice
    return mask;
}

// SwinSelfAttention: every local variable lives to the end.
Tensor selfAttention(Tracer &t, const Tensor &input, const Tensor &mask, const Block &b)
{
    const auto scope = t.scope("self");
    const std::int64_t n = input.size(0), tokens = input.size(1), c = input.size(2), side = 2 * b.window - 1;
    const Tensor table = t.parameter(Dims{side * side, b.heads}, "relative_position_bias_table");
    t.buffer(Dims{tokens, tokens}, DType::Int64, "relative_position_index");
    const auto forScores = [&](const Tensor &x) { return t.permute(t.view(x, Dims{n, tokens, b.heads, c / b.heads}), Dims{0, 2, 1, 3}); };
    const Tensor mixedQuery = t.linear(input, c, true, "query");
    const Tensor key = forScores(t.linear(input, c, true, "key"));
    const Tensor value = forScores(t.linear(input, c, true, "value"));
    const Tensor query = forScores(mixedQuery);
    Tensor scores = t.matmul(query, t.transpose(key, -1, -2));
    scores = t.mulScalar(scores);
    Tensor bias = t.indexParameter(table, Dims{tokens, tokens, b.heads});
    bias = t.contiguous(t.permute(bias, Dims{2, 0, 1}));
    scores = t.add(scores, t.unsqueeze(bias, 0));
    if (mask.valid()) {
        const std::int64_t windows = mask.size(0);
        scores = t.view(scores, Dims{n / windows, windows, b.heads, tokens, tokens});
        scores = t.add(scores, t.unsqueeze(t.unsqueeze(mask, 1), 0));
        scores = t.view(scores, Dims{-1, b.heads, tokens, tokens});
    }
    const Tensor probabilities = t.softmax(scores, -1);
    Tensor context = t.matmul(probabilities, value);
    context = t.contiguous(t.permute(context, Dims{0, 2, 1, 3}));
    return t.view(context, Dims{n, tokens, c});
}

// SwinLayer: one function, so the windows and their shifted and reversed forms are there until its end.
Tensor swinLayer(Tracer &t, const Tensor &shortcut, const Block &b)
{
    const std::int64_t n = shortcut.size(0), c = shortcut.size(2);
    Tensor states = t.layerNorm(shortcut, "layernorm_before");
    states = t.view(states, Dims{n, b.h, b.w, c});
    const std::int64_t right = (b.window - b.w % b.window) % b.window, bottom = (b.window - b.h % b.window) % b.window;
    const bool padded = right > 0 || bottom > 0;
    states = padded ? t.padBhwc(states, bottom, right) : t.clone(states); // F.pad by nothing copies
    const std::int64_t h = states.size(1), w = states.size(2);
    const Tensor shifted = b.shift ? t.roll(states) : states;
    Tensor windows = windowPartition(t, shifted, b.window);
    windows = t.view(windows, Dims{-1, static_cast<std::int64_t>(b.window) * b.window, c});
    Tensor mask;
    if (b.shift)
        mask = attentionMask(t, h, w, b.window);
    const Tensor attended = [&] {
        const auto scope = t.scope("attention");
        const Tensor context = selfAttention(t, windows, mask, b);
        return t.linear(context, c, true, "output.dense");
    }();
    const Tensor reversed = windowReverse(t, t.view(attended, Dims{-1, b.window, b.window, c}), b.window, h, w);
    Tensor out = b.shift ? t.roll(reversed) : reversed;
    if (padded)
        out = t.contiguous(t.slice(t.slice(out, 1, 0, b.h), 2, 0, b.w));
    out = t.view(out, Dims{n, b.h * b.w, c});
    states = t.add(shortcut, t.dropPath(out, b.dropPath));

    Tensor layer = t.layerNorm(states, "layernorm_after");
    {
        const auto scope = t.scope("intermediate");
        const Tensor argument = layer;
        layer = t.gelu(t.linear(layer, 4 * c, true, "dense"));
    }
    layer = t.add(states, t.linear(layer, c, true, "output.dense"));
    return layer;
}

// SwinPatchMerging: the four corners of every 2x2 patch, side by side.
Tensor patchMerging(Tracer &t, const Tensor &input, std::int64_t h, std::int64_t w)
{
    const auto scope = t.scope("downsample");
    const std::int64_t n = input.size(0), c = input.size(2);
    Tensor x = t.view(input, Dims{n, h, w, c});
    if (h % 2 != 0 || w % 2 != 0)
        x = t.padBhwc(x, h % 2, w % 2);
    const std::int64_t rows = x.size(1), columns = x.size(2);
    const auto corner = [&](int top, int left) { return t.slice(t.slice(x, 1, top, rows, 2), 2, left, columns, 2); };
    const std::vector<Tensor> corners{corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)};
    x = t.cat(corners, 3);
    x = t.view(x, Dims{n, -1, 4 * c});
    x = t.layerNorm(x, "norm");
    x = t.linear(x, 2 * c, false, "reduction");
    return x;
}

// SwinEmbeddings
Tensor embeddings(Tracer &t, const Tensor &image, std::int64_t width, std::int64_t &h, std::int64_t &w)
{
    const auto scope = t.scope("embeddings");
    Tensor x;
    {
        Tensor pixels = image;
        if (image.size(3) % 4 != 0)
            pixels = t.pad(pixels, 0, 4 - image.size(3) % 4, 0, 0);
        if (image.size(2) % 4 != 0)
            pixels = t.pad(pixels, 0, 0, 0, 4 - image.size(2) % 4);
        x = t.conv(pixels, {.out = width, .kernel = 4, .stride = 4, .bias = true, .name = "patch_embeddings.projection"});
        h = x.size(2);
        w = x.size(3);
        x = t.transpose(t.flatten(x, 2), 1, 2);
    }
    x = t.layerNorm(x, "norm");
    return x;
}

struct Stage {
    Tensor last; // output of the last block, before down-sampling
    std::int64_t h = 0, w = 0;
};

// SwinEncoder. `blocks`: MaskFormerSwinEncoder's tuple of every block's output; null: not kept.
std::vector<Stage> encoder(Tracer &t, const SwinSpec &spec, const Tensor &embedding, std::int64_t h, std::int64_t w, std::vector<Tensor> *blocks)
{
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    std::vector<Stage> stages;
    Tensor x = embedding;
    std::size_t index = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto stage = t.scope("encoder.layers", static_cast<int>(i));
        Tensor last = x;
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("blocks", d);
            const Block b{spec.heads[i], spec.window, d % 2 != 0, rates[index++], h, w};
            last = checkpointed(t, last, [&](const Tensor &in) { return swinLayer(t, in, b); });
            if (blocks)
                blocks->push_back(last);
        }
        x = i < 3 ? patchMerging(t, last, h, w) : last;
        stages.push_back({last, h, w});
        if (i < 3) {
            h = (h + 1) / 2;
            w = (w + 1) / 2;
        }
    }
    return stages;
}

// Norm of one feature and its map.
Tensor featureMap(Tracer &t, const Stage &stage, const std::string &norm)
{
    const std::int64_t n = stage.last.size(0), c = stage.last.size(2);
    Tensor x = t.layerNorm(stage.last, norm);
    x = t.view(x, Dims{n, stage.h, stage.w, c});
    x = t.contiguous(t.permute(x, Dims{0, 3, 1, 2}));
    return x;
}

} // namespace

FeatureMaps transformersSwin(Tracer &t, const SwinSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    std::int64_t h = 0, w = 0;
    const Tensor embedding = embeddings(t, image, spec.width, h, w);
    const std::vector<Stage> stages = encoder(t, spec, embedding, h, w, nullptr);
    FeatureMaps features;
    for (std::size_t i = 0; i < 4; ++i)
        features.push_back(featureMap(t, stages[i], "hidden_states_norms.stage" + std::to_string(i + 1)));
    return features;
}

FeatureMaps transformersMaskFormerSwin(Tracer &t, const SwinSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("model.pixel_level_module.encoder");
    std::vector<Tensor> blocks;
    std::vector<Stage> stages;
    Tensor sequence, pooled; // of the classification model inside: computed, held, unused
    {
        const auto inner = t.scope("model");
        std::int64_t h = 0, w = 0;
        const Tensor embedding = embeddings(t, image, spec.width, h, w);
        stages = encoder(t, spec, embedding, h, w, &blocks);
        sequence = t.layerNorm(stages[3].last, "layernorm");
        pooled = t.adaptiveAvgPool(t.unsqueeze(t.transpose(sequence, 1, 2), 2), 1, 1);
    }
    FeatureMaps features;
    for (std::size_t i = 0; i < 4; ++i)
        features.push_back(featureMap(t, stages[i], "hidden_states_norms." + std::to_string(i)));
    return features;
}

} // namespace segplan::zoo
