// Attention and feed-forward modules that transformer backbones and heads share.
#pragma once

#include "zoo/builders.h"

#include <cstdint>
#include <vector>

namespace segplan::zoo {

// A layer's weight and bias held by a module that is called more than once.
struct Affine {
    Tensor weight, bias;
};
Affine linearParameters(Tracer &t, std::int64_t in, std::int64_t out, std::string_view name);
Affine normParameters(Tracer &t, std::int64_t channels, std::string_view name);
// nn.LayerNorm over the last dimension with parameters made before; fp32 under autocast; keeps what Tracer::layerNorm keeps.
Tensor layerNormWith(Tracer &t, const Tensor &x, const Affine &norm, const char *name);

// with_cp: the layer is recomputed in backward when its input needs a gradient.
template <class Run> Tensor checkpointed(Tracer &t, const Tensor &x, Run &&run)
{
    return x.requiresGrad() ? t.segment(x, run) : run(x);
}

// torch.linspace(0, rate, depth): the drop-path rate of every block.
std::vector<double> dropPathRates(double rate, int depth);
// The same over stages of so many blocks each.
template <class Depths> std::vector<double> stagedDropPathRates(double rate, const Depths &depths)
{
    int depth = 0;
    for (const int blocks : depths)
        depth += blocks;
    return dropPathRates(rate, depth);
}

// torch.nn.MultiheadAttention (sequence first: [T, N, E]) with its default need_weights = True, as mmcv calls it, in the present scope.
// It is composed of bmm, softmax and bmm on every PyTorch, because the averaged weights are asked for (torch/nn/functional.py,
// multi_head_attention_forward). Tensors with the same id are "the same object", which decides how the projections are packed.
// `mask`: additive mask in bool, [N * heads, T or 1, S], or not valid. `dropout`: of the attention weights.
Tensor multiheadAttention(Tracer &t, const Tensor &query, const Tensor &key, const Tensor &value, int heads, const Tensor &mask = {},
    double dropout = 0);

// mmcv MultiheadAttention on one batch-first input with its identity connection; scope "attn". The three transposed inputs are three
// objects, so the projections are three linear layers, each with its own copy of the rows.
Tensor selfAttention(Tracer &t, const Tensor &x, const Tensor &identity, int heads);

// The same with positions added to query and key but not to the value (DETR's layers); scope `name`. `dropout`: of weights and output.
Tensor positionedAttention(Tracer &t, std::string_view name, const Tensor &input, const Tensor &source, const Tensor &queryPosition,
    const Tensor &keyPosition, const Tensor &mask, double dropout = 0);

// mmseg's TransformerEncoderLayer of ViT and the Segmenter head: drop path on the feed-forward branch only. In the present scope.
struct EncoderLayerSpec {
    int heads = 12;
    int mlpRatio = 4;
    double dropPath = 0;
};
Tensor encoderLayer(Tracer &t, const Tensor &input, const EncoderLayerSpec &spec);

// mmcv FFN with two linear layers and its identity connection, in the present scope.
struct FfnSpec {
    std::int64_t hidden = 0;
    bool gelu = true; // else ReLU in place
    double dropPath = 0;
    bool addIdentity = true;
    double dropout = 0; // after either layer
};
Tensor ffn(Tracer &t, const Tensor &x, const Tensor &identity, const FfnSpec &spec);

// x [N, L, C] -> [N, C, h, w] and back (mmseg nlc_to_nchw, nchw_to_nlc).
Tensor nlcToNchw(Tracer &t, const Tensor &x, std::int64_t h, std::int64_t w);
Tensor nchwToNlc(Tracer &t, const Tensor &x);

} // namespace segplan::zoo
