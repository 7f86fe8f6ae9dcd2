// An evaluation as JSON: `segplan plan --json`.
#include "evaluate/json.h"

#include "evaluate/json_parts.h"
#include "plan/file.h"

namespace segplan {

using namespace json_detail;

namespace {

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

    // Seconds and money of a range as three numbers or texts.
    static Json secondsRange(const Range<Seconds> &r) { return {{"mid", r.mid.count()}, {"low", r.low.count()}, {"high", r.high.count()}}; }
    static Json countRange(const Range<double> &r) { return {{"mid", r.mid}, {"low", r.low}, {"high", r.high}}; }

    Json fixJson(const Fix &fix) const
    {
        Json changes = Json::array();
        for (const auto &[pointer, value] : fix.changes)
            changes.push_back({{"pointer", pointer}, {"value", valueJson(value)}});
        return {{"label", say(fix.label)}, {"changes", changes}};
    }

    // The parts of the wall clock, and on spot machines what interruptions do.
    Json jobJson(const JobEstimate &job) const
    {
        Json parts = Json::array();
        for (int i = 0; i < jobPartCount; ++i) {
            const JobPartId id = static_cast<JobPartId>(i);
            Json part = secondsRange(job.part(id).time);
            part["id"] = jobPartName(id);
            parts.push_back(std::move(part));
        }
        Json out = {{"parts", parts}, {"wall_clock", secondsRange(job.wallClock)}, {"billed", secondsRange(job.billed)}, {"per_run", secondsRange(job.perRun)},
                    {"validation_runs", job.validationRuns}, {"checkpoints", job.checkpoints}, {"checkpoint_every_seconds", job.checkpointEvery.count()},
                    {"checkpoint_write_seconds", job.checkpointWrite.count()}, {"stop_mode", stopModeName(job.stopMode)}};
        out["spot"] = nullptr;
        if (job.spot) {
            const SpotEstimate &s = *job.spot;
            out["spot"] = {{"rate_known", s.rate.from != SpotRate::From::Unknown}, {"releases_per_hour", countRange(s.rate.perHour)},
                           {"interruptions", countRange(s.interruptions)}, {"young_seconds", s.young.count()}, {"daly_seconds", s.daly.count()},
                           {"lost_seconds_per_interruption", s.lostPerInterruption.count()}, {"restart_seconds", s.restartTime.count()},
                           {"wait_seconds", s.waitTime.count()}, {"finishes", s.finishes}, {"deadline_chance", orNull(s.deadlineChance)}};
        }
        return out;
    }

    Json briefJson(const AnswerBrief &b) const
    {
        return {{"instance_type", b.instanceType}, {"region", b.region}, {"gpu", b.gpu}, {"gpus", b.gpus}, {"nodes", b.nodes}, {"purchase", purchaseName(b.purchase)},
                {"precision", precisionName(b.precision)}, {"activation_checkpointing", b.checkpointing}, {"batch_per_gpu", b.batchPerGpu},
                {"gradient_accumulation", b.accumulation}, {"confidence", confidenceName(b.confidence)}, {"hours", b.wallClock.mid.hours()},
                {"hours_low", b.wallClock.low.hours()}, {"hours_high", b.wallClock.high.hours()},
                {"cost", {{"currency", currencyCode(b.cost.mid.currency())}, {"total", b.cost.mid.decimal()}, {"low", b.cost.low.decimal()}, {"high", b.cost.high.decimal()}}}};
    }

    Json fallbacks() const
    {
        Json out = Json::array();
        for (const Fallback &f : e.fallbacks)
            out.push_back({{"candidate", f.candidate}, {"other_family", f.otherFamily}, {"other_region", f.otherRegion}, {"more_seconds", orNull(f.moreTime)},
                           {"more_money", money(f.moreMoney)}, {"difference", say(f.difference)}});
        return out;
    }

