#include "zoo/backbones/hrnet.h"

#include "zoo/backbones/attention.h"
#include "zoo/layers.h"

namespace segplan::zoo {

bool hrnetSpec(const std::string &id, HrnetSpec &spec)
{
    if (id == "hrnet-w18-small") {
        spec.stemBlocks = spec.blocks = 2;
        spec.modules = {1, 3, 2};
        return true;
    }
    for (const int width : {18, 32, 40, 44, 48}) {
        if (id == "hrnet-w" + std::to_string(width)) {
            spec.width = width;
            return true;
        }
    }
    return false;
}

namespace {

// `out += identity` in mmsegmentation, `out = out + residual` in the authors' code; the activation stands outside of the segment.
Tensor residual(Tracer &t, const Tensor &input, std::int64_t planes, bool bottleneck, bool original)
{
    const auto body = [&](const Tensor &x) {
        Tensor out, identity = x;
        if (bottleneck) {
            out = convNorm(t, "conv1", "bn1", x, {.out = planes});
            out = convNorm(t, "conv2", "bn2", out, {.out = planes, .kernel = 3, .padding = 1});
            out = convNorm(t, "conv3", "bn3", out, {.out = 4 * planes}, Act::None);
            if (x.size(1) != 4 * planes) {
                const auto scope = t.scope("downsample");
                identity = convNorm(t, "0", "1", x, {.out = 4 * planes}, Act::None);
            }
        } else {
            out = convNorm(t, "conv1", "bn1", x, {.out = planes, .kernel = 3, .padding = 1});
            out = convNorm(t, "conv2", "bn2", out, {.out = planes, .kernel = 3, .padding = 1}, Act::None);
        }
        out = original ? t.add(out, identity) : t.addInPlace(out, identity);
        return out;
    };
    Tensor out = checkpointed(t, input, body);
    out = t.relu(out);
    return out;
}

// From branch j to branch i: 1x1 (upsampled) from coarser, a chain of strided 3x3 from finer ones.
Tensor fuseLayer(Tracer &t, const HrnetSpec &spec, const Tensor &input, int i, int j)
{
    const auto scope = t.scope("fuse_layers." + std::to_string(i), j);
    const std::int64_t target = spec.width << i;
    if (j > i) {
        Tensor out = convNorm(t, "0", "1", input, {.out = target}, Act::None);
        if (!spec.original)
            out = t.interpolate(out, out.size(2) << (j - i), out.size(3) << (j - i));
        return out;
    }
    Tensor out = input;
    for (int k = 0; k < i - j; ++k) {
        const auto step = t.scope(std::to_string(k));
        const bool last = k == i - j - 1;
        out = convNorm(t, "0", "1", out, {.out = last ? target : input.size(1), .kernel = 3, .stride = 2, .padding = 1},
            last                ? Act::None
                : spec.original ? Act::Relu
                                : Act::ReluOutOfPlace);
    }
    return out;
}

// HRModule.forward overwrites the list it gets and returns a new one.
FeatureMaps module(Tracer &t, const HrnetSpec &spec, FeatureMaps &x)
{
    const int branches = static_cast<int>(x.size());
    const auto at = [&x](int i) -> Tensor & { return x[static_cast<std::size_t>(i)]; };
    for (int b = 0; b < branches; ++b) {
        const auto scope = t.scope("branches", b);
        const Tensor argument = at(b);
        Tensor y = argument;
        for (int k = 0; k < spec.blocks; ++k) {
            const auto inner = t.scope(std::to_string(k));
            y = residual(t, y, spec.width << b, false, spec.original);
        }
        at(b) = y;
    }
    FeatureMaps fused;
    Tensor y;
    for (int i = 0; i < branches; ++i) {
        y.reset();
        for (int j = 0; j < branches; ++j) {
            Tensor part = i == j ? at(j) : fuseLayer(t, spec, at(j), i, j);
            if (j > i)
                part = resizeLike(t, part, at(i));
            if (j == 0)
                y = spec.original ? part : t.addScalar(part); // y = 0; y += ...
            else
                y = spec.original || j > i ? t.add(y, part) : t.addInPlace(y, part);
        }
        fused.push_back(t.relu(y, spec.original));
    }
    return fused;
}

FeatureMaps stage(Tracer &t, const HrnetSpec &spec, int number, FeatureMaps &x)
{
    FeatureMaps lists;
    for (int m = 0; m < spec.modules[static_cast<std::size_t>(number - 2)]; ++m) {
        const auto scope = t.scope("stage" + std::to_string(number), m);
        FeatureMaps next = module(t, spec, m == 0 ? x : lists);
        lists = std::move(next);
    }
    return lists;
}

Tensor transition(Tracer &t, int number, int branch, const Tensor &x, std::int64_t out, int stride)
{
    const auto scope = t.scope("transition" + std::to_string(number), branch);
    return convNorm(t, "0", "1", x, {.out = out, .kernel = 3, .stride = stride, .padding = 1});
}

} // namespace

FeatureMaps hrnet(Tracer &t, const HrnetSpec &spec, const Tensor &image)
{
    Tensor x = convNorm(t, "conv1", "bn1", image, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
    x = convNorm(t, "conv2", "bn2", x, {.out = 64, .kernel = 3, .stride = 2, .padding = 1});
    {
        const Tensor argument = x;
        for (int i = 0; i < spec.stemBlocks; ++i) {
            const auto scope = t.scope("layer1", i);
            x = residual(t, x, 64, true, spec.original);
        }
    }
    FeatureMaps inputs{transition(t, 1, 0, x, spec.width, 1), transition(t, 1, 1, x, 2 * spec.width, 2)};
    FeatureMaps maps = stage(t, spec, 2, inputs);
    for (int number = 3; number <= 4; ++number) {
        inputs.clear();
        for (const Tensor &map : maps)
            inputs.push_back(map);
        inputs.push_back(transition(t, number - 1, number - 1, maps.back(), spec.width << (number - 1), 2));
        FeatureMaps next = stage(t, spec, number, inputs);
        maps = std::move(next);
    }
    return maps;
}

} // namespace segplan::zoo
