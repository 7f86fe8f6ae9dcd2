// From an offer in numbers to a candidate with terms and sentences.
#include "recommend/search.h"

#include <algorithm>

namespace segplan {

const GpuStep *Search::step(const Offer &o, Ledger &ledger)
{
    const Machine &m = m_machines[o.machine];
    if (m.runs.empty() || !m.runs[o.run].setting->step)
        return nullptr;
    const Setting &s = *m.runs[o.run].setting;
    const auto [it, inserted] = m_stepNoted.try_emplace({m.gpu, s.precision, s.checkpointing, s.batch});
    if (inserted) {
        if (const Traced *traced = m_cache.traced(s.batch, s.precision, s.checkpointing))
            it->second = gpuStep(traced->work(), m_plan.workload, s.precision, *m.gpu, m_shared.knowledge, ledger);
    }
    return it->second ? &*it->second : nullptr;
}

// What the step waits for, in numbers.
Text Search::bottleneckOf(const Machine &m, const Run &run, const Candidate &c) const
{
    const TimeEstimate &t = *c.time;
    const double step = std::max(t.perIteration.value.count(), 1e-12);
    const auto share = [step](Seconds part) { return TextArg::percent(std::min(1.0, part.count() / step), 0); };
    switch (run.boundBy) {
    case BoundBy::Input:
        return Text(SP_T("core", "the loader: %1 for the data of an iteration, %2 on the GPU; it needs %3 vCPU and has %4"),
                    {textArg(t.input.value), textArg(t.gpu.value), TextArg(run.vcpuNeeded, 1), TextArg(m.type->vcpu)});
    case BoundBy::Compute: return Text(SP_T("core", "arithmetic of the GPU: %1 of the step"), {share(t.compute.value)});
    case BoundBy::Memory: return Text(SP_T("core", "memory bandwidth of the GPU: %1 of the step"), {share(t.memoryTraffic.value + t.optimizer.value)});
    case BoundBy::Launch: return Text(SP_T("core", "launching kernels: %1 of the step"), {share(t.launch.value)});
    case BoundBy::Network: break;
    }
    return Text(SP_T("core", "exchange between the GPUs: %1 of the step"), {share(t.communication.value)});
}

Candidate Search::candidate(const Offer &o, Ledger &ledger)
{
    const Machine &m = m_machines[o.machine];
    const Knowledge &k = m_shared.knowledge;
    const std::string &region = regions()[o.region];
    Candidate c;
    c.instanceType = m.type->id;
    c.region = region;
    c.gpu = m.gpu->id;
    c.gpus = m.type->gpuCount;
    c.nodes = m.nodes;
    c.purchase = o.purchase;
    c.precision = m_plan.workload.precision.value_or(Precision::Fp32);
    c.checkpointing = m_plan.workload.activationCheckpointing;
    c.status = o.status;
    c.confidence = o.confidence;
    c.askFirst = o.askFirst;
    if (const StockRecord *stock = m_shared.stock(c.instanceType, region, o.purchase)) {
        c.stock = stock->status;
        c.stockZone = stock->zone;
    }
    const Run *run = m.runs.empty() ? nullptr : &m.runs[o.run];
    const Setting *s = run ? run->setting : nullptr;
    const PriceSet prices = m_shared.prices.prices(c.instanceType, region, m_plan.job.spotPriceRatio);
    if (const auto &quote = prices.of(o.purchase))
        c.priceAsOf = quote->asOf();
    if (s) {
        c.precision = s->precision;
        c.checkpointing = s->checkpointing;
        c.batchPerGpu = s->batch;
        c.accumulation = s->accumulation;
    }
    // Rules of the machine alone need no figures.
    if (s && s->known && (o.failed >= Rule::Precision)) {
        const auto [it, inserted] = m_memoryNoted.try_emplace(s);
        if (inserted) {
            const int gpus = c.gpus * c.nodes;
            const StepReplay *replay = m_cache.replay(s->batch, s->precision, s->checkpointing, gpus > 1, s->accumulation > 1);
            const Traced *traced = m_cache.traced(s->batch, s->precision, s->checkpointing);
            it->second = memoryOnCard(*replay, *traced->graph(), with(*s, *m.type, m.nodes), s->precision, gpus, *m.gpu, k, ledger, m_cache.validation());
        }
        c.memory = it->second;
    }
    if (run && run->timed && o.failed >= Rule::HostMemory) {
        const auto [it, inserted] = m_timeNoted.try_emplace(run);
        if (inserted) {
            if (const GpuStep *noted = step(o, ledger)) {
                if (auto time = estimateTime(*noted, with(*s, *m.type, m.nodes), s->accumulation, *m.gpu, run->placed.host, k, ledger))
                    it->second = std::move(*time);
            }
        }
        c.time = it->second;
        c.bottleneck = bottleneckOf(m, *run, c);
    }
    if (c.time && run->scheduled) {
        JobInput input = jobInput(m, *run, region, o.purchase);
        const SpotRecord *record = input.spotRate ? input.spotRate->record : nullptr;
        const auto [it, inserted] = m_jobNoted.try_emplace({run, o.purchase, record});
        if (inserted) {
            input.perIterationTerm = c.time->perIteration.term;
            it->second = estimateJob(input, m_shared.jobs);
            explainJob(input, m_shared.jobs, it->second, ledger);
        }
        c.job = it->second;
        c.wallClock = c.job->wallClock;
        c.wallClockTerm = c.job->wallClockTerm;
    }
    if (c.job && o.costed) {
        const DiskPair &disks = run->placed.disks;
        const std::optional<DiskChoice> store = sharedStore(m_plan.workload, k);
        const CostInput input{k, *m.type, region, o.purchase, prices, *c.job, m.nodes, disks.system, disks.data ? &*disks.data : nullptr, store ? &*store : nullptr,
                              m_plan.requirements.storageMonths, m_plan.job.egressGb};
        if (const auto cost = costOfJob(input))
            c.cost = explainCost(input, *cost, ledger);
    }
    if (o.failed != Rule::None) {
        RuleInput input{c, *m.type, *m.gpu, m_plan};
        input.weakPrice = o.weakPrice;
        input.hourlyPriceKnown = o.hourlyPriceKnown;
        input.regions = o.allRegions ? regions().size() : 1;
        if (s && s->refusal)
            input.batchProblem = *s->refusal;
        else if (m.settings && m.settings->problem)
            input.batchProblem = m.settings->problem;
        if (o.failed == Rule::TimeUnknown && !run->timed)
            input.timeProblem = whyNoTime(c.precision, *m.gpu, k);
        if (run)
            input.hostMemoryNeeded = run->hostMemoryNeeded;
        c.reasons.push_back(reasonFor(o.failed, input));
    }
    if (s && s->substituted) {
        c.reasons.push_back({"precision",
                             s->precision == Precision::AmpFp16 ? Text(SP_T("core", "%1 has no BF16: FP16 with loss scaling instead"), {m.gpu->id})
                                                                : Text(SP_T("core", "%1 has no TF32: plain FP32 instead"), {m.gpu->id}),
                             noTerm});
    }
    return c;
}

} // namespace segplan
