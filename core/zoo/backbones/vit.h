// Vision Transformer (ViT, DeiT) as mmsegmentation builds it.
#pragma once

#include "zoo/builders.h"

#include <string>
#include <vector>

namespace segplan::zoo {

struct VitSpec {
    std::int64_t width = 768;
    int layers = 12, heads = 12, patch = 16;
    std::vector<int> outputs{2, 5, 8, 11}; // layers whose tokens become maps
    double dropPath = 0;
    bool finalNorm = false;
    bool clsToken = true; // the class token passes through the layers
};
// From "vit-t", "vit-s", "vit-b", "vit-l", "deit-s", "deit-b": width, layers, heads. False for other ids.
bool vitSpec(const std::string &id, VitSpec &spec);

// Maps of stride 16; the position table is made for the crop. Scope "backbone".
FeatureMaps mmsegVit(Tracer &t, const VitSpec &spec, const Tensor &image);

// mmseg MultiLevelNeck: scales 4, 2, 1, 1/2. Scope "neck".
FeatureMaps multiLevelNeck(Tracer &t, const FeatureMaps &inputs);
// mmseg MLANeck of SETR-MLA. Scope "neck".
FeatureMaps mlaNeck(Tracer &t, const FeatureMaps &inputs);

// Layer norm over the channels of a map by way of tokens, back to a contiguous map (SETR heads).
Tensor mapLayerNorm(Tracer &t, const Tensor &map, std::string_view name);

} // namespace segplan::zoo
