// STDC, Fast-SCNN and LR-ASPP of mmsegmentation. Sources: mmseg/models/decode_heads/{stdc_head,sep_fcn_head,lraspp_head}.py and their configs.
#include "zoo/models/realtime.h"

#include "zoo/backbones/fast_scnn.h"
#include "zoo/backbones/mobilenet.h"
#include "zoo/backbones/stdc.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/pixel_losses.h"
#include "zoo/layers.h"

#include <algorithm>
#include <string>

namespace segplan::zoo {

void mmsegStdc(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = stdcContextPath(t, spec.backbone == "stdc2", image);
    LossTerms losses;
    const auto head = [&](std::size_t map, std::int64_t channels, int classes) {
        return fcnHead(t, x[map], {.channels = channels, .convs = 1, .concatInput = false, .classes = classes});
    };
    {
        const auto scope = t.scope("decode_head");
        const Tensor logits = head(3, 256, spec.classes);
        addOhemHead(t, spec, logits, losses);
    }
    if (spec.auxiliaryHead.value_or(true)) {
        for (const int i : {0, 1}) {
            const auto scope = t.scope("auxiliary_head", i);
            const Tensor logits = head(static_cast<std::size_t>(2 - i), 64, spec.classes);
            addOhemHead(t, spec, logits, losses);
        }
        const auto scope = t.scope("auxiliary_head.2");
        const Tensor logits = head(0, 64, 2);
        addDetailHead(t, spec, logits, losses);
    }
    losses.finish(t);
}

void mmsegFastScnn(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = fastScnn(t, image);
    LossTerms losses;
    {
        const auto scope = t.scope("decode_head");
        Tensor feats = x[2];
        for (int i = 0; i < 2; ++i)
            feats = separableConvModule(t, "convs." + std::to_string(i), feats, {.out = 128, .depthwiseAct = Act::None});
        const Tensor logits = clsSeg(t, feats, spec.classes);
        feats.reset();
        addSigmoidHead(t, spec, logits, losses);
    }
    if (spec.auxiliaryHead.value_or(true)) {
        for (const int i : {0, 1}) {
            const auto scope = t.scope("auxiliary_head", i);
            const Tensor logits = fcnHead(t, x[static_cast<std::size_t>(1 - i)],
                                          {.channels = 32, .convs = 1, .concatInput = false, .classes = spec.classes});
            addSigmoidHead(t, spec, logits, losses);
        }
    }
    losses.finish(t);
}

namespace {

// LRASPPHead: the global gate pools windows of 49 x 49 with strides 16 and 20.
Tensor lrasppHead(Tracer &t, const FeatureMaps &inputs, int classes)
{
    constexpr std::int64_t channels = 128;
    Tensor x = inputs[2];
    {
        const Tensor features = convModule(t, "aspp_conv", x, {.out = channels});
        const Tensor gate = [&] {
            const auto scope = t.scope("image_pool");
            Tracer::Custom pool;
            pool.kind = OpKind::Pool;
            pool.inputs = {x};
            pool.keeps = {x};
            pool.shape = Dims{x.size(0), x.size(1), std::max<std::int64_t>((x.size(2) - 49) / 16 + 1, 1),
                              std::max<std::int64_t>((x.size(3) - 49) / 20 + 1, 1)};
            pool.dtype = x.dtype();
            pool.name = "avg_pool";
            Tensor y = t.custom(pool);
            pool = {};
            y = t.conv(y, {.out = channels, .name = "1.conv"});
            y = t.sigmoid(y);
            return resizeLike(t, y, x);
        }();
        x = t.mul(features, gate);
    }
    x = t.conv(x, {.out = channels, .bias = true, .name = "conv_up_input"});
    constexpr std::int64_t branches[] = {32, 64};
    for (int i = 1; i >= 0; --i) {
        const Tensor &skip = inputs[static_cast<std::size_t>(i)];
        const std::string number = std::to_string(i);
        x = resizeLike(t, x, skip);
        {
            const Tensor branch = t.conv(skip, {.out = branches[i], .name = "convs.conv"});
            x = t.cat({x, branch}, 1);
        }
        x = convModule(t, "conv_ups.conv_up" + number, x, {.out = channels});
    }
    return clsSeg(t, x, classes);
}

} // namespace

void mmsegLraspp(Tracer &t, const ModelSpec &spec, const Tensor &image)
{
    const FeatureMaps x = mmsegMobileNetV3(t, spec.backbone == "mobilenetv3-large", image);
    const auto scope = t.scope("decode_head");
    const Tensor logits = lrasppHead(t, x, spec.classes);
    mmsegLoss(t, spec, logits);
}

} // namespace segplan::zoo
