#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/smp.h"

#include <algorithm>
#include <string>

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
void model(Tracer &t, const ModelSpec &spec, const Tensor &image, int headKernel, Decoder &&decoder, int upsampling = 1)
{
    Tensor masks;
    {
        const FeatureMaps features = smpEncoder(t, spec, image);
        const Tensor decoded = [&] {
            const auto scope = t.scope("decoder");
            return decoder(features);
        }();
        masks = smpSegmentationHead(t, decoded, spec.classes, headKernel, upsampling);
    }
    plainCrossEntropy(t, spec, masks);
}

// Two convolutions below the decoder, with VGG encoders only.
Tensor centerBlock(Tracer &t, const Tensor &input)
{
    const auto scope = t.scope("center");
    Tensor x = convReLU(t, "0", input, input.size(1));
    return convReLU(t, "1", x, input.size(1));
}

Tensor unetDecoder(Tracer &t, const ModelSpec &spec, const FeatureMaps &features)
{
    Tensor x = features[5];
    if (spec.backbone == "vgg16")
        x = centerBlock(t, x);
    for (int i = 0; i < 5; ++i) {
        const auto block = t.scope("blocks", i);
        x = decoderBlock(t, x, i < 4 ? features[static_cast<std::size_t>(4 - i)] : Tensor(), decoderChannels[i]);
    }
    return x;
}

} // namespace

