#include "evaluate/json.h"

#include "plan/file.h"

#include <nlohmann/json.hpp>

namespace segplan {

using Json = nlohmann::ordered_json;

namespace {

std::string dumped(const Json &json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

template <class T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

// A whole number as long as a double holds it exactly.
Json macsJson(double macs)
{
    constexpr double exact = 9007199254740992.0;
    return macs < exact ? Json(static_cast<std::int64_t>(macs + 0.5)) : Json(macs);
}

Json memoryJson(const MemoryEstimate &m, int maxBatch = -1)
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

// The table by layer and what would make it smaller.
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
            {"vcpu_needed", t.vcpuNeeded}};
}

Json nearestJson(const std::optional<NearestMeasurement> &n)
{
    if (!n)
        return nullptr;
    return {{"nearest", n->label}, {"distance", n->distance}, {"published_bytes", n->published.count()}, {"our_bytes", n->ours.count()},
            {"source", n->source.text}};
}

Json valueJson(const FieldValue &value)
{
    return std::visit([](const auto &v) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>)
            return nullptr;
        else
            return v;
    }, value);
}

const char *severityName(Issue::Severity s)
{
    return s == Issue::Severity::Error ? "error" : s == Issue::Severity::Warning ? "warning" : "hint";
}

// The evaluation's parts; sentences go through `say`.
class Writer {
public:
    Writer(const Evaluation &evaluation, const Knowledge &knowledge, const Translate &translate)
        : e(evaluation), k(knowledge), m_say(translate) {}

    Json issues() const
    {
        Json out = Json::array();
        for (const Issue &issue : e.issues) {
            Json fixes = Json::array();
            for (const Fix &fix : issue.fixes) {
                Json changes = Json::array();
                for (const auto &[pointer, value] : fix.changes)
                    changes.push_back({{"pointer", pointer}, {"value", valueJson(value)}});
                fixes.push_back({{"label", say(fix.label)}, {"changes", changes}});
            }
            out.push_back({{"severity", severityName(issue.severity)}, {"code", issue.code}, {"pointer", issue.pointer},
                           {"message", say(issue.message)}, {"fixes", fixes}});
        }
        return out;
    }

    Json costJson(const CostEstimate &c) const
    {
        Json parts = Json::array();
        for (const CostPart &part : c.parts)
            parts.push_back({{"id", part.id}, {"name", say(part.name)}, {"amount", part.amount.value.decimal()}});
        Json out = {{"currency", currencyCode(c.total.value.currency())}, {"total", c.total.value.decimal()}, {"low", c.low.decimal()},
                    {"high", c.high.decimal()}, {"parts", parts}, {"weak_price", c.weakPrice}, {"estimated_price", c.estimatedPrice}};
        out["not_counted"] = texts(c.notCounted);
        return out;
    }

    Json candidate(const Candidate &c) const
    {
        Json out = {{"instance_type", c.instanceType}, {"region", c.region}, {"gpu", c.gpu}, {"gpus", c.gpus}, {"nodes", c.nodes},
                    {"purchase", purchaseName(c.purchase)}, {"precision", precisionName(c.precision)}, {"batch_per_gpu", c.batchPerGpu},
                    {"gradient_accumulation", c.accumulation}};
        out["memory"] = c.memory ? memoryJson(*c.memory) : Json(nullptr);
        out["time"] = c.time ? timeJson(*c.time) : Json(nullptr);
        out["hours"] = c.wallClock ? Json(c.wallClock->mid.hours()) : Json(nullptr);
        out["hours_low"] = c.wallClock ? Json(c.wallClock->low.hours()) : Json(nullptr);
        out["hours_high"] = c.wallClock ? Json(c.wallClock->high.hours()) : Json(nullptr);
        out["cost"] = c.cost ? costJson(*c.cost) : Json(nullptr);
        out["price_as_of"] = c.priceAsOf.empty() ? Json(nullptr) : Json(c.priceAsOf);
        out["pareto"] = c.pareto;
        out["rank"] = c.rank;
        out["status"] = candidateStatusName(c.status);
        out["reasons"] = Json::array();
        for (const Reason &r : c.reasons)
            out["reasons"].push_back({{"code", r.code}, {"message", say(r.message)}});
        return out;
    }

    Json disk(const DiskChoice &d) const
    {
        Json out = {{"kind", d.storageKind}, {"gib", d.gib}};
        if (const StorageKind *kind = k.storageKind(d.storageKind)) {
            out["category"] = kind->apiCategory;
            out["performance_level"] = kind->performanceLevel;
        }
        out["reason"] = say(d.reason);
        return out;
    }

