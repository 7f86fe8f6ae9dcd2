#include "estimate/cost/storage_price.h"

#include <algorithm>
#include <cmath>

namespace segplan {

Money timesCount(Money m, std::int64_t n) { return Money(m.currency(), saturatedProduct(m.micros(), n)); }

std::int64_t ceilRatio(double value, double unit)
{
    const double n = std::ceil(value / unit - 1e-9);
    return n > 0 ? static_cast<std::int64_t>(std::min(n, 9e15)) : 0;
}

double monthHours(const Knowledge &knowledge)
{
    const Calibration *c = knowledge.calibrated("price.month.length");
    return c && c->value > 0 ? c->value : 720;
}

StoragePrice storagePrice(const StorageKind &kind, const std::string &region, Currency currency, const Knowledge &knowledge)
{
    StoragePrice price;
    const Region *place = knowledge.region(region);
    const auto regional = std::find_if(kind.regionalPrices.begin(), kind.regionalPrices.end(), [&](const RegionalStoragePrice &r) { return r.region == region; });
    if (regional != kind.regionalPrices.end()) {
        price.perGibHour = regional->perGibHour;
        price.perGibMonth = regional->perGibMonth;
        price.perGb = regional->perGb;
        price.source = &regional->source;
    } else if (place && place->mainland && kind.priceScope == "mainland") {
        price.perGibHour = kind.pricePerGibHour;
        price.perGibMonth = kind.pricePerGibMonth;
        price.perGb = kind.pricePerGb;
        price.source = &kind.source;
    }
    for (std::optional<Money> *one : {&price.perGibHour, &price.perGibMonth, &price.perGb}) {
        if (*one && (*one)->currency() != currency) { // two currencies never add
            one->reset();
            price.otherCurrency = true;
        }
    }
    if (!price.perGibHour && price.perGibMonth) {
        if (const Calibration *hours = knowledge.calibrated("price.month.hours")) {
            price.perGibHour = price.perGibMonth->times(1 / hours->value);
            price.derivedHour = true;
        }
    }
    return price;
}

Periods cheapestPeriods(double hours, double hoursOfMonth, Money month, const std::optional<Money> &year)
{
    const std::int64_t enough = year ? std::max<std::int64_t>(1, ceilRatio(hours, hoursPerYear)) : 0;
    std::optional<Periods> best;
    const auto consider = [&](std::int64_t years) {
        const double rest = hours - static_cast<double>(years) * hoursPerYear;
        Periods p{years, rest > 0 ? ceilRatio(rest, hoursOfMonth) : 0, Money(month.currency(), 0)};
        if (p.years == 0 && p.months == 0)
            p.months = 1;
        p.cost = Money(month.currency(), saturatedSum(saturatedProduct(month.micros(), p.months), year ? saturatedProduct(year->micros(), p.years) : 0));
        if (!best || p.cost < best->cost)
            best = p;
    };
    consider(0);
    for (std::int64_t years = std::max<std::int64_t>(1, enough - 60); years <= enough; ++years) // beyond that one of the two is cheaper throughout
        consider(years);
    return *best;
}

} // namespace segplan
