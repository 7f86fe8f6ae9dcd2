#include "plan/fields.h"

#include "plan/choices.h"
#include "plan/table.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace segplan {

using namespace plan;

const std::vector<FieldSpec> &fieldTable()
{
    static const std::vector<FieldSpec> table = [] {
        std::vector<FieldSpec> rows;
        addModelFields(rows);
        addDataFields(rows);
        addInputFields(rows);
        addTrainingFields(rows);
        addLimitFields(rows);
        addJobFields(rows);
        addLaunchFields(rows);
        return rows;
    }();
    return table;
}

const FieldSpec *fieldSpec(const std::string &pointer)
{
    static const std::map<std::string, const FieldSpec *> index = [] {
        std::map<std::string, const FieldSpec *> out;
        for (const FieldSpec &f : fieldTable())
            out.emplace(f.pointer, &f);
        return out;
    }();
    const auto found = index.find(pointer);
    return found == index.end() ? nullptr : found->second;
}

std::string shortDecimal(Money amount)
{
    std::string decimal = amount.decimal(6);
    // "3000.000000" -> "3000", "12.500000" -> "12.5".
    decimal.erase(decimal.find_last_not_of('0') + 1);
    if (!decimal.empty() && decimal.back() == '.')
        decimal.pop_back();
    return decimal;
}

