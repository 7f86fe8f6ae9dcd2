#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/smp.h"

namespace segplan::zoo {

namespace {

constexpr std::int64_t decoderChannels[] = {256, 128, 64, 32, 16};

Tensor doubled(Tracer &t, const Tensor &x) { return t.interpolate(x, 2 * x.size(2), 2 * x.size(3)); }

Tensor convReLU(Tracer &t, std::string_view name, const Tensor &x, std::int64_t out, int kernel = 3)
{
    const auto scope = t.scope(name);
    return convNorm(t, "0", "1", x, {.out = out, .kernel = kernel, .padding = kernel / 2});
}

// DecoderBlock of U-Net and U-Net++: doubling, concatenation with the skip (when there is one), two convolutions.
Tensor decoderBlock(Tracer &t, const Tensor &input, const Tensor &skip, std::int64_t out)
{
    Tensor x = doubled(t, input);
    if (skip.valid())
        x = t.cat({x, skip}, 1);
    x = convReLU(t, "conv1", x, out);
    x = convReLU(t, "conv2", x, out);
    return x;
}

// Runs encoder and decoder, then the 3x3 head, and the loss once the features are gone.
template <class Decoder>
void model(Tracer &t, const ModelSpec &spec, const Tensor &image, int headKernel, Decoder &&decoder)
{
    Tensor masks;
    {
        const FeatureMaps features = smpEncoder(t, spec, image);
        const Tensor decoded = [&] {
            const auto scope = t.scope("decoder");
            return decoder(features);
        }();
        masks = smpSegmentationHead(t, decoded, spec.classes, headKernel, 1);
    }
    plainCrossEntropy(t, spec, masks);
}

Tensor unetDecoder(Tracer &t, const FeatureMaps &features)
{
    Tensor x = features[5];
    for (int i = 0; i < 5; ++i) {
        const auto block = t.scope("blocks", i);
        x = decoderBlock(t, x, i < 4 ? features[static_cast<std::size_t>(4 - i)] : Tensor(), decoderChannels[i]);
    }
    return x;
}

} // namespace

void smpUnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 3, [&](const FeatureMaps &features) { return unetDecoder(t, features); });
}

} // namespace segplan::zoo
