// Segmentation networks that published times name and the zoo does not build: nnU-Net in two and three dimensions, InternImage.
#pragma once

#include "base/result.h"
#include "graph/graph.h"

#include <string>
#include <vector>

namespace segplan::test {

// Plain U-Net of nnU-Net: two convolutions with instance norm and leaky ReLU per level, strided down, transposed up; Dice and cross
// entropy.
struct NnUnetPlan {
    std::vector<int> patch; // 2 or 3 edges
    int batch = 2, inputChannels = 1, classes = 3;
    std::vector<std::vector<int>> strides; // per level below the first
    std::vector<std::vector<int>> kernels; // per level
    std::int64_t maxFeatures = 320; // 32 at the first level, doubled at each
    bool deepSupervision = true, bias = true;
};
// Plans of nnU-Net v1 for "Task002_Heart", "Task003_Liver", "Task005_Prostate", dimension 2 or 3, and of NVIDIA's BraTS benchmark
// ("BraTS"). Recalled from the published tables of configurations. A patch without edges: no such plan.
NnUnetPlan nnUnetPlan(const std::string &task, int dimension);
Result<Graph> nnUnetTrace(const NnUnetPlan &plan, const TraceSettings &settings);

// InternImage "T" "S" "B" "L" "XL" (public repository's widths, depths and groups; DCNv3) with mmseg's "upernet" (512 channels and FCN
// auxiliary head) or "segformer" head. Error: another size.
Result<Graph> internImageTrace(
    const std::string &size, const std::string &head, int classes, int batch, int height, int width, const TraceSettings &settings);

} // namespace segplan::test
