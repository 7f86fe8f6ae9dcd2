#include "plan/file.h"

#include "plan/choices.h"
#include "plan/reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace segplan {

using namespace plan;
using Json = nlohmann::ordered_json;
using Kind = JsonValue::Kind;

namespace {

Errors sorted(Errors faults)
{
    std::stable_sort(faults.begin(), faults.end(), [](const Error &a, const Error &b) { return a.pointer < b.pointer; });
    return faults;
}

template <class T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

Json optionsJson(const ModelOptions &o)
{
    Json out = Json::object();
    if (o.outputStride)
        out["output_stride"] = *o.outputStride;
    if (o.auxiliaryHead)
        out["auxiliary_head"] = *o.auxiliaryHead;
    if (o.stem)
        out["stem"] = *o.stem;
    if (!o.multiGrid.empty())
        out["multi_grid"] = o.multiGrid;
    if (o.headDilation)
        out["head_dilation"] = *o.headDilation;
    if (o.pretrainWindow)
        out["pretrain_window"] = *o.pretrainWindow;
    if (o.segmentsPerImage)
        out["segments_per_image"] = *o.segmentsPerImage;
    if (o.upsampling)
        out["upsampling"] = *o.upsampling;
    return out;
}

Json datasetJson(const Workload &w)
{
    if (!w.customDataset)
        return w.dataset;
    const CustomDataset &d = *w.customDataset;
    Json out = Json::object();
    if (!d.name.empty())
        out["name"] = d.name;
    if (d.trainImages > 0)
        out["train_images"] = d.trainImages;
    if (d.classes > 0)
        out["classes"] = d.classes;
    if (d.imageHeight > 0)
        out["image"]["height"] = d.imageHeight;
    if (d.imageWidth > 0)
        out["image"]["width"] = d.imageWidth;
    if (d.bytes > 0)
        out["bytes"] = d.bytes;
    return out;
}

Json workloadJson(const Workload &w)
{
    Json out = Json::object();
    out["model"] = w.model;
    if (!w.backbone.empty())
        out["backbone"] = w.backbone;
    out["implementation"] = w.implementation;
    out["options"] = optionsJson(w.options);
    if (w.inputChannels != 3)
        out["input_channels"] = w.inputChannels;
    out["dataset"] = datasetJson(w);
    out["classes"] = w.classes;
    out["crop"] = {{"height", w.cropHeight}, {"width", w.cropWidth}};
    out["batch_per_gpu"] = orNull(w.batchPerGpu);
    if (w.globalBatch)
        out["global_batch"] = *w.globalBatch;
    out["gradient_accumulation"] = w.gradientAccumulation;
    out["gpus"] = orNull(w.gpus);
    out["nodes"] = w.nodes;
    out["precision"] = w.precision ? Json(precisionName(*w.precision)) : Json(nullptr);
    out["optimizer"] = optimizerName(w.optimizer);
    out["activation_checkpointing"] = w.checkpointingOpen ? Json(nullptr) : Json(w.activationCheckpointing);
    out["freeze_backbone"] = w.freezeBackbone;
    out["sync_batch_norm"] = w.syncBatchNorm;
    out["schedule"][w.schedule.unit == Schedule::Unit::Epochs ? "epochs" : "iterations"] = w.schedule.count;
    out["pytorch"] = eraName(w.pytorch);
    out["zero_grad"] = w.zeroGradInPlace ? "zero" : "none";
    if (w.cudnnBenchmark)
        out["cudnn_benchmark"] = true;
    if (w.input.format)
        out["input"]["format"] = imageFormatName(*w.input.format);
    if (w.input.library != LoaderLibrary::OpenCv)
        out["input"]["library"] = loaderLibraryName(w.input.library);
    if (w.input.location)
        out["input"]["location"] = dataLocationName(*w.input.location);
    if (w.input.workersPerGpu)
        out["input"]["workers_per_gpu"] = *w.input.workersPerGpu;
    if (w.validation) {
        if (w.validation->mode != ValidationMode::Usual)
            out["validation"]["mode"] = validationModeName(w.validation->mode);
        if (w.validation->height > 0)
            out["validation"]["image"]["height"] = w.validation->height;
        if (w.validation->width > 0)
            out["validation"]["image"]["width"] = w.validation->width;
    }
    return out;
}

Json requirementsJson(const Requirements &r)
{
    Json out = Json::object();
    out["regions"] = r.regions;
    if (r.budget) {
        out["budget"] = {{"amount", shortDecimal(*r.budget)}, {"currency", currencyCode(r.budget->currency())}};
    }
    if (r.deadlineHours)
        out["deadline_hours"] = *r.deadlineHours;
    out["purchase"] = Json::array();
    for (const Purchase p : r.purchase)
        out["purchase"].push_back(purchaseName(p));
    out["max_gpus"] = r.maxGpus;
    out["allow_multi_node"] = r.allowMultiNode;
    out["domestic_silicon"] = r.domesticSilicon;
    out["fp64"] = r.fp64;
    out["old_framework"] = r.oldFramework;
    out["objective"] = objectiveName(r.objective);
    if (r.nvlink)
        out["nvlink"] = true;
    if (r.bf16)
        out["bf16"] = true;
    if (r.hostMemoryGib)
        out["host_memory_gib"] = *r.hostMemoryGib;
    if (!r.selfServiceOnly)
        out["self_service_only"] = false;
    out["families"] = r.families;
    out["exclude_families"] = r.excludeFamilies;
    out["instance_types"] = r.instanceTypes;
    out["runs"] = r.runs;
    out["storage_months"] = r.storageMonths;
    return out;
}

Json jobJson(const Job &j)
{
    Json out = Json::object();
    if (j.validationEvery)
        out["validation_every"] = *j.validationEvery;
    if (j.checkpointMinutes)
        out["checkpoint_minutes"] = *j.checkpointMinutes;
    if (j.startupMinutes)
        out["startup_minutes"] = *j.startupMinutes;
    if (j.idleHours > 0)
        out["idle_hours"] = j.idleHours;
    if (j.stopMode != StopMode::Release)
        out["stop_mode"] = stopModeName(j.stopMode);
    if (j.egressGb > 0)
        out["egress_gb"] = j.egressGb;
    if (j.spotReleasesPerDay)
        out["spot_releases_per_day"] = *j.spotReleasesPerDay;
    if (j.spotPriceRatio)
        out["spot_price_ratio"] = *j.spotPriceRatio;
    return out;
}

template <class T>
void addOrigin(Json &entry, const T &p)
{
    entry["amount"] = shortDecimal(p.amount);
    entry["currency"] = currencyCode(p.amount.currency());
    entry["as_of"] = p.source.date;
    entry["source"] = p.source.text;
    if (p.estimate)
        entry["estimate"] = true;
    if (p.weak)
        entry["weak"] = true;
}

void addBook(Json &out, const PriceBook &book)
{
    out["as_of"] = book.asOf;
    out["entries"] = Json::array();
    for (const Price &p : book.entries) {
        Json entry = {{"instance_type", p.instanceType}, {"region", p.region}, {"model", priceModelName(p.model)}};
        addOrigin(entry, p);
        if (p.promotion)
            entry["promotion"] = true;
        out["entries"].push_back(std::move(entry));
    }
    for (const StorageQuote &q : book.storage) {
        Json entry = {{"storage", q.storage}, {"region", q.region}, {"unit", storageUnitName(q.unit)}};
        addOrigin(entry, q);
        out["storage"].push_back(std::move(entry));
    }
}

} // namespace

