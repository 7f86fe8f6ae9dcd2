#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"
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
    return mmsegResNet(t, spec, image, 32);
}

} // namespace

void mmsegUperNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = backboneMaps(t, spec, image);
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        const Tensor logits = uperHead(t, x, spec.classes);
        losses.addHead(t, spec, logits);
    }
    if (spec.auxiliaryHead.value_or(true))
        fcnAuxiliary(t, spec, x[2], losses);
    losses.finish(t);
}

} // namespace segplan::zoo
