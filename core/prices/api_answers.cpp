// The service's answers, read leniently: a member of the wrong type is as good as absent, and what is absent stays unknown.
#include "prices/api.h"
#include "prices/book.h"
#include "prices/price_list.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace segplan {

namespace {

using Json = nlohmann::json;

// Null (a Json) when it is no JSON or nested too deep to be an answer.
Json parsed(const std::string &text)
{
    int deepest = 0;
    const auto watch = [&](int depth, Json::parse_event_t, Json &) { return (deepest = std::max(deepest, depth)) <= 32; };
    try {
        Json json = Json::parse(text, watch, true);
        return deepest > 32 || !json.is_object() ? Json() : json;
    } catch (const std::exception &) {
        return Json();
    }
}

const Json &child(const Json &node, const char *key)
{
    static const Json none;
    if (!node.is_object())
        return none;
    const auto at = node.find(key);
    return at == node.end() ? none : *at;
}

// The list wrapped as {"Names": {"Name": [...]}}; an empty one when it is something else.
const Json &listIn(const Json &node, const char *plural, const char *singular)
{
    static const Json empty = Json::array();
    const Json &list = child(child(node, plural), singular);
    return list.is_array() ? list : empty;
}

std::string text(const Json &node, const char *key)
{
    const Json &value = child(node, key);
    return value.is_string() ? value.get<std::string>().substr(0, 200) : std::string();
}

std::optional<double> number(const Json &node, const char *key)
{
    const Json &value = child(node, key);
    double out = 0;
    if (value.is_number())
        out = value.get<double>();
    else if (value.is_string()) {
        const std::string &digits = value.get_ref<const std::string &>();
        // Not strtod: it waits for a decimal comma where the desktop's language has one.
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
        if (digits.size() > 40 || error != std::errc() || end != digits.data() + digits.size())
            return std::nullopt;
    } else
        return std::nullopt;
    return std::isfinite(out) ? std::optional(out) : std::nullopt;
}

int whole(const Json &node, const char *key, int most)
{
    const auto value = number(node, key);
    return value && *value >= 0 && *value <= most ? static_cast<int>(*value) : 0;
}

std::optional<Money> money(const Json &node, const char *key, Currency currency, PriceModel model)
{
    const auto value = number(node, key);
    if (!value || *value <= 0 || *value > 1e9)
        return std::nullopt;
    const Money amount = Money::of(currency, *value);
    return amount.micros() > 0 && !isAbsurd(amount, model) ? std::optional(amount) : std::nullopt;
}

template <class T>
ApiAnswer<T> unreadable()
{
    return {std::nullopt, failureOf(ApiFailure::Kind::BadAnswer)};
}

template <class T>
ApiAnswer<T> unpriced()
{
    return {std::nullopt, ApiFailure{ApiFailure::Kind::NotSold, {}, SP_T("core", "the answer holds no price for it")}};
}

Source said(const ApiRequest &request, const std::string &today) { return {std::string("ecs ") + apiActionName(request.action) + " of your account", today}; }

template <class T>
void keep(std::optional<T> &into, const std::optional<T> &value)
{
    if (!into)
        into = value;
}

// "0-3%" -> 0 and 0.03.
void readRange(const std::string &words, SpotRecord &into)
{
    char *end = nullptr;
    const double low = std::strtod(words.c_str(), &end);
    if (end == words.c_str() || *end != '-')
        return;
    const char *second = end + 1;
    const double high = std::strtod(second, &end);
    if (end == second || *end != '%' || !(low >= 0 && low <= high && high <= 100))
        return;
    into.interruptionLow = low / 100;
    into.interruptionHigh = high / 100;
}

} // namespace

ApiAnswer<Price> readPriceAnswer(const std::string &json, const ApiRequest &request, const std::string &todayIso)
{
    const Json root = parsed(json);
    const Json &price = child(child(root, "PriceInfo"), "Price");
    if (!price.is_object())
        return unreadable<Price>();
    const auto currency = currencyFromCode(text(price, "Currency"));
    if (!currency)
        return unreadable<Price>();
    for (const Json &detail : listIn(price, "DetailInfos", "DetailInfo")) {
        if (text(detail, "Resource") != "instanceType")
            continue;
        const auto trade = money(detail, "TradePrice", *currency, request.model);
        if (!trade)
            break;
        const auto original = money(detail, "OriginalPrice", *currency, request.model);
        Price p;
        p.instanceType = request.subject;
        p.region = request.region;
        p.model = request.model;
        p.amount = *trade;
        p.promotion = request.model != PriceModel::Spot && original && *trade < *original;
        p.source = said(request, todayIso);
        return {p, std::nullopt};
    }
    return unpriced<Price>();
}

