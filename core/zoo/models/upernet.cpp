#include "zoo/backbones/beit.h"
#include "zoo/backbones/convnext.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"
#include "zoo/backbones/twins.h"
#include "zoo/backbones/vit.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/uper.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

namespace {

FeatureMaps backboneMaps(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    SwinSpec swin;
    if (swinSpec(spec.backbone, spec.pretrainWindow.value_or(7), swin))
        return mmsegSwin(t, swin, image);
    ConvNextSpec next;
    if (convNextSpec(spec.backbone, next))
        return convNext(t, next, image);
    TwinsSpec twins;
    if (twinsSpec(spec.backbone, twins))
        return mmsegTwins(t, twins, image);
    BeitSpec beit;
    if (beitSpec(spec.backbone, beit)) {
        const FeatureMaps maps = mmsegBeit(t, beit, image);
        return featurePyramidOf(t, maps);
    }
    VitSpec vit;
    if (vitSpec(spec.backbone, vit)) {
        // The configurations of DeiT put the head on four maps of stride 16, those of ViT resize them in a neck.
        const bool deit = spec.backbone.rfind("deit", 0) == 0;
        vit.dropPath = deit ? 0.1 : 0.0;
        const FeatureMaps maps = mmsegVit(t, vit, image);
        return deit ? maps : multiLevelNeck(t, maps);
    }
    return mmsegResNet(t, spec, image, 32);
}

} // namespace

void mmsegUperNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = backboneMaps(t, spec, image);
    VitSpec vit;
    const bool plainVit = vitSpec(spec.backbone, vit); // its configurations supervise the last map
    BeitSpec beit;
    const std::int64_t channels = beitSpec(spec.backbone, beit) ? beit.width : 512;
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        const Tensor logits = uperHead(t, x, spec.classes, channels);
        losses.addHead(t, spec, logits);
    }
    if (spec.auxiliaryHead.value_or(true))
        fcnAuxiliary(t, spec, x[plainVit ? 3 : 2], losses);
    losses.finish(t);
}

} // namespace segplan::zoo
