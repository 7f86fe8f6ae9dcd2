#include "plan/reader.h"

#include "plan/choices.h"
#include "plan/file.h"

#include <algorithm>
#include <set>

namespace segplan::plan {

using Kind = JsonValue::Kind;

namespace {

// The keys that stand directly below `pointer` in the field table.
std::vector<std::string> tableKeys(const std::string &pointer)
{
    std::vector<std::string> out;
    for (const FieldSpec &f : fieldTable()) {
        if (f.pointer.rfind(pointer + "/", 0) != 0)
            continue;
        const std::size_t start = pointer.size() + 1;
        std::string key = f.pointer.substr(start, f.pointer.find('/', start) - start);
        if (std::find(out.begin(), out.end(), key) == out.end())
            out.push_back(std::move(key));
    }
    return out;
}

std::string joined(const std::vector<std::string> &words)
{
    std::string out;
    for (const std::string &w : words)
        out += (out.empty() ? "" : " ") + w;
    return out;
}

} // namespace

void ObjectReader::fault(ErrorCode code, const std::string &pointer, Text what, Text allowed)
{
    faults.push_back({code, m_file, pointer, std::move(what), std::move(allowed)});
}

bool ObjectReader::isObject(const JsonValue &value, const std::string &pointer)
{
    if (value.kind == Kind::Object)
        return true;
    fault(ErrorCode::WrongType, pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}), SP_T("core", "an object"));
    return false;
}

void ObjectReader::unknownKey(const std::string &pointer, const std::string &key, const std::vector<std::string> &known)
{
    const std::string near = nearestWord(key, known);
    fault(ErrorCode::UnknownKey, childPointer(pointer, key), Text(SP_T("core", "the key %1 is not known"), {key}),
          near.empty() ? Text(SP_T("core", "%1"), {joined(known)}) : Text(SP_T("core", "%1 (nearest: %2)"), {joined(known), near}));
}

void ObjectReader::walk(const JsonValue &object, const std::string &pointer, const std::vector<std::string> &extra)
{
    std::vector<std::string> known = tableKeys(pointer);
    known.insert(known.end(), extra.begin(), extra.end());
    for (const auto &[key, value] : object.members) {
        const std::string child = childPointer(pointer, key);
        if (std::find(extra.begin(), extra.end(), key) != extra.end())
            continue;
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknownKey(pointer, key, known);
        else if (child == "/workload/dataset")
            readDataset(value);
        else if (child == "/workload/schedule")
            readSchedule(value);
        else if (child == "/requirements/budget" && value.kind == Kind::Null)
            continue;
        else if (fieldSpec(child))
            m_found[child] = &value;
        else if (isObject(value, child))
            walk(value, child, {});
    }
}

void ObjectReader::needBoth(const JsonValue &object, const std::string &pointer, const char *first, const char *second)
{
    for (const char *key : {first, second}) {
        if (object.kind == Kind::Object && !object.find(key))
            fault(ErrorCode::Missing, pointer + "/" + key, Text(SP_T("core", "%1 and %2 belong together"), {first, second}));
    }
}

void ObjectReader::readPlanObject(const JsonValue &root)
{
    const std::vector<std::string> known = {"segplan", "title", "preset", "workload", "requirements", "job", "launch", "prices"};
    for (const auto &[key, value] : root.members) {
        const std::string pointer = childPointer({}, key);
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknownKey({}, key, known);
        else if (key == "title")
            m_found[pointer] = &value;
        else if (key == "preset")
            plan.preset = text(value, pointer).value_or("");
        else if (key == "prices" && isObject(value, pointer))
            plan.prices = readBook(value, pointer, {});
        else if ((key == "requirements" || key == "job" || key == "launch") && isObject(value, pointer)) {
            walk(value, pointer, {});
            if (const JsonValue *budget = value.find("budget"))
                needBoth(*budget, "/requirements/budget", "amount", "currency");
        }
        else if (key == "workload" && isObject(value, pointer))
            readWorkloadObject(value, {}, true);
    }
    if (!root.find("workload"))
        fault(ErrorCode::Missing, "/workload", SP_T("core", "the plan has no workload"), SP_T("core", "an object"));
}

