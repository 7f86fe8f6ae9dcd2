// What the step waits for, and the cheapest ways out. A loader that is too slow is never cured by a larger GPU.
#include "recommend/hosting_detail.h"

#include "estimate/cost/prices.h"

#include <algorithm>
#include <cmath>

namespace segplan {

const char *bottleneckName(Bottleneck b)
{
    switch (b) {
    case Bottleneck::GpuCompute: return "gpu-compute";
    case Bottleneck::GpuMemory: return "gpu-memory";
    case Bottleneck::GpuLaunch: return "gpu-launch";
    case Bottleneck::Network: return "network";
    case Bottleneck::InputCpu: return "input-cpu";
    case Bottleneck::InputDisk: return "input-disk";
    case Bottleneck::InputNetwork: break;
    }
    return "input-network";
}

using namespace hosting;

namespace {

TextArg priceText(const std::optional<Money> &more) { return more ? textArg(*more) : TextArg(Text(SP_T("core", "price not known"))); }

constexpr double worthwhile = 0.97; // a cure makes the step shorter by 3 % or more

class Cures {
public:
    Cures(const Candidate &candidate, const InstanceType &onType, const Plan &plan, std::int64_t parameterCount, const std::vector<Price> &regionPrices, const Knowledge &knowledge)
        : c(candidate), type(onType), k(knowledge), prices(regionPrices), step(candidate, plan.workload, knowledge), gpu(*knowledge.gpu(candidate.gpu)),
          parameters(parameterCount), runs(plan.requirements.runs)
    {
        host = hostShape(type, c.nodes);
        if (!step.valid())
            return;
        const auto images = static_cast<std::int64_t>(step.images()) * c.nodes;
        need = diskNeed(step.workload(), type, c.nodes, images, step.seconds(host), parameters, runs, step.input(host).cachedShare, k);
        disks = chooseDisks(step.workload(), type, c.nodes, images, step.seconds(host), parameters, runs, k, nullptr);
        host.storage = storageShape(step.workload(), disks, type, c.nodes, k);
        now = step.seconds(host);
    }

    StepVerdict verdict();

private:
    Bottleneck bottleneck() const;
    Text sentence(Bottleneck b, double share) const;
    void otherTypes(bool forMemory);
    void disk();
    void settings();
    void smallerImages();
    void elsewhere();
    void network();
    void add(Cure cure, double seconds);
    std::optional<Money> hourly(const InstanceType &t) const;
    std::optional<Money> diskHourly(const StorageKind *kind, std::int64_t gib) const;

