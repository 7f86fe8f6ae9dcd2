#include "evaluate/parts.h"

#include "handover/launch.h"

#include <algorithm>

namespace segplan {

namespace {

struct TextRule {
    const char *preset;
    std::vector<std::string> gpus; // the text names any of these; the first where none is known
    Text text;
};

const TextRule *ruleOf(const Plan &plan)
{
    static const TextRule rules[] = {
        {"small-experiment", {"T4"}, SP_T("core", "Rule of thumb for small experiments: T4 (gn6i), cheap, 16 GB, mixed precision.")},
        {"industrial", {"A10", "V100-16", "V100-32"}, SP_T("core", "Rule of thumb for industrial training: A10 with 24 GB (gn7i), or V100 for FP64 and old frameworks.")},
        {"large-high-resolution", {"A100-80", "A100-40"}, SP_T("core", "Rule of thumb for large models at high resolution: A100 with 40 or 80 GB (gn7, gn7e) and NVLink.")},
        {"domestic-requirement", {"H20"}, SP_T("core", "Circulating texts name H20 with 96 GB as the domestic option: it is a large-memory NVIDIA part and not domestic.")}};
    const auto *rule = std::find_if(std::begin(rules), std::end(rules), [&](const TextRule &r) { return plan.preset == r.preset; });
    return rule == std::end(rules) ? nullptr : rule;
}

// V100 stands in the industrial rule for FP64 and old frameworks only.
bool named(const TextRule &rule, const std::string &gpu, const Requirements &r)
{
    if (std::find(rule.gpus.begin(), rule.gpus.end(), gpu) == rule.gpus.end())
        return false;
    return gpu.rfind("V100", 0) != 0 || r.fp64 || r.oldFramework;
}

} // namespace

std::optional<std::uint32_t> ruleOffer(const Plan &plan, const Search &search)
{
    const TextRule *rule = ruleOf(plan);
    for (std::uint32_t i = 0; rule && i < search.offers().size(); ++i) {
        if (named(*rule, search.machines()[search.offers()[i].machine].gpu->id, plan.requirements))
            return i;
    }
    return std::nullopt;
}

std::optional<RuleAnswer> ruleAnswer(const Plan &plan, const std::vector<Candidate> &candidates)
{
    const TextRule *rule = ruleOf(plan);
    if (!rule)
        return std::nullopt;
    RuleAnswer answer;
    answer.gpu = rule->gpus.front();
    answer.rule = rule->text;
    const auto it = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate &c) { return named(*rule, c.gpu, plan.requirements); });
    if (it == candidates.end()) {
        answer.difference = SP_T("core", "The catalogue has no type with this GPU that could be asked.");
        return answer;
    }
    const Candidate &c = *it;
    answer.candidate = static_cast<int>(it - candidates.begin());
    answer.gpu = c.gpu;
    const Candidate &best = candidates.front();
    if (c.status == CandidateStatus::Rejected && c.wallClock && c.cost && !c.reasons.empty()) {
        answer.difference = Text(SP_T("core", "%1 with %2 would take %3 and cost %4, but it %5."),
                                 {c.instanceType, c.gpu, textArg(c.wallClock->mid), textArg(c.cost->total.value), c.reasons.front().message});
    } else if (c.status == CandidateStatus::Rejected) {
        answer.difference = Text(SP_T("core", "%1 with %2 cannot be taken: %3."), {c.instanceType, c.gpu, c.reasons.empty() ? Text() : c.reasons.front().message});
    }
    if (best.status == CandidateStatus::Rejected || !c.wallClock || !c.cost)
        return answer;
    if (&c == &best) {
        answer.moreMoney = Money(best.cost->total.value.currency(), 0);
        answer.moreTime = Seconds(0);
        answer.difference = Text(SP_T("core", "The computed answer is the same: %1, %2 and %3."), {c.instanceType, textArg(c.wallClock->mid), textArg(c.cost->total.value)});
        return answer;
    }
    answer.moreTime = c.wallClock->mid - best.wallClock->mid;
    const bool sameCurrency = c.cost->total.value.currency() == best.cost->total.value.currency();
    if (sameCurrency)
        answer.moreMoney = c.cost->total.value - best.cost->total.value;
    if (c.status != CandidateStatus::Rejected && sameCurrency) {
        answer.difference = Text(SP_T("core", "%1 with %2 takes %3 and costs %4: %5 than the computed answer."),
                                 {c.instanceType, c.gpu, textArg(c.wallClock->mid), textArg(c.cost->total.value),
                                  comparison(*best.wallClock, best.cost->total.value, *c.wallClock, c.cost->total.value)});
    }
    return answer;
}

