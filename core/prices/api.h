// The ECS questions that a refresh asks through the user's own aliyun CLI: argument vectors out, answers in.
//
// Everything is data: the app runs the program and gives its output back. Nothing here reads, keeps or shows a credential.
#pragma once

#include "base/result.h"
#include "knowledge/knowledge.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace segplan {

enum class ApiAction { InstancePrice, DiskPrice, SpotHistory, SpotAdvice, Stock, InstanceTypes };
const char *apiActionName(ApiAction action); // the API's own name: "DescribePrice", ...

struct ApiRequest {
    ApiAction action = ApiAction::InstancePrice;
    std::string region;
    std::string subject; // instance type or StorageKind::id; empty: all of the region
    PriceModel model = PriceModel::Hour; // InstancePrice
    bool spot = false; // Stock
    std::int64_t offset = 0; // SpotHistory: where the page begins
    std::int64_t gib = 0; // DiskPrice
    std::vector<std::string> arguments; // of the program aliyun, without its name; given to the program as they are, never to a shell

    std::string title() const; // "DescribePrice cn-shanghai ecs.gn7i-c8g1.2xlarge month"
};

// A word that may stand in an argument vector as a region, type or category: letters, digits, ". - _", not beginning with "-", at most 64 bytes.
bool isPlainId(std::string_view text);

// `type` decides the system disk (new families refuse the API's default category; old ones refuse ESSD).
ApiRequest askPrice(const InstanceType &type, const std::string &region, PriceModel model);
// Hourly price of a data disk of the smaller of 2000 GiB and the largest size, divided by its size. Nothing for a store that is no ECS disk.
std::optional<ApiRequest> askDiskPrice(const StorageKind &kind, const std::string &region);
ApiRequest askSpotHistory(const std::string &instanceType, const std::string &region, const std::string &startUtc, const std::string &endUtc, std::int64_t offset = 0);
ApiRequest askSpotAdvice(const std::string &instanceType, const std::string &region);
ApiRequest askStock(const std::string &region, bool spot); // all types of the region in one answer
ApiRequest askInstanceTypes(const std::vector<std::string> &types, const std::string &region); // at most ten

// Why a question stayed without an answer.
struct ApiFailure {
    enum class Kind { NotConfigured, Refused, NotSold, Throttled, Network, BadAnswer, NoProgram, TimedOut, TooLong, Other };
    Kind kind = Kind::Other;
    std::string code; // the service's own, "Throttling.User"; may be empty
    Text what; // safe to show: without ids, keys and control characters
    bool stopsAll() const; // asking on is no use: no program, no configuration, a key that is not accepted
};
// From the program's exit status and what it wrote to standard error (and output).
ApiFailure readFailure(int exitStatus, const std::string &standardError, const std::string &standardOutput);
ApiFailure failureOf(ApiFailure::Kind kind); // NoProgram, TimedOut, TooLong, BadAnswer with their sentences

// Text of a foreign program made fit to show: access keys, tokens, signatures and account numbers blotted out, control characters replaced, cut.
std::string redacted(const std::string &text, std::size_t most = 200);

template <class T>
struct ApiAnswer {
    std::optional<T> value;
    std::optional<ApiFailure> failure; // exactly one of the two
};

// TradePrice of the instance alone (DetailInfo "instanceType"), what this account is charged; `promotion` when it is below OriginalPrice.
ApiAnswer<Price> readPriceAnswer(const std::string &json, const ApiRequest &request, const std::string &todayIso);
ApiAnswer<Money> readDiskAnswer(const std::string &json, const ApiRequest &request); // per GiB and hour

struct SpotPoint {
    std::string zone, time;
    Money price;
};
struct SpotPage {
    std::vector<SpotPoint> points;
    std::int64_t next = 0; // offset of the next page; 0: this was the last
};
ApiAnswer<SpotPage> readSpotHistory(const std::string &json, const ApiRequest &request);
// One record per zone from the points of all pages: latest, lowest, median (of the points, lower one of two), highest.
std::vector<SpotRecord> spotRecords(const std::string &instanceType, const std::string &region, const std::vector<SpotPoint> &points, const std::string &todayIso);
// Discount (1 - AverageSpotDiscount / 100) and interruption range (InterruptRateDesc "0-3%", else InterruptionRate) of the last 30 days, per zone.
ApiAnswer<std::vector<SpotRecord>> readSpotAdvice(const std::string &json, const ApiRequest &request, const std::string &todayIso);
// Fills in what `addition` knows and `into` does not, by (type, region, zone); new ones are appended.
void mergeSpot(std::vector<SpotRecord> &into, const std::vector<SpotRecord> &addition);

// GPU types only; a type sold nowhere in the region does not appear.
ApiAnswer<std::vector<StockRecord>> readStock(const std::string &json, const ApiRequest &request, const std::string &todayIso);

// A type as DescribeInstanceTypes tells it.
struct ListedType {
    std::string id, family, gpuSpec, cpu;
    int gpus = 0, vcpu = 0;
    double memoryGib = 0;
    std::optional<double> gpuMemoryGib; // of one GPU
    std::optional<double> networkGbps;
    int rdmaInterfaces = 0; // EriQuantity
};
ApiAnswer<std::vector<ListedType>> readInstanceTypes(const std::string &json, const ApiRequest &request);
// The type as a knowledge entry (ApiListed), when all that an entry needs is told: exactly one known GPU of that name and memory, and no doubt
// about NVLink. Nothing otherwise: such a type is shown, not stored.
std::optional<InstanceType> asInstanceType(const ListedType &listed, const Knowledge &knowledge, const std::string &todayIso);

} // namespace segplan
