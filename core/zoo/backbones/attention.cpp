#include "zoo/backbones/attention.h"

#include <algorithm>

namespace segplan::zoo {

Affine linearParameters(Tracer &t, std::int64_t in, std::int64_t out, std::string_view name)
{
    const auto scope = t.scope(name);
    Affine a;
    a.weight = t.parameter(Dims{out, in}, "weight");
    a.bias = t.parameter(Dims{out}, "bias");
    return a;
}

Affine normParameters(Tracer &t, std::int64_t channels, std::string_view name)
{
    const auto scope = t.scope(name);
    Affine a;
    a.weight = t.parameter(Dims{channels}, "weight");
    a.bias = t.parameter(Dims{channels}, "bias");
    return a;
}

Tensor layerNormWith(Tracer &t, const Tensor &x, const Affine &norm, const char *name)
{
    const Tensor full = t.cast(x, DType::Float);
    Tracer::Custom op;
    op.kind = OpKind::LayerNorm;
    op.inputs = {full, norm.weight, norm.bias};
    op.keeps = {full, norm.weight};
    op.keepsBytes = 2 * 4 * (full.shape().count() / std::max<std::int64_t>(1, full.size(-1)));
    op.shape = full.shape();
    op.name = name;
    return t.custom(op);
}

std::vector<double> dropPathRates(double rate, int depth)
{
    std::vector<double> rates(static_cast<std::size_t>(depth), 0.0);
    for (int i = 1; i < depth; ++i)
        rates[static_cast<std::size_t>(i)] = rate * i / (depth - 1);
    return rates;
}

namespace {

struct Projections {
    Tensor q, k, v;
};

// linear(x, w, b) cut into `count` parts of E features. PyTorch 2 copies the parts next to each other at once, earlier releases cut
// views and copy each part later.
std::vector<Tensor> packedLinear(Tracer &t, const Tensor &x, const Tensor &weight, const Tensor &bias, int count, std::int64_t width)
{
    Tensor projected = t.linearWith(x, weight, bias, "in_proj");
    if (t.settings().rules != RetentionRules::V2)
        return t.chunk(projected, count, -1);
    projected = t.view(projected, Dims{x.size(0), x.size(1), count, width});
    projected = t.contiguous(t.permute(projected, Dims{2, 0, 1, 3}));
    std::vector<Tensor> parts;
    for (int i = 0; i < count; ++i)
        parts.push_back(t.select(projected, 0, i));
    return parts;
}

// functional._in_projection_packed
Projections inProjection(Tracer &t, const Tensor &query, const Tensor &key, const Tensor &value)
{
    const std::int64_t width = query.size(-1);
    const Tensor weight = t.parameter(Dims{3 * width, width}, "in_proj_weight");
    const Tensor bias = t.parameter(Dims{3 * width}, "in_proj_bias");
    if (key.id() != value.id()) {
        const auto part = [&](const Tensor &x, int i) {
            return t.linearWith(x, t.slice(weight, 0, i * width, (i + 1) * width), t.slice(bias, 0, i * width, (i + 1) * width), "in_proj");
        };
        Projections p;
        p.q = part(query, 0);
        p.k = part(key, 1);
        p.v = part(value, 2);
        return p;
    }
    if (query.id() == key.id()) {
        std::vector<Tensor> parts = packedLinear(t, query, weight, bias, 3, width);
        return {parts[0], parts[1], parts[2]};
    }
    const Tensor q = t.linearWith(query, t.slice(weight, 0, 0, width), t.slice(bias, 0, 0, width), "in_proj");
    std::vector<Tensor> parts = packedLinear(t, key, t.slice(weight, 0, width, 3 * width), t.slice(bias, 0, width, 3 * width), 2, width);
    return {q, parts[0], parts[1]};
}

} // namespace

Tensor multiheadAttention(
    Tracer &t, const Tensor &query, const Tensor &key, const Tensor &value, int heads, const Tensor &mask, double dropout)
{
    const std::int64_t length = query.size(0), batch = query.size(1), width = query.size(2), headWidth = width / heads;
    const std::int64_t sourceLength = key.size(0);
    Projections p = inProjection(t, query, key, value);
    const auto splitHeads = [&](Tensor &x, std::int64_t tokens) {
        x = t.contiguous(x);
        x = t.view(x, Dims{tokens, batch * heads, headWidth});
        x = t.transpose(x, 0, 1);
    };
    splitHeads(p.q, length);
    splitHeads(p.k, sourceLength);
    splitHeads(p.v, sourceLength);
    Tensor floatMask;
    if (mask.valid())
        floatMask = t.constant(mask.shape(), p.q.dtype()); // zeros_like and masked_fill_
    const Tensor scaled = t.mulScalar(p.q);
    Tensor weights = t.matmul(scaled, t.transpose(p.k, 1, 2)); // baddbmm with a mask: the same storages
    weights = t.softmax(weights, -1);
    weights = t.dropout(weights, dropout);
    Tensor out = t.matmul(weights, p.v);
    out = t.contiguous(t.transpose(out, 0, 1));
    out = t.view(out, Dims{length * batch, width});
    out = t.linear(out, width, true, "out_proj");
    out = t.view(out, Dims{length, batch, width});
    weights = t.view(weights, Dims{batch, heads, length, sourceLength});
    if (t.settings().rules == RetentionRules::V2) {
        weights = t.mean(weights, Dims{1}, false);
    } else {
        weights = t.sum(weights, Dims{1}, false);
        weights = t.mulScalar(weights);
    }
    return out;
}

Tensor ffn(Tracer &t, const Tensor &x, const Tensor &identity, const FfnSpec &spec)
{
    const std::int64_t width = x.size(-1);
    Tensor out;
    {
        const auto layers = t.scope("layers");
        out = t.linear(x, spec.hidden, true, "0.0");
        out = spec.gelu ? t.gelu(out) : t.relu(out, true);
        out = t.dropout(out, spec.dropout);
        out = t.linear(out, width, true, "1");
        out = t.dropout(out, spec.dropout);
    }
    if (spec.dropPath > 0)
        out = t.dropPath(out, spec.dropPath);
    return spec.addIdentity ? t.add(identity, out) : out;
}

Tensor selfAttention(Tracer &t, const Tensor &x, const Tensor &identity, int heads)
{
    const auto scope = t.scope("attn");
    const Tensor query = t.transpose(x, 0, 1), key = t.transpose(x, 0, 1), value = t.transpose(x, 0, 1);
    Tensor out;
    {
        const auto inner = t.scope("attn");
        out = multiheadAttention(t, query, key, value, heads);
    }
    out = t.transpose(out, 0, 1);
    return t.add(identity, out);
}

Tensor positionedAttention(Tracer &t, std::string_view name, const Tensor &input, const Tensor &source, const Tensor &queryPosition,
    const Tensor &keyPosition, const Tensor &mask, double dropout)
{
    const auto scope = t.scope(name);
    Tensor query = t.add(input, queryPosition);
    Tensor key = t.add(source, keyPosition);
    query = t.transpose(query, 0, 1);
    key = t.transpose(key, 0, 1);
    const Tensor value = t.transpose(source, 0, 1);
    Tensor out;
    {
        const auto inner = t.scope("attn");
        out = multiheadAttention(t, query, key, value, 8, mask, dropout);
    }
    out = t.transpose(out, 0, 1);
    return t.add(input, t.dropout(out, dropout));
}

Tensor encoderLayer(Tracer &t, const Tensor &input, const EncoderLayerSpec &spec)
{
    Tensor x = input;
    x = selfAttention(t, t.layerNorm(x, "norm1"), x, spec.heads);
    {
        const Tensor normed = t.layerNorm(x, "norm2");
        const auto scope = t.scope("ffn");
        x = ffn(t, normed, x, {.hidden = spec.mlpRatio * input.size(2), .dropPath = spec.dropPath});
    }
    return x;
}

Tensor nlcToNchw(Tracer &t, const Tensor &x, std::int64_t h, std::int64_t w)
{
    return t.view(t.transpose(x, 1, 2), Dims{x.size(0), x.size(2), h, w});
}

Tensor nchwToNlc(Tracer &t, const Tensor &x)
{
    return t.contiguous(t.transpose(t.flatten(x, 2), 1, 2));
}

} // namespace segplan::zoo
