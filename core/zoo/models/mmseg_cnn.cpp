#include "zoo/models/mmseg_cnn.h"

#include "zoo/backbones/mobilenet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/unet_backbone.h"
#include "zoo/heads/aspp.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/psp.h"

namespace segplan::zoo {

namespace {

// What the configurations set per backbone: widths of the heads and the map the auxiliary head reads.
struct Widths {
    std::int64_t fcn = 512, pyramid = 512, auxiliary = 256, lowLevel = 48;
    std::size_t auxiliaryMap = 2;
    bool unet = false;
};

Widths widthsOf(const std::string &backbone)
{
    if (backbone == "resnet18" || backbone == "resnet34")
        return {128, 128, 64, 12, 2, false};
    if (backbone == "unet-s5-d16")
        return {64, 16, 64, 0, 3, true};
    return {};
}

FeatureMaps backboneMaps(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    if (spec.backbone == "unet-s5-d16")
        return unetS5D16(t, image);
    if (spec.backbone == "mobilenetv2")
        return mmsegMobileNetV2(t, spec, image, 8);
    return mmsegResNet(t, spec, image, 8);
}

// EncoderDecoder.loss: decode head with its loss, then the auxiliary head with its own.
template <class Head>
void encoderDecoder(Tracer &t, const ModelSpec &spec, const Tensor &image, Head &&head, int auxiliaryDilation = 1)
{
    const Widths w = widthsOf(spec.backbone);
    const FeatureMaps x = backboneMaps(t, spec, image);
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        const Tensor logits = head(x, w);
        losses.addHead(t, spec, logits);
    }
    if (spec.auxiliaryHead.value_or(true))
        fcnAuxiliary(t, spec, x[w.auxiliaryMap], losses, w.auxiliary, auxiliaryDilation);
    losses.finish(t);
}

std::array<int, 4> atrousRates(const ModelSpec &spec)
{
    // The configurations take 12, 24, 36 at output stride 8 and half of it at 16 and above.
    const int rate = spec.headDilation.value_or(spec.outputStride.value_or(8) == 8 ? 12 : 6);
    return {1, rate, 2 * rate, 3 * rate};
}

} // namespace

void mmsegFcn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const int dilation = spec.headDilation.value_or(1);
    encoderDecoder(
        t, spec, image,
        [&](const FeatureMaps &x, const Widths &w) {
            return fcnHead(t, x.back(),
                           {.channels = w.fcn, .convs = w.unet ? 1 : 2, .dilation = dilation, .concatInput = !w.unet, .classes = spec.classes});
        },
        dilation);
}

void mmsegPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    encoderDecoder(t, spec, image, [&](const FeatureMaps &x, const Widths &w) { return pspHead(t, x.back(), w.pyramid, spec.classes); });
}

void mmsegDeepLabV3(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    encoderDecoder(t, spec, image, [&](const FeatureMaps &x, const Widths &w) {
        return asppHead(t, x.back(), {}, {.channels = w.pyramid, .dilations = atrousRates(spec), .classes = spec.classes});
    });
}

void mmsegDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    encoderDecoder(t, spec, image, [&](const FeatureMaps &x, const Widths &w) {
        return asppHead(t, x.back(), x.front(),
                        {.channels = w.pyramid, .dilations = atrousRates(spec), .separable = true, .lowLevelChannels = w.lowLevel,
                         .classes = spec.classes});
    });
}

} // namespace segplan::zoo
