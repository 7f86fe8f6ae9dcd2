#include "segmentation_nets.h"

#include "graph/tracer.h"
#include "zoo/heads/fcn.h"
#include "zoo/heads/loss.h"
#include "zoo/heads/segformer.h"
#include "zoo/heads/uper.h"

#include <algorithm>
#include <map>

namespace segplan::test {

namespace {

Error failure(const char *why)
{
    return Error{ErrorCode::Unsupported, {}, {}, Text(why), {}};
}

// A convolution over any number of dimensions: the tracer's own is two-dimensional.
Tensor convolve(Tracer &t, const Tensor &input, std::int64_t out, const std::vector<int> &kernel, const std::vector<int> &stride, bool bias,
    bool transposed)
{
    const bool half = t.settings().autocast;
    const Tensor x = half ? t.cast(input, DType::Half) : input;
    Dims shape{x.size(0), out}, weightShape{transposed ? x.size(1) : out, transposed ? out : x.size(1)};
    std::int64_t taps = 1;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        const std::int64_t edge = x.size(2 + static_cast<int>(i));
        shape.push(transposed ? edge * stride[i] : (edge + stride[i] - 1) / stride[i]);
        weightShape.push(kernel[i]);
        taps *= kernel[i];
    }
    const Tensor weight = t.parameter(weightShape, "weight");
    Tracer::Custom op;
    op.kind = transposed ? OpKind::ConvTranspose : OpKind::Conv;
    op.inputs = {x, half ? t.cast(weight, DType::Half) : weight};
    op.grads = {GradKind::Fresh, GradKind::Fresh};
    op.keeps = op.inputs;
    if (bias) {
        op.inputs.push_back(t.parameter({out}, "bias"));
        op.grads.push_back(GradKind::Fresh);
    }
    op.shape = shape;
    op.dtype = half ? DType::Half : DType::Float;
    op.macs = (transposed ? x.shape().count() * out : shape.count() * x.size(1)) * taps;
    op.name = "conv";
    return t.custom(op);
}

Tensor made(Tracer &t, const std::vector<Tensor> &inputs, const Dims &shape, const std::vector<Tensor> &keeps, const char *name)
{
    Tracer::Custom op;
    op.inputs = inputs;
    op.keeps = keeps;
    op.shape = shape;
    op.name = name;
    return t.custom(op);
}

// DC_and_CE_loss of one output: log-softmax and its pick; softmax, one-hot labels, and the three products of the Dice counts.
void diceAndEntropy(Tracer &t, const Tensor &logits)
{
    Dims axes{0};
    for (int i = 2; i < logits.shape().n; ++i)
        axes.push(i);
    const Tensor x = t.cast(logits, DType::Float);
    const Tensor entropy = t.mean(t.logSoftmax(x, 1), {0, 1}, false);
    const Tensor probability = t.softmax(x, 1);
    const Tensor oneHot = t.constant(x.shape()); // zeros
    const Tensor label = made(t, {t.constant(x.shape())}, x.shape(), {}, "scatter");
    const Tensor inverse = made(t, {label}, x.shape(), {}, "rsub"), missing = made(t, {probability}, x.shape(), {}, "rsub");
    Tensor dice;
    for (const auto &[a, b] : {std::pair(probability, label), std::pair(probability, inverse), std::pair(missing, label)}) {
        const Tensor count = t.sum(t.mul(a, b), axes, false);
        dice = dice.valid() ? t.add(dice, count) : count;
    }
    t.addLoss(t.mean(t.flatten(entropy, 0), {0}, false));
    t.addLoss(t.mean(dice, {0}, false));
}

} // namespace

