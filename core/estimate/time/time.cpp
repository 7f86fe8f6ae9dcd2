#include "estimate/time/time.h"

#include "estimate/time/host_terms.h"
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

BoundBy largest(const TimeEstimate &e)
{
    if (e.loader.known && e.loader.total > e.gpu.value.count() + e.loader.gpu + e.loader.handOver)
        return BoundBy::Input;
    const std::pair<BoundBy, double> parts[] = {{BoundBy::Compute, e.compute.value.count()},
                                                {BoundBy::Memory, (e.memoryTraffic.value + e.optimizer.value).count()},
                                                {BoundBy::Launch, e.launch.value.count()},
                                                {BoundBy::Network, e.communication.value.count()}};
    return std::max_element(std::begin(parts), std::end(parts), [](const auto &a, const auto &b) { return a.second < b.second; })->first;
}

double imagesPerNode(const GpuStep &step, int accumulation, const HostShape &host)
{
    return static_cast<double>(step.batch) * accumulation * std::max(1, host.gpusPerNode);
}

} // namespace

HostRates hostRates(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge)
{
    return {linkRates(gpu, knowledge), inputRates(workload, gpu, knowledge)};
}

std::optional<TimeEstimate> estimateTime(const GpuStep &step, const Workload &workload, int accumulation, const HostRates &rates, const HostShape &host)
{
    accumulation = std::max(1, accumulation);
    const std::optional<Communication> network = communicate(communicationLoad(step, workload, accumulation), rates.link, host);
    if (!network)
        return std::nullopt;
    TimeEstimate e;
    e.network = *network;
    const double k = accumulation;
    e.compute.value = Seconds(k * step.compute);
    e.memoryTraffic.value = Seconds(k * step.memory);
    e.launch.value = Seconds(k * (step.latency + step.hostWait));
    e.optimizer.value = Seconds(step.optimizer);
    e.communication.value = Seconds(network->seconds());
    e.byClass.reserve(step.byClass.size());
    for (const auto &[workClass, seconds] : step.byClass)
        e.byClass.emplace_back(workClass, Seconds(seconds.count() * k));
    e.gpu.value = e.compute.value + e.memoryTraffic.value + e.launch.value + e.optimizer.value + e.communication.value;
    double sharpness = 1, inputRange = 0;
    if (rates.input) {
        const double images = imagesPerNode(step, accumulation, host);
        e.loader = inputTime(*rates.input, host, workload, images, step.batch);
        e.input.value = Seconds(e.loader.total);
        e.vcpuNeeded = vcpuToKeepUp(*rates.input, images, e.gpu.value.count(), std::max(1, host.gpusPerNode));
        sharpness = rates.input->sharpness;
        inputRange = rates.input->rangeRatio;
    }
    const double gpu = e.gpu.value.count(), link = e.communication.value.count(), r = 1 + step.rates.rangeRatio, rLink = 1 + rates.link.rangeRatio;
    e.perIteration.value = Seconds(stepSeconds(gpu, e.loader, sharpness));
    InputEstimate fast = e.loader, slow = e.loader;
    fast.total /= 1 + inputRange;
    slow.total *= 1 + inputRange;
    e.low = Seconds(stepSeconds((gpu - link) / r + link / rLink, fast, sharpness));
    e.high = Seconds(stepSeconds((gpu - link) * r + link * rLink, slow, sharpness));
    e.boundBy = largest(e);
    return e;
}

