// DDRNet and PIDNet: heads and losses. Sources: mmseg/models/decode_heads/{ddr_head,pid_head}.py, configs/{ddrnet,pidnet}.
#include "zoo/models/realtime.h"

#include "zoo/backbones/ddrnet.h"
#include "zoo/backbones/pidnet.h"
#include "zoo/heads/pixel_losses.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

Tensor stackedLabels(Tracer &t, const ModelSpec &spec) { return t.constant(Dims{spec.batch, 1, spec.height, spec.width}, DType::Int64); }

// Norm, ReLU, 3x3, norm, ReLU.
Tensor ddrBranch(Tracer &t, std::string_view name, const Tensor &input, std::int64_t channels)
{
    const auto scope = t.scope(name);
    Tensor x = preActConvModule(t, "0", input, {.out = channels, .kernel = 3, .padding = 1});
    x = t.batchNorm(x, "1");
    return t.relu(x);
}

// BasePIDHead with its classifier.
Tensor pidBranch(Tracer &t, std::string_view name, const Tensor &input, std::int64_t channels, std::int64_t classes, const char *classifier,
                 double dropout)
{
    Tensor x;
    {
        const auto scope = t.scope(name);
        x = preActConvModule(t, "conv", input, {.out = channels, .kernel = 3, .padding = 1});
        x = t.batchNorm(x, "norm");
        x = t.relu(x);
    }
    const Tensor feat = t.dropout2d(x, dropout);
    return t.conv(feat, {.out = classes, .bias = true, .name = classifier});
}

} // namespace

void mmsegDdrNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const std::int64_t channels = spec.backbone == "ddrnet23" ? 64 : 32;
    const FeatureMaps x = ddrNet(t, channels, image);
    const auto scope = t.scope("decode_head");
    LossTerms losses;
    {
        Tensor context = ddrBranch(t, "head", x[1], 2 * channels);
        const Tensor contextLogits = clsSeg(t, context, spec.classes, 0);
        context.reset();
        Tensor spatial = ddrBranch(t, "aux_head", x[0], 2 * channels);
        const Tensor spatialLogits = t.conv(spatial, {.out = spec.classes, .bias = true, .name = "aux_cls_seg"});
        spatial.reset();

        t.beginLoss();
        Tensor label = stackedLabels(t, spec);
        const Tensor contextLogit = t.interpolate(contextLogits, spec.height, spec.width);
        const Tensor spatialLogit = t.interpolate(spatialLogits, spec.height, spec.width);
        label = t.squeeze(label, 1);
        losses.add(ohemCrossEntropy(t, contextLogit, label));
        losses.add(ohemCrossEntropy(t, spatialLogit, label));
        losses.addMetric(mmsegAccuracy(t, contextLogit, label));
    }
    losses.finish(t);
}

void mmsegPidNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    PidNetSpec net;
    pidNetSpec(spec.backbone, net);
    const Dims labelShape{spec.batch, 1, spec.height, spec.width};
    t.labels(labelShape); // the edge map of the data samples
    const FeatureMaps x = pidNet(t, net, image);
    const auto scope = t.scope("decode_head");
    LossTerms losses;
    {
        const std::int64_t channels = net.head;
        const Tensor proportional = pidBranch(t, "p_head", x[0], channels, spec.classes, "p_cls_seg", 0);
        const Tensor integral = pidBranch(t, "i_head", x[1], channels, spec.classes, "conv_seg", 0.1);
        const Tensor derivative = pidBranch(t, "d_head", x[2], net.channels, 1, "d_cls_seg", 0);

        t.beginLoss();
        Tensor label = stackedLabels(t, spec), edges = stackedLabels(t, spec);
        const Tensor p = t.interpolate(proportional, spec.height, spec.width);
        const Tensor i = t.interpolate(integral, spec.height, spec.width);
        const Tensor d = t.interpolate(derivative, spec.height, spec.width);
        label = t.squeeze(label, 1);
        edges = t.squeeze(edges, 1);
        {
            Tensor loss = crossEntropy(t, p, label, false);
            loss = t.sum(loss, Dims{0, 1, 2}, false);
            losses.add(scaled(t, scaled(t, loss))); // divided by the number of pixels, times the loss weight
        }
        losses.add(ohemCrossEntropy(t, i, label));
        losses.add(boundaryLoss(t, d, edges));
        const Tensor filler = [&] {
            const Tensor ones = t.constant(label.shape(), DType::Int64);
            return t.mulScalar(ones);
        }();
        const Tensor boundaryLabel = labelsNearBoundary(t, d, label, filler);
        losses.add(ohemCrossEntropy(t, i, boundaryLabel));
        losses.addMetric(mmsegAccuracy(t, i, label));
    }
    losses.finish(t);
}

} // namespace segplan::zoo
