#include "recommend/rules.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace segplan {

namespace {

constexpr std::array ruleCodes = {"type", "family", "family", "gpu-count", "domestic", "availability", "fp64", "old-framework", "bf16", "nvlink",
                                  "host-memory-asked", "precision", "batch", "memory", "validation-memory", "host-memory", "no-price", "max-gpus",
                                  "network", "time-unknown", "deadline", "budget"};
static_assert(ruleCodes.size() == static_cast<std::size_t>(Rule::None));

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
    case Availability::ApiListed: return {SP_T("core", "%1 is listed by the API; whether it can be ordered is not known"), {type.id}};
    }
    return {SP_T("core", "%1 cannot be ordered"), {type.id}};
}

Text validationText(const RuleInput &in)
{
    const ValidationMemory &v = *in.candidate.memory->validation;
    return Text(SP_T("core", "validation of a %1 x %2 image needs %3, %4 gives %5"),
                {TextArg(v.replay.height), TextArg(v.replay.width), textArg(v.device.value), in.gpu.id,
                 textArg(in.candidate.memory->usable ? in.candidate.memory->usable->value : in.gpu.nominalMemory)});
}

Text memoryText(const RuleInput &in)
{
    const Candidate &c = in.candidate;
    if (!c.memory)
        return SP_T("core", "memory could not be estimated");
    if (c.memory->usable)
        return Text(SP_T("core", "needs %1 at batch %2, %3 gives %4"), {textArg(c.memory->device.value), TextArg(c.batchPerGpu), in.gpu.id, textArg(c.memory->usable->value)});
    return Text(SP_T("core", "needs %1 at batch %2, more than %3 has"), {textArg(c.memory->device.value), TextArg(c.batchPerGpu), in.gpu.id});
}

Text priceText(const RuleInput &in)
{
    const Candidate &c = in.candidate;
    if (in.weakPrice)
        return Text(SP_T("core", "no reliable price known in %1"), {c.region});
    if (c.purchase == Purchase::Spot && in.hourlyPriceKnown)
        return Text(SP_T("core", "no spot price known in %1: it floats, ask DescribeSpotPriceHistory"), {c.region});
    if (c.purchase == Purchase::Subscription && in.hourlyPriceKnown)
        return Text(SP_T("core", "no monthly price known in %1"), {c.region});
    if (in.regions > 1)
        return Text(SP_T("core", "no price known in any of the %1 regions asked for"), {TextArg(static_cast<std::int64_t>(in.regions))});
    return Text(SP_T("core", "no price known in %1"), {c.region});
}

Text timeText(const RuleInput &in)
{
    if (in.timeProblem)
        return *in.timeProblem;
    if (!in.candidate.time)
        return Text(SP_T("core", "the speed of %1 is not known for %2"), {in.gpu.id, precisionName(in.candidate.precision)});
    return SP_T("core", "the number of iterations is not known: the data set has no image count");
}

} // namespace

const char *ruleCode(Rule rule) { return rule == Rule::None ? "" : ruleCodes[static_cast<std::size_t>(rule)]; }

int ruleOrder(const std::string &code)
{
    for (std::size_t i = 0; i < ruleCodes.size(); ++i) {
        if (code == ruleCodes[i])
            return static_cast<int>(i);
    }
    return -1;
}

bool usableFp64(const Gpu &gpu)
{
    const std::string &cc = gpu.computeCapability;
    return cc == "6.0" || cc == "7.0" || cc == "8.0" || (cc == "9.0" && gpu.id.rfind("H20", 0) != 0);
}

bool runsOldFrameworks(const Gpu &gpu) { return capability(gpu) > 0 && capability(gpu) < 8.0; }

std::string bareFamily(const std::string &family) { return family.rfind("ecs.", 0) == 0 ? family.substr(4) : family; }

bool namesFamily(const std::vector<std::string> &families, const std::string &family)
{
    return std::any_of(families.begin(), families.end(), [&](const std::string &f) { return bareFamily(f) == bareFamily(family); });
}

bool askedFirst(const InstanceType &type) { return type.availability == Availability::Invitation || type.availability == Availability::Ticket; }

Rule failedMachineRule(const InstanceType &type, const Gpu &gpu, int nodes, const Plan &plan)
{
    const Requirements &r = plan.requirements;
    const auto &gpus = plan.workload.gpus;
    if (!r.instanceTypes.empty() && std::find(r.instanceTypes.begin(), r.instanceTypes.end(), type.id) == r.instanceTypes.end())
        return Rule::Type;
    if (!r.families.empty() && !namesFamily(r.families, type.family))
        return Rule::Family;
    if (namesFamily(r.excludeFamilies, type.family))
        return Rule::ExcludedFamily;
    if (gpus && *gpus != type.gpuCount)
        return Rule::GpuCount;
    if (r.domesticSilicon && !gpu.domestic)
        return Rule::Domestic;
    if (type.availability != Availability::SelfService && (r.selfServiceOnly || !askedFirst(type)))
        return Rule::Availability;
    if (r.fp64 && !usableFp64(gpu))
        return Rule::Fp64;
    if (r.oldFramework && !runsOldFrameworks(gpu))
        return Rule::OldFramework;
    if (r.bf16 && !gpu.bf16Tflops)
        return Rule::Bf16;
    if (r.nvlink && type.gpuCount * nodes > 1 && !type.nvlink)
        return Rule::Nvlink;
    if (r.hostMemoryGib && type.memory.gib() < *r.hostMemoryGib)
        return Rule::HostMemoryAsked;
    return Rule::None;
}

