// Strict reading of one JSON object: every key is asked for by name, what nobody asked for is a fault, all faults are collected.
// Private to the readers of this room.
#pragma once

#include "base/result.h"
#include "ledger/ledger.h"
#include "units/units.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace segplan::knowledge_detail {

using Json = nlohmann::json;

// Where faults go and what "source" keys mean, for one file.
struct FileContext {
    std::string file;
    const std::map<std::string, Source> *sources = nullptr;
    std::string sourcePrefix; // "yours: " for overrides
    Errors *errors = nullptr;

    void fault(ErrorCode code, std::string pointer, Text what, Text allowed = {}) const;
};

// "/gpus/3" + "id" -> "/gpus/3/id", escaped as in RFC 6901.
std::string childPointer(const std::string &pointer, const std::string &key);
std::string childPointer(const std::string &pointer, std::size_t index);

// Is this an ISO date, to the year, month or day?
bool isIsoDate(const std::string &text);

class Cursor {
public:
    // A node that is no object is a fault; every getter then gives its neutral value.
    Cursor(const Json &node, std::string pointer, const FileContext &context);

    const std::string &pointer() const { return m_pointer; }
    std::string pointerTo(const std::string &key) const { return childPointer(m_pointer, key); }
    const FileContext &context() const { return m_context; }
    bool has(const char *key) const;

    std::string text(const char *key); // required, not empty
    std::string optionalText(const char *key); // absent: empty
    double number(const char *key, double least, double most);
    std::optional<double> optionalNumber(const char *key, double least, double most);
    std::int64_t integer(const char *key, std::int64_t least, std::int64_t most);
    std::optional<std::int64_t> optionalInteger(const char *key, std::int64_t least, std::int64_t most);
    bool boolean(const char *key); // required
    bool optionalBoolean(const char *key, bool otherwise);
    LocalText localText(const char *key); // required, both languages
    LocalText optionalLocalText(const char *key);
    std::vector<std::string> optionalTexts(const char *key);
    std::vector<int> optionalIntegers(const char *key, int least, int most);
    std::optional<Money> optionalMoney(const char *key, Currency currency); // decimal text, above zero
    Money money(const char *key, Currency currency);
    Currency currency(const char *key); // required
    std::string date(const char *key); // required ISO date
    Source source(const char *key = "source"); // required; resolves keys of sources.json
    template <class E>
    E choice(const char *key, const std::vector<std::pair<const char *, E>> &names)
    {
        const std::string value = text(key);
        for (const auto &[name, id] : names)
            if (value == name)
                return id;
        if (!value.empty()) {
            std::string allowed;
            for (const auto &one : names)
                allowed += (allowed.empty() ? "" : ", ") + std::string(one.first);
            notAllowed(key, value, allowed);
        }
        return names.front().second;
    }
    std::string choice(const char *key, std::initializer_list<const char *> names);
    // Each element of an array of objects. Absent and required: a fault.
    void each(const char *key, bool required, const std::function<void(Cursor &)> &read);
    // Each member of an object whose members are objects (sources.json).
    void eachMember(const char *key, const std::function<void(const std::string &, Cursor &)> &read);

    // Reports the keys nobody asked for. Call once, last.
    void finish();

private:
    const Json *look(const char *key, bool required);
    void wrongType(const char *key, const char *expected);
    void notAllowed(const char *key, const std::string &value, const std::string &allowed);
    void outOfRange(const char *key, double value, double least, double most);
    std::optional<double> readNumber(const char *key, bool required, double least, double most);
    std::optional<std::int64_t> readInteger(const char *key, bool required, std::int64_t least, std::int64_t most);
    LocalText readLocalText(const char *key, bool required);
    void addSource(Source &into, const Json &node, const std::string &at);

    const Json *m_node = nullptr; // null: not an object
    std::string m_pointer;
    const FileContext &m_context;
    std::vector<std::string_view> m_asked; // literals
};

} // namespace segplan::knowledge_detail
