#include "zoo/zoo.h"

#include "zoo/registry.h"

namespace segplan {

using zoo::ModelEntry;

const std::vector<ModelInfo> &zooModels()
{
    static const std::vector<ModelInfo> models = [] {
        std::vector<ModelInfo> list;
        for (const ModelEntry &entry : zoo::modelTable()) {
            if (list.empty() || list.back().id != entry.model)
                list.push_back({entry.model, entry.name, {}});
            list.back().implementations.push_back(entry.info);
            ImplementationInfo &info = list.back().implementations.back();
            info.defaultOptimizer = usualOptimizer(entry.model, info.id, info.backbones.empty() ? std::string() : info.backbones.front());
        }
        return list;
    }();
    return models;
}

const ModelInfo *zooModel(const std::string &id)
{
    for (const ModelInfo &model : zooModels()) {
        if (model.id == id)
            return &model;
    }
    return nullptr;
}

Result<Graph> buildModel(const ModelSpec &asked, const TraceSettings &settings)
{
    const Result<ModelSpec> resolved = zoo::resolveSpec(asked);
    if (!resolved)
        return resolved.errors();
    const ModelSpec &spec = *resolved;
    const ModelEntry *entry = zoo::findEntry(spec.model, spec.implementation);
    Tracer tracer(settings, spec.batch);
    {
        const Tensor image = tracer.input({spec.batch, spec.inputChannels, spec.height, spec.width});
        // mmsegmentation's data samples carry the labels, and each head's loss stacks a copy of its own.
        if (spec.implementation == "mmsegmentation")
            tracer.labels({spec.batch, 1, spec.height, spec.width});
        entry->build(tracer, spec, image);
    }
    if (tracer.failed())
        return Error{ErrorCode::OutOfRange, {}, "/crop",
                     {SP_T("core", "A crop of %1 x %2 does not pass through the network (%3)."), {spec.height, spec.width, tracer.failure()}},
                     SP_T("core", "a larger crop")};
    if (tracer.overflowed())
        return Error{ErrorCode::Overflow, {}, "/crop", SP_T("core", "The sizes of this workload exceed 64 bits."),
                     SP_T("core", "a smaller crop or batch")};
    return tracer.finish();
}

} // namespace segplan
