// The public price list instancePrice.json: finding its version, and reading it leniently.
//
// Shape: {"currency", "version", "publicationDate", ..., "pricingInfo": {"<region>::<type>::<network>::<os>::<io>": {"hours": [{"price", "period"}],
// "months": [...], "years": [...]}}}. Prices and periods are texts (numbers are taken too). A years price is the total of its period. Zero means
// missing. Only vpc, linux, optimized entries of GPU types are kept; everything else is passed over without being stored.
#pragma once

#include "base/result.h"
#include "knowledge/knowledge.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace segplan {

enum class PriceSite { China, International };
const char *priceSiteName(PriceSite site); // "china" "international"
Currency currencyOf(PriceSite site); // what the site's accounts are billed in

// The newest "2.0.421" that follows "ecs-price-info/" (China) or "ecs-price-info-intl/" (international) in a page; nothing: none is there.
std::optional<std::string> newestListVersion(std::string_view page, PriceSite site);
// True for "2", "2.0.421": digits and dots only.
bool isListVersion(const std::string &text);

// Does this id look like an instance type with a GPU: ecs.gn*, ebmgn*, sccgn*, vgn*, sgn*?
bool looksLikeGpuType(std::string_view id);

struct PriceList {
    Currency currency = Currency::CNY;
    std::string version; // as the file says; may be empty
    std::string published; // ISO date; empty when the file tells none
    std::vector<Price> prices; // hour, month and first year of known types in known regions; source left to the caller
    std::vector<std::string> unknownTypes, unknownRegions; // GPU types and regions that the knowledge lacks, sorted; their prices are left out
    std::int64_t keys = 0; // entries seen
    std::int64_t dropped = 0; // prices of kept entries that were zero, no number, absurd, or given twice with two values
};

struct PriceListOptions {
    PriceSite site = PriceSite::China;
    std::function<bool()> cancelled; // asked now and then
};

// Errors: not JSON (a page, breaks off), nested too deep, another currency, no pricingInfo, no GPU price in it, cancelled (Io).
// `file` names the list in errors.
Result<PriceList> readPriceList(std::string_view bytes, const std::string &file, const Knowledge &knowledge, const PriceListOptions &options);

} // namespace segplan
