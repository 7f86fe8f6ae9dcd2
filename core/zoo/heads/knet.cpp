#include "zoo/heads/knet.h"

#include "zoo/backbones/attention.h"

namespace segplan::zoo {

namespace {

constexpr int Stages = 3, Heads = 8;
constexpr std::int64_t Hidden = 2048, UpdaterChannels = 256;

// A 1x1 convolution with a weight [out, in, 1, 1] that is itself a tensor of the graph, or a parameter with its own bias.
Tensor dynamicConv(Tracer &t, const Tensor &x, const Tensor &weight, const Tensor &bias)
{
    const DType dtype = t.settings().autocast ? DType::Half : DType::Float;
    const Tensor input = t.cast(x, dtype), kernel = t.cast(weight, dtype);
    Tracer::Custom op;
    op.kind = OpKind::MatMul;
    op.inputs = {input, kernel};
    if (bias.valid())
        op.inputs.push_back(t.cast(bias, dtype));
    op.keeps = {input, kernel};
    op.shape = Dims{x.size(0), weight.size(0), x.size(2), x.size(3)};
    op.dtype = dtype;
    op.macs = op.shape.count() * weight.size(1);
    op.name = "conv";
    return t.custom(op);
}

// einsum 'bnhw,bchw->bnc'
Tensor assembled(Tracer &t, const Tensor &masks, const Tensor &x)
{
    const Tensor rows = t.flatten(masks, 2), columns = t.transpose(t.flatten(x, 2), 1, 2);
    return t.matmul(rows, columns);
}

// KernelUpdator; `input` is [N, classes, 1, C]. Its 256 channels split wider features into more rows.
Tensor updatedKernels(Tracer &t, const Tensor &features, const Tensor &input)
{
    const auto scope = t.scope("kernel_update_conv");
    constexpr std::int64_t width = UpdaterChannels;
    const Tensor update = t.view(features, Dims{-1, width});
    const std::int64_t rows = update.size(0);
    const Tensor parameters = t.linear(update, 2 * width, true, "dynamic_layer");
    const Tensor parametersIn = t.slice(parameters, 1, 0, width);
    Tensor parametersOut = t.slice(parameters, 1, width, 2 * width);
    const Tensor inputs = t.linear(t.view(input, Dims{rows, -1, width}), 2 * width, true, "input_layer");
    const Tensor inputIn = t.slice(inputs, 2, 0, width);
    Tensor inputOut = t.slice(inputs, 2, width, 2 * width);
    const Tensor gates = t.mul(inputIn, t.unsqueeze(parametersIn, 1));
    Tensor inputGate = t.layerNorm(t.linear(gates, width, true, "input_gate"), "input_norm_in");
    Tensor updateGate = t.layerNorm(t.linear(gates, width, true, "update_gate"), "norm_in");
    inputGate = t.sigmoid(inputGate);
    updateGate = t.sigmoid(updateGate);
    parametersOut = t.layerNorm(parametersOut, "norm_out");
    inputOut = t.layerNorm(inputOut, "input_norm_out");
    Tensor out;
    {
        const Tensor a = t.mul(updateGate, t.unsqueeze(parametersOut, 1)), b = t.mul(inputGate, inputOut);
        out = t.add(a, b);
    }
    out = t.linear(out, width, true, "fc_layer");
    out = t.layerNorm(out, "fc_norm");
    return t.relu(out);
}

struct Stage {
    Tensor map, kernels; // [N, classes, h, w], [N, classes, C, 1, 1]
};

// KernelUpdateHead
Stage updated(Tracer &t, const Tensor &feats, const Tensor &kernels, const Tensor &map)
{
    const std::int64_t n = feats.size(0), classes = map.size(1);
    const Tensor x = t.conv(feats, {.out = feats.size(1), .bias = true, .name = "feat_transform"});
    const std::int64_t c = x.size(1), h = x.size(2), w = x.size(3);
    const Tensor probability = t.softmax(map, 1);
    const Tensor gathered = assembled(t, probability, x);
    const Tensor proposal = t.permute(t.view(kernels, Dims{n, classes, c, -1}), Dims{0, 1, 3, 2});
    Tensor object = updatedKernels(t, gathered, proposal);
    object = t.permute(t.view(object, Dims{n, classes, -1}), Dims{1, 0, 2});
    {
        Tensor attended;
        {
            const auto scope = t.scope("attention");
            Tensor out;
            {
                const auto inner = t.scope("attn");
                out = multiheadAttention(t, object, object, object, Heads);
            }
            attended = t.add(object, out);
        }
        object = t.layerNorm(attended, "attention_norm");
    }
    object = t.permute(object, Dims{1, 0, 2});
    object = t.view(object, Dims{n, classes, -1, c});
    {
        Tensor forwarded;
        {
            const auto scope = t.scope("ffn");
            forwarded = ffn(t, object, object, {.hidden = Hidden, .gelu = false});
        }
        object = t.layerNorm(forwarded, "ffn_norm");
    }
    Tensor mask = t.linear(object, c, false, "mask_fcs.0");
    mask = t.layerNorm(mask, "mask_fcs.1");
    mask = t.relu(mask);
    mask = t.permute(t.linear(mask, c, true, "fc_mask"), Dims{0, 1, 3, 2});
    mask = t.view(mask, Dims{n, classes, c, 1, 1});
    Stage out;
    {
        std::vector<Tensor> maps;
        for (std::int64_t i = 0; i < n; ++i)
            maps.push_back(dynamicConv(t, t.slice(x, 0, i, i + 1), t.select(mask, 0, i), {}));
        out.map = t.cat(maps, 0);
    }
    out.map = t.view(out.map, Dims{n, classes, h, w});
    out.kernels = t.view(t.permute(object, Dims{0, 1, 3, 2}), Dims{n, classes, c, 1, 1});
    return out;
}

} // namespace

std::vector<Tensor> iterativeDecode(Tracer &t, const Tensor &feats, int classes)
{
    const std::int64_t n = feats.size(0), c = feats.size(1);
    std::vector<Tensor> maps;
    const Tensor weight = t.parameter(Dims{classes, c, 1, 1}, "conv_seg.weight"), bias = t.parameter(Dims{classes}, "conv_seg.bias");
    Stage stage;
    {
        const Tensor dropped = t.dropout2d(feats, 0.1);
        stage.map = dynamicConv(t, dropped, weight, bias);
    }
    stage.kernels = t.expand(t.clone(weight), Dims{n, classes, c, 1, 1});
    maps.push_back(stage.map);
    for (int i = 0; i < Stages; ++i) {
        const auto scope = t.scope("kernel_update_head", i);
        stage = updated(t, feats, stage.kernels, stage.map);
        maps.push_back(stage.map);
    }
    return maps;
}

} // namespace segplan::zoo
