#include "knowledge/knowledge.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <tuple>

namespace segplan {

namespace {

// Small tables keep the order of their file and are searched as they stand.
template <class T>
const T *withId(const std::vector<T> &all, const std::string &id)
{
    const auto at = std::find_if(all.begin(), all.end(), [&](const T &one) { return one.id == id; });
    return at == all.end() ? nullptr : &*at;
}

template <class T, class Key>
std::vector<std::uint32_t> sortedPositions(const std::vector<T> &all, Key key)
{
    std::vector<std::uint32_t> order(all.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return key(all[a]) < key(all[b]); });
    return order;
}

// The first entry whose key equals `wanted`; a stale index (sizes differ) falls back to a plain search.
template <class T, class Key, class Wanted>
const T *find(const std::vector<T> &all, const std::vector<std::uint32_t> &order, Key key, const Wanted &wanted)
{
    if (order.size() != all.size()) {
        const auto at = std::find_if(all.begin(), all.end(), [&](const T &one) { return key(one) == wanted; });
        return at == all.end() ? nullptr : &*at;
    }
    const auto at = std::lower_bound(order.begin(), order.end(), wanted, [&](std::uint32_t a, const Wanted &w) { return key(all[a]) < w; });
    return at != order.end() && key(all[*at]) == wanted ? &all[*at] : nullptr;
}

using PriceKey = std::tuple<const std::string &, const std::string &, PriceModel>;
PriceKey keyOfPrice(const Price &p) { return {p.instanceType, p.region, p.model}; }
const std::string &keyOfType(const InstanceType &t) { return t.id; }

using CalibrationKey = std::tuple<const std::string &, const std::string &>;
CalibrationKey keyOfCalibration(const Calibration &c) { return {c.key, c.scope}; }

std::string lowered(std::string s)
{
    for (char &c : s)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return s;
}

std::optional<double> curve(std::optional<double> base, std::optional<double> perGib, std::optional<double> most, std::int64_t gib)
{
    if (!base || !perGib)
        return std::nullopt;
    const double value = *base + *perGib * static_cast<double>(gib);
    return most ? std::min(value, *most) : value;
}

} // namespace

const char *availabilityName(Availability a)
{
    switch (a) {
    case Availability::SelfService: return "self-service";
    case Availability::Invitation: return "invitation";
    case Availability::Ticket: return "ticket";
    case Availability::VirtualGpu: return "virtual-gpu";
    case Availability::Retired: return "retired";
    case Availability::InferenceOnly: return "inference-only";
    case Availability::ClusterOnly: return "cluster-only";
    case Availability::ApiListed: break;
    }
    return "api-listed";
}

const char *priceModelName(PriceModel m)
{
    switch (m) {
    case PriceModel::Hour: return "hour";
    case PriceModel::Month: return "month";
    case PriceModel::Year: return "year";
    case PriceModel::Spot: break;
    }
    return "spot";
}

const char *stockStatusName(StockStatus s)
{
    switch (s) {
    case StockStatus::Plenty: return "plenty";
    case StockStatus::Low: return "low";
    case StockStatus::None: return "none";
    case StockStatus::NoLongerSold: break;
    }
    return "no-longer-sold";
}

bool Gpu::lacking(const std::string &feature) const { return std::find(lacks.begin(), lacks.end(), feature) != lacks.end(); }

std::optional<double> StorageKind::iops(std::int64_t gib) const { return curve(iopsBase, iopsPerGib, iopsMax, gib); }
std::optional<double> StorageKind::mbps(std::int64_t gib) const { return curve(mbpsBase, mbpsPerGib, mbpsMax, gib); }

void Knowledge::reindex()
{
    m_typeOrder = sortedPositions(instanceTypes, keyOfType);
    m_priceOrder = sortedPositions(prices, keyOfPrice);
    m_calibrationOrder = sortedPositions(calibration, keyOfCalibration);
}

const Gpu *Knowledge::gpu(const std::string &id) const { return withId(gpus, id); }
const InstanceType *Knowledge::instanceType(const std::string &id) const { return find(instanceTypes, m_typeOrder, keyOfType, id); }
const Region *Knowledge::region(const std::string &id) const { return withId(regions, id); }
const Dataset *Knowledge::dataset(const std::string &id) const { return withId(datasets, id); }
const StorageKind *Knowledge::storageKind(const std::string &id) const { return withId(storage, id); }

const Price *Knowledge::price(const std::string &instanceType, const std::string &region, PriceModel model) const
{
    return find(prices, m_priceOrder, keyOfPrice, PriceKey{instanceType, region, model});
}

const Calibration *Knowledge::calibrated(const std::string &key, const std::string &scope, const std::string &wider) const
{
    static const std::string everywhere;
    for (const std::string *one : {&scope, &wider, &everywhere}) {
        if (const Calibration *found = find(calibration, m_calibrationOrder, keyOfCalibration, CalibrationKey{key, *one}))
            return found;
    }
    return nullptr;
}

const NameCorrection *Knowledge::correction(const std::string &wrong) const
{
    const std::string wanted = lowered(wrong);
    const auto at = std::find_if(corrections.begin(), corrections.end(), [&](const NameCorrection &c) { return lowered(c.wrong) == wanted; });
    return at == corrections.end() ? nullptr : &*at;
}

} // namespace segplan
