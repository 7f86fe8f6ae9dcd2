// What is bought where: stock and spot records of a place, prices of storage by region.
#pragma once

#include "knowledge/knowledge.h"

namespace segplan {

// Stock of a type in the zones of a region, best first; empty: nobody asked.
std::vector<const StockRecord *> stockOf(const Knowledge &knowledge, const std::string &instanceType, const std::string &region, bool spot);
// Spot records of a type in a region, by zone.
std::vector<const SpotRecord *> spotOf(const Knowledge &knowledge, const std::string &instanceType, const std::string &region);

// Sets what `price` names of one region's prices. Units that it does not name stay as they were there (the region's own price, else the
// one of the mainland when the region lies there) if they are in the same currency; both sources are then named.
void setRegionalPrice(StorageKind &kind, const RegionalStoragePrice &price, bool mainland);

} // namespace segplan
