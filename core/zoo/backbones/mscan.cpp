#include "zoo/backbones/mscan.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

bool mscanSpec(const std::string &id, MscanSpec &spec)
{
    if (id == "mscan-t") {
        spec = {{32, 64, 160, 256}, {3, 3, 5, 2}, 0.1, 256};
        return true;
    }
    if (id == "mscan-s") {
        spec.depths = {2, 2, 4, 2};
        spec.headChannels = 256;
        return true;
    }
    if (id == "mscan-b")
        return true;
    if (id == "mscan-l") {
        spec.depths = {3, 5, 27, 3};
        spec.dropPath = 0.3;
        spec.headChannels = 1024;
        return true;
    }
    return false;
}

namespace {

Tensor depthwise(Tracer &t, const Tensor &x, int kernelH, int kernelW, const char *name)
{
    return t.conv(x,
        {.out = x.size(1),
            .kernel = kernelH,
            .padding = kernelH / 2,
            .groups = x.size(1),
            .bias = true,
            .kernelW = kernelW,
            .paddingW = kernelW / 2,
            .name = name});
}

// MSCAAttention: strip convolutions of three lengths, summed, gate the input.
Tensor convAttention(Tracer &t, const Tensor &input)
{
    const auto scope = t.scope("spatial_gating_unit");
    const Tensor u = t.clone(input);
    Tensor attention = depthwise(t, input, 5, 5, "conv0");
    FeatureMaps strips;
    constexpr std::array<int, 3> lengths{7, 11, 21};
    constexpr std::array<std::array<const char *, 2>, 3> names{{{"conv0_1", "conv0_2"}, {"conv1_1", "conv1_2"}, {"conv2_1", "conv2_2"}}};
    for (std::size_t i = 0; i < 3; ++i) {
        Tensor strip = depthwise(t, attention, 1, lengths[i], names[i][0]);
        strip = depthwise(t, strip, lengths[i], 1, names[i][1]);
        strips.push_back(strip);
    }
    {
        Tensor sum = t.add(attention, strips[0]);
        sum = t.add(sum, strips[1]);
        attention = t.add(sum, strips[2]);
    }
    attention = t.conv(attention, {.out = input.size(1), .bias = true, .name = "conv3"});
    return t.mul(attention, u);
}

Tensor spatialAttention(Tracer &t, const Tensor &input)
{
    const auto scope = t.scope("attn");
    const std::int64_t c = input.size(1);
    const Tensor shortcut = t.clone(input);
    Tensor x = t.conv(input, {.out = c, .bias = true, .name = "proj_1"});
    x = t.gelu(x);
    x = convAttention(t, x);
    x = t.conv(x, {.out = c, .bias = true, .name = "proj_2"});
    return t.add(x, shortcut);
}

Tensor mlp(Tracer &t, const Tensor &input, std::int64_t hidden)
{
    const auto scope = t.scope("mlp");
    Tensor x = t.conv(input, {.out = hidden, .bias = true, .name = "fc1"});
    x = depthwise(t, x, 3, 3, "dwconv");
    x = t.gelu(x);
    return t.conv(x, {.out = input.size(1), .bias = true, .name = "fc2"});
}

// Tokens in, tokens out; the map between is a view of them.
Tensor block(Tracer &t, const Tensor &tokens, std::int64_t h, std::int64_t w, int ratio, double dropPath)
{
    const std::int64_t n = tokens.size(0), c = tokens.size(2);
    const auto finish = [&](const Tensor &x, const Tensor &branch, const char *name) {
        Tensor y = t.mul(t.view(t.parameter(Dims{c}, name), Dims{c, 1, 1}), branch);
        if (dropPath > 0)
            y = t.dropPath(y, dropPath);
        return t.add(x, y);
    };
    Tensor x = t.view(t.permute(tokens, Dims{0, 2, 1}), Dims{n, c, h, w});
    {
        Tensor branch = t.batchNorm(x, "norm1");
        branch = spatialAttention(t, branch);
        x = finish(x, branch, "layer_scale_1");
    }
    {
        Tensor branch = t.batchNorm(x, "norm2");
        branch = mlp(t, branch, ratio * c);
        x = finish(x, branch, "layer_scale_2");
    }
    return t.permute(t.view(x, Dims{n, c, h * w}), Dims{0, 2, 1});
}

} // namespace

FeatureMaps mscan(Tracer &t, const MscanSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    constexpr std::array<int, 4> ratios{8, 8, 4, 4};
    FeatureMaps outs;
    Tensor x = image;
    std::size_t index = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string number = std::to_string(i + 1);
        const std::int64_t width = spec.widths[i];
        std::int64_t h = 0, w = 0;
        {
            const auto embed = t.scope("patch_embed" + number);
            const Tensor argument = x;
            if (i == 0) {
                x = t.conv(x, {.out = width / 2, .kernel = 3, .stride = 2, .padding = 1, .bias = true, .name = "proj.0"});
                x = t.batchNorm(x, "proj.1");
                x = t.gelu(x);
                x = t.conv(x, {.out = width, .kernel = 3, .stride = 2, .padding = 1, .bias = true, .name = "proj.3"});
                x = t.batchNorm(x, "proj.4");
            } else {
                x = t.conv(x, {.out = width, .kernel = 3, .stride = 2, .padding = 1, .bias = true, .name = "proj"});
                x = t.batchNorm(x, "norm");
            }
            h = x.size(2);
            w = x.size(3);
            x = t.transpose(t.flatten(x, 2), 1, 2);
        }
        for (int d = 0; d < spec.depths[i]; ++d) {
            const auto inner = t.scope("block" + number, d);
            const double rate = rates[index++];
            x = checkpointed(t, x, [&](const Tensor &in) { return block(t, in, h, w, ratios[i], rate); });
        }
        x = t.layerNorm(x, "norm" + number);
        x = t.contiguous(t.permute(t.view(x, Dims{x.size(0), h, w, width}), Dims{0, 3, 1, 2}));
        outs.push_back(x);
    }
    return outs;
}

} // namespace segplan::zoo
