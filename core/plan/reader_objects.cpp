// The fixed-shape objects of plan files: a price book, and a GPU described in full.
#include "plan/choices.h"
#include "plan/reader.h"

#include <algorithm>

namespace segplan::plan {

using Kind = JsonValue::Kind;

void ObjectReader::checkKeys(const JsonValue &object, const std::string &pointer, const std::vector<std::string> &known)
{
    for (const auto &[key, value] : object.members) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            unknownKey(pointer, key, known);
    }
}

std::string ObjectReader::neededText(const JsonValue &object, const std::string &pointer, const char *key)
{
    if (const JsonValue *member = object.find(key))
        return text(*member, childPointer(pointer, key)).value_or("");
    fault(ErrorCode::Missing, childPointer(pointer, key), SP_T("core", "the price lacks this"));
    return {};
}

bool ObjectReader::flag(const JsonValue &object, const std::string &pointer, const char *key)
{
    const JsonValue *member = object.find(key);
    if (member && member->kind != Kind::Boolean)
        fault(ErrorCode::WrongType, childPointer(pointer, key), Text(SP_T("core", "this is %1"), {kindName(member->kind)}), SP_T("core", "true or false"));
    return member && member->boolean;
}

template <class T>
void ObjectReader::readOrigin(const JsonValue &object, const std::string &pointer, T &into)
{
    const std::size_t before = faults.size();
    const std::string amount = neededText(object, pointer, "amount"), currency = neededText(object, pointer, "currency");
    into.source.date = neededText(object, pointer, "as_of");
    into.source.text = neededText(object, pointer, "source");
    into.estimate = flag(object, pointer, "estimate");
    into.weak = flag(object, pointer, "weak");
    if (faults.size() != before)
        return;
    const auto code = currencyFromCode(currency);
    if (!code)
        fault(ErrorCode::UnknownId, pointer + "/currency", Text(SP_T("core", "%1 is not known"), {currency}), Text(SP_T("core", "%1"), {"CNY USD"}));
    const auto money = code ? Money::parse(amount, *code) : std::nullopt;
    if (code && (!money || money->micros() <= 0))
        fault(ErrorCode::OutOfRange, pointer + "/amount", Text(SP_T("core", "%1 is no price"), {amount}), SP_T("core", "a positive decimal text with at most 6 digits after the point"));
    if (money)
        into.amount = *money;
}

std::optional<Price> ObjectReader::readPrice(const JsonValue &value, const std::string &pointer)
{
    if (!isObject(value, pointer))
        return std::nullopt;
    checkKeys(value, pointer, {"instance_type", "region", "model", "amount", "currency", "as_of", "source", "estimate", "weak", "promotion"});
    const std::size_t before = faults.size();
    Price price;
    price.instanceType = neededText(value, pointer, "instance_type");
    price.region = neededText(value, pointer, "region");
    const std::string model = neededText(value, pointer, "model");
    price.promotion = flag(value, pointer, "promotion");
    readOrigin(value, pointer, price);
    bool modelKnown = false;
    for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot}) {
        if (model == priceModelName(m)) {
            price.model = m;
            modelKnown = true;
        }
    }
    if (!modelKnown && !model.empty())
        fault(ErrorCode::UnknownId, pointer + "/model", Text(SP_T("core", "%1 is not known"), {model}), Text(SP_T("core", "%1"), {"hour month year spot"}));
    return faults.size() == before ? std::optional(std::move(price)) : std::nullopt;
}

std::optional<StorageQuote> ObjectReader::readStorageQuote(const JsonValue &value, const std::string &pointer)
{
    if (!isObject(value, pointer))
        return std::nullopt;
    checkKeys(value, pointer, {"storage", "region", "unit", "amount", "currency", "as_of", "source", "estimate", "weak"});
    const std::size_t before = faults.size();
    StorageQuote quote;
    quote.storage = neededText(value, pointer, "storage");
    quote.region = neededText(value, pointer, "region");
    const std::string unit = neededText(value, pointer, "unit");
    readOrigin(value, pointer, quote);
    if (const auto known = storageUnitFromName(unit))
        quote.unit = *known;
    else if (!unit.empty())
        fault(ErrorCode::UnknownId, pointer + "/unit", Text(SP_T("core", "%1 is not known"), {unit}), Text(SP_T("core", "%1"), {"gib-month gib-hour gb"}));
    return faults.size() == before ? std::optional(std::move(quote)) : std::nullopt;
}

PriceBook ObjectReader::readBook(const JsonValue &object, const std::string &pointer, std::vector<std::string> extra)
{
    extra.insert(extra.end(), {"as_of", "entries", "storage"});
    checkKeys(object, pointer, extra);
    PriceBook book;
    if (const JsonValue *asOf = object.find("as_of"))
        book.asOf = text(*asOf, pointer + "/as_of").value_or("");
    const auto list = [&](const char *key) {
        const JsonValue *found = object.find(key);
        if (found && found->kind != Kind::Array) {
            fault(ErrorCode::WrongType, childPointer(pointer, key), Text(SP_T("core", "this is %1"), {kindName(found->kind)}), SP_T("core", "a list"));
            return static_cast<const JsonValue *>(nullptr);
        }
        return found;
    };
    if (!object.find("entries"))
        fault(ErrorCode::Missing, pointer + "/entries", SP_T("core", "the price book has no entries"), SP_T("core", "a list"));
    if (const JsonValue *entries = list("entries")) {
        for (std::size_t i = 0; i < entries->items.size(); ++i) {
            if (auto price = readPrice(entries->items[i], pointer + "/entries/" + std::to_string(i)))
                book.entries.push_back(std::move(*price));
        }
    }
    if (const JsonValue *storage = list("storage")) {
        for (std::size_t i = 0; i < storage->items.size(); ++i) {
            if (auto quote = readStorageQuote(storage->items[i], pointer + "/storage/" + std::to_string(i)))
                book.storage.push_back(std::move(*quote));
        }
    }
    return book;
}