    Json alternatives() const
    {
        Json out = Json::array();
        for (const Alternative &a : e.alternatives)
            out.push_back({{"precision", precisionName(a.precision)}, {"activation_checkpointing", a.checkpointing}, {"batch_per_gpu", a.batchPerGpu},
                           {"gradient_accumulation", a.accumulation}, {"device_bytes", a.device.count()}, {"low_bytes", a.low.count()}, {"high_bytes", a.high.count()},
                           {"confidence", confidenceName(a.confidence)}, {"seconds_per_iteration", orNull(a.perIteration)}, {"chosen", a.chosen}});
        return out;
    }

    Json whatIfs() const
    {
        Json out = Json::array();
        for (const WhatIf &w : e.whatIfs)
            out.push_back({{"id", w.id}, {"name", say(w.name)}, {"fix", fixJson(w.fix)}, {"answer", w.answer ? briefJson(*w.answer) : Json(nullptr)},
                           {"other_machine", w.otherMachine}, {"more_seconds", orNull(w.moreTime)}, {"more_money", money(w.moreMoney)},
                           {"more_memory_bytes", orNull(w.moreMemory)}, {"effect", say(w.effect)}, {"caution", say(w.caution)}});
        return out;
    }

    Json inverses() const
    {
        Json out = Json::array();
        for (const Inverse &i : e.inverses)
            out.push_back({{"id", i.id}, {"name", say(i.name)}, {"value", say(i.value)}, {"fix", fixJson(i.fix)}, {"answer", briefJson(i.answer)}, {"limited", i.limited}});
        return out;
    }

    Json breakEven() const
    {
        Json points = Json::array(), lines = Json::array();
        for (const BreakEven &b : e.breakEvens)
            points.push_back({{"by", buyingWayName(b.by)}, {"than", buyingWayName(b.than)}, {"hours", b.hours}, {"share", b.share}, {"estimate", b.estimate}});
        for (const CostLine &line : e.costOverHours) {
            Json at = Json::array();
            for (const CostPoint &p : line.points)
                at.push_back({{"hours", p.hours}, {"cost", p.cost.decimal()}});
            lines.push_back({{"way", buyingWayName(line.way)}, {"currency", line.points.empty() ? "" : currencyCode(line.points.front().cost.currency())},
                             {"estimate", line.estimate}, {"points", at}});
        }
        return {{"points", points}, {"lines", lines}};
    }

    Json verdict(const StepVerdict &v) const
    {
        Json cures = Json::array();
        for (const Cure &c : v.cures)
            cures.push_back({{"id", c.id}, {"instance_type", c.instanceType.empty() ? Json(nullptr) : Json(c.instanceType)},
                             {"disk", c.disk.empty() ? Json(nullptr) : Json({{"kind", c.disk}, {"gib", c.gib}})}, {"seconds_per_iteration", c.perIteration.count()},
                             {"more_hourly", money(c.moreHourly)}, {"fix", fixJson(c.fix)}, {"text", say(c.text)}});
        return {{"bottleneck", bottleneckName(v.bottleneck)}, {"share", v.share}, {"text", say(v.text)}, {"cures", cures}};
    }

    Json storageOptions(const std::vector<StorageOption> &options) const
    {
        Json out = Json::array();
        for (const StorageOption &o : options)
            out.push_back({{"id", o.id}, {"location", dataLocationName(o.location)}, {"disk", o.disk.empty() ? Json(nullptr) : Json({{"kind", o.disk}, {"gib", o.gib}})},
                           {"store", o.store.empty() ? Json(nullptr) : Json(o.store)}, {"mb_per_second", orNull(o.mbps)}, {"iops", orNull(o.iops)},
                           {"monthly", money(o.monthly)}, {"seconds_per_iteration", orNull(o.perIteration)},
                           {"first_epoch_seconds_per_iteration", orNull(o.firstEpochIteration)}, {"keeps_up", o.keepsUp}, {"text", say(o.text)}});
        return out;
    }