ApiAnswer<Money> readDiskAnswer(const std::string &json, const ApiRequest &request)
{
    const Json root = parsed(json);
    const Json &price = child(child(root, "PriceInfo"), "Price");
    const auto currency = currencyFromCode(text(price, "Currency"));
    if (!price.is_object() || !currency || request.gib <= 0)
        return unreadable<Money>();
    const Json *told = &price;
    for (const Json &detail : listIn(price, "DetailInfos", "DetailInfo")) {
        if (text(detail, "Resource") == "dataDisk")
            told = &detail;
    }
    const auto trade = money(*told, "TradePrice", *currency, PriceModel::Month);
    if (!trade)
        return unpriced<Money>();
    const Money each = trade->times(1.0 / static_cast<double>(request.gib));
    if (each.micros() <= 0 || isAbsurd(each, StorageUnit::GibHour))
        return unpriced<Money>();
    return {each, std::nullopt};
}

ApiAnswer<SpotPage> readSpotHistory(const std::string &json, const ApiRequest &request)
{
    const Json root = parsed(json);
    if (!child(root, "SpotPrices").is_object())
        return unreadable<SpotPage>();
    const auto currency = currencyFromCode(text(root, "Currency"));
    SpotPage page;
    for (const Json &one : listIn(root, "SpotPrices", "SpotPriceType")) {
        if (!currency)
            return unreadable<SpotPage>();
        const auto price = money(one, "SpotPrice", *currency, PriceModel::Spot);
        const std::string type = text(one, "InstanceType");
        if (price && (type.empty() || type == request.subject) && isPlainId(text(one, "ZoneId")))
            page.points.push_back({text(one, "ZoneId"), text(one, "Timestamp"), *price});
    }
    const auto next = number(root, "NextOffset");
    // An offset that does not move on, or an empty page, is the end.
    if (next && *next > static_cast<double>(request.offset) && *next < 1e9 && !page.points.empty())
        page.next = static_cast<std::int64_t>(*next);
    return {page, std::nullopt};
}

std::vector<SpotRecord> spotRecords(const std::string &instanceType, const std::string &region, const std::vector<SpotPoint> &points, const std::string &todayIso)
{
    std::map<std::string, std::vector<const SpotPoint *>> zones;
    for (const SpotPoint &p : points) {
        auto &zone = zones[p.zone];
        if (zone.empty() || zone.front()->price.currency() == p.price.currency())
            zone.push_back(&p);
    }
    std::vector<SpotRecord> records;
    for (auto &[zone, all] : zones) {
        SpotRecord r;
        r.instanceType = instanceType;
        r.region = region;
        r.zone = zone;
        r.latest = (*std::max_element(all.begin(), all.end(), [](const SpotPoint *a, const SpotPoint *b) { return a->time < b->time; }))->price;
        std::sort(all.begin(), all.end(), [](const SpotPoint *a, const SpotPoint *b) { return a->price < b->price; });
        r.lowest = all.front()->price;
        r.median = all[(all.size() - 1) / 2]->price;
        r.highest = all.back()->price;
        r.source = {"ecs DescribeSpotPriceHistory of your account, 30 days", todayIso};
        records.push_back(std::move(r));
    }
    return records;
}

ApiAnswer<std::vector<SpotRecord>> readSpotAdvice(const std::string &json, const ApiRequest &request, const std::string &todayIso)
{
    const Json root = parsed(json);
    if (!child(root, "AvailableSpotZones").is_object())
        return unreadable<std::vector<SpotRecord>>();
    std::vector<SpotRecord> records;
    for (const Json &zone : listIn(root, "AvailableSpotZones", "AvailableSpotZone")) {
        for (const Json &one : listIn(zone, "AvailableSpotResources", "AvailableSpotResource")) {
            SpotRecord r;
            r.instanceType = text(one, "InstanceType");
            r.region = request.region;
            r.zone = text(zone, "ZoneId");
            if (r.instanceType != request.subject || !isPlainId(r.zone))
                continue;
            if (const auto percent = number(one, "AverageSpotDiscount"); percent && *percent > 0 && *percent <= 100)
                r.discount = 1 - *percent / 100; // the service tells what is left to pay
            readRange(text(one, "InterruptRateDesc"), r);
            if (const auto rate = number(one, "InterruptionRate"); rate && !r.interruptionLow && *rate >= 0 && *rate <= 100)
                r.interruptionLow = r.interruptionHigh = *rate / 100;
            if (!r.discount && !r.interruptionLow)
                continue;
            r.source = said(request, todayIso);
            records.push_back(std::move(r));
        }
    }
    return {records, std::nullopt};
}

void mergeSpot(std::vector<SpotRecord> &into, const std::vector<SpotRecord> &addition)
{
    for (const SpotRecord &one : addition) {
        const auto at = std::find_if(into.begin(), into.end(), [&](const SpotRecord &r) { return r.zone == one.zone && r.instanceType == one.instanceType && r.region == one.region; });
        if (at == into.end()) {
            into.push_back(one);
            continue;
        }
        keep(at->latest, one.latest);
        keep(at->lowest, one.lowest);
        keep(at->median, one.median);
        keep(at->highest, one.highest);
        keep(at->discount, one.discount);
        keep(at->interruptionLow, one.interruptionLow);
        keep(at->interruptionHigh, one.interruptionHigh);
        if (at->source.text.find(one.source.text) == std::string::npos)
            at->source.text += "; " + one.source.text;
    }
}

