#include "zoo/backbones/attention.h"
#include "zoo/backbones/transformers_backbones.h"
#include "zoo/heads/transformers_mask2former.h"
#include "zoo/models/transformers_library.h"

namespace segplan::zoo {

void transformersMask2Former(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    std::vector<Tensor> targets; // the loader's masks, one per segment
    for (int i = 0; i < spec.batch; ++i)
        targets.push_back(t.constant(Dims{spec.matchedSegments, spec.height, spec.width}));
    const Tensor classWeight = t.buffer(Dims{spec.classes + 1}, DType::Float, "criterion.empty_weight");
    const bool large = spec.backbone == "swin-b" || spec.backbone == "swin-l"; // published with windows of 12
    SwinSpec swin;
    swinSpec(spec.backbone, spec.pretrainWindow.value_or(large ? 12 : 7), swin);

    // The model's output keeps the backbone's maps, the pixel decoder's and every decoder state, because auxiliary losses are on.
    FeatureMaps features;
    PixelFeatures pixel;
    QueryStates states;
    {
        const Tensor pixelMask = t.constant(Dims{spec.batch, spec.height, spec.width});
        features = transformersSwin(t, swin, image);
        pixel = transformersPixelDecoder(t, features);
        states = transformersMaskDecoder(t, pixel);
    }
    const Affine predictor = linearParameters(t, 256, spec.classes + 1, "class_predictor");
    std::vector<Tensor> classes;
    for (const Tensor &state : states.normed)
        classes.push_back(t.linearWith(t.transpose(state, 0, 1), predictor.weight, predictor.bias, "class_predictor"));

    // The last output first, then the others.
    t.beginLoss();
    const auto scope = t.scope("criterion");
    std::vector<Tensor> losses = transformersSetLoss(t, states.masks.back(), classes.back(), targets, classWeight);
    for (std::size_t i = 0; i + 1 < classes.size(); ++i) {
        for (Tensor &loss : transformersSetLoss(t, states.masks[i], classes[i], targets, classWeight))
            losses.push_back(std::move(loss));
    }
    for (Tensor &loss : losses)
        loss = t.mulScalar(loss);
    Tensor sum;
    for (const Tensor &loss : losses)
        sum = sum.valid() ? t.add(sum, loss) : t.addScalar(loss);
    t.addLoss(sum);
}

} // namespace segplan::zoo