namespace {

// The dense grid of U-Net++: x_d_l is the block of depth d whose skip joins the results x_(d+1..l)_l and the encoder's map.
Tensor denseDecoder(Tracer &t, const FeatureMaps &features)
{
    const auto encoded = [&](int i) -> const Tensor & { return features[static_cast<std::size_t>(5 - i)]; }; // coarsest first
    constexpr int depth = 4;
    Tensor x[depth + 1][depth + 1];
    const auto block = [&](int d, int l, const Tensor &input, const Tensor &skip) {
        const auto scope = t.scope("blocks.x_" + std::to_string(d) + "_" + std::to_string(l));
        const std::int64_t out = d == 0 ? decoderChannels[l] : encoded(l + 1).size(1);
        return decoderBlock(t, input, skip, out);
    };
    Tensor output, joined;
    for (int layer = 0; layer < depth; ++layer) {
        for (int d = 0; d < depth - layer; ++d) {
            if (layer == 0) {
                output = block(d, d, encoded(d), encoded(d + 1));
                x[d][d] = output;
                continue;
            }
            const int l = d + layer;
            {
                std::vector<Tensor> parts;
                for (int i = d + 1; i <= l; ++i)
                    parts.push_back(x[i][l]);
                parts.push_back(encoded(l + 1));
                joined = t.cat(parts, 1);
            }
            x[d][l] = block(d, l, x[d][l - 1], joined);
        }
    }
    x[0][depth] = block(0, depth, x[0][depth - 1], Tensor());
    return x[0][depth];
}

Tensor linknetDecoder(Tracer &t, const FeatureMaps &features)
{
    Tensor x = features[5];
    for (int i = 0; i < 5; ++i) {
        const auto block = t.scope("blocks", i);
        const Tensor skip = i < 4 ? features[static_cast<std::size_t>(4 - i)] : Tensor();
        const std::int64_t mid = x.size(1) / 4, out = skip.valid() ? skip.size(1) : 32;
        const Tensor input = x;
        Tensor y = convReLU(t, "block.0", x, mid, 1);
        {
            const auto up = t.scope("block.1");
            y = t.convTranspose(y, {.out = mid, .kernel = 4, .stride = 2, .padding = 1, .bias = true, .name = "0"});
            y = t.batchNorm(y, "1");
            y = t.relu(y);
        }
        y = convReLU(t, "block.2", y, out, 1);
        if (skip.valid())
            y = t.add(y, skip);
        x = y;
    }
    return x;
}

// Position-wise attention block: the softmax runs over all pairs of positions at once.
Tensor positionAttention(Tracer &t, const Tensor &input)
{
    const auto scope = t.scope("center");
    const std::int64_t n = input.size(0), c = input.size(1), h = input.size(2), w = input.size(3);
    Tensor top = t.conv(input, {.out = 64, .bias = true, .name = "top_conv"});
    Tensor center = t.conv(input, {.out = 64, .bias = true, .name = "center_conv"});
    Tensor bottom = t.conv(input, {.out = c, .kernel = 3, .padding = 1, .bias = true, .name = "bottom_conv"});
    top = t.flatten(top, 2);
    center = t.transpose(t.flatten(center, 2), 1, 2);
    bottom = t.transpose(t.flatten(bottom, 2), 1, 2);
    Tensor map = t.matmul(center, top);
    map = t.view(t.softmax(t.view(map, {n, -1}), 1), {n, h * w, h * w});
    map = t.matmul(map, bottom);
    map = t.view(map, {n, c, h, w});
    Tensor x = t.add(input, map);
    x = t.conv(x, {.out = c, .kernel = 3, .padding = 1, .bias = true, .name = "out_conv"});
    return x;
}

Tensor squeeze(Tracer &t, std::string_view name, const Tensor &input)
{
    const auto scope = t.scope(name);
    const std::int64_t reduced = std::max<std::int64_t>(1, input.size(1) / 16);
    Tensor x = t.adaptiveAvgPool(input, 1, 1);
    x = t.conv(x, {.out = reduced, .bias = true, .name = "1"});
    x = t.relu(x);
    x = t.conv(x, {.out = input.size(1), .bias = true, .name = "3"});
    x = t.sigmoid(x);
    return x;
}

Tensor manetDecoder(Tracer &t, const FeatureMaps &features)
{
    Tensor x = positionAttention(t, features[5]);
    for (int i = 0; i < 5; ++i) {
        const auto block = t.scope("blocks", i);
        if (i == 4) {
            x = decoderBlock(t, x, Tensor(), decoderChannels[i]);
            continue;
        }
        const Tensor &skip = features[static_cast<std::size_t>(4 - i)];
        const auto fusion = [&](const Tensor &input) {
            Tensor y = input;
            {
                const auto hl = t.scope("hl_conv");
                y = convReLU(t, "0", y, input.size(1));
                y = convReLU(t, "1", y, skip.size(1), 1);
            }
            y = doubled(t, y);
            Tensor attention = squeeze(t, "SE_hl", y);
            const Tensor low = squeeze(t, "SE_ll", skip);
            attention = t.add(attention, low);
            y = t.mul(y, attention);
            y = t.cat({y, skip}, 1);
            y = convReLU(t, "conv1", y, decoderChannels[i]);
            y = convReLU(t, "conv2", y, decoderChannels[i]);
            return y;
        };
        x = fusion(x);
    }
    return x;
}

// Conv3x3GNReLU, then doubling when asked for.
Tensor groupNormUnit(Tracer &t, const Tensor &input, bool upsample)
{
    Tensor x = t.conv(input, {.out = 128, .kernel = 3, .padding = 1, .name = "0"});
    x = t.groupNorm(x, 32, "1");
    x = t.relu(x);
    if (upsample)
        x = doubled(t, x);
    return x;
}

Tensor fpnDecoder(Tracer &t, const FeatureMaps &features)
{
    std::vector<Tensor> pyramid;
    pyramid.push_back(t.conv(features[5], {.out = 256, .bias = true, .name = "p5"}));
    for (int level = 4; level >= 2; --level) {
        const auto scope = t.scope("p" + std::to_string(level));
        Tensor x = doubled(t, pyramid.back());
        const Tensor skip = t.conv(features[static_cast<std::size_t>(level)], {.out = 256, .bias = true, .name = "skip_conv"});
        x = t.add(x, skip);
        pyramid.push_back(std::move(x));
    }
    std::vector<Tensor> parts;
    for (int i = 0; i < 4; ++i) {
        const auto scope = t.scope("seg_blocks", i);
        const int upsamples = 3 - i;
        Tensor x = groupNormUnit(t, pyramid[static_cast<std::size_t>(i)], upsamples > 0);
        for (int k = 1; k < upsamples; ++k)
            x = groupNormUnit(t, x, true);
        parts.push_back(std::move(x));
    }
    // Python's sum starts at 0.
    Tensor x = t.addScalar(parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i)
        x = t.add(x, parts[i]);
    x = t.dropout2d(x, 0.2);
    return x;
}

} // namespace

void smpUnetPlusPlus(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 3, [&](const FeatureMaps &features) {
        if (spec.backbone == "vgg16") { // its center block is built and never run
            for (int i = 0; i < 2; ++i)
                declareConvNorm(t, features[5].size(1), features[5].size(1), 3);
        }
        return denseDecoder(t, features);
    });
}

void smpLinknet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 1, [&](const FeatureMaps &features) { return linknetDecoder(t, features); });
}

void smpManet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 3, [&](const FeatureMaps &features) { return manetDecoder(t, features); });
}

void smpFpn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 1, [&](const FeatureMaps &features) { return fpnDecoder(t, features); }, 4);
}

void smpUnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    model(t, spec, image, 3, [&](const FeatureMaps &features) { return unetDecoder(t, spec, features); });
}

} // namespace segplan::zoo
