// The price book: instance prices and prices of disks, stores and traffic, each with source and date, as values.
//
// An entry is identified by (type, region, model), a storage quote by (storage, region, unit). Marks travel with an entry: estimate (made by
// a rule), weak (one second-hand observation), promotion, and "yours" (typed in or imported by the user; kept in the source's text).
#pragma once

#include "base/result.h"
#include "knowledge/knowledge.h"
#include "plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace segplan {

inline constexpr const char *yoursMark = "yours: ";
inline constexpr const char *refreshedMark = "refreshed: ";
inline constexpr const char *mainlandScope = "mainland"; // StorageQuote::region
bool isYours(const Source &source);
Source markedYours(Source source); // unchanged when it is marked already

// Prices above this are mistakes of a source: 10 000 an hour, 5 million a month, 50 million a year, 1000 per GiB or GB.
bool isAbsurd(const Money &amount, PriceModel model);
bool isAbsurd(const Money &amount, StorageUnit unit);

// Everything the knowledge can price, as a book.
PriceBook bookOf(const Knowledge &knowledge);
// A copy of the knowledge in which the book's prices stand in place of its own; what the book does not hold stays.
Knowledge withBook(Knowledge knowledge, const PriceBook &book);

// Does the book price a disk, a store or traffic otherwise than the knowledge does? Cheap: asked at every evaluation.
bool changesStorage(const PriceBook &book, const Knowledge &knowledge);

const Price *findEntry(const PriceBook &book, const std::string &instanceType, const std::string &region, PriceModel model);
// Replaces the entry of the same identity, or adds one. asOf follows.
void setEntry(PriceBook &book, Price entry);
void setEntry(PriceBook &book, StorageQuote quote);
bool removeEntry(PriceBook &book, const std::string &instanceType, const std::string &region, PriceModel model);
bool removeQuote(PriceBook &book, const std::string &storage, const std::string &region, StorageUnit unit);
// The newest date of its entries; empty: no entry.
std::string newestDate(const PriceBook &book);

enum class MergeRule {
    NewerWins, // the later date; of equal dates the incoming entry. An entry marked "yours" gives way only to another one so marked
    IncomingWins
};
PriceBook merged(PriceBook base, const PriceBook &incoming, MergeRule rule);

// Unknown types, regions and storage, doubles, impossible dates and amounts, entries without a source: all of them, each with its pointer.
Errors checkBook(const PriceBook &book, const Knowledge &knowledge, const std::string &file = {});

// One line of the difference of two books. `before` or `after` is absent when the entry was added or removed.
struct PriceChange {
    struct Side {
        Money amount;
        std::string date, source;
        bool estimate = false, weak = false, promotion = false;
    };
    std::string what; // instance type or StorageKind::id
    std::string region;
    std::string unit; // priceModelName() or storageUnitName()
    bool storage = false;
    std::optional<Side> before, after;
    std::optional<double> ratio() const; // after / before; nothing across currencies or when one side is missing
};
// Changed amounts or currencies, added and removed entries, in order of type, region and unit. A changed date alone is no change.
std::vector<PriceChange> compareBooks(const PriceBook &before, const PriceBook &after);

// The plan priced with what is known now. Entries marked "yours" in the plan's book are kept.
struct Repricing {
    Plan plan; // without a book of its own when nothing of it is left: it then follows the knowledge
    std::vector<PriceChange> changes;
    std::string before, after; // the newest date of each book
};
Repricing reprice(const Plan &plan, const Knowledge &knowledge);

// Whole days between two ISO dates (a year or month counts from its first day); nothing when either is no date.
std::optional<int> daysBetween(const std::string &earlier, const std::string &later);

// CSV with the header kind,id,region,unit,amount,currency,as_of,source,estimate,weak,promotion; RFC 4180, UTF-8, with or without a byte
// order mark. Reading back gives the same book (asOf is the newest date). JSON: readPriceBook, writePriceBook (plan/file.h).
std::string writePriceBookCsv(const PriceBook &book);
Result<PriceBook> readPriceBookCsv(const std::string &bytes, const std::string &file);

} // namespace segplan
