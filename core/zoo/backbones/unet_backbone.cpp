#include "zoo/backbones/unet_backbone.h"

#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

// BasicConvBlock: two ConvModules; the block is what with_cp recomputes.
Tensor convBlock(Tracer &t, std::string_view name, const Tensor &x, std::int64_t channels)
{
    const auto scope = t.scope(name);
    const auto convs = [&](const Tensor &input) {
        const auto inner = t.scope("convs");
        Tensor y = convModule(t, "0", input, {.out = channels, .kernel = 3, .padding = 1});
        y = convModule(t, "1", y, {.out = channels, .kernel = 3, .padding = 1});
        return y;
    };
    return x.requiresGrad() ? t.segment(x, convs) : convs(x);
}

// UpConvBlock with InterpConv: bilinear doubling, 1x1 ConvModule, concatenation with the skip, two convolutions.
Tensor upBlock(Tracer &t, const Tensor &skip, const Tensor &input)
{
    const std::int64_t channels = skip.size(1);
    Tensor x = input;
    {
        const auto scope = t.scope("upsample");
        const auto interp = [&](const Tensor &low) {
            const auto inner = t.scope("interp_upsample");
            Tensor y = t.interpolate(low, 2 * low.size(2), 2 * low.size(3));
            y = convModule(t, "1", y, {.out = channels});
            return y;
        };
        x = x.requiresGrad() ? t.segment(x, interp) : interp(x);
    }
    Tensor out = t.cat({skip, x}, 1);
    out = convBlock(t, "conv_block", out, channels);
    return out;
}

} // namespace

FeatureMaps unetS5D16(Tracer &t, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    std::vector<Tensor> encoded;
    Tensor x = image;
    for (int i = 0; i < 5; ++i) {
        const auto stage = t.scope("encoder", i);
        const Tensor input = x;
        if (i > 0)
            x = t.maxPool(x, 2, 2);
        x = convBlock(t, i > 0 ? "1" : "0", x, std::int64_t{64} << i);
        encoded.push_back(x);
    }
    FeatureMaps decoded{x};
    for (int i = 3; i >= 0; --i) {
        const auto stage = t.scope("decoder", i);
        x = upBlock(t, encoded[static_cast<std::size_t>(i)], x);
        decoded.push_back(x);
    }
    return decoded;
}

} // namespace segplan::zoo
