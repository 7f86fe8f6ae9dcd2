// Argument vectors for the aliyun CLI, and what its failures mean.
#include "prices/api.h"

#include <algorithm>
#include <cctype>

namespace segplan {

namespace {

bool alphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// --region chooses the endpoint, --RegionId stands in the request: without a profile both are needed.
std::vector<std::string> begun(ApiAction action, const std::string &region)
{
    return {"ecs", apiActionName(action), "--region", region, "--RegionId", region};
}

void add(std::vector<std::string> &arguments, std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); }

std::string lowered(std::string text)
{
    for (char &c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

bool beginsWith(const std::string &text, std::string_view start) { return text.compare(0, start.size(), start) == 0; }
bool holdsAny(const std::string &text, std::initializer_list<const char *> words)
{
    return std::any_of(words.begin(), words.end(), [&](const char *word) { return text.find(word) != std::string::npos; });
}

// "ErrorCode: Throttling.User" as the CLI prints it, or "Code":"..." of a raw answer.
std::string errorCodeIn(const std::string &text)
{
    for (const char *mark : {"ErrorCode:", "\"Code\":", "\"Code\" :"}) {
        std::size_t at = text.find(mark);
        if (at == std::string::npos)
            continue;
        at += std::string_view(mark).size();
        while (at < text.size() && (text[at] == ' ' || text[at] == '"'))
            ++at;
        std::size_t end = at;
        while (end < text.size() && end - at < 80 && (alphanumeric(text[end]) || text[end] == '.' || text[end] == '_'))
            ++end;
        if (end > at)
            return text.substr(at, end - at);
    }
    return {};
}

// Is this word a key or token: long, and of mixed letters and digits as only random text is?
bool looksSecret(std::string_view word)
{
    if (word.substr(0, 4) == "LTAI" || word.substr(0, 4) == "STS." || word.substr(0, 4) == "TMP.")
        return word.size() >= 8;
    const auto digits = std::count_if(word.begin(), word.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
    const auto upper = std::count_if(word.begin(), word.end(), [](char c) { return std::isupper(static_cast<unsigned char>(c)); });
    const auto lower = std::count_if(word.begin(), word.end(), [](char c) { return std::islower(static_cast<unsigned char>(c)); });
    if (word.size() >= 11 && digits == static_cast<std::ptrdiff_t>(word.size()))
        return true; // account number
    return word.size() >= 20 && digits > 0 && upper > 0 && lower > 0;
}

} // namespace

const char *apiActionName(ApiAction action)
{
    switch (action) {
    case ApiAction::InstancePrice:
    case ApiAction::DiskPrice: return "DescribePrice";
    case ApiAction::SpotHistory: return "DescribeSpotPriceHistory";
    case ApiAction::SpotAdvice: return "DescribeSpotAdvice";
    case ApiAction::Stock: return "DescribeAvailableResource";
    case ApiAction::InstanceTypes: break;
    }
    return "DescribeInstanceTypes";
}

std::string ApiRequest::title() const
{
    std::string text = std::string(apiActionName(action)) + " " + region;
    if (!subject.empty())
        text += " " + subject;
    if (action == ApiAction::InstancePrice)
        text += std::string(" ") + priceModelName(model);
    if (action == ApiAction::Stock)
        text += spot ? " spot" : " pay-as-you-go";
    return text;
}

bool isPlainId(std::string_view text)
{
    if (text.empty() || text.size() > 64 || !alphanumeric(text.front()))
        return false;
    return std::all_of(text.begin(), text.end(), [](char c) { return alphanumeric(c) || c == '.' || c == '-' || c == '_'; });
}

ApiRequest askPrice(const InstanceType &type, const std::string &region, PriceModel model)
{
    ApiRequest r{ApiAction::InstancePrice, region, type.id, model, false, 0, 0, begun(ApiAction::InstancePrice, region)};
    std::string category = "cloud_essd";
    if (!type.diskCategories.empty() && std::find(type.diskCategories.begin(), type.diskCategories.end(), category) == type.diskCategories.end())
        category = type.diskCategories.front();
    const bool spot = model == PriceModel::Spot;
    add(r.arguments, {"--ResourceType", "instance", "--InstanceType", type.id, "--SystemDisk.Category", category, "--SystemDisk.Size", "100"});
    if (category == "cloud_essd")
        add(r.arguments, {"--SystemDisk.PerformanceLevel", "PL1"});
    add(r.arguments, {"--PriceUnit", model == PriceModel::Month ? "Month" : model == PriceModel::Year ? "Year" : "Hour", "--Period", "1", "--Amount", "1"});
    if (spot)
        add(r.arguments, {"--SpotStrategy", "SpotAsPriceGo", "--SpotDuration", "1"});
    return r;
}

std::optional<ApiRequest> askDiskPrice(const StorageKind &kind, const std::string &region)
{
    if (kind.kind != "disk" || kind.apiCategory.empty())
        return std::nullopt;
    const std::int64_t gib = std::min<std::int64_t>(std::max<std::int64_t>(2000, kind.minGib.value_or(1)), kind.maxGib.value_or(2000));
    ApiRequest r{ApiAction::DiskPrice, region, kind.id, PriceModel::Hour, false, 0, gib, begun(ApiAction::DiskPrice, region)};
    add(r.arguments, {"--ResourceType", "disk", "--DataDisk.1.Category", kind.apiCategory, "--DataDisk.1.Size", std::to_string(gib)});
    if (!kind.performanceLevel.empty())
        add(r.arguments, {"--DataDisk.1.PerformanceLevel", kind.performanceLevel});
    add(r.arguments, {"--PriceUnit", "Hour", "--Period", "1", "--Amount", "1"});
    return r;
}

ApiRequest askSpotHistory(const std::string &instanceType, const std::string &region, const std::string &startUtc, const std::string &endUtc, std::int64_t offset)
{
    ApiRequest r{ApiAction::SpotHistory, region, instanceType, PriceModel::Spot, true, offset, 0, begun(ApiAction::SpotHistory, region)};
    add(r.arguments, {"--NetworkType", "vpc", "--InstanceType", instanceType, "--OSType", "linux", "--StartTime", startUtc, "--EndTime", endUtc});
    if (offset > 0)
        add(r.arguments, {"--Offset", std::to_string(offset)});
    return r;
}

ApiRequest askSpotAdvice(const std::string &instanceType, const std::string &region)
{
    ApiRequest r{ApiAction::SpotAdvice, region, instanceType, PriceModel::Spot, true, 0, 0, begun(ApiAction::SpotAdvice, region)};
    add(r.arguments, {"--InstanceTypes.1", instanceType});
    return r;
}

ApiRequest askStock(const std::string &region, bool spot)
{
    ApiRequest r{ApiAction::Stock, region, {}, PriceModel::Hour, spot, 0, 0, begun(ApiAction::Stock, region)};
    add(r.arguments, {"--DestinationResource", "InstanceType", "--IoOptimized", "optimized", "--InstanceChargeType", "PostPaid", "--SpotStrategy", spot ? "SpotAsPriceGo" : "NoSpot"});
    return r;
}

ApiRequest askInstanceTypes(const std::vector<std::string> &types, const std::string &region)
{
    ApiRequest r{ApiAction::InstanceTypes, region, {}, PriceModel::Hour, false, 0, 0, begun(ApiAction::InstanceTypes, region)};
    for (std::size_t i = 0; i < types.size() && i < 10; ++i)
        add(r.arguments, {"--InstanceTypes." + std::to_string(i + 1), types[i]});
    return r;
}

std::string redacted(const std::string &text, std::size_t most)
{
    std::string out;
    std::size_t i = 0;
    const std::size_t end = std::min<std::size_t>(text.size(), 4096);
    const auto inWord = [](char c) { return alphanumeric(c) || c == '.' || c == '_' || c == '+' || c == '/' || c == '-'; };
    while (i < end && out.size() <= most) {
        if (!inWord(text[i])) {
            const auto c = static_cast<unsigned char>(text[i++]);
            out += c < 0x20 || c == 0x7f ? ' ' : static_cast<char>(c);
            continue;
        }
        std::size_t stop = i;
        while (stop < end && inWord(text[stop]))
            ++stop;
        const std::string_view word(text.data() + i, stop - i);
        // The value that follows one of these names is never shown, whatever it looks like.
        const std::string before = lowered(text.substr(i > 40 ? i - 40 : 0, std::min<std::size_t>(i, 40)));
        const auto named = [&](const char *name) {
            const std::size_t at = before.rfind(name);
            return at != std::string::npos && before.find_first_not_of(" =:\"'%3d", at + std::string_view(name).size()) == std::string::npos
                && before.size() > at + std::string_view(name).size();
        };
        bool secret = named("accesskeyid") || named("accesskeysecret") || named("access_key_id") || named("access_key_secret") || named("securitytoken") || named("signature") || named("signaturenonce");
        // Parts between separators, so that a key inside of a longer word is found.
        for (std::size_t from = 0; from < word.size() && !secret;) {
            const std::size_t to = std::min(word.find_first_of("/-", from), word.size());
            secret = looksSecret(word.substr(from, to - from));
            from = to + 1;
        }
        out += secret ? "***" : std::string(word);
        i = stop;
    }
    if (out.size() > most || end < text.size()) {
        out.resize(std::min(out.size(), most));
        while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xc0) == 0x80)
            out.pop_back();
        if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0xc0)
            out.pop_back();
        out += "...";
    }
    const auto first = out.find_first_not_of(' ');
    const auto last = out.find_last_not_of(' ');
    return first == std::string::npos ? std::string() : out.substr(first, last - first + 1);
}

