#include "zoo/models/realtime.h"

#include "zoo/backbones/bisenet.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"

namespace segplan::zoo {

namespace {

struct Head {
    std::size_t map;
    std::int64_t channels;
    int convs;
};

void fcnHeads(Tracer &t, const ModelSpec &spec, const FeatureMaps &x, const Head &decode, const std::vector<Head> &auxiliary)
{
    LossTerms losses;
    const auto run = [&](const Head &head) {
        const Tensor logits = fcnHead(t, x[head.map], {.channels = head.channels, .convs = head.convs, .concatInput = false, .classes = spec.classes});
        losses.addHead(t, spec, logits);
    };
    {
        const auto scope = t.scope("decode_head");
        run(decode);
    }
    if (spec.auxiliaryHead.value_or(true)) {
        int index = 0;
        for (const Head &head : auxiliary) {
            const auto scope = t.scope("auxiliary_head", index++);
            run(head);
        }
    }
    losses.finish(t);
}

} // namespace

void mmsegBiSeNetV1(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = biSeNetV1(t, spec, image);
    fcnHeads(t, spec, x, {0, 256, 1}, {{1, 64, 1}, {2, 64, 1}});
}

void mmsegBiSeNetV2(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = biSeNetV2(t, image);
    fcnHeads(t, spec, x, {0, 1024, 1}, {{1, 16, 2}, {2, 64, 2}, {3, 256, 2}, {4, 1024, 2}});
}

} // namespace segplan::zoo