Rule failedSettingRule(const RuleFacts &f, const InstanceType &type)
{
    if (!f.memoryKnown && f.precisionLacking && !f.batchProblem)
        return Rule::Precision;
    if (f.batchProblem && (!f.memoryKnown || f.fits != Fits::No))
        return Rule::Batch;
    if (!f.memoryKnown)
        return Rule::Memory;
    if (f.fits == Fits::No)
        return f.trainingFits != Fits::No ? Rule::ValidationMemory : Rule::Memory;
    if (f.hostMemoryNeeded && type.memory < *f.hostMemoryNeeded)
        return Rule::HostMemory;
    return Rule::None;
}

Rule failedOfferRule(const OfferFacts &f, const InstanceType &type, int nodes, const Requirements &r)
{
    if (!f.priced || f.weakPrice)
        return Rule::NoPrice;
    if (static_cast<std::int64_t>(type.gpuCount) * nodes > r.maxGpus)
        return Rule::MaxGpus;
    if (!f.networkKnown)
        return Rule::Network;
    if (!f.timed || !f.hours)
        return Rule::TimeUnknown;
    if (r.deadlineHours && *f.hours > *r.deadlineHours)
        return Rule::Deadline;
    if (!f.cost)
        return Rule::NoPrice;
    if (r.budget && r.budget->currency() == f.cost->currency() && *r.budget < *f.cost)
        return Rule::Budget;
    return Rule::None;
}

Reason reasonFor(Rule rule, const RuleInput &in)
{
    const Candidate &c = in.candidate;
    const Requirements &r = in.plan.requirements;
    Reason out;
    out.code = ruleCode(rule);
    switch (rule) {
    case Rule::Type:
        out.message = SP_T("core", "not among the instance types asked for");
        break;
    case Rule::Family:
        out.message = Text(SP_T("core", "%1 is not among the families asked for"), {bareFamily(in.type.family)});
        break;
    case Rule::ExcludedFamily:
        out.message = Text(SP_T("core", "%1 is among the families excluded"), {bareFamily(in.type.family)});
        break;
    case Rule::GpuCount:
        out.message = Text(SP_T("core", "has %1 GPUs, the plan asks for %2"), {TextArg(c.gpus), TextArg(in.plan.workload.gpus.value_or(0))});
        break;
    case Rule::Domestic:
        out.message = Text(SP_T("core", "%1 is not domestic silicon; no self-service ECS type has any that can train"), {in.gpu.id});
        break;
    case Rule::Availability:
        out.message = availabilityText(in.type);
        break;
    case Rule::Fp64:
        out.message = Text(SP_T("core", "%1 runs FP64 at a small fraction of its FP32 rate"), {in.gpu.id});
        break;
    case Rule::OldFramework:
        out.message = Text(SP_T("core", "%1 (%2) needs CUDA 11 or later: frameworks of the CUDA 10 time do not know it"), {in.gpu.id, in.gpu.architecture});
        break;
    case Rule::Bf16:
        out.message = Text(SP_T("core", "%1 (%2) has no BF16 arithmetic: it came with Ampere"), {in.gpu.id, in.gpu.architecture});
        break;
    case Rule::Nvlink:
        out.message = Text(SP_T("core", "its %1 GPUs exchange gradients over PCIe: the plan asks for NVLink"), {TextArg(c.gpus * c.nodes)});
        break;
    case Rule::HostMemoryAsked:
        out.message = Text(SP_T("core", "has %1 of host memory, the plan asks for %2"), {textArg(in.type.memory), textArg(Bytes::fromGib(r.hostMemoryGib.value_or(0)))});
        break;
    case Rule::Precision:
        out.message = Text(SP_T("core", "%1 cannot compute in %2"), {in.gpu.id, precisionName(in.plan.workload.precision.value_or(c.precision))});
        break;
    case Rule::Batch:
        out.message = in.batchProblem.value_or(Text(SP_T("core", "the model cannot be built with this batch")));
        break;
    case Rule::Memory:
        out.message = memoryText(in);
        if (c.memory)
            out.term = c.memory->device.term;
        break;
    case Rule::ValidationMemory:
        out.message = validationText(in);
        out.term = c.memory->validation->device.term;
        break;
    case Rule::HostMemory:
        out.message = Text(SP_T("core", "loading needs %1 of host memory, the instance has %2"), {textArg(in.hostMemoryNeeded.value_or(Bytes())), textArg(in.type.memory)});
        break;
    case Rule::NoPrice:
        out.message = priceText(in);
        break;
    case Rule::MaxGpus:
        out.message = Text(SP_T("core", "has %1 GPUs, at most %2 are allowed"), {TextArg(c.gpus * c.nodes), TextArg(r.maxGpus)});
        break;
    case Rule::Network:
        out.message = Text(SP_T("core", "the network speed of %1 is not known: nothing can be said of %2 nodes"), {in.type.id, TextArg(c.nodes)});
        break;
    case Rule::TimeUnknown:
        out.message = timeText(in);
        break;
    case Rule::Deadline:
        out.message = Text(SP_T("core", "misses the deadline by %1"), {textArg(c.wallClock->mid - Seconds::hours(r.deadlineHours.value_or(0)))});
        out.term = c.wallClockTerm;
        break;
    case Rule::Budget:
        out.message = Text(SP_T("core", "costs %1, %2 above the budget"), {textArg(c.cost->total.value), textArg(c.cost->total.value - *r.budget)});
        out.term = c.cost->total.term;
        break;
    case Rule::None:
        break;
    }
    return out;
}

} // namespace segplan
