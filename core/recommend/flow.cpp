#include "recommend/flow.h"

#include "recommend/hosting.h"

#include <algorithm>
#include <cmath>

namespace segplan {

GpuClass gpuClass(const Gpu &gpu)
{
    if (gpu.nominalMemory >= Bytes::gib(40))
        return GpuClass::Large;
    // V100 with 16 GiB has tensor cores of the medium class (125 TFLOPS); T4 has 65, P100 and P4 have none.
    if (gpu.nominalMemory <= Bytes::gib(16) && gpu.fp16Tflops.value_or(0) < 100)
        return GpuClass::Small;
    return GpuClass::Medium;
}

namespace {

constexpr GpuClass classes[] = {GpuClass::Small, GpuClass::Medium, GpuClass::Large};
const char *classId(GpuClass c) { return c == GpuClass::Small ? "small" : c == GpuClass::Medium ? "medium" : "large"; }

Text className(GpuClass c)
{
    switch (c) {
    case GpuClass::Small: return SP_T("core", "Small: T4 (gn6i)");
    case GpuClass::Medium: return SP_T("core", "Medium: A10 (gn7i), V100 (gn6v, gn6e)");
    case GpuClass::Large: break;
    }
    return SP_T("core", "Large: A100 (gn7, gn7e), L20 (gn8is), H20 (gn8v)");
}

class Path {
public:
    explicit Path(const FlowInput &input) : in(input)
    {
        if (in.shown >= 0 && static_cast<std::size_t>(in.shown) < in.candidates.size()) {
            m_shown = &in.candidates[static_cast<std::size_t>(in.shown)];
            m_gpu = in.knowledge.gpu(m_shown->gpu);
        }
        m_found = in.recommendation.candidate >= 0;
    }

    Flow build()
    {
        scale();
        vram();
        gpuClassNode();
        for (const GpuClass c : classes)
            branch(c);
        host();
        storage();
        deploy();
        return std::move(m_flow);
    }

private:
    void node(const char *id, Text question, Text answer, Text reason, bool taken, int column, int row, TermId term = noTerm)
    {
        m_flow.nodes.push_back({id, std::move(question), std::move(answer), std::move(reason), taken, column, row, term});
    }
    void edge(const char *from, const char *to, Text label, bool taken) { m_flow.edges.push_back({from, to, std::move(label), taken}); }
    static Text unknown() { return SP_T("core", "not known"); }
    static Text open() { return SP_T("core", "no type chosen"); }

    void scale();
    void vram();
    void gpuClassNode();
    void branch(GpuClass c);
    void host();
    void storage();
    void deploy();
    const Candidate *bestOf(GpuClass c) const;
    Bytes limitOf(GpuClass c) const;

