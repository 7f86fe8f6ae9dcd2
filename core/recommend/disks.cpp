// Disks from capacity and throughput, within the level's formula and the instance's caps; how fast NAS and OSS are read.
#include "estimate/cost/storage_price.h"
#include "recommend/hosting_detail.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace hosting {

namespace {

constexpr double bytesPerRead = 256 * 1024; // ESSD counts a read up to 256 KiB as one operation

std::int64_t roundedUp(double gib, std::int64_t step)
{
    const double steps = std::ceil(std::min(gib, 1e12) / static_cast<double>(step));
    return static_cast<std::int64_t>(steps) * step;
}

// Smallest size that reaches `needed`, or nothing when the level never does. Unknown formulas promise nothing.
std::optional<std::int64_t> sizeFor(std::optional<double> base, std::optional<double> perGib, std::optional<double> max, double needed)
{
    if (needed <= 0)
        return 1;
    if (!base || !perGib || !max || *max < needed)
        return std::nullopt;
    if (*base >= needed)
        return 1;
    return *perGib > 0 ? std::optional(roundedUp((needed - *base) / *perGib, 10)) : std::nullopt;
}

int optimizerStates(Optimizer o)
{
    switch (o) {
    case Optimizer::Sgd: return 0;
    case Optimizer::SgdMomentum: return 1;
    case Optimizer::Adam:
    case Optimizer::AdamW: return 2;
    }
    return 1;
}

} // namespace

double policy(const Knowledge &knowledge, const char *key, double usual)
{
    const Calibration *c = knowledge.calibrated(key);
    return c ? c->value : usual;
}

bool takes(const InstanceType &type, const StorageKind &kind)
{
    if (kind.kind != "disk" || kind.apiCategory.empty())
        return false;
    if (type.diskCategories.empty())
        return kind.apiCategory == "cloud_essd" || kind.apiCategory == "cloud_auto";
    return std::find(type.diskCategories.begin(), type.diskCategories.end(), kind.apiCategory) != type.diskCategories.end();
}

DiskNeed diskNeed(const Workload &w, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration, std::int64_t parameters,
                  int runs, double cachedShare, const Knowledge &knowledge)
{
    const DatasetFacts data = datasetFacts(w, knowledge);
    const DataLocation location = w.input.location.value_or(DataLocation::DataDisk);
    const bool elsewhere = location == DataLocation::Nas || location == DataLocation::Oss;
    DiskNeed need;
    need.checkpoint = Bytes(saturatedProduct(parameters, 4 * (1 + optimizerStates(w.optimizer))));
    need.content = need.checkpoint * static_cast<std::int64_t>(policy(knowledge, "storage.policy.checkpoints", 10)) * std::max(1, runs);
    if (!elsewhere)
        need.content += data.bytes.value_or(Bytes()).scaled(location == DataLocation::OssCached ? 1 : policy(knowledge, "storage.policy.copies", 2));
    need.gib = std::max<std::int64_t>(20, roundedUp(need.content.gib() * policy(knowledge, "storage.policy.free", 1.2), 10));
    const auto perImage = data.bytesPerImage();
    if (!perImage || elsewhere || secondsPerIteration <= 0)
        return need;
    const double imagesPerSecond = static_cast<double>(globalBatch) / secondsPerIteration / std::max(1, nodes);
    need.fullMbps = imagesPerSecond * *perImage / 1e6;
    need.mbps = need.fullMbps * (1 - cachedShare);
    need.iops = imagesPerSecond * (std::ceil(*perImage / bytesPerRead) + 1) * (1 - cachedShare); // the label is a file of its own
    // Speed beyond the instance's limit cannot be used.
    if (type.diskMbpsMax)
        need.mbps = std::min(need.mbps, *type.diskMbpsMax);
    if (type.diskIopsMax)
        need.iops = std::min(need.iops, *type.diskIopsMax);
    return need;
}

std::optional<DiskOffer> offerOf(const StorageKind &kind, const DiskNeed &need)
{
    const auto speedSize = sizeFor(kind.mbpsBase, kind.mbpsPerGib, kind.mbpsMax, need.mbps);
    const auto iopsSize = sizeFor(kind.iopsBase, kind.iopsPerGib, kind.iopsMax, need.iops);
    DiskOffer offer{&kind, std::max(need.gib, kind.minGib.value_or(1)), speedSize && iopsSize};
    if (offer.fastEnough)
        offer.gib = std::max({offer.gib, *speedSize, *iopsSize});
    if (kind.maxGib && offer.gib > *kind.maxGib)
        return std::nullopt;
    return offer;
}