bool ApiFailure::stopsAll() const
{
    // A missing permission holds for one action only.
    return kind == Kind::NotConfigured || kind == Kind::NoProgram || (kind == Kind::Refused && !beginsWith(code, "Forbidden") && !beginsWith(code, "NoPermission"));
}

ApiFailure failureOf(ApiFailure::Kind kind)
{
    using Kind = ApiFailure::Kind;
    switch (kind) {
    case Kind::NoProgram: return {kind, {}, SP_T("core", "the program aliyun was not found: install the Alibaba Cloud CLI, or name its path")};
    case Kind::NotConfigured: return {kind, {}, SP_T("core", "aliyun is not configured: run aliyun configure")};
    case Kind::TimedOut: return {kind, {}, SP_T("core", "aliyun did not answer in time")};
    case Kind::TooLong: return {kind, {}, SP_T("core", "aliyun's answer is too long and was cut off")};
    case Kind::BadAnswer: return {kind, {}, SP_T("core", "aliyun's answer is not of the documented form")};
    case Kind::Network: return {kind, {}, SP_T("core", "aliyun could not reach the service: no network, or an address that does not answer")};
    default: break;
    }
    return {kind, {}, SP_T("core", "aliyun failed")};
}

ApiFailure readFailure(int exitStatus, const std::string &standardError, const std::string &standardOutput)
{
    using Kind = ApiFailure::Kind;
    const std::string text = standardError.substr(0, 8192) + "\n" + standardOutput.substr(0, 8192);
    const std::string code = errorCodeIn(text), lower = lowered(text);
    if (beginsWith(code, "Throttling") || code == "ServiceUnavailable" || code == "InternalError")
        return {Kind::Throttled, code, Text(SP_T("core", "the service asks to wait (%1)"), {code})};
    if (code == "PriceNotFound" || beginsWith(code, "InvalidInstanceType") || beginsWith(code, "InvalidSystemDiskCategory") || beginsWith(code, "InvalidDataDiskCategory")
        || beginsWith(code, "InvalidDiskCategory") || beginsWith(code, "Zone.Not") || beginsWith(code, "InstanceType.Offline") || beginsWith(code, "InvalidResourceType"))
        return {Kind::NotSold, code, Text(SP_T("core", "not sold there or no price for it (%1)"), {code})};
    if (beginsWith(code, "InvalidAccessKeyId") || beginsWith(code, "SignatureDoesNotMatch") || beginsWith(code, "InvalidSecurityToken") || beginsWith(code, "IncompleteSignature")
        || beginsWith(code, "Forbidden") || beginsWith(code, "NoPermission") || beginsWith(code, "InvalidAccountStatus") || beginsWith(code, "UnauthorizedOperation"))
        return {Kind::Refused, code, Text(SP_T("core", "the service refuses this account or its key (%1)"), {code})};
    if (holdsAny(lower, {"no such host", "dial tcp", "connection refused", "i/o timeout", "tls handshake", "network is unreachable", "connection reset", "sdk.serverunreachable", "timeout"}) && code.empty())
        return failureOf(Kind::Network);
    // Exit status 3 is a matter of configuration; so are these words with another status.
    if (code.empty() && (exitStatus == 3 || holdsAny(lower, {"not configured", "aliyun configure", "can't be empty", "unknown profile", "credential"})))
        return failureOf(Kind::NotConfigured);
    if (!code.empty())
        return {Kind::Other, code, Text(SP_T("core", "the service answered %1"), {code})};
    const std::string told = redacted(standardError.empty() ? standardOutput : standardError);
    return {Kind::Other, {}, told.empty() ? Text(SP_T("core", "aliyun ended with status %1 and said nothing"), {TextArg(exitStatus)})
                                          : Text(SP_T("core", "aliyun ended with status %1: %2"), {TextArg(exitStatus), told})};
}

} // namespace segplan