ApiAnswer<std::vector<StockRecord>> readStock(const std::string &json, const ApiRequest &request, const std::string &todayIso)
{
    const Json root = parsed(json);
    if (!child(root, "AvailableZones").is_object())
        return unreadable<std::vector<StockRecord>>();
    std::vector<StockRecord> records;
    for (const Json &zone : listIn(root, "AvailableZones", "AvailableZone")) {
        const std::string zoneId = text(zone, "ZoneId");
        if (!isPlainId(zoneId))
            continue;
        for (const Json &resource : listIn(zone, "AvailableResources", "AvailableResource")) {
            if (text(resource, "Type") != "InstanceType")
                continue;
            for (const Json &one : listIn(resource, "SupportedResources", "SupportedResource")) {
                StockRecord r;
                r.instanceType = text(one, "Value");
                if (!isPlainId(r.instanceType) || !looksLikeGpuType(r.instanceType))
                    continue;
                const std::string category = text(one, "StatusCategory");
                if (category == "WithStock")
                    r.status = StockStatus::Plenty;
                else if (category == "ClosedWithStock")
                    r.status = StockStatus::Low;
                else if (category == "WithoutStock")
                    r.status = StockStatus::None;
                else if (category == "ClosedWithoutStock")
                    r.status = StockStatus::NoLongerSold;
                else if (text(one, "Status") == "SoldOut")
                    r.status = StockStatus::None;
                else
                    continue; // "Available" alone does not say how much
                r.region = request.region;
                r.zone = zoneId;
                r.spot = request.spot;
                r.source = said(request, todayIso);
                records.push_back(std::move(r));
            }
        }
    }
    return {records, std::nullopt};
}

ApiAnswer<std::vector<ListedType>> readInstanceTypes(const std::string &json, const ApiRequest &)
{
    const Json root = parsed(json);
    if (!child(root, "InstanceTypes").is_object())
        return unreadable<std::vector<ListedType>>();
    std::vector<ListedType> types;
    for (const Json &one : listIn(root, "InstanceTypes", "InstanceType")) {
        ListedType t;
        t.id = text(one, "InstanceTypeId");
        t.family = text(one, "InstanceTypeFamily");
        t.gpuSpec = text(one, "GPUSpec");
        t.cpu = text(one, "PhysicalProcessorModel");
        t.gpus = whole(one, "GPUAmount", 64);
        t.vcpu = whole(one, "CpuCoreCount", 4096);
        t.memoryGib = number(one, "MemorySize").value_or(0);
        t.gpuMemoryGib = number(one, "GPUMemorySize");
        // In kbit/s, of 1024.
        if (const auto kbit = number(one, "InstanceBandwidthRx"); kbit && *kbit > 0)
            t.networkGbps = *kbit / 1024 / 1000;
        t.rdmaInterfaces = whole(one, "EriQuantity", 1000);
        if (isPlainId(t.id) && looksLikeGpuType(t.id))
            types.push_back(std::move(t));
    }
    return {types, std::nullopt};
}

std::optional<InstanceType> asInstanceType(const ListedType &listed, const Knowledge &knowledge, const std::string &todayIso)
{
    if (!isPlainId(listed.id) || !isPlainId(listed.family) || listed.vcpu < 1 || !(listed.memoryGib >= 0.5 && listed.memoryGib <= 65536) || listed.gpus < 1 || !listed.gpuMemoryGib)
        return std::nullopt;
    const std::string stem = listed.family.substr(0, listed.family.find('-'));
    if (listed.id.compare(0, stem.size(), stem) != 0)
        return std::nullopt;
    // "NVIDIA A100" with 80 GiB is our "A100-80".
    const std::string name = listed.gpuSpec.substr(listed.gpuSpec.find_last_of(' ') + 1);
    const Gpu *gpu = nullptr;
    for (const Gpu &g : knowledge.gpus) {
        if (!g.cloud || g.id.substr(0, g.id.find('-')) != name || std::fabs(g.nominalMemory.gib() - *listed.gpuMemoryGib) > 0.5)
            continue;
        if (gpu)
            return std::nullopt;
        gpu = &g;
    }
    if (!gpu)
        return std::nullopt;
    const bool noLink = gpu->lacking("nvlink") || (gpu->nvlinkGbps && *gpu->nvlinkGbps <= 0) || listed.gpus == 1;
    if (!noLink)
        return std::nullopt; // the API does not say how the cards are joined
    InstanceType t;
    t.id = listed.id;
    t.family = listed.family;
    t.vcpu = listed.vcpu;
    t.memory = Bytes::fromGib(listed.memoryGib);
    t.gpu = gpu->id;
    t.gpuCount = listed.gpus;
    t.networkGbps = listed.networkGbps;
    t.rdma = listed.rdmaInterfaces > 0 ? "eRDMA" : "none";
    t.cpu = listed.cpu;
    t.availability = Availability::ApiListed;
    t.source = {"ecs DescribeInstanceTypes of your account", todayIso};
    return t;
}

} // namespace segplan