std::optional<DiskOffer> cheapestDisk(const DiskNeed &need, const InstanceType &type, const Knowledge &knowledge)
{
    std::optional<DiskOffer> best;
    double bestPrice = 0, bestSpeed = 0;
    for (const StorageKind &kind : knowledge.storage) {
        // The list of another site has the same levels in another currency.
        if (!takes(type, kind) || !kind.pricePerGibMonth || kind.pricePerGibMonth->currency() != Currency::CNY)
            continue;
        if (takesEssd(type) && kind.apiCategory != "cloud_essd")
            continue;
        const auto offer = offerOf(kind, need);
        if (!offer)
            continue;
        const double price = kind.pricePerGibMonth->amount() * static_cast<double>(offer->gib);
        const double speed = kind.mbps(offer->gib).value_or(0);
        const bool better = !best || (offer->fastEnough && !best->fastEnough)
                            || (offer->fastEnough == best->fastEnough && (offer->fastEnough ? price < bestPrice : speed > bestSpeed));
        if (better) {
            best = offer;
            bestPrice = price;
            bestSpeed = speed;
        }
    }
    return best;
}

const StorageKind *level(const Knowledge &knowledge, const std::string &category, const std::string &performanceLevel)
{
    const StorageKind *found = nullptr;
    for (const StorageKind &kind : knowledge.storage) {
        if (kind.kind != "disk" || kind.apiCategory != category || kind.performanceLevel != performanceLevel)
            continue;
        const bool cny = kind.pricePerGibMonth && kind.pricePerGibMonth->currency() == Currency::CNY;
        if (!found || cny)
            found = &kind;
        if (cny)
            break;
    }
    return found;
}

// A month at the hourly rate that pay-as-you-go disks are billed by, as the cost of the job counts it; the monthly price where no hourly one is known.
std::optional<Money> monthly(const StorageKind *kind, std::int64_t gib, const std::string &region, const Knowledge &knowledge)
{
    const Calibration *hours = knowledge.calibrated("price.month.length");
    for (const Currency currency : {Currency::CNY, Currency::USD}) {
        const StoragePrice price = kind ? storagePrice(*kind, region, currency, knowledge) : StoragePrice{};
        if (price.perGibHour && !price.derivedHour && hours)
            return price.perGibHour->times(static_cast<double>(gib) * hours->value);
        if (price.perGibMonth)
            return price.perGibMonth->times(static_cast<double>(gib));
    }
    return std::nullopt;
}

std::optional<Money> hourly(const StorageKind *kind, std::int64_t gib, const std::string &region, Currency currency, const Knowledge &knowledge)
{
    const StoragePrice price = kind ? storagePrice(*kind, region, currency, knowledge) : StoragePrice{};
    return price.perGibHour ? std::optional(price.perGibHour->times(static_cast<double>(gib))) : std::nullopt;
}

StorageShape diskShape(const StorageKind &kind, std::int64_t gib, const InstanceType &type)
{
    StorageShape s;
    s.mbps = kind.mbps(gib).value_or(0);
    s.iops = kind.iops(gib).value_or(0);
    if (type.diskMbpsMax && s.mbps > 0)
        s.mbps = std::min(s.mbps, *type.diskMbpsMax);
    if (type.diskIopsMax && s.iops > 0)
        s.iops = std::min(s.iops, *type.diskIopsMax);
    return s;
}

StorageShape nasShape(const char *speedKey, const InstanceType &type, const Knowledge &knowledge)
{
    StorageShape s;
    s.location = DataLocation::Nas;
    s.mbps = policy(knowledge, speedKey, 0);
    if (type.networkGbps)
        s.mbps = std::min(s.mbps, *type.networkGbps * 1000 / 8);
    s.latency = policy(knowledge, "storage.nas.latency", 0);
    return s;
}

StorageShape ossShape(const InstanceType &type, int nodes, const Knowledge &knowledge)
{
    StorageShape s;
    s.location = DataLocation::Oss;
    s.mbps = policy(knowledge, "storage.oss.mbps", 0) / std::max(1, nodes); // the limit is the account's
    if (type.networkGbps)
        s.mbps = std::min(s.mbps, *type.networkGbps * 1000 / 8 * policy(knowledge, "storage.oss.network-share", 1));
    s.latency = policy(knowledge, "storage.oss.latency", 0);
    return s;
}

} // namespace hosting

using namespace hosting;

bool takesEssd(const InstanceType &type)
{
    return type.diskCategories.empty()
           || std::find(type.diskCategories.begin(), type.diskCategories.end(), "cloud_essd") != type.diskCategories.end();
}