    const FlowInput &in;
    Flow m_flow;
    const Candidate *m_shown = nullptr;
    const Gpu *m_gpu = nullptr;
    bool m_found = false;
};

void Path::scale()
{
    const DatasetFacts data = datasetFacts(in.plan.workload, in.knowledge);
    Text answer = unknown();
    if (in.traced && data.trainImages) {
        answer = Text(SP_T("core", "%1 M parameters, %2 G multiply-adds, %3 images"),
                      {TextArg(static_cast<double>(in.parameters) / 1e6, 1), TextArg(in.macsPerImage / 1e9, 1), TextArg(*data.trainImages)});
    } else if (in.traced) {
        answer = Text(SP_T("core", "%1 M parameters, %2 G multiply-adds, number of images unknown"),
                      {TextArg(static_cast<double>(in.parameters) / 1e6, 1), TextArg(in.macsPerImage / 1e9, 1)});
    }
    node("scale", SP_T("core", "Model complexity and data scale"), std::move(answer),
         SP_T("core", "Parameters and multiply-adds come from the layer graph of the model at the crop size; one multiply-add is two floating-point operations."),
         true, 0, 0, in.parametersTerm);
}

void Path::vram()
{
    edge("scale", "vram", {}, true);
    if (!m_shown || !m_shown->memory) {
        node("vram", SP_T("core", "GPU memory needed"), unknown(), SP_T("core", "Memory could not be estimated."), true, 0, 1);
        return;
    }
    const MemoryEstimate &m = *m_shown->memory;
    node("vram", SP_T("core", "GPU memory needed"),
         Text(SP_T("core", "%1 (%2 to %3), batch %4 x %5"), {textArg(m.device.value), textArg(m.low), textArg(m.high), TextArg(m_shown->batchPerGpu),
                                                             TextArg(m_shown->accumulation)}),
         m.peakLayer.empty() ? Text(SP_T("core", "Batch, crop, model and precision decide it; the range is 90 %."))
                             : Text(SP_T("core", "Batch, crop, model and precision decide it; the peak is at %1. The range is 90 %."), {m.peakLayer}),
         true, 0, 1, m.device.term);
}

void Path::gpuClassNode()
{
    edge("vram", "class", {}, true);
    Text answer = SP_T("core", "decided by memory, arithmetic and bandwidth");
    Text reason = SP_T("core", "The smallest class that holds the job is not always the cheapest: hours count as well as the price per hour.");
    TermId term = noTerm;
    if (m_shown && m_shown->time) {
        term = m_shown->time->perIteration.term;
        if (m_shown->time->boundBy == BoundBy::Memory)
            answer = SP_T("core", "decided by memory and, most here, memory bandwidth");
        else if (m_shown->time->boundBy == BoundBy::Compute)
            answer = SP_T("core", "decided by memory and, most here, arithmetic");
        else if (m_shown->time->boundBy == BoundBy::Input)
            answer = SP_T("core", "decided by memory; the loader limits the speed here");
    }
    node("class", SP_T("core", "GPU class?"), std::move(answer), std::move(reason), true, 0, 2, term);
}

const Candidate *Path::bestOf(GpuClass c) const
{
    for (const Candidate &candidate : in.candidates) {
        const Gpu *gpu = in.knowledge.gpu(candidate.gpu);
        if (gpu && gpuClass(*gpu) == c)
            return &candidate; // ranked: accepted ones first, then those that failed the latest rule
    }
    return nullptr;
}

Bytes Path::limitOf(GpuClass c) const
{
    Bytes limit;
    for (const InstanceType &type : in.knowledge.instanceTypes) {
        const Gpu *gpu = type.availability == Availability::SelfService ? in.knowledge.gpu(type.gpu) : nullptr;
        if (gpu && gpuClass(*gpu) == c && gpu->usableMemory)
            limit = std::max(limit, *gpu->usableMemory);
    }
    return limit;
}

void Path::branch(GpuClass c)
{
    const bool taken = m_gpu && gpuClass(*m_gpu) == c && m_found;
    const int column = c == GpuClass::Small ? -1 : c == GpuClass::Medium ? 0 : 1;
    const Bytes limit = limitOf(c);
    Text label;
    if (limit.count() > 0) {
        label = c == GpuClass::Small    ? Text(SP_T("core", "small: up to %1"), {textArg(limit)})
                : c == GpuClass::Medium ? Text(SP_T("core", "medium: up to %1"), {textArg(limit)})
                                        : Text(SP_T("core", "large: up to %1"), {textArg(limit)});
    }
    edge("class", classId(c), std::move(label), taken);
    const Candidate *best = bestOf(c);
    if (!best) {
        node(classId(c), className(c), SP_T("core", "no such type in the catalogue"), {}, taken, column, 3);
        return;
    }
    Text answer, reason;
    TermId term = noTerm;
    if (best->status == CandidateStatus::Rejected) {
        if (!best->reasons.empty()) {
            const Reason &why = best->reasons.front();
            const bool namesCard = why.code == "memory" || why.code == "domestic" || why.code == "fp64" || why.code == "old-framework" || why.code == "precision";
            answer = namesCard ? why.message : Text(SP_T("core", "%1: %2"), {best->gpu, why.message});
            reason = Text(SP_T("core", "%1 in %2: %3"), {best->instanceType, best->region, best->reasons.front().message});
            term = best->reasons.front().term;
        }
    } else if (best->cost && best->wallClock) {
        const TextArg money = textArg(best->cost->total.value), hours = textArg(best->wallClock->mid);
        term = best->cost->total.term;
        answer = best->gpus * best->nodes > 1
                     ? Text(SP_T("core", "%1 x %2: %3, %4"), {TextArg(best->gpus * best->nodes), best->gpu, money, hours})
                     : Text(SP_T("core", "%1: %2, %3"), {best->gpu, money, hours});
        reason = best->reasons.empty() ? Text() : Text(SP_T("core", "%1 in %2: %3"), {best->instanceType, best->region, best->reasons.back().message});
        for (const Reason &r : best->reasons) {
            if (r.code == "faster" || r.code == "slower" || r.code == "dearer" || r.code == "cheapest" || r.code == "dominated")
                reason = Text(SP_T("core", "%1 in %2: %3"), {best->instanceType, best->region, r.message});
        }
    }
    node(classId(c), className(c), std::move(answer), std::move(reason), taken, column, 3, term);
    if (taken)
        edge(classId(c), "host", {}, true);
}

void Path::host()
{
    const HostNeeds &h = in.recommendation.host;
    if (!m_found) {
        edge("class", "host", {}, false);
        node("host", SP_T("core", "CPU and memory"), open(), {}, false, 0, 4);
        node("rule", SP_T("core", "Rule: 8 vCPU per GPU, memory 2 x VRAM"), open(), {}, false, 1, 4);
        node("pl3", SP_T("core", "Alternative: ESSD PL3"), open(), {}, false, -1, 5);
        edge("host", "rule", {}, false);
        return;
    }
    Text reason = h.notes.empty() ? Text(SP_T("core", "Cores for decoding and augmentation, memory for workers, queues and the page cache of the data set.")) : h.notes.front();
    node("host", SP_T("core", "CPU and memory"),
         Text(SP_T("core", "needs %1 vCPU and %2, has %3 vCPU and %4"),
              {TextArg(static_cast<std::int64_t>(std::ceil(h.neededVcpu.value))), textArg(h.neededMemory.value), TextArg(h.vcpu), textArg(h.memory)}),
         std::move(reason), true, 0, 4, h.neededVcpu.term);
    const Text numbers(SP_T("core", "%1 of %2 vCPU, %3 of %4"), {TextArg(h.vcpu), TextArg(h.ruleVcpu), textArg(h.memory), textArg(h.ruleMemory)});
    node("rule", SP_T("core", "Rule: 8 vCPU per GPU, memory 2 x VRAM"),
         h.meetsRule ? Text(SP_T("core", "met: %1"), {numbers}) : Text(SP_T("core", "not met: %1"), {numbers}),
         h.notes.empty() ? Text(SP_T("core", "The rule is a floor; the computed need decides.")) : h.notes.front(), h.meetsRule, 1, 4);
    edge("host", "rule", {}, h.meetsRule);
}

void Path::storage()
{
    edge("host", "storage", {}, m_found);
    const StorageAdvice &s = in.recommendation.storage;
    if (!m_found) {
        node("storage", SP_T("core", "Storage and network"), open(), {}, false, 0, 5);
        node("network", SP_T("core", "Several nodes: VPC with eRDMA"), open(), {}, false, 1, 5);
        edge("storage", "pl3", {}, false);
        edge("storage", "network", {}, false);
        return;
    }
    const DiskChoice &disk = s.dataDisk ? *s.dataDisk : s.systemDisk;
    const StorageKind *kind = in.knowledge.storageKind(disk.storageKind);
    const TextArg kindName = kind ? TextArg(kind->name) : TextArg(disk.storageKind);
    Text answer = s.cache == "nas"         ? Text(SP_T("core", "%1, %2 GiB; NAS for the data set"), {kindName, TextArg(disk.gib)})
                  : s.cache == "oss-ossfs" ? Text(SP_T("core", "%1, %2 GiB; OSS with OSSFS cache"), {kindName, TextArg(disk.gib)})
                                           : Text(SP_T("core", "%1, %2 GiB; no NAS needed"), {kindName, TextArg(disk.gib)});
    node("storage", SP_T("core", "Storage and network"), std::move(answer), s.cacheReason, true, 0, 5, s.neededMbps.term);

    Text pl3 = unknown(), pl3Reason = s.ruleDisk.reason;
    const bool chosen = kind && kind->performanceLevel == "PL3";
    if (chosen)
        pl3 = SP_T("core", "chosen: the data need its speed");
    else if (s.ruleMonthly && s.chosenMonthly && s.ruleMonthly->currency() == s.chosenMonthly->currency())
        pl3 = Text(SP_T("core", "faster than needed, %1 more per month"), {textArg(*s.ruleMonthly - *s.chosenMonthly)});
    node("pl3", SP_T("core", "Alternative: ESSD PL3"), std::move(pl3), std::move(pl3Reason), chosen, -1, 5);
    edge("storage", "pl3", {}, chosen);

    const bool multi = m_shown && m_shown->nodes > 1;
    node("network", SP_T("core", "Several nodes: VPC with eRDMA"),
         multi && in.recommendation.network.gbps
             ? Text(SP_T("core", "%1 nodes, %2 Gbit/s"), {TextArg(m_shown->nodes), TextArg(*in.recommendation.network.gbps, 0)})
             : multi ? Text(SP_T("core", "%1 nodes"), {TextArg(m_shown->nodes)}) : Text(SP_T("core", "one node: not needed")),
         in.recommendation.network.reason, multi, 1, 5, in.recommendation.network.term);
    edge("storage", "network", {}, multi);
}

void Path::deploy()
{
    edge("storage", "deploy", {}, m_found);
    node("deploy", SP_T("core", "Deploy, train and watch"),
         m_found ? Text(SP_T("core", "compare GPU utilisation and memory with the plan")) : open(),
         m_shown && m_shown->memory && m_found
             ? Text(SP_T("core", "Watch with nvidia-smi: about %1 of GPU memory in use once training is steady; much more or less means that the plan and the run differ."),
                    {textArg(m_shown->memory->device.value)})
             : Text(),
         m_found, 0, 6);
}

} // namespace

Flow decisionPath(const FlowInput &input) { return Path(input).build(); }

} // namespace segplan