Result<Plan> readPlan(const std::string &bytes, const std::string &file, const Knowledge &knowledge)
{
    const auto document = parseJson(bytes, file);
    if (!document)
        return document.errors();
    if (document->kind != Kind::Object)
        return Error{ErrorCode::WrongType, file, {}, Text(SP_T("core", "this is %1"), {kindName(document->kind)}), SP_T("core", "an object")};
    ObjectReader reader(file, knowledge);
    const JsonValue *version = document->find("segplan");
    if (!version)
        reader.faults.push_back({ErrorCode::Missing, file, "/segplan", SP_T("core", "this is no plan: the version of the format is missing"),
                                 Text(SP_T("core", "%1"), {planFileVersion})});
    else if (version->kind != Kind::Integer)
        reader.faults.push_back({ErrorCode::WrongType, file, "/segplan", Text(SP_T("core", "this is %1"), {kindName(version->kind)}), Text(SP_T("core", "%1"), {planFileVersion})});
    else if (version->integer > planFileVersion) // what a newer program means by its keys is not for us to guess
        return Error{ErrorCode::NewerVersion, file, "/segplan",
                     Text(SP_T("core", "the plan has version %1 and was made by a newer program; this one reads up to version %2"), {TextArg(version->integer), planFileVersion}), {}};
    else if (version->integer < 1)
        reader.faults.push_back({ErrorCode::OutOfRange, file, "/segplan", Text(SP_T("core", "%1 is out of range"), {TextArg(version->integer)}), Text(SP_T("core", "%1"), {planFileVersion})});
    reader.readPlanObject(*document);
    reader.apply();
    if (!reader.faults.empty())
        return sorted(std::move(reader.faults));
    return std::move(reader.plan);
}

