// The network between the nodes, and what another one would do to the step.
#include "recommend/hosting.h"

#include <algorithm>

namespace segplan {

namespace {

std::string kindOf(const InstanceType &type) { return type.rdma == "eRDMA" ? "erdma" : type.rdma == "RoCE" ? "roce" : "vpc"; }

// The step over another network: the card's own part stays.
std::optional<NetworkOption> optionFor(const std::string &kind, const InstanceType &type, const Candidate &candidate, const Knowledge &knowledge)
{
    const Gpu *gpu = knowledge.gpu(type.gpu);
    if (!gpu || !candidate.time)
        return std::nullopt;
    HostShape host = hostShape(type, candidate.nodes);
    if (kind == "vpc")
        host.rdmaGbps.reset();
    const std::optional<Communication> c = communicate(candidate.time->network.load, linkRates(*gpu, knowledge), host);
    if (!c)
        return std::nullopt;
    NetworkOption o;
    o.kind = kind;
    o.instanceType = type.id;
    o.gbps = kind == "vpc" ? type.networkGbps : type.rdmaGbps ? type.rdmaGbps : type.networkGbps;
    o.communication = Seconds(c->seconds());
    const double own = candidate.time->gpu.value.count() - candidate.time->communication.value.count();
    o.perIteration = Seconds(std::max(candidate.time->input.value.count(), own + c->seconds()));
    const TextArg speed = o.gbps ? TextArg(*o.gbps, 0) : TextArg("?");
    o.text = kind == "vpc" ? Text(SP_T("core", "VPC, %1 Gbit/s over TCP: %2 of communication in a step of %3"), {speed, textArg(Quantity(*o.communication)), textArg(Quantity(*o.perIteration))})
                           : Text(SP_T("core", "RDMA on %1, %2 Gbit/s: %3 of communication in a step of %4"),
                                  {type.id, speed, textArg(Quantity(*o.communication)), textArg(Quantity(*o.perIteration))});
    return o;
}

// The type with the same cards and RDMA that is nearest in vCPUs.
const InstanceType *nearestWithRdma(const InstanceType &type, const Knowledge &knowledge)
{
    const InstanceType *best = nullptr;
    for (const InstanceType &other : knowledge.instanceTypes) {
        if (other.gpu != type.gpu || other.gpuCount != type.gpuCount || kindOf(other) == "vpc" || other.availability != Availability::SelfService)
            continue;
        if (!best || std::abs(other.vcpu - type.vcpu) < std::abs(best->vcpu - type.vcpu))
            best = &other;
    }
    return best;
}

} // namespace

NetworkAdvice networkAdvice(const Candidate &candidate, const InstanceType &type, const TimeEstimate *time, std::int64_t parameters,
                            Ledger &ledger, const Knowledge *knowledge)
{
    NetworkAdvice advice;
    if (candidate.nodes <= 1) {
        advice.kind = "none";
        if (candidate.gpus <= 1)
            advice.reason = SP_T("core", "One GPU: nothing to exchange, the network carries data and logs only.");
        else if (type.nvlink)
            advice.reason = SP_T("core", "One node: the GPUs exchange gradients over NVLink; no RDMA needed.");
        else if (peerToPeer(type))
            advice.reason = SP_T("core", "One node: the GPUs exchange gradients over PCIe; no RDMA needed.");
        else
            advice.reason = SP_T("core", "One node: the GPUs exchange gradients over PCIe through host memory; no RDMA needed.");
        return advice;
    }
    advice.kind = kindOf(type);
    advice.gbps = type.rdmaGbps ? type.rdmaGbps : type.networkGbps;
    Term term;
    term.key = "network.exchange";
    term.title = SP_T("core", "Gradient bytes each node sends per iteration");
    term.formula = "E = 2 (n - 1) / n x 4 P";
    const double n = candidate.nodes;
    const Bytes bytes = Bytes(saturatedProduct(parameters, 4)).scaled(2 * (n - 1) / n);
    term.inputs = {{"n", SP_T("core", "Nodes"), Quantity::count(n), FieldLink{"/workload/nodes"}},
                   {"P", SP_T("core", "Trainable parameters"), Quantity::count(static_cast<double>(parameters)), {}}};
    term.result = bytes;
    term.sources = {{"ring all-reduce: every rank sends 2 (n - 1) / n of the data", ""}};
    if (time)
        term.notes = {Text(SP_T("core", "Of one iteration, %1 go into communication."), {textArg(time->communication.value)})};
    advice.term = ledger.note(std::move(term));
    if (advice.kind == "erdma")
        advice.reason = Text(SP_T("core", "%1 nodes exchange %2 per iteration over eRDMA in one VPC and zone."), {TextArg(candidate.nodes), textArg(bytes)});
    else if (advice.kind == "roce")
        advice.reason = Text(SP_T("core", "%1 nodes exchange %2 per iteration over RoCE inside their cluster."), {TextArg(candidate.nodes), textArg(bytes)});
    else
        advice.reason = Text(SP_T("core", "%1 nodes exchange %2 per iteration over the VPC: this type has no RDMA."), {TextArg(candidate.nodes), textArg(bytes)});
    if (!knowledge)
        return advice;
    const auto add = [&](const std::string &kind, const InstanceType &with, bool chosen) {
        if (std::optional<NetworkOption> o = optionFor(kind, with, candidate, *knowledge)) {
            o->chosen = chosen;
            advice.options.push_back(std::move(*o));
        }
    };
    add(advice.kind, type, true);
    if (advice.kind != "vpc")
        add("vpc", type, false);
    else if (const InstanceType *other = nearestWithRdma(type, *knowledge))
        add(kindOf(*other), *other, false);
    return advice;
}

} // namespace segplan
