// Disks from capacity and throughput; NAS and OSS advice; the network between nodes.
#include "recommend/hosting.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

constexpr std::int64_t imageGib = 100; // public images with GPU driver and CUDA are 100 GiB; a system disk cannot be smaller
constexpr std::int64_t softwareGib = 20; // our margin for the Python environment and logs
constexpr int keptCheckpoints = 10; // our policy per run
constexpr double freeShare = 1.2; // our margin: file systems slow down when full
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

struct DiskNeed {
    std::int64_t gib = 1;
    double mbps = 0;
    double iops = 0;
};

struct DiskOffer {
    const StorageKind *kind = nullptr;
    std::int64_t gib = 0;
    bool fastEnough = false;
};

// The cheapest level and size that give capacity and speed; when no level is fast enough, the fastest at this capacity.
std::optional<DiskOffer> cheapestDisk(const DiskNeed &need, const std::vector<std::string> &categories, const Knowledge &knowledge)
{
    std::optional<DiskOffer> best;
    double bestPrice = 0, bestSpeed = 0;
    for (const StorageKind &kind : knowledge.storage) {
        if (kind.kind != "disk" || std::find(categories.begin(), categories.end(), kind.apiCategory) == categories.end())
            continue;
        if (kind.pricePerGibMonth && kind.pricePerGibMonth->currency() != Currency::CNY)
            continue; // the list of another site: the same levels appear in CNY
        if (!kind.pricePerGibMonth)
            continue;
        const auto speedSize = sizeFor(kind.mbpsBase, kind.mbpsPerGib, kind.mbpsMax, need.mbps);
        const auto iopsSize = sizeFor(kind.iopsBase, kind.iopsPerGib, kind.iopsMax, need.iops);
        DiskOffer offer{&kind, std::max(need.gib, kind.minGib.value_or(1)), speedSize && iopsSize};
        if (offer.fastEnough)
            offer.gib = std::max({offer.gib, *speedSize, *iopsSize});
        if (kind.maxGib && offer.gib > *kind.maxGib)
            continue;
        const double price = kind.pricePerGibMonth->amount() * static_cast<double>(offer.gib);
        const double speed = kind.mbps(offer.gib).value_or(0);
        const bool better = !best || (offer.fastEnough && !best->fastEnough)
                            || (offer.fastEnough == best->fastEnough && (offer.fastEnough ? price < bestPrice : speed > bestSpeed));
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
std::optional<Money> monthly(const StorageKind *kind, std::int64_t gib, const Knowledge &knowledge)
{
    const Calibration *hours = knowledge.calibrated("price.month.length");
    if (kind && kind->pricePerGibHour && hours)
        return kind->pricePerGibHour->times(static_cast<double>(gib) * hours->value);
    if (!kind || !kind->pricePerGibMonth)
        return std::nullopt;
    return kind->pricePerGibMonth->times(static_cast<double>(gib));
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

bool takesEssd(const InstanceType &type)
{
    return type.diskCategories.empty()
           || std::find(type.diskCategories.begin(), type.diskCategories.end(), "cloud_essd") != type.diskCategories.end();
}

DiskPair chooseDisks(const Workload &w, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration,
                     std::int64_t parameters, int runs, const Knowledge &knowledge, Ledger *ledger, Figure<double> *neededMbps)
{
    DiskPair pair;
    const bool essd = takesEssd(type);
    const StorageKind *system = essd ? level(knowledge, "cloud_essd", "PL1") : level(knowledge, "cloud_ssd", "");
    pair.system.storageKind = system ? system->id : "";
    pair.system.gib = imageGib + softwareGib;
    pair.system.reason = Text(SP_T("core", "The image with GPU driver and CUDA is %1 GiB and the disk cannot be smaller; %2 GiB for the environment."),
                              {TextArg(imageGib), TextArg(softwareGib)});

    const DatasetFacts data = datasetFacts(w, knowledge);
    const Bytes checkpoint = Bytes(saturatedProduct(parameters, 4 * (1 + optimizerStates(w.optimizer))));
    const Bytes checkpoints = checkpoint * keptCheckpoints * std::max(1, runs);
    DiskNeed need;
    const Bytes content = data.bytes.value_or(Bytes()) * 2 + checkpoints;
    need.gib = std::max<std::int64_t>(20, roundedUp(content.gib() * freeShare, 10));
    const auto perImage = data.bytesPerImage();
    const double imagesPerSecond = secondsPerIteration > 0 ? static_cast<double>(globalBatch) / secondsPerIteration / std::max(1, nodes) : 0;
    if (perImage) {
        need.mbps = imagesPerSecond * *perImage / 1e6;
        need.iops = imagesPerSecond * std::ceil(*perImage / bytesPerRead);
    }
    const auto offer = cheapestDisk(need, essd ? std::vector<std::string>{"cloud_essd"} : std::vector<std::string>{"cloud_ssd", "cloud_efficiency"}, knowledge);
    DiskChoice disk;
    disk.gib = need.gib;
    if (offer) {
        disk.storageKind = offer->kind->id;
        disk.gib = offer->gib;
        const double speed = offer->kind->mbps(offer->gib).value_or(0);
        if (perImage && type.diskMbpsMax && need.mbps > *type.diskMbpsMax)
            disk.reason = Text(SP_T("core", "Training reads %1 MB/s, but %2 reads at most %3 MB/s from all its disks."), {TextArg(need.mbps, 0), type.id, TextArg(*type.diskMbpsMax, 0)});
        else if (!perImage)
            disk.reason = Text(SP_T("core", "%1 GiB hold the checkpoints; the size of the data set is not known, so neither is the speed needed."), {TextArg(disk.gib)});
        else if (offer->fastEnough)
            disk.reason = Text(SP_T("core", "Cheapest level that holds %1 and reads %2 MB/s (gives %3)."), {textArg(content), TextArg(need.mbps, 1), TextArg(speed, 0)});
        else
            disk.reason = Text(SP_T("core", "No level reads the %1 MB/s needed at this size: the fastest gives %2."), {TextArg(need.mbps, 0), TextArg(speed, 0)});
    }
    if (ledger) {
        Term capacity;
        capacity.key = "storage.capacity";
        capacity.title = SP_T("core", "Capacity of the data disk");
        capacity.formula = "C = (2 d + k c r) f";
        capacity.inputs = {{"d", SP_T("core", "Data set: archive and unpacked copy"), data.bytes.value_or(Bytes()),
                            data.key.empty() ? Link(FieldLink{"/workload/dataset"}) : Link(FactLink{data.key})},
                           {"k", SP_T("core", "Checkpoints kept per run"), Quantity::count(keptCheckpoints), {}},
                           {"c", SP_T("core", "One checkpoint: parameters and optimizer states"), checkpoint, FieldLink{"/workload/optimizer"}},
                           {"r", SP_T("core", "Runs"), Quantity::count(runs), FieldLink{"/requirements/runs"}},
                           {"f", SP_T("core", "Free space left"), Quantity::ratio(freeShare), {}}};
        capacity.result = Bytes::gib(need.gib);
        disk.term = ledger->note(std::move(capacity));
        Term throughput;
        throughput.key = "storage.throughput";
        throughput.title = SP_T("core", "Reading speed of the data disk of one node");
        throughput.formula = "R = B / t / n x s";
        throughput.inputs = {{"B", SP_T("core", "Images per iteration"), Quantity(Quantity::Unit::Images, static_cast<double>(globalBatch)), FieldLink{"/workload/global_batch"}},
                             {"t", SP_T("core", "One iteration"), Seconds(secondsPerIteration), {}},
                             {"n", SP_T("core", "Nodes"), Quantity::count(nodes), FieldLink{"/workload/nodes"}},
                             {"s", SP_T("core", "Stored bytes per image"), Bytes(static_cast<std::int64_t>(perImage.value_or(0))),
                              data.key.empty() ? Link(FieldLink{"/workload/dataset"}) : Link(FactLink{data.key})}};
        throughput.result = Quantity(Quantity::Unit::BytesPerSecond, need.mbps * 1e6);
        throughput.notes = {SP_T("core", "Images that stay in the page cache are read once; the first epoch sets the need.")};
        const TermId id = ledger->note(std::move(throughput));
        if (neededMbps)
            *neededMbps = {need.mbps, id};
    }
    pair.data = disk;
    return pair;
}

StorageAdvice storageAdvice(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                            const Knowledge &knowledge, Ledger &ledger)
{
    StorageAdvice advice;
    const std::int64_t images = static_cast<std::int64_t>(candidate.batchPerGpu) * candidate.accumulation * candidate.gpus * candidate.nodes;
    const double seconds = candidate.time ? candidate.time->perIteration.value.count() : 0;
    const DiskPair pair = chooseDisks(plan.workload, type, candidate.nodes, images, seconds, parameters, plan.requirements.runs, knowledge,
                                      &ledger, &advice.neededMbps);
    advice.systemDisk = pair.system;
    advice.dataDisk = pair.data;
    if (const StorageKind *pl3 = level(knowledge, "cloud_essd", "PL3")) {
        advice.ruleDisk.storageKind = pl3->id;
        advice.ruleDisk.gib = std::max(pair.data ? pair.data->gib : 1, pl3->minGib.value_or(1));
        advice.ruleDisk.reason = Text(SP_T("core", "The rule of thumb asks for ESSD PL3, which starts at %1 GiB."), {TextArg(pl3->minGib.value_or(1))});
        advice.ruleMonthly = monthly(pl3, advice.ruleDisk.gib, knowledge);
    }
    if (pair.data)
        advice.chosenMonthly = monthly(knowledge.storageKind(pair.data->storageKind), pair.data->gib, knowledge);

    const DatasetFacts data = datasetFacts(plan.workload, knowledge);
    const Calibration *shared = knowledge.calibrated("storage.rule.shared-from");
    const Bytes sharedFrom(shared ? static_cast<std::int64_t>(shared->value) : 100'000'000'000); // the rule: 100 GB
    if (!data.bytes) {
        advice.cacheReason = SP_T("core", "The size of the data set is not known: from 100 GB on, keep it on NAS or OSS and cache it on the data disk.");
    } else if (*data.bytes < sharedFrom) {
        advice.cacheReason = Text(SP_T("core", "%1 fit on the data disk: no NAS and no OSS cache needed (rule: from 100 GB)."), {textArg(*data.bytes)});
    } else if (candidate.nodes > 1) {
        advice.cache = "nas";
        advice.cacheReason = Text(SP_T("core", "%1 for %2 nodes: one NAS file system that all nodes mount, copied to each data disk before training."),
                                  {textArg(*data.bytes), TextArg(candidate.nodes)});
    } else {
        advice.cache = "oss-ossfs";
        advice.cacheReason = Text(SP_T("core", "%1: keep the data in OSS and read it through OSSFS with its cache on the data disk; NAS where many jobs share it."),
                                  {textArg(*data.bytes)});
    }
    return advice;
}

NetworkAdvice networkAdvice(const Candidate &candidate, const InstanceType &type, const TimeEstimate *time, std::int64_t parameters,
                            Ledger &ledger)
{
    NetworkAdvice advice;
    if (candidate.nodes <= 1) {
        advice.kind = "none";
        if (candidate.gpus <= 1)
            advice.reason = SP_T("core", "One GPU: nothing to exchange, the network carries data and logs only.");
        else if (type.nvlink)
            advice.reason = SP_T("core", "One node: the GPUs exchange gradients over NVLink; no RDMA needed.");
        else
            advice.reason = SP_T("core", "One node: the GPUs exchange gradients over PCIe; no RDMA needed.");
        return advice;
    }
    advice.kind = type.rdma == "eRDMA" ? "erdma" : type.rdma == "RoCE" ? "roce" : "vpc";
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
    return advice;
}

} // namespace segplan