void ObjectReader::readWorkloadObject(const JsonValue &object, const std::vector<std::string> &extra, bool nullsAllowed)
{
    m_nullsAllowed = nullsAllowed;
    walk(object, "/workload", extra);
    if (!object.find("model"))
        fault(ErrorCode::Missing, "/workload/model", SP_T("core", "the workload names no model"));
    if (const JsonValue *crop = object.find("crop"))
        needBoth(*crop, "/workload/crop", "height", "width");
}

void ObjectReader::readDataset(const JsonValue &value)
{
    const std::string pointer = "/workload/dataset";
    m_hasDataset = true;
    if (value.kind == Kind::String) {
        if (value.string == ownDataset)
            fault(ErrorCode::UnknownId, pointer, Text(SP_T("core", "%1 is not known"), {value.string}), SP_T("core", "a data set's id, or an object with the figures of your own data"));
        else
            m_found[pointer] = &value;
        return;
    }
    if (value.kind != Kind::Object) {
        fault(ErrorCode::WrongType, pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}),
              SP_T("core", "a data set's id, or an object with the figures of your own data"));
        return;
    }
    plan.workload.dataset.clear();
    plan.workload.customDataset.emplace();
    walk(value, pointer, {"classes", "bytes"});
    if (const JsonValue *classes = value.find("classes"))
        plan.workload.customDataset->classes = static_cast<int>(wholeNumber(*classes, pointer + "/classes", 1, 100000).value_or(0));
    if (const JsonValue *bytes = value.find("bytes"))
        plan.workload.customDataset->bytes = wholeNumber(*bytes, pointer + "/bytes", 0, std::int64_t{1000000} * 1000000000).value_or(0);
}

void ObjectReader::readSchedule(const JsonValue &value)
{
    const std::string pointer = "/workload/schedule";
    if (!isObject(value, pointer))
        return;
    const std::vector<std::string> known = {"iterations", "epochs"};
    int given = 0;
    for (const auto &[key, count] : value.members) {
        if (std::find(known.begin(), known.end(), key) == known.end()) {
            unknownKey(pointer, key, known);
            continue;
        }
        ++given;
        m_found[childPointer(pointer, key)] = &count;
    }
    if (given == 0)
        fault(ErrorCode::Missing, pointer, SP_T("core", "the schedule has no length"), SP_T("core", "either iterations or epochs"));
    if (given == 2)
        fault(ErrorCode::Conflict, pointer, SP_T("core", "the schedule has two lengths"), SP_T("core", "either iterations or epochs"));
}

std::optional<std::int64_t> ObjectReader::wholeNumber(const JsonValue &value, const std::string &pointer, std::int64_t minimum, std::int64_t maximum)
{
    if (value.kind != Kind::Integer) {
        fault(ErrorCode::WrongType, pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}), SP_T("core", "a whole number"));
        return std::nullopt;
    }
    if (value.integer < minimum || value.integer > maximum) {
        fault(ErrorCode::OutOfRange, pointer, Text(SP_T("core", "%1 is out of range"), {TextArg(value.integer)}),
              Text(SP_T("core", "%1 to %2"), {TextArg(minimum), TextArg(maximum)}));
        return std::nullopt;
    }
    return value.integer;
}

std::optional<std::string> ObjectReader::text(const JsonValue &value, const std::string &pointer)
{
    if (value.kind == Kind::String)
        return value.string;
    fault(ErrorCode::WrongType, pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}), SP_T("core", "a text"));
    return std::nullopt;
}