NnUnetPlan nnUnetPlan(const std::string &task, int dimension)
{
    NnUnetPlan p;
    const auto levels = [&](int isotropic, const std::vector<int> &all, int rest, const std::vector<int> &restStride) {
        for (int i = 0; i < isotropic; ++i)
            p.strides.push_back(all);
        for (int i = 0; i < rest; ++i)
            p.strides.push_back(restStride);
    };
    if (task == "BraTS") {
        p.inputChannels = 5; // four modalities and the mask of the brain
        p.classes = 4;
        p.deepSupervision = false;
        p.bias = false;
        p.patch = dimension == 3 ? std::vector<int>{128, 128, 128} : std::vector<int>{192, 160};
        p.maxFeatures = dimension == 3 ? 320 : 512;
        levels(5, std::vector<int>(static_cast<std::size_t>(dimension), 2), 0, {});
    } else if (dimension == 2) {
        p.maxFeatures = 480;
        p.batch = task == "Task002_Heart" ? 40 : task == "Task003_Liver" ? 12 : 32;
        p.patch = task == "Task002_Heart" ? std::vector<int>{320, 256}
            : task == "Task003_Liver"     ? std::vector<int>{512, 512}
                                          : std::vector<int>{320, 320};
        levels(task == "Task003_Liver" ? 7 : 6, {2, 2}, 0, {});
    } else if (task == "Task002_Heart") {
        p.patch = {80, 192, 160};
        levels(4, {2, 2, 2}, 1, {1, 2, 2});
    } else if (task == "Task003_Liver") {
        p.patch = {128, 128, 128};
        levels(5, {2, 2, 2}, 0, {});
    } else if (task == "Task005_Prostate") {
        p.patch = {20, 320, 256};
        p.strides = {{1, 2, 2}, {1, 2, 2}, {2, 2, 2}, {2, 2, 2}, {1, 2, 2}, {1, 2, 2}};
    }
    if (task == "Task005_Prostate")
        p.inputChannels = 2;
    if (task == "Task002_Heart")
        p.classes = 2;
    p.kernels.assign(p.strides.size() + 1, std::vector<int>(static_cast<std::size_t>(dimension), 3));
    if (task == "Task005_Prostate" && dimension == 3)
        p.kernels[0] = p.kernels[1] = {1, 3, 3};
    return p;
}

Result<Graph> nnUnetTrace(const NnUnetPlan &p, const TraceSettings &settings)
{
    if (p.patch.empty())
        return failure("no such plan");
    Tracer t(settings, p.batch);
    const std::vector<int> ones(p.patch.size(), 1);
    {
        const auto convBlock = [&](const Tensor &x, std::int64_t c, const std::vector<int> &kernel, const std::vector<int> &stride) {
            return t.leakyRelu(t.batchNorm(convolve(t, x, c, kernel, stride, p.bias, false)), true); // instance norm has the same passes
        };
        Dims shape{p.batch, p.inputChannels};
        for (const int edge : p.patch)
            shape.push(edge);
        std::vector<Tensor> skips;
        Tensor x = t.input(shape);
        for (std::size_t i = 0; i < p.kernels.size(); ++i) {
            const std::int64_t c = std::min<std::int64_t>(std::int64_t{32} << i, p.maxFeatures);
            x = convBlock(x, c, p.kernels[i], i == 0 ? ones : p.strides[i - 1]);
            x = convBlock(x, c, p.kernels[i], ones);
            skips.push_back(x);
        }
        std::vector<Tensor> outputs;
        for (std::size_t i = p.strides.size(); i-- > 0;) {
            const std::int64_t c = skips[i].size(1);
            x = convolve(t, x, c, p.strides[i], p.strides[i], false, true);
            x = t.cat({x, skips[i]}, 1);
            for (int k = 0; k < 2; ++k)
                x = convBlock(x, c, p.kernels[i], ones);
            if (i == 0 || (p.deepSupervision && i + 1 < p.strides.size())) // the coarsest output has no weight
                outputs.push_back(convolve(t, x, p.classes, ones, ones, false, false));
        }
        t.beginLoss();
        for (const Tensor &o : outputs)
            diceAndEntropy(t, o);
    }
    if (t.failed())
        return failure("the trace failed");
    return t.finish();
}

