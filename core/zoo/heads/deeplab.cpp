#include "zoo/heads/deeplab.h"

#include "zoo/layers.h"

namespace segplan::zoo {

Tensor bareSeparableConv(Tracer &t, const Tensor &input, std::int64_t out, int dilation)
{
    Tensor x = t.conv(input, {.out = input.size(1), .kernel = 3, .padding = dilation, .dilation = dilation, .groups = input.size(1), .name = "0"});
    x = t.conv(x, {.out = out, .name = "1"});
    return x;
}

Tensor asppProject(Tracer &t, std::string_view name, const Tensor &x, const std::array<int, 3> &rates, bool separable)
{
    constexpr std::int64_t channels = 256;
    const auto scope = t.scope(name);
    std::vector<Tensor> parts;
    {
        const auto convs = t.scope("convs.0");
        parts.push_back(convNorm(t, "0", "1", x, {.out = channels}, Act::ReluOutOfPlace));
    }
    int index = 1;
    for (const int rate : rates) {
        const auto convs = t.scope("convs", index++);
        if (separable) {
            Tensor y = bareSeparableConv(t, x, channels, rate);
            y = t.batchNorm(y, "1");
            y = t.relu(y, false);
            parts.push_back(std::move(y));
        } else {
            parts.push_back(convNorm(t, "0", "1", x, {.out = channels, .kernel = 3, .padding = rate, .dilation = rate}, Act::ReluOutOfPlace));
        }
    }
    {
        const auto convs = t.scope("convs", index);
        Tensor y = t.adaptiveAvgPool(x, 1, 1);
        y = convNorm(t, "1", "2", y, {.out = channels}, Act::ReluOutOfPlace);
        parts.push_back(resizeLike(t, y, x));
    }
    Tensor joined = t.cat(parts, 1);
    parts.clear();
    const auto project = t.scope("project");
    Tensor y = convNorm(t, "0", "1", joined, {.out = channels}, Act::ReluOutOfPlace);
    y = t.dropout(y, 0.5);
    return y;
}

} // namespace segplan::zoo
