#include "zoo/models/original_cnn.h"

#include "zoo/backbones/mobilenet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/xception.h"
#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

// ---- U-Net of milesial/Pytorch-UNet ----

Tensor doubleConv(Tracer &t, const Tensor &input, std::int64_t out, std::int64_t mid)
{
    const auto scope = t.scope("double_conv");
    Tensor x = convNorm(t, "0", "1", input, {.out = mid, .kernel = 3, .padding = 1});
    x = convNorm(t, "3", "4", x, {.out = out, .kernel = 3, .padding = 1});
    return x;
}

// use_checkpointing() recomputes every part of the network.
template <class Build>
Tensor part(Tracer &t, std::string_view name, const Tensor &x, Build &&build)
{
    const auto scope = t.scope(name);
    return x.requiresGrad() ? t.segment(x, build) : build(x);
}

Tensor down(Tracer &t, std::string_view name, const Tensor &x, std::int64_t out)
{
    return part(t, name, x, [&](const Tensor &input) {
        Tensor y = t.maxPool(input, 2, 2);
        y = doubleConv(t, y, out, out);
        return y;
    });
}

Tensor up(Tracer &t, std::string_view name, const Tensor &low, const Tensor &skip, std::int64_t in, std::int64_t out, bool bilinear)
{
    return part(t, name, low, [&](const Tensor &input) {
        Tensor x = bilinear ? t.interpolate(input, 2 * input.size(2), 2 * input.size(3))
                            : t.convTranspose(input, {.out = in / 2, .kernel = 2, .stride = 2, .bias = true, .name = "up"});
        const std::int64_t dy = skip.size(2) - x.size(2), dx = skip.size(3) - x.size(3);
        x = t.pad(x, dx / 2, dx - dx / 2, dy / 2, dy - dy / 2);
        const Tensor joined = t.cat({skip, x}, 1);
        return doubleConv(t, joined, out, bilinear ? in / 2 : out);
    });
}

} // namespace

void milesialUnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const bool bilinear = spec.upsampling.value_or("transposed") == "bilinear";
    const std::int64_t factor = bilinear ? 2 : 1;
    Tensor logits;
    {
        const Tensor x1 = part(t, "inc", image, [&](const Tensor &input) { return doubleConv(t, input, 64, 64); });
        const Tensor x2 = down(t, "down1", x1, 128);
        const Tensor x3 = down(t, "down2", x2, 256);
        const Tensor x4 = down(t, "down3", x3, 512);
        const Tensor x5 = down(t, "down4", x4, 1024 / factor);
        Tensor x = up(t, "up1", x5, x4, 1024, 512 / factor, bilinear);
        x = up(t, "up2", x, x3, 512, 256 / factor, bilinear);
        x = up(t, "up3", x, x2, 256, 128 / factor, bilinear);
        x = up(t, "up4", x, x1, 128, 64, bilinear);
        const auto scope = t.scope("outc");
        logits = t.conv(x, {.out = spec.classes, .bias = true, .name = "conv"});
    }
    plainCrossEntropy(t, spec, logits);
}

// ---- PSPNet of hszhao/semseg ----

namespace {

Tensor pspClassifier(Tracer &t, std::string_view name, const Tensor &input, std::int64_t channels, int classes)
{
    const auto scope = t.scope(name);
    Tensor x = convNorm(t, "0", "1", input, {.out = channels, .kernel = 3, .padding = 1});
    x = t.dropout2d(x, 0.1);
    x = t.conv(x, {.out = classes, .bias = true, .name = "4"});
    return x;
}

Tensor pyramid(Tracer &t, const Tensor &x)
{
    const auto scope = t.scope("ppm");
    std::vector<Tensor> out{x};
    int index = 0;
    for (const int bin : {1, 2, 3, 6}) {
        const auto feature = t.scope("features", index++);
        Tensor y = t.adaptiveAvgPool(x, bin, bin);
        y = convNorm(t, "1", "2", y, {.out = x.size(1) / 4});
        out.push_back(resizeLike(t, y, x));
    }
    return t.cat(out, 1);
}

} // namespace

void hszhaoPspNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, 8);
    r.stemChannels = 128;
    r.returned = {false, false, true, true};
    Tensor x, middle;
    {
        const auto frozen = t.backbone();
        FeatureMaps maps = resNet(t, r, image);
        middle = std::move(maps[0]);
        x = std::move(maps[1]);
    }
    x = pyramid(t, x);
    x = pspClassifier(t, "cls", x, 512, spec.classes);
    x = t.interpolate(x, spec.height, spec.width);
    const bool auxiliary = spec.auxiliaryHead.value_or(true);
    if (!auxiliary) {
        plainCrossEntropy(t, spec, x);
        return;
    }
    Tensor aux = pspClassifier(t, "aux", middle, 256, spec.classes);
    aux = t.interpolate(aux, spec.height, spec.width);
    crossEntropyWithAuxiliary(t, spec, x, aux, true);
}

// ---- DeepLabV3+ of jfzhang95/pytorch-deeplab-xception ----

namespace {

Tensor asppOf(Tracer &t, const Tensor &input, int outputStride)
{
    const auto scope = t.scope("aspp");
    const int rate = outputStride == 8 ? 12 : 6;
    std::vector<Tensor> x;
    for (int i = 0; i < 4; ++i) {
        const auto branch = t.scope("aspp" + std::to_string(i + 1));
        const int dilation = i == 0 ? 1 : rate * i;
        x.push_back(convNorm(t, "atrous_conv", "bn", input,
                             {.out = 256, .kernel = i == 0 ? 1 : 3, .padding = i == 0 ? 0 : dilation, .dilation = dilation},
                             Act::ReluOutOfPlace));
    }
    Tensor pooled;
    {
        const auto pool = t.scope("global_avg_pool");
        pooled = t.adaptiveAvgPool(input, 1, 1);
        pooled = convNorm(t, "1", "2", pooled, {.out = 256}, Act::ReluOutOfPlace);
    }
    pooled = resizeLike(t, pooled, x.back());
    x.push_back(pooled);
    Tensor y = t.cat(x, 1);
    y = convNorm(t, "conv1", "bn1", y, {.out = 256}, Act::ReluOutOfPlace);
    return t.dropout(y, 0.5);
}

Tensor decoderOf(Tracer &t, const Tensor &input, const Tensor &lowLevelMap, int classes)
{
    const auto scope = t.scope("decoder");
    const Tensor lowLevel = convNorm(t, "conv1", "bn1", lowLevelMap, {.out = 48}, Act::ReluOutOfPlace);
    Tensor x = resizeLike(t, input, lowLevel);
    x = t.cat({x, lowLevel}, 1);
    {
        const auto last = t.scope("last_conv");
        const Tensor sequenceInput = x;
        x = convNorm(t, "0", "1", x, {.out = 256, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace);
        x = t.dropout(x, 0.5);
        x = convNorm(t, "4", "5", x, {.out = 256, .kernel = 3, .padding = 1}, Act::ReluOutOfPlace);
        x = t.dropout(x, 0.1);
        x = t.conv(x, {.out = classes, .bias = true, .name = "8"});
    }
    return x;
}

FeatureMaps deepLabBackbone(Tracer &t, const ModelSpec &spec, const Tensor &image, int outputStride)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    if (spec.backbone == "mobilenetv2")
        return deeplabMobileNetV2(t, image, outputStride);
    if (spec.backbone == "xception65")
        return alignedXception(t, image, outputStride);
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, outputStride);
    r.deepStem = false;
    // _make_MG_unit: the last stage has three blocks, dilated 1, 2, 4 times the stage's dilation.
    r.blocks[3] = 3;
    const int unit = outputStride == 8 ? 4 : 2;
    r.multiGrid = {unit, 2 * unit, 4 * unit};
    r.returned = {true, false, false, true};
    return resNet(t, r, image);
}

} // namespace

void jfzhangDeepLabV3Plus(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const int outputStride = spec.outputStride.value_or(16);
    Tensor x;
    {
        const FeatureMaps maps = deepLabBackbone(t, spec, image, outputStride);
        x = asppOf(t, maps[1], outputStride);
        x = decoderOf(t, x, maps[0], spec.classes);
        x = t.interpolate(x, spec.height, spec.width);
    }
    plainCrossEntropy(t, spec, x);
}

} // namespace segplan::zoo
