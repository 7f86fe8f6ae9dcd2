#include "zoo/backbones/convnext.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

bool convNextSpec(const std::string &id, ConvNextSpec &spec)
{
    if (id.rfind("convnext-", 0) != 0)
        return false;
    const std::string size = id.substr(9);
    if (size == "t")
        spec.depths = {3, 3, 9, 3};
    else if (size == "s")
        spec.dropPath = 0.3;
    else if (size == "b")
        spec.width = 128;
    else if (size == "l")
        spec.width = 192;
    else if (size == "xl")
        spec.width = 256;
    else
        return false;
    return true;
}

namespace {

// LayerNorm2d on channels first: the norm reads a permuted view, its result is copied back.
Tensor channelNorm(Tracer &t, const Tensor &map, std::string_view name)
{
    Tensor x = t.permute(map, Dims{0, 2, 3, 1});
    x = t.layerNorm(x, name);
    return t.contiguous(t.permute(x, Dims{0, 3, 1, 2}));
}

Tensor block(Tracer &t, const Tensor &input, double dropPath)
{
    const std::int64_t c = input.size(1);
    Tensor x = t.conv(input, {.out = c, .kernel = 7, .padding = 3, .groups = c, .bias = true, .name = "depthwise_conv"});
    x = t.permute(x, Dims{0, 2, 3, 1});
    x = t.layerNorm(x, "norm");
    x = t.linear(x, 4 * c, true, "pointwise_conv1");
    x = t.gelu(x);
    x = t.linear(x, c, true, "pointwise_conv2");
    x = t.permute(x, Dims{0, 3, 1, 2});
    x = t.mul(x, t.view(t.parameter(Dims{c}, "gamma"), Dims{1, c, 1, 1}));
    if (dropPath > 0)
        x = t.dropPath(x, dropPath);
    return t.add(input, x);
}

} // namespace

FeatureMaps convNext(Tracer &t, const ConvNextSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    const std::vector<double> rates = stagedDropPathRates(spec.dropPath, spec.depths);
    FeatureMaps outs;
    Tensor x = image;
    std::size_t index = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t width = spec.width << i;
        {
            const auto down = t.scope("downsample_layers", static_cast<int>(i));
            const Tensor argument = x;
            if (i == 0) {
                x = t.conv(x, {.out = width, .kernel = 4, .stride = 4, .bias = true, .name = "0"});
                x = channelNorm(t, x, "1");
            } else {
                x = channelNorm(t, x, "0");
                x = t.conv(x, {.out = width, .kernel = 2, .stride = 2, .bias = true, .name = "1"});
            }
        }
        {
            const auto stage = t.scope("stages", static_cast<int>(i));
            const Tensor argument = x;
            for (int d = 0; d < spec.depths[i]; ++d) {
                const auto inner = t.scope(std::to_string(d));
                const double rate = rates[index++];
                x = checkpointed(t, x, [&](const Tensor &in) { return block(t, in, rate); });
            }
        }
        outs.push_back(channelNorm(t, x, "norm" + std::to_string(i)));
    }
    return outs;
}

} // namespace segplan::zoo
