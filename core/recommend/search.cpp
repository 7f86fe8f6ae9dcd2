#include "recommend/search.h"

#include <algorithm>
#include <limits>

namespace segplan {

std::optional<std::int64_t> globalBatchOf(const Workload &w)
{
    if (w.batchPerGpu && w.gpus)
        return saturatedProduct(saturatedProduct(*w.batchPerGpu, w.gradientAccumulation), saturatedProduct(*w.gpus, w.nodes));
    if (w.globalBatch)
        return *w.globalBatch;
    if (w.batchPerGpu) // GPUs open: the batch of one GPU is the whole batch
        return saturatedProduct(*w.batchPerGpu, w.gradientAccumulation);
    return std::nullopt;
}

Workload workloadOf(const Workload &workload, const Candidate &candidate)
{
    Workload w = workload;
    w.batchPerGpu = candidate.batchPerGpu;
    w.gradientAccumulation = candidate.accumulation;
    w.gpus = candidate.gpus;
    w.nodes = candidate.nodes;
    w.precision = candidate.precision;
    w.activationCheckpointing = candidate.checkpointing;
    w.checkpointingOpen = false;
    w.globalBatch.reset();
    return w;
}

std::optional<Validation> validationFor(const Workload &w, const Knowledge &knowledge)
{
    if (w.customDataset) {
        const auto given = [](int side) { return side > 0 ? std::optional(side) : std::nullopt; };
        return validationOf(w, given(w.customDataset->imageHeight), given(w.customDataset->imageWidth));
    }
    const Dataset *d = knowledge.dataset(w.dataset);
    return validationOf(w, d ? d->imageHeight : std::nullopt, d ? d->imageWidth : std::nullopt);
}

std::vector<PrecisionChoice> precisionsFor(const Workload &workload, const Gpu &gpu)
{
    std::vector<PrecisionChoice> out;
    if (!workload.precision) {
        for (const Precision p : {Precision::AmpBf16, Precision::AmpFp16, Precision::Tf32, Precision::Fp32}) {
            if (supportsPrecision(gpu, p))
                out.push_back({p, false});
        }
        return out;
    }
    const Precision asked = *workload.precision;
    if (supportsPrecision(gpu, asked))
        return {{asked, false}};
    const Precision nearest = asked == Precision::AmpBf16 ? Precision::AmpFp16 : Precision::Fp32;
    if (supportsPrecision(gpu, nearest))
        out.push_back({nearest, true});
    return out;
}

Confidence confidenceOf(const MemoryFigures &m, const MemoryRates &rates)
{
    if (m.fits == Fits::Yes)
        return Confidence::Surely;
    if (m.fits == Fits::No)
        return Confidence::No;
    const bool counted = m.validation && m.fits != m.trainingFits; // validation decides
    const Bytes middle = counted ? m.validation->device : m.device;
    return !rates.usable || middle <= *rates.usable ? Confidence::Probably : Confidence::Hardly;
}

SearchShared::SearchShared(const Knowledge &k, const std::vector<Price> &book) : knowledge(k), prices(k, book), jobs(jobBeliefs(k)), fingerprint(TraceCache::fingerprint(k))
{
    for (const auto *list : {&k.prices, &book}) {
        for (const Price &p : *list)
            m_priced[p.instanceType].insert(p.region);
    }
    for (const SpotRecord &s : k.spot)
        m_priced[s.instanceType].insert(s.region);
    for (const StockRecord &s : k.stock) {
        const StockRecord *&best = m_stock[{s.instanceType, s.region, s.spot}];
        if (!best || s.status < best->status) // Plenty, Low, None, NoLongerSold
            best = &s;
    }
}

bool SearchShared::mayHavePrice(const InstanceType &type, const std::string &region) const
{
    const auto it = m_priced.find(type.id);
    return it != m_priced.end() && it->second.count(region) > 0;
}

const MemoryRates &SearchShared::memory(const Gpu &gpu)
{
    const auto it = m_memory.find(&gpu);
    return it != m_memory.end() ? it->second : m_memory.emplace(&gpu, memoryRates(gpu, knowledge)).first->second;
}

const StockRecord *SearchShared::stock(const std::string &type, const std::string &region, Purchase purchase) const
{
    if (m_stock.empty())
        return nullptr;
    const auto it = m_stock.find({type, region, purchase == Purchase::Spot});
    return it != m_stock.end() ? it->second : nullptr;
}

namespace {

// Types that are ranked: those that can be ordered. Others appear (rejected, with the reason) when the user names them, and with the
// domestic requirement: domestic silicon itself, and H20, which texts wrongly name as such.
bool considered(const InstanceType &type, const Gpu &gpu, const Requirements &r)
{
    if (type.availability == Availability::SelfService || (!r.selfServiceOnly && askedFirst(type)))
        return true;
    if (r.domesticSilicon && (gpu.domestic || gpu.id == "H20"))
        return true;
    return namesFamily(r.families, type.family) || std::find(r.instanceTypes.begin(), r.instanceTypes.end(), type.id) != r.instanceTypes.end();
}

std::vector<int> divisorsUpTo(std::int64_t n)
{
    std::vector<int> low, high;
    for (std::int64_t d = 1; d <= n / d; ++d) {
        if (n % d != 0)
            continue;
        low.push_back(static_cast<int>(d));
        if (d != n / d && n / d <= std::numeric_limits<int>::max())
            high.push_back(static_cast<int>(n / d));
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

constexpr std::size_t timedBatches = 3; // of those that fit, the largest: smaller ones launch more kernels for the same images

} // namespace

Search::Search(const Plan &plan, SearchShared &shared, TraceCache &cache, std::function<bool()> cancelled)
    : m_plan(plan), m_shared(shared), m_cache(cache), m_cancelled(std::move(cancelled)), m_global(globalBatchOf(plan.workload)), m_workload(plan.workload),
      m_data(datasetFacts(plan.workload, shared.knowledge)), m_validation(validationFor(plan.workload, shared.knowledge))
{
    m_purchases = plan.requirements.purchase.empty() ? std::vector<Purchase>{Purchase::PayAsYouGo} : plan.requirements.purchase;
    if (m_global && *m_global >= 1 && *m_global <= std::numeric_limits<int>::max())
        m_iterations = iterationsOf(plan.workload, static_cast<int>(*m_global), shared.knowledge);
    m_workload.globalBatch.reset();
    m_workload.checkpointingOpen = false;
}

const Workload &Search::with(const Setting &s, const InstanceType &type, int nodes)
{
    m_workload.batchPerGpu = s.batch;
    m_workload.gradientAccumulation = s.accumulation;
    m_workload.precision = s.precision;
    m_workload.activationCheckpointing = s.checkpointing;
    m_workload.gpus = type.gpuCount;
    m_workload.nodes = nodes;
    return m_workload;
}

const HostRates &Search::rates(const Gpu &gpu)
{
    const auto it = m_hostRates.find(&gpu);
    return it != m_hostRates.end() ? it->second : m_hostRates.emplace(&gpu, hostRates(m_plan.workload, gpu, m_shared.knowledge)).first->second;
}

const GpuStep *Search::stepAt(const Gpu &gpu, Precision precision, bool checkpointing, int batch)
{
    return m_cache.step(gpu, precision, checkpointing, batch, m_shared.knowledge, m_shared.fingerprint);
}

// `certain`: more than whether the tensors fit is asked, so the allocator is played where they do.
Setting Search::settingAt(const Gpu &gpu, int gpus, PrecisionChoice precision, bool checkpointing, int batch, int accumulation, bool certain)
{
    Setting s;
    s.precision = precision.precision;
    s.substituted = precision.substituted;
    s.checkpointing = checkpointing;
    s.batch = batch;
    s.accumulation = accumulation;
    const bool ddp = gpus > 1;
    m_workload.gradientAccumulation = accumulation;
    m_workload.batchPerGpu = batch;
    m_workload.nodes = 1; // `gpus` are those of all nodes
    const MemoryRates &rates = m_shared.memory(gpu);
    const StepReplay *replay = certain ? nullptr : m_cache.tensors(batch, s.precision, checkpointing, ddp, accumulation > 1);
    // What tensors alone exceed, no allocator mends: the low end of the range rests on them only.
    if (!replay || memoryFigures(*replay, m_workload, s.precision, gpus, rates).trainingFits != Fits::No)
        replay = m_cache.replay(batch, s.precision, checkpointing, ddp, accumulation > 1);
    if (!replay)
        return s;
    s.known = true;
    s.memory = memoryFigures(*replay, m_workload, s.precision, gpus, rates, m_cache.validation());
    s.confidence = confidenceOf(s.memory, rates);
    return s;
}

// Memory grows with the batch, so the largest batch that may fit is found by bisection over the divisors of the images per GPU.
void Search::addSettings(SettingList &list, const Gpu &gpu, int gpus, PrecisionChoice precision, bool checkpointing)
{
    const std::int64_t perGpu = *m_global / gpus;
    std::vector<int> batches = divisorsUpTo(perGpu);
    // A batch that the user has fixed is never raised, and split only when it does not fit.
    const auto &asked = m_plan.workload.batchPerGpu;
    const bool fixed = asked && std::binary_search(batches.begin(), batches.end(), *asked);
    if (asked && *asked >= 1)
        batches.erase(std::upper_bound(batches.begin(), batches.end(), *asked), batches.end());
    std::map<std::size_t, Setting> known;
    const auto at = [&](std::size_t i) -> const Setting & {
        const auto it = known.find(i);
        return it != known.end() ? it->second
                                 : known.emplace(i, settingAt(gpu, gpus, precision, checkpointing, batches[i], static_cast<int>(perGpu / batches[i]), false)).first->second;
    };
    const auto fit = [&](Confidence atLeast) { // how many batches, from the smallest on, are at least this sure to fit
        std::size_t low = 0, high = batches.size();
        // A loss that loops over the images makes traces of large batches slow: those are not tried first.
        if (high > 0 && batches[high - 1] <= 32 && at(high - 1).confidence <= atLeast)
            return high;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (at(middle).confidence <= atLeast)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    };
    std::vector<std::size_t> taken;
    if (fixed && at(batches.size() - 1).confidence != Confidence::No) {
        taken.push_back(batches.size() - 1);
    } else {
        const std::size_t surely = fit(Confidence::Surely);
        if (surely < batches.size()) {
            const std::size_t perhaps = fit(Confidence::Hardly);
            if (perhaps > surely)
                taken.push_back(perhaps - 1);
            if (perhaps > surely + 1 && at(perhaps - 1).confidence == Confidence::Hardly)
                taken.push_back(perhaps - 2);
        }
        for (std::size_t n = 0; n < timedBatches && n < surely; ++n)
            taken.push_back(surely - 1 - n);
        if (taken.empty())
            taken.push_back(0); // shown with what it lacks
    }
    for (const std::size_t i : taken) {
        Setting s = at(i);
        if (!s.known) {
            list.all.push_back(s);
            continue;
        }
        if (s.confidence == Confidence::No) // shown: with the allocator's part
            s = settingAt(gpu, gpus, precision, checkpointing, s.batch, s.accumulation, true);
        if (s.batch == 1 && !(gpus > 1 && m_plan.workload.syncBatchNorm)) {
            const Traced *traced = m_cache.traced(s.batch, s.precision, checkpointing);
            if (traced && traced->refusal())
                s.refusal = &traced->refusal();
        }
        if (!s.refusal && s.confidence != Confidence::No)
            s.step = stepAt(gpu, s.precision, checkpointing, s.batch);
        list.all.push_back(s);
    }
}

const SettingList *Search::settings(const Gpu &gpu, int gpus)
{
    const auto [it, inserted] = m_settings.try_emplace({&gpu, gpus});
    SettingList &list = it->second;
    if (!inserted)
        return &list;
    if (!m_global || *m_global < 1) {
        list.problem = Text(SP_T("core", "the plan gives neither a batch per GPU nor a global batch"));
        return &list;
    }
    if (*m_global % gpus != 0) {
        list.problem = Text(SP_T("core", "a global batch of %1 cannot be split evenly over %2 GPUs"), {TextArg(*m_global), TextArg(gpus)});
        return &list;
    }
    const Workload &w = m_plan.workload;
    const std::vector<bool> recomputing = w.checkpointingOpen ? std::vector<bool>{false, true} : std::vector<bool>{w.activationCheckpointing};
    for (const PrecisionChoice p : precisionsFor(w, gpu)) {
        for (const bool checkpointing : recomputing)
            addSettings(list, gpu, gpus, p, checkpointing);
    }
    const bool any = std::any_of(list.all.begin(), list.all.end(), [](const Setting &s) { return s.known; });
    if (!any && !list.all.empty()) {
        const auto &failure = m_cache.failure();
        list.problem = failure && !failure->empty() ? failure->front().what : Text(SP_T("core", "the model cannot be built with this batch"));
        list.all.clear();
    }
    return &list;
}

std::vector<int> Search::nodeCounts(const InstanceType &type) const
{
    const Requirements &r = m_plan.requirements;
    if (m_plan.workload.nodes > 1)
        return {m_plan.workload.nodes};
    std::vector<int> out = {1};
    if (!r.allowMultiNode || m_plan.workload.gpus || !m_global)
        return out;
    // Several nodes only where a network speed is known: without one nothing can be said of the exchange of gradients.
    if (!type.networkGbps && !type.rdmaGbps)
        return out;
    constexpr int mostNodes = 16;
    for (int n = 2; n <= mostNodes && n * type.gpuCount <= r.maxGpus; ++n) {
        if (*m_global % (static_cast<std::int64_t>(n) * type.gpuCount) == 0)
            out.push_back(n);
    }
    return out;
}

Run Search::timedRun(Machine &machine, const Setting &setting)
{
    Run run;
    run.setting = &setting;
    if (!setting.step)
        return run;
    const Workload &w = with(setting, *machine.type, machine.nodes);
    ++m_settingsTimed;
    ++machine.timed;
    if (const auto time = estimateTime(*setting.step, w, setting.accumulation, rates(*machine.gpu), hostShape(*machine.type, machine.nodes))) {
        run.timed = true;
        run.perIteration = {time->low, time->perIteration.value, time->high};
    }
    return run;
}

// The disks that a run needs, and its time with what they give. Reading is the same for all settings of a machine (the images of an iteration),
// so it does not decide between them.
void Search::place(const Machine &machine, Run &run)
{
    if (!run.timed)
        return;
    const Setting &s = *run.setting;
    const Workload &w = with(s, *machine.type, machine.nodes);
    run.placed = placeData(*s.step, w, s.accumulation, rates(*machine.gpu), *machine.type, machine.nodes, s.step->parameters, m_plan.requirements.runs, m_shared.knowledge);
    run.timed = run.placed.time.has_value();
    if (!run.timed)
        return;
    const TimeEstimate &t = *run.placed.time;
    run.perIteration = {t.low, t.perIteration.value, t.high};
    run.boundBy = t.boundBy;
    run.vcpuNeeded = t.vcpuNeeded;
    run.hostMemoryNeeded = hostMemoryFloor(w, machine.type->gpuCount, t.vcpuNeeded, m_shared.knowledge);
    run.scheduled = m_iterations.has_value();
}

void Search::addMachine(const InstanceType &type, const Gpu &gpu, int nodes)
{
    Machine m;
    m.type = &type;
    m.gpu = &gpu;
    m.nodes = nodes;
    m.failed = failedMachineRule(type, gpu, nodes, m_plan);
    // With a fixed GPU count the other sizes are named and rejected, but not computed.
    if (m.failed != Rule::GpuCount)
        m.settings = settings(gpu, type.gpuCount * nodes);
    if (m.settings) {
        m.networkKnown = nodes == 1 || type.networkGbps || type.rdmaGbps;
        // Of settings equally sure to fit the fastest; earlier in the order of preference wins within 1 %. Less sure ones only if they are faster.
        std::optional<Run> best[3]; // by confidence
        const Setting *smallest = nullptr; // none fits: the one that lacks least
        for (const Setting &s : m.settings->all) {
            if (s.confidence == Confidence::No || s.refusal) {
                const bool nearer = !smallest || (s.known && !smallest->known) || (s.known && s.memory.device < smallest->memory.device);
                if (nearer)
                    smallest = &s;
                continue;
            }
            Run run = timedRun(m, s);
            std::optional<Run> &slot = best[static_cast<int>(s.confidence)];
            if (!slot || (run.timed && (!slot->timed || run.perIteration.mid < slot->perIteration.mid * 0.99)))
                slot = std::move(run);
        }
        for (std::optional<Run> &run : best) {
            const bool faster = run && (m.runs.empty() || (run->timed && (!m.runs.back().timed || run->perIteration.mid < m.runs.back().perIteration.mid * 0.99)));
            if (faster)
                m.runs.push_back(std::move(*run));
        }
        for (Run &run : m.runs)
            place(m, run);
        if (m.runs.empty() && smallest) {
            Run run;
            run.setting = smallest;
            m.runs.push_back(std::move(run));
        }
    }
    m_machines.push_back(std::move(m));
}

bool Search::run()
{
    const Knowledge &k = m_shared.knowledge;
    for (const InstanceType &type : k.instanceTypes) {
        if (m_cancelled && m_cancelled())
            return false;
        const Gpu *gpu = k.gpu(type.gpu);
        if (!gpu || type.gpuCount < 1 || !considered(type, *gpu, m_plan.requirements))
            continue;
        for (const int nodes : nodeCounts(type))
            addMachine(type, *gpu, nodes);
    }
    for (std::uint32_t i = 0; i < m_machines.size(); ++i) {
        if (m_cancelled && m_cancelled())
            return false;
        addOffers(i);
    }
    rank();
    return true;
}

} // namespace segplan
