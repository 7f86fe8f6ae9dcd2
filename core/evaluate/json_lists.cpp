// What the program knows, as JSON lists: GPUs, instance types, data sets, models.
#include "evaluate/json.h"

#include "plan/file.h"
#include "zoo/zoo.h"

#include <nlohmann/json.hpp>

#include <map>

namespace segplan {

using Json = nlohmann::ordered_json;

namespace {

std::string dumped(const Json &json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

template <class T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json orNull(const std::optional<Bytes> &value) { return value ? Json(value->count()) : Json(nullptr); }

} // namespace

std::string gpusJson(const Knowledge &knowledge)
{
    Json out = Json::array();
    for (const Gpu &g : knowledge.gpus) {
        out.push_back({{"id", g.id}, {"architecture", g.architecture}, {"compute_capability", g.computeCapability},
                       {"fp32_tflops", orNull(g.fp32Tflops)}, {"tf32_tflops", orNull(g.tf32Tflops)}, {"fp16_tflops", orNull(g.fp16Tflops)},
                       {"bf16_tflops", orNull(g.bf16Tflops)}, {"tensor_cores", g.tensorCores}, {"nominal_memory_bytes", g.nominalMemory.count()},
                       {"usable_memory_bytes", orNull(g.usableMemory)}, {"memory_gbps", orNull(g.memoryGbps)}, {"nvlink_gbps", orNull(g.nvlinkGbps)},
                       {"tdp_watts", orNull(g.tdpWatts)}, {"cloud", g.cloud}, {"domestic", g.domestic}, {"confidence", g.confidence},
                       {"source", g.source.text}, {"source_date", g.source.date}});
    }
    return dumped(out);
}

std::string instancesJson(const Knowledge &knowledge, const std::string &region)
{
    std::map<std::string, Json> prices;
    for (const Price &p : knowledge.prices) {
        if (!region.empty() && p.region != region)
            continue;
        Json &list = prices.try_emplace(p.instanceType, Json::array()).first->second;
        list.push_back({{"region", p.region}, {"model", priceModelName(p.model)}, {"amount", p.amount.decimal(4)},
                        {"currency", currencyCode(p.amount.currency())}, {"as_of", p.source.date}, {"estimate", p.estimate}, {"weak", p.weak},
                        {"source", p.source.text}});
    }
    Json out = Json::array();
    for (const InstanceType &t : knowledge.instanceTypes) {
        const auto found = prices.find(t.id);
        if (!region.empty() && found == prices.end())
            continue;
        out.push_back({{"id", t.id}, {"family", t.family}, {"vcpu", t.vcpu}, {"memory_bytes", t.memory.count()}, {"gpu", t.gpu},
                       {"gpu_count", t.gpuCount}, {"network_gbps", orNull(t.networkGbps)}, {"rdma", t.rdma}, {"rdma_gbps", orNull(t.rdmaGbps)},
                       {"nvlink", t.nvlink}, {"cpu", t.cpu}, {"availability", availabilityName(t.availability)}, {"uefi_only", t.uefiOnly},
                       {"source", t.source.text}, {"source_date", t.source.date}, {"prices", found == prices.end() ? Json::array() : found->second}});
    }
    return dumped(out);
}

std::string datasetsJson(const Knowledge &knowledge)
{
    Json out = Json::array();
    for (const Dataset &d : knowledge.datasets) {
        out.push_back({{"id", d.id}, {"name", {{"en", d.name.en}, {"zh_CN", d.name.zhCN}}}, {"domain", d.domain}, {"train_images", orNull(d.trainImages)},
                       {"val_images", orNull(d.valImages)}, {"classes", orNull(d.classes)},
                       {"image", {{"height", orNull(d.imageHeight)}, {"width", orNull(d.imageWidth)}, {"variable", d.variableSize}}},
                       {"bytes", orNull(d.bytes)}, {"usual_crop", d.usualCrop}, {"usual_schedule", d.usualSchedule}, {"licence", d.licence},
                       {"source", d.source.text}, {"source_date", d.source.date}});
    }
    return dumped(out);
}

std::string modelsJson()
{
    Json out = Json::array();
    for (const ModelInfo &m : zooModels()) {
        Json implementations = Json::array();
        for (const ImplementationInfo &i : m.implementations)
            // What the reference itself trains with; a workload object that leaves the optimizer out gets that of "defaults".
            implementations.push_back({{"id", i.id}, {"backbones", i.backbones}, {"options", i.options}, {"reference", i.reference},
                                       {"reference_optimizer", i.defaultOptimizer.empty() ? Json(nullptr) : Json(i.defaultOptimizer)}});
        // What a workload object that names only the model amounts to.
        Workload usual;
        usual.model = m.id;
        if (!m.implementations.empty()) {
            const ImplementationInfo *chosen = &m.implementations.front();
            for (const ImplementationInfo &i : m.implementations) {
                if (i.id == usual.implementation)
                    chosen = &i;
            }
            usual.implementation = chosen->id;
            usual.backbone = chosen->backbones.empty() ? std::string() : chosen->backbones.front();
        }
        out.push_back({{"id", m.id}, {"name", m.name}, {"implementations", implementations}, {"defaults", Json::parse(writeWorkload(usual))}});
    }
    return dumped(out);
}

} // namespace segplan
