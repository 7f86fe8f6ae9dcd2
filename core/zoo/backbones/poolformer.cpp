#include "zoo/backbones/poolformer.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

bool poolFormerSpec(const std::string &id, PoolFormerSpec &spec)
{
    if (id.rfind("poolformer-", 0) != 0)
        return false;
    const std::string size = id.substr(11);
    if (size != "s12" && size != "s24" && size != "s36" && size != "m36" && size != "m48")
        return false;
    const int factor = size.substr(1) == "12" ? 1 : size.substr(1) == "24" ? 2 : size.substr(1) == "36" ? 3 : 4;
    for (int &depth : spec.depths)
        depth *= factor;
    if (size[0] == 'm')
        spec.widths = {96, 192, 384, 768};
    return true;
}

namespace {

Tensor layerScale(Tracer &t, const Tensor &branch, const char *name)
{
    const std::int64_t c = branch.size(1);
    return t.mul(t.view(t.parameter(Dims{c}, name), Dims{c, 1, 1}), branch);
}

Tensor block(Tracer &t, const Tensor &input)
{
    const std::int64_t c = input.size(1);
    Tensor x = input;
    {
        const Tensor normed = t.groupNorm(x, 1, "norm1");
        Tensor branch = t.avgPool(normed, 3, 1, 1);
        branch = t.sub(branch, normed);
        branch = layerScale(t, branch, "layer_scale_1");
        x = t.add(x, branch);
    }
    Tensor branch = t.groupNorm(x, 1, "norm2");
    {
        const auto scope = t.scope("mlp");
        const Tensor argument = branch;
        branch = t.conv(branch, {.out = 4 * c, .bias = true, .name = "fc1"});
        branch = t.gelu(branch);
        branch = t.conv(branch, {.out = c, .bias = true, .name = "fc2"});
    }
    branch = layerScale(t, branch, "layer_scale_2");
    return t.add(x, branch);
}

} // namespace

FeatureMaps poolFormer(Tracer &t, const PoolFormerSpec &spec, const Tensor &image)
{
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    Tensor x;
    {
        const auto frozen = t.noGrad();
        x = t.conv(image, {.out = spec.widths[0], .kernel = 7, .stride = 4, .padding = 2, .bias = true, .name = "patch_embed.proj"});
    }
    FeatureMaps outs;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i > 0) {
            const auto down = t.scope("network", static_cast<int>(2 * i - 1));
            x = t.conv(x, {.out = spec.widths[i], .kernel = 3, .stride = 2, .padding = 1, .bias = true, .name = "proj"});
        }
        {
            const auto stage = t.scope("network", static_cast<int>(2 * i));
            const Tensor argument = x;
            for (int d = 0; d < spec.depths[i]; ++d) {
                const auto inner = t.scope(std::to_string(d));
                x = checkpointed(t, x, [&](const Tensor &in) { return block(t, in); });
            }
        }
        outs.push_back(t.groupNorm(x, 1, "norm" + std::to_string(2 * i)));
    }
    return outs;
}

} // namespace segplan::zoo