std::optional<LaunchCommand> launchCommand(const Plan &plan, const Candidate &candidate, const InstanceType &type, const StorageAdvice &storage,
                                           const Knowledge &knowledge, const std::string &nowUtc)
{
    const auto disk = [&knowledge](const DiskChoice &choice) -> std::optional<LaunchDisk> {
        const StorageKind *kind = knowledge.storageKind(choice.storageKind);
        if (!kind)
            return std::nullopt;
        return LaunchDisk{kind->apiCategory, kind->performanceLevel, choice.gib};
    };
    const auto system = disk(storage.systemDisk);
    if (!system)
        return std::nullopt;
    LaunchInput input{plan, type, candidate.region, candidate.purchase, candidate.nodes, *system};
    input.nowUtc = nowUtc;
    if (const Calibration *length = knowledge.calibrated("price.month.length"))
        input.monthHours = length->value;
    if (const Calibration *margin = knowledge.calibrated("launch.release.margin"))
        input.releaseMargin = margin->value;
    if (storage.dataDisk)
        input.dataDisk = disk(*storage.dataDisk);
    if (candidate.wallClock) {
        input.hours = candidate.wallClock->mid.hours();
        input.hoursHigh = candidate.wallClock->high.hours();
    }
    input.modelName = plan.workload.backbone.empty() ? plan.workload.model : plan.workload.model + "-" + plan.workload.backbone;
    return makeLaunch(input);
}

namespace {

Issue batchIssue(const Plan &plan, const Candidate &c)
{
    Issue issue;
    issue.severity = Issue::Severity::Warning;
    issue.code = "batch-split";
    issue.pointer = "/workload/batch_per_gpu";
    issue.message = Text(SP_T("core", "Batch %1 does not fit on one %2: the plan counts with %3 x %4 accumulation, the same global batch."),
                         {TextArg(*plan.workload.batchPerGpu), c.gpu, TextArg(c.batchPerGpu), TextArg(c.accumulation)});
    Fix fix;
    fix.label = Text(SP_T("core", "Use %1 x %2 accumulation"), {TextArg(c.batchPerGpu), TextArg(c.accumulation)});
    fix.changes = {{"/workload/batch_per_gpu", FieldValue(static_cast<std::int64_t>(c.batchPerGpu))},
                   {"/workload/gradient_accumulation", FieldValue(static_cast<std::int64_t>(c.accumulation))}};
    issue.fixes.push_back(std::move(fix));
    return issue;
}

// Training fits, validating whole images may not: said with the way out, for the plan does not say how it validates.
std::optional<Issue> validationIssue(const Plan &plan, const Candidate &c)
{
    if (!c.memory || !c.memory->validation)
        return std::nullopt;
    const ValidationMemory &v = *c.memory->validation;
    const bool decided = plan.workload.validation && plan.workload.validation->mode != ValidationMode::Usual;
    if (decided || v.fits == Fits::Yes || v.device.value <= c.memory->device.value || v.replay.mode == ValidationMode::Slide)
        return std::nullopt;
    Issue issue;
    issue.severity = Issue::Severity::Warning;
    issue.code = "validation-memory";
    issue.pointer = "/workload/validation/mode";
    issue.message = Text(SP_T("core", "Validating a whole image of %1 x %2 needs %3 on %4, training %5: it may run out of memory where training does not."),
                         {TextArg(v.replay.height), TextArg(v.replay.width), textArg(v.device.value), c.gpu, textArg(c.memory->device.value)});
    const auto slid = replayValidation(plan.workload, {ValidationMode::Slide, v.replay.height, v.replay.width});
    if (slid && c.memory->usable && v.device.value - v.replay.peak + slid->peak <= c.memory->usable->value)
        issue.fixes.push_back({SP_T("core", "Validate by sliding window"), {{"/workload/validation/mode", FieldValue(std::string("slide"))}}});
    return issue;
}

bool olderThanAYear(const std::string &date, const std::string &reference)
{
    return date.size() >= 7 && reference.size() >= 7
           && std::atoi(reference.substr(0, 4).c_str()) * 12 + std::atoi(reference.substr(5, 2).c_str())
                      - std::atoi(date.substr(0, 4).c_str()) * 12 - std::atoi(date.substr(5, 2).c_str())
                  > 12;
}

} // namespace

std::vector<Issue> findings(const Plan &plan, const Recommendation &recommendation, const std::vector<Candidate> &candidates,
                            const Knowledge &knowledge)
{
    std::vector<Issue> issues;
    if (recommendation.candidate < 0)
        return issues;
    const Candidate &c = candidates[static_cast<std::size_t>(recommendation.candidate)];
    if (plan.workload.batchPerGpu && plan.workload.gpus && c.batchPerGpu < *plan.workload.batchPerGpu)
        issues.push_back(batchIssue(plan, c));
    if (auto issue = validationIssue(plan, c))
        issues.push_back(std::move(*issue));
    if (plan.workload.precision && c.precision != *plan.workload.precision) {
        Issue issue;
        issue.severity = Issue::Severity::Warning;
        issue.code = "precision-substituted";
        issue.pointer = "/workload/precision";
        issue.message = Text(SP_T("core", "%1 cannot compute in %2: the plan counts with %3."),
                             {c.gpu, precisionName(*plan.workload.precision), precisionName(c.precision)});
        Fix fix;
        fix.label = Text(SP_T("core", "Use %1"), {precisionName(c.precision)});
        fix.changes = {{"/workload/precision", FieldValue(std::string(precisionName(c.precision)))}};
        issue.fixes.push_back(std::move(fix));
        issues.push_back(std::move(issue));
    }
    if (olderThanAYear(c.priceAsOf, knowledge.version)) {
        Issue issue;
        issue.code = "old-price";
        issue.message = Text(SP_T("core", "The price of %1 dates from %2: ask for a quote before ordering."), {c.instanceType, TextArg::date(c.priceAsOf)});
        issues.push_back(std::move(issue));
    }
    return issues;
}

} // namespace segplan
