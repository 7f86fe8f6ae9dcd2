#include "zoo/backbones/ddrnet.h"

#include "zoo/backbones/dual_branch.h"
#include "zoo/layers.h"

namespace segplan::zoo {

FeatureMaps ddrNet(Tracer &t, std::int64_t c, const Tensor &image)
{
    const auto scope = t.scope("backbone");
    const auto frozen = t.backbone();
    const std::int64_t h = image.size(2) / 8, w = image.size(3) / 8;
    const auto relu = [&t](const Tensor &v) { return t.relu(v, false); };
    const Tensor x = dualStem(t, image, c, 2);

    Tensor context = dualLayer(t, "context_branch_layers.0", x, BlockKind::Basic, 4 * c, 2, 2);
    Tensor spatial = dualLayer(t, "spatial_branch_layers.0", x, BlockKind::Basic, 2 * c, 2);
    Tensor compressed = convModule(t, "compression_1", relu(context), {.out = 2 * c}, Act::None);
    context = t.addInPlace(context, convModule(t, "down_1", relu(spatial), {.out = 4 * c, .kernel = 3, .stride = 2, .padding = 1}, Act::None));
    spatial = t.addInPlace(spatial, t.interpolate(compressed, h, w));
    const Tensor early = t.clone(spatial);

    context = dualLayer(t, "context_branch_layers.1", relu(context), BlockKind::Basic, 8 * c, 2, 2);
    spatial = dualLayer(t, "spatial_branch_layers.1", relu(spatial), BlockKind::Basic, 2 * c, 2);
    compressed = convModule(t, "compression_2", relu(context), {.out = 2 * c}, Act::None);
    {
        const auto down = [&] {
            const auto inner = t.scope("down_2");
            Tensor y = convModule(t, "0", relu(spatial), {.out = 4 * c, .kernel = 3, .stride = 2, .padding = 1});
            return convModule(t, "1", y, {.out = 8 * c, .kernel = 3, .stride = 2, .padding = 1}, Act::None);
        };
        context = t.addInPlace(context, down());
    }
    spatial = t.addInPlace(spatial, t.interpolate(compressed, h, w));

    spatial = dualLayer(t, "spatial_branch_layers.2", relu(spatial), BlockKind::Bottleneck, 2 * c, 1);
    context = dualLayer(t, "context_branch_layers.2", relu(context), BlockKind::Bottleneck, 8 * c, 1, 2);
    context = deepPyramid(t, context, 128, 4 * c);
    context = t.interpolate(context, h, w);
    return {early, t.add(spatial, context)};
}

} // namespace segplan::zoo