    Json networkOptions(const std::vector<NetworkOption> &options) const
    {
        Json out = Json::array();
        for (const NetworkOption &o : options)
            out.push_back({{"kind", o.kind}, {"instance_type", o.instanceType}, {"gbps", orNull(o.gbps)}, {"communication_seconds", orNull(o.communication)},
                           {"seconds_per_iteration", orNull(o.perIteration)}, {"chosen", o.chosen}, {"text", say(o.text)}});
        return out;
    }

    Json issues() const
    {
        Json out = Json::array();
        for (const Issue &issue : e.issues) {
            Json fixes = Json::array();
            for (const Fix &fix : issue.fixes)
                fixes.push_back(fixJson(fix));
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
                    {"gradient_accumulation", c.accumulation}, {"activation_checkpointing", c.checkpointing}};
        out["memory"] = c.memory ? memoryJson(*c.memory) : Json(nullptr);
        out["time"] = c.time ? timeJson(*c.time) : Json(nullptr);
        out["hours"] = c.wallClock ? Json(c.wallClock->mid.hours()) : Json(nullptr);
        out["hours_low"] = c.wallClock ? Json(c.wallClock->low.hours()) : Json(nullptr);
        out["hours_high"] = c.wallClock ? Json(c.wallClock->high.hours()) : Json(nullptr);
        out["cost"] = c.cost ? costJson(*c.cost) : Json(nullptr);
        out["job"] = c.job ? jobJson(*c.job) : Json(nullptr);
        out["confidence"] = confidenceName(c.confidence);
        out["bottleneck"] = say(c.bottleneck);
        out["stock"] = c.stock ? Json({{"status", stockStatusName(*c.stock)}, {"zone", c.stockZone}}) : Json(nullptr);
        out["ask_first"] = c.askFirst;
        out["price_as_of"] = c.priceAsOf.empty() ? Json(nullptr) : Json(c.priceAsOf);
        out["pareto"] = c.pareto;
        out["dominated_by"] = c.dominatedBy >= 0 ? Json(c.dominatedBy) : Json(nullptr);
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
        storage["options"] = storageOptions(s.options);
        out["storage"] = storage;
        out["network"] = {{"kind", r.network.kind}, {"gbps", orNull(r.network.gbps)}, {"reason", say(r.network.reason)},
                          {"options", networkOptions(r.network.options)}};
        out["verdict"] = verdict(r.verdict);
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
        return {{"gpu", e.rule->gpu}, {"rule", say(e.rule->rule)}, {"candidate", e.rule->candidate >= 0 ? Json(e.rule->candidate) : Json(nullptr)},
                {"more_money", money(e.rule->moreMoney)}, {"more_seconds", orNull(e.rule->moreTime)}, {"difference", say(e.rule->difference)}};
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
    out["settings_timed"] = evaluation.settingsTimed;
    out["offers_priced"] = evaluation.offersPriced;
    out["not_shown"] = evaluation.notShown;
    out["candidates"] = Json::array();
    for (const Candidate &c : evaluation.candidates) {
        if (top > 0 && out["candidates"].size() >= static_cast<std::size_t>(top))
            break;
        out["candidates"].push_back(writer.candidate(c));
    }
    out["recommendation"] = writer.recommendation();
    out["frontier"] = evaluation.frontier;
    out["fallbacks"] = writer.fallbacks();
    out["alternatives"] = writer.alternatives();
    out["what_if"] = writer.whatIfs();
    out["inverse"] = writer.inverses();
    out["break_even"] = writer.breakEven();
    if (evaluation.memory)
        addExplanation(out["explanation"], *evaluation.memory, evaluation.remedies, evaluation.largestCrop);
    out["rule_of_thumb"] = writer.rule();
    out["validated"] = nearestJson(evaluation.nearest);
    out["flow"] = writer.flow();
    out["command"] = evaluation.command ? Json(commandText(*evaluation.command, evaluation.plan.launch.shell)) : Json(nullptr);
    return dumped(out, 2) + "\n";
}

} // namespace segplan
