#include "recommend/rules.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace segplan {

namespace {

constexpr std::array ruleCodes = {"type", "family", "gpu-count", "domestic", "availability", "fp64", "old-framework", "precision", "batch",
                                  "memory", "validation-memory", "host-memory", "no-price", "max-gpus", "time-unknown", "deadline", "budget"};

double capability(const Gpu &gpu) { return std::atof(gpu.computeCapability.c_str()); }

Text availabilityText(const InstanceType &type)
{
    switch (type.availability) {
    case Availability::SelfService: break;
    case Availability::Invitation: return {SP_T("core", "%1 is sold by invitation only"), {type.id}};
    case Availability::Ticket: return {SP_T("core", "%1 is opened by ticket only"), {type.id}};
    case Availability::VirtualGpu: return {SP_T("core", "%1 has a slice of a GPU under a graphics licence: not for training"), {type.id}};
    case Availability::Retired: return {SP_T("core", "%1 is no longer sold"), {type.id}};
    case Availability::InferenceOnly: return {SP_T("core", "%1 runs inference only: it cannot train"), {type.id}};
    case Availability::ClusterOnly: return {SP_T("core", "%1 is sold inside a cluster only, not for one job"), {type.id}};
    }
    return {SP_T("core", "%1 cannot be ordered"), {type.id}};
}

std::optional<Reason> fail(const char *code, Text message, TermId term = noTerm) { return Reason{code, std::move(message), term}; }

std::optional<Reason> selectionRules(const RuleInput &in)
{
    const Requirements &r = in.plan.requirements;
    const auto &gpus = in.plan.workload.gpus;
    if (!r.instanceTypes.empty() && std::find(r.instanceTypes.begin(), r.instanceTypes.end(), in.type.id) == r.instanceTypes.end())
        return fail("type", SP_T("core", "not among the instance types asked for"));
    if (!r.families.empty() && !namesFamily(r.families, in.type.family))
        return fail("family", Text(SP_T("core", "%1 is not among the families asked for"), {bareFamily(in.type.family)}));
    if (namesFamily(r.excludeFamilies, in.type.family))
        return fail("family", Text(SP_T("core", "%1 is among the families excluded"), {bareFamily(in.type.family)}));
    if (gpus && *gpus != in.candidate.gpus)
        return fail("gpu-count", Text(SP_T("core", "has %1 GPUs, the plan asks for %2"), {TextArg(in.candidate.gpus), TextArg(*gpus)}));
    if (r.domesticSilicon && !in.gpu.domestic)
        return fail("domestic", Text(SP_T("core", "%1 is not domestic silicon; no self-service ECS type has any that can train"), {in.gpu.id}));
    if (in.type.availability != Availability::SelfService)
        return fail("availability", availabilityText(in.type));
    if (r.fp64 && !usableFp64(in.gpu))
        return fail("fp64", Text(SP_T("core", "%1 runs FP64 at a small fraction of its FP32 rate"), {in.gpu.id}));
    if (r.oldFramework && !runsOldFrameworks(in.gpu))
        return fail("old-framework", Text(SP_T("core", "%1 (%2) needs CUDA 11 or later: frameworks of the CUDA 10 time do not know it"),
                                          {in.gpu.id, in.gpu.architecture}));
    return std::nullopt;
}

std::optional<Reason> memoryRules(const RuleInput &in)
{
    const Candidate &c = in.candidate;
    if (!c.memory && in.substitutedFor && !in.batchProblem)
        return fail("precision", Text(SP_T("core", "%1 cannot compute in %2"), {in.gpu.id, precisionName(*in.substitutedFor)}));
    if (in.batchProblem && (!c.memory || c.memory->fits != Fits::No))
        return fail("batch", *in.batchProblem);
    if (!c.memory)
        return fail("memory", SP_T("core", "memory could not be estimated"));
    if (c.memory->fits == Fits::No && c.memory->trainingFits != Fits::No && c.memory->validation) {
        const ValidationMemory &v = *c.memory->validation;
        return fail("validation-memory",
                    Text(SP_T("core", "validation of a %1 x %2 image needs %3, %4 gives %5"),
                         {TextArg(v.replay.height), TextArg(v.replay.width), textArg(v.device.value), in.gpu.id,
                          textArg(c.memory->usable ? c.memory->usable->value : in.gpu.nominalMemory)}),
                    v.device.term);
    }
    if (c.memory->fits == Fits::No) {
        const TermId term = c.memory->device.term;
        if (c.memory->usable) {
            return fail("memory", Text(SP_T("core", "needs %1 at batch %2, %3 gives %4"),
                                       {textArg(c.memory->device.value), TextArg(c.batchPerGpu), in.gpu.id, textArg(c.memory->usable->value)}), term);
        }
        return fail("memory", Text(SP_T("core", "needs %1 at batch %2, more than %3 has"),
                                   {textArg(c.memory->device.value), TextArg(c.batchPerGpu), in.gpu.id}), term);
    }
    if (in.hostMemoryNeeded && in.type.memory < *in.hostMemoryNeeded) {
        return fail("host-memory", Text(SP_T("core", "loading needs %1 of host memory, the instance has %2"),
                                        {textArg(*in.hostMemoryNeeded), textArg(in.type.memory)}));
    }
    return std::nullopt;
}

std::optional<Reason> priceRules(const RuleInput &in)
{
    const Candidate &c = in.candidate;
    if (in.price && in.price->weak)
        return fail("no-price", Text(SP_T("core", "no reliable price known in %1"), {c.region}));
    if (in.price)
        return std::nullopt;
    if (c.purchase == Purchase::Spot && in.hourlyPriceKnown)
        return fail("no-price", Text(SP_T("core", "no spot price known in %1: it floats, ask DescribeSpotPriceHistory"), {c.region}));
    if (c.purchase == Purchase::Subscription && in.hourlyPriceKnown)
        return fail("no-price", Text(SP_T("core", "no monthly price known in %1"), {c.region}));
    return fail("no-price", Text(SP_T("core", "no price known in %1"), {c.region}));
}

std::optional<Reason> limitRules(const RuleInput &in)
{
    const Candidate &c = in.candidate;
    const Requirements &r = in.plan.requirements;
    if (static_cast<std::int64_t>(c.gpus) * c.nodes > r.maxGpus)
        return fail("max-gpus", Text(SP_T("core", "has %1 GPUs, at most %2 are allowed"), {TextArg(c.gpus * c.nodes), TextArg(r.maxGpus)}));
    if (!c.time)
        return fail("time-unknown", Text(SP_T("core", "the speed of %1 is not known for %2"), {in.gpu.id, precisionName(c.precision)}));
    if (!c.wallClock)
        return fail("time-unknown", SP_T("core", "the number of iterations is not known: the data set has no image count"));
    if (r.deadlineHours && c.wallClock->mid.hours() > *r.deadlineHours) {
        return fail("deadline", Text(SP_T("core", "misses the deadline by %1"), {textArg(c.wallClock->mid - Seconds::hours(*r.deadlineHours))}),
                    c.wallClockTerm);
    }
    if (!c.cost)
        return fail("no-price", Text(SP_T("core", "the cost in %1 could not be worked out"), {c.region}));
    const Money total = c.cost->total.value;
    if (r.budget && r.budget->currency() == total.currency() && *r.budget < total) {
        return fail("budget", Text(SP_T("core", "costs %1, %2 above the budget"), {textArg(total), textArg(total - *r.budget)}), c.cost->total.term);
    }
    return std::nullopt;
}

} // namespace

bool usableFp64(const Gpu &gpu)
{
    const std::string &cc = gpu.computeCapability;
    return cc == "6.0" || cc == "7.0" || cc == "8.0" || (cc == "9.0" && gpu.id.rfind("H20", 0) != 0);
}

bool runsOldFrameworks(const Gpu &gpu) { return capability(gpu) > 0 && capability(gpu) < 8.0; }

int ruleOrder(const std::string &code)
{
    for (std::size_t i = 0; i < ruleCodes.size(); ++i) {
        if (code == ruleCodes[i])
            return static_cast<int>(i);
    }
    return -1;
}

std::optional<Reason> firstFailedRule(const RuleInput &input)
{
    if (auto reason = selectionRules(input))
        return reason;
    if (auto reason = memoryRules(input))
        return reason;
    if (auto reason = priceRules(input))
        return reason;
    return limitRules(input);
}

} // namespace segplan
