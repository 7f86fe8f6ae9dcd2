#include "evaluate/parts.h"

#include "handover/launch.h"

#include <algorithm>

namespace segplan {

std::optional<RuleAnswer> ruleAnswer(const Plan &plan, const std::vector<Candidate> &candidates)
{
    struct Rule { const char *preset; const char *gpu; Text text; };
    const Rule rules[] = {
        {"small-experiment", "T4", SP_T("core", "Rule of thumb for small experiments: T4 (gn6i), cheap, 16 GB, mixed precision.")},
        {"industrial", "A10", SP_T("core", "Rule of thumb for industrial training: A10 with 24 GB (gn7i), or V100 for FP64 and old frameworks.")},
        {"large-high-resolution", "A100-80", SP_T("core", "Rule of thumb for large models at high resolution: A100 with 40 or 80 GB (gn7, gn7e) and NVLink.")},
        {"domestic-requirement", "H20", SP_T("core", "Circulating texts name H20 with 96 GB as the domestic option: it is a large-memory NVIDIA part and not domestic.")}};
    const Rule *rule = std::find_if(std::begin(rules), std::end(rules), [&](const Rule &r) { return plan.preset == r.preset; });
    if (rule == std::end(rules))
        return std::nullopt;
    RuleAnswer answer{rule->gpu, rule->text, -1};
    const std::string gpu = rule->gpu;
    std::int64_t cheapest = INT64_MAX;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Candidate &c = candidates[i];
        const bool card = c.gpu == gpu || (gpu == "A100-80" && c.gpu == "A100-40");
        if (!card)
            continue;
        const std::int64_t cost = c.cost ? c.cost->total.value.micros() : INT64_MAX;
        if (answer.candidate < 0 || cost < cheapest) {
            answer.candidate = static_cast<int>(i);
            answer.gpu = c.gpu;
            cheapest = cost;
        }
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
