// One function per kind of knowledge entry: JSON object in, value out, faults to the cursor's context.
// Private to the readers of this room; ranges here are sanity bounds, not facts.
#pragma once

#include "knowledge/json_cursor.h"
#include "knowledge/knowledge.h"

namespace segplan::knowledge_detail {

Gpu readGpu(Cursor &c);
InstanceType readInstanceType(Cursor &c);
Price readPrice(Cursor &c, bool placed); // placed: must name a region
StorageKind readStorageKind(Cursor &c);
Region readRegion(Cursor &c);
Dataset readDataset(Cursor &c);
Calibration readCalibration(Cursor &c);
Measurement readMeasurement(Cursor &c);
NameCorrection readCorrection(Cursor &c);
Disagreement readDisagreement(Cursor &c);
SpotRecord readSpot(Cursor &c);
StockRecord readStock(Cursor &c);

// A price of a storage product in one region, in a file of its own: added to StorageKind::regionalPrices.
struct StoragePriceEntry {
    std::string storage; // StorageKind::id
    RegionalStoragePrice price;
};
StoragePriceEntry readStoragePrice(Cursor &c);

} // namespace segplan::knowledge_detail
