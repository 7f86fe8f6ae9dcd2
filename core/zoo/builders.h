// Internal to the zoo: how models are registered and what builders share.
//
// A builder records one training step's forward pass and loss: it gets the image batch [N, C, H, W], runs backbone and heads the way the
// reference implementation does and ends with addLoss() for every loss term. Scope names follow the reference's module names.
#pragma once

#include "graph/tracer.h"
#include "zoo/zoo.h"

#include <string>
#include <vector>

namespace segplan::zoo {

// Feature maps from fine to coarse, held as the reference's list or tuple holds them.
using FeatureMaps = std::vector<Tensor>;

using Builder = void (*)(Tracer &t, const ModelSpec &spec, const Tensor &image);

// What a network asks of a crop: height and width must be `offset` above a multiple of `divisor` and at least `minimum`.
struct CropRule {
    int divisor = 1;
    int minimum = 32;
    int offset = 0;
};

// One row of the model table: a model in one implementation.
struct ModelEntry {
    std::string model; // id, "deeplabv3plus"
    std::string name; // "DeepLabV3+"
    ImplementationInfo info;
    Builder build = nullptr;
    CropRule crop;
};
using ModelTable = std::vector<ModelEntry>;

// Rows of several entries with one model id are merged in order: the first implementation is the usual one.
void addCnnModels(ModelTable &table); // models/cnn_table.cpp
void addRealtimeModels(ModelTable &table); // models/realtime_table.cpp
void addTransformerModels(ModelTable &table); // models/transformer_table.cpp
void addQueryModels(ModelTable &table); // models/query_table.cpp
void addTransformersLibraryModels(ModelTable &table); // models/transformers_library_table.cpp

} // namespace segplan::zoo