namespace {

DiskPair disksFor(const DiskNeed &need, const InstanceType &type, const Knowledge &knowledge)
{
    DiskPair pair;
    const StorageKind *system = takesEssd(type) ? level(knowledge, "cloud_essd", "PL1") : level(knowledge, "cloud_ssd", "");
    pair.system.storageKind = system ? system->id : "";
    pair.system.gib = static_cast<std::int64_t>(policy(knowledge, "storage.policy.image", 100) + policy(knowledge, "storage.policy.software", 20));
    pair.data.emplace();
    pair.data->gib = need.gib;
    if (const auto offer = cheapestDisk(need, type, knowledge)) {
        pair.data->storageKind = offer->kind->id;
        pair.data->gib = offer->gib;
    }
    return pair;
}

} // namespace

std::optional<StorageShape> storageShape(const Workload &workload, const DiskPair &disks, const InstanceType &type, int nodes, const Knowledge &knowledge)
{
    const DataLocation location = workload.input.location.value_or(DataLocation::DataDisk);
    if (location == DataLocation::Nas)
        return nasShape("storage.nas.performance.mbps", type, knowledge);
    if (location == DataLocation::Oss)
        return ossShape(type, nodes, knowledge);
    const StorageKind *kind = disks.data ? knowledge.storageKind(disks.data->storageKind) : nullptr;
    if (!kind)
        return std::nullopt;
    StorageShape s = diskShape(*kind, disks.data->gib, type);
    s.location = location;
    if (location == DataLocation::OssCached) {
        const StorageShape oss = ossShape(type, nodes, knowledge);
        s.firstMbps = oss.mbps;
        s.firstLatency = oss.latency;
    }
    return s;
}

std::optional<DiskChoice> sharedStore(const Workload &workload, const Knowledge &knowledge)
{
    const DataLocation location = workload.input.location.value_or(DataLocation::DataDisk);
    const bool nas = location == DataLocation::Nas;
    if (!nas && location != DataLocation::Oss && location != DataLocation::OssCached)
        return std::nullopt;
    const DatasetFacts data = datasetFacts(workload, knowledge);
    if (!data.bytes)
        return std::nullopt;
    DiskChoice store;
    store.storageKind = nas ? "nas-performance" : "oss-standard";
    store.gib = static_cast<std::int64_t>(data.bytes->gib()) + 1;
    return store;
}

PlacedStep placeData(const GpuStep &step, const Workload &workload, int accumulation, const HostRates &rates, const InstanceType &type, int nodes,
                     std::int64_t parameters, int runs, const Knowledge &knowledge)
{
    PlacedStep p;
    p.host = hostShape(type, nodes);
    p.time = estimateTime(step, workload, accumulation, rates, p.host);
    const std::int64_t images = saturatedProduct(saturatedProduct(step.batch, accumulation), saturatedProduct(std::max(1, type.gpuCount), std::max(1, nodes)));
    const DiskNeed need = diskNeed(workload, type, nodes, images, p.time ? p.time->perIteration.value.count() : 0, parameters, runs,
                                   p.time ? p.time->loader.cachedShare : 0, knowledge);
    p.disks = disksFor(need, type, knowledge);
    p.host.storage = storageShape(workload, p.disks, type, nodes, knowledge);
    if (p.time && p.host.storage)
        p.time = estimateTime(step, workload, accumulation, rates, p.host);
    return p;
}

