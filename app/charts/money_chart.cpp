#include "charts/money_chart.h"

#include "charts/candidate_model.h"
#include "charts/chart_parts.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::MoneyChart) };

// Parts of a cost in the order of a bar.
constexpr const char *partIds[] = {"instance", "system_disk", "data_disk", "shared_storage", "traffic"};

const Candidate *shownCandidate(const Evaluation &evaluation)
{
    const int shown = evaluation.recommendation.candidate;
    return shown >= 0 ? &evaluation.candidates[static_cast<std::size_t>(shown)] : nullptr;
}

QString currencySign(Currency currency) { return currency == Currency::CNY ? QStringLiteral("\u00a5") : QStringLiteral("US$"); }

constexpr double yearShownFrom = 3000; // h

// Where the reader looks: the job, a month, and a little beyond; the whole year when a year is the nearest period.
double hoursShown(const Evaluation &evaluation)
{
    const Candidate *c = shownCandidate(evaluation);
    const double job = c && c->wallClock ? c->wallClock->high.hours() : 0;
    return job < 720 ? 900 : std::min(8760.0, job * 1.6);
}

} // namespace

std::vector<int> waysOfBuying(const Evaluation &evaluation)
{
    std::vector<int> out;
    const Candidate *shown = shownCandidate(evaluation);
    if (!shown)
        return out;
    out.push_back(evaluation.recommendation.candidate);
    for (std::size_t i = 0; i < evaluation.candidates.size(); ++i) {
        const Candidate &c = evaluation.candidates[i];
        const bool same = c.instanceType == shown->instanceType && c.region == shown->region && c.nodes == shown->nodes && c.gpus == shown->gpus;
        const bool another = std::none_of(out.begin(), out.end(), [&](int o) { return evaluation.candidates[static_cast<std::size_t>(o)].purchase == c.purchase; });
        if (same && another && c.cost && c.cost->total.value.currency() == shown->cost->total.value.currency())
            out.push_back(static_cast<int>(i));
    }
    return out;
}

StackedBars costBars(const Evaluation &evaluation, const Palette &palette)
{
    StackedBars bars;
    bars.empty = Words::tr("No cost yet.");
    bars.series = {{Words::tr("instance"), palette.series[0]},
                   {Words::tr("system disk"), palette.series[1]},
                   {Words::tr("data disk"), palette.series[2]},
                   {Words::tr("NAS or OSS"), palette.series[3]},
                   {Words::tr("traffic"), palette.series[5]}};
    for (int i : waysOfBuying(evaluation)) {
        const Candidate &c = evaluation.candidates[static_cast<std::size_t>(i)];
        const CostEstimate &cost = *c.cost;
        BarRow row{purchaseWord(c.purchase), {}, formatMoney(cost.total.value), cost.low.amount(), cost.high.amount(), i == evaluation.recommendation.candidate};
        for (const char *id : partIds) {
            double sum = 0;
            for (const CostPart &part : cost.parts)
                sum += part.id == id ? part.amount.value.amount() : 0;
            row.values.push_back(sum);
        }
        bars.unit = currencySign(cost.total.value.currency());
        bars.rows.push_back(std::move(row));
    }
    return bars;
}

TermId costPartTerm(const CostEstimate &cost, int series)
{
    for (const CostPart &part : cost.parts) {
        if (series >= 0 && part.id == partIds[series])
            return part.amount.term;
    }
    return cost.total.term;
}

QString wayWord(BuyingWay way)
{
    switch (way) {
    case BuyingWay::PayAsYouGo: return Words::tr("pay-as-you-go");
    case BuyingWay::Spot: return Words::tr("spot");
    case BuyingWay::Month: return Words::tr("subscription by the month");
    case BuyingWay::Year: break;
    }
    return Words::tr("subscription by the year");
}

QString fallbackSentence(const Evaluation &evaluation, const Fallback &fallback)
{
    const Candidate &c = evaluation.candidates[static_cast<std::size_t>(fallback.candidate)];
    return Words::tr("%1 in %2, %3: %4", "type, region, way of buying, difference")
        .arg(QString::fromStdString(c.instanceType), QString::fromStdString(c.region), purchaseWord(c.purchase), translated(fallback.difference));
}

QString breakEvenSentence(const BreakEven &point)
{
    const QString by = wayWord(point.by), than = wayWord(point.than);
    if (point.share > 1)
        return Words::tr("%1 never pays against %2 within one period.").arg(by, than);
    const QString text = Words::tr("%1 pays against %2 from %3 of use on: %4 of the period.").arg(by, than, formatHours(point.hours), formatPercent(point.share, 0));
    return point.estimate ? Words::tr("%1 The price is derived by a rule.", "break-even sentence").arg(text) : text;
}

LineChart breakEvenLines(const Evaluation &evaluation, const Palette &palette)
{
    LineChart chart;
    chart.empty = Words::tr("No price is known to compare ways of buying.");
    chart.unitX = Words::tr("hours of use");
    const double end = hoursShown(evaluation);
    const QColor colours[] = {palette.series[0], palette.series[3], palette.series[5], palette.muted};
    for (const CostLine &line : evaluation.costOverHours) {
        if (line.way == BuyingWay::Year && end < yearShownFrom)
            continue; // it would press all others to the ground
        ChartLine out{wayWord(line.way), colours[static_cast<std::size_t>(line.way)], {}, line.estimate};
        for (const CostPoint &p : line.points) {
            chart.unitY = currencySign(p.cost.currency());
            if (p.hours > end) { // cut the last piece at the edge
                const QPointF before = out.points.empty() ? QPointF(0, 0) : out.points.back();
                if (before.x() < end)
                    out.points.emplace_back(end, before.y() + (p.cost.amount() - before.y()) * (end - before.x()) / (p.hours - before.x()));
                break;
            }
            out.points.emplace_back(p.hours, p.cost.amount());
        }
        chart.lines.push_back(std::move(out));
    }
    for (const BreakEven &point : evaluation.breakEvens) {
        const auto line = std::find_if(evaluation.costOverHours.begin(), evaluation.costOverHours.end(), [&](const CostLine &l) { return l.way == point.than; });
        if (point.share > 1 || point.hours > end || line == evaluation.costOverHours.end())
            continue;
        for (std::size_t i = 1; i < line->points.size(); ++i) {
            const CostPoint &a = line->points[i - 1], &b = line->points[i];
            if (point.hours < a.hours || point.hours > b.hours || b.hours <= a.hours)
                continue;
            const double y = a.cost.amount() + (b.cost.amount() - a.cost.amount()) * (point.hours - a.hours) / (b.hours - a.hours);
            chart.marks.push_back({QPointF(point.hours, y), Words::tr("from %1", "hours, a break-even point").arg(formatHours(point.hours))});
            break;
        }
    }
    if (const Candidate *c = shownCandidate(evaluation); c && c->wallClock && c->wallClock->mid.hours() < end) {
        chart.here = c->wallClock->mid.hours();
        chart.hereText = Words::tr("this job, %1").arg(formatHours(chart.here));
    }
    return chart;
}

} // namespace segplan
