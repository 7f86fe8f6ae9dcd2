// Internal to plan/: a JSON document read strictly, every value with its RFC 6901 pointer at hand.
//
// Stricter than most readers: a key that stands twice, a number beyond a double, nesting deeper than 64 levels, text after the document
// and invalid UTF-8 are faults. Whole numbers keep 64 bits.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace segplan::plan {

struct JsonValue {
    enum class Kind { Null, Boolean, Integer, Number, String, Array, Object };
    Kind kind = Kind::Null;
    bool boolean = false;
    std::int64_t integer = 0; // Integer
    double number = 0; // Integer and Number
    std::string string;
    std::vector<JsonValue> items; // Array
    std::vector<std::pair<std::string, JsonValue>> members; // Object, in file order, keys unique

    const JsonValue *find(const std::string &key) const; // null when absent or no object
};
Text kindName(JsonValue::Kind kind); // "a text"

// One error for broken syntax (with line and column), or all duplicate keys.
Result<JsonValue> parseJson(const std::string &bytes, const std::string &file);

// "/a" + "b/c~d" -> "/a/b~1c~0d".
std::string childPointer(const std::string &parent, const std::string &key);

} // namespace segplan::plan
