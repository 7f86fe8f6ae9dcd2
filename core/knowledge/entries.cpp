#include "knowledge/entries.h"

namespace segplan::knowledge_detail {

namespace {

constexpr double mostTflops = 1e5;
constexpr double mostGbps = 1e6;
constexpr int mostGib = 1 << 20;
constexpr int mostPixels = 1 << 16;

template <class Int>
std::optional<Int> narrowed(std::optional<std::int64_t> value)
{
    return value ? std::optional<Int>(static_cast<Int>(*value)) : std::nullopt;
}

RegionalStoragePrice readRegional(Cursor &c)
{
    RegionalStoragePrice r;
    r.region = c.text("region");
    const Currency currency = c.currency("currency");
    r.perGibMonth = c.optionalMoney("price_per_gib_month", currency);
    r.perGibHour = c.optionalMoney("price_per_gib_hour", currency);
    r.perGb = c.optionalMoney("price_per_gb", currency);
    r.source = c.source();
    return r;
}

} // namespace

Gpu readGpu(Cursor &c)
{
    Gpu g;
    g.id = c.text("id");
    g.architecture = c.choice("architecture", {"Pascal", "Volta", "Turing", "Ampere", "Ada", "Hopper", "Blackwell", "CDNA3", "PPU", "NPU"});
    g.computeCapability = c.text("compute_capability");
    g.fp32Tflops = c.optionalNumber("fp32_tflops", 0.1, mostTflops);
    g.tf32Tflops = c.optionalNumber("tf32_tflops", 0.1, mostTflops);
    g.fp16Tflops = c.optionalNumber("fp16_tflops", 0.1, mostTflops);
    g.bf16Tflops = c.optionalNumber("bf16_tflops", 0.1, mostTflops);
    g.tensorCores = c.boolean("tensor_cores");
    g.nominalMemory = Bytes::gib(c.integer("nominal_memory_gib", 1, 4096));
    if (const auto usable = c.optionalInteger("usable_memory_bytes", Bytes::gib(1).count(), Bytes::gib(4096).count())) {
        g.usableMemory = Bytes(*usable);
        if (g.usableMemory > g.nominalMemory)
            c.context().fault(ErrorCode::Conflict, c.pointerTo("usable_memory_bytes"), SP_T("core", "The usable memory is larger than the nominal memory."),
                              Text(SP_T("core", "at most %1 bytes"), {TextArg(g.nominalMemory.count())}));
    }
    g.memoryType = c.optionalText("memory_type");
    g.memoryGbps = c.optionalNumber("memory_gbps", 1, mostGbps);
    g.nvlinkGbps = c.optionalNumber("nvlink_gbps", 0, mostGbps);
    g.tdpWatts = c.optionalNumber("tdp_watts", 1, 5000);
    g.lacks = c.optionalTexts("lacks");
    g.cloud = c.boolean("cloud");
    g.domestic = c.boolean("domestic");
    g.confidence = c.choice("confidence", {"checked", "known", "inferred", "estimate"});
    g.note = c.optionalLocalText("note");
    g.source = c.source();
    return g;
}

InstanceType readInstanceType(Cursor &c)
{
    InstanceType t;
    t.id = c.text("id");
    t.family = c.text("family");
    const std::string stem = t.family.substr(0, t.family.find('-')); // ecs.vgn6i-m4-vws.xlarge is of ecs.vgn6i-vws
    if (!t.id.empty() && t.id.compare(0, stem.size(), stem) != 0)
        c.context().fault(ErrorCode::Conflict, c.pointerTo("family"), Text(SP_T("core", "“%1” is not a type of the family “%2”."), {TextArg(t.id), TextArg(t.family)}));
    t.vcpu = static_cast<int>(c.integer("vcpu", 1, 4096));
    t.memory = Bytes::fromGib(c.number("memory_gib", 0.5, mostGib));
    t.gpu = c.text("gpu");
    t.gpuCount = static_cast<int>(c.integer("gpu_count", 1, 64));
    t.gpuShare = c.optionalNumber("gpu_share", 0.001, 1).value_or(1);
    t.networkGbps = c.optionalNumber("network_gbps", 0.01, 10000);
    t.rdma = c.choice("rdma", {"none", "eRDMA", "RoCE"});
    t.rdmaGbps = c.optionalNumber("rdma_gbps", 1, 10000);
    t.nvlink = c.boolean("nvlink");
    t.cpu = c.optionalText("cpu");
    t.armHost = c.optionalBoolean("arm_host", false);
    t.availability = c.choice<Availability>("availability", {{"self-service", Availability::SelfService},
                                                             {"invitation", Availability::Invitation},
                                                             {"ticket", Availability::Ticket},
                                                             {"virtual-gpu", Availability::VirtualGpu},
                                                             {"retired", Availability::Retired},
                                                             {"inference-only", Availability::InferenceOnly},
                                                             {"cluster-only", Availability::ClusterOnly},
                                                             {"api-listed", Availability::ApiListed}});
    t.uefiOnly = c.optionalBoolean("uefi_only", false);
    t.diskCategories = c.optionalTexts("disk_categories");
    t.diskIopsMax = c.optionalNumber("disk_iops_max", 1, 1e9);
    t.diskMbpsMax = c.optionalNumber("disk_mbps_max", 1, 1e9);
    t.quota = c.optionalText("quota");
    t.note = c.optionalLocalText("note");
    t.source = c.source();
    return t;
}

Price readPrice(Cursor &c, bool placed)
{
    Price p;
    p.instanceType = c.text("instance_type");
    if (placed)
        p.region = c.text("region");
    p.model = c.choice<PriceModel>("model", {{"hour", PriceModel::Hour}, {"month", PriceModel::Month}, {"year", PriceModel::Year}, {"spot", PriceModel::Spot}});
    p.amount = c.money("amount", c.currency("currency"));
    p.estimate = c.optionalBoolean("estimate", false);
    p.weak = c.optionalBoolean("weak", false);
    p.promotion = c.optionalBoolean("promotion", false);
    p.source = c.source();
    p.source.date = c.date("as_of");
    return p;
}

StorageKind readStorageKind(Cursor &c)
{
    StorageKind s;
    s.id = c.text("id");
    s.kind = c.choice("kind", {"disk", "nas", "oss", "traffic"});
    s.name = c.localText("name");
    s.apiCategory = c.optionalText("api_category");
    s.performanceLevel = c.optionalText("performance_level");
    if (c.has("currency")) {
        const Currency currency = c.currency("currency");
        s.priceScope = c.choice("price_scope", {"mainland"});
        s.priceUnit = c.choice("price_unit", {"GiB-month", "GB-month", "GB"});
        s.pricePerGibMonth = c.optionalMoney("price_per_gib_month", currency);
        s.pricePerGibHour = c.optionalMoney("price_per_gib_hour", currency);
        s.pricePerGb = c.optionalMoney("price_per_gb", currency);
    }
    c.each("regional_prices", false, [&](Cursor &inner) { s.regionalPrices.push_back(readRegional(inner)); });
    s.minGib = c.optionalInteger("min_gib", 1, mostGib);
    s.maxGib = c.optionalInteger("max_gib", 1, mostGib);
    if (s.minGib && s.maxGib && *s.minGib > *s.maxGib)
        c.context().fault(ErrorCode::Conflict, c.pointerTo("min_gib"), SP_T("core", "The smallest size is larger than the largest."));
    s.iopsBase = c.optionalNumber("iops_base", 0, 1e9);
    s.iopsPerGib = c.optionalNumber("iops_per_gib", 0, 1e6);
    s.iopsMax = c.optionalNumber("iops_max", 1, 1e9);
    s.mbpsBase = c.optionalNumber("mbps_base", 0, 1e9);
    s.mbpsPerGib = c.optionalNumber("mbps_per_gib", 0, 1e6);
    s.mbpsMax = c.optionalNumber("mbps_max", 1, 1e9);
    s.confidence = c.choice("confidence", {"checked", "documented", "inferred", "estimate"});
    s.note = c.optionalLocalText("note");
    s.source = c.source();
    return s;
}

Region readRegion(Cursor &c)
{
    Region r;
    r.id = c.text("id");
    r.name = c.localText("name");
    r.mainland = c.boolean("mainland");
    r.zones = c.optionalTexts("zones");
    r.source = c.source();
    return r;
}

Dataset readDataset(Cursor &c)
{
    Dataset d;
    d.id = c.text("id");
    d.name = c.localText("name");
    d.domain = c.text("domain");
    d.trainImages = c.optionalInteger("train_images", 1, std::int64_t{1} << 40);
    d.valImages = c.optionalInteger("val_images", 1, std::int64_t{1} << 40);
    d.classes = narrowed<int>(c.optionalInteger("classes", 2, 1 << 20));
    d.imageHeight = narrowed<int>(c.optionalInteger("image_height", 1, mostPixels));
    d.imageWidth = narrowed<int>(c.optionalInteger("image_width", 1, mostPixels));
    if (d.imageHeight.has_value() != d.imageWidth.has_value())
        c.context().fault(ErrorCode::Missing, c.pointerTo(d.imageHeight ? "image_width" : "image_height"), SP_T("core", "An image size needs both height and width."));
    d.variableSize = c.optionalBoolean("variable_size", false);
    if (const auto bytes = c.optionalInteger("bytes", 1, std::int64_t{1} << 60))
        d.bytes = Bytes(*bytes);
    d.usualCrop = c.optionalText("usual_crop");
    d.usualSchedule = c.optionalText("usual_schedule");
    d.licence = c.optionalText("licence");
    d.recalled = c.optionalTexts("recalled");
    d.note = c.optionalLocalText("note");
    d.source = c.source();
    return d;
}

Calibration readCalibration(Cursor &c)
{
    Calibration k;
    k.key = c.text("key");
    k.scope = c.optionalText("scope");
    k.value = c.number("value", -1e18, 1e18);
    k.low = c.optionalNumber("low", -1e18, 1e18);
    k.high = c.optionalNumber("high", -1e18, 1e18);
    if ((k.low && *k.low > k.value) || (k.high && *k.high < k.value))
        c.context().fault(ErrorCode::OutOfRange, c.pointerTo("value"), SP_T("core", "The value lies outside of its own range."));
    k.unit = c.text("unit");
    k.note = c.localText("note");
    k.fitted = c.optionalBoolean("fitted", false);
    k.source = c.source();
    return k;
}

Measurement readMeasurement(Cursor &c)
{
    Measurement m;
    m.kind = c.choice("kind", {"memory", "time"});
    m.model = c.text("model");
    m.backbone = c.optionalText("backbone"); // none: the model is its own
    m.implementation = c.text("implementation");
    m.gpu = c.optionalText("gpu");
    m.precision = c.choice("precision", {"fp32", "tf32", "amp-fp16", "amp-bf16"});
    m.optimizer = c.optionalText("optimizer");
    m.dataset = c.optionalText("dataset");
    m.pytorch = c.has("pytorch") ? c.choice("pytorch", {"1.10", "1.13", "2"}) : std::string();
    m.headDilation = static_cast<int>(c.optionalInteger("head_dilation", 1, 64).value_or(0));
    m.classes = static_cast<int>(c.integer("classes", 1, 1 << 20));
    m.cropHeight = static_cast<int>(c.integer("crop_height", 1, mostPixels));
    m.cropWidth = static_cast<int>(c.integer("crop_width", 1, mostPixels));
    m.batchPerGpu = static_cast<int>(c.integer("batch_per_gpu", 1, 1 << 20));
    m.gpus = static_cast<int>(c.integer("gpus", 1, 1 << 16));
    m.outputStride = static_cast<int>(c.optionalInteger("output_stride", 4, 64).value_or(0));
    m.stem = c.has("stem") ? c.choice("stem", {"deep", "classic"}) : std::string();
    m.multiGrid = c.optionalIntegers("multi_grid", 1, 64);
    m.pretrainWindow = static_cast<int>(c.optionalInteger("pretrain_window", 1, 64).value_or(0));
    m.value = m.kind == "memory" ? static_cast<double>(c.integer("bytes", 1 << 20, std::int64_t{1} << 50)) : c.number("seconds_per_iteration", 1e-6, 1e6);
    m.suspect = c.optionalBoolean("suspect", false);
    m.label = c.text("label");
    m.source = c.source();
    return m;
}

NameCorrection readCorrection(Cursor &c)
{
    NameCorrection n;
    n.wrong = c.text("wrong");
    n.right = c.text("right");
    n.reason = c.localText("reason");
    n.source = c.source();
    return n;
}

Disagreement readDisagreement(Cursor &c)
{
    Disagreement d;
    d.about = c.text("about");
    d.values = c.optionalTexts("values");
    if (d.values.size() < 2)
        c.context().fault(ErrorCode::Missing, c.pointerTo("values"), SP_T("core", "A disagreement needs at least two values."));
    d.picked = c.text("picked");
    d.reason = c.localText("reason");
    return d;
}

SpotRecord readSpot(Cursor &c)
{
    SpotRecord r;
    r.instanceType = c.text("instance_type");
    r.region = c.text("region");
    r.zone = c.optionalText("zone");
    if (c.has("currency")) {
        const Currency currency = c.currency("currency");
        r.latest = c.optionalMoney("latest", currency);
        r.lowest = c.optionalMoney("lowest", currency);
        r.median = c.optionalMoney("median", currency);
        r.highest = c.optionalMoney("highest", currency);
        if ((r.lowest && r.median && *r.median < *r.lowest) || (r.median && r.highest && *r.highest < *r.median) || (r.lowest && r.highest && *r.highest < *r.lowest))
            c.context().fault(ErrorCode::Conflict, c.pointerTo("median"), SP_T("core", "The lowest, median and highest price are not in this order."));
    }
    r.discount = c.optionalNumber("discount", 0, 1);
    r.interruptionLow = c.optionalNumber("interruption_low", 0, 1);
    r.interruptionHigh = c.optionalNumber("interruption_high", 0, 1);
    if (r.interruptionLow && r.interruptionHigh && *r.interruptionLow > *r.interruptionHigh)
        c.context().fault(ErrorCode::Conflict, c.pointerTo("interruption_low"), SP_T("core", "The low end of a range is above its high end."));
    r.source = c.source();
    return r;
}

StockRecord readStock(Cursor &c)
{
    StockRecord r;
    r.instanceType = c.text("instance_type");
    r.region = c.text("region");
    r.zone = c.text("zone");
    r.spot = c.optionalBoolean("spot", false);
    std::vector<std::pair<const char *, StockStatus>> names;
    for (const StockStatus s : {StockStatus::Plenty, StockStatus::Low, StockStatus::None, StockStatus::NoLongerSold})
        names.emplace_back(stockStatusName(s), s);
    r.status = c.choice<StockStatus>("status", names);
    r.source = c.source();
    return r;
}

StoragePriceEntry readStoragePrice(Cursor &c)
{
    StoragePriceEntry e;
    e.storage = c.text("storage");
    e.price = readRegional(c);
    if (!e.price.perGibMonth && !e.price.perGibHour && !e.price.perGb)
        c.context().fault(ErrorCode::Missing, c.pointer(), SP_T("core", "The entry names no price."), SP_T("core", "price_per_gib_month, price_per_gib_hour or price_per_gb"));
    return e;
}

} // namespace segplan::knowledge_detail