    const Candidate &c;
    const InstanceType &type;
    const Knowledge &k;
    const std::vector<Price> &prices;
    Step step;
    const Gpu &gpu;
    std::int64_t parameters;
    int runs;
    HostShape host;
    DiskNeed need;
    DiskPair disks;
    double now = 0;
    std::vector<Cure> out;
};

std::optional<Money> Cures::hourly(const InstanceType &t) const
{
    const auto price = priceFor(t.id, c.region, PriceModel::Hour, k, prices);
    return price ? std::optional(price->amount) : std::nullopt;
}

std::optional<Money> Cures::diskHourly(const StorageKind *kind, std::int64_t gib) const
{
    const auto instance = hourly(type);
    return hosting::hourly(kind, gib, c.region, instance ? instance->currency() : Currency::CNY, k);
}

Bottleneck Cures::bottleneck() const
{
    const TimeEstimate &t = *c.time;
    if (step.valid()) {
        const InputEstimate in = step.input(host);
        if (in.known && in.total > step.cardSeconds() + in.gpu + in.handOver) {
            switch (in.stage) {
            case InputStage::Disk: return Bottleneck::InputDisk;
            case InputStage::Network: return Bottleneck::InputNetwork;
            case InputStage::Cpu:
            case InputStage::HandOver: return Bottleneck::InputCpu;
            }
        }
    }
    switch (t.boundBy) {
    case BoundBy::Memory: return Bottleneck::GpuMemory;
    case BoundBy::Launch: return Bottleneck::GpuLaunch;
    case BoundBy::Network: return Bottleneck::Network;
    case BoundBy::Input: return Bottleneck::InputCpu;
    case BoundBy::Compute: break;
    }
    return Bottleneck::GpuCompute;
}

Text Cures::sentence(Bottleneck b, double share) const
{
    const TextArg percent = TextArg::percent(share, 0);
    switch (b) {
    case Bottleneck::InputCpu:
        return Text(SP_T("core", "The GPU waits for decoding and augmentation: %1 loader workers on %2 vCPU give a step of %3, the GPU alone would take %4. A larger GPU would not help."),
                    {TextArg(static_cast<std::int64_t>(std::ceil(step.input(host).workers))), TextArg(host.vcpu), textArg(Quantity(Seconds(now))), textArg(Quantity(Seconds(step.cardSeconds())))});
    case Bottleneck::InputDisk:
        return Text(SP_T("core", "The GPU waits for the disk: it gives %1 MB/s, a step takes %2, the GPU alone would take %3. A larger GPU would not help."),
                    {TextArg(host.storage ? host.storage->mbps : 0, 0), textArg(Quantity(Seconds(now))), textArg(Quantity(Seconds(step.cardSeconds())))});
    case Bottleneck::InputNetwork:
        return Text(SP_T("core", "The GPU waits for remote storage: a step takes %1, the GPU alone would take %2. A larger GPU would not help."),
                    {textArg(Quantity(Seconds(now))), textArg(Quantity(Seconds(step.cardSeconds())))});
    case Bottleneck::Network: return Text(SP_T("core", "Exchange between the GPUs takes %1 of the step."), {percent});
    case Bottleneck::GpuMemory: return Text(SP_T("core", "Memory traffic of the GPU takes %1 of the step."), {percent});
    case Bottleneck::GpuLaunch: return Text(SP_T("core", "Launching kernels takes %1 of the step: the work per kernel is small."), {percent});
    case Bottleneck::GpuCompute: break;
    }
    return Text(SP_T("core", "Arithmetic of the GPU takes %1 of the step."), {percent});
}

void Cures::add(Cure cure, double seconds)
{
    if (!(seconds > 0) || seconds > now * worthwhile)
        return;
    cure.perIteration = Seconds(seconds);
    out.push_back(std::move(cure));
}

// The same cards with more vCPUs or more memory: the nearest, and the cheapest that ends the waiting.
void Cures::otherTypes(bool forMemory)
{
    struct Found {
        const InstanceType *type;
        double seconds;
        std::optional<Money> more;
    };
    std::vector<Found> found;
    const std::optional<Money> mine = hourly(type);
    for (const InstanceType &other : k.instanceTypes) {
        if (other.gpu != type.gpu || other.gpuCount != type.gpuCount || other.availability != Availability::SelfService || other.gpuShare != type.gpuShare)
            continue;
        if (forMemory ? other.memory <= type.memory : other.vcpu <= type.vcpu)
            continue;
        HostShape h = hostShape(other, c.nodes);
        h.storage = host.storage;
        const std::optional<Money> price = hourly(other);
        std::optional<Money> more;
        if (price && mine && price->currency() == mine->currency())
            more = (*price - *mine).times(c.nodes);
        found.push_back({&other, step.seconds(h), more});
    }
    if (found.empty())
        return;
    const auto nearer = [&](const Found &a, const Found &b) { return forMemory ? a.type->memory < b.type->memory : a.type->vcpu < b.type->vcpu; };
    const auto nearest = std::min_element(found.begin(), found.end(), nearer);
    const double best = std::min_element(found.begin(), found.end(), [](const Found &a, const Found &b) { return a.seconds < b.seconds; })->seconds;
    const Found *cheapest = nullptr;
    for (const Found &f : found) {
        if (f.seconds <= 1.05 * best && f.more && (!cheapest || *f.more < *cheapest->more))
            cheapest = &f;
    }
    const auto one = [&](const Found &f) {
        Cure cure;
        cure.id = forMemory ? "more-memory" : "more-vcpu";
        cure.instanceType = f.type->id;
        cure.moreHourly = f.more;
        const TextArg price = priceText(f.more);
        cure.text = forMemory ? Text(SP_T("core", "%1: %2 of memory instead of %3, %4 per iteration instead of %5, %6 more per hour"),
                                     {f.type->id, textArg(f.type->memory), textArg(type.memory), textArg(Quantity(Seconds(f.seconds))), textArg(Quantity(Seconds(now))), price})
                              : Text(SP_T("core", "%1: %2 vCPU instead of %3, %4 per iteration instead of %5, %6 more per hour"),
                                     {f.type->id, TextArg(f.type->vcpu), TextArg(type.vcpu), textArg(Quantity(Seconds(f.seconds))), textArg(Quantity(Seconds(now))), price});
        add(std::move(cure), f.seconds);
    };
    one(*nearest);
    if (cheapest && cheapest->type != nearest->type)
        one(*cheapest);
}

// A larger disk of the same level, and the cheapest of a higher one.
void Cures::disk()
{
    const StorageKind *mine = disks.data ? k.storageKind(disks.data->storageKind) : nullptr;
    const DataLocation at = step.workload().input.location.value_or(DataLocation::DataDisk);
    if (!mine || at == DataLocation::Nas || at == DataLocation::Oss) // the disk holds checkpoints only
        return;
    const std::optional<Money> price = diskHourly(mine, disks.data->gib);
    DiskNeed wish = need;
    wish.mbps = std::min(need.fullMbps, type.diskMbpsMax.value_or(1e9));
    std::optional<Cure> best;
    double bestSeconds = 0;
    for (const StorageKind &kind : k.storage) {
        if (!takes(type, kind))
            continue;
        const auto offer = offerOf(kind, wish);
        if (!offer || (&kind == mine && offer->gib <= disks.data->gib))
            continue;
        HostShape h = host;
        StorageShape shape = diskShape(kind, offer->gib, type);
        shape.location = host.storage ? host.storage->location : DataLocation::DataDisk;
        h.storage = shape;
        const double seconds = step.seconds(h);
        Cure cure;
        cure.id = &kind == mine ? "larger-disk" : "faster-disk";
        cure.disk = kind.id;
        cure.gib = offer->gib;
        const auto cost = diskHourly(&kind, offer->gib);
        if (cost && price && cost->currency() == price->currency())
            cure.moreHourly = (*cost - *price).times(c.nodes);
        cure.text = Text(SP_T("core", "%1, %2 GiB: %3 MB/s, %4 per iteration instead of %5, %6 more per hour"),
                         {TextArg(kind.name), TextArg(offer->gib), TextArg(shape.mbps, 0), textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now))), priceText(cure.moreHourly)});
        const bool cheaper = !best || (cure.moreHourly && best->moreHourly && cure.moreHourly->currency() == best->moreHourly->currency() && *cure.moreHourly < *best->moreHourly);
        if (cure.moreHourly && seconds <= now * worthwhile && (cheaper || seconds < 0.9 * bestSeconds)) {
            best = std::move(cure);
            bestSeconds = seconds;
        }
    }
    if (best)
        add(std::move(*best), bestSeconds);
}