std::string writePlan(const Plan &plan)
{
    Json out = Json::object();
    out["segplan"] = planFileVersion;
    out["title"] = plan.title;
    if (!plan.preset.empty())
        out["preset"] = plan.preset;
    out["workload"] = workloadJson(plan.workload);
    out["requirements"] = requirementsJson(plan.requirements);
    if (plan.job != Job{})
        out["job"] = jobJson(plan.job);
    out["launch"] = {{"security_group", plan.launch.securityGroup}, {"vswitch", plan.launch.vSwitch}, {"key_pair", plan.launch.keyPair},
                     {"image", plan.launch.image}, {"instance_name", plan.launch.instanceName}, {"shell", shellName(plan.launch.shell)}};
    if (plan.prices)
        addBook(out["prices"], *plan.prices);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string writePriceBook(const PriceBook &book)
{
    Json out = {{"segplan_prices", priceBookVersion}};
    addBook(out, book);
    return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<PriceBook> readPriceBook(const std::string &bytes, const std::string &file, const Knowledge &knowledge)
{
    const auto document = parseJson(bytes, file);
    if (!document)
        return document.errors();
    const JsonValue *version = document->find("segplan_prices");
    if (!version || version->kind != Kind::Integer || version->integer < 1)
        return Error{ErrorCode::Missing, file, "/segplan_prices", SP_T("core", "this is no price book: the version of the format is missing"), Text(SP_T("core", "%1"), {priceBookVersion})};
    if (version->integer > priceBookVersion)
        return Error{ErrorCode::NewerVersion, file, "/segplan_prices",
                     Text(SP_T("core", "the price book has version %1 and was made by a newer program; this one reads up to version %2"), {TextArg(version->integer), priceBookVersion}), {}};
    ObjectReader reader(file, knowledge);
    PriceBook book = reader.readBook(*document, {}, {"segplan_prices"});
    if (!reader.faults.empty())
        return sorted(std::move(reader.faults));
    return book;
}

std::string writeWorkload(const Workload &workload) { return workloadJson(workload).dump(-1, ' ', false, Json::error_handler_t::replace); }

Result<WorkloadOnGpu> readWorkload(const std::string &bytes, const std::string &file, const Knowledge &knowledge)
{
    const auto document = parseJson(bytes, file);
    if (!document)
        return document.errors();
    if (document->kind != Kind::Object)
        return Error{ErrorCode::WrongType, file, {}, Text(SP_T("core", "this is %1"), {kindName(document->kind)}), SP_T("core", "an object")};
    ObjectReader reader(file, knowledge);
    reader.readWorkloadObject(*document, {"gpu"}, false);
    reader.apply();
    WorkloadOnGpu out;
    if (const JsonValue *gpu = document->find("gpu"))
        out.gpu = reader.readGpu(*gpu, "/workload/gpu");
    else
        reader.faults.push_back({ErrorCode::Missing, file, "/workload/gpu", SP_T("core", "the workload names no GPU"), SP_T("core", "a GPU's id, or an object with its figures")});
    if (!reader.faults.empty()) {
        // Here the workload is the document itself.
        for (Error &e : reader.faults)
            e.pointer = e.pointer.substr(std::min<std::size_t>(e.pointer.size(), 9));
        return sorted(std::move(reader.faults));
    }
    out.workload = std::move(reader.plan.workload);
    return out;
}

} // namespace segplan
