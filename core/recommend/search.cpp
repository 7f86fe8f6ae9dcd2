#include "recommend/search.h"

#include "recommend/hosting.h"
#include "recommend/rules.h"
#include "zoo/refusals.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace segplan {

std::string bareFamily(const std::string &family) { return family.rfind("ecs.", 0) == 0 ? family.substr(4) : family; }

bool namesFamily(const std::vector<std::string> &families, const std::string &family)
{
    return std::any_of(families.begin(), families.end(), [&](const std::string &f) { return bareFamily(f) == bareFamily(family); });
}

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
    w.globalBatch.reset();
    return w;
}

PriceModel priceModelOf(Purchase purchase)
{
    switch (purchase) {
    case Purchase::PayAsYouGo: return PriceModel::Hour;
    case Purchase::Spot: return PriceModel::Spot;
    case Purchase::Subscription: break;
    }
    return PriceModel::Month;
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

namespace {

// What one GPU count makes of the workload on one card: shared by all types, regions and purchases with that card.
struct Setting {
    Precision precision = Precision::Fp32;
    bool substituted = false;
    int batch = 1, accumulation = 1;
    std::optional<MemoryEstimate> memory;
    std::optional<Text> problem; // why no batch can be trained
    std::size_t looked = 0; // batches considered
};

class Search {
public:
    explicit Search(const SearchContext &context)
        : c(context), m_workload(context.plan.workload), m_global(globalBatchOf(m_workload))
    {
    }

    SearchResult run();

private:
    void searchType(const InstanceType &type, const Gpu &gpu);
    void searchNodes(const InstanceType &type, const Gpu &gpu, int nodes);
    const std::vector<Setting> &settings(const Gpu &gpu, int gpus);
    Setting settingFor(const Gpu &gpu, int gpus, PrecisionChoice precision);
    std::optional<MemoryEstimate> memory(const Gpu &gpu, int gpus, Precision precision, int batch, int accumulation, Ledger &ledger);
    std::optional<TimeEstimate> time(const InstanceType &type, const Gpu &gpu, int nodes, const Setting &s, Ledger &ledger);
    void addWallClock(Candidate &candidate);
    std::vector<int> nodeCounts(const InstanceType &type) const;

    const SearchContext &c;
    const Workload &m_workload;
    std::optional<std::int64_t> m_global;
    std::map<std::tuple<std::string, int>, std::vector<Setting>> m_settings;
    std::map<std::tuple<std::string, Precision, int>, std::optional<GpuStep>> m_steps; // card, precision, batch
    SearchResult m_result;
};

// Types that are ranked: self-service ones. Others appear (rejected, with the reason) when the user names them, and with the
// domestic requirement: domestic silicon itself, and H20, which texts wrongly name as such.
bool considered(const InstanceType &type, const Gpu &gpu, const Requirements &r)
{
    if (type.availability == Availability::SelfService)
        return true;
    if (r.domesticSilicon && (gpu.domestic || gpu.id == "H20"))
        return true;
    return namesFamily(r.families, type.family)
           || std::find(r.instanceTypes.begin(), r.instanceTypes.end(), type.id) != r.instanceTypes.end();
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

std::optional<MemoryEstimate> Search::memory(const Gpu &gpu, int gpus, Precision precision, int batch, int accumulation, Ledger &ledger)
{
    const bool checkpointing = m_workload.activationCheckpointing;
    const StepReplay *replay = c.cache.replay(batch, precision, checkpointing, gpus > 1, accumulation > 1);
    const auto *traced = c.cache.traced(batch, precision, checkpointing);
    if (!replay || !traced)
        return std::nullopt;
    Candidate setting;
    setting.gpus = gpus;
    setting.precision = precision;
    setting.batchPerGpu = batch;
    setting.accumulation = accumulation;
    return memoryOnCard(*replay, traced->graph, workloadOf(m_workload, setting), precision, gpus, gpu, c.knowledge, ledger, c.cache.validation());
}

// The largest batch that fits with certainty (fewest micro-steps), else the largest that fits tightly, else the smallest.
// Memory grows with the batch, so both borders are found by bisection over the divisors.
Setting Search::settingFor(const Gpu &gpu, int gpus, PrecisionChoice precision)
{
    Setting s;
    s.precision = precision.precision;
    s.substituted = precision.substituted;
    if (!m_global || *m_global < 1) {
        s.problem = Text(SP_T("core", "the plan gives neither a batch per GPU nor a global batch"));
        return s;
    }
    if (*m_global % gpus != 0) {
        s.problem = Text(SP_T("core", "a global batch of %1 cannot be split evenly over %2 GPUs"), {TextArg(*m_global), TextArg(gpus)});
        return s;
    }
    const std::int64_t perGpu = *m_global / gpus;
    std::vector<int> batches = divisorsUpTo(perGpu);
    // A batch that the user has fixed is never raised, and split only when it does not fit.
    const bool fixed = m_workload.batchPerGpu && std::binary_search(batches.begin(), batches.end(), *m_workload.batchPerGpu);
    if (m_workload.batchPerGpu && *m_workload.batchPerGpu >= 1)
        batches.erase(std::upper_bound(batches.begin(), batches.end(), *m_workload.batchPerGpu), batches.end());
    s.looked = batches.size();
    Ledger scratch;
    std::map<int, Fits> verdicts;
    const auto fits = [&](std::size_t i) {
        const int batch = batches[i];
        if (const auto it = verdicts.find(batch); it != verdicts.end())
            return it->second;
        const auto m = memory(gpu, gpus, precision.precision, batch, static_cast<int>(perGpu / batch), scratch);
        return verdicts[batch] = m ? m->fits : Fits::No;
    };
    const auto largest = [&](auto &&accept) -> std::optional<std::size_t> {
        std::size_t low = 0, high = batches.size(); // batches[0, low) accepted, [high, end) not
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (accept(fits(middle)))
                low = middle + 1;
            else
                high = middle;
        }
        return low > 0 ? std::optional(low - 1) : std::nullopt;
    };
    std::optional<std::size_t> index;
    if (fixed && fits(batches.size() - 1) != Fits::No)
        index = batches.size() - 1;
    if (!index)
        index = largest([](Fits f) { return f == Fits::Yes; });
    if (!index)
        index = largest([](Fits f) { return f != Fits::No; });
    const std::size_t chosen = index.value_or(0);
    s.batch = batches[chosen];
    s.accumulation = static_cast<int>(perGpu / s.batch);
    s.memory = memory(gpu, gpus, s.precision, s.batch, s.accumulation, c.ledger);
    if (!s.memory) {
        const auto &failure = c.cache.failure();
        s.problem = failure && !failure->empty() ? failure->front().what : Text(SP_T("core", "the model cannot be built with this batch"));
        return s;
    }
    const auto *traced = c.cache.traced(s.batch, s.precision, m_workload.activationCheckpointing);
    if (s.batch == 1 && !(gpus > 1 && m_workload.syncBatchNorm) && traced)
        s.problem = singleValueNorm(traced->graph);
    return s;
}

const std::vector<Setting> &Search::settings(const Gpu &gpu, int gpus)
{
    const auto key = std::make_tuple(gpu.id, gpus);
    if (const auto it = m_settings.find(key); it != m_settings.end())
        return it->second;
    std::vector<Setting> out;
    for (const PrecisionChoice p : precisionsFor(m_workload, gpu))
        out.push_back(settingFor(gpu, gpus, p));
    return m_settings.emplace(key, std::move(out)).first->second;
}

std::optional<TimeEstimate> Search::time(const InstanceType &type, const Gpu &gpu, int nodes, const Setting &s, Ledger &ledger)
{
    const auto *traced = s.memory ? c.cache.traced(s.batch, s.precision, m_workload.activationCheckpointing) : nullptr;
    if (!traced)
        return std::nullopt;
    HostShape host;
    host.vcpu = type.vcpu;
    host.gpusPerNode = type.gpuCount;
    host.nodes = nodes;
    host.nvlink = type.nvlink;
    host.networkGbps = type.networkGbps;
    host.rdmaGbps = type.rdmaGbps;
    Candidate setting;
    setting.gpus = type.gpuCount;
    setting.nodes = nodes;
    setting.precision = s.precision;
    setting.batchPerGpu = s.batch;
    setting.accumulation = s.accumulation;
    const Workload w = workloadOf(m_workload, setting);
    const auto key = std::make_tuple(gpu.id, s.precision, s.batch);
    auto step = m_steps.find(key);
    if (step == m_steps.end())
        step = m_steps.emplace(key, gpuStep(traced->work(), w, s.precision, gpu, c.knowledge, c.ledger)).first;
    if (!step->second)
        return std::nullopt;
    return estimateTime(*step->second, w, s.accumulation, gpu, host, c.knowledge, ledger);
}

void Search::addWallClock(Candidate &candidate)
{
    const int runs = std::max(1, c.plan.requirements.runs);
    if (!candidate.time || !m_global || *m_global > std::numeric_limits<int>::max())
        return;
    const auto iterations = iterationsOf(workloadOf(m_workload, candidate), static_cast<int>(*m_global), c.knowledge);
    if (!iterations)
        return;
    const double steps = static_cast<double>(*iterations) * runs;
    const TimeEstimate &t = *candidate.time;
    candidate.wallClock = Range<Seconds>{t.low * steps, t.perIteration.value * steps, t.high * steps};
    Term term;
    term.key = "job.wall-clock";
    term.title = SP_T("core", "Duration of the whole job");
    term.formula = "T = n x t x r";
    term.inputs = {{"n", SP_T("core", "Iterations of one run"), Quantity::count(static_cast<double>(*iterations)), FieldLink{m_workload.schedule.unit == Schedule::Unit::Epochs ? "/workload/schedule/epochs" : "/workload/schedule/iterations"}},
                   {"t", SP_T("core", "One iteration"), t.perIteration.value, TermLink{t.perIteration.term}},
                   {"r", SP_T("core", "Runs"), Quantity::count(runs), FieldLink{"/requirements/runs"}}};
    term.result = Quantity(Quantity::Unit::Hours, candidate.wallClock->mid.hours());
    term.low = Quantity(Quantity::Unit::Hours, candidate.wallClock->low.hours());
    term.high = Quantity(Quantity::Unit::Hours, candidate.wallClock->high.hours());
    term.notes = {SP_T("core", "Validation runs, start-up and copying the data are not counted.")};
    candidate.wallClockTerm = c.ledger.note(std::move(term));
}

std::vector<int> Search::nodeCounts(const InstanceType &type) const
{
    if (m_workload.nodes > 1)
        return {m_workload.nodes};
    if (!c.plan.requirements.allowMultiNode || m_workload.gpus)
        return {1};
    std::vector<int> out = {1};
    for (int n = 2; n <= 8 && n * type.gpuCount <= c.plan.requirements.maxGpus; n *= 2)
        out.push_back(n);
    return out;
}

void Search::searchNodes(const InstanceType &type, const Gpu &gpu, int nodes)
{
    const Requirements &r = c.plan.requirements;
    // With a fixed GPU count the other sizes are named and rejected, but not computed.
    static const std::vector<Setting> none;
    const bool otherCount = m_workload.gpus && *m_workload.gpus != type.gpuCount;
    const std::vector<Setting> &all = otherCount ? none : settings(gpu, type.gpuCount * nodes);
    const std::size_t offers = std::max<std::size_t>(1, r.regions.size()) * std::max<std::size_t>(1, r.purchase.size());
    for (const Setting &s : all)
        m_result.combinations += s.looked * offers;

    // Of several precisions take what fits best, then what is fastest; earlier in the order of preference wins within 1 %.
    const Setting *best = nullptr;
    std::optional<TimeEstimate> bestTime;
    if (all.size() == 1) {
        best = &all.front();
        bestTime = time(type, gpu, nodes, *best, c.ledger);
    } else {
        const auto grade = [](const Setting &s) { return s.problem || !s.memory ? 3 : static_cast<int>(s.memory->fits); };
        Ledger scratch;
        for (const Setting &s : all) {
            const auto t = time(type, gpu, nodes, s, scratch);
            const bool better = !best || grade(s) < grade(*best)
                                || (grade(s) == grade(*best) && t && (!bestTime || t->perIteration.value < bestTime->perIteration.value * 0.99));
            if (better) {
                best = &s;
                bestTime = t;
            }
        }
        if (best)
            bestTime = time(type, gpu, nodes, *best, c.ledger);
    }

    Candidate base;
    base.instanceType = type.id;
    base.gpu = gpu.id;
    base.gpus = type.gpuCount;
    base.nodes = nodes;
    base.precision = m_workload.precision.value_or(Precision::Fp32);
    if (best) {
        base.precision = best->precision;
        base.batchPerGpu = best->batch;
        base.accumulation = best->accumulation;
        base.memory = best->memory;
        base.time = bestTime;
    }
    addWallClock(base);
    const auto *traced = best && best->memory ? c.cache.traced(best->batch, best->precision, m_workload.activationCheckpointing) : nullptr;
    const std::int64_t parameters = traced ? traced->graph.parameterCount() : 0;
    std::optional<DiskPair> disks;
    if (base.wallClock)
        disks = chooseDisks(m_workload, type, nodes, m_global.value_or(1), base.time->perIteration.value.count(), parameters, r.runs,
                            c.knowledge, nullptr);

    const std::vector<Purchase> purchases = r.purchase.empty() ? std::vector<Purchase>{Purchase::PayAsYouGo} : r.purchase;
    for (const std::string &region : r.regions) {
        const auto priceOf = [&](PriceModel model) { return priceFor(type.id, region, model, c.knowledge, c.prices); };
        const bool hourly = priceOf(PriceModel::Hour).has_value();
        const bool anyPrice = std::any_of(purchases.begin(), purchases.end(), [&](Purchase p) { return priceOf(priceModelOf(p)).has_value(); });
        for (const Purchase purchase : purchases) {
            Candidate candidate = base;
            candidate.region = region;
            candidate.purchase = purchase;
            if (disks) {
                candidate.cost = estimateCost(type, region, purchase, *base.wallClock, nodes, disks->system, disks->data, r.storageMonths,
                                              c.knowledge, c.prices, c.ledger, base.wallClockTerm);
            }
            RuleInput rules{candidate, type, gpu, c.plan};
            rules.price = priceOf(priceModelOf(purchase));
            rules.hourlyPriceKnown = hourly;
            if (rules.price)
                candidate.priceAsOf = rules.price->source.date;
            if (!best || best->substituted)
                rules.substitutedFor = m_workload.precision;
            if (best)
                rules.batchProblem = best->problem;
            if (base.time)
                rules.hostMemoryNeeded = hostMemoryFloor(workloadOf(m_workload, candidate), type.gpuCount, base.time->vcpuNeeded / nodes, c.knowledge);
            if (auto reason = firstFailedRule(rules)) {
                candidate.status = CandidateStatus::Rejected;
                candidate.reasons.push_back(std::move(*reason));
            } else {
                // Acceptable with certainty: the whole range of memory fits and the whole range of hours meets the deadline.
                const bool late = r.deadlineHours && candidate.wallClock->high.hours() > *r.deadlineHours;
                candidate.status = candidate.memory->fits == Fits::Yes && !late ? CandidateStatus::Ok : CandidateStatus::Tight;
            }
            if (best && best->substituted) {
                Reason reason;
                reason.code = "precision";
                reason.message = best->precision == Precision::AmpFp16
                                     ? Text(SP_T("core", "%1 has no BF16: FP16 with loss scaling instead"), {gpu.id})
                                     : Text(SP_T("core", "%1 has no TF32: plain FP32 instead"), {gpu.id});
                candidate.reasons.push_back(std::move(reason));
            }
            m_result.candidates.push_back(std::move(candidate));
            if (!anyPrice)
                break; // one row says that nothing is known here
        }
    }
}

void Search::searchType(const InstanceType &type, const Gpu &gpu)
{
    for (const int nodes : nodeCounts(type))
        searchNodes(type, gpu, nodes);
}

SearchResult Search::run()
{
    for (const InstanceType &type : c.knowledge.instanceTypes) {
        if (c.cancelled && c.cancelled()) {
            m_result.cancelled = true;
            return std::move(m_result);
        }
        const Gpu *gpu = c.knowledge.gpu(type.gpu);
        if (!gpu || type.gpuCount < 1 || !considered(type, *gpu, c.plan.requirements))
            continue;
        searchType(type, *gpu);
    }
    return std::move(m_result);
}

} // namespace

SearchResult searchCandidates(const SearchContext &context) { return Search(context).run(); }

} // namespace segplan
