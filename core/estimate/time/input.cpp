#include "estimate/time/input.h"

#include "estimate/time/rates.h"

#include <algorithm>
#include <cmath>

namespace segplan {

using namespace timing;

namespace {

constexpr double bytesPerRead = 256 * 1024; // ESSD counts a read up to 256 KiB as one operation
constexpr double megapixel = 1e6;

struct Stored {
    double height = 0, width = 0; // pixels of an image
    double bytes = 0, images = 0; // whole set; 0: not known
};

Stored storedOf(const Workload &workload, const Knowledge &knowledge)
{
    Stored s;
    if (workload.customDataset) {
        s.height = workload.customDataset->imageHeight;
        s.width = workload.customDataset->imageWidth;
        s.bytes = static_cast<double>(workload.customDataset->bytes);
        s.images = static_cast<double>(workload.customDataset->trainImages);
    } else if (const Dataset *d = knowledge.dataset(workload.dataset)) {
        s.height = d->imageHeight.value_or(0);
        s.width = d->imageWidth.value_or(0);
        if (d->bytes)
            s.bytes = static_cast<double>(d->bytes->count());
        if (d->trainImages)
            s.images = static_cast<double>(*d->trainImages + d->valImages.value_or(0));
    }
    return s;
}

ImageFormat formatOf(const Workload &workload, const Stored &stored)
{
    if (workload.input.format)
        return *workload.input.format;
    // Cityscapes-like sets store PNG at more than a byte per pixel, photographs JPEG at a fraction of one.
    const double pixels = stored.height * stored.width;
    const double perPixel = stored.images > 0 && pixels > 0 ? stored.bytes / stored.images / pixels : 0;
    return perPixel > 1 ? ImageFormat::Png : ImageFormat::Jpeg;
}

} // namespace

const char *inputStageName(InputStage s)
{
    switch (s) {
    case InputStage::Cpu: return "input-cpu";
    case InputStage::Disk: return "input-disk";
    case InputStage::Network: return "input-network";
    case InputStage::HandOver: break;
    }
    return "input-handover";
}

std::optional<InputRates> inputRates(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge)
{
    const Stored stored = storedOf(workload, knowledge);
    if (stored.height <= 0 || stored.width <= 0)
        return std::nullopt;
    Entries entry(knowledge, gpu);
    InputRates r;
    const double image = stored.height * stored.width / megapixel, crop = static_cast<double>(workload.cropHeight) * workload.cropWidth / megapixel;
    const double channels = std::max(1, workload.inputChannels) / 3.0;
    const ImageFormat format = formatOf(workload, stored);
    const LoaderLibrary library = workload.input.library;
    const bool dali = library == LoaderLibrary::Dali;
    // DALI hands JPEG to nvJPEG; other formats are decoded by the CPU.
    const bool gpuDecodes = dali && format == ImageFormat::Jpeg;
    const char *const decoder = library == LoaderLibrary::Pillow ? "pillow" : "opencv";
    r.storedPixels = stored.height * stored.width;
    r.decodeKey = std::string("time.input.decode.") + imageFormatName(format) + "." + decoder;
    const double decode = entry(r.decodeKey);
    const double label = entry("time.input.decode.label"), resize = entry("time.input.resize"), augment = entry("time.input.augment");
    const double daliDecode = entry("time.input.dali.decode"), daliAugment = entry("time.input.dali.augment"), daliShare = entry("time.input.dali.cpu");
    r.decode = image * (gpuDecodes ? decode * channels * daliShare : decode * channels) + image * label;
    r.augment = dali ? 0 : (image * resize + crop * augment) * channels;
    r.batchBytes = crop * megapixel * (4.0 * workload.inputChannels + 8);
    r.collate = dali ? 0 : r.batchBytes / entry("time.input.collate");
    r.fixed = entry("time.input.per-image");
    r.gpu = dali ? (gpuDecodes ? image * channels * daliDecode : 0) + crop * channels * daliAugment : 0;
    r.handOver = dali ? 0 : r.batchBytes / entry("time.input.handover");
    r.handOverShared = entry("time.input.handover.shared");
    r.copy = r.batchBytes / (entry("time.input.copy") * 1e9);
    r.datasetBytes = stored.bytes;
    r.images = stored.images;
    if (stored.bytes > 0 && stored.images > 0) {
        r.storedBytes = stored.bytes / stored.images;
        r.readsPerImage = std::ceil(r.storedBytes / bytesPerRead) + 1; // the label is a file of its own
    }
    r.processBytes = entry("host.process.memory");
    r.workerBytes = entry("host.worker.memory");
    r.sharpness = entry("time.input.sharpness");
    r.rangeRatio = entry("time.input.range.ratio");
    r.spread = entry("time.input.spread");
    if (!entry.complete())
        return std::nullopt;
    return r;
}

InputEstimate inputTime(const InputRates &rates, const HostShape &host, const Workload &workload, double images, int batch)
{
    InputEstimate e;
    if (host.vcpu <= 0)
        return e;
    e.known = true;
    const int processes = std::max(1, host.gpusPerNode);
    // Each training process keeps one vCPU busy. More workers than vCPUs share them.
    const double free = std::max(0.5, static_cast<double>(host.vcpu - processes));
    e.workers = workload.input.workersPerGpu ? std::min(free, static_cast<double>(std::max(1, *workload.input.workersPerGpu)) * processes) : free;
    const double wait = 1 + rates.spread * expectedMaximum(processes * std::max(1, host.nodes));
    e.cpu = images * rates.cpu() / e.workers * wait;
    const double perProcess = images / processes;
    e.handOver = perProcess * rates.handOver * (1 + rates.handOverShared * (processes - 1));
    e.gpu = perProcess * rates.gpu;
    e.copy = perProcess * rates.copy;

    // Page cache: what processes, workers and their queues leave of the memory.
    const double queues = 2 * e.workers * batch * rates.batchBytes; // prefetch_factor 2
    const double left = static_cast<double>(host.memory.count()) - processes * rates.processBytes - e.workers * rates.workerBytes - queues;
    e.cachedShare = rates.datasetBytes > 0 && host.memory.count() > 0 ? std::clamp(left / rates.datasetBytes, 0.0, 1.0) : 0;
    if (host.storage && rates.storedBytes > 0) {
        const StorageShape &s = *host.storage;
        // Pages of a set larger than the cache are pushed out before they are read again in the next epoch's random order only in part:
        // the share that fits is hit.
        const auto reading = [&](double mbps, double iops, double latency) {
            double t = mbps > 0 ? images * rates.storedBytes / (mbps * 1e6) : 0;
            if (iops > 0)
                t = std::max(t, images * rates.readsPerImage / iops);
            return std::max(t, images * 2 * latency / e.workers); // image and label, one after the other in each worker
        };
        const double whole = reading(s.mbps, s.iops, s.latency);
        e.readKnown = s.location == DataLocation::HostMemory || s.mbps > 0;
        e.firstEpochRead = s.location == DataLocation::OssCached ? std::max(whole, reading(s.firstMbps, 0, s.firstLatency)) : whole;
        e.read = s.location == DataLocation::HostMemory ? 0 : whole * (1 - e.cachedShare);
    }
    e.total = std::max(e.cpu, e.read);
    if (workload.input.workersPerGpu && *workload.input.workersPerGpu == 0)
        e.handOver += e.total; // no worker: the training process loads while the card waits
    const bool remote = host.storage && (host.storage->location == DataLocation::Nas || host.storage->location == DataLocation::Oss);
    e.stage = e.read > e.cpu ? (remote ? InputStage::Network : InputStage::Disk) : e.handOver > e.cpu ? InputStage::HandOver : InputStage::Cpu;
    return e;
}

double stepSeconds(double gpu, const InputEstimate &input, double sharpness)
{
    const double g = gpu + input.gpu + input.handOver, i = input.total;
    if (!input.known || i <= 0)
        return g;
    const double large = std::max(g, i), small = std::min(g, i);
    return large * std::pow(1 + std::pow(small / large, sharpness), 1 / sharpness);
}

double vcpuToKeepUp(const InputRates &rates, double images, double gpuSeconds, int processes)
{
    return processes + (gpuSeconds > 0 ? images * rates.cpu() / gpuSeconds : 0);
}

} // namespace segplan