void Cures::settings()
{
    const Workload &w = step.workload();
    const auto tried = [&](const char *id, Workload changed, const char *pointer, FieldValue value, Text label) {
        const Step other = step.with(changed, gpu, k);
        if (!other.valid())
            return;
        const double seconds = other.seconds(host);
        Cure cure;
        cure.id = id;
        cure.moreHourly = Money();
        cure.fix = {label, {{pointer, std::move(value)}}};
        cure.text = Text(SP_T("core", "%1: %2 per iteration instead of %3, no price"), {label, textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now)))});
        add(std::move(cure), seconds);
    };
    const int free = (type.vcpu - type.gpuCount) / std::max(1, type.gpuCount);
    if (w.input.workersPerGpu && *w.input.workersPerGpu < free) {
        Workload more = w;
        more.input.workersPerGpu = free;
        tried("more-workers", more, "/workload/input/workers_per_gpu", std::int64_t{free}, Text(SP_T("core", "%1 loader workers per GPU"), {TextArg(free)}));
    }
    if (w.input.library == LoaderLibrary::Pillow) {
        Workload faster = w;
        faster.input.library = LoaderLibrary::OpenCv;
        tried("opencv", faster, "/workload/input/library", std::string("opencv"), SP_T("core", "Decode with OpenCV"));
    }
    if (w.input.library != LoaderLibrary::Dali) {
        Workload dali = w;
        dali.input.library = LoaderLibrary::Dali;
        tried("dali", dali, "/workload/input/library", std::string("dali"), SP_T("core", "Decode and augment on the GPU with DALI"));
    }
}

