#include "zoo/backbones/resnet.h"

#include "zoo/layers.h"

#include <algorithm>

namespace segplan::zoo {

bool resNetDepth(const std::string &id, ResNetSpec &spec)
{
    struct Row {
        const char *id;
        std::array<int, 4> blocks;
        bool bottleneck;
    };
    static constexpr Row rows[] = {
        {"resnet18", {2, 2, 2, 2}, false}, {"resnet34", {3, 4, 6, 3}, false},  {"resnet50", {3, 4, 6, 3}, true},
        {"resnet101", {3, 4, 23, 3}, true}, {"resnet152", {3, 8, 36, 3}, true},  {"resnest50", {3, 4, 6, 3}, true},
        {"resnest101", {3, 4, 23, 3}, true},
    };
    for (const Row &row : rows) {
        if (id == row.id) {
            spec.splitAttention = spec.averageDown = id.rfind("resnest", 0) == 0;
            spec.stemChannels = spec.splitAttention ? 128 : 64;
            spec.blocks = row.blocks;
            spec.bottleneck = row.bottleneck;
            return true;
        }
    }
    return false;
}

bool setOutputStride(ResNetSpec &spec, int outputStride)
{
    switch (outputStride) {
    case 8:
        spec.strides = {1, 2, 1, 1};
        spec.dilations = {1, 1, 2, 4};
        return true;
    case 16:
        spec.strides = {1, 2, 2, 1};
        spec.dilations = {1, 1, 1, 2};
        return true;
    case 32:
        spec.strides = {1, 2, 2, 2};
        spec.dilations = {1, 1, 1, 1};
        return true;
    default:
        return false;
    }
}

namespace {

struct Block {
    std::int64_t planes;
    int stride = 1;
    int firstDilation = 1; // of the strided 3x3
    int secondDilation = 1; // of a basic block's second 3x3
    int shortcutKernel = 0; // 0: identity
    int shortcutDilation = 1;
    bool averageDown = false, splitAttention = false;
};

// The convolutions and the addition; the last ReLU stands outside, because checkpointing leaves it out.
Tensor body(Tracer &t, const Tensor &x, const Block &b, bool bottleneck)
{
    Tensor identity = x;
    Tensor out;
    if (bottleneck) {
        out = convNorm(t, "conv1", "bn1", x, {.out = b.planes});
        if (b.splitAttention) {
            out = splitAttention(t, out, b.planes, b.firstDilation);
            if (b.stride > 1)
                out = t.avgPool(out, 3, b.stride, 1);
        } else {
            out = convNorm(t, "conv2", "bn2", out,
                           {.out = b.planes, .kernel = 3, .stride = b.stride, .padding = b.firstDilation, .dilation = b.firstDilation});
        }
        out = convNorm(t, "conv3", "bn3", out, {.out = 4 * b.planes}, Act::None);
    } else {
        out = convNorm(t, "conv1", "bn1", x,
                       {.out = b.planes, .kernel = 3, .stride = b.stride, .padding = b.firstDilation, .dilation = b.firstDilation});
        out = convNorm(t, "conv2", "bn2", out,
                       {.out = b.planes, .kernel = 3, .padding = b.secondDilation, .dilation = b.secondDilation}, Act::None);
    }
    if (b.shortcutKernel > 0) {
        const auto scope = t.scope("downsample");
        const ConvSpec conv{.out = b.planes * (bottleneck ? 4 : 1), .kernel = b.shortcutKernel, .stride = b.averageDown ? 1 : b.stride,
                            .dilation = b.shortcutDilation};
        if (b.averageDown) // also of one pixel
            identity = convNorm(t, "1", "2", t.avgPool(x, b.stride, b.stride, 0, true), conv, Act::None);
        else
            identity = convNorm(t, "0", "1", x, conv, Act::None);
    }
    out = t.addInPlace(out, identity);
    return out;
}

Tensor block(Tracer &t, const Tensor &x, const Block &b, bool bottleneck)
{
    const auto run = [&](const Tensor &input) { return body(t, input, b, bottleneck); };
    Tensor out = x.requiresGrad() ? t.segment(x, run) : run(x);
    out = t.relu(out);
    return out;
}

Tensor stem(Tracer &t, const ResNetSpec &spec, const Tensor &image)
{
    if (!spec.deepStem)
        return convNorm(t, "conv1", "bn1", image, {.out = spec.stemChannels, .kernel = 7, .stride = 2, .padding = 3});
    const auto scope = t.scope("stem");
    const std::int64_t half = spec.stemChannels / 2;
    Tensor x = convNorm(t, "0", "1", image, {.out = half, .kernel = 3, .stride = 2, .padding = 1});
    x = convNorm(t, "3", "4", x, {.out = half, .kernel = 3, .padding = 1});
    x = convNorm(t, "6", "7", x, {.out = spec.stemChannels, .kernel = 3, .padding = 1});
    return x;
}

// A stage that is built but never run.
void declareStage(Tracer &t, const ResNetSpec &spec, std::size_t stage)
{
    const std::int64_t planes = std::int64_t{64} << stage, out = planes * (spec.bottleneck ? 4 : 1);
    std::int64_t in = stage == 0 ? spec.stemChannels : out / 2;
    for (int i = 0; i < spec.blocks[stage]; ++i, in = out) {
        if (spec.bottleneck) {
            declareConvNorm(t, in, planes);
            declareConvNorm(t, planes, planes, 3);
            declareConvNorm(t, planes, out);
        } else {
            declareConvNorm(t, in, planes, 3);
            declareConvNorm(t, planes, planes, 3);
        }
        if (i == 0 && (in != out || spec.strides[stage] != 1))
            declareConvNorm(t, in, out);
    }
}

} // namespace

Tensor resNetStem(Tracer &t, const ResNetSpec &spec, const Tensor &image) { return stem(t, spec, image); }

Tensor resNetStage(Tracer &t, const ResNetSpec &spec, int index, const Tensor &stageInput)
{
    const std::size_t stage = static_cast<std::size_t>(index);
    const auto layer = t.scope("layer" + std::to_string(index + 1));
    const std::int64_t planes = std::int64_t{64} << stage, expansion = spec.bottleneck ? 4 : 1;
    const int dilation = spec.dilations[stage];
    const bool grid = stage == 3 && !spec.multiGrid.empty();
    Tensor x = stageInput;
    for (int i = 0; i < spec.blocks[stage]; ++i) {
        const auto scope = t.scope(std::to_string(i));
        Block b{.planes = planes};
        b.averageDown = spec.averageDown;
        b.splitAttention = spec.splitAttention;
        b.stride = i == 0 ? spec.strides[stage] : 1;
        b.firstDilation = dilation;
        if (grid)
            b.firstDilation = spec.multiGrid[static_cast<std::size_t>(i) % spec.multiGrid.size()];
        else if (i == 0 && spec.contractDilation && dilation > 1)
            b.firstDilation = dilation / 2;
        if (spec.dilateEverything)
            b.secondDilation = b.shortcutDilation = dilation;
        if (i == 0 && (b.stride != 1 || x.size(1) != planes * expansion))
            b.shortcutKernel = 1;
        x = block(t, x, b, spec.bottleneck);
    }
    return x;
}

FeatureMaps resNet(Tracer &t, const ResNetSpec &spec, const Tensor &image)
{
    FeatureMaps outs;
    Tensor x = stem(t, spec, image);
    if (spec.stemOutput)
        outs.push_back(x);
    x = t.maxPool(x, 3, 2, 1);
    for (int stage = 0; stage < spec.stages; ++stage) {
        x = resNetStage(t, spec, stage, x);
        if (spec.returned[static_cast<std::size_t>(stage)])
            outs.push_back(x);
    }
    for (std::size_t stage = static_cast<std::size_t>(spec.stages); stage < 4; ++stage)
        declareStage(t, spec, stage);
    return outs;
}

FeatureMaps mmsegResNet(Tracer &t, const ModelSpec &spec, const Tensor &image, int usualOutputStride)
{
    ResNetSpec r;
    resNetDepth(spec.backbone, r);
    setOutputStride(r, spec.outputStride.value_or(usualOutputStride));
    r.deepStem = spec.stem.value_or("deep") == "deep";
    r.contractDilation = true;
    r.multiGrid = spec.multiGrid;
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    return resNet(t, r, image);
}

} // namespace segplan::zoo