namespace {

Error fault(ErrorCode code, const FieldSpec &field, Text what, Text allowed = {})
{
    return {code, {}, field.pointer, std::move(what), std::move(allowed)};
}

Text rangeText(const FieldSpec &field)
{
    if (field.kind == FieldKind::Number || field.kind == FieldKind::Money)
        return {SP_T("core", "%1 to %2"), {TextArg(field.minimum, field.decimals), TextArg(field.maximum, 0)}};
    return {SP_T("core", "%1 to %2"),
            {TextArg(static_cast<std::int64_t>(field.minimum)), TextArg(static_cast<std::int64_t>(field.maximum))}};
}

// The first ids, and how many more there are.
Text idsText(const std::vector<std::string> &ids, const std::string &wrong)
{
    const std::string near = nearestWord(wrong, ids);
    std::string list;
    constexpr std::size_t most = 40;
    for (std::size_t i = 0; i < std::min(ids.size(), most); ++i)
        list += (i ? " " : "") + ids[i];
    if (ids.size() <= most)
        return near.empty() ? Text(SP_T("core", "%1"), {list}) : Text(SP_T("core", "%1 (nearest: %2)"), {list, near});
    const int more = static_cast<int>(ids.size() - most);
    return near.empty() ? Text(SP_T("core", "%1 and %2 more"), {list, more})
                        : Text(SP_T("core", "%1 and %2 more (nearest: %3)"), {list, more, near});
}

std::vector<Error> checkText(const FieldSpec &field, const std::string &text)
{
    constexpr std::size_t longest = 1000;
    if (text.size() > longest)
        return {fault(ErrorCode::OutOfRange, field, SP_T("core", "the text is too long"),
                      Text(SP_T("core", "at most %1 bytes"), {static_cast<int>(longest)}))};
    // Commands, file names and reports take these texts: a line break or an escape sequence has no business there.
    if (std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
        return {fault(ErrorCode::OutOfRange, field, SP_T("core", "the text holds a control character"), SP_T("core", "printable characters on one line"))};
    if (field.pointer == "/workload/options/multi_grid") {
        const auto list = integerList(text);
        if (!list || list->empty() || list->size() > 8 || std::any_of(list->begin(), list->end(), [](int v) { return v < 1 || v > 64; }))
            return {fault(ErrorCode::OutOfRange, field, Text(SP_T("core", "%1 is no list of dilations"), {text}), SP_T("core", "such as 1,2,4, each 1 to 64"))};
    }
    return {};
}

std::vector<Error> checkId(const FieldSpec &field, const std::string &id, const std::vector<std::string> &ids, const Knowledge &knowledge)
{
    if (std::find(ids.begin(), ids.end(), id) != ids.end())
        return {};
    const bool names = field.kind == FieldKind::MultiChoice && field.pointer != "/requirements/regions";
    if (names) {
        if (const std::string families = familiesWith(id, knowledge); !families.empty())
            return {fault(ErrorCode::UnknownId, field, Text(SP_T("core", "%1 is a GPU, not an instance family or type"), {id}),
                          Text(SP_T("core", "the families that carry it: %1"), {families}))};
        if (const NameCorrection *c = correctionOf(id, knowledge)) {
            const bool usable = std::find(ids.begin(), ids.end(), c->right) != ids.end();
            return {fault(ErrorCode::UnknownId, field, Text(SP_T("core", "%1 cannot be chosen: %2"), {id, c->reason}),
                          usable ? Text(SP_T("core", "%1, which is probably meant"), {c->right}) : Text())};
        }
    }
    if (ids.empty())
        return {fault(ErrorCode::UnknownId, field, Text(SP_T("core", "%1 is not known here"), {id}), SP_T("core", "nothing: leave it out"))};
    return {fault(ErrorCode::UnknownId, field, Text(SP_T("core", "%1 is not known"), {id}), idsText(ids, id))};
}

} // namespace

std::vector<Error> checkField(const FieldSpec &field, const FieldValue &value, const Plan &plan, const Knowledge &knowledge)
{
    if (std::holds_alternative<std::monostate>(value)) {
        if (field.optional)
            return {};
        return {fault(ErrorCode::Missing, field, SP_T("core", "a value is needed"))};
    }
    if (const auto *text = std::get_if<std::string>(&value); text && text->empty() && field.optional)
        return {};
    const auto wrongType = [&field](Text allowed) { return std::vector<Error>{fault(ErrorCode::WrongType, field, SP_T("core", "this is the wrong kind of value"), std::move(allowed))}; };
    std::vector<std::string> ids;
    if (field.choices) {
        for (const FieldChoice &c : field.choices(plan, knowledge))
            ids.push_back(c.id);
    }
    switch (field.kind) {
    case FieldKind::Boolean:
        return std::holds_alternative<bool>(value) ? std::vector<Error>{} : wrongType(SP_T("core", "true or false"));
    case FieldKind::Integer:
    case FieldKind::Size: {
        const auto *v = std::get_if<std::int64_t>(&value);
        if (!v)
            return wrongType(SP_T("core", "a whole number"));
        if (static_cast<double>(*v) < field.minimum || static_cast<double>(*v) > field.maximum)
            return {fault(ErrorCode::OutOfRange, field, Text(SP_T("core", "%1 is out of range"), {TextArg(*v)}), rangeText(field))};
        return {};
    }
    case FieldKind::Number: {
        const auto *d = std::get_if<double>(&value);
        const auto *i = std::get_if<std::int64_t>(&value);
        if (!d && !i)
            return wrongType(SP_T("core", "a number"));
        const double v = d ? *d : static_cast<double>(*i);
        if (!std::isfinite(v) || v < field.minimum || v > field.maximum)
            return {fault(ErrorCode::OutOfRange, field, Text(SP_T("core", "%1 is out of range"), {TextArg(v, 3)}), rangeText(field))};
        return {};
    }
    case FieldKind::Line: {
        const auto *text = std::get_if<std::string>(&value);
        return text ? checkText(field, *text) : wrongType(SP_T("core", "a text"));
    }
    case FieldKind::Choice: {
        const auto *id = std::get_if<std::string>(&value);
        return id ? checkId(field, *id, ids, knowledge) : wrongType(SP_T("core", "a text"));
    }
    case FieldKind::MultiChoice: {
        const auto *chosen = std::get_if<std::vector<std::string>>(&value);
        if (!chosen)
            return wrongType(SP_T("core", "a list of texts"));
        std::vector<Error> out;
        const bool needed = field.pointer == "/requirements/regions" || field.pointer == "/requirements/purchase";
        if (chosen->empty() && needed)
            out.push_back(fault(ErrorCode::Missing, field, SP_T("core", "at least one is needed"), idsText(ids, {})));
        for (std::size_t i = 0; i < chosen->size(); ++i) {
            auto faults = checkId(field, (*chosen)[i], ids, knowledge);
            if (std::find(chosen->begin(), chosen->begin() + static_cast<std::ptrdiff_t>(i), (*chosen)[i])
                != chosen->begin() + static_cast<std::ptrdiff_t>(i))
                faults.push_back(fault(ErrorCode::Conflict, field, Text(SP_T("core", "%1 stands twice"), {(*chosen)[i]})));
            for (Error &e : faults) {
                e.pointer += "/" + std::to_string(i);
                out.push_back(std::move(e));
            }
        }
        return out;
    }
    case FieldKind::Money: {
        const auto *text = std::get_if<std::string>(&value);
        const auto money = text ? Money::parse(*text, Currency::CNY) : std::nullopt;
        if (!money)
            return wrongType(SP_T("core", "a decimal amount such as 3000 or 61.70, at most 6 digits after the point"));
        if (money->amount() < field.minimum || money->amount() > field.maximum)
            return {fault(ErrorCode::OutOfRange, field, Text(SP_T("core", "%1 is out of range"), {TextArg(money->amount(), 2)}), rangeText(field))};
        return {};
    }
    }
    return {};
}

} // namespace segplan
