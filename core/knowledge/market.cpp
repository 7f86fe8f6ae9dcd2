#include "knowledge/market.h"

#include <algorithm>

namespace segplan {

std::vector<const StockRecord *> stockOf(const Knowledge &knowledge, const std::string &instanceType, const std::string &region, bool spot)
{
    std::vector<const StockRecord *> found;
    for (const StockRecord &r : knowledge.stock) {
        if (r.spot == spot && r.region == region && r.instanceType == instanceType)
            found.push_back(&r);
    }
    std::stable_sort(found.begin(), found.end(), [](const StockRecord *a, const StockRecord *b) { return a->status < b->status; });
    return found;
}

std::vector<const SpotRecord *> spotOf(const Knowledge &knowledge, const std::string &instanceType, const std::string &region)
{
    std::vector<const SpotRecord *> found;
    for (const SpotRecord &r : knowledge.spot) {
        if (r.region == region && r.instanceType == instanceType)
            found.push_back(&r);
    }
    std::stable_sort(found.begin(), found.end(), [](const SpotRecord *a, const SpotRecord *b) { return a->zone < b->zone; });
    return found;
}

void setRegionalPrice(StorageKind &kind, const RegionalStoragePrice &price, bool mainland)
{
    RegionalStoragePrice before;
    const auto at = std::find_if(kind.regionalPrices.begin(), kind.regionalPrices.end(), [&](const RegionalStoragePrice &r) { return r.region == price.region; });
    if (at != kind.regionalPrices.end())
        before = *at;
    else if (mainland && kind.priceScope == "mainland")
        before = {price.region, kind.pricePerGibMonth, kind.pricePerGibHour, kind.source, kind.pricePerGb};

    RegionalStoragePrice now = price;
    std::optional<Currency> currency;
    for (const auto *one : {&now.perGibMonth, &now.perGibHour, &now.perGb}) {
        if (*one)
            currency = (*one)->currency();
    }
    bool kept = false;
    const auto keep = [&](std::optional<Money> &unit, const std::optional<Money> &old) {
        if (!unit && old && currency && old->currency() == *currency) {
            unit = old;
            kept = true;
        }
    };
    keep(now.perGibMonth, before.perGibMonth);
    keep(now.perGibHour, before.perGibHour);
    keep(now.perGb, before.perGb);
    if (kept && before.source.text != now.source.text)
        now.source.text += "; " + before.source.text;
    if (at != kind.regionalPrices.end())
        *at = std::move(now);
    else
        kind.regionalPrices.push_back(std::move(now));
}

} // namespace segplan
