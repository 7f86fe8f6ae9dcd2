// What the program knows about the world: GPUs, instance types, prices, disks, regions, data sets, calibration.
//
// Values only; each carries its source and date. A value that is not known is an empty optional, never a default.
// The reader (knowledge/reader.h) makes a Knowledge from JSON bytes; the core never opens a file.
#pragma once

#include "base/text.h"
#include "ledger/ledger.h"
#include "units/units.h"

#include <cstdint>
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
    std::string memoryType; // "GDDR6", "HBM2e"
    std::vector<std::string> lacks; // "tensor-cores" "tf32" "bf16" "fast-fp16" "fp8" "nvlink": known to be absent, as against unknown
    LocalText note; // may be empty
    bool lacking(const std::string &feature) const;
};

// Only SelfService is ranked. Ticket: contact sales or file a ticket. Retired: previous generation or gone from the documentation.
// ApiListed: named by DescribeInstanceTypes at a refresh; whether anyone may order it is not known.
enum class Availability { SelfService, Invitation, Ticket, VirtualGpu, Retired, InferenceOnly, ClusterOnly, ApiListed };
const char *availabilityName(Availability a); // "self-service" "invitation" "ticket" "virtual-gpu" "retired" "inference-only" "cluster-only" "api-listed"

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
    double gpuShare = 1; // of one GPU, for a vGPU slice (gpuCount is then 1)
    bool armHost = false; // x86 images do not run
    std::vector<std::string> diskCategories; // StorageKind::apiCategory values that RunInstances accepts for this family
    std::optional<double> diskIopsMax, diskMbpsMax; // caps of the instance on all its disks; absent: not known
    std::string quota; // Quota Center id without its purchase suffix ("q_ecs_gn7e" + "_postpay_g" / "_prepay_g"); may be empty
    LocalText note; // may be empty
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
    bool promotion = false; // a promotion price at that date, not the list price
};

// What the service said of spot instances of one type when the user last asked (knowledge refresh). Nothing of it is shipped.
struct SpotRecord {
    std::string instanceType, region, zone; // zone empty: said of the whole region
    std::optional<Money> latest, lowest, median, highest; // per hour, over the period asked for
    std::optional<double> discount; // average share of the list price that is taken off, 0 to 1
    std::optional<double> interruptionLow, interruptionHigh; // share of instances taken back in the service's own period, 0 to 1
    Source source; // date: when asked
};

// Stock of one type in one zone when the user last asked.
enum class StockStatus { Plenty, Low, None, NoLongerSold }; // WithStock, ClosedWithStock, WithoutStock, ClosedWithoutStock
const char *stockStatusName(StockStatus s); // "plenty" "low" "none" "no-longer-sold"
struct StockRecord {
    std::string instanceType, region, zone;
    bool spot = false;
    StockStatus status = StockStatus::None;
    Source source;
};

// A price of a storage product in one region.
struct RegionalStoragePrice {
    std::string region;
    std::optional<Money> perGibMonth, perGibHour;
    Source source;
    std::optional<Money> perGb; // traffic
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
    std::string confidence; // of the price: "checked" "documented" "inferred"
    Source source;
    std::string priceScope; // where pricePerGib* hold: "mainland"; empty without a price
    std::string priceUnit; // as quoted: "GiB-month", "GB-month" (counted per GiB as it stands), "GB" (traffic)
    std::optional<Money> pricePerGb; // traffic only
    std::vector<RegionalStoragePrice> regionalPrices; // outside of priceScope
    LocalText note; // may be empty

    // min(base + perGib x GiB, max); nothing when the formula is not known.
    std::optional<double> iops(std::int64_t gib) const;
    std::optional<double> mbps(std::int64_t gib) const; // MB/s, 10^6
};

struct Region {
    std::string id; // "cn-shanghai"
    LocalText name; // "Shanghai" / "华东 2（上海）"
    bool mainland = false;
    std::vector<std::string> zones; // "cn-shanghai-n"; a zone is not stock
    Source source;
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
    std::vector<std::string> recalled; // "counts" "bytes" "licence": written from memory of a public text, not re-read
    LocalText note; // may be empty
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
    std::string optimizer; // as optimizerName(); empty: not told
    int outputStride = 0; // 0: the implementation's usual
    std::string stem; // "deep" | "classic"; empty: the usual
    std::vector<int> multiGrid; // empty: none
    int pretrainWindow = 0; // Swin; 0: the usual
    std::string dataset; // Dataset::id; may be empty
    std::string pytorch; // era of the rules it was made under, "1.10" "1.13" "2"; empty: not told
    int headDilation = 0; // 0: the usual
    bool suspect = false; // contradicts its own table or configuration: never a nearest neighbour, never fitted
};

// Wrong names met in circulating texts, with the right one and why.
struct NameCorrection {
    std::string wrong; // "gn7s=H20", "ecs.gn7i-c8g1.4xlarge"
    std::string right;
    LocalText reason;
    Source source;
};

// Two sources give different values for one fact; which one is taken and why.
struct Disagreement {
    std::string about; // fact key, "instance/ecs.ebmgn8is.32xlarge/network_gbps"
    std::vector<std::string> values; // each with its origin
    std::string picked;
    LocalText reason;
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
    std::vector<Price> unplacedPrices; // seen without a region (region empty): shown, never ranked
    std::vector<Disagreement> disagreements;
    std::vector<SpotRecord> spot; // from the user's own refresh only
    std::vector<StockRecord> stock;

    // Builds the index that the look-ups of instance types and prices use. The reader does; call it again after changing those
    // vectors by hand (without it the look-ups are still right, only slower, unless an entry was replaced in place).
    void reindex();

    // Look-ups; null when not known.
    const Gpu *gpu(const std::string &id) const;
    const InstanceType *instanceType(const std::string &id) const;
    const Region *region(const std::string &id) const;
    const Dataset *dataset(const std::string &id) const;
    const StorageKind *storageKind(const std::string &id) const;
    const Price *price(const std::string &instanceType, const std::string &region, PriceModel model) const;
    // The entry of the narrowest scope: `scope` (GPU id) first, then `wider` (architecture), then "". Null: unknown.
    const Calibration *calibrated(const std::string &key, const std::string &scope = {}, const std::string &wider = {}) const;
    const NameCorrection *correction(const std::string &wrong) const; // exact, case-insensitive

private:
    std::vector<std::uint32_t> m_typeOrder, m_priceOrder, m_calibrationOrder; // positions, sorted by key
};

} // namespace segplan