namespace {

struct InternImage {
    std::int64_t width = 64;
    int groups = 4;
    std::vector<int> depths;
    bool postNorm = true;
};

// Channels last throughout. Offsets and weights come from a depthwise 3x3 convolution of the input.
Tensor dcnV3(Tracer &t, const Tensor &input, int groups)
{
    const std::int64_t c = input.size(3);
    const Tensor value = t.linear(input, c, true, "input_proj");
    Tensor x = t.contiguous(t.permute(input, {0, 3, 1, 2}));
    x = t.conv(x, {.out = c, .kernel = 3, .padding = 1, .groups = c, .bias = true});
    x = t.gelu(t.layerNorm(t.permute(x, {0, 2, 3, 1})));
    const Tensor offset = t.linear(x, groups * 18, true, "offset");
    Tensor mask = t.linear(x, groups * 9, true, "mask");
    mask = t.softmax(t.view(mask, {x.size(0), x.size(1) * x.size(2), groups, 1, 9}), -1);
    Tracer::Custom sample;
    sample.kind = OpKind::DeformableAttention;
    sample.inputs = {value, offset, mask};
    sample.keeps = sample.inputs;
    sample.shape = value.shape();
    sample.dtype = value.dtype();
    sample.name = "dcnv3";
    return t.linear(t.custom(sample), c, true, "output_proj");
}

Tensor scaledByLayer(Tracer &t, const Tensor &x)
{
    return t.dropPath(t.mul(x, t.parameter({x.size(3)}, "gamma")), 0.2);
}

zoo::FeatureMaps internImage(Tracer &t, const InternImage &spec, const Tensor &image)
{
    const auto toLast = [&](const Tensor &x) { return t.contiguous(t.permute(x, {0, 2, 3, 1})); };
    const auto toFirst = [&](const Tensor &x) { return t.contiguous(t.permute(x, {0, 3, 1, 2})); };
    Tensor x = t.conv(image, {.out = spec.width / 2, .kernel = 3, .stride = 2, .padding = 1, .bias = true});
    x = t.gelu(t.layerNorm(toLast(x)));
    x = t.conv(toFirst(x), {.out = spec.width, .kernel = 3, .stride = 2, .padding = 1, .bias = true});
    x = t.layerNorm(toLast(x));
    zoo::FeatureMaps outs;
    for (std::size_t stage = 0; stage < spec.depths.size(); ++stage) {
        const std::int64_t c = spec.width << stage;
        for (int i = 0; i < spec.depths[stage]; ++i) {
            if (spec.postNorm) {
                x = t.add(x, scaledByLayer(t, t.layerNorm(dcnV3(t, x, spec.groups << stage))));
                Tensor y = t.linear(t.gelu(t.linear(x, 4 * c, true, "fc1")), c, true, "fc2");
                x = t.add(x, scaledByLayer(t, t.layerNorm(y)));
            } else {
                x = t.add(x, scaledByLayer(t, dcnV3(t, t.layerNorm(x), spec.groups << stage)));
                Tensor y = t.linear(t.gelu(t.linear(t.layerNorm(x), 4 * c, true, "fc1")), c, true, "fc2");
                x = t.add(x, scaledByLayer(t, y));
            }
        }
        outs.push_back(toFirst(t.layerNorm(x)));
        if (stage + 1 < spec.depths.size())
            x = t.layerNorm(toLast(t.conv(toFirst(x), {.out = 2 * c, .kernel = 3, .stride = 2, .padding = 1})));
    }
    return outs;
}

} // namespace

Result<Graph> internImageTrace(
    const std::string &size, const std::string &head, int classes, int batch, int height, int width, const TraceSettings &settings)
{
    static const std::map<std::string, InternImage> sizes{{"T", {64, 4, {4, 4, 18, 4}, false}}, {"S", {80, 5, {4, 4, 21, 4}, true}},
        {"B", {112, 7, {4, 4, 21, 4}, true}}, {"L", {160, 10, {5, 5, 22, 5}, true}}, {"XL", {192, 12, {5, 5, 24, 5}, true}}};
    const auto at = sizes.find(size);
    if (at == sizes.end())
        return failure("no such network");
    ModelSpec spec;
    spec.classes = classes;
    spec.batch = batch;
    spec.height = height;
    spec.width = width;
    Tracer t(settings, batch);
    {
        const Tensor image = t.input({batch, 3, height, width});
        const zoo::FeatureMaps maps = internImage(t, at->second, image);
        zoo::LossTerms losses;
        if (head == "segformer") {
            losses.addHead(t, spec, zoo::mmsegSegformerHead(t, maps, classes));
        } else {
            losses.addHead(t, spec, zoo::uperHead(t, maps, classes));
            zoo::fcnAuxiliary(t, spec, maps[2], losses);
        }
        losses.finish(t);
    }
    if (t.failed())
        return failure("the trace failed");
    return t.finish();
}

} // namespace segplan::test
