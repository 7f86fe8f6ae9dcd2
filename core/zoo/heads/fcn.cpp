#include "zoo/heads/fcn.h"

#include "zoo/layers.h"

namespace segplan::zoo {

Tensor fcnFeatures(Tracer &t, const Tensor &input, const FcnHeadSpec &spec)
{
    const int padding = spec.kernel / 2 * spec.dilation;
    Tensor feats = input;
    {
        const auto convs = t.scope("convs");
        for (int i = 0; i < spec.convs; ++i)
            feats = convModule(t, std::to_string(i), feats,
                               {.out = spec.channels, .kernel = spec.kernel, .padding = padding, .dilation = spec.dilation});
    }
    if (spec.concatInput)
        feats = convModule(t, "conv_cat", t.cat({input, feats}, 1), {.out = spec.channels, .kernel = spec.kernel, .padding = spec.kernel / 2});
    return feats;
}

Tensor fcnHead(Tracer &t, const Tensor &input, const FcnHeadSpec &spec)
{
    const Tensor feats = fcnFeatures(t, input, spec);
    return clsSeg(t, feats, spec.classes, spec.dropout);
}

void fcnAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &input, LossTerms &losses, std::int64_t channels, int dilation)
{
    const auto scope = t.scope("auxiliary_head");
    const Tensor logits = fcnHead(t, input, {.channels = channels, .convs = 1, .dilation = dilation, .concatInput = false, .classes = spec.classes});
    losses.addHead(t, spec, logits);
}

void fcnAuxiliary(Tracer &t, const ModelSpec &spec, const Tensor &input, std::int64_t channels, int dilation)
{
    LossTerms losses;
    fcnAuxiliary(t, spec, input, losses, channels, dilation);
    losses.finish(t);
}

} // namespace segplan::zoo
