#include "zoo/backbones/vit.h"

#include "zoo/backbones/attention.h"
#include "zoo/layers.h"

#include <algorithm>

namespace segplan::zoo {

bool vitSpec(const std::string &id, VitSpec &spec)
{
    const auto set = [&spec](std::int64_t width, int layers, int heads) {
        spec.width = width;
        spec.layers = layers;
        spec.heads = heads;
        return true;
    };
    if (id == "vit-t")
        return set(192, 12, 3);
    if (id == "vit-s" || id == "deit-s")
        return set(384, 12, 6);
    if (id == "vit-b" || id == "deit-b")
        return set(768, 12, 12);
    if (id == "vit-l")
        return set(1024, 24, 16);
    return false;
}

FeatureMaps mmsegVit(Tracer &t, const VitSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::int64_t n = image.size(0);
    Tensor x = t.conv(image, {.out = spec.width, .kernel = spec.patch, .stride = spec.patch, .name = "patch_embed.projection"});
    const std::int64_t h = x.size(2), w = x.size(3);
    x = t.transpose(t.flatten(x, 2), 1, 2);
    const Tensor clsTokens = t.expand(t.parameter(Dims{1, 1, spec.width}, "cls_token"), Dims{n, 1, spec.width});
    x = t.cat({clsTokens, x}, 1);
    x = t.add(x, t.parameter(Dims{1, h * w + 1, spec.width}, "pos_embed"));
    if (!spec.clsToken)
        x = t.slice(x, 1, 1, h * w + 1);
    const std::vector<double> rates = dropPathRates(spec.dropPath, spec.layers);
    FeatureMaps outs;
    Tensor out;
    for (int i = 0; i < spec.layers; ++i) {
        {
            const auto layer = t.scope("layers", i);
            x = checkpointed(t, x, [&](const Tensor &in) {
                return encoderLayer(t, in, {.heads = spec.heads, .dropPath = rates[static_cast<std::size_t>(i)]});
            });
        }
        if (i == spec.layers - 1 && spec.finalNorm)
            x = t.layerNorm(x, "ln1");
        if (std::find(spec.outputs.begin(), spec.outputs.end(), i) == spec.outputs.end())
            continue;
        out = spec.clsToken ? t.slice(x, 1, 1, h * w + 1) : x;
        out = t.permute(t.view(out, Dims{n, h, w, spec.width}), Dims{0, 3, 1, 2});
        out = t.contiguous(out);
        outs.push_back(out);
    }
    return outs;
}

namespace {

// ConvModule without norm and activation.
Tensor plainConv(Tracer &t, const std::string &name, const Tensor &x, std::int64_t out, int kernel)
{
    return t.conv(x, {.out = out, .kernel = kernel, .padding = kernel / 2, .bias = true, .name = name.c_str()});
}

} // namespace

FeatureMaps multiLevelNeck(Tracer &t, const FeatureMaps &inputs)
{
    const auto scope = t.scope("neck");
    FeatureMaps laterals, outs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        laterals.push_back(plainConv(t, "lateral_convs." + std::to_string(i), inputs[i], inputs[i].size(1), 1));
    Tensor resized;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t h = laterals[i].size(2) * 8 >> (i + 1), w = laterals[i].size(3) * 8 >> (i + 1);
        resized = t.interpolate(laterals[i], h, w);
        outs.push_back(plainConv(t, "convs." + std::to_string(i), resized, laterals[i].size(1), 3));
    }
    return outs;
}

Tensor mapLayerNorm(Tracer &t, const Tensor &map, std::string_view name)
{
    const std::int64_t n = map.size(0), c = map.size(1), h = map.size(2), w = map.size(3);
    Tensor x = t.contiguous(t.transpose(t.view(map, Dims{n, c, h * w}), 1, 2));
    x = t.layerNorm(x, name);
    x = t.view(t.transpose(x, 1, 2), Dims{n, c, h, w});
    return t.contiguous(x);
}

FeatureMaps mlaNeck(Tracer &t, const FeatureMaps &inputs)
{
    const auto scope = t.scope("neck");
    FeatureMaps normed;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        normed.push_back(mapLayerNorm(t, inputs[i], "norm." + std::to_string(i)));
    const auto mla = t.scope("mla");
    FeatureMaps feats, mids, outs;
    for (std::size_t i = 0; i < normed.size(); ++i)
        feats.push_back(convModule(t, "channel_proj." + std::to_string(i), normed[i], {.out = 256}));
    for (std::size_t i = feats.size(); i-- > 0;)
        mids.push_back(mids.empty() ? feats[i] : t.add(mids.back(), feats[i]));
    for (std::size_t i = 0; i < mids.size(); ++i)
        outs.push_back(convModule(t, "feat_extract." + std::to_string(i), mids[i], {.out = 256, .kernel = 3, .padding = 1}));
    return outs;
}

} // namespace segplan::zoo
