#include "zoo/backbones/pidnet.h"

#include "zoo/backbones/dual_branch.h"
#include "zoo/layers.h"

namespace segplan::zoo {

bool pidNetSpec(const std::string &id, PidNetSpec &spec)
{
    struct Row {
        const char *id;
        PidNetSpec spec;
    };
    static constexpr Row rows[] = {{"pidnet-s", {32, 96, 128, 2, 3}}, {"pidnet-m", {64, 96, 128, 2, 3}}, {"pidnet-l", {64, 112, 256, 3, 4}}};
    for (const Row &row : rows) {
        if (id == row.id) {
            spec = row.spec;
            return true;
        }
    }
    return false;
}

namespace {

// a * b + c
Tensor multiplyAdd(Tracer &t, const Tensor &a, const Tensor &b, const Tensor &c)
{
    const Tensor product = t.mul(a, b);
    return t.add(product, c);
}

// sigma * a + (1 - sigma) * b
Tensor blend(Tracer &t, const Tensor &sigma, const Tensor &a, const Tensor &b)
{
    const Tensor first = t.mul(sigma, a);
    const Tensor second = [&] {
        const Tensor rest = oneMinus(t, sigma);
        return t.mul(rest, b);
    }();
    return t.add(first, second);
}

// PagFM: pixel attention guides the integral map into the proportional branch.
Tensor pixelAttention(Tracer &t, std::string_view name, const Tensor &p, const Tensor &integral, std::int64_t channels)
{
    const auto scope = t.scope(name);
    Tensor i = integral;
    Tensor fi = convModule(t, "f_i", i, {.out = channels}, Act::None);
    fi = resizeLike(t, fi, p);
    const Tensor fp = convModule(t, "f_p", p, {.out = channels}, Act::None);
    const Tensor similarity = [&] {
        const Tensor product = t.mul(fp, fi);
        return t.sum(product, Dims{1}, false);
    }();
    const Tensor sigma = t.sigmoid(t.unsqueeze(similarity, 1));
    i = resizeLike(t, i, p);
    return blend(t, sigma, i, p);
}

// Bag: boundary attention before one 3x3.
Tensor boundaryFusion(Tracer &t, const Tensor &p, const Tensor &i, const Tensor &d, std::int64_t out)
{
    const auto scope = t.scope("dfm");
    const Tensor sigma = t.sigmoid(d);
    return preActConvModule(t, "conv", blend(t, sigma, p, i), {.out = out, .kernel = 3, .padding = 1});
}

// LightBag: two 1x1.
Tensor lightBoundaryFusion(Tracer &t, const Tensor &p, const Tensor &i, const Tensor &d, std::int64_t out)
{
    const auto scope = t.scope("dfm");
    const Tensor sigma = t.sigmoid(d);
    const auto withRest = [&] {
        const Tensor product = [&] {
            const Tensor rest = oneMinus(t, sigma);
            return t.mul(rest, i);
        }();
        return t.add(product, p);
    };
    const Tensor fp = convModule(t, "f_p", withRest(), {.out = out}, Act::None);
    const Tensor fi = convModule(t, "f_i", multiplyAdd(t, sigma, p, i), {.out = out}, Act::None);
    return t.add(fp, fi);
}

} // namespace

FeatureMaps pidNet(Tracer &t, const PidNetSpec &spec, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const std::int64_t h = image.size(2) / 8, w = image.size(3) / 8, c = spec.channels;
    const bool light = spec.stemBlocks == 2;
    const auto relu = [&t](const Tensor &v) { return t.relu(v, false); };
    const auto single = [&t](const char *name, const Tensor &v, std::int64_t channels) {
        const auto inner = t.scope(name);
        return dualBlock(t, v, {BlockKind::Basic, channels, 1, false});
    };
    Tensor diff;
    const auto difference = [&](const char *name, const Tensor &from, const Tensor &to, std::int64_t channels) {
        diff = convModule(t, name, from, {.out = channels, .kernel = 3, .padding = 1}, Act::None);
        return t.addInPlace(to, t.interpolate(diff, h, w));
    };
    const Tensor x = dualStem(t, image, c, spec.stemBlocks);

    Tensor i = relu(dualLayer(t, "i_branch_layers.0", x, BlockKind::Basic, 4 * c, spec.branchBlocks, 2));
    Tensor p = dualLayer(t, "p_branch_layers.0", x, BlockKind::Basic, 2 * c, spec.stemBlocks);
    Tensor d = single("d_branch_layers.0", x, light ? c : 2 * c);
    Tensor compressed = convModule(t, "compression_1", i, {.out = 2 * c}, Act::None);
    p = pixelAttention(t, "pag_1", p, compressed, c);
    d = difference("diff_1", i, d, light ? c : 2 * c);
    const Tensor earlyP = t.clone(p);

    i = relu(dualLayer(t, "i_branch_layers.1", i, BlockKind::Basic, 8 * c, spec.branchBlocks, 2));
    p = dualLayer(t, "p_branch_layers.1", relu(p), BlockKind::Basic, 2 * c, spec.stemBlocks);
    d = light ? dualLayer(t, "d_branch_layers.1", relu(d), BlockKind::Bottleneck, c, 1) : single("d_branch_layers.1", relu(d), 2 * c);
    compressed = convModule(t, "compression_2", i, {.out = 2 * c}, Act::None);
    p = pixelAttention(t, "pag_2", p, compressed, c);
    d = difference("diff_2", i, d, 2 * c);
    const Tensor earlyD = t.clone(d);

    i = dualLayer(t, "i_branch_layers.2", i, BlockKind::Bottleneck, 8 * c, 2, 2);
    p = dualLayer(t, "p_branch_layers.2", relu(p), BlockKind::Bottleneck, 2 * c, 1);
    d = dualLayer(t, "d_branch_layers.2", relu(d), BlockKind::Bottleneck, 2 * c, 1);
    i = light ? parallelPyramid(t, i, spec.pyramid, 4 * c) : deepPyramid(t, i, spec.pyramid, 4 * c);
    i = t.interpolate(i, h, w);
    const Tensor out = light ? lightBoundaryFusion(t, p, i, d, 4 * c) : boundaryFusion(t, p, i, d, 4 * c);
    return {earlyP, out, earlyD};
}

} // namespace segplan::zoo
