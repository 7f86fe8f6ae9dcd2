#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"
#include "zoo/heads/aspp.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/knet.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/psp.h"
#include "zoo/heads/uper.h"
#include "zoo/models/query_models.h"

namespace segplan::zoo {

namespace {

using Features = Tensor (*)(Tracer &t, const FeatureMaps &x);

void knet(Tracer &t, const ModelSpec &spec, const FeatureMaps &x, Features features)
{
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        std::vector<Tensor> maps;
        {
            const Tensor feats = features(t, x);
            maps = iterativeDecode(t, feats, spec.classes);
        }
        for (const Tensor &map : maps)
            losses.addHead(t, spec, map);
    }
    if (spec.auxiliaryHead.value_or(true))
        fcnAuxiliary(t, spec, x[2], losses);
    losses.finish(t);
}

} // namespace

void mmsegKnetUper(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    FeatureMaps x;
    SwinSpec swin;
    if (swinSpec(spec.backbone, spec.pretrainWindow.value_or(7), swin))
        x = mmsegSwin(t, swin, image);
    else
        x = mmsegResNet(t, spec, image, 32);
    knet(t, spec, x, [](Tracer &tracer, const FeatureMaps &maps) { return uperFeatures(tracer, maps); });
}

void mmsegKnetFcn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegResNet(t, spec, image, 8);
    knet(t, spec, x, [](Tracer &tracer, const FeatureMaps &maps) { return fcnFeatures(tracer, maps[3], {}); });
}

void mmsegKnetPsp(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegResNet(t, spec, image, 8);
    knet(t, spec, x, [](Tracer &tracer, const FeatureMaps &maps) { return pspFeatures(tracer, maps[3], 512); });
}

void mmsegKnetAspp(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegResNet(t, spec, image, 8);
    knet(t, spec, x, [](Tracer &tracer, const FeatureMaps &maps) { return asppFeatures(tracer, maps[3], {}); });
}

} // namespace segplan::zoo