std::optional<FieldValue> ObjectReader::convert(const FieldSpec &f, const JsonValue &value)
{
    const auto wrong = [&](Text allowed) -> std::optional<FieldValue> {
        fault(ErrorCode::WrongType, f.pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}), std::move(allowed));
        return std::nullopt;
    };
    if (value.kind == Kind::Null) {
        const bool planners = f.pointer == "/workload/batch_per_gpu" || f.pointer == "/workload/gpus" || f.pointer == "/workload/precision"
            || f.pointer == "/workload/activation_checkpointing";
        if (f.optional && (m_nullsAllowed || !planners))
            return FieldValue();
        if (f.optional)
            return wrong(SP_T("core", "a value: an estimate is of one setting"));
    }
    switch (f.kind) {
    case FieldKind::Boolean:
        return value.kind == Kind::Boolean ? std::optional<FieldValue>(value.boolean) : wrong(SP_T("core", "true or false"));
    case FieldKind::Integer:
    case FieldKind::Size:
        return value.kind == Kind::Integer ? std::optional<FieldValue>(value.integer) : wrong(SP_T("core", "a whole number"));
    case FieldKind::Number:
        return value.kind == Kind::Integer || value.kind == Kind::Number ? std::optional<FieldValue>(value.number) : wrong(SP_T("core", "a number"));
    case FieldKind::Line:
        if (f.pointer == "/workload/options/multi_grid") {
            std::string list;
            for (const JsonValue &item : value.items) {
                if (item.kind != Kind::Integer)
                    return wrong(SP_T("core", "a list of whole numbers"));
                list += (list.empty() ? "" : ",") + std::to_string(item.integer);
            }
            if (value.kind != Kind::Array)
                return wrong(SP_T("core", "a list of whole numbers"));
            return list.empty() ? FieldValue() : FieldValue(list);
        }
        if (value.kind == Kind::String)
            return value.string.empty() && f.optional ? FieldValue() : FieldValue(value.string);
        return wrong(SP_T("core", "a text"));
    case FieldKind::Choice:
        if (f.pointer == "/workload/options/output_stride" || f.pointer == "/workload/options/pretrain_window")
            return value.kind == Kind::Integer ? std::optional<FieldValue>(std::to_string(value.integer)) : wrong(SP_T("core", "a whole number"));
        return value.kind == Kind::String ? std::optional<FieldValue>(value.string) : wrong(SP_T("core", "a text"));
    case FieldKind::MultiChoice: {
        if (value.kind != Kind::Array)
            return wrong(SP_T("core", "a list of texts"));
        std::vector<std::string> list;
        const bool families = f.pointer == "/requirements/families" || f.pointer == "/requirements/exclude_families";
        bool sound = true;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            if (const auto word = text(value.items[i], f.pointer + "/" + std::to_string(i)))
                list.push_back(families ? bareFamily(*word) : *word);
            else
                sound = false;
        }
        return sound ? std::optional<FieldValue>(list) : std::nullopt;
    }
    case FieldKind::Money:
        return value.kind == Kind::String && !value.string.empty() ? std::optional<FieldValue>(value.string) : wrong(SP_T("core", "a text such as \"3000\""));
    }
    return std::nullopt;
}

void ObjectReader::apply()
{
    for (const FieldSpec &f : fieldTable()) {
        const auto found = m_found.find(f.pointer);
        if (found == m_found.end()) {
            // Models that the default code base lacks have another usual one.
            if (f.pointer == "/workload/implementation" && !implementationOf(plan.workload)) {
                if (const FieldValue usual = f.derived(plan, m_knowledge); std::holds_alternative<std::string>(usual))
                    f.set(plan, usual);
            }
            continue;
        }
        const auto value = convert(f, *found->second);
        if (!value)
            continue;
        Errors wrong = checkField(f, *value, plan, m_knowledge);
        // An unknown model or code base is one fault, not three.
        if (f.pointer == "/workload/backbone" && !implementationOf(plan.workload))
            continue;
        if (f.pointer == "/workload/implementation" && !zooModel(plan.workload.model))
            continue;
        if (wrong.empty() || f.pointer == "/workload/model" || f.pointer == "/workload/implementation")
            f.set(plan, *value);
        for (Error &e : wrong) {
            e.file = m_file;
            faults.push_back(std::move(e));
        }
        if (f.pointer.rfind("/workload/options/", 0) == 0 && implementationOf(plan.workload) && !f.applies(plan)
            && *value != FieldValue() && *value != FieldValue(false))
            fault(ErrorCode::Unsupported, f.pointer, Text(SP_T("core", "%1 in %2 has no such option"), {zooModel(plan.workload.model)->name, plan.workload.implementation}),
                  Text(SP_T("core", "%1"), {joined(implementationOf(plan.workload)->options)}));
    }
    if (!m_found.count("/workload/classes")) {
        const FieldSpec *classes = fieldSpec("/workload/classes");
        const FieldValue derived = classes->derived(plan, m_knowledge);
        if (!std::holds_alternative<std::monostate>(derived))
            classes->set(plan, derived);
        else if (m_hasDataset && faults.empty())
            fault(ErrorCode::Missing, "/workload/classes", SP_T("core", "the data set does not tell its number of classes: give it"));
    }
}

} // namespace segplan::plan
