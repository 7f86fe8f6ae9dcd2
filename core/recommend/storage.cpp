// Where to keep the data: the chosen disk and its alternatives, each with size, speed, price and what it does to the step.
#include "recommend/hosting_detail.h"

#include <algorithm>

namespace segplan {

namespace hosting {

Workload asRun(const Workload &workload, const Candidate &candidate)
{
    Workload w = workload;
    w.batchPerGpu = candidate.batchPerGpu;
    w.gradientAccumulation = candidate.accumulation;
    w.gpus = candidate.gpus;
    w.nodes = candidate.nodes;
    w.precision = candidate.precision;
    return w;
}

Step::Step(const Candidate &candidate, const Workload &workload, const Knowledge &knowledge) : m_workload(asRun(workload, candidate))
{
    const Gpu *gpu = knowledge.gpu(candidate.gpu);
    if (!candidate.time || !gpu)
        return;
    m_rates = inputRates(m_workload, *gpu, knowledge);
    m_card = candidate.time->gpu.value.count();
    m_images = static_cast<double>(candidate.batchPerGpu) * candidate.accumulation * std::max(1, candidate.gpus);
}

Step Step::with(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge) const
{
    Step other;
    other.m_workload = workload;
    other.m_rates = inputRates(workload, gpu, knowledge);
    other.m_card = m_card;
    other.m_images = m_images;
    return other;
}

double Step::firstEpochSeconds(const HostShape &host) const
{
    InputEstimate e = input(host);
    e.total = std::max(e.cpu, e.firstEpochRead);
    return stepSeconds(m_card, e, m_rates->sharpness);
}

} // namespace hosting

using namespace hosting;

namespace {

std::optional<Money> plus(std::optional<Money> a, const std::optional<Money> &b)
{
    if (!a || !b || a->currency() != b->currency())
        return std::nullopt;
    return *a + *b;
}

std::optional<Money> times(const std::optional<Money> &a, int n) { return a ? std::optional(a->times(n)) : std::nullopt; }

class Options {
public:
    Options(const Candidate &candidate, const InstanceType &onType, const Plan &plan, const DiskNeed &needed, const DiskPair &taken, std::int64_t parameters,
            const Knowledge &knowledge)
        : c(candidate), type(onType), k(knowledge), step(candidate, plan.workload, knowledge), need(needed), data(datasetFacts(plan.workload, knowledge)), chosen(taken)
    {
        Workload elsewhere = plan.workload, behindCache = plan.workload;
        elsewhere.input.location = DataLocation::Nas;
        behindCache.input.location = DataLocation::OssCached;
        checkpoints = diskNeed(elsewhere, type, candidate.nodes, 0, 0, parameters, plan.requirements.runs, 0, knowledge);
        cache = diskNeed(behindCache, type, candidate.nodes, 0, 0, parameters, plan.requirements.runs, 0, knowledge);
        cache.mbps = need.mbps;
        cache.iops = need.iops;
    }

    std::vector<StorageOption> all();

private:
    void disk(const char *id, const StorageKind &kind, std::int64_t gib);
    void store(const char *id, const char *storeId, StorageShape shape, bool cached);
    void finish(StorageOption o, const StorageShape &shape);
    bool have(const std::string &kind, std::int64_t gib) const
    {
        return std::any_of(out.begin(), out.end(), [&](const StorageOption &o) { return o.disk == kind && o.gib == gib && o.store.empty(); });
    }

