// The prices of one instance type in one region, each with how it is known.
#pragma once

#include "knowledge/knowledge.h"
#include "plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

// An instance price without text: for thousands of candidates.
struct PriceQuote {
    enum class From {
        Quoted, // an entry of the book or the knowledge
        Rule, // a month or year by "price.month.hours", "price.year.months"
        SpotRecord, // median, lowest and highest of the last refresh
        SpotDiscount, // average discount of the last refresh x hourly price
        UserRatio // the plan's job/spot_price_ratio x hourly price: an assumption
    };
    From from = From::Quoted;
    Money amount, low, high; // low = high = amount where one price was quoted
    const Price *price = nullptr; // what it rests on; null for SpotRecord
    const SpotRecord *record = nullptr; // SpotRecord, SpotDiscount
    bool estimate() const { return from == From::Rule || from == From::UserRatio || from == From::SpotDiscount || (price && price->estimate); }
    bool weak() const { return price && price->weak; }
    bool promotion() const { return from == From::Quoted && price && price->promotion; }
    const std::string &asOf() const; // ISO date; may be empty
};
struct PriceSet {
    std::optional<PriceQuote> hour, month, year, spot; // currencies may differ from one another
    const std::optional<PriceQuote> &of(Purchase purchase) const; // hour, spot or month
    bool any() const { return hour || month || year || spot; }
};

// Looks up book entries first (the prices a plan was made with), then the knowledge's; built once per evaluation.
class PriceIndex {
public:
    // Both must outlive the index.
    PriceIndex(const Knowledge &knowledge, const std::vector<Price> &book);
    // Month and year that nobody quoted are derived from the hour by rule; spot: quoted entry, else the refreshed record, else
    // `spotPriceRatio` x the hourly price, else unknown.
    PriceSet prices(const std::string &instanceType, const std::string &region, std::optional<double> spotPriceRatio = {}) const;

    // The refreshed spot record of the cheapest zone (or of the whole region); null when none was fetched.
    const SpotRecord *spotRecord(const std::string &instanceType, const std::string &region) const;

private:
    std::optional<double> m_monthHours, m_yearMonths;
    std::vector<const Price *> m_sorted; // by type, region, model; of equals the book's stands first
    std::vector<const SpotRecord *> m_records; // by type, region
};

// One price with its text. Month and year as above; a spot price only as quoted.
std::optional<Price> priceFor(const std::string &instanceType, const std::string &region, PriceModel model, const Knowledge &knowledge,
                              const std::vector<Price> &book);

} // namespace segplan
