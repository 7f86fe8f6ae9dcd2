#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"
#include "zoo/heads/mask2former.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

void mmsegMask2Former(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    FeatureMaps x;
    // The configurations take Swin-B and Swin-L pretrained with windows of 12, the smaller ones with 7.
    const bool large = spec.backbone == "swin-b" || spec.backbone == "swin-l";
    SwinSpec swin;
    if (swinSpec(spec.backbone, spec.pretrainWindow.value_or(large ? 12 : 7), swin)) {
        x = mmsegSwin(t, swin, image);
    } else {
        ModelSpec plain = spec; // ResNet with one 7x7 in the stem, its batch norms frozen
        plain.stem = spec.stem.value_or("classic");
        const auto frozen = t.frozenNorms();
        x = mmsegResNet(t, plain, image, 32);
    }
    LossTerms terms;
    {
        const auto scope = t.scope("decode_head");
        const GroundTruth truth = groundTruth(t, spec);
        const SetPredictions predictions = mask2FormerDecoder(t, x, spec.classes);
        setPredictionLosses(t, predictions, truth, terms);
    }
    terms.finish(t);
}

} // namespace segplan::zoo
