// Loader cores and host memory.
#include "recommend/hosting_detail.h"

#include <algorithm>
#include <cmath>

namespace segplan {

std::optional<double> DatasetFacts::bytesPerImage() const
{
    if (!bytes || !trainImages)
        return std::nullopt;
    const std::int64_t images = *trainImages + valImages.value_or(0);
    return images > 0 ? std::optional(static_cast<double>(bytes->count()) / static_cast<double>(images)) : std::nullopt;
}

DatasetFacts datasetFacts(const Workload &workload, const Knowledge &knowledge)
{
    DatasetFacts facts;
    if (workload.customDataset) {
        if (workload.customDataset->bytes > 0)
            facts.bytes = Bytes(workload.customDataset->bytes);
        if (workload.customDataset->trainImages > 0)
            facts.trainImages = workload.customDataset->trainImages;
        return facts;
    }
    if (const Dataset *d = knowledge.dataset(workload.dataset)) {
        facts.bytes = d->bytes;
        facts.trainImages = d->trainImages;
        facts.valImages = d->valImages;
        facts.key = "dataset/" + d->id;
    }
    return facts;
}

bool peerToPeer(const InstanceType &type)
{
    // Bare metal shows the cards as they are; of the virtual machines the documentation names it for gn8v and gn9gc, and not for gn7i.
    const std::string &f = type.family;
    for (const char *named : {"ecs.ebm", "ecs.scc", "ecs.gn8v", "ecs.gn9gc"}) {
        if (f.rfind(named, 0) == 0)
            return true;
    }
    return false;
}

HostShape hostShape(const InstanceType &type, int nodes)
{
    HostShape h;
    h.vcpu = type.vcpu;
    h.gpusPerNode = std::max(1, type.gpuCount);
    h.nodes = nodes;
    h.nvlink = type.nvlink;
    h.networkGbps = type.networkGbps;
    h.rdmaGbps = type.rdmaGbps;
    h.peerToPeer = peerToPeer(type);
    h.memory = type.memory;
    return h;
}

using namespace hosting;

namespace {

constexpr int prefetchPerWorker = 2; // torch.utils.data.DataLoader: prefetch_factor defaults to 2

// One batch as the loader hands it over: fp32 image and int64 labels.
Bytes batchBytes(const Workload &w)
{
    const std::int64_t pixels = saturatedProduct(w.cropHeight, w.cropWidth);
    const std::int64_t perPixel = 4 * static_cast<std::int64_t>(w.inputChannels) + 8;
    return Bytes(saturatedProduct(saturatedProduct(pixels, perPixel), w.batchPerGpu.value_or(1)));
}

struct HostMemory {
    Bytes system, workers, queues, pinned;
    Bytes held; // the data set kept in memory by the plan's wish, once in every training process
    int workerCount = 0;
    Bytes floor() const { return system + workers + queues + pinned + held; }
};

// The data set as a process that caches it holds it: decoded, a byte per value and one for the label, or as stored where that is more.
Bytes heldBytes(const Workload &w, const Knowledge &knowledge)
{
    const DatasetFacts data = datasetFacts(w, knowledge);
    const Dataset *known = knowledge.dataset(w.dataset);
    const std::int64_t h = w.customDataset ? w.customDataset->imageHeight : known ? known->imageHeight.value_or(0) : 0;
    const std::int64_t width = w.customDataset ? w.customDataset->imageWidth : known ? known->imageWidth.value_or(0) : 0;
    const Bytes decoded(saturatedProduct(saturatedProduct(h, width), saturatedProduct(data.trainImages.value_or(0), w.inputChannels + 1)));
    return std::max(decoded, data.bytes.value_or(Bytes()));
}

std::optional<HostMemory> hostMemory(const Workload &w, int gpusPerNode, double vcpuNeeded, const Knowledge &knowledge)
{
    const Calibration *process = knowledge.calibrated("host.process.memory");
    const Calibration *worker = knowledge.calibrated("host.worker.memory");
    if (!process || !worker)
        return std::nullopt;
    HostMemory m;
    // As many workers as the loader needs beside the processes, or as the plan asks for.
    const int needed = static_cast<int>(std::ceil(std::min(vcpuNeeded, 1e6))) - gpusPerNode;
    m.workerCount = std::max(gpusPerNode, w.input.workersPerGpu ? static_cast<int>(saturatedProduct(*w.input.workersPerGpu, gpusPerNode)) : needed);
    m.system = Bytes(static_cast<std::int64_t>(process->value)) * gpusPerNode;
    m.workers = Bytes(static_cast<std::int64_t>(worker->value)) * m.workerCount;
    m.queues = batchBytes(w) * prefetchPerWorker * m.workerCount;
    m.pinned = batchBytes(w) * prefetchPerWorker * gpusPerNode;
    if (w.input.location == DataLocation::HostMemory)
        m.held = heldBytes(w, knowledge) * gpusPerNode;
    return m;
}

} // namespace

std::optional<Bytes> hostMemoryFloor(const Workload &workload, int gpusPerNode, double vcpuNeeded, const Knowledge &knowledge)
{
    const auto m = hostMemory(workload, gpusPerNode, vcpuNeeded, knowledge);
    return m ? std::optional(m->floor()) : std::nullopt;
}

HostNeeds hostNeeds(const Candidate &candidate, const InstanceType &type, const Gpu &gpu, const Workload &workload, const Knowledge &knowledge,
                    Ledger &ledger)
{
    HostNeeds needs;
    needs.vcpu = type.vcpu;
    needs.memory = type.memory;
    needs.ruleVcpu = static_cast<int>(policy(knowledge, "host.rule.vcpu-per-gpu", 8) * type.gpuCount);
    needs.ruleMemory = (gpu.nominalMemory * type.gpuCount).scaled(policy(knowledge, "host.rule.memory-per-vram", 2));
    needs.meetsRule = needs.vcpu >= needs.ruleVcpu && needs.memory >= needs.ruleMemory;

    const double vcpuNeeded = candidate.time ? candidate.time->vcpuNeeded : 0;
    {
        Term term;
        term.key = "host.vcpu";
        term.title = SP_T("core", "Cores for the loader to keep up with the GPUs");
        term.formula = "v = g + n x s / t";
        const TermId loader = candidate.time ? candidate.time->input.term : noTerm;
        term.inputs = {{"g", SP_T("core", "Training processes of a node, one per card"), Quantity::count(candidate.gpus), FieldLink{"/workload/gpus"}},
                       {"n x s", SP_T("core", "Images of one iteration and node, decoded and augmented on one vCPU"),
                        Seconds(candidate.time ? candidate.time->loader.cpu * candidate.time->loader.workers : 0), loader != noTerm ? Link(TermLink{loader}) : Link()},
                       {"t", SP_T("core", "The card's own iteration"), candidate.time ? candidate.time->gpu.value : Seconds(0),
                        candidate.time && candidate.time->gpu.term != noTerm ? Link(TermLink{candidate.time->gpu.term}) : Link()}};
        term.result = Quantity::count(vcpuNeeded);
        term.sources = {{"rule: vCPU >= 8 x GPUs (shown beside, as a floor)", ""}};
        needs.neededVcpu = {vcpuNeeded, ledger.note(std::move(term))};
    }
    const Workload w = [&] {
        Workload copy = workload;
        copy.batchPerGpu = candidate.batchPerGpu;
        return copy;
    }();
    const DatasetFacts data = datasetFacts(workload, knowledge);
    const auto m = hostMemory(w, type.gpuCount, std::min(vcpuNeeded, static_cast<double>(type.vcpu)), knowledge);
    Term term;
    term.key = "host.memory";
    term.title = SP_T("core", "Host memory: processes, loader workers, their queues, pinned batches");
    term.formula = "M = p + k + q + b + d";
    Bytes total;
    const auto add = [&](const char *symbol, Text title, Bytes value, Link link) {
        term.inputs.push_back({symbol, std::move(title), value, std::move(link)});
        total += value;
    };
    if (m) {
        add("p", SP_T("core", "Training processes"), m->system, FactLink{"calibration/host.process.memory"});
        add("k", SP_T("core", "Loader workers"), m->workers, FactLink{"calibration/host.worker.memory"});
        add("q", SP_T("core", "Batches the workers prefetch"), m->queues, FieldLink{"/workload/crop/height"});
        add("b", SP_T("core", "Pinned batches"), m->pinned, FieldLink{"/workload/crop/height"});
        if (m->held.count() > 0)
            add("d", SP_T("core", "The data set, decoded, in every training process"), m->held, FieldLink{"/workload/input/location"});
    } else {
        term.notes.push_back(SP_T("core", "The memory of processes and workers is not known and not counted."));
    }
    // The page cache takes what is left: a wish, not a need.
    if (data.bytes)
        term.notes.push_back(Text(SP_T("core", "With %1 more the whole data set would stay in the page cache."), {textArg(*data.bytes)}));
    else
        term.notes.push_back(SP_T("core", "The size of the data set is not known: nothing can be said of the page cache."));
    term.result = total;
    needs.neededMemory = {total, ledger.note(std::move(term))};

    if (needs.vcpu < needs.ruleVcpu) {
        needs.notes.push_back(Text(SP_T("core", "The instance has %1 vCPU, below the rule of 8 per GPU (%2); the loader needs %3 for this plan."),
                                   {TextArg(needs.vcpu), TextArg(needs.ruleVcpu), TextArg(vcpuNeeded, 1)}));
    }
    if (needs.memory < needs.ruleMemory) {
        needs.notes.push_back(Text(SP_T("core", "The instance has %1 of memory, below the rule of 2 x VRAM (%2); this plan needs %3."),
                                   {textArg(needs.memory), textArg(needs.ruleMemory), textArg(total)}));
    }
    if (vcpuNeeded > needs.vcpu) {
        needs.notes.push_back(Text(SP_T("core", "The loader would need %1 vCPU and gets %2: the GPU waits for data. Decode and augment on the GPU (DALI) or take a type with more cores."),
                                   {TextArg(vcpuNeeded, 1), TextArg(needs.vcpu)}));
    }
    if (m && total > needs.memory && m->held.count() > 0)
        needs.notes.push_back(Text(SP_T("core", "Keeping the data set in memory takes %1 in each of %2 processes and the instance has %3 in all: cache it on the data disk instead, or share one copy."),
                                   {textArg(m->held.scaled(1.0 / std::max(1, type.gpuCount))), TextArg(type.gpuCount), textArg(needs.memory)}));
    else if (m && total > needs.memory)
        needs.notes.push_back(Text(SP_T("core", "Processes, %1 loader workers and their queues need %2 and the instance has %3: the job would be killed. Take fewer workers or more memory."),
                                   {TextArg(m->workerCount), textArg(total), textArg(needs.memory)}));
    if (m && data.bytes && total <= needs.memory && total + *data.bytes > needs.memory)
        needs.notes.push_back(SP_T("core", "The data set does not stay in memory whole: every epoch reads from the disk."));
    return needs;
}

} // namespace segplan
