#include "knowledge/reader.h"

#include "knowledge/entries.h"
#include "knowledge/market.h"

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

namespace segplan {

using namespace knowledge_detail;

namespace {

constexpr int schemaVersion = 1;

struct Origin {
    std::string file, pointer;
};

// Entries of one kind with where each stands, and the key that identifies one.
template <class T>
struct Table {
    std::vector<T> entries;
    std::vector<Origin> origins;
};

// What one set of files (shipped, or the user's) says.
struct Layer {
    std::map<std::string, Source> sources;
    std::string date; // newest of the file dates
    Table<Gpu> gpus;
    Table<InstanceType> instanceTypes;
    Table<Price> prices, unplaced;
    Table<StorageKind> storage;
    Table<Region> regions;
    Table<Dataset> datasets;
    Table<Calibration> calibration;
    Table<Measurement> measurements;
    Table<NameCorrection> corrections;
    Table<Disagreement> disagreements;
    Table<SpotRecord> spot;
    Table<StockRecord> stock;
    Table<StoragePriceEntry> storagePrices; // laid onto `storage` when all layers are merged
};

template <class T>
std::string keyOf(const T &entry) { return entry.id; }
std::string keyOf(const Price &p) { return p.instanceType + " " + p.region + " " + priceModelName(p.model); }
std::string keyOf(const Calibration &c) { return c.scope.empty() ? c.key : c.key + " " + c.scope; }
std::string keyOf(const NameCorrection &c) { return c.wrong; }
std::string keyOf(const SpotRecord &r) { return r.instanceType + " " + r.region + " " + r.zone; }
std::string keyOf(const StockRecord &r) { return r.instanceType + " " + r.zone + (r.spot ? " spot" : ""); }
std::string keyOf(const StoragePriceEntry &e) { return e.storage + " " + e.price.region; }

template <class T>
void readTable(Cursor &top, const char *key, bool required, Table<T> &into, const std::function<T(Cursor &)> &read)
{
    top.each(key, required, [&](Cursor &c) {
        into.entries.push_back(read(c));
        into.origins.push_back({c.context().file, c.pointer()});
    });
}

const std::string refreshedPrefix = "refreshed_";
bool isRefreshed(const std::string &file) { return file.rfind(refreshedPrefix, 0) == 0; }

// The kind a file must be of: "gpus.json" -> "gpus", "calibration_time.json" -> "calibration", "refreshed_prices.json" -> "prices". Empty: no
// knowledge file.
std::string kindOfFile(const std::string &file)
{
    static const char *const kinds[] = {"sources", "gpus", "instance_types", "prices", "storage", "regions", "datasets", "calibration", "measurements", "corrections",
                                        "spot", "stock", "storage_prices"};
    const std::string suffix = ".json";
    if (file.size() <= suffix.size() || file.compare(file.size() - suffix.size(), suffix.size(), suffix) != 0)
        return {};
    std::string stem = file.substr(0, file.size() - suffix.size());
    if (isRefreshed(file))
        stem = stem.substr(refreshedPrefix.size());
    if (stem.rfind("calibration_", 0) == 0)
        return "calibration";
    const bool known = std::any_of(std::begin(kinds), std::end(kinds), [&](const char *one) { return stem == one; });
    return known ? stem : std::string();
}

// Parses the bytes; a syntax fault names line and column.
Json parse(const std::string &bytes, const FileContext &context)
{
    try {
        return Json::parse(bytes);
    } catch (const Json::parse_error &error) {
        const std::size_t at = std::min(error.byte > 0 ? error.byte - 1 : 0, bytes.size());
        const auto upTo = bytes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto line = std::count(bytes.begin(), upTo, '\n') + 1;
        const std::size_t lineStart = at == 0 ? std::string::npos : bytes.rfind('\n', at - 1);
        const std::size_t column = lineStart == std::string::npos ? at + 1 : at - lineStart;
        context.fault(ErrorCode::Syntax, "", Text(SP_T("core", "This is not valid JSON: it breaks off or errs at line %1, column %2."),
                                                  {TextArg(static_cast<std::int64_t>(line)), TextArg(static_cast<std::int64_t>(column))}));
    } catch (const std::exception &) {
        context.fault(ErrorCode::Syntax, "", SP_T("core", "This is not valid JSON."));
    }
    return Json(Json::value_t::discarded);
}

// Schema, kind and date. False: the rest must not be read (another kind of file, or a newer program's).
bool readHead(Cursor &top, const std::string &kind, Layer &layer)
{
    const std::int64_t schema = top.integer("schema", 1, 1000000);
    if (schema > schemaVersion) {
        top.context().fault(ErrorCode::NewerVersion, top.pointerTo("schema"),
                            Text(SP_T("core", "This file is of schema %1; this program reads schema %2."), {TextArg(schema), TextArg(schemaVersion)}));
        return false;
    }
    const std::string stated = top.text("kind");
    if (!stated.empty() && stated != kind) {
        top.context().fault(ErrorCode::Conflict, top.pointerTo("kind"), Text(SP_T("core", "This file says that it holds “%1”."), {TextArg(stated)}), Text(SP_T("core", "“%1”"), {TextArg(kind)}));
        return false;
    }
    layer.date = std::max(layer.date, top.date("date"));
    return true;
}

void readBody(Cursor &top, const std::string &kind, Layer &layer)
{
    if (kind == "gpus")
        readTable<Gpu>(top, "gpus", true, layer.gpus, readGpu);
    else if (kind == "instance_types")
        readTable<InstanceType>(top, "instance_types", true, layer.instanceTypes, readInstanceType);
    else if (kind == "storage")
        readTable<StorageKind>(top, "storage", true, layer.storage, readStorageKind);
    else if (kind == "regions")
        readTable<Region>(top, "regions", true, layer.regions, readRegion);
    else if (kind == "datasets")
        readTable<Dataset>(top, "datasets", true, layer.datasets, readDataset);
    else if (kind == "calibration")
        readTable<Calibration>(top, "calibration", true, layer.calibration, readCalibration);
    else if (kind == "measurements")
        readTable<Measurement>(top, "measurements", true, layer.measurements, readMeasurement);
    else if (kind == "corrections")
        readTable<NameCorrection>(top, "corrections", true, layer.corrections, readCorrection);
    else if (kind == "prices") {
        readTable<Price>(top, "prices", true, layer.prices, [](Cursor &c) { return readPrice(c, true); });
        readTable<Price>(top, "unplaced", false, layer.unplaced, [](Cursor &c) { return readPrice(c, false); });
    }
    else if (kind == "spot")
        readTable<SpotRecord>(top, "spot", true, layer.spot, readSpot);
    else if (kind == "stock")
        readTable<StockRecord>(top, "stock", true, layer.stock, readStock);
    else if (kind == "storage_prices")
        readTable<StoragePriceEntry>(top, "storage_prices", true, layer.storagePrices, readStoragePrice);
    readTable<Disagreement>(top, "disagreements", false, layer.disagreements, readDisagreement);
}

void readSources(Cursor &top, Layer &layer)
{
    top.eachMember("sources", [&](const std::string &name, Cursor &c) {
        Source s;
        s.text = c.text("text");
        s.date = c.date("date");
        layer.sources[name] = std::move(s);
    });
}

template <class T>
void refuseDuplicates(const Table<T> &table, Errors &errors)
{
    std::unordered_map<std::string, std::size_t> seen;
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
        const std::string key = keyOf(table.entries[i]);
        const auto [first, isNew] = seen.emplace(key, i);
        if (isNew)
            continue;
        const Origin &before = table.origins[first->second];
        errors.push_back({ErrorCode::Conflict, table.origins[i].file, table.origins[i].pointer,
                          Text(SP_T("core", "“%1” occurs twice; the first is %2 in %3."), {TextArg(key), TextArg(before.pointer), TextArg(before.file)}), {}});
    }
}

// Reads every file of one set. `required`: the full set must be there.
Layer readLayer(const KnowledgeFiles &files, bool required, const std::map<std::string, Source> &inherited, const std::string &prefix, Errors &errors)
{
    Layer layer;
    layer.sources = inherited;
    std::vector<std::pair<std::string, const std::string *>> order; // sources first: the others refer to them
    for (const auto &[file, bytes] : files)
        order.insert(kindOfFile(file) == "sources" ? order.begin() : order.end(), {file, &bytes});

    const std::size_t before = errors.size();
    for (const auto &[file, bytes] : order) {
        const FileContext context{file, &layer.sources, prefix, &errors};
        const std::string kind = kindOfFile(file);
        if (kind.empty()) {
            context.fault(ErrorCode::UnknownKey, "", SP_T("core", "This is not a knowledge file."),
                          SP_T("core", "gpus.json, instance_types.json, prices.json, storage.json, regions.json, datasets.json, calibration*.json, measurements.json, corrections.json, sources.json, spot.json, stock.json, storage_prices.json"));
            continue;
        }
        const Json root = parse(*bytes, context);
        if (root.is_discarded())
            continue;
        Cursor top(root, "", context);
        if (!root.is_object() || !readHead(top, kind, layer))
            continue;
        if (kind == "sources")
            readSources(top, layer);
        else
            readBody(top, kind, layer);
        top.finish();
    }
    if (required) {
        for (const char *kind : {"sources", "gpus", "instance_types", "prices", "storage", "regions", "datasets", "calibration", "measurements", "corrections"}) {
            const std::string file = std::string(kind) + ".json";
            if (!files.count(file))
                errors.push_back({ErrorCode::Missing, file, "", SP_T("core", "This knowledge file is missing."), {}});
        }
    }
    if (errors.size() > before) // half-read entries would only add follow-up faults
        return layer;
    refuseDuplicates(layer.gpus, errors);
    refuseDuplicates(layer.instanceTypes, errors);
    refuseDuplicates(layer.prices, errors);
    refuseDuplicates(layer.storage, errors);
    refuseDuplicates(layer.regions, errors);
    refuseDuplicates(layer.datasets, errors);
    refuseDuplicates(layer.calibration, errors);
    refuseDuplicates(layer.corrections, errors);
    refuseDuplicates(layer.spot, errors);
    refuseDuplicates(layer.stock, errors);
    refuseDuplicates(layer.storagePrices, errors);
    return layer;
}

template <class T>
void mergeInto(Table<T> &base, Table<T> &over)
{
    std::unordered_map<std::string, std::size_t> position;
    for (std::size_t i = 0; i < base.entries.size(); ++i)
        position.emplace(keyOf(base.entries[i]), i);
    for (std::size_t i = 0; i < over.entries.size(); ++i) {
        const auto at = position.find(keyOf(over.entries[i]));
        if (at != position.end()) {
            base.entries[at->second] = std::move(over.entries[i]);
            base.origins[at->second] = std::move(over.origins[i]);
        } else {
            base.entries.push_back(std::move(over.entries[i]));
            base.origins.push_back(std::move(over.origins[i]));
        }
    }
}

template <class T>
void appendTo(Table<T> &base, Table<T> &over)
{
    std::move(over.entries.begin(), over.entries.end(), std::back_inserter(base.entries));
    std::move(over.origins.begin(), over.origins.end(), std::back_inserter(base.origins));
}

void mergeLayer(Layer &base, Layer &over)
{
    mergeInto(base.gpus, over.gpus);
    mergeInto(base.instanceTypes, over.instanceTypes);
    mergeInto(base.prices, over.prices);
    mergeInto(base.storage, over.storage);
    mergeInto(base.regions, over.regions);
    mergeInto(base.datasets, over.datasets);
    mergeInto(base.calibration, over.calibration);
    mergeInto(base.corrections, over.corrections);
    mergeInto(base.spot, over.spot);
    mergeInto(base.stock, over.stock);
    mergeInto(base.storagePrices, over.storagePrices);
    appendTo(base.measurements, over.measurements);
    appendTo(base.unplaced, over.unplaced);
    appendTo(base.disagreements, over.disagreements);
}

// References between kinds: an instance's GPU and disks, a price's type and region, a measurement's GPU and data set.
void checkReferences(const Layer &layer, Errors &errors)
{
    const auto idsOf = [](const auto &table) {
        std::set<std::string> ids;
        for (const auto &entry : table.entries)
            ids.insert(entry.id);
        return ids;
    };
    const std::set<std::string> gpus = idsOf(layer.gpus), types = idsOf(layer.instanceTypes), regions = idsOf(layer.regions), datasets = idsOf(layer.datasets);
    std::set<std::string> categories;
    for (const StorageKind &s : layer.storage.entries)
        categories.insert(s.apiCategory);

    const auto resolve = [&](const std::set<std::string> &known, const std::string &id, const Origin &at, const std::string &field, const char *sentence) {
        if (!known.count(id))
            errors.push_back({ErrorCode::UnknownId, at.file, at.pointer + "/" + field, Text(sentence, {TextArg(id)}), {}});
    };
    for (std::size_t i = 0; i < layer.instanceTypes.entries.size(); ++i) {
        const InstanceType &type = layer.instanceTypes.entries[i];
        resolve(gpus, type.gpu, layer.instanceTypes.origins[i], "gpu", SP_T("core", "The GPU “%1” is not known."));
        for (std::size_t d = 0; d < type.diskCategories.size(); ++d)
            resolve(categories, type.diskCategories[d], layer.instanceTypes.origins[i], "disk_categories/" + std::to_string(d), SP_T("core", "The disk category “%1” is not known."));
    }
    for (const Table<Price> *table : {&layer.prices, &layer.unplaced}) {
        for (std::size_t i = 0; i < table->entries.size(); ++i) {
            resolve(types, table->entries[i].instanceType, table->origins[i], "instance_type", SP_T("core", "The instance type “%1” is not known."));
            if (table == &layer.prices)
                resolve(regions, table->entries[i].region, table->origins[i], "region", SP_T("core", "The region “%1” is not known."));
        }
    }
    for (std::size_t i = 0; i < layer.storage.entries.size(); ++i) {
        const auto &regional = layer.storage.entries[i].regionalPrices;
        for (std::size_t r = 0; r < regional.size(); ++r)
            resolve(regions, regional[r].region, layer.storage.origins[i], "regional_prices/" + std::to_string(r) + "/region", SP_T("core", "The region “%1” is not known."));
    }
    const auto resolvePlaces = [&](const auto &table) {
        for (std::size_t i = 0; i < table.entries.size(); ++i) {
            resolve(types, table.entries[i].instanceType, table.origins[i], "instance_type", SP_T("core", "The instance type “%1” is not known."));
            resolve(regions, table.entries[i].region, table.origins[i], "region", SP_T("core", "The region “%1” is not known."));
        }
    };
    resolvePlaces(layer.spot);
    resolvePlaces(layer.stock);
    const std::set<std::string> stores = idsOf(layer.storage);
    for (std::size_t i = 0; i < layer.storagePrices.entries.size(); ++i) {
        const StoragePriceEntry &e = layer.storagePrices.entries[i];
        resolve(stores, e.storage, layer.storagePrices.origins[i], "storage", SP_T("core", "The disk or store “%1” is not known."));
        resolve(regions, e.price.region, layer.storagePrices.origins[i], "region", SP_T("core", "The region “%1” is not known."));
    }
    for (std::size_t i = 0; i < layer.measurements.entries.size(); ++i) {
        const Measurement &m = layer.measurements.entries[i];
        if (!m.gpu.empty())
            resolve(gpus, m.gpu, layer.measurements.origins[i], "gpu", SP_T("core", "The GPU “%1” is not known."));
        if (!m.dataset.empty())
            resolve(datasets, m.dataset, layer.measurements.origins[i], "dataset", SP_T("core", "The data set “%1” is not known."));
    }
}

Knowledge assembled(Layer &&layer)
{
    Knowledge k;
    k.version = layer.date;
    k.gpus = std::move(layer.gpus.entries);
    k.instanceTypes = std::move(layer.instanceTypes.entries);
    k.prices = std::move(layer.prices.entries);
    k.unplacedPrices = std::move(layer.unplaced.entries);
    k.storage = std::move(layer.storage.entries);
    k.regions = std::move(layer.regions.entries);
    k.datasets = std::move(layer.datasets.entries);
    k.calibration = std::move(layer.calibration.entries);
    k.measurements = std::move(layer.measurements.entries);
    k.corrections = std::move(layer.corrections.entries);
    k.disagreements = std::move(layer.disagreements.entries);
    k.spot = std::move(layer.spot.entries);
    k.stock = std::move(layer.stock.entries);
    for (const StoragePriceEntry &e : layer.storagePrices.entries) {
        const auto kind = std::find_if(k.storage.begin(), k.storage.end(), [&](const StorageKind &one) { return one.id == e.storage; });
        const Region *region = k.region(e.price.region);
        setRegionalPrice(*kind, e.price, region && region->mainland);
    }
    for (const Price &p : k.prices)
        k.pricesAsOf = std::max(k.pricesAsOf, p.source.date);
    k.reindex();
    return k;
}

} // namespace

