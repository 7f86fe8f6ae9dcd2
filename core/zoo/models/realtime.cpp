#include "zoo/models/realtime.h"

#include "zoo/backbones/bisenet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/psp.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {

struct Head {
    std::size_t map;
    std::int64_t channels;
    int convs;
    double dropout = 0.1;
};

void fcnHeads(Tracer &t, const ModelSpec &spec, const FeatureMaps &x, const Head &decode, const std::vector<Head> &auxiliary)
{
    LossTerms losses;
    const auto run = [&](const Head &head) {
        const Tensor logits = fcnHead(t, x[head.map], {.channels = head.channels, .convs = head.convs, .concatInput = false, .classes = spec.classes,
                                       .dropout = head.dropout});
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

namespace {

// ICNet: a light branch on the full image, ResNet's first half on the halved image, its second half on a quarter.
FeatureMaps icNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const auto halved = [&t](const Tensor &x) { return t.interpolate(x, x.size(2) / 2, x.size(3) / 2); };
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, 8);
    r.deepStem = spec.stem.value_or("deep") == "deep";
    r.contractDilation = true;
    FeatureMaps output;
    {
        const auto sub1 = t.scope("conv_sub1");
        Tensor y = convModule(t, "0", image, {.out = 32, .kernel = 3, .stride = 2, .padding = 1});
        y = convModule(t, "1", y, {.out = 32, .kernel = 3, .stride = 2, .padding = 1});
        y = convModule(t, "2", y, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
        output.push_back(std::move(y));
    }
    const auto stage = [&](int index, const Tensor &input) {
        const auto inner = t.scope("backbone");
        return resNetStage(t, r, index, input);
    };
    Tensor x = halved(image);
    {
        const auto inner = t.scope("backbone");
        x = resNetStem(t, r, x);
    }
    x = t.maxPool(x, 3, 2, 1, true);
    x = stage(0, x);
    x = stage(1, x);
    output.push_back(convModule(t, "conv_sub2", x, {.out = 256}));
    x = halved(x);
    x = stage(2, x);
    x = stage(3, x);
    std::vector<Tensor> maps = pyramidPooling(t, x, 512);
    maps.push_back(x);
    const Tensor joined = t.cat(maps, 1);
    maps.clear();
    x = convModule(t, "psp_bottleneck", joined, {.out = 512, .kernel = 3, .padding = 1});
    output.push_back(convModule(t, "conv_sub4", x, {.out = 256}));
    return output;
}

struct Fusion {
    Tensor joined, low;
};

Fusion cascadeFusion(Tracer &t, std::string_view name, const Tensor &lowMap, const Tensor &highMap)
{
    const auto scope = t.scope(name);
    Tensor low = resizeLike(t, lowMap, highMap);
    low = convModule(t, "conv_low", low, {.out = 128, .kernel = 3, .padding = 2, .dilation = 2});
    const Tensor high = convModule(t, "conv_high", highMap, {.out = 128});
    Tensor x = t.add(low, high);
    x = t.relu(x);
    return {x, low};
}

FeatureMaps icNeck(Tracer &t, const FeatureMaps &maps)
{
    const auto scope = t.scope("neck");
    const Fusion coarse = cascadeFusion(t, "cff_24", maps[2], maps[1]);
    const Fusion fine = cascadeFusion(t, "cff_12", coarse.joined, maps[0]);
    return {coarse.low, fine.low, fine.joined};
}

} // namespace

void mmsegIcNet(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    FeatureMaps x = icNet(t, spec, image);
    x = icNeck(t, x);
    fcnHeads(t, spec, x, {2, 128, 1, 0}, {{0, 128, 1}, {1, 128, 1}});
}

} // namespace segplan::zoo
