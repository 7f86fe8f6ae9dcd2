// Reads and checks the knowledge files (JSON). One reader for the program, the tests and `segplan knowledge check`.
#pragma once

#include "base/result.h"
#include "knowledge/knowledge.h"

#include <map>
#include <string>

namespace segplan {

// File name ("gpus.json") -> bytes. Required: gpus, instance_types, prices, storage, regions, datasets, calibration,
// measurements, corrections, sources (.json each); calibration_<topic>.json add to calibration. All faults are returned together,
// each with file and JSON pointer.
//
// Every file: {"schema": 1, "kind": "gpus", "date": "2026-11-30", "gpus": [ ... ], "disagreements": [ ... ]}. An entry's "source" is a key of
// sources.json, a list of keys, or {"text", "date"}. Dates are ISO, to the year, month or day. A value that is not known is left out.
using KnowledgeFiles = std::map<std::string, std::string>;

// Syntax, types, ranges, units, unique ids, references that resolve (an instance's GPU, a price's type and region), a source
// and a date for every number, both languages for every name.
Result<Knowledge> readKnowledge(const KnowledgeFiles &files);

// Entries of `overrides` (same shapes, files optional) replace those of `files` with the same id; their source text is prefixed "yours: ".
// Files named refreshed_<kind>.json are what `knowledge refresh` wrote: laid on first, under the user's own, and prefixed "refreshed: ".
// Only there are the kinds spot, stock and storage_prices ({"storage", "region", "currency", "price_per_gib_month", ...}) found.
Result<Knowledge> readKnowledge(const KnowledgeFiles &files, const KnowledgeFiles &overrides);

// What is legal but worth telling: prices older than a year, GPUs without a price anywhere, unknown usable memory.
std::vector<Text> knowledgeRemarks(const Knowledge &knowledge, const std::string &todayIso);

} // namespace segplan