std::optional<TimeEstimate> estimateTime(const GpuStep &step, const Workload &workload, int accumulation, const Gpu &gpu,
                                         const HostShape &host, const Knowledge &knowledge, Ledger &ledger)
{
    accumulation = std::max(1, accumulation);
    const HostRates rates = hostRates(workload, gpu, knowledge);
    std::optional<TimeEstimate> made = estimateTime(step, workload, accumulation, rates, host);
    if (!made)
        return std::nullopt;
    TimeEstimate &e = *made;
    e.compute = times(step.compute, step.computeTerm, accumulation, "time.compute-all", SP_T("core", "Arithmetic of all micro-steps"), ledger);
    e.memoryTraffic =
        times(step.memory, step.memoryTerm, accumulation, "time.memory-all", SP_T("core", "Memory traffic of all micro-steps"), ledger);
    e.launch = times(step.latency + step.hostWait, step.launchTerm, accumulation, "time.launch-all",
                     SP_T("core", "Latency and host waits of all micro-steps"), ledger);
    e.optimizer.term = step.optimizerTerm;
    e.communication.term = noteCommunication(e.network, step, workload, accumulation, rates.link, host, gpu, ledger);

    Term g;
    g.key = "time.gpu";
    g.title = SP_T("core", "The card's own iteration");
    g.formula = "G = C + M + L + O + N";
    g.inputs.push_back(termInput("C", SP_T("core", "kernels bound by arithmetic"), e.compute.value, e.compute.term));
    g.inputs.push_back(termInput("M", SP_T("core", "kernels bound by memory traffic"), e.memoryTraffic.value, e.memoryTraffic.term));
    g.inputs.push_back(termInput("L", SP_T("core", "latency and waiting for the host"), e.launch.value, e.launch.term));
    g.inputs.push_back(termInput("O", SP_T("core", "optimizer step"), e.optimizer.value, e.optimizer.term));
    if (e.communication.term != noTerm)
        g.inputs.push_back(termInput("N", SP_T("core", "communication"), e.communication.value, e.communication.term));
    else
        g.inputs.push_back(plainInput("N", SP_T("core", "communication: a single card has none"), Seconds(0)));
    g.result = e.gpu.value;
    e.gpu.term = ledger.note(std::move(g));

    if (rates.input) {
        const TermId image = noteImage(*rates.input, workload, knowledge, ledger);
        if (e.loader.known)
            e.input.term = noteInput(e.loader, *rates.input, host, imagesPerNode(step, accumulation, host), image, workload, ledger);
    }
    Term t;
    t.key = "time.iteration";
    t.title = SP_T("core", "Seconds per iteration");
    if (e.loader.known) {
        t.formula = "T = ((G + H)^p + I^p)^(1/p); range with G, N and I each at the end of its own range";
    } else {
        t.formula = "T = G; range with G and N each at the end of its own range";
    }
    t.inputs.push_back(termInput("G", SP_T("core", "the card's own iteration"), e.gpu.value, e.gpu.term));
    if (e.loader.known) {
        t.inputs.push_back(termInput("H", e.loader.gpu > 0 ? Text(SP_T("core", "handing over the batches, and DALI's work on the card")) : Text(SP_T("core", "handing over the batches")),
                                     Seconds(e.loader.handOver + e.loader.gpu), e.loader.handOverTerm));
        t.inputs.push_back(termInput("I", SP_T("core", "input pipeline"), e.input.value, e.input.term));
        t.inputs.push_back(calibrationInput("p", SP_T("core", "how sharply the slower of both decides"), Quantity::ratio(rates.input->sharpness), "time.input.sharpness"));
    }
    t.inputs.push_back(termInput("r", SP_T("core", "half width of the 90 % range of the card's time"), Quantity::ratio(step.rates.rangeRatio), step.rangeTerm));
    t.result = e.perIteration.value;
    t.low = e.low;
    t.high = e.high;
    if (!e.loader.known)
        t.notes.push_back(SP_T("core", "the input pipeline is not counted: the image size or the number of vCPUs is not known"));
    t.notes.push_back(SP_T("core", "steady state: validation, checkpoints and the first iterations are not counted"));
    e.perIteration.term = ledger.note(std::move(t));
    return made;
}

std::optional<Figure<Seconds>> loaderSecondsPerImage(const Workload &workload, const Knowledge &knowledge, Ledger &ledger)
{
    const std::optional<InputRates> rates = inputRates(workload, Gpu{}, knowledge);
    if (!rates)
        return std::nullopt;
    return Figure<Seconds>{Seconds(rates->cpu()), noteImage(*rates, workload, knowledge, ledger)};
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
