#include "zoo/backbones/efficientnet.h"

#include "zoo/layers.h"

#include <algorithm>
#include <cmath>

namespace segplan::zoo {

namespace {

struct Scale {
    double width, depth;
};
// (channel multiplier, depth multiplier) of the paper, arXiv:1905.11946.
constexpr Scale scales[] = {{1.0, 1.0}, {1.0, 1.1}, {1.1, 1.2}, {1.2, 1.4}, {1.4, 1.8}, {1.6, 2.2}, {1.8, 2.6}, {2.0, 3.1}};

struct Stage {
    int repeats, kernel, stride, expand;
    std::int64_t channels;
};
constexpr Stage stages[] = {{1, 3, 1, 1, 16}, {2, 3, 2, 6, 24}, {2, 5, 2, 6, 40}, {3, 3, 2, 6, 80}, {3, 5, 1, 6, 112}, {4, 5, 2, 6, 192}, {1, 3, 1, 6, 320}};

// timm's Swish in place, x.mul_(x.sigmoid()), keeps a clone of x: as many maps as the product out of place, which keeps x itself.
Tensor swishInPlace(Tracer &t, const Tensor &x)
{
    const Tensor gate = t.sigmoid(x);
    return t.mul(x, gate);
}

Tensor convSwish(Tracer &t, const char *conv, std::string_view norm, const Tensor &x, const ConvSpec &spec)
{
    Tensor y = convNorm(t, conv, norm, x, spec, Act::None);
    y = swishInPlace(t, y);
    return y;
}

Tensor squeezeExcite(Tracer &t, const Tensor &x, std::int64_t reduced)
{
    const auto scope = t.scope("se");
    Tensor s = t.mean(x, {2, 3}, true);
    s = t.conv(s, {.out = reduced, .bias = true, .name = "conv_reduce"});
    s = swishInPlace(t, s);
    s = t.conv(s, {.out = x.size(1), .bias = true, .name = "conv_expand"});
    s = t.sigmoid(s);
    return t.mul(x, s);
}

// timm's drop_path: x times one random value per image.
Tensor dropPath(Tracer &t, const Tensor &x, double p)
{
    if (p <= 0)
        return x;
    Tracer::Custom op;
    op.kind = OpKind::Dropout;
    op.inputs = {x};
    op.keepsBytes = x.size(0) * bytesOf(x.dtype());
    op.shape = x.shape();
    op.dtype = x.dtype();
    op.name = "drop_path";
    return t.custom(op);
}

struct Block {
    int kernel, stride, dilation, expand;
    std::int64_t out;
    double drop;
};

std::int64_t reducedOf(std::int64_t in) { return std::max<std::int64_t>(1, std::llround(static_cast<double>(in) * 0.25)); }

Tensor block(Tracer &t, const Tensor &x, const Block &b)
{
    const auto run = [&](const Tensor &input) {
        const std::int64_t in = input.size(1), mid = in * b.expand;
        const ConvSpec depthwise{.out = mid, .kernel = b.kernel, .stride = b.stride, .padding = (b.kernel - 1) / 2 * b.dilation,
                                 .dilation = b.dilation, .groups = mid};
        const Tensor shortcut = input;
        Tensor y = input;
        if (b.expand == 1) {
            y = convSwish(t, "conv_dw", "bn1", y, depthwise);
            y = squeezeExcite(t, y, reducedOf(in));
            y = convNorm(t, "conv_pw", "bn2", y, {.out = b.out}, Act::None);
        } else {
            y = convSwish(t, "conv_pw", "bn1", y, {.out = mid});
            y = convSwish(t, "conv_dw", "bn2", y, depthwise);
            y = squeezeExcite(t, y, reducedOf(in));
            y = convNorm(t, "conv_pwl", "bn3", y, {.out = b.out}, Act::None);
        }
        if (b.stride == 1 && in == b.out) {
            y = dropPath(t, y, b.drop);
            y = t.add(y, shortcut);
        }
        return y;
    };
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

void declareBlock(Tracer &t, std::int64_t in, const Block &b)
{
    const std::int64_t mid = in * b.expand, reduced = reducedOf(in);
    if (b.expand != 1)
        declareConvNorm(t, in, mid);
    declareConvNorm(t, mid, mid, b.kernel, mid);
    (void)t.parameter({reduced, mid, 1, 1}, "weight");
    (void)t.parameter({reduced}, "bias");
    (void)t.parameter({mid, reduced, 1, 1}, "weight");
    (void)t.parameter({mid}, "bias");
    declareConvNorm(t, mid, b.out);
}

} // namespace

FeatureMaps smpEfficientNet(Tracer &t, const std::string &id, const Tensor &image, int depth, int outputStride)
{
    const std::size_t level = std::clamp(id.back() - '0', 0, 7);
    const Scale scale = scales[level];
    const auto width = [&](std::int64_t c) { return makeDivisible(static_cast<double>(c) * scale.width); };
    const auto repeats = [&](int r) { return static_cast<int>(std::ceil(r * scale.depth)); };
    int total = 0;
    for (const Stage &s : stages)
        total += repeats(s.repeats);

    FeatureMaps outs;
    Tensor x = convSwish(t, "conv_stem", "bn1", image, {.out = width(32), .kernel = 3, .stride = 2, .padding = 1});
    outs.push_back(x);
    std::int64_t channels = width(32);
    int number = 0;
    // blocks[:2], [2:3], [3:5], [5:] are the encoder's stages 2 to 5.
    int stage = 2;
    Tensor stageInput = x;
    for (int i = 0; i < 7; ++i) {
        if (i == 2 || i == 3 || i == 5) {
            if (stage <= depth)
                outs.push_back(x);
            ++stage;
            if (stage <= depth)
                stageInput = x;
        }
        const int dilation = outputStride == 8 ? (stage == 4 ? 2 : stage == 5 ? 4 : 1) : outputStride == 16 && stage == 5 ? 2 : 1;
        const Stage &s = stages[i];
        const auto scope = t.scope("blocks", i);
        const Tensor blocksInput = x;
        for (int r = 0; r < repeats(s.repeats); ++r, ++number) {
            const auto inner = t.scope(std::to_string(r));
            const Block b{s.kernel, r == 0 && dilation == 1 ? s.stride : 1, dilation, s.expand, width(s.channels), 0.2 * number / total};
            if (stage <= depth)
                x = block(t, x, b);
            else
                declareBlock(t, channels, b);
            channels = b.out;
        }
    }
    if (stage <= depth)
        outs.push_back(x);
    declareConvNorm(t, channels, width(1280));
    return outs;
}

} // namespace segplan::zoo
