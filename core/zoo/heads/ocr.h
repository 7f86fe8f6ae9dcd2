// Object-contextual representations: mmseg OCRHead and the HRNet group's OCR modules.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// mmseg: features [N, C, H, W] of the concatenated maps and the coarse logits -> logits. In the present scope.
Tensor mmsegOcrHead(Tracer &t, const Tensor &features, const Tensor &coarse, int classes);
// The HRNet group's: from the concatenated maps to {auxiliary logits, logits}.
std::vector<Tensor> originalOcrHead(Tracer &t, const Tensor &features, int classes);

} // namespace segplan::zoo
