// What a storage product costs in a region, in one currency; for the files of this folder.
#pragma once

#include "knowledge/knowledge.h"

#include <optional>
#include <string>

namespace segplan {

struct StoragePrice {
    std::optional<Money> perGibHour, perGibMonth, perGb;
    const Source *source = nullptr;
    bool derivedHour = false; // month / "price.month.hours"
    bool otherCurrency = false; // a price is known here, but not in this currency
    bool any() const { return perGibHour || perGibMonth || perGb; }
};
StoragePrice storagePrice(const StorageKind &kind, const std::string &region, Currency currency, const Knowledge &knowledge);

// The cheapest whole years and months that cover `hours`; months alone when there is no yearly price. Even an instant needs one month.
struct Periods {
    std::int64_t years = 0, months = 0;
    Money cost;
};
Periods cheapestPeriods(double hours, double monthHours, Money month, const std::optional<Money> &year);

inline constexpr double hoursPerYear = 8760;
Money timesCount(Money m, std::int64_t n); // saturates
std::int64_t ceilRatio(double value, double unit); // whole units that cover `value`
double monthHours(const Knowledge &knowledge); // "price.month.length"

} // namespace segplan
