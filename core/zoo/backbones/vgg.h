// VGG-16 of torchvision as segmentation-models-pytorch cuts it.
#pragma once

#include "zoo/builders.h"

namespace segplan::zoo {

// `depth` + 1 maps: 64 channels at full size, then 128, 256, 512, 512, 512, each stage beginning with its pooling.
// Convolutions of the stages beyond `depth` exist unused.
FeatureMaps vgg16(Tracer &t, const Tensor &image, int depth);

} // namespace segplan::zoo
