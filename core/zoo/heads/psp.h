// Pyramid pooling: mmseg PSPHead (and the module UPerHead shares), PSPNet of segmentation-models-pytorch and of hszhao/semseg.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// mmseg PPM: one map per pool scale (1, 2, 3, 6), each resized to x, as the list it returns. Scope `name`.
std::vector<Tensor> pyramidPooling(Tracer &t, const Tensor &x, std::int64_t channels, std::string_view name = "psp_modules");

// mmseg PSPHead, its features before classification; the caller opens the scope.
Tensor pspFeatures(Tracer &t, const Tensor &x, std::int64_t channels);
// mmseg PSPHead; the caller opens the scope.
Tensor pspHead(Tracer &t, const Tensor &x, std::int64_t channels, int classes);

} // namespace segplan::zoo
