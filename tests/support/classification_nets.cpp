#include "classification_nets.h"

#include "graph/tracer.h"
#include "zoo/backbones/hrnet.h"
#include "zoo/backbones/resnet.h"
#include "zoo/backbones/swin.h"

#include <map>

namespace segplan::test {

namespace {

// Global pooling, a linear layer and cross entropy.
void classify(Tracer &t, const Tensor &features)
{
    Tensor x = t.flatten(t.adaptiveAvgPool(features, 1, 1), 1);
    x = t.linear(x, 1000, true, "fc");
    t.beginLoss();
    t.addLoss(t.mean(t.logSoftmax(x, 1), {0, 1}, false));
}

void vgg16(Tracer &t, Tensor x)
{
    for (const std::int64_t c : {64, 64, 0, 128, 128, 0, 256, 256, 256, 0, 512, 512, 512, 0, 512, 512, 512, 0}) {
        if (c == 0)
            x = t.maxPool(x, 2, 2);
        else
            x = t.relu(t.conv(x, {.out = c, .kernel = 3, .padding = 1, .bias = true}));
    }
    x = t.flatten(x, 1);
    for (int i = 0; i < 2; ++i)
        x = t.dropout(t.relu(t.linear(x, 4096, true, "fc")), 0.5);
    x = t.linear(x, 1000, true, "fc");
    t.beginLoss();
    t.addLoss(t.mean(t.logSoftmax(x, 1), {0, 1}, false));
}

void vit(Tracer &t, const Tensor &image, std::int64_t width, int heads, int depth)
{
    Tensor x = t.conv(image, {.out = width, .kernel = 16, .stride = 16, .bias = true});
    const std::int64_t n = x.size(0), tokens = x.size(2) * x.size(3);
    x = t.contiguous(t.permute(t.view(x, {n, width, tokens}), {0, 2, 1}));
    for (int i = 0; i < depth; ++i) {
        Tensor y = t.layerNorm(x);
        const Tensor qkv = t.linear(y, 3 * width, true, "qkv");
        const Tensor split = t.permute(t.view(qkv, {n, tokens, 3, heads, width / heads}), {2, 0, 3, 1, 4});
        const Tensor q = t.select(split, 0, 0), k = t.select(split, 0, 1), v = t.select(split, 0, 2);
        const Tensor scores = t.mulScalar(t.matmul(q, t.transpose(k, -2, -1)));
        y = t.matmul(t.softmax(scores, -1), v);
        y = t.view(t.transpose(y, 1, 2), {n, tokens, width});
        x = t.add(x, t.linear(y, width, true, "proj"));
        y = t.linear(t.gelu(t.linear(t.layerNorm(x), 4 * width, true, "fc1")), width, true, "fc2");
        x = t.add(x, y);
    }
    x = t.linear(t.select(t.layerNorm(x), 1, 0), 1000, true, "head");
    t.beginLoss();
    t.addLoss(t.mean(t.logSoftmax(x, 1), {0, 1}, false));
}

// timm: depthwise 7x7, layer norm in channels-last, two linear layers, layer scale.
void convNext(Tracer &t, const Tensor &image, std::int64_t width, const std::array<int, 4> &depths)
{
    const auto normNchw = [&](const Tensor &x) { return t.permute(t.layerNorm(t.permute(x, {0, 2, 3, 1})), {0, 3, 1, 2}); };
    Tensor x = normNchw(t.conv(image, {.out = width, .kernel = 4, .stride = 4, .bias = true}));
    for (int stage = 0; stage < 4; ++stage) {
        const std::int64_t c = width << stage;
        if (stage > 0)
            x = t.conv(normNchw(x), {.out = c, .kernel = 2, .stride = 2, .bias = true});
        for (int i = 0; i < depths[static_cast<std::size_t>(stage)]; ++i) {
            Tensor y = t.conv(x, {.out = c, .kernel = 7, .padding = 3, .groups = c, .bias = true});
            y = t.layerNorm(t.permute(y, {0, 2, 3, 1}));
            y = t.linear(t.gelu(t.linear(y, 4 * c, true, "fc1")), c, true, "fc2");
            const Tensor gamma = t.parameter({c}, "gamma");
            y = t.permute(t.mul(y, gamma), {0, 3, 1, 2});
            x = t.add(x, y);
        }
    }
    classify(t, x);
}

} // namespace

Result<Graph> classificationTrace(const std::string &net, int batch, int height, int width, const TraceSettings &settings)
{
    Tracer t(settings, batch);
    {
        const Tensor image = t.input({batch, 3, height, width});
        zoo::ResNetSpec resnet;
        zoo::SwinSpec swin;
        zoo::HrnetSpec hrnet;
        static const std::map<std::string, std::pair<std::int64_t, int>> vits{{"vit-s", {384, 6}}, {"vit-b", {768, 12}}, {"vit-l", {1024, 16}}};
        static const std::map<std::string, std::pair<std::int64_t, std::array<int, 4>>> convNexts{
            {"convnext-t", {96, {3, 3, 9, 3}}}, {"convnext-s", {96, {3, 3, 27, 3}}}, {"convnext-b", {128, {3, 3, 27, 3}}}, {"convnext-l", {192, {3, 3, 27, 3}}}};
        if (zoo::resNetDepth(net, resnet)) {
            resnet.deepStem = false;
            classify(t, zoo::resNet(t, resnet, image).back());
        } else if (zoo::swinSpec(net, 7, swin)) {
            classify(t, zoo::mmsegSwin(t, swin, image).back());
        } else if (zoo::hrnetSpec(net, hrnet)) {
            classify(t, zoo::hrnet(t, hrnet, image).back());
        } else if (vits.count(net)) {
            vit(t, image, vits.at(net).first, vits.at(net).second, net == "vit-l" ? 24 : 12);
        } else if (convNexts.count(net)) {
            convNext(t, image, convNexts.at(net).first, convNexts.at(net).second);
        } else if (net == "vgg16") {
            vgg16(t, image);
        } else {
            return Error{ErrorCode::UnknownId, {}, {}, SP_T("core", "no such network"), {}};
        }
    }
    if (t.failed())
        return Error{ErrorCode::Unsupported, {}, {}, SP_T("core", "the trace failed"), {}};
    return t.finish();
}

} // namespace segplan::test
