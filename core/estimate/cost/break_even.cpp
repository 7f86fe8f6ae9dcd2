#include "estimate/cost/break_even.h"

#include "estimate/cost/cost.h"
#include "estimate/cost/storage_price.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

const std::optional<PriceQuote> &priceOf(const PriceSet &prices, BuyingWay way)
{
    switch (way) {
    case BuyingWay::PayAsYouGo: return prices.hour;
    case BuyingWay::Spot: return prices.spot;
    case BuyingWay::Month: return prices.month;
    case BuyingWay::Year: break;
    }
    return prices.year;
}

bool byHour(BuyingWay way) { return way == BuyingWay::PayAsYouGo || way == BuyingWay::Spot; }
double overhead(const BreakEvenInput &in, BuyingWay way) { return way == BuyingWay::Spot ? std::max(1.0, in.spotOverhead) : 1; }
double periodHours(const BreakEvenInput &in, BuyingWay way) { return way == BuyingWay::Year ? hoursPerYear : in.monthHours; }

} // namespace

const char *buyingWayName(BuyingWay way)
{
    switch (way) {
    case BuyingWay::PayAsYouGo: return "pay-as-you-go";
    case BuyingWay::Spot: return "spot";
    case BuyingWay::Month: return "month";
    case BuyingWay::Year: break;
    }
    return "year";
}

std::optional<Money> costForHours(const BreakEvenInput &in, BuyingWay way, double hours)
{
    const auto &price = priceOf(in.prices, way);
    if (!price || !(hours >= 0))
        return std::nullopt;
    if (byHour(way))
        return timesCount(billedBySecond(price->amount, Seconds::hours(hours * overhead(in, way))), std::max(1, in.nodes));
    return timesCount(price->amount, saturatedProduct(std::max<std::int64_t>(1, ceilRatio(hours, periodHours(in, way))), std::max(1, in.nodes)));
}

std::vector<CostLine> costOverHours(const BreakEvenInput &in)
{
    std::vector<CostLine> lines;
    for (const BuyingWay way : {BuyingWay::PayAsYouGo, BuyingWay::Spot, BuyingWay::Month, BuyingWay::Year}) {
        const auto &price = priceOf(in.prices, way);
        // One chart, one currency: that of the first way with a price.
        if (!price || (!lines.empty() && lines.front().points.front().cost.currency() != price->amount.currency()))
            continue;
        CostLine line;
        line.way = way;
        line.estimate = price->estimate();
        const auto at = [&](double hours) { return *costForHours(in, way, hours); };
        if (byHour(way)) {
            line.points = {{0, at(0)}, {in.maxHours, at(in.maxHours)}};
        } else {
            const double period = periodHours(in, way);
            const int periods = static_cast<int>(std::clamp(std::ceil(in.maxHours / period - 1e-9), 1.0, 1000.0));
            for (int n = 1; n <= periods; ++n) { // a step at the end of each period
                line.points.push_back({(n - 1) * period, at(n * period)});
                line.points.push_back({std::min(n * period, std::max(in.maxHours, (n - 1) * period)), at(n * period)});
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<BreakEven> breakEvens(const BreakEvenInput &in)
{
    std::vector<BreakEven> out;
    const auto compare = [&](BuyingWay by, BuyingWay than) {
        const auto &flat = priceOf(in.prices, by), &running = priceOf(in.prices, than);
        if (!flat || !running || flat->amount.currency() != running->amount.currency() || running->amount.micros() <= 0)
            return;
        const double ratio = static_cast<double>(flat->amount.micros()) / static_cast<double>(running->amount.micros());
        BreakEven b{by, than, 0, 0, flat->estimate() || running->estimate()};
        b.hours = byHour(than) ? ratio / overhead(in, than) : std::floor(ratio + 1e-9) * periodHours(in, than); // the month after the last that is cheaper
        b.share = b.hours / periodHours(in, by);
        out.push_back(b);
    };
    compare(BuyingWay::Month, BuyingWay::PayAsYouGo);
    compare(BuyingWay::Month, BuyingWay::Spot);
    compare(BuyingWay::Year, BuyingWay::PayAsYouGo);
    compare(BuyingWay::Year, BuyingWay::Spot);
    compare(BuyingWay::Year, BuyingWay::Month);
    return out;
}

} // namespace segplan
