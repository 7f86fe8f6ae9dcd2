// What the program knows about the world: GPUs, instance types, prices, disks, regions, data sets, calibration.
//
// Values only; each carries its source and date. A value that is not known is an empty optional, never a default.
// The reader (knowledge/reader.h) makes a Knowledge from JSON bytes; the core never opens a file.
#pragma once

#include "base/text.h"
#include "ledger/ledger.h"
#include "units/units.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace segplan {

// A GPU board. Rates are dense peaks of the datasheet; absent = the board cannot do it (no BF16 on V100) or it is unknown (see `lacks`).
struct Gpu {
    std::string id; // "A10", "A100-80", "V100-32"
    std::string architecture; // "Pascal" "Volta" "Turing" "Ampere" "Ada" "Hopper" "Blackwell"
    std::string computeCapability; // "8.6"
    std::optional<double> fp32Tflops, tf32Tflops, fp16Tflops, bf16Tflops;
    bool tensorCores = false;
    Bytes nominalMemory; // label, in GiB as the vendors count (24 GB card = 24 GiB)
    std::optional<Bytes> usableMemory; // what the driver reports as total
    std::optional<double> memoryGbps; // GB/s, 10^9
    std::optional<double> nvlinkGbps; // GB/s both directions; 0 = none
    std::optional<double> tdpWatts;
    bool cloud = true; // false: research card kept for comparison ("RTX-3090")
    bool domestic = false; // made in mainland China (no self-service ECS training type has one)
    std::string confidence; // "checked", "known", "inferred", "estimate"
    Source source;
};

enum class Availability { SelfService, Invitation, Ticket, VirtualGpu, Retired, InferenceOnly, ClusterOnly };

struct InstanceType {
    std::string id; // "ecs.gn7i-c16g1.4xlarge"
    std::string family; // "ecs.gn7i"
    int vcpu = 0;
    Bytes memory;
    std::string gpu; // Gpu::id
    int gpuCount = 0;
    std::optional<double> networkGbps;
    std::string rdma; // "none" | "eRDMA" | "RoCE"
    std::optional<double> rdmaGbps;
    bool nvlink = false;
    std::string cpu;
    Availability availability = Availability::SelfService;
    bool uefiOnly = false; // needs an image with UEFI boot
    Source source;
};

enum class PriceModel { Hour, Month, Year, Spot };
const char *priceModelName(PriceModel m); // "hour" "month" "year" "spot"

struct Price {
    std::string instanceType;
    std::string region;
    PriceModel model = PriceModel::Hour;
    Money amount;
    bool estimate = false; // made by a rule, not quoted
    bool weak = false; // one undated or second-hand observation
    Source source; // source.date = as of
};

// A block-storage or file-storage product with its performance formula: min(base + perGib x GiB, max).
struct StorageKind {
    std::string id; // "essd-pl1"
    std::string kind; // "disk" "nas" "oss" "traffic"
    LocalText name;
    std::string apiCategory; // "cloud_essd"
    std::string performanceLevel; // "PL1", empty when it has none
    std::optional<Money> pricePerGibMonth;
    std::optional<Money> pricePerGibHour;
    std::optional<std::int64_t> minGib, maxGib;
    std::optional<double> iopsBase, iopsPerGib, iopsMax;
    std::optional<double> mbpsBase, mbpsPerGib, mbpsMax; // MB/s, 10^6
    std::string confidence;
    Source source;
};

struct Region {
    std::string id; // "cn-shanghai"
    LocalText name; // "Shanghai" / "华东 2（上海）"
    bool mainland = false;
};

struct Dataset {
    std::string id; // "cityscapes"
    LocalText name;
    std::string domain;
    std::optional<std::int64_t> trainImages, valImages;
    std::optional<int> classes;
    std::optional<int> imageHeight, imageWidth; // typical; absent when it varies without a stated size
    bool variableSize = false;
    std::optional<Bytes> bytes; // download size
    std::string usualCrop, usualSchedule, licence;
    Source source;
};

// A belief with the conditions under which it holds: efficiencies, overheads, rules of thumb.
struct Calibration {
    std::string key; // "time.conv.tensor-core.efficiency"
    std::string scope; // "" for all, or an architecture / GPU id
    double value = 0;
    std::optional<double> low, high;
    std::string unit; // "ratio" "seconds" "bytes" "images/s/vcpu" ...
    LocalText note; // conditions; for a fitted value: on which rows, with what error
    bool fitted = false;
    Source source;
};

// A published measurement to compare with.
struct Measurement {
    std::string kind; // "memory" | "time"
    std::string model, backbone, implementation, gpu, precision;
    int classes = 0, cropHeight = 0, cropWidth = 0, batchPerGpu = 0, gpus = 1;
    double value = 0; // bytes (memory) or seconds per iteration (time)
    std::string label;
    Source source;
};

// Wrong names met in circulating texts, with the right one and why.
struct NameCorrection {
    std::string wrong; // "gn7s=H20", "ecs.gn7i-c8g1.4xlarge"
    std::string right;
    LocalText reason;
    Source source;
};

struct Knowledge {
    std::string version; // of the knowledge set, ISO date
    std::string pricesAsOf; // newest price date
    std::vector<Gpu> gpus;
    std::vector<InstanceType> instanceTypes;
    std::vector<Price> prices;
    std::vector<StorageKind> storage;
    std::vector<Region> regions;
    std::vector<Dataset> datasets;
    std::vector<Calibration> calibration;
    std::vector<Measurement> measurements;
    std::vector<NameCorrection> corrections;

    // Look-ups; null when not known.
    const Gpu *gpu(const std::string &id) const;
    const InstanceType *instanceType(const std::string &id) const;
    const Region *region(const std::string &id) const;
    const Dataset *dataset(const std::string &id) const;
    const StorageKind *storageKind(const std::string &id) const;
    const Price *price(const std::string &instanceType, const std::string &region, PriceModel model) const;
    // The entry of the narrowest scope: `scope` (GPU id) first, then `wider` (architecture), then "". Null: unknown.
    const Calibration *calibrated(const std::string &key, const std::string &scope = {}, const std::string &wider = {}) const;
};

} // namespace segplan
