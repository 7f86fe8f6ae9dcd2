#include "zoo/heads/deeplab.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/smp.h"

namespace segplan::zoo {

void smpPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    Tensor masks;
    {
        const FeatureMaps features = smpEncoder(t, spec, image, 3);
        Tensor x = features.back();
        {
            const auto decoder = t.scope("decoder");
            {
                const auto psp = t.scope("psp");
                const Tensor input = x;
                std::vector<Tensor> parts;
                int index = 0;
                for (const int size : {1, 2, 3, 6}) {
                    const auto scope = t.scope("blocks", index++);
                    Tensor y = t.adaptiveAvgPool(input, size, size);
                    const ConvSpec conv{.out = input.size(1) / 4, .bias = size == 1, .name = "0"}; // one pixel: no batch norm
                    if (size == 1) {
                        y = t.conv(y, conv);
                        y = t.relu(y);
                    } else {
                        y = convNorm(t, "0", "1", y, conv);
                    }
                    parts.push_back(resizeLike(t, y, input));
                }
                parts.push_back(input);
                x = t.cat(parts, 1);
            }
            {
                const auto scope = t.scope("conv");
                x = convNorm(t, "0", "1", x, {.out = 512});
            }
            x = t.dropout2d(x, 0.2);
        }
        masks = smpSegmentationHead(t, x, spec.classes, 3, 8);
    }
    plainCrossEntropy(t, spec, masks);
}

void smpDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    Tensor masks;
    {
        const FeatureMaps features = smpEncoder(t, spec, image, 5, 8);
        Tensor x;
        {
            const auto decoder = t.scope("decoder");
            x = asppProject(t, "0", features.back(), {12, 24, 36}, false);
            x = convNorm(t, "1", "2", x, {.out = 256, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace);
        }
        masks = smpSegmentationHead(t, x, spec.classes, 1, 8);
    }
    plainCrossEntropy(t, spec, masks);
}

void smpDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const int outputStride = spec.outputStride.value_or(16);
    Tensor masks;
    {
        const FeatureMaps features = smpEncoder(t, spec, image, 5, outputStride);
        const Tensor fused = [&] {
            const auto decoder = t.scope("decoder");
            const auto separableUnit = [&](const Tensor &input) {
                Tensor x = bareSeparableConv(t, input, 256);
                x = t.batchNorm(x, "bn");
                x = t.relu(x, false);
                return x;
            };
            Tensor aspp;
            {
                const auto scope = t.scope("aspp");
                aspp = asppProject(t, "0", features.back(), {12, 24, 36}, true);
                aspp = separableUnit(aspp);
            }
            const int factor = outputStride == 8 ? 2 : 4;
            aspp = t.interpolate(aspp, aspp.size(2) * factor, aspp.size(3) * factor);
            const Tensor highRes = [&] {
                const auto scope = t.scope("block1");
                return convNorm(t, "0", "1", features[features.size() - 4], {.out = 48}, Act::ReluOutOfPlace);
            }();
            const Tensor joined = t.cat({aspp, highRes}, 1);
            const auto scope = t.scope("block2");
            return separableUnit(joined);
        }();
        masks = smpSegmentationHead(t, fused, spec.classes, 1, 4);
    }
    plainCrossEntropy(t, spec, masks);
}

} // namespace segplan::zoo
