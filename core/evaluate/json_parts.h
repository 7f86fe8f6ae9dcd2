// What the writers of results share. Private to this room.
#pragma once

#include "evaluate/evaluate.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace segplan::json_detail {

using Json = nlohmann::ordered_json;

inline std::string dumped(const Json &json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace); }

template <class T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}
inline Json orNull(const std::optional<Seconds> &value) { return value ? Json(value->count()) : Json(nullptr); }

Json macsJson(double macs); // a whole number as long as a double holds it exactly
Json memoryJson(const MemoryEstimate &m, int maxBatch = -1);
Json timeJson(const TimeEstimate &t);
Json nearestJson(const std::optional<NearestMeasurement> &n);
// The table by layer and what would make it smaller.
void addExplanation(Json &out, const MemoryEstimate &memory, const std::vector<Remedy> &remedies, const std::optional<Crop2d> &crop);

} // namespace segplan::json_detail
