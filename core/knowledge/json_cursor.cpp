#include "knowledge/json_cursor.h"

#include <algorithm>
#include <cmath>

namespace segplan::knowledge_detail {

namespace {

int digitsAt(const std::string &text, std::size_t at, std::size_t count)
{
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        if (i >= text.size() || text[i] < '0' || text[i] > '9')
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

TextArg plainNumber(double value)
{
    const bool whole = std::fabs(value) < 9e15 && value == std::floor(value);
    return whole ? TextArg(static_cast<std::int64_t>(value)) : TextArg(value, 4);
}

} // namespace

void FileContext::fault(ErrorCode code, std::string pointer, Text what, Text allowed) const
{
    errors->push_back({code, file, std::move(pointer), std::move(what), std::move(allowed)});
}

std::string childPointer(const std::string &pointer, const std::string &key)
{
    std::string out = pointer + "/";
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

std::string childPointer(const std::string &pointer, std::size_t index) { return pointer + "/" + std::to_string(index); }

bool isIsoDate(const std::string &text)
{
    const std::size_t length = text.size();
    if (length != 4 && length != 7 && length != 10)
        return false;
    const int year = digitsAt(text, 0, 4);
    if (year < 1990 || year > 2200)
        return false;
    if (length >= 7 && (text[4] != '-' || digitsAt(text, 5, 2) < 1 || digitsAt(text, 5, 2) > 12))
        return false;
    return length < 10 || (text[7] == '-' && digitsAt(text, 8, 2) >= 1 && digitsAt(text, 8, 2) <= 31);
}

Cursor::Cursor(const Json &node, std::string pointer, const FileContext &context) : m_pointer(std::move(pointer)), m_context(context)
{
    if (node.is_object())
        m_node = &node;
    else
        m_context.fault(ErrorCode::WrongType, m_pointer, SP_T("core", "An object was expected here."));
}

bool Cursor::has(const char *key) const { return m_node && m_node->contains(key); }

const Json *Cursor::look(const char *key, bool required)
{
    m_asked.push_back(key);
    if (!m_node)
        return nullptr;
    const auto at = m_node->find(key);
    if (at != m_node->end())
        return &*at;
    if (required)
        m_context.fault(ErrorCode::Missing, pointerTo(key), Text(SP_T("core", "The required value “%1” is missing."), {TextArg(key)}));
    return nullptr;
}

void Cursor::wrongType(const char *key, const char *expected)
{
    m_context.fault(ErrorCode::WrongType, pointerTo(key), Text(SP_T("core", "“%1” has the wrong type."), {TextArg(key)}), Text(expected));
}

void Cursor::notAllowed(const char *key, const std::string &value, const std::string &allowed)
{
    m_context.fault(ErrorCode::OutOfRange, pointerTo(key), Text(SP_T("core", "“%1” is not a value of “%2”."), {TextArg(value), TextArg(key)}),
                    Text(SP_T("core", "one of: %1"), {TextArg(allowed)}));
}

void Cursor::outOfRange(const char *key, double value, double least, double most)
{
    m_context.fault(ErrorCode::OutOfRange, pointerTo(key), Text(SP_T("core", "“%1” is %2."), {TextArg(key), plainNumber(value)}),
                    Text(SP_T("core", "%1 to %2"), {plainNumber(least), plainNumber(most)}));
}

std::string Cursor::text(const char *key)
{
    const Json *node = look(key, true);
    if (!node)
        return {};
    if (!node->is_string()) {
        wrongType(key, SP_T("core", "text"));
        return {};
    }
    auto value = node->get<std::string>();
    if (value.empty())
        m_context.fault(ErrorCode::Missing, pointerTo(key), Text(SP_T("core", "The required value “%1” is empty."), {TextArg(key)}));
    return value;
}

std::string Cursor::optionalText(const char *key) { return has(key) ? text(key) : (look(key, false), std::string()); }

std::optional<double> Cursor::readNumber(const char *key, bool required, double least, double most)
{
    const Json *node = look(key, required);
    if (!node)
        return std::nullopt;
    if (!node->is_number()) {
        wrongType(key, SP_T("core", "a number"));
        return std::nullopt;
    }
    const double value = node->get<double>();
    if (!(value >= least && value <= most)) {
        outOfRange(key, value, least, most);
        return std::nullopt;
    }
    return value;
}

double Cursor::number(const char *key, double least, double most) { return readNumber(key, true, least, most).value_or(least); }

std::optional<double> Cursor::optionalNumber(const char *key, double least, double most) { return readNumber(key, false, least, most); }

std::optional<std::int64_t> Cursor::readInteger(const char *key, bool required, std::int64_t least, std::int64_t most)
{
    const Json *node = look(key, required);
    if (!node)
        return std::nullopt;
    if (!node->is_number_integer()) {
        wrongType(key, SP_T("core", "a whole number"));
        return std::nullopt;
    }
    const bool beyond = node->is_number_unsigned() && node->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (beyond || node->get<std::int64_t>() < least || node->get<std::int64_t>() > most) {
        outOfRange(key, node->get<double>(), static_cast<double>(least), static_cast<double>(most));
        return std::nullopt;
    }
    return node->get<std::int64_t>();
}

std::int64_t Cursor::integer(const char *key, std::int64_t least, std::int64_t most) { return readInteger(key, true, least, most).value_or(least); }

std::optional<std::int64_t> Cursor::optionalInteger(const char *key, std::int64_t least, std::int64_t most)
{
    return readInteger(key, false, least, most);
}

bool Cursor::boolean(const char *key)
{
    const Json *node = look(key, true);
    if (node && !node->is_boolean())
        wrongType(key, SP_T("core", "true or false"));
    return node && node->is_boolean() && node->get<bool>();
}

bool Cursor::optionalBoolean(const char *key, bool otherwise) { return has(key) ? boolean(key) : (look(key, false), otherwise); }

LocalText Cursor::readLocalText(const char *key, bool required)
{
    const Json *node = look(key, required);
    if (!node)
        return {};
    Cursor inner(*node, pointerTo(key), m_context);
    LocalText value;
    if (node->is_object()) {
        value.en = inner.text("en");
        value.zhCN = inner.text("zh_CN");
    }
    inner.finish();
    return value;
}

LocalText Cursor::localText(const char *key) { return readLocalText(key, true); }
LocalText Cursor::optionalLocalText(const char *key) { return readLocalText(key, false); }

std::vector<std::string> Cursor::optionalTexts(const char *key)
{
    std::vector<std::string> values;
    const Json *node = look(key, false);
    if (!node)
        return values;
    if (!node->is_array()) {
        wrongType(key, SP_T("core", "a list of texts"));
        return values;
    }
    for (std::size_t i = 0; i < node->size(); ++i) {
        if ((*node)[i].is_string())
            values.push_back((*node)[i].get<std::string>());
        else
            m_context.fault(ErrorCode::WrongType, childPointer(pointerTo(key), i), SP_T("core", "A text was expected here."));
    }
    return values;
}

std::vector<int> Cursor::optionalIntegers(const char *key, int least, int most)
{
    std::vector<int> values;
    const Json *node = look(key, false);
    if (!node)
        return values;
    if (!node->is_array()) {
        wrongType(key, SP_T("core", "a list of whole numbers"));
        return values;
    }
    for (std::size_t i = 0; i < node->size(); ++i) {
        const Json &one = (*node)[i];
        if (one.is_number_integer() && one.get<double>() >= least && one.get<double>() <= most)
            values.push_back(one.get<int>());
        else
            m_context.fault(ErrorCode::OutOfRange, childPointer(pointerTo(key), i), SP_T("core", "A whole number was expected here."),
                            Text(SP_T("core", "%1 to %2"), {TextArg(least), TextArg(most)}));
    }
    return values;
}

std::optional<Money> Cursor::optionalMoney(const char *key, Currency currency)
{
    const Json *node = look(key, false);
    if (!node)
        return std::nullopt;
    std::optional<Money> value;
    if (node->is_string())
        value = Money::parse(node->get<std::string>(), currency);
    if (!value) {
        wrongType(key, SP_T("core", "a decimal amount as text, such as \"9.53\""));
        return std::nullopt;
    }
    if (value->micros() <= 0) { // a zero price is a missing price
        m_context.fault(ErrorCode::OutOfRange, pointerTo(key), Text(SP_T("core", "“%1” is not above zero."), {TextArg(key)}));
        return std::nullopt;
    }
    return value;
}

Money Cursor::money(const char *key, Currency currency)
{
    if (!has(key)) {
        look(key, true);
        return {};
    }
    return optionalMoney(key, currency).value_or(Money());
}

Currency Cursor::currency(const char *key) { return choice<Currency>(key, {{"CNY", Currency::CNY}, {"USD", Currency::USD}}); }

std::string Cursor::date(const char *key)
{
    const std::string value = text(key);
    if (!value.empty() && !isIsoDate(value))
        m_context.fault(ErrorCode::OutOfRange, pointerTo(key), Text(SP_T("core", "“%1” is not a date."), {TextArg(value)}),
                        SP_T("core", "an ISO date, to the year, month or day"));
    return value;
}

void Cursor::addSource(Source &into, const Json &node, const std::string &at)
{
    Source one;
    if (node.is_string()) {
        const auto known = m_context.sources->find(node.get<std::string>());
        if (known == m_context.sources->end()) {
            m_context.fault(ErrorCode::UnknownId, at, Text(SP_T("core", "The source “%1” is not in sources.json."), {TextArg(node.get<std::string>())}));
            return;
        }
        one = known->second;
    } else {
        Cursor inner(node, at, m_context);
        if (node.is_object()) {
            one.text = inner.text("text");
            one.date = inner.date("date");
        }
        inner.finish();
    }
    into.text += (into.text.empty() ? m_context.sourcePrefix : "; ") + one.text;
    if (into.date.empty())
        into.date = one.date; // the first source named is the one of the numbers
}

Source Cursor::source(const char *key)
{
    Source value;
    const Json *node = look(key, true);
    if (!node)
        return value;
    if (node->is_array()) {
        for (std::size_t i = 0; i < node->size(); ++i)
            addSource(value, (*node)[i], childPointer(pointerTo(key), i));
    } else {
        addSource(value, *node, pointerTo(key));
    }
    return value;
}

std::string Cursor::choice(const char *key, std::initializer_list<const char *> names)
{
    std::vector<std::pair<const char *, const char *>> pairs;
    for (const char *name : names)
        pairs.emplace_back(name, name);
    return choice<const char *>(key, pairs);
}

void Cursor::each(const char *key, bool required, const std::function<void(Cursor &)> &read)
{
    const Json *node = look(key, required);
    if (!node)
        return;
    if (!node->is_array()) {
        wrongType(key, SP_T("core", "a list of objects"));
        return;
    }
    for (std::size_t i = 0; i < node->size(); ++i) {
        Cursor inner((*node)[i], childPointer(pointerTo(key), i), m_context);
        if ((*node)[i].is_object()) {
            read(inner);
            inner.finish();
        }
    }
}

void Cursor::eachMember(const char *key, const std::function<void(const std::string &, Cursor &)> &read)
{
    const Json *node = look(key, true);
    if (!node)
        return;
    Cursor members(*node, pointerTo(key), m_context);
    if (!node->is_object())
        return;
    for (const auto &[name, value] : node->items()) {
        Cursor inner(value, members.pointerTo(name), m_context);
        if (value.is_object()) {
            read(name, inner);
            inner.finish();
        }
    }
}

void Cursor::finish()
{
    if (!m_node)
        return;
    for (const auto &member : m_node->items()) {
        if (std::find(m_asked.begin(), m_asked.end(), member.key()) == m_asked.end())
            m_context.fault(ErrorCode::UnknownKey, pointerTo(member.key()), Text(SP_T("core", "Nobody reads the key “%1”."), {TextArg(member.key())}));
    }
}

} // namespace segplan::knowledge_detail
