// mmseg IterativeDecodeHead of K-Net: kernels of a first head, refined by three KernelUpdateHeads.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// From the kernel-generate head's features [N, C, h, w] to the maps of all stages, the first head's included. In the present scope.
std::vector<Tensor> iterativeDecode(Tracer &t, const Tensor &feats, int classes);

} // namespace segplan::zoo
