#include "estimate/time/time.h"

#include "estimate/time/rates.h"

#include <algorithm>

namespace segplan {

using namespace timing;

const char *boundByName(BoundBy b)
{
    switch (b) {
    case BoundBy::Compute: return "compute";
    case BoundBy::Memory: return "memory";
    case BoundBy::Launch: return "launch";
    case BoundBy::Input: return "input";
    case BoundBy::Network: break;
    }
    return "network";
}

namespace {

// A part of one micro-step over all micro-steps of an iteration.
Figure<Seconds> times(double seconds, TermId term, int accumulation, const char *key, Text title, Ledger &ledger)
{
    if (accumulation == 1)
        return {Seconds(seconds), term};
    Term t;
    t.key = key;
    t.title = std::move(title);
    t.formula = "T = k x t";
    t.inputs.push_back({"k", SP_T("core", "micro-steps"), Quantity::count(accumulation), FieldLink{"/workload/gradient_accumulation"}});
    t.inputs.push_back(termInput("t", SP_T("core", "one micro-step"), Seconds(seconds), term));
    t.result = Seconds(seconds * accumulation);
    return {Seconds(seconds * accumulation), ledger.note(std::move(t))};
}

struct LoaderTime {
    Figure<Seconds> perIteration;
    double vcpuNeeded = 0;
};

// Each training process keeps one vCPU busy; the rest decode.
LoaderTime loaderTime(double gpuSeconds, int imagesPerNode, const Workload &workload, const HostShape &host, const Knowledge &knowledge,
                      Ledger &ledger)
{
    LoaderTime l;
    const std::optional<Figure<Seconds>> image = loaderSecondsPerImage(workload, knowledge, ledger);
    if (!image)
        return l;
    const double work = imagesPerNode * image->value.count();
    const int processes = std::max(1, host.gpusPerNode);
    l.vcpuNeeded = processes + (gpuSeconds > 0 ? work / gpuSeconds : 0);
    if (host.vcpu <= 0)
        return l;
    const double workers = std::max(0.5, static_cast<double>(host.vcpu - processes));
    Term t;
    t.key = "time.input";
    t.title = SP_T("core", "Input pipeline per iteration");
    t.formula = "I = n x s / max(0.5, v - g)";
    t.inputs.push_back(plainInput("n", SP_T("core", "images per iteration and node"), Quantity::count(imagesPerNode)));
    t.inputs.push_back(termInput("s", SP_T("core", "one image on one vCPU"), image->value, image->term));
    t.inputs.push_back(plainInput("v", SP_T("core", "vCPUs of the instance"), Quantity::count(host.vcpu)));
    t.inputs.push_back(plainInput("g", SP_T("core", "training processes, one per card"), Quantity::count(processes)));
    t.result = Seconds(work / workers);
    l.perIteration = {Seconds(work / workers), ledger.note(std::move(t))};
    return l;
}

BoundBy largest(const TimeEstimate &e)
{
    if (e.input.value > e.gpu.value)
        return BoundBy::Input;
    const std::pair<BoundBy, double> parts[] = {{BoundBy::Compute, e.compute.value.count()},
                                                {BoundBy::Memory, (e.memoryTraffic.value + e.optimizer.value).count()},
                                                {BoundBy::Launch, e.launch.value.count()},
                                                {BoundBy::Network, e.communication.value.count()}};
    return std::max_element(std::begin(parts), std::end(parts), [](const auto &a, const auto &b) { return a.second < b.second; })->first;
}

} // namespace

std::optional<TimeEstimate> estimateTime(const GpuStep &step, const Workload &workload, int accumulation, const Gpu &gpu,
                                         const HostShape &host, const Knowledge &knowledge, Ledger &ledger)
{
    accumulation = std::max(1, accumulation);
    const std::optional<Communication> network = communicate(step, workload, accumulation, gpu, host, knowledge, ledger);
    if (!network)
        return std::nullopt;
    TimeEstimate e;
    e.compute = times(step.compute, step.computeTerm, accumulation, "time.compute-all", SP_T("core", "Arithmetic of all micro-steps"), ledger);
    e.memoryTraffic =
        times(step.memory, step.memoryTerm, accumulation, "time.memory-all", SP_T("core", "Memory traffic of all micro-steps"), ledger);
    e.launch = times(step.latency + step.hostWait, step.launchTerm, accumulation, "time.launch-all",
                     SP_T("core", "Latency and host waits of all micro-steps"), ledger);
    e.optimizer = {Seconds(step.optimizer), step.optimizerTerm};
    e.communication = {Seconds(network->seconds()), network->term};
    for (const auto &[workClass, seconds] : step.byClass)
        e.byClass.emplace_back(workClass, Seconds(seconds.count() * accumulation));

    Term g;
    g.key = "time.gpu";
    g.title = SP_T("core", "The card's own iteration");
    g.formula = "G = C + M + L + O + N";
    g.inputs.push_back(termInput("C", SP_T("core", "kernels bound by arithmetic"), e.compute.value, e.compute.term));
    g.inputs.push_back(termInput("M", SP_T("core", "kernels bound by memory traffic"), e.memoryTraffic.value, e.memoryTraffic.term));
    g.inputs.push_back(termInput("L", SP_T("core", "latency and waiting for the host"), e.launch.value, e.launch.term));
    g.inputs.push_back(termInput("O", SP_T("core", "optimizer step"), e.optimizer.value, e.optimizer.term));
    if (network->term != noTerm)
        g.inputs.push_back(termInput("N", SP_T("core", "communication"), e.communication.value, e.communication.term));
    else
        g.inputs.push_back(plainInput("N", SP_T("core", "communication: a single card has none"), Seconds(0)));
    const Seconds gpuTime = e.compute.value + e.memoryTraffic.value + e.launch.value + e.optimizer.value + e.communication.value;
    g.result = gpuTime;
    e.gpu = {gpuTime, ledger.note(std::move(g))};

    const LoaderTime loader =
        loaderTime(gpuTime.count(), step.batch * accumulation * std::max(1, host.gpusPerNode), workload, host, knowledge, ledger);
    e.input = loader.perIteration;
    e.vcpuNeeded = loader.vcpuNeeded;

    const Seconds mid = std::max(e.gpu.value, e.input.value);
    const double spread = 1 + step.rates.rangeRatio;
    e.low = Seconds(mid.count() / spread);
    e.high = Seconds(mid.count() * spread);
    Term t;
    t.key = "time.iteration";
    t.title = SP_T("core", "Seconds per iteration");
    t.formula = "T = max(G, I); range T / (1 + r) to T x (1 + r)";
    t.inputs.push_back(termInput("G", SP_T("core", "the card's own iteration"), e.gpu.value, e.gpu.term));
    if (e.input.term != noTerm)
        t.inputs.push_back(termInput("I", SP_T("core", "input pipeline"), e.input.value, e.input.term));
    t.inputs.push_back(calibrationInput("r", SP_T("core", "half width of the 90 % range"), Quantity::ratio(step.rates.rangeRatio), "time.range.ratio"));
    t.result = mid;
    t.low = e.low;
    t.high = e.high;
    if (e.input.term == noTerm)
        t.notes.push_back(SP_T("core", "the input pipeline is not counted: the image size or the number of vCPUs is not known"));
    t.notes.push_back(SP_T("core", "steady state: validation, checkpoints and the first iterations are not counted"));
    e.perIteration = {mid, ledger.note(std::move(t))};
    e.boundBy = largest(e);
    return e;
}

std::optional<TimeEstimate> estimateTime(const StepWork &work, const Workload &workload, Precision precision, int accumulation,
                                         const Gpu &gpu, const HostShape &host, const Knowledge &knowledge, Ledger &ledger)
{
    const std::optional<GpuStep> step = gpuStep(work, workload, precision, gpu, knowledge, ledger);
    if (!step)
        return std::nullopt;
    return estimateTime(*step, workload, accumulation, gpu, host, knowledge, ledger);
}

bool supportsPrecision(const Gpu &gpu, Precision precision)
{
    switch (precision) {
    case Precision::Fp32:
    case Precision::AmpFp16: return true;
    case Precision::Tf32: return gpu.tf32Tflops.has_value();
    case Precision::AmpBf16: return gpu.bf16Tflops.has_value();
    }
    return false;
}

std::optional<std::int64_t> iterationsOf(const Workload &workload, int globalBatch, const Knowledge &knowledge)
{
    if (workload.schedule.unit == Schedule::Unit::Iterations)
        return workload.schedule.count;
    std::optional<std::int64_t> images;
    if (workload.customDataset)
        images = workload.customDataset->trainImages;
    else if (const Dataset *d = knowledge.dataset(workload.dataset))
        images = d->trainImages;
    if (!images || *images <= 0 || globalBatch <= 0)
        return std::nullopt;
    const std::int64_t perEpoch = (*images + globalBatch - 1) / globalBatch;
    return saturatedProduct(perEpoch, workload.schedule.count);
}

} // namespace segplan