    Json recommendation() const
    {
        const Recommendation &r = e.recommendation;
        Json out;
        out["candidate"] = r.candidate >= 0 ? Json(r.candidate) : Json(nullptr);
        out["next"] = r.next >= 0 ? Json(r.next) : Json(nullptr);
        out["why"] = say(r.why);
        if (r.candidate < 0)
            return out;
        out["host"] = {{"vcpu", r.host.vcpu}, {"memory_gib", r.host.memory.gib()}, {"needed_vcpu", r.host.neededVcpu.value},
                       {"needed_memory_gib", r.host.neededMemory.value.gib()}, {"rule_vcpu", r.host.ruleVcpu},
                       {"rule_memory_gib", r.host.ruleMemory.gib()}, {"meets_rule", r.host.meetsRule}, {"notes", texts(r.host.notes)}};
        const StorageAdvice &s = r.storage;
        Json storage;
        storage["system_disk"] = disk(s.systemDisk);
        storage["data_disk"] = s.dataDisk ? disk(*s.dataDisk) : Json(nullptr);
        storage["cache"] = s.cache.empty() ? Json(nullptr) : Json({{"kind", s.cache}, {"reason", say(s.cacheReason)}});
        storage["needed_mb_per_second"] = s.neededMbps.value;
        storage["rule_disk"] = disk(s.ruleDisk);
        storage["chosen_monthly"] = money(s.chosenMonthly);
        storage["rule_monthly"] = money(s.ruleMonthly);
        out["storage"] = storage;
        out["network"] = {{"kind", r.network.kind}, {"gbps", orNull(r.network.gbps)}, {"reason", say(r.network.reason)}};
        out["launch_notes"] = texts(r.launchNotes);
        return out;
    }

    Json flow() const
    {
        Json nodes = Json::array(), edges = Json::array();
        for (const FlowNode &n : e.flow.nodes)
            nodes.push_back({{"id", n.id}, {"question", say(n.question)}, {"answer", say(n.answer)}, {"reason", say(n.reason)}, {"taken", n.taken}});
        for (const FlowEdge &edge : e.flow.edges)
            edges.push_back({{"from", edge.from}, {"to", edge.to}, {"label", say(edge.label)}, {"taken", edge.taken}});
        return {{"nodes", nodes}, {"edges", edges}};
    }

    Json rule() const
    {
        if (!e.rule)
            return nullptr;
        return {{"gpu", e.rule->gpu}, {"rule", say(e.rule->rule)}, {"candidate", e.rule->candidate >= 0 ? Json(e.rule->candidate) : Json(nullptr)}};
    }

private:
    std::string say(const Text &text) const { return text.empty() ? std::string() : m_say ? m_say(text) : english(text); }
    Json texts(const std::vector<Text> &list) const
    {
        Json out = Json::array();
        for (const Text &t : list)
            out.push_back(say(t));
        return out;
    }
    static Json money(const std::optional<Money> &m)
    {
        return m ? Json({{"amount", m->decimal()}, {"currency", currencyCode(m->currency())}}) : Json(nullptr);
    }

    const Evaluation &e;
    const Knowledge &k;
    const Translate &m_say;
};

} // namespace

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

std::string evaluationJson(const Evaluation &evaluation, const Knowledge &knowledge, const Translate &translate, int top)
{
    const Writer writer(evaluation, knowledge, translate);
    Json out;
    out["segplan"] = planFileVersion;
    out["knowledge"] = {{"version", evaluation.knowledgeVersion}, {"prices_as_of", evaluation.pricesAsOf}};
    out["workload"] = Json::parse(writeWorkload(evaluation.plan.workload));
    out["parameters"] = evaluation.parameters;
    out["forward_macs"] = macsJson(evaluation.macsPerImage);
    out["issues"] = writer.issues();
    out["combinations"] = evaluation.combinations;
    out["candidates"] = Json::array();
    for (const Candidate &c : evaluation.candidates) {
        if (top > 0 && out["candidates"].size() >= static_cast<std::size_t>(top))
            break;
        out["candidates"].push_back(writer.candidate(c));
    }
    out["recommendation"] = writer.recommendation();
    if (evaluation.memory)
        addExplanation(out["explanation"], *evaluation.memory, evaluation.remedies, evaluation.largestCrop);
    out["rule_of_thumb"] = writer.rule();
    out["validated"] = nearestJson(evaluation.nearest);
    out["flow"] = writer.flow();
    out["command"] = evaluation.command ? Json(commandText(*evaluation.command, evaluation.plan.launch.shell)) : Json(nullptr);
    return dumped(out, 2) + "\n";
}

} // namespace segplan
