#include "why/figure_names.h"

#include <functional>
#include <string>

namespace segplan {

namespace {

// Calls `visit` with a name and the term for every figure that can be clicked; the recommended candidate comes first.
void visitFigures(const Evaluation &e, const std::function<void(const std::string &, TermId)> &visit)
{
    const auto memory = [&visit](const std::string &prefix, const MemoryEstimate &m) {
        visit(prefix + "device", m.device.term);
        visit(prefix + "reserved", m.reserved.term);
        visit(prefix + "allocated", m.allocated.term);
        visit(prefix + "saved", m.saved.term);
        if (m.usable)
            visit(prefix + "usable", m.usable->term);
        for (const MemoryPart &part : m.parts)
            visit(prefix + part.id, part.bytes.term);
    };
    const auto candidate = [&](const std::string &prefix, const Candidate &c) {
        visit(prefix + "time", c.wallClockTerm);
        if (c.cost) {
            visit(prefix + "cost", c.cost->total.term);
            for (const CostPart &part : c.cost->parts)
                visit(prefix + "cost/" + part.id, part.amount.term);
        }
        if (c.memory)
            memory(prefix + "memory/", *c.memory);
        if (c.time) {
            visit(prefix + "iteration", c.time->perIteration.term);
            visit(prefix + "gpu-step", c.time->gpu.term);
            visit(prefix + "input", c.time->input.term);
        }
    };
    const Recommendation &r = e.recommendation;
    if (r.candidate >= 0 && static_cast<std::size_t>(r.candidate) < e.candidates.size())
        candidate("best/", e.candidates[static_cast<std::size_t>(r.candidate)]);
    if (e.memory)
        memory("chosen/", *e.memory);
    visit("parameters", e.parametersTerm);
    visit("macs", e.macsTerm);
    visit("host/vcpu", r.host.neededVcpu.term);
    visit("host/memory", r.host.neededMemory.term);
    visit("storage/mbps", r.storage.neededMbps.term);
    visit("storage/system", r.storage.systemDisk.term);
    if (r.storage.dataDisk)
        visit("storage/data", r.storage.dataDisk->term);
    visit("network", r.network.term);
    for (const FlowNode &node : e.flow.nodes)
        visit("flow/" + node.id, node.term);
    for (const MemoryVariant &v : e.variants)
        memory("variant/" + std::string(precisionName(v.precision)) + (v.checkpointing ? "+c/" : "/") + std::to_string(v.batchPerGpu) + "/", v.memory);
    for (const Remedy &remedy : e.remedies)
        visit("remedy/" + remedy.id, remedy.saved.term);
    for (const Candidate &c : e.candidates)
        candidate("of/" + c.instanceType + "/" + c.region + "/" + std::to_string(c.nodes) + "/" + purchaseName(c.purchase) + "/", c);
}

} // namespace

TermId sameFigure(const Evaluation &before, TermId term, const Evaluation &now)
{
    if (term == noTerm)
        return noTerm;
    std::string name;
    visitFigures(before, [&](const std::string &figure, TermId id) {
        if (name.empty() && id == term)
            name = figure;
    });
    TermId found = noTerm;
    if (!name.empty()) {
        visitFigures(now, [&](const std::string &figure, TermId id) {
            if (found == noTerm && figure == name)
                found = id;
        });
    }
    return now.ledger.contains(found) ? found : noTerm;
}

} // namespace segplan
