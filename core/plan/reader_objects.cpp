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

std::optional<Price> ObjectReader::readPrice(const JsonValue &value, const std::string &pointer)
{
    if (!isObject(value, pointer))
        return std::nullopt;
    checkKeys(value, pointer, {"instance_type", "region", "model", "amount", "currency", "as_of", "source", "estimate", "weak"});
    const std::size_t before = faults.size();
    const auto word = [&](const char *key) -> std::string {
        const JsonValue *member = value.find(key);
        if (!member) {
            fault(ErrorCode::Missing, childPointer(pointer, key), SP_T("core", "the price lacks this"));
            return {};
        }
        return text(*member, childPointer(pointer, key)).value_or("");
    };
    const auto flag = [&](const char *key) {
        const JsonValue *member = value.find(key);
        if (member && member->kind != Kind::Boolean)
            fault(ErrorCode::WrongType, childPointer(pointer, key), Text(SP_T("core", "this is %1"), {kindName(member->kind)}), SP_T("core", "true or false"));
        return member && member->boolean;
    };
    Price price;
    price.instanceType = word("instance_type");
    price.region = word("region");
    const std::string model = word("model"), amount = word("amount"), currency = word("currency");
    price.source.date = word("as_of");
    price.source.text = word("source");
    price.estimate = flag("estimate");
    price.weak = flag("weak");
    if (faults.size() != before)
        return std::nullopt;
    bool modelKnown = false;
    for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot}) {
        if (model == priceModelName(m)) {
            price.model = m;
            modelKnown = true;
        }
    }
    if (!modelKnown)
        fault(ErrorCode::UnknownId, pointer + "/model", Text(SP_T("core", "%1 is not known"), {model}), Text(SP_T("core", "%1"), {"hour month year spot"}));
    const auto code = currencyFromCode(currency);
    if (!code)
        fault(ErrorCode::UnknownId, pointer + "/currency", Text(SP_T("core", "%1 is not known"), {currency}), Text(SP_T("core", "%1"), {"CNY USD"}));
    const auto money = code ? Money::parse(amount, *code) : std::nullopt;
    if (code && (!money || money->micros() <= 0))
        fault(ErrorCode::OutOfRange, pointer + "/amount", Text(SP_T("core", "%1 is no price"), {amount}), SP_T("core", "a positive decimal text with at most 6 digits after the point"));
    if (faults.size() != before)
        return std::nullopt;
    price.amount = *money;
    return price;
}

void ObjectReader::readPrices(const JsonValue &value)
{
    checkKeys(value, "/prices", {"as_of", "entries"});
    PriceBook book;
    if (const JsonValue *asOf = value.find("as_of"))
        book.asOf = text(*asOf, "/prices/as_of").value_or("");
    const JsonValue *entries = value.find("entries");
    if (!entries) {
        fault(ErrorCode::Missing, "/prices/entries", SP_T("core", "the price book has no entries"), SP_T("core", "a list"));
        return;
    }
    if (entries->kind != Kind::Array) {
        fault(ErrorCode::WrongType, "/prices/entries", Text(SP_T("core", "this is %1"), {kindName(entries->kind)}), SP_T("core", "a list"));
        return;
    }
    for (std::size_t i = 0; i < entries->items.size(); ++i) {
        if (auto price = readPrice(entries->items[i], "/prices/entries/" + std::to_string(i)))
            book.entries.push_back(std::move(*price));
    }
    plan.prices = std::move(book);
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
    const auto flag = [&](const char *key, bool otherwise) {
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
    gpu.tensorCores = flag("tensor_cores", false);
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
    gpu.cloud = flag("cloud", false);
    gpu.domestic = flag("domestic", false);
    gpu.confidence = word("confidence", false);
    gpu.source.text = word("source", false);
    gpu.source.date = word("source_date", false);
    return gpu;
}

} // namespace segplan::plan
