#include "knowledge/knowledge.h"

#include <algorithm>

namespace segplan {

namespace {

template <class T>
const T *withId(const std::vector<T> &all, const std::string &id)
{
    const auto at = std::find_if(all.begin(), all.end(), [&](const T &one) { return one.id == id; });
    return at == all.end() ? nullptr : &*at;
}

} // namespace

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

const Gpu *Knowledge::gpu(const std::string &id) const { return withId(gpus, id); }
const InstanceType *Knowledge::instanceType(const std::string &id) const { return withId(instanceTypes, id); }
const Region *Knowledge::region(const std::string &id) const { return withId(regions, id); }
const Dataset *Knowledge::dataset(const std::string &id) const { return withId(datasets, id); }
const StorageKind *Knowledge::storageKind(const std::string &id) const { return withId(storage, id); }

const Price *Knowledge::price(const std::string &instanceType, const std::string &region, PriceModel model) const
{
    for (const Price &p : prices)
        if (p.model == model && p.instanceType == instanceType && p.region == region)
            return &p;
    return nullptr;
}

const Calibration *Knowledge::calibrated(const std::string &key, const std::string &scope, const std::string &wider) const
{
    const Calibration *best = nullptr;
    int bestRank = 0;
    for (const Calibration &c : calibration) {
        if (c.key != key)
            continue;
        const int rank = c.scope.empty() ? 1 : c.scope == scope ? 3 : c.scope == wider ? 2 : 0;
        if (rank > bestRank) {
            best = &c;
            bestRank = rank;
        }
    }
    return best;
}

} // namespace segplan
