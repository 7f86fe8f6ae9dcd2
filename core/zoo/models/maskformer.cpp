#include "zoo/heads/maskformer.h"

#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"
#include "zoo/models/query_models.h"

namespace segplan::zoo {

void mmsegMaskFormer(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    FeatureMaps x;
    SwinSpec swin;
    if (swinSpec(spec.backbone, spec.pretrainWindow.value_or(7), swin)) {
        x = mmsegSwin(t, swin, image);
    } else {
        ModelSpec plain = spec; // ResNet with one 7x7 in the stem
        plain.stem = spec.stem.value_or("classic");
        x = mmsegResNet(t, plain, image, 32);
    }
    LossTerms terms;
    {
        const auto scope = t.scope("decode_head");
        const GroundTruth truth = groundTruth(t, spec);
        const StackedPredictions predictions = maskFormerDecoder(t, spec, x);
        maskFormerLosses(t, predictions, truth, terms);
    }
    terms.finish(t);
}

} // namespace segplan::zoo
