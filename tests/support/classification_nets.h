// Classification networks as traces: many GPU comparisons are published for them only.
#pragma once

#include "base/result.h"
#include "graph/graph.h"

#include <string>

namespace segplan::test {

// "resnet18" .. "resnet152", "vgg16", "vit-s" "vit-b" "vit-l", "convnext-t" "convnext-s" "convnext-b" "convnext-l", "swin-t" "swin-s" "swin-b",
// "hrnet-w18" "hrnet-w48". Error: another id.
Result<Graph> classificationTrace(const std::string &net, int batch, int height, int width, const TraceSettings &settings);

} // namespace segplan::test
