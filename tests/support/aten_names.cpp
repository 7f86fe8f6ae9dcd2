#include "aten_names.h"

#include <map>

namespace segplan::test {

namespace {

struct Names {
    std::string forward, backward;
};

const std::map<OpKind, Names> &byKind()
{
    static const std::map<OpKind, Names> map{
        {OpKind::Conv, {"convolution", "convolution_backward"}},
        {OpKind::ConvTranspose, {"convolution", "convolution_backward"}},
        {OpKind::Linear, {"addmm", "mm"}},
        {OpKind::MatMul, {"bmm", "bmm"}},
        {OpKind::BatchNorm, {"native_batch_norm", "native_batch_norm_backward"}},
        {OpKind::LayerNorm, {"native_layer_norm", "native_layer_norm_backward"}},
        {OpKind::GroupNorm, {"native_group_norm", "native_group_norm_backward"}},
        {OpKind::Softmax, {"_softmax", "_softmax_backward_data"}},
        {OpKind::Cast, {"_to_copy", "_to_copy"}},
        {OpKind::Dropout, {"native_dropout", "native_dropout_backward"}},
    };
    return map;
}

// By the last piece of the operation's name, where the kind says too little.
const std::map<std::string, Names> &byPiece()
{
    static const std::map<std::string, Names> map{
        {"relu", {"relu", "threshold_backward"}},
        {"relu6", {"hardtanh", "hardtanh_backward"}},
        {"hardswish", {"hardswish", "hardswish_backward"}},
        {"hardsigmoid", {"hardsigmoid", "hardsigmoid_backward"}},
        {"silu", {"silu", "silu_backward"}},
        {"gelu", {"gelu", "gelu_backward"}},
        {"sigmoid", {"sigmoid", "sigmoid_backward"}},
        {"leaky_relu", {"leaky_relu", "leaky_relu_backward"}},
        {"max_pool", {"max_pool2d_with_indices", "max_pool2d_with_indices_backward"}},
        {"avg_pool", {"avg_pool2d", "avg_pool2d_backward"}},
        {"adaptive_avg_pool", {"_adaptive_avg_pool2d", "_adaptive_avg_pool2d_backward"}},
        {"interpolate", {"upsample_bilinear2d", "upsample_bilinear2d_backward"}},
        {"grid_sample", {"grid_sampler_2d", "grid_sampler_2d_backward"}},
        {"log_softmax", {"_log_softmax", "_log_softmax_backward_data"}},
        {"nll_loss", {"nll_loss2d_forward", "nll_loss2d_backward"}},
        {"dropout2d", {"mul", "mul"}},
        {"drop_path", {"div", "mul"}},
        {"mean", {"mean", "div"}},
        {"topk.values", {"topk", ""}},
        {"topk.indices", {"topk", ""}},
        {"to", {"_to_copy", "_to_copy"}},
    };
    return map;
}

} // namespace

std::string atenPeak(const Graph &graph, const StepReplay &replay)
{
    const std::string phase = replay.peakPhase == Phase::Step ? "optimizer/" : replay.peakPhase == Phase::Backward ? "backward/" : "forward/";
    if (replay.peakOp < 0)
        return phase;
    if (replay.peakInSum)
        return phase + "add";
    const Op &op = graph.ops[static_cast<std::size_t>(replay.peakOp)];
    const std::string &piece = graph.names[static_cast<std::size_t>(op.name)].piece;
    const bool backward = replay.peakPhase == Phase::Backward;
    const Names *names = nullptr;
    if (const auto it = byPiece().find(piece); it != byPiece().end())
        names = &it->second;
    else if (const auto kind = byKind().find(op.kind); kind != byKind().end())
        names = &kind->second;
    if (!names)
        return phase + piece;
    std::string name = backward ? names->backward : names->forward;
    if (!backward && op.inPlace)
        name += "_";
    return phase + name;
}

} // namespace segplan::test
