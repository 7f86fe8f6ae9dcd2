#include "zoo/backbones/hrnet.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

namespace {

// BaseDecodeHead with input_transform "resize_concat".
Tensor resizeConcat(Tracer &t, const FeatureMaps &inputs)
{
    FeatureMaps resized;
    for (const Tensor &map : inputs)
        resized.push_back(resizeLike(t, map, inputs[0]));
    return t.cat(resized, 1);
}

} // namespace

void mmsegHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    HrnetSpec net;
    hrnetSpec(spec.backbone, net);
    FeatureMaps x;
    {
        const auto region = t.backbone();
        const auto scope = t.scope("backbone");
        x = hrnet(t, net, image);
    }
    const auto scope = t.scope("decode_head");
    Tensor logits;
    {
        const Tensor joined = resizeConcat(t, x);
        logits = fcnHead(t, joined,
                         {.channels = joined.size(1), .convs = 1, .kernel = 1, .concatInput = false, .classes = spec.classes, .dropout = 0});
    }
    mmsegLoss(t, spec, logits);
}

void originalHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    HrnetSpec net;
    hrnetSpec(spec.backbone, net);
    net.original = true;
    Tensor x;
    {
        FeatureMaps maps;
        {
            const auto region = t.backbone();
            maps = hrnet(t, net, image);
        }
        FeatureMaps parts{maps[0]};
        for (std::size_t i = 1; i < maps.size(); ++i)
            parts.push_back(resizeLike(t, maps[i], maps[0]));
        x = t.cat(parts, 1);
        const auto scope = t.scope("last_layer");
        const Tensor argument = x;
        x = convNorm(t, "0", "1", x, {.out = x.size(1), .bias = true});
        x = t.conv(x, {.out = spec.classes, .bias = true, .name = "3"});
    }
    // The criterion upsamples the logits to the label size.
    const Tensor score = t.interpolate(x, spec.height, spec.width);
    plainCrossEntropy(t, spec, score);
}

} // namespace segplan::zoo
