// One estimate as JSON, and what it shares with plans.
#include "evaluate/json.h"

#include "evaluate/json_parts.h"

namespace segplan {

namespace json_detail {

Json macsJson(double macs)
{
    constexpr double exact = 9007199254740992.0;
    return macs < exact ? Json(static_cast<std::int64_t>(macs + 0.5)) : Json(macs);
}

Json memoryJson(const MemoryEstimate &m, int maxBatch)
{
    Json out = {{"allocated_bytes", m.allocated.value.count()}, {"reserved_bytes", m.reserved.value.count()},
                {"device_bytes", m.device.value.count()}, {"low_bytes", m.low.count()}, {"high_bytes", m.high.count()}};
    out["usable_bytes"] = m.usable ? Json(m.usable->value.count()) : Json(nullptr);
    out["fits"] = fitsName(m.fits);
    if (maxBatch >= 0)
        out["max_batch_per_gpu"] = maxBatch;
    out["parts"] = Json::array();
    for (const MemoryPart &part : m.parts)
        out["parts"].push_back({{"id", part.id}, {"bytes", part.bytes.value.count()}});
    out["peak_at"] = (m.peakLayer.empty() ? "optimizer" : m.peakLayer) + std::string(" (") + phaseName(m.peakPhase) + ")";
    out["allocated_blocks_bytes"] = m.blocks.count();
    if (m.validation) {
        const ValidationMemory &v = *m.validation;
        out["validation"] = {{"mode", validationModeName(v.replay.mode)}, {"image", {{"height", v.replay.height}, {"width", v.replay.width}}},
                             {"tensors_bytes", v.replay.peak.count()}, {"device_bytes", v.device.value.count()}, {"low_bytes", v.low.count()},
                             {"high_bytes", v.high.count()}, {"fits", fitsName(v.fits)}};
    }
    return out;
}

void addExplanation(Json &out, const MemoryEstimate &memory, const std::vector<Remedy> &remedies, const std::optional<Crop2d> &crop)
{
    out["layers"] = Json::array();
    for (const StepReplay::Layer &layer : memory.layers)
        out["layers"].push_back({{"path", layer.path}, {"saved_bytes", layer.saved.count()}, {"parameters", layer.parameters}, {"macs", macsJson(layer.macs)}});
    out["timeline"] = Json::array();
    for (std::size_t i = 0; i < memory.timeline.size(); ++i)
        out["timeline"].push_back({memory.timeline[i].live.count(), phaseName(memory.timeline[i].phase), memory.timelineNames[i]});
    out["remedies"] = Json::array();
    for (const Remedy &r : remedies) {
        out["remedies"].push_back({{"id", r.id}, {"saved_bytes", r.saved.value.count()}, {"device_bytes", r.device.value.count()}, {"fits", fitsName(r.fits)},
                                   {"extra_seconds", r.extraTime ? Json(r.extraTime->count()) : Json(nullptr)}, {"time_ratio", orNull(r.timeRatio)}});
    }
    out["largest_crop"] = crop ? Json{{"height", crop->height}, {"width", crop->width}} : Json(nullptr);
}

Json timeJson(const TimeEstimate &t)
{
    return {{"seconds_per_iteration", t.perIteration.value.count()}, {"low", t.low.count()}, {"high", t.high.count()}, {"bound_by", boundByName(t.boundBy)},
            {"parts", {{"compute", t.compute.value.count()}, {"memory", t.memoryTraffic.value.count()}, {"launch", t.launch.value.count()},
                       {"network", t.communication.value.count()}, {"optimizer", t.optimizer.value.count()}, {"input", t.input.value.count()}}},
            {"vcpu_needed", t.vcpuNeeded},
            {"loader", t.loader.known ? Json{{"workers", t.loader.workers}, {"cpu_seconds", t.loader.cpu}, {"read_seconds", t.loader.readKnown ? Json(t.loader.read) : Json(nullptr)},
                                             {"first_epoch_read_seconds", t.loader.readKnown ? Json(t.loader.firstEpochRead) : Json(nullptr)},
                                             {"hand_over_seconds", t.loader.handOver}, {"gpu_seconds", t.loader.gpu}, {"cached_share", t.loader.cachedShare},
                                             {"stage", inputStageName(t.loader.stage)}}
                                      : Json(nullptr)}};
}

Json nearestJson(const std::optional<NearestMeasurement> &n)
{
    if (!n)
        return nullptr;
    return {{"nearest", n->label}, {"distance", n->distance}, {"published_bytes", n->published.count()}, {"our_bytes", n->ours.count()},
            {"source", n->source.text}};
}

} // namespace json_detail

using namespace json_detail;

std::string estimateJson(const WorkloadEstimate &estimate, bool explain)
{
    Json out = {{"ok", true}, {"parameters", estimate.parameters}};
    out["frozen_parameters"] = estimate.frozenParameters;
    out["forward_macs"] = macsJson(estimate.macsPerImage);
    out["saved_bytes"] = estimate.memory.saved.value.count();
    out["memory"] = memoryJson(estimate.memory, estimate.maxBatchPerGpu);
    if (estimate.maxBatchPerGpu < 0)
        out["memory"]["max_batch_per_gpu"] = nullptr; // not known
    out["time"] = estimate.time ? timeJson(*estimate.time) : Json(nullptr);
    out["validated"] = nearestJson(estimate.nearest);
    if (explain)
        addExplanation(out["explanation"], estimate.memory, estimate.remedies, estimate.largestCrop);
    return dumped(out, -1);
}

std::string errorJson(const Error &error)
{
    std::string message = english(error.what);
    if (!error.allowed.empty())
        message += "; allowed: " + english(error.allowed);
    return dumped({{"ok", false}, {"error", {{"code", errorCodeName(error.code)}, {"pointer", error.pointer}, {"message", message}}}}, -1);
}

} // namespace segplan
