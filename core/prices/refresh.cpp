#include "prices/refresh.h"

#include "plan/fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace segplan {

namespace {

using Json = nlohmann::ordered_json;

// The list of one file by identity; what is no such file gives nothing.
struct Entries {
    std::map<std::string, Json> byKey;
    bool changed = false;

    void put(const std::string &key, Json entry)
    {
        const auto [at, isNew] = byKey.try_emplace(key, entry);
        if (!isNew && at->second != entry)
            at->second = std::move(entry);
        else if (!isNew)
            return;
        changed = true;
    }
};

std::string textOf(const Json &entry, const char *key)
{
    const auto at = entry.find(key);
    return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
}

std::string keyFrom(const Json &entry, std::initializer_list<const char *> members)
{
    std::string key;
    for (const char *member : members)
        key += textOf(entry, member) + '\n';
    const auto spot = entry.find("spot");
    return spot != entry.end() && spot->is_boolean() && spot->get<bool>() ? key + "spot" : key;
}

constexpr std::initializer_list<const char *> priceKey = {"instance_type", "region", "model"};
constexpr std::initializer_list<const char *> diskKey = {"storage", "region"};
constexpr std::initializer_list<const char *> spotKey = {"instance_type", "region", "zone"};
constexpr std::initializer_list<const char *> stockKey = {"instance_type", "zone"};
constexpr std::initializer_list<const char *> typeKey = {"id"};

Entries entriesOf(const KnowledgeFiles &existing, const std::string &kind, std::initializer_list<const char *> members)
{
    Entries out;
    const auto file = existing.find("refreshed_" + kind + ".json");
    if (file == existing.end())
        return out;
    const Json root = Json::parse(file->second, nullptr, false);
    const auto list = root.is_object() ? root.find(kind) : root.end();
    if (root.is_discarded() || !root.is_object() || list == root.end() || !list->is_array())
        return out;
    for (const Json &entry : *list) {
        if (entry.is_object())
            out.byKey[keyFrom(entry, members)] = entry;
    }
    return out;
}

void give(KnowledgeFiles &files, const std::string &kind, const Entries &entries, const std::string &todayIso)
{
    if (!entries.changed)
        return;
    Json root = {{"schema", 1}, {"kind", kind}, {"date", todayIso}, {kind, Json::array()}};
    for (const auto &[key, entry] : entries.byKey)
        root[kind].push_back(entry);
    files["refreshed_" + kind + ".json"] = root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json sourceJson(const Source &source) { return {{"text", source.text}, {"date", source.date}}; }

Json priceJson(const Price &p)
{
    Json entry = {{"instance_type", p.instanceType}, {"region", p.region}, {"model", priceModelName(p.model)}, {"amount", shortDecimal(p.amount)},
                  {"currency", currencyCode(p.amount.currency())}, {"as_of", p.source.date}, {"source", sourceJson(p.source)}};
    if (p.promotion)
        entry["promotion"] = true;
    return entry;
}

Json spotJson(const SpotRecord &r)
{
    Json entry = {{"instance_type", r.instanceType}, {"region", r.region}};
    if (!r.zone.empty())
        entry["zone"] = r.zone;
    if (r.median) {
        entry["currency"] = currencyCode(r.median->currency());
        const auto add = [&](const char *key, const std::optional<Money> &m) {
            if (m && m->currency() == r.median->currency())
                entry[key] = shortDecimal(*m);
        };
        add("latest", r.latest);
        add("lowest", r.lowest);
        add("median", r.median);
        add("highest", r.highest);
    }
    if (r.discount)
        entry["discount"] = *r.discount;
    if (r.interruptionLow)
        entry["interruption_low"] = *r.interruptionLow;
    if (r.interruptionHigh)
        entry["interruption_high"] = *r.interruptionHigh;
    entry["source"] = sourceJson(r.source);
    return entry;
}

Json stockJson(const StockRecord &r)
{
    Json entry = {{"instance_type", r.instanceType}, {"region", r.region}, {"zone", r.zone}, {"status", stockStatusName(r.status)}};
    if (r.spot)
        entry["spot"] = true;
    entry["source"] = sourceJson(r.source);
    return entry;
}

Json typeJson(const InstanceType &t)
{
    Json entry = {{"id", t.id}, {"family", t.family}, {"vcpu", t.vcpu}, {"memory_gib", t.memory.gib()}, {"gpu", t.gpu}, {"gpu_count", t.gpuCount},
                  {"rdma", t.rdma}, {"nvlink", t.nvlink}, {"availability", availabilityName(t.availability)}};
    if (t.networkGbps)
        entry["network_gbps"] = *t.networkGbps;
    if (!t.cpu.empty())
        entry["cpu"] = t.cpu;
    entry["source"] = sourceJson(t.source);
    return entry;
}

// Is `date` earlier than `other`? A shorter date is not earlier than a day within it.
bool earlier(const std::string &date, const std::string &other)
{
    const std::size_t n = std::min(date.size(), other.size());
    return date.compare(0, n, other, 0, n) < 0;
}

} // namespace

void gather(Gathered &into, const PriceList &list, PriceSite site, const std::string &version, const std::string &todayIso)
{
    const std::string date = list.published.empty() ? todayIso : list.published;
    const std::string text = std::string(publicListName) + " of the " + priceSiteName(site) + " site, version " + version + (list.published.empty() ? ", undated: day of the fetch" : "");
    for (Price p : list.prices) {
        p.source = {text, date};
        into.prices.push_back(std::move(p));
    }
    into.wholeList = list.currency;
    into.unknownTypes.insert(into.unknownTypes.end(), list.unknownTypes.begin(), list.unknownTypes.end());
}

KnowledgeFiles refreshedFiles(const KnowledgeFiles &existing, const Gathered &gathered, const Knowledge &base, const std::string &todayIso)
{
    KnowledgeFiles files;
    std::set<std::string> types, regions, newTypes;
    for (const InstanceType &t : base.instanceTypes)
        types.insert(t.id);
    for (const Region &r : base.regions)
        regions.insert(r.id);

    Entries kinds = entriesOf(existing, "instance_types", typeKey);
    for (const auto &[key, entry] : kinds.byKey)
        types.insert(textOf(entry, "id"));
    for (const InstanceType &t : gathered.types) {
        if (base.instanceType(t.id))
            continue;
        types.insert(t.id);
        const Json entry = typeJson(t);
        kinds.put(keyFrom(entry, typeKey), entry);
    }
    give(files, "instance_types", kinds, todayIso);
    const auto known = [&](const std::string &type, const std::string &region) { return types.count(type) > 0 && regions.count(region) > 0; };

    Entries disks = entriesOf(existing, "storage_prices", diskKey);
    for (const RefreshedDisk &d : gathered.disks) {
        if (!base.storageKind(d.storage) || !regions.count(d.region))
            continue;
        const Json entry = {{"storage", d.storage}, {"region", d.region}, {"currency", currencyCode(d.perGibHour.currency())}, {"price_per_gib_hour", shortDecimal(d.perGibHour)},
                            {"source", sourceJson(d.source)}};
        disks.put(keyFrom(entry, diskKey), entry);
    }
    give(files, "storage_prices", disks, todayIso);

    Entries prices = entriesOf(existing, "prices", priceKey);
    std::set<std::string> given;
    for (const Price &p : gathered.prices) {
        if (!known(p.instanceType, p.region))
            continue;
        const Json entry = priceJson(p);
        const std::string key = keyFrom(entry, priceKey);
        given.insert(key);
        const Price *shipped = base.price(p.instanceType, p.region, p.model);
        const auto before = prices.byKey.find(key);
        const bool old = (shipped && shipped->amount.currency() == p.amount.currency() && earlier(p.source.date, shipped->source.date))
            || (before != prices.byKey.end() && textOf(before->second, "currency") == currencyCode(p.amount.currency()) && earlier(p.source.date, textOf(before->second, "as_of")));
        if (!old)
            prices.put(key, entry);
    }
    if (gathered.wholeList) {
        prices.changed |= std::erase_if(prices.byKey, [&](const auto &one) {
            const Json &entry = one.second;
            const bool ofList = entry.contains("source") && textOf(entry["source"], "text").rfind(publicListName, 0) == 0;
            return ofList && textOf(entry, "currency") == currencyCode(*gathered.wholeList) && !given.count(one.first);
        }) > 0;
    }
    give(files, "prices", prices, todayIso);

    Entries spot = entriesOf(existing, "spot", spotKey);
    for (const SpotRecord &r : gathered.spot) {
        if (known(r.instanceType, r.region)) {
            const Json entry = spotJson(r);
            spot.put(keyFrom(entry, spotKey), entry);
        }
    }
    give(files, "spot", spot, todayIso);

    Entries stock = entriesOf(existing, "stock", stockKey);
    for (const StockRecord &r : gathered.stock) {
        if (known(r.instanceType, r.region)) {
            const Json entry = stockJson(r);
            stock.put(keyFrom(entry, stockKey), entry);
        }
    }
    give(files, "stock", stock, todayIso);
    return files;
}

} // namespace segplan
