#include "plan/json_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace segplan::plan {

const JsonValue *JsonValue::find(const std::string &key) const
{
    for (const auto &[name, value] : members) {
        if (name == key)
            return &value;
    }
    return nullptr;
}

Text kindName(JsonValue::Kind kind)
{
    switch (kind) {
    case JsonValue::Kind::Null: return SP_T("core", "null");
    case JsonValue::Kind::Boolean: return SP_T("core", "true or false");
    case JsonValue::Kind::Integer: return SP_T("core", "a whole number");
    case JsonValue::Kind::Number: return SP_T("core", "a number");
    case JsonValue::Kind::String: return SP_T("core", "a text");
    case JsonValue::Kind::Array: return SP_T("core", "a list");
    case JsonValue::Kind::Object: return SP_T("core", "an object");
    }
    return {};
}

std::string childPointer(const std::string &parent, const std::string &key)
{
    std::string out = parent + "/";
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

namespace {

// Collects the parser's events into a JsonValue.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    explicit Builder(std::string file, const std::string &bytes) : m_file(std::move(file)), m_bytes(bytes) {}

    JsonValue root;
    Errors faults;

    bool null() override { return put({}); }
    bool boolean(bool v) override
    {
        JsonValue out;
        out.kind = JsonValue::Kind::Boolean;
        out.boolean = v;
        return put(std::move(out));
    }
    bool number_integer(number_integer_t v) override
    {
        JsonValue out;
        out.kind = JsonValue::Kind::Integer;
        out.integer = v;
        out.number = static_cast<double>(v);
        return put(std::move(out));
    }
    bool number_unsigned(number_unsigned_t v) override
    {
        if (v <= static_cast<number_unsigned_t>(INT64_MAX))
            return number_integer(static_cast<number_integer_t>(v));
        return number_float(static_cast<double>(v), {});
    }
    bool number_float(number_float_t v, const string_t &) override
    {
        JsonValue out;
        out.number = v;
        // 4.0 is the whole number 4.
        if (v == std::floor(v) && std::fabs(v) < 9007199254740992.0) {
            out.kind = JsonValue::Kind::Integer;
            out.integer = static_cast<std::int64_t>(v);
        } else {
            out.kind = JsonValue::Kind::Number;
        }
        return put(std::move(out));
    }
    bool string(string_t &v) override
    {
        JsonValue out;
        out.kind = JsonValue::Kind::String;
        out.string = std::move(v);
        return put(std::move(out));
    }
    bool binary(binary_t &) override { return false; }
    bool start_object(std::size_t) override { return open(JsonValue::Kind::Object); }
    bool start_array(std::size_t) override { return open(JsonValue::Kind::Array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t &name) override
    {
        Level &level = m_open.back();
        level.key = name;
        level.repeated = !level.keys.insert(name).second;
        if (level.repeated)
            faults.push_back({ErrorCode::Syntax, m_file, childPointer(pointer(), name), SP_T("core", "this key stands twice"), SP_T("core", "each key once")});
        return true;
    }
    bool parse_error(std::size_t position, const std::string &lastToken, const nlohmann::detail::exception &e) override
    {
        faults.clear(); // what follows a syntax error is guesswork
        const std::size_t at = std::min(position, m_bytes.size());
        const auto line = 1 + std::count(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        const std::size_t lineStart = at == 0 ? 0 : m_bytes.rfind('\n', at - 1) + 1; // npos + 1 == 0
        const auto column = static_cast<std::int64_t>(at - std::min(lineStart, at));
        const bool blank = m_bytes.find_first_not_of(" \t\r\n") == std::string::npos;
        Text what;
        if (blank)
            what = SP_T("core", "the file is empty");
        else if (e.id == 406)
            what = Text(SP_T("core", "the number %1 in line %2 is too large"), {shortened(lastToken), static_cast<std::int64_t>(line)});
        else if (position >= m_bytes.size() && std::string(e.what()).find("; expected end of input") == std::string::npos)
            what = Text(SP_T("core", "the file ends in the middle, in line %1: it was cut off"), {static_cast<std::int64_t>(line)});
        else
            what = Text(SP_T("core", "this is not JSON from line %1, column %2 on, near %3"), {static_cast<std::int64_t>(line), column, shortened(lastToken)});
        const ErrorCode code = e.id == 406 ? ErrorCode::OutOfRange : ErrorCode::Syntax;
        faults.push_back({code, m_file, valuePointer(), std::move(what), code == ErrorCode::OutOfRange ? Text(SP_T("core", "finite numbers")) : Text()});
        return false;
    }

private:
    struct Level {
        JsonValue value;
        std::string key;
        std::set<std::string> keys;
        bool repeated = false; // the current key stood before: its value is dropped
    };

    bool open(JsonValue::Kind kind)
    {
        if (m_open.size() >= 64) {
            faults = {{ErrorCode::Syntax, m_file, {}, SP_T("core", "the values are nested too deeply"), Text(SP_T("core", "at most %1 levels"), {64})}};
            return false;
        }
        m_open.emplace_back();
        m_open.back().value.kind = kind;
        return true;
    }
    bool close()
    {
        JsonValue done = std::move(m_open.back().value);
        m_open.pop_back();
        return put(std::move(done));
    }
    bool put(JsonValue value)
    {
        if (m_open.empty())
            root = std::move(value);
        else if (Level &level = m_open.back(); level.value.kind == JsonValue::Kind::Array)
            level.value.items.push_back(std::move(value));
        else if (!level.repeated)
            level.value.members.emplace_back(std::exchange(level.key, {}), std::move(value));
        return true;
    }
    std::string pointerOf(std::size_t levels) const
    {
        std::string out;
        for (std::size_t i = 0; i < levels; ++i) {
            const Level &level = m_open[i];
            out = level.value.kind == JsonValue::Kind::Array ? out + "/" + std::to_string(level.value.items.size()) : childPointer(out, level.key);
        }
        return out;
    }
    std::string pointer() const { return pointerOf(m_open.empty() ? 0 : m_open.size() - 1); } // of the innermost open container
    std::string valuePointer() const
    {
        // Of the value being read; a container that has no key yet stands for itself.
        const bool named = !m_open.empty() && (m_open.back().value.kind == JsonValue::Kind::Array || !m_open.back().key.empty());
        return named ? pointerOf(m_open.size()) : pointer();
    }
    static std::string shortened(const std::string &token)
    {
        std::string clean;
        for (const char c : token)
            clean += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f ? '?' : c;
        return clean.size() <= 40 ? clean : "..." + clean.substr(clean.size() - 37);
    }

    std::string m_file;
    const std::string &m_bytes;
    std::vector<Level> m_open;
};

} // namespace

Result<JsonValue> parseJson(const std::string &bytes, const std::string &file)
{
    constexpr std::size_t largest = 64 * 1024 * 1024;
    if (bytes.size() > largest)
        return Error{ErrorCode::OutOfRange, file, {}, SP_T("core", "the file is too large for a plan"), SP_T("core", "at most 64 MiB")};
    Builder builder(file, bytes);
    nlohmann::json::sax_parse(bytes, &builder);
    if (!builder.faults.empty())
        return builder.faults;
    return std::move(builder.root);
}

} // namespace segplan::plan