    const Candidate &c;
    const InstanceType &type;
    const Knowledge &k;
    Step step;
    DiskNeed need, checkpoints, cache; // the disk that remains when the data are elsewhere, and when ossfs caches them on it
    DatasetFacts data;
    const DiskPair &chosen;
    std::vector<StorageOption> out;
};

// The step with the option, and its sentence.
void Options::finish(StorageOption o, const StorageShape &shape)
{
    if (shape.mbps > 0)
        o.mbps = shape.mbps;
    if (shape.iops > 0)
        o.iops = shape.iops;
    if (step.valid() && shape.mbps > 0) {
        HostShape host = hostShape(type, c.nodes);
        const double ideal = step.seconds(host);
        host.storage = shape;
        o.perIteration = Seconds(step.seconds(host));
        o.firstEpochIteration = Seconds(step.firstEpochSeconds(host));
        o.keepsUp = o.perIteration->count() <= 1.01 * ideal;
    }
    const StorageKind *kind = k.storageKind(o.disk), *where = k.storageKind(o.store);
    const TextArg price = o.monthly ? TextArg(Text(SP_T("core", "%1 a month"), {textArg(*o.monthly)})) : TextArg(Text(SP_T("core", "price not known")));
    const TextArg speed = o.mbps ? TextArg(Text(SP_T("core", "%1 MB/s"), {TextArg(*o.mbps, 0)})) : TextArg(Text(SP_T("core", "speed not known")));
    const TextArg takes = o.perIteration ? TextArg(Text(SP_T("core", "%1 per iteration, %2 in the first epoch"),
                                                        {textArg(Quantity(*o.perIteration)), textArg(Quantity(*o.firstEpochIteration))}))
                                         : TextArg(Text(SP_T("core", "step not known")));
    const TextArg diskName = kind ? TextArg(kind->name) : TextArg(o.disk);
    if (where)
        o.text = Text(SP_T("core", "%1 for the data, %2 with %3 GiB beside it: %4, %5, %6"), {TextArg(where->name), diskName, TextArg(o.gib), speed, takes, price});
    else
        o.text = Text(SP_T("core", "%1, %2 GiB: %3, %4, %5"), {diskName, TextArg(o.gib), speed, takes, price});
    out.push_back(std::move(o));
}

void Options::disk(const char *id, const StorageKind &kind, std::int64_t gib)
{
    if (have(kind.id, gib))
        return;
    StorageOption o;
    o.id = id;
    o.disk = kind.id;
    o.gib = gib;
    o.monthly = times(monthly(&kind, gib, c.region, k), std::max(1, c.nodes));
    finish(std::move(o), diskShape(kind, gib, type));
}

void Options::store(const char *id, const char *storeId, StorageShape shape, bool cached)
{
    const StorageKind *where = k.storageKind(storeId);
    if (!where || !data.bytes)
        return;
    StorageOption o;
    o.id = id;
    o.store = storeId;
    o.location = shape.location;
    const auto offer = cheapestDisk(cached ? cache : checkpoints, type, k);
    if (!offer)
        return;
    o.disk = offer->kind->id;
    o.gib = offer->gib;
    if (cached) {
        StorageShape disk = diskShape(*offer->kind, offer->gib, type);
        disk.location = DataLocation::OssCached;
        disk.firstMbps = shape.mbps;
        disk.firstLatency = shape.latency;
        shape = disk;
        o.location = DataLocation::OssCached;
    }
    const auto gib = static_cast<std::int64_t>(data.bytes->gib()) + 1;
    o.monthly = plus(times(monthly(offer->kind, offer->gib, c.region, k), std::max(1, c.nodes)), monthly(where, gib, c.region, k));
    finish(std::move(o), shape);
}

std::vector<StorageOption> Options::all()
{
    const StorageKind *now = chosen.data ? k.storageKind(chosen.data->storageKind) : nullptr;
    if (now)
        disk("chosen", *now, chosen.data->gib);
    if (const StorageKind *pl3 = level(k, "cloud_essd", "PL3"); pl3 && takes(type, *pl3))
        disk("rule", *pl3, std::max(need.gib, pl3->minGib.value_or(1)));
    // Next cheaper and next faster: other levels at the size that capacity and, where they can, speed ask for.
    const StorageKind *cheaper = nullptr, *faster = nullptr;
    std::int64_t cheaperGib = 0, fasterGib = 0;
    const auto cost = [&](const StorageKind &kind, std::int64_t gib) { return kind.pricePerGibMonth ? kind.pricePerGibMonth->amount() * static_cast<double>(gib) : 0.0; };
    for (const StorageKind &kind : k.storage) {
        if (!now || &kind == now || !takes(type, kind) || !kind.pricePerGibMonth || kind.pricePerGibMonth->currency() != Currency::CNY)
            continue;
        DiskNeed capacity = need;
        capacity.mbps = capacity.iops = 0;
        const auto offer = offerOf(kind, capacity);
        if (!offer)
            continue;
        const double price = cost(kind, offer->gib), mine = cost(*now, chosen.data->gib);
        const double speed = kind.mbps(offer->gib).value_or(0), mySpeed = now->mbps(chosen.data->gib).value_or(0);
        if (price < mine && (!cheaper || price > cost(*cheaper, cheaperGib))) {
            cheaper = &kind;
            cheaperGib = offer->gib;
        }
        if (speed > mySpeed && (!faster || price < cost(*faster, fasterGib))) {
            faster = &kind;
            fasterGib = offer->gib;
        }
    }
    if (cheaper)
        disk("cheaper", *cheaper, cheaperGib);
    if (faster)
        disk("faster", *faster, fasterGib);
    if (const StorageKind *automatic = k.storageKind("essd-autopl"); automatic && takes(type, *automatic))
        disk("autopl", *automatic, need.gib);
    store("nas", "nas-performance", nasShape("storage.nas.performance.mbps", type, k), false);
    store("nas", "nas-capacity", nasShape("storage.nas.capacity.mbps", type, k), false);
    store("oss", "oss-standard", ossShape(type, c.nodes, k), false);
    store("oss-cached", "oss-standard", ossShape(type, c.nodes, k), true);
    return std::move(out);
}

} // namespace

StorageAdvice storageAdvice(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                            const Knowledge &knowledge, Ledger &ledger)
{
    StorageAdvice advice;
    const std::int64_t images = static_cast<std::int64_t>(candidate.batchPerGpu) * candidate.accumulation * candidate.gpus * candidate.nodes;
    const Workload w = asRun(plan.workload, candidate);
    // What the step asks for when nothing waits for storage.
    const Step step(candidate, plan.workload, knowledge);
    const HostShape host = hostShape(type, candidate.nodes);
    const double seconds = step.valid() ? step.seconds(host) : candidate.time ? candidate.time->perIteration.value.count() : 0;
    const double cached = step.valid() ? step.input(host).cachedShare : 0;
    const DiskPair pair = chooseDisks(w, type, candidate.nodes, images, seconds, parameters, plan.requirements.runs, knowledge, &ledger, &advice.neededMbps);
    advice.systemDisk = pair.system;
    advice.dataDisk = pair.data;
    const DiskNeed need = diskNeed(w, type, candidate.nodes, images, seconds, parameters, plan.requirements.runs, cached, knowledge);
    if (const StorageKind *pl3 = level(knowledge, "cloud_essd", "PL3")) {
        advice.ruleDisk.storageKind = pl3->id;
        advice.ruleDisk.gib = std::max(need.gib, pl3->minGib.value_or(1));
        advice.ruleDisk.reason = Text(SP_T("core", "The rule of thumb asks for ESSD PL3, which starts at %1 GiB."), {TextArg(pl3->minGib.value_or(1))});
        advice.ruleMonthly = times(monthly(pl3, advice.ruleDisk.gib, candidate.region, knowledge), std::max(1, candidate.nodes));
    }
    if (pair.data)
        advice.chosenMonthly = times(monthly(knowledge.storageKind(pair.data->storageKind), pair.data->gib, candidate.region, knowledge), std::max(1, candidate.nodes));
    advice.options = Options(candidate, type, plan, need, pair, parameters, knowledge).all();

    const DatasetFacts data = datasetFacts(plan.workload, knowledge);
    const Bytes sharedFrom(static_cast<std::int64_t>(policy(knowledge, "storage.rule.shared-from", 1e11))); // the rule: 100 GB
    const auto stored = [&](const char *id) -> TextArg {
        const std::optional<Money> price = data.bytes ? monthly(knowledge.storageKind(id), static_cast<std::int64_t>(data.bytes->gib()) + 1, candidate.region, knowledge) : std::nullopt;
        return price ? textArg(*price) : TextArg(Text(SP_T("core", "price not known")));
    };
    if (!data.bytes) {
        advice.cacheReason = SP_T("core", "The size of the data set is not known: from 100 GB on, keep it on NAS or OSS and cache it on the data disk.");
    } else if (*data.bytes < sharedFrom) {
        advice.cacheReason = Text(SP_T("core", "%1 fit on the data disk: no NAS and no OSS cache needed (rule: from 100 GB)."), {textArg(*data.bytes)});
    } else if (candidate.nodes > 1) {
        advice.cache = "nas";
        advice.cacheReason = Text(SP_T("core", "%1 for %2 nodes: one NAS file system that all nodes mount (%3 a month), copied to each data disk before training."),
                                  {textArg(*data.bytes), TextArg(candidate.nodes), stored("nas-performance")});
    } else {
        advice.cache = "oss-ossfs";
        advice.cacheReason = Text(SP_T("core", "%1: keep the data in OSS (%2 a month) and read it through OSSFS with its cache on the data disk; NAS (%3 a month) where many jobs share it."),
                                  {textArg(*data.bytes), stored("oss-standard"), stored("nas-performance")});
    }
    return advice;
}

} // namespace segplan
