// Split attention of ResNeSt. Source: mmseg/models/backbones/resnest.py.
#include "zoo/backbones/resnet.h"

#include "zoo/layers.h"

#include <algorithm>

namespace segplan::zoo {

Tensor splitAttention(Tracer &t, const Tensor &input, std::int64_t channels, int dilation)
{
    constexpr std::int64_t radix = 2, reduction = 4;
    const auto scope = t.scope("conv2");
    const std::int64_t batch = input.size(0), inter = std::max<std::int64_t>(input.size(1) * radix / reduction, 32);
    const Tensor x = convNorm(t, "conv", "bn0", input,
                              {.out = radix * channels, .kernel = 3, .padding = dilation, .dilation = dilation, .groups = radix});
    const Tensor splits = t.view(x, Dims{batch, radix, channels, x.size(2), x.size(3)});
    Tensor gap = t.sum(splits, Dims{1}, false);
    gap = t.adaptiveAvgPool(gap, 1, 1);
    gap = t.conv(gap, {.out = inter, .bias = true, .name = "fc1"});
    gap = t.batchNorm(gap, "bn1");
    gap = t.relu(gap);
    Tensor attention = t.conv(gap, {.out = radix * channels, .bias = true, .name = "fc2"});
    attention = t.view(t.softmax(t.transpose(t.view(attention, Dims{batch, 1, radix, -1}), 1, 2), 1), Dims{batch, -1});
    attention = t.view(attention, Dims{batch, radix, channels, 1, 1});
    const Tensor product = t.mul(attention, splits);
    return t.sum(product, Dims{1}, false);
}

} // namespace segplan::zoo
