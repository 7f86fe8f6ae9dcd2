// The zoo: segmentation networks as graph builders, from shared backbones and heads.
#pragma once

#include "base/result.h"
#include "graph/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

// What a model is built from. Ids as in the workload object.
struct ModelSpec {
    std::string model, backbone, implementation; // backbone may be empty: the usual one
    std::optional<int> outputStride; // absent: the implementation's default
    std::optional<bool> auxiliaryHead;
    std::optional<std::string> stem;
    std::vector<int> multiGrid;
    std::optional<int> headDilation;
    std::optional<int> pretrainWindow;
    std::optional<std::string> upsampling;
    int inputChannels = 3;
    int classes = 19;
    int height = 512, width = 1024; // crop
    int batch = 2; // images per GPU
    int matchedSegments = 10; // set-prediction losses: ground-truth segments per image
};

struct ImplementationInfo {
    std::string id; // "mmsegmentation"
    std::vector<std::string> backbones; // first = usual one; {} when the model is its own backbone
    std::vector<std::string> options; // names it reads ("output_stride", ...)
    std::string reference; // repository and version the builder follows
    std::string defaultOptimizer = {}; // id ("adamw") that its training configuration names, with the usual backbone; empty: it names none
};

struct ModelInfo {
    std::string id; // "deeplabv3plus"
    std::string name; // "DeepLabV3+"
    std::vector<ImplementationInfo> implementations; // first = usual one
};

const std::vector<ModelInfo> &zooModels();
const ModelInfo *zooModel(const std::string &id);
// The optimizer that the reference's training configuration of a model with a backbone names: "sgd-momentum", "adamw"; empty when
// the implementation brings no configuration (a library of networks) or one that is no optimizer of the workload object.
std::string usualOptimizer(const std::string &model, const std::string &implementation, const std::string &backbone);
std::string backboneName(const std::string &id); // "resnet101" -> "ResNet-101"

// Builds forward pass and loss of one training step as a trace. Errors: unknown id, unsupported combination, a crop the network
// cannot take (with what is allowed), sizes beyond 64 bits.
Result<Graph> buildModel(const ModelSpec &spec, const TraceSettings &settings);

} // namespace segplan