Result<Knowledge> readKnowledge(const KnowledgeFiles &files) { return readKnowledge(files, {}); }

Result<Knowledge> readKnowledge(const KnowledgeFiles &files, const KnowledgeFiles &overrides)
{
    Errors errors;
    Layer base = readLayer(files, true, {}, "", errors);
    KnowledgeFiles refreshed, own;
    for (const auto &file : overrides)
        (isRefreshed(file.first) ? refreshed : own).insert(file);
    for (const auto &[layerFiles, prefix] : {std::pair(&refreshed, "refreshed: "), std::pair(&own, "yours: ")}) {
        if (layerFiles->empty())
            continue;
        Layer over = readLayer(*layerFiles, false, base.sources, prefix, errors);
        mergeLayer(base, over);
    }
    if (errors.empty())
        checkReferences(base, errors);
    if (!errors.empty())
        return errors;
    return assembled(std::move(base));
}

std::vector<Text> knowledgeRemarks(const Knowledge &knowledge, const std::string &todayIso)
{
    std::vector<Text> remarks;
    if (todayIso.size() >= 4 && isIsoDate(todayIso)) {
        const std::string yearAgo = std::to_string(std::stoi(todayIso.substr(0, 4)) - 1) + todayIso.substr(4);
        std::int64_t old = 0;
        std::string oldest;
        for (const Price &p : knowledge.prices) {
            if (p.source.date >= yearAgo)
                continue;
            ++old;
            if (oldest.empty() || p.source.date < oldest)
                oldest = p.source.date;
        }
        if (old > 0)
            remarks.push_back(Text(SP_T("core", "%1 of %2 prices are older than a year; the oldest is of %3."),
                                   {TextArg(old), TextArg(static_cast<std::int64_t>(knowledge.prices.size())), TextArg::date(oldest)}));
    }
    std::set<std::string> priced;
    for (const Price &p : knowledge.prices) {
        if (const InstanceType *type = knowledge.instanceType(p.instanceType))
            priced.insert(type->gpu);
    }
    for (const Gpu &gpu : knowledge.gpus) {
        if (gpu.cloud && !priced.count(gpu.id))
            remarks.push_back(Text(SP_T("core", "No instance type with the GPU %1 has a price in any region."), {TextArg(gpu.id)}));
        if (!gpu.usableMemory)
            remarks.push_back(Text(SP_T("core", "The usable memory of the GPU %1 is not known."), {TextArg(gpu.id)}));
    }
    if (!knowledge.unplacedPrices.empty())
        remarks.push_back(Text(SP_T("core", "%1 prices were seen without a region; they are shown but never ranked."),
                               {TextArg(static_cast<std::int64_t>(knowledge.unplacedPrices.size()))}));
    return remarks;
}

} // namespace segplan