DiskPair chooseDisks(const Workload &w, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration,
                     std::int64_t parameters, int runs, const Knowledge &knowledge, Ledger *ledger, Figure<double> *neededMbps)
{
    double cached = 0;
    const Gpu *gpu = knowledge.gpu(type.gpu);
    if (const auto rates = gpu ? inputRates(w, *gpu, knowledge) : std::nullopt) {
        const InputEstimate e = inputTime(*rates, hostShape(type, nodes), w, static_cast<double>(globalBatch) / std::max(1, nodes), w.batchPerGpu.value_or(1));
        cached = e.cachedShare;
    }
    const DiskNeed need = diskNeed(w, type, nodes, globalBatch, secondsPerIteration, parameters, runs, cached, knowledge);
    DiskPair pair = disksFor(need, type, knowledge);
    if (!ledger)
        return pair;

    const auto image = static_cast<std::int64_t>(policy(knowledge, "storage.policy.image", 100)), software = static_cast<std::int64_t>(policy(knowledge, "storage.policy.software", 20));
    pair.system.reason = Text(SP_T("core", "The image with GPU driver and CUDA is %1 GiB and the disk cannot be smaller; %2 GiB for the environment."),
                              {TextArg(image), TextArg(software)});
    const DatasetFacts data = datasetFacts(w, knowledge);
    const auto perImage = data.bytesPerImage();
    DiskChoice &disk = *pair.data;
    const StorageKind *kind = knowledge.storageKind(disk.storageKind);
    const double speed = kind ? diskShape(*kind, disk.gib, type).mbps : 0;
    if (perImage && type.diskMbpsMax && need.fullMbps * (1 - cached) > *type.diskMbpsMax)
        disk.reason = Text(SP_T("core", "Training reads %1 MB/s, but %2 reads at most %3 MB/s from all its disks."), {TextArg(need.fullMbps * (1 - cached), 0), type.id, TextArg(*type.diskMbpsMax, 0)});
    else if (!perImage)
        disk.reason = Text(SP_T("core", "%1 GiB hold the checkpoints; the size of the data set is not known, so neither is the speed needed."), {TextArg(disk.gib)});
    else if (cached >= 1)
        disk.reason = Text(SP_T("core", "Cheapest level that holds %1: after the first epoch the data stay in host memory; that epoch reads %2 MB/s (gives %3)."),
                           {textArg(need.content), TextArg(need.fullMbps, 1), TextArg(speed, 0)});
    else if (speed + 1e-9 >= need.mbps)
        disk.reason = Text(SP_T("core", "Cheapest level that holds %1 and reads %2 MB/s (gives %3)."), {textArg(need.content), TextArg(need.mbps, 1), TextArg(speed, 0)});
    else
        disk.reason = Text(SP_T("core", "No level reads the %1 MB/s needed at this size: the fastest gives %2."), {TextArg(need.mbps, 0), TextArg(speed, 0)});

    Term capacity;
    capacity.key = "storage.capacity";
    capacity.title = SP_T("core", "Capacity of the data disk");
    capacity.formula = "C = (a d + k c r) f";
    capacity.inputs = {{"a", SP_T("core", "Copies of the data set: archive and unpacked"), Quantity::count(policy(knowledge, "storage.policy.copies", 2)), FactLink{"calibration/storage.policy.copies"}},
                       {"d", SP_T("core", "Data set"), data.bytes.value_or(Bytes()), data.key.empty() ? Link(FieldLink{"/workload/dataset"}) : Link(FactLink{data.key})},
                       {"k", SP_T("core", "Checkpoints kept per run"), Quantity::count(policy(knowledge, "storage.policy.checkpoints", 10)), FactLink{"calibration/storage.policy.checkpoints"}},
                       {"c", SP_T("core", "One checkpoint: parameters and optimizer states"), need.checkpoint, FieldLink{"/workload/optimizer"}},
                       {"r", SP_T("core", "Runs"), Quantity::count(runs), FieldLink{"/requirements/runs"}},
                       {"f", SP_T("core", "Free space left"), Quantity::ratio(policy(knowledge, "storage.policy.free", 1.2)), FactLink{"calibration/storage.policy.free"}}};
    capacity.result = Bytes::gib(need.gib);
    disk.term = ledger->note(std::move(capacity));
    Term throughput;
    throughput.key = "storage.throughput";
    throughput.title = SP_T("core", "Reading speed of the data disk of one node");
    throughput.formula = "R = B / t / n x s x (1 - h)";
    throughput.inputs = {{"B", SP_T("core", "Images per iteration"), Quantity(Quantity::Unit::Images, static_cast<double>(globalBatch)), FieldLink{"/workload/global_batch"}},
                         {"t", SP_T("core", "One iteration"), Seconds(secondsPerIteration), {}},
                         {"n", SP_T("core", "Nodes"), Quantity::count(nodes), FieldLink{"/workload/nodes"}},
                         {"s", SP_T("core", "Stored bytes per image"), Bytes(static_cast<std::int64_t>(perImage.value_or(0))),
                          data.key.empty() ? Link(FieldLink{"/workload/dataset"}) : Link(FactLink{data.key})},
                         {"h", SP_T("core", "share of the data set in the page cache"), Quantity::ratio(cached), {}}};
    throughput.result = Quantity(Quantity::Unit::BytesPerSecond, need.mbps * 1e6);
    throughput.notes = {Text(SP_T("core", "The first epoch, before anything is cached, reads %1 MB/s."), {TextArg(need.fullMbps, 1)})};
    const TermId id = ledger->note(std::move(throughput));
    if (neededMbps)
        *neededMbps = {need.mbps, id};
    return pair;
}

} // namespace segplan
