#include "zoo/models/smp.h"

#include "zoo/backbones/efficientnet.h"
#include "zoo/backbones/mit.h"
#include "zoo/backbones/mobilenet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/vgg.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {
FeatureMaps stagesOf(Tracer &t, const ModelSpec &spec, const Tensor &image, int depth, int outputStride)
{
    if (spec.backbone == "mobilenetv2")
        return smpMobileNetV2(t, image, depth, outputStride);
    if (spec.backbone.rfind("efficientnet-b", 0) == 0)
        return smpEfficientNet(t, spec.backbone, image, depth, outputStride);
    MitSpec mit;
    mit.scaledDraw = true;
    if (mitSpec(spec.backbone, mit)) {
        // The stage at half resolution is a dummy without channels.
        FeatureMaps maps{t.constant({image.size(0), 0, image.size(2) / 2, image.size(3) / 2})};
        for (Tensor &map : nvlabsMit(t, mit, image))
            maps.push_back(std::move(map));
        return maps;
    }
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, outputStride);
    r.deepStem = false;
    r.dilateEverything = true;
    r.stemOutput = true;
    r.stages = depth - 1;
    return resNet(t, r, image);
}
} // namespace

FeatureMaps smpEncoder(Tracer &t, const ModelSpec &spec, const Tensor &image, int depth, int outputStride)
{
    const auto scope = t.scope("encoder");
    const auto frozen = t.backbone();
    if (spec.backbone == "vgg16")
        return vgg16(t, image, depth); // its first stage takes the image's place
    FeatureMaps features{image};
    for (Tensor &map : stagesOf(t, spec, image, depth, outputStride))
        features.push_back(std::move(map));
    return features;
}

Tensor smpSegmentationHead(Tracer &t, const Tensor &input, int classes, int kernel, int upsampling)
{
    const auto scope = t.scope("segmentation_head");
    Tensor x = t.conv(input, {.out = classes, .kernel = kernel, .padding = kernel / 2, .bias = true, .name = "0"});
    if (upsampling > 1)
        x = t.interpolate(x, x.size(2) * upsampling, x.size(3) * upsampling);
    return x;
}

} // namespace segplan::zoo
