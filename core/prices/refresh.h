// What a refresh gathered, and the knowledge files it becomes.
#pragma once

#include "knowledge/reader.h"
#include "prices/api.h"
#include "prices/book.h"
#include "prices/price_list.h"

#include <string>
#include <vector>

namespace segplan {

// Prices of one storage product per GiB and hour, as asked.
struct RefreshedDisk {
    std::string storage, region;
    Money perGibHour;
    Source source;
};

struct Gathered {
    std::vector<Price> prices;
    std::optional<Currency> wholeList; // the public list of this currency was read: older prices of that list which are not in it are gone
    std::vector<RefreshedDisk> disks;
    std::vector<SpotRecord> spot;
    std::vector<StockRecord> stock;
    std::vector<InstanceType> types; // new ones
    std::vector<ListedType> listed; // all types of unknown name that the service described; shown, not all stored
    std::vector<std::string> unknownTypes; // named by the list or the stock answer, in no knowledge file
    bool empty() const { return prices.empty() && disks.empty() && spot.empty() && stock.empty() && types.empty(); }
};

// The source text of prices from the public list begins with this.
inline constexpr const char *publicListName = "public price list";
// Takes the list's prices: dated as published, else `todayIso`.
void gather(Gathered &into, const PriceList &list, PriceSite site, const std::string &version, const std::string &todayIso);

// The refreshed_*.json files that hold `gathered` over what earlier refreshes left in `existing` (entries of the same identity are replaced;
// files of `existing` that are not ours or cannot be read count as empty). Prices older than the one of `base` are left out, and so are records
// of types or regions that neither `base` nor `gathered` knows. Only files that change are given. `todayIso` dates the files.
KnowledgeFiles refreshedFiles(const KnowledgeFiles &existing, const Gathered &gathered, const Knowledge &base, const std::string &todayIso);

} // namespace segplan
