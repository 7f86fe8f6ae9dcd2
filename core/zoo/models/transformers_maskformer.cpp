#include "zoo/backbones/transformers_backbones.h"
#include "zoo/heads/transformers_maskformer.h"
#include "zoo/models/transformers_library.h"

namespace segplan::zoo {

void transformersMaskFormer(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    std::vector<Tensor> targets; // the loader's masks, one per segment
    for (int i = 0; i < spec.batch; ++i)
        targets.push_back(t.constant(Dims{spec.matchedSegments, spec.height, spec.width}));
    const Tensor classWeight = t.buffer(Dims{spec.classes + 1}, DType::Float, "criterion.empty_weight");

    Tensor coarsest, pixels, queries; // the model's output; auxiliary losses are off, so that no other state stays
    {
        const Tensor pixelMask = t.constant(Dims{spec.batch, spec.height, spec.width});
        {
            FeatureMaps features;
            const bool large = spec.backbone == "swin-b" || spec.backbone == "swin-l"; // published with windows of 12
            SwinSpec swin;
            if (swinSpec(spec.backbone, spec.pretrainWindow.value_or(large ? 12 : 7), swin)) {
                features = transformersMaskFormerSwin(t, swin, image);
            } else {
                const auto scope = t.scope("model.pixel_level_module");
                features = transformersResNet(t, spec.backbone, image);
            }
            const auto scope = t.scope("model.pixel_level_module");
            pixels = transformersMaskFormerPixels(t, features);
            coarsest = features.back();
        }
        const auto scope = t.scope("model");
        queries = transformersDetrQueries(t, coarsest);
    }
    const Tensor classes = t.linear(queries, spec.classes + 1, true, "class_predictor");
    Tensor masks;
    {
        const auto scope = t.scope("mask_embedder");
        Tensor embedding = t.relu(t.linear(queries, 256, true, "0.0"), false);
        embedding = t.relu(t.linear(embedding, 256, true, "1.0"), false);
        embedding = t.linear(embedding, 256, true, "2.0");
        masks = t.einsumBqcBchw(embedding, pixels);
    }
    t.beginLoss();
    const auto scope = t.scope("criterion");
    std::vector<Tensor> losses = transformersMaskFormerLoss(t, masks, classes, targets, classWeight);
    for (Tensor &loss : losses)
        loss = t.mulScalar(loss);
    Tensor sum;
    for (const Tensor &loss : losses)
        sum = sum.valid() ? t.add(sum, loss) : t.addScalar(loss);
    t.addLoss(sum);
}

} // namespace segplan::zoo
