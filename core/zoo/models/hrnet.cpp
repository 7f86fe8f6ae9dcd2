#include "zoo/backbones/hrnet.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/ocr.h"
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

FeatureMaps mmsegBackbone(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    HrnetSpec net;
    hrnetSpec(spec.backbone, net);
    const auto region = t.backbone();
    const auto scope = t.scope("backbone");
    return hrnet(t, net, image);
}

// The authors' code up to the concatenation; `parts`: the upsampled maps, locals of forward.
Tensor originalMaps(Tracer &t, const ModelSpec &spec, const Tensor &image, FeatureMaps &parts)
{
    HrnetSpec net;
    hrnetSpec(spec.backbone, net);
    net.original = true;
    FeatureMaps maps;
    {
        const auto region = t.backbone();
        maps = hrnet(t, net, image);
    }
    parts = {maps[0]};
    for (std::size_t i = 1; i < maps.size(); ++i)
        parts.push_back(resizeLike(t, maps[i], maps[0]));
    return t.cat(parts, 1);
}

// FCNHead with one 1x1 ConvModule, run twice with the same weights: for its own loss and for the next head of the cascade.
struct CoarseHead {
    std::int64_t channels = 0;
    int classes = 19;
    Tensor convWeight, normWeight, normBias, clsWeight, clsBias; // as the convolutions read them: half under autocast

    CoarseHead(Tracer &t, std::int64_t width, int classCount)
        : channels(width)
        , classes(classCount)
    {
        const DType type = t.settings().autocast ? DType::Half : DType::Float;
        const auto parameter = [&](const Dims &shape, const char *name) { return t.cast(t.parameter(shape, name), type); };
        convWeight = parameter(Dims{channels, channels, 1, 1}, "convs.0.conv.weight");
        normWeight = t.parameter(Dims{channels}, "convs.0.bn.weight");
        normBias = t.parameter(Dims{channels}, "convs.0.bn.bias");
        (void)t.buffer(Dims{channels}, DType::Float, "running_mean");
        (void)t.buffer(Dims{channels}, DType::Float, "running_var");
        (void)t.buffer(Dims{}, DType::Int64, "num_batches_tracked");
        clsWeight = parameter(Dims{classes, channels, 1, 1}, "conv_seg.weight");
        clsBias = parameter(Dims{classes}, "conv_seg.bias");
    }

    static Tensor pointwise(Tracer &t, const Tensor &x, const Tensor &weight, const Tensor &bias, const char *name)
    {
        const Tensor input = t.cast(x, weight.dtype());
        Tracer::Custom op;
        op.kind = OpKind::Conv;
        op.inputs = {input, weight};
        if (bias.valid())
            op.inputs.push_back(bias);
        op.keeps = {input, weight};
        op.shape = Dims{x.size(0), weight.size(0), x.size(2), x.size(3)};
        op.dtype = weight.dtype();
        if (__builtin_mul_overflow(op.shape.count(), x.size(1), &op.macs))
            op.macs = INT64_MAX;
        op.name = name;
        return t.custom(op);
    }

    Tensor run(Tracer &t, const FeatureMaps &maps) const
    {
        const Tensor joined = resizeConcat(t, maps);
        Tensor x = pointwise(t, joined, convWeight, {}, "convs.0.conv");
        Tracer::Custom norm;
        norm.kind = OpKind::BatchNorm;
        norm.inputs = {x, normWeight, normBias};
        norm.keeps = {x, normWeight};
        norm.keepsBytes = 8 * channels;
        norm.shape = x.shape();
        norm.dtype = x.dtype();
        norm.name = "convs.0.bn";
        x = t.custom(norm);
        x = t.relu(x);
        return pointwise(t, x, clsWeight, clsBias, "conv_seg");
    }
};

} // namespace

void mmsegHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegBackbone(t, spec, image);
    const auto scope = t.scope("decode_head");
    Tensor logits;
    {
        const Tensor joined = resizeConcat(t, x);
        logits = fcnHead(
            t, joined, {.channels = joined.size(1), .convs = 1, .kernel = 1, .concatInput = false, .classes = spec.classes, .dropout = 0});
    }
    mmsegLoss(t, spec, logits);
}

void originalHrnet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    Tensor x;
    {
        FeatureMaps maps;
        x = originalMaps(t, spec, image, maps);
        const auto scope = t.scope("last_layer");
        const Tensor argument = x;
        x = convNorm(t, "0", "1", x, {.out = x.size(1), .bias = true});
        x = t.conv(x, {.out = spec.classes, .bias = true, .name = "3"});
    }
    // The criterion upsamples the logits to the label size.
    const Tensor score = t.interpolate(x, spec.height, spec.width);
    t.beginLoss();
    const Tensor labels = t.labels(Dims{image.size(0), spec.height, spec.width});
    t.addLoss(t.mulScalar(crossEntropy(t, score, labels, true))); // times its balance weight
}

void mmsegOcrNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegBackbone(t, spec, image);
    std::int64_t width = 0;
    for (const Tensor &map : x)
        width += map.size(1);
    LossTerms losses;
    Tensor coarse;
    {
        const auto scope = t.scope("decode_head.0");
        const CoarseHead head(t, width, spec.classes);
        {
            const Tensor logits = head.run(t, x);
            losses.addHead(t, spec, logits);
        }
        coarse = head.run(t, x);
    }
    {
        const auto scope = t.scope("decode_head.1");
        Tensor logits;
        {
            const Tensor joined = resizeConcat(t, x);
            logits = mmsegOcrHead(t, joined, coarse, spec.classes);
        }
        losses.addHead(t, spec, logits);
    }
    losses.finish(t);
}

void originalOcrNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    std::vector<Tensor> outputs;
    {
        FeatureMaps parts;
        const Tensor feats = originalMaps(t, spec, image, parts);
        outputs = originalOcrHead(t, feats, spec.classes);
    }
    t.beginLoss();
    const Tensor labels = t.labels(Dims{image.size(0), spec.height, spec.width});
    Tensor total;
    for (const Tensor &output : outputs) { // auxiliary first, each upsampled inside of the criterion
        const Tensor score = t.interpolate(output, spec.height, spec.width);
        const Tensor loss = t.mulScalar(crossEntropy(t, score, labels, true));
        total = total.valid() ? t.add(total, loss) : loss;
    }
    t.addLoss(total);
}

} // namespace segplan::zoo
