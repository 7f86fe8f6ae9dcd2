// Internal to plan/: reads plan and workload objects through the field table, collecting every fault.
#pragma once

#include "plan/fields.h"
#include "plan/json_document.h"

#include <map>
#include <string>
#include <vector>

namespace segplan::plan {

class ObjectReader {
public:
    ObjectReader(std::string file, const Knowledge &knowledge) : m_file(std::move(file)), m_knowledge(knowledge) {}

    Plan plan;
    Errors faults;

    // The members of a plan object: workload, requirements, launch and the rest.
    void readPlanObject(const JsonValue &root);
    // A price book whose keys stand below `pointer`; `extra` are keys somebody else reads.
    PriceBook readBook(const JsonValue &object, const std::string &pointer, std::vector<std::string> extra);
    // A workload object read as "/workload"; `extra` are keys somebody else reads.
    void readWorkloadObject(const JsonValue &object, const std::vector<std::string> &extra, bool nullsAllowed);
    // An id of the catalogue, or an object with the keys of `segplan gpus --json`.
    Gpu readGpu(const JsonValue &value, const std::string &pointer);
    // Values found so far, in table order: checks and sets them; then what is derived or does not fit together.
    void apply();

private:
    void fault(ErrorCode code, const std::string &pointer, Text what, Text allowed = {});
    bool isObject(const JsonValue &value, const std::string &pointer);
    // Walks an object whose keys are the table's pointers below `pointer`; leaves are kept for apply().
    void walk(const JsonValue &object, const std::string &pointer, const std::vector<std::string> &extra);
    void needBoth(const JsonValue &object, const std::string &pointer, const char *first, const char *second);
    void unknownKey(const std::string &pointer, const std::string &key, const std::vector<std::string> &known);
    void readDataset(const JsonValue &value);
    void readSchedule(const JsonValue &value);
    std::optional<Price> readPrice(const JsonValue &value, const std::string &pointer);
    std::optional<StorageQuote> readStorageQuote(const JsonValue &value, const std::string &pointer);
    std::string neededText(const JsonValue &object, const std::string &pointer, const char *key);
    bool flag(const JsonValue &object, const std::string &pointer, const char *key);
    template <class T>
    void readOrigin(const JsonValue &object, const std::string &pointer, T &into); // amount, date, source, marks
    void checkKeys(const JsonValue &object, const std::string &pointer, const std::vector<std::string> &known);
    std::optional<FieldValue> convert(const FieldSpec &field, const JsonValue &value);
    // A member of a fixed-shape object by type; nothing (and a fault) when it is of another.
    std::optional<std::int64_t> wholeNumber(const JsonValue &value, const std::string &pointer, std::int64_t minimum, std::int64_t maximum);
    std::optional<std::string> text(const JsonValue &value, const std::string &pointer);

    std::string m_file;
    const Knowledge &m_knowledge;
    std::map<std::string, const JsonValue *> m_found; // field pointer -> value in the document
    bool m_nullsAllowed = true;
    bool m_hasDataset = false;
};

} // namespace segplan::plan