// Stored once at twice the crop, the data set decodes faster; larger views of the scene are lost beyond that.
void Cures::smallerImages()
{
    const Workload &w = step.workload();
    const double crop = static_cast<double>(w.cropHeight) * w.cropWidth, pixels = step.rates().storedPixels;
    if (pixels < 4.4 * crop)
        return;
    const double scale = std::sqrt(4 * crop / pixels); // per side
    Workload small = w;
    CustomDataset data;
    const DatasetFacts facts = datasetFacts(w, k);
    const Dataset *known = k.dataset(w.dataset);
    data.imageHeight = static_cast<int>(scale * (w.customDataset ? w.customDataset->imageHeight : known ? known->imageHeight.value_or(0) : 0));
    data.imageWidth = static_cast<int>(scale * (w.customDataset ? w.customDataset->imageWidth : known ? known->imageWidth.value_or(0) : 0));
    data.bytes = static_cast<std::int64_t>(static_cast<double>(facts.bytes.value_or(Bytes()).count()) * scale * scale);
    data.trainImages = facts.trainImages.value_or(0);
    small.customDataset = data;
    const Step other = step.with(small, gpu, k);
    if (!other.valid())
        return;
    Cure cure;
    cure.id = "smaller-images";
    cure.moreHourly = Money();
    const double seconds = other.seconds(host);
    cure.text = Text(SP_T("core", "Resize the stored images once to %1 x %2 (twice the crop): %3 per iteration instead of %4, no price; detail beyond that is lost"),
                     {TextArg(data.imageHeight), TextArg(data.imageWidth), textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now)))});
    add(std::move(cure), seconds);
}

// Data on NAS or OSS: a copy on the data disk, or ossfs with its cache there.
void Cures::elsewhere()
{
    const DataLocation at = step.workload().input.location.value_or(DataLocation::DataDisk);
    if (at != DataLocation::Nas && at != DataLocation::Oss)
        return;
    for (const DataLocation to : {DataLocation::DataDisk, DataLocation::OssCached}) {
        if (to == DataLocation::OssCached && at != DataLocation::Oss)
            continue;
        Workload w = step.workload();
        w.input.location = to;
        const Step other = step.with(w, gpu, k);
        HostShape h = hostShape(type, c.nodes);
        const auto images = static_cast<std::int64_t>(step.images()) * c.nodes;
        const DiskPair pair = chooseDisks(w, type, c.nodes, images, other.seconds(h), parameters, runs, k, nullptr);
        h.storage = storageShape(w, pair, type, c.nodes, k);
        if (!h.storage || !pair.data)
            continue;
        const double seconds = other.seconds(h);
        const StorageKind *kind = k.storageKind(pair.data->storageKind), *mine = disks.data ? k.storageKind(disks.data->storageKind) : nullptr;
        Cure cure;
        cure.id = to == DataLocation::DataDisk ? "copy-to-disk" : "cache";
        cure.disk = pair.data->storageKind;
        cure.gib = pair.data->gib;
        const auto cost = diskHourly(kind, pair.data->gib), old = disks.data ? diskHourly(mine, disks.data->gib) : std::nullopt;
        if (cost && old && cost->currency() == old->currency())
            cure.moreHourly = (*cost - *old).times(c.nodes);
        cure.fix = {to == DataLocation::DataDisk ? Text(SP_T("core", "Copy the data to the data disk first")) : Text(SP_T("core", "OSS with its cache on the data disk")),
                    {{"/workload/input/location", std::string(dataLocationName(to))}}};
        cure.text = Text(SP_T("core", "%1 (%2, %3 GiB): %4 per iteration instead of %5, %6 more per hour"),
                         {cure.fix.label, kind ? TextArg(kind->name) : TextArg(cure.disk), TextArg(cure.gib), textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now))), priceText(cure.moreHourly)});
        add(std::move(cure), seconds);
    }
}

