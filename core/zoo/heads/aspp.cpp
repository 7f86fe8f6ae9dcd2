#include "zoo/heads/aspp.h"

#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

namespace {
Tensor pyramid(Tracer &t, const Tensor &x, const AsppSpec &spec)
{
    std::vector<Tensor> outs;
    {
        const auto scope = t.scope("image_pool");
        Tensor pooled = t.adaptiveAvgPool(x, 1, 1);
        pooled = convModule(t, "1", pooled, {.out = spec.channels});
        outs.push_back(resizeLike(t, pooled, x));
    }
    const auto scope = t.scope("aspp_modules");
    int index = 0;
    for (const int dilation : spec.dilations) {
        const std::string name = std::to_string(index++);
        if (dilation > 1 && spec.separable)
            outs.push_back(separableConvModule(t, name, x, {.out = spec.channels, .padding = dilation, .dilation = dilation}));
        else if (dilation > 1)
            outs.push_back(convModule(t, name, x, {.out = spec.channels, .kernel = 3, .padding = dilation, .dilation = dilation}));
        else
            outs.push_back(convModule(t, name, x, {.out = spec.channels}));
    }
    return t.cat(outs, 1);
}
} // namespace

Tensor asppFeatures(Tracer &t, const Tensor &x, const AsppSpec &spec)
{
    const Tensor joined = pyramid(t, x, spec);
    return convModule(t, "bottleneck", joined, {.out = spec.channels, .kernel = 3, .padding = 1});
}

Tensor asppHead(Tracer &t, const Tensor &x, const Tensor &lowLevel, const AsppSpec &spec)
{
    if (!spec.separable) {
        const Tensor feats = asppFeatures(t, x, spec);
        return clsSeg(t, feats, spec.classes);
    }
    const Tensor joined = pyramid(t, x, spec); // a variable of the separable head's forward
    Tensor output = convModule(t, "bottleneck", joined, {.out = spec.channels, .kernel = 3, .padding = 1});
    const Tensor c1 = convModule(t, "c1_bottleneck", lowLevel, {.out = spec.lowLevelChannels});
    output = resizeLike(t, output, c1);
    output = t.cat({output, c1}, 1);
    {
        const auto scope = t.scope("sep_bottleneck");
        const Tensor input = output;
        output = separableConvModule(t, "0", output, {.out = spec.channels});
        output = separableConvModule(t, "1", output, {.out = spec.channels});
    }
    output = clsSeg(t, output, spec.classes);
    return output;
}

} // namespace segplan::zoo
