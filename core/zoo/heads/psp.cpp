#include "zoo/heads/psp.h"

#include "zoo/heads/loss.h"
#include "zoo/layers.h"

namespace segplan::zoo {

std::vector<Tensor> pyramidPooling(Tracer &t, const Tensor &x, std::int64_t channels, std::string_view name)
{
    const auto scope = t.scope(name);
    std::vector<Tensor> outs;
    Tensor out;
    int index = 0;
    for (const int scale : {1, 2, 3, 6}) {
        const auto level = t.scope(std::to_string(index++));
        Tensor pooled = t.adaptiveAvgPool(x, scale, scale);
        out = convModule(t, "1", pooled, {.out = channels});
        pooled.reset();
        outs.push_back(resizeLike(t, out, x));
    }
    return outs;
}

Tensor pspFeatures(Tracer &t, const Tensor &x, std::int64_t channels)
{
    std::vector<Tensor> outs{x};
    for (Tensor &map : pyramidPooling(t, x, channels))
        outs.push_back(std::move(map));
    const Tensor joined = t.cat(outs, 1);
    outs.clear();
    return convModule(t, "bottleneck", joined, {.out = channels, .kernel = 3, .padding = 1});
}

Tensor pspHead(Tracer &t, const Tensor &x, std::int64_t channels, int classes)
{
    const Tensor feats = pspFeatures(t, x, channels);
    return clsSeg(t, feats, classes);
}

} // namespace segplan::zoo
