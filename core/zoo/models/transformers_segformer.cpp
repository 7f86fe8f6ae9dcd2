#include "zoo/backbones/transformers_backbones.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/segformer.h"
#include "zoo/layers.h"
#include "zoo/models/transformers_library.h"

namespace segplan::zoo {

namespace {

// SegformerDecodeHead: all four resized maps stay in a tuple until it returns.
Tensor decodeHead(Tracer &t, const FeatureMaps &inputs, int classes, std::int64_t channels)
{
    const auto scope = t.scope("decode_head");
    FeatureMaps all;
    Tensor state;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto mlp = t.scope("linear_c", static_cast<int>(i));
        state = inputs[i];
        const std::int64_t n = state.size(0), h = state.size(2), w = state.size(3);
        state = tokenLinear(t, state, channels, "proj");
        state = t.permute(state, Dims{0, 2, 1});
        state = t.view(state, Dims{n, -1, h, w});
        state = resizeLike(t, state, inputs[0]);
        all.push_back(state);
    }
    Tensor x;
    {
        const Tensor joined = t.cat({all[3], all[2], all[1], all[0]}, 1);
        x = t.conv(joined, {.out = channels, .name = "linear_fuse"});
    }
    x = t.batchNorm(x, "batch_norm");
    x = t.relu(x, false);
    x = t.dropout(x, 0.1);
    return t.conv(x, {.out = classes, .bias = true, .name = "classifier"});
}

} // namespace

void transformersSegformer(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    MitSpec mit;
    mitSpec(spec.backbone, mit);
    const FeatureMaps hiddenStates = transformersMit(t, mit, image);
    const bool small = spec.backbone == "mit-b0" || spec.backbone == "mit-b1";
    const Tensor logits = decodeHead(t, hiddenStates, spec.classes, small ? 256 : 768);
    const Tensor upsampled = t.interpolate(logits, spec.height, spec.width);
    plainCrossEntropy(t, spec, upsampled);
}

} // namespace segplan::zoo
