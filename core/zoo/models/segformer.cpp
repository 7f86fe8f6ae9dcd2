#include "zoo/heads/segformer.h"
#include "zoo/backbones/mit.h"
#include "zoo/heads/loss.h"
#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

void mmsegSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    MitSpec mit;
    mitSpec(spec.backbone, mit);
    const FeatureMaps x = mmsegMit(t, mit, image);
    const auto scope = t.scope("decode_head");
    const Tensor logits = mmsegSegformerHead(t, x, spec.classes);
    mmsegLoss(t, spec, logits);
}

void nvlabsSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    MitSpec mit;
    mitSpec(spec.backbone, mit);
    const FeatureMaps x = nvlabsMit(t, mit, image);
    const auto scope = t.scope("decode_head");
    const bool small = spec.backbone == "mit-b0" || spec.backbone == "mit-b1";
    const Tensor logits = nvlabsSegformerHead(t, x, spec.classes, small ? 256 : 768);
    const Tensor resized = t.interpolate(logits, spec.height, spec.width);
    plainCrossEntropy(t, spec, resized);
}

} // namespace segplan::zoo