void Cures::network()
{
    const LinkRates links = linkRates(gpu, k);
    const double own = c.time->gpu.value.count() - c.time->communication.value.count();
    const auto with = [&](const CommunicationLoad &load, const HostShape &h) -> double {
        const auto comm = communicate(load, links, h);
        return comm ? std::max(own + comm->seconds(), c.time->input.value.count()) : 0;
    };
    if (c.time->network.load.syncLayers > 0) {
        CommunicationLoad load = c.time->network.load;
        load.syncLayers = 0;
        Cure cure;
        cure.id = "no-sync-bn";
        cure.moreHourly = Money();
        cure.fix = {SP_T("core", "Batch norm without synchronisation"), {{"/workload/sync_batch_norm", false}}};
        const double seconds = with(load, host);
        cure.text = Text(SP_T("core", "Batch norm without synchronisation: %1 per iteration instead of %2, no price; with few images per GPU the result of training may suffer"),
                         {textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now)))});
        add(std::move(cure), seconds);
    }
    if (c.nodes > 1 && !(host.rdmaGbps && *host.rdmaGbps > 0)) {
        for (const InstanceType &other : k.instanceTypes) {
            if (other.gpu != type.gpu || other.gpuCount != type.gpuCount || other.availability != Availability::SelfService || !other.rdmaGbps || *other.rdmaGbps <= 0)
                continue;
            Cure cure;
            cure.id = "rdma";
            cure.instanceType = other.id;
            const auto price = hourly(other), mine = hourly(type);
            if (price && mine && price->currency() == mine->currency())
                cure.moreHourly = (*price - *mine).times(c.nodes);
            const double seconds = with(c.time->network.load, hostShape(other, c.nodes));
            cure.text = Text(SP_T("core", "%1 with RDMA, %2 Gbit/s: %3 per iteration instead of %4, %5 more per hour"),
                             {other.id, TextArg(*other.rdmaGbps, 0), textArg(Quantity(Seconds(seconds))), textArg(Quantity(Seconds(now))), priceText(cure.moreHourly)});
            add(std::move(cure), seconds);
            break;
        }
    }
}

StepVerdict Cures::verdict()
{
    StepVerdict v;
    if (!c.time)
        return v;
    if (!step.valid())
        now = c.time->perIteration.value.count();
    v.bottleneck = bottleneck();
    const TimeEstimate &t = *c.time;
    const double whole = now > 0 ? now : 1;
    switch (v.bottleneck) {
    case Bottleneck::InputCpu:
    case Bottleneck::InputDisk:
    case Bottleneck::InputNetwork: v.share = std::max(0.0, 1 - step.cardSeconds() / whole); break;
    case Bottleneck::Network: v.share = t.communication.value.count() / whole; break;
    case Bottleneck::GpuMemory: v.share = (t.memoryTraffic.value + t.optimizer.value).count() / whole; break;
    case Bottleneck::GpuLaunch: v.share = t.launch.value.count() / whole; break;
    case Bottleneck::GpuCompute: v.share = t.compute.value.count() / whole; break;
    }
    v.text = sentence(v.bottleneck, v.share);
    if (v.bottleneck == Bottleneck::InputCpu) {
        settings();
        smallerImages();
        otherTypes(false);
    } else if (v.bottleneck == Bottleneck::InputDisk || v.bottleneck == Bottleneck::InputNetwork) {
        elsewhere();
        disk();
        smallerImages();
        otherTypes(true);
    } else if (v.bottleneck == Bottleneck::Network) {
        network();
    }
    // Free ones first, then by price, unknown prices last; the shorter step among equals.
    std::stable_sort(out.begin(), out.end(), [](const Cure &a, const Cure &b) {
        const auto price = [](const Cure &x) { return x.moreHourly ? x.moreHourly->amount() : 1e18; };
        return price(a) != price(b) ? price(a) < price(b) : a.perIteration < b.perIteration;
    });
    v.cures = std::move(out);
    return v;
}

} // namespace

StepVerdict stepVerdict(const Candidate &candidate, const InstanceType &type, const Plan &plan, std::int64_t parameters,
                        const std::vector<Price> &prices, const Knowledge &knowledge)
{
    if (!knowledge.gpu(candidate.gpu))
        return {};
    return Cures(candidate, type, plan, parameters, prices, knowledge).verdict();
}

} // namespace segplan
