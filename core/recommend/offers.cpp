// What regions and ways of buying make of the machines: job, money, rules, order. Numbers only.
#include "recommend/objective.h"

#include <algorithm>

namespace segplan {

std::optional<Seconds> Search::validationSeconds(const Gpu &gpu)
{
    const auto [it, inserted] = m_validationSeconds.try_emplace(&gpu);
    if (!inserted || !m_validation)
        return it->second;
    const Workload &w = m_plan.workload;
    const int batch = std::max(1, std::min(w.batchPerGpu.value_or(1), 2)); // as the first trace of an evaluation
    if (const GpuStep *step = stepAt(gpu, Precision::Fp32, w.activationCheckpointing, batch))
        it->second = validationForward(*step, w.cropHeight, w.cropWidth, {m_validation->mode == ValidationMode::Slide, m_validation->height, m_validation->width});
    return it->second;
}

JobInput Search::jobInput(const Machine &machine, const Run &run, const std::string &region, Purchase purchase)
{
    const Workload &w = m_plan.workload;
    const Requirements &r = m_plan.requirements;
    JobInput in;
    in.purchase = purchase;
    in.job = m_plan.job;
    in.nodes = machine.nodes;
    in.gpusPerNode = machine.type->gpuCount;
    in.runs = std::max(1, r.runs);
    in.storageMonths = r.storageMonths;
    in.localDisks = hasLocalDisks(*machine.type);
    in.perIteration = run.perIteration;
    in.iterations = m_iterations.value_or(0);
    in.scheduleInEpochs = w.schedule.unit == Schedule::Unit::Epochs;
    in.validates = !(w.validation && w.validation->mode == ValidationMode::Off);
    in.valImages = m_data.valImages;
    in.forwardPerImage = validationSeconds(*machine.gpu);
    if (const auto it = m_hostRates.find(machine.gpu); it != m_hostRates.end() && it->second.input)
        in.loaderPerImage = Seconds(it->second.input->decode + it->second.input->fixed);
    if (run.setting->step)
        in.checkpoint = checkpointBytes(run.setting->step->parameters, w.optimizer);
    const DiskChoice &disk = run.placed.disks.data ? *run.placed.disks.data : run.placed.disks.system;
    if (const StorageKind *kind = m_shared.knowledge.storageKind(disk.storageKind)) {
        in.diskWriteMbps = kind->mbps(disk.gib);
        if (in.diskWriteMbps && machine.type->diskMbpsMax)
            in.diskWriteMbps = std::min(*in.diskWriteMbps, *machine.type->diskMbpsMax);
    }
    in.dataBytes = m_data.bytes;
    const DataLocation location = run.placed.host.storage ? run.placed.host.storage->location : w.input.location.value_or(DataLocation::DataDisk);
    in.copiesData = location == DataLocation::DataDisk || location == DataLocation::HostMemory;
    in.networkGbps = machine.type->networkGbps;
    if (purchase == Purchase::Spot)
        in.spotRate = spotRate(m_plan.job, m_shared.prices.spotRecord(machine.type->id, region), m_shared.jobs.spot);
    in.deadlineHours = r.deadlineHours;
    return in;
}

std::optional<JobCost> Search::costOf(const Machine &machine, const Run &run, const JobEstimate &job, const std::string &region, Purchase purchase,
                                      const PriceSet &prices) const
{
    const DiskPair &disks = run.placed.disks;
    const std::optional<DiskChoice> store = sharedStore(m_plan.workload, m_shared.knowledge);
    return costOfJob({m_shared.knowledge, *machine.type, region, purchase, prices, job, machine.nodes, disks.system, disks.data ? &*disks.data : nullptr, store ? &*store : nullptr,
                      m_plan.requirements.storageMonths, m_plan.job.egressGb});
}

namespace {

// Of two outcomes on one machine, which the user would rather have: accepted, sure, then by objective.
auto preference(const Offer &o, Objective objective)
{
    const int progress = o.status == CandidateStatus::Rejected ? -static_cast<int>(o.failed) : 0;
    return std::make_tuple(static_cast<int>(o.status), progress, static_cast<int>(o.confidence), scoreOf(objective, static_cast<double>(o.cost), o.seconds));
}

} // namespace

Offer Search::offerOf(std::uint32_t machine, std::uint32_t region, Purchase purchase, const PriceSet &prices, Jobs &jobs)
{
    const Machine &m = m_machines[machine];
    const Requirements &r = m_plan.requirements;
    const std::string &place = regions()[region];
    Offer base;
    base.machine = machine;
    base.region = region;
    base.purchase = purchase;
    base.failed = m.failed;
    base.askFirst = askedFirst(*m.type);
    base.hourlyPriceKnown = prices.hour.has_value();
    const auto &quote = prices.of(purchase);
    base.priced = quote.has_value();
    base.weakPrice = quote && quote->weak();
    if (const StockRecord *stock = m_shared.stock(m.type->id, place, purchase))
        base.noStock = stock->status == StockStatus::None || stock->status == StockStatus::NoLongerSold;
    std::optional<Offer> best;
    for (std::uint32_t i = 0; i < m.runs.size(); ++i) {
        const Run &run = m.runs[i];
        Offer o = base;
        o.run = i;
        o.confidence = run.setting->confidence;
        RuleFacts facts;
        facts.batchProblem = run.setting->refusal != nullptr;
        facts.memoryKnown = run.setting->known;
        facts.fits = run.setting->memory.fits;
        facts.trainingFits = run.setting->memory.trainingFits;
        facts.hostMemoryNeeded = run.hostMemoryNeeded;
        OfferFacts offer;
        offer.priced = o.priced;
        offer.weakPrice = o.weakPrice;
        offer.networkKnown = m.networkKnown;
        offer.timed = run.timed;
        if (run.timed && run.scheduled) {
            // Regions differ in their spot records only.
            const SpotRecord *record = purchase == Purchase::Spot ? m_shared.prices.spotRecord(m.type->id, place) : nullptr;
            const auto [it, inserted] = jobs.try_emplace({i, purchase, record});
            if (inserted)
                it->second = estimateJob(jobInput(m, run, place, purchase), m_shared.jobs);
            const JobEstimate &job = it->second;
            o.timed = true;
            o.secondsLow = job.wallClock.low.count();
            o.seconds = job.wallClock.mid.count();
            o.secondsHigh = job.wallClock.high.count();
            offer.hours = job.wallClock.mid.hours();
            if (const auto cost = o.priced ? costOf(m, run, job, place, purchase, prices) : std::nullopt) {
                o.costed = true;
                o.currency = cost->currency;
                o.costLow = cost->total.low.micros();
                o.cost = cost->total.mid.micros();
                o.costHigh = cost->total.high.micros();
                offer.cost = cost->total.mid;
            }
        }
        if (o.failed == Rule::None)
            o.failed = failedSettingRule(facts, *m.type);
        if (o.failed == Rule::None)
            o.failed = failedOfferRule(offer, *m.type, m.nodes, r);
        if (o.failed == Rule::None) {
            // Acceptable with certainty: the whole ranges of memory, hours and money keep within the limits.
            const bool late = r.deadlineHours && o.secondsHigh > *r.deadlineHours * 3600;
            const bool dear = r.budget && r.budget->currency() == o.currency && r.budget->micros() < o.costHigh;
            o.status = o.confidence == Confidence::Surely && !late && !dear ? CandidateStatus::Ok : CandidateStatus::Tight;
        }
        if (!best || preference(o, r.objective) < preference(*best, r.objective))
            best = o;
    }
    if (best)
        return *best;
    if (base.failed == Rule::None) {
        RuleFacts facts;
        facts.batchProblem = m.settings && m.settings->problem;
        facts.precisionLacking = !facts.batchProblem;
        base.failed = failedSettingRule(facts, *m.type);
    }
    return base;
}

void Search::addOffers(std::uint32_t machine)
{
    const Machine &m = m_machines[machine];
    std::size_t added = 0, priced = 0;
    Jobs jobs;
    // With many regions one row says for all of them that no price is known.
    constexpr std::size_t rowPerRegion = 3;
    for (std::uint32_t region = 0; region < regions().size(); ++region) {
        const bool may = m_shared.mayHavePrice(*m.type, regions()[region]);
        const PriceSet prices = may ? m_shared.prices.prices(m.type->id, regions()[region], m_plan.job.spotPriceRatio) : PriceSet{};
        const bool any = std::any_of(m_purchases.begin(), m_purchases.end(), [&](Purchase p) { return prices.of(p).has_value(); });
        if (!any && regions().size() > rowPerRegion)
            continue;
        for (const Purchase purchase : m_purchases) {
            m_offers.push_back(offerOf(machine, region, purchase, prices, jobs));
            ++added;
            priced += m_offers.back().costed;
            if (!any)
                break; // one row says that nothing is known here
        }
    }
    m_offersPriced += priced;
    m_combinations += std::max<std::size_t>(1, m.timed) * std::max<std::size_t>(1, priced);
    if (added == 0 && !regions().empty()) {
        m_offers.push_back(offerOf(machine, 0, m_purchases.front(), PriceSet{}, jobs));
        m_offers.back().allRegions = true;
    }
}

namespace {

Currency referenceCurrency(const std::vector<Offer> &offers, const Plan &plan)
{
    if (plan.requirements.budget)
        return plan.requirements.budget->currency();
    // The currency of most accepted offers, yuan where both are alike: not that of whichever region stands first.
    std::size_t count[2] = {};
    for (const Offer &o : offers)
        count[static_cast<int>(o.currency)] += o.status != CandidateStatus::Rejected;
    return count[static_cast<int>(Currency::USD)] > count[static_cast<int>(Currency::CNY)] ? Currency::USD : Currency::CNY;
}

} // namespace

void Search::rank()
{
    const Currency reference = referenceCurrency(m_offers, m_plan);
    const Objective objective = m_plan.requirements.objective;
    // By how much a rejected offer misses its rule, where that can be measured: seconds, bytes.
    const auto shortfall = [&](const Offer &o) {
        if (o.failed == Rule::Deadline)
            return o.seconds;
        const Machine &m = m_machines[o.machine];
        if (o.failed != Rule::Memory || m.runs.empty())
            return 0.0;
        return m.gpu->usableMemory ? static_cast<double>((m.runs[o.run].setting->memory.device - *m.gpu->usableMemory).count()) : 1e300;
    };
    struct Key {
        int rejected, progress;
        double shortfall;
        int wait, foreign, status, confidence;
        Score score;
        std::uint32_t index;
    };
    std::vector<Key> keys;
    keys.reserve(m_offers.size());
    for (std::uint32_t i = 0; i < m_offers.size(); ++i) {
        const Offer &o = m_offers[i];
        const bool rejected = o.status == CandidateStatus::Rejected;
        Key k{};
        k.rejected = rejected;
        k.progress = rejected ? -static_cast<int>(o.failed) : 0; // later rules are nearer to the answer
        k.shortfall = rejected ? shortfall(o) : 0;
        k.wait = o.noStock || o.askFirst; // cannot be ordered at once
        k.foreign = o.costed && o.currency != reference;
        k.status = static_cast<int>(o.status);
        k.confidence = static_cast<int>(o.confidence);
        k.score = scoreOf(objective, o.costed ? static_cast<double>(o.cost) : 1e300, o.timed ? o.seconds : 1e300);
        k.index = i;
        keys.push_back(k);
    }
    // Ties by name, never by the order in which the user listed regions or ways of buying.
    const auto name = [&](std::uint32_t i) {
        const Offer &o = m_offers[i];
        const Machine &m = m_machines[o.machine];
        return std::tuple<const std::string &, int, const std::string &, Purchase>(m.type->id, m.nodes, regions()[o.region], o.purchase);
    };
    std::sort(keys.begin(), keys.end(), [&](const Key &a, const Key &b) {
        const auto x = std::tie(a.rejected, a.progress, a.shortfall, a.wait, a.foreign, a.status, a.confidence, a.score);
        const auto y = std::tie(b.rejected, b.progress, b.shortfall, b.wait, b.foreign, b.status, b.confidence, b.score);
        if (x < y)
            return true;
        return y < x ? false : name(a.index) < name(b.index);
    });
    std::vector<Offer> sorted;
    sorted.reserve(m_offers.size());
    for (const Key &k : keys)
        sorted.push_back(m_offers[k.index]);
    m_offers = std::move(sorted);
    markFront(m_offers);
}

const Offer *Search::best() const { return !m_offers.empty() && m_offers.front().status != CandidateStatus::Rejected ? &m_offers.front() : nullptr; }

AnswerBrief Search::brief(const Offer &o) const
{
    const Machine &m = m_machines[o.machine];
    AnswerBrief b;
    b.instanceType = m.type->id;
    b.region = regions()[o.region];
    b.gpu = m.gpu->id;
    b.gpus = m.type->gpuCount;
    b.nodes = m.nodes;
    b.purchase = o.purchase;
    b.confidence = o.confidence;
    b.wallClock = {Seconds(o.secondsLow), Seconds(o.seconds), Seconds(o.secondsHigh)};
    b.cost = {Money(o.currency, o.costLow), Money(o.currency, o.cost), Money(o.currency, o.costHigh)};
    if (!m.runs.empty()) {
        const Setting &s = *m.runs[o.run].setting;
        b.precision = s.precision;
        b.checkpointing = s.checkpointing;
        b.batchPerGpu = s.batch;
        b.accumulation = s.accumulation;
    }
    return b;
}

std::vector<Alternative> Search::alternatives(const Offer &o) const
{
    std::vector<Alternative> out;
    const Machine &m = m_machines[o.machine];
    if (!m.settings || m.runs.empty())
        return out;
    const auto rates = m_hostRates.find(m.gpu);
    const Setting *chosen = m.runs[o.run].setting;
    Workload w = m_workload;
    for (const Setting &s : m.settings->all) {
        if (!s.known)
            continue;
        Alternative a;
        a.precision = s.precision;
        a.checkpointing = s.checkpointing;
        a.batchPerGpu = s.batch;
        a.accumulation = s.accumulation;
        a.device = s.memory.device;
        a.low = s.memory.low;
        a.high = s.memory.high;
        a.confidence = s.confidence;
        a.chosen = &s == chosen;
        if (s.step && rates != m_hostRates.end()) {
            w.batchPerGpu = s.batch;
            w.gradientAccumulation = s.accumulation;
            w.precision = s.precision;
            w.activationCheckpointing = s.checkpointing;
            w.gpus = m.type->gpuCount;
            w.nodes = m.nodes;
            const PlacedStep placed = placeData(*s.step, w, s.accumulation, rates->second, *m.type, m.nodes, s.step->parameters, m_plan.requirements.runs, m_shared.knowledge);
            if (placed.time)
                a.perIteration = placed.time->perIteration.value;
        }
        out.push_back(a);
    }
    std::stable_sort(out.begin(), out.end(), [](const Alternative &a, const Alternative &b) {
        if (a.perIteration.has_value() != b.perIteration.has_value())
            return a.perIteration.has_value();
        return a.perIteration && *a.perIteration < *b.perIteration;
    });
    return out;
}

} // namespace segplan