Gpu ObjectReader::readGpu(const JsonValue &value, const std::string &pointer)
{
    std::vector<std::string> ids;
    for (const Gpu &g : m_knowledge.gpus)
        ids.push_back(g.id);
    if (value.kind == Kind::String) {
        if (const Gpu *known = m_knowledge.gpu(value.string))
            return *known;
        std::string list;
        for (const std::string &id : ids)
            list += (list.empty() ? "" : " ") + id;
        const std::string near = nearestWord(value.string, ids);
        fault(ErrorCode::UnknownId, pointer, Text(SP_T("core", "the GPU %1 is not known"), {value.string}),
              near.empty() ? Text(SP_T("core", "%1"), {list}) : Text(SP_T("core", "%1 (nearest: %2)"), {list, near}));
        return {};
    }
    if (value.kind != Kind::Object) {
        fault(ErrorCode::WrongType, pointer, Text(SP_T("core", "this is %1"), {kindName(value.kind)}), SP_T("core", "a GPU's id, or an object with its figures"));
        return {};
    }
    checkKeys(value, pointer, {"id", "architecture", "compute_capability", "fp32_tflops", "tf32_tflops", "fp16_tflops", "bf16_tflops", "tensor_cores",
                               "nominal_memory_bytes", "usable_memory_bytes", "memory_gbps", "nvlink_gbps", "tdp_watts", "cloud", "domestic", "confidence",
                               "source", "source_date"});
    const auto word = [&](const char *key, bool needed) -> std::string {
        const JsonValue *member = value.find(key);
        if (member && member->kind != Kind::Null)
            return text(*member, childPointer(pointer, key)).value_or("");
        if (needed)
            fault(ErrorCode::Missing, childPointer(pointer, key), SP_T("core", "the GPU lacks this"));
        return {};
    };
    const auto number = [&](const char *key, double maximum) -> std::optional<double> {
        const JsonValue *member = value.find(key);
        if (!member || member->kind == Kind::Null)
            return std::nullopt;
        if (member->kind != Kind::Number && member->kind != Kind::Integer) {
            fault(ErrorCode::WrongType, childPointer(pointer, key), Text(SP_T("core", "this is %1"), {kindName(member->kind)}), SP_T("core", "a number"));
            return std::nullopt;
        }
        if (member->number < 0 || member->number > maximum) {
            fault(ErrorCode::OutOfRange, childPointer(pointer, key), Text(SP_T("core", "%1 is out of range"), {TextArg(member->number, 3)}),
                  Text(SP_T("core", "%1 to %2"), {TextArg(0), TextArg(maximum, 0)}));
            return std::nullopt;
        }
        return member->number;
    };
    const auto flagOr = [&](const char *key, bool otherwise) {
        const JsonValue *member = value.find(key);
        if (!member || member->kind == Kind::Null)
            return otherwise;
        if (member->kind != Kind::Boolean)
            fault(ErrorCode::WrongType, childPointer(pointer, key), Text(SP_T("core", "this is %1"), {kindName(member->kind)}), SP_T("core", "true or false"));
        return member->boolean;
    };
    Gpu gpu;
    gpu.id = word("id", true);
    gpu.architecture = word("architecture", true);
    gpu.computeCapability = word("compute_capability", false);
    gpu.fp32Tflops = number("fp32_tflops", 1e6);
    gpu.tf32Tflops = number("tf32_tflops", 1e6);
    gpu.fp16Tflops = number("fp16_tflops", 1e6);
    gpu.bf16Tflops = number("bf16_tflops", 1e6);
    gpu.tensorCores = flagOr("tensor_cores", false);
    constexpr std::int64_t largest = std::int64_t{1} << 50;
    if (const JsonValue *nominal = value.find("nominal_memory_bytes"))
        gpu.nominalMemory = Bytes(wholeNumber(*nominal, pointer + "/nominal_memory_bytes", 1, largest).value_or(0));
    else
        fault(ErrorCode::Missing, pointer + "/nominal_memory_bytes", SP_T("core", "the GPU lacks this"));
    if (const JsonValue *usable = value.find("usable_memory_bytes"); usable && usable->kind != Kind::Null) {
        if (const auto bytes = wholeNumber(*usable, pointer + "/usable_memory_bytes", 1, largest))
            gpu.usableMemory = Bytes(*bytes);
    }
    gpu.memoryGbps = number("memory_gbps", 1e6);
    gpu.nvlinkGbps = number("nvlink_gbps", 1e6);
    gpu.tdpWatts = number("tdp_watts", 1e5);
    gpu.cloud = flagOr("cloud", false);
    gpu.domestic = flagOr("domestic", false);
    gpu.confidence = word("confidence", false);
    gpu.source.text = word("source", false);
    gpu.source.date = word("source_date", false);
    return gpu;
}

} // namespace segplan::plan
