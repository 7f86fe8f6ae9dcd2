#include "charts/cost_time_chart.h"

#include "charts/chart_parts.h"
#include "charts/labels.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <set>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::CostTimeChart) };

struct Limits {
    std::optional<double> hours, cost;
};

QColor pointColour(CostTimePoint::Kind kind, const Palette &palette)
{
    switch (kind) {
    case CostTimePoint::Kind::Front: return palette.accent;
    case CostTimePoint::Kind::Dominated: return mixed(palette.series[6], palette.muted, 0.25);
    case CostTimePoint::Kind::Rejected: break;
    }
    return palette.no;
}

// A padded range that holds all values; logarithmic when they span more than a decade.
QCPRange paddedRange(double low, double high, bool logarithmic, double share)
{
    if (logarithmic) {
        const double factor = std::pow(std::max(high / low, 1.6), share);
        return {low / factor, high * factor};
    }
    const double span = std::max(high - low, high * 0.2);
    return {std::max(0.0, low - span * share), high + span * share};
}

// Everything painted on top of the points: rings, labels, the two limits.
class Overlay {
public:
    Overlay(const Evaluation &evaluation, const Palette &palette, CostTimeChart chart, const CostTimeOptions &options, Limits limits,
            QCPAxisRect *rect)
        : m_palette(palette), m_chart(std::move(chart)), m_options(options), m_limits(limits), m_rect(rect)
    {
        for (const CostTimePoint &point : m_chart.points)
            m_names.push_back(cardLabel(evaluation.candidates[static_cast<std::size_t>(point.candidate)]));
        if (limits.hours)
            m_deadline = Words::tr("deadline %1 h").arg(plainNumber(*limits.hours));
        if (evaluation.plan.requirements.budget)
            m_budget = Words::tr("budget %1").arg(formatMoney(*evaluation.plan.requirements.budget));
    }

    void operator()(QCPPainter &painter) const
    {
        const QCPAxis *x = m_rect->axis(QCPAxis::atBottom), *y = m_rect->axis(QCPAxis::atLeft);
        const QRectF area = QRectF(m_rect->rect());
        std::vector<QRectF> keepFree;
        std::vector<QLineF> lines, curve;
        std::vector<QRectF> limitLabels = drawLimits(painter, *x, *y, area, keepFree, lines);
        QPointF before;
        bool first = true;
        std::vector<std::size_t> front;
        for (std::size_t i = 0; i < m_chart.points.size(); ++i) {
            const CostTimePoint &p = m_chart.points[i];
            const QPointF at(x->coordToPixel(p.hours), y->coordToPixel(p.cost));
            const double r = p.chosen ? 11 : 5;
            keepFree.emplace_back(at.x() - r, at.y() - r, 2 * r, 2 * r);
            lines.emplace_back(x->coordToPixel(p.low), at.y(), x->coordToPixel(p.high), at.y());
            if (p.kind == CostTimePoint::Kind::Front)
                front.push_back(i);
            if (p.chosen || p.candidate == m_options.selected)
                drawRing(painter, at, p);
        }
        std::sort(front.begin(), front.end(), [this](auto a, auto b) { return m_chart.points[a].hours < m_chart.points[b].hours; });
        for (std::size_t i : front) {
            const QPointF at(x->coordToPixel(m_chart.points[i].hours), y->coordToPixel(m_chart.points[i].cost));
            if (!first)
                curve.emplace_back(before, at);
            before = at;
            first = false;
        }
        drawNames(painter, *x, *y, area, keepFree, lines, curve);
        m_chart.labels->insert(m_chart.labels->end(), limitLabels.begin(), limitLabels.end());
    }

private:
    std::vector<QRectF> drawLimits(QCPPainter &painter, const QCPAxis &x, const QCPAxis &y, const QRectF &area, std::vector<QRectF> &keepFree,
                                   std::vector<QLineF> &lines) const
    {
        const QFont font = chartFont(12);
        QPen pen(m_palette.tight, 1.4, Qt::DashLine);
        pen.setDashPattern({4, 3});
        std::vector<QRectF> labels;
        painter.save();
        if (m_limits.hours && x.range().contains(*m_limits.hours)) {
            const double at = x.coordToPixel(*m_limits.hours);
            painter.setPen(pen);
            painter.drawLine(QLineF(at, area.top(), at, area.bottom()));
            const QSizeF size = labelSize(m_deadline, font);
            QRectF box(QPointF(at + 6, area.top()), size);
            if (box.right() > area.right())
                box.moveRight(at - 6);
            labels.push_back(box);
            lines.emplace_back(at, area.top(), at, area.bottom());
        }
        if (m_limits.cost && y.range().contains(*m_limits.cost)) {
            const double at = y.coordToPixel(*m_limits.cost);
            painter.setPen(pen);
            painter.drawLine(QLineF(area.left(), at, area.right(), at));
            const QSizeF size = labelSize(m_budget, font);
            QRectF box(QPointF(area.left() + 6, at - size.height() - 2), size);
            if (box.top() < area.top() || (!labels.empty() && labels.front().intersects(box)))
                box.moveTop(at + 2);
            labels.push_back(box);
            lines.emplace_back(area.left(), at, area.right(), at);
        }
        painter.restore();
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const bool deadline = i == 0 && m_limits.hours && x.range().contains(*m_limits.hours);
            drawLabel(painter, labels[i], deadline ? m_deadline : m_budget, font, m_palette.tight, m_palette.panel);
            keepFree.push_back(labels[i]);
        }
        return labels;
    }

    void drawRing(QCPPainter &painter, const QPointF &at, const CostTimePoint &point) const
    {
        painter.save();
        const QColor colour = pointColour(point.kind, m_palette);
        painter.setPen(QPen(colour, 1.6));
        painter.setBrush(point.chosen ? QBrush(m_palette.panel) : QBrush(Qt::NoBrush));
        painter.drawEllipse(at, 10, 10);
        if (point.chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawEllipse(at, 6, 6);
        }
        painter.restore();
    }

    void drawNames(QCPPainter &painter, const QCPAxis &x, const QCPAxis &y, const QRectF &area, const std::vector<QRectF> &keepFree,
                   const std::vector<QLineF> &lines, const std::vector<QLineF> &curve) const
    {
        // The recommendation chooses its place first, then the front, then the others.
        std::vector<std::size_t> order(m_chart.points.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        const auto weight = [this](std::size_t i) {
            const CostTimePoint &p = m_chart.points[i];
            return p.chosen ? -1 : p.candidate == m_options.selected ? 0 : 1 + static_cast<int>(p.kind);
        };
        std::sort(order.begin(), order.end(), [&](auto a, auto b) {
            return std::make_pair(weight(a), m_chart.points[a].candidate) < std::make_pair(weight(b), m_chart.points[b].candidate);
        });
        // One name per card is enough: its best-ranked type carries it.
        std::set<QString> named;
        std::erase_if(order, [&](std::size_t i) {
            const bool first = named.insert(m_names[i]).second;
            return weight(i) > 0 && !first;
        });
        std::vector<LabelRequest> requests;
        for (std::size_t i : order) {
            const CostTimePoint &p = m_chart.points[i];
            const QPointF at(x.coordToPixel(p.hours), y.coordToPixel(p.cost));
            requests.push_back({at, p.chosen ? 13.0 : 7.0, labelSize(m_names[i], chartFont(12, p.chosen)), weight(i) > 1 ? 1 : 2});
        }
        const std::vector<QRectF> places = placeLabels(requests, area.adjusted(0, -4, 0, 4), keepFree, lines, curve);
        m_chart.labels->assign(m_chart.points.size(), QRectF());
        for (std::size_t k = 0; k < order.size(); ++k) {
            const CostTimePoint &p = m_chart.points[order[k]];
            (*m_chart.labels)[order[k]] = places[k];
            if (places[k].isEmpty())
                continue;
            const QColor colour = p.kind == CostTimePoint::Kind::Front ? m_palette.text : m_palette.muted;
            drawLabel(painter, places[k], m_names[order[k]], chartFont(12, p.chosen), colour, m_palette.panel);
        }
    }

    Palette m_palette;
    CostTimeChart m_chart; // shares `labels` with the caller
    CostTimeOptions m_options;
    Limits m_limits;
    QCPAxisRect *m_rect;
    std::vector<QString> m_names;
    QString m_deadline, m_budget;
};

void addPoints(QCustomPlot &plot, QCPAxisRect &rect, const CostTimeChart &chart, CostTimePoint::Kind kind, const Palette &palette)
{
    QVector<double> hours, costs, minus, plus;
    for (const CostTimePoint &p : chart.points) {
        if (p.kind != kind)
            continue;
        hours << p.hours;
        costs << p.cost;
        minus << p.hours - p.low;
        plus << p.high - p.hours;
    }
    auto *x = rect.axis(QCPAxis::atBottom);
    auto *y = rect.axis(QCPAxis::atLeft);
    const QColor colour = pointColour(kind, palette);
    auto *graph = new QCPGraph(x, y);
    graph->setData(hours, costs, true);
    graph->setLineStyle(kind == CostTimePoint::Kind::Front ? QCPGraph::lsLine : QCPGraph::lsNone);
    graph->setPen(QPen(colour, 1.6));
    graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(palette.panel, 1), QBrush(colour), 9));
    auto *bars = new QCPErrorBars(x, y);
    bars->setErrorType(QCPErrorBars::etKeyError);
    bars->setDataPlottable(graph);
    bars->setData(minus, plus);
    bars->setWhiskerWidth(0);
    bars->setSymbolGap(0);
    bars->setPen(QPen(mixed(colour, palette.panel, 0.55), 1.4));
    bars->setLayer(QStringLiteral("grid")); // beneath the points
    Q_UNUSED(plot);
}

} // namespace

QString cardLabel(const Candidate &candidate)
{
    const QString gpu = QString::fromStdString(candidate.gpu);
    const int count = candidate.gpus * candidate.nodes;
    return count > 1 ? QStringLiteral("%1 ×%2").arg(gpu).arg(count) : gpu;
}

std::vector<CostTimePoint> costTimePoints(const Evaluation &evaluation, bool withRejected)
{
    std::vector<CostTimePoint> points;
    std::optional<Currency> currency;
    for (std::size_t i = 0; i < evaluation.candidates.size(); ++i) {
        const Candidate &c = evaluation.candidates[i];
        if (!c.cost || !c.wallClock || (c.rank == 0 && !withRejected) || c.wallClock->mid.count() <= 0)
            continue;
        if (!currency)
            currency = c.cost->total.value.currency();
        if (c.cost->total.value.currency() != *currency)
            continue; // two currencies have no common axis
        CostTimePoint p;
        p.candidate = static_cast<int>(i);
        p.kind = c.status == CandidateStatus::Rejected ? CostTimePoint::Kind::Rejected
            : c.pareto                                 ? CostTimePoint::Kind::Front
                                                       : CostTimePoint::Kind::Dominated;
        p.chosen = evaluation.recommendation.candidate == p.candidate;
        p.hours = c.wallClock->mid.hours();
        p.low = c.wallClock->low.hours();
        p.high = c.wallClock->high.hours();
        p.cost = c.cost->total.value.amount();
        points.push_back(p);
    }
    // Error bars are matched to points by position, and a graph keeps its points by key.
    std::stable_sort(points.begin(), points.end(), [](const CostTimePoint &a, const CostTimePoint &b) { return a.hours < b.hours; });
    return points;
}

CostTimeChart buildCostTimeChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette, const CostTimeOptions &options)
{
    QCPAxisRect *rect = resetChart(plot, palette);
    CostTimeChart chart;
    chart.points = costTimePoints(evaluation, options.withRejected);
    chart.labels = std::make_shared<std::vector<QRectF>>();
    QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
    styleAxis(*x, palette, true);
    styleAxis(*y, palette, true);
    if (chart.points.empty()) {
        rect->setVisible(false);
        for (QCPAxis *axis : rect->axes())
            axis->setVisible(false);
        const QString message = evaluation.candidates.empty() ? Words::tr("No candidate to draw yet.")
                                                              : Words::tr("No candidate has both a time and a price: see the reasons in the table.");
        new ChartNotes(&plot, [message, palette, &plot](QCPPainter &painter) {
            painter.setFont(chartFont(13));
            painter.setPen(palette.muted);
            painter.drawText(plot.viewport().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, message);
        });
        return chart;
    }

    double hoursLow = 1e300, hoursHigh = 0, costLow = 1e300, costHigh = 0;
    for (const CostTimePoint &p : chart.points) {
        hoursLow = std::min(hoursLow, std::max(p.low, p.hours / 20));
        hoursHigh = std::max(hoursHigh, p.high);
        costLow = std::min(costLow, p.cost);
        costHigh = std::max(costHigh, p.cost);
    }
    Limits limits{evaluation.plan.requirements.deadlineHours, {}};
    const Currency currency = evaluation.candidates[static_cast<std::size_t>(chart.points.front().candidate)].cost->total.value.currency();
    if (const auto &budget = evaluation.plan.requirements.budget; budget && budget->currency() == currency)
        limits.cost = budget->amount();
    // A limit belongs into the picture unless it would squeeze the points into a corner.
    if (limits.hours && *limits.hours > 0 && *limits.hours < hoursHigh * 8 && *limits.hours > hoursLow / 8) {
        hoursLow = std::min(hoursLow, *limits.hours);
        hoursHigh = std::max(hoursHigh, *limits.hours);
    }
    if (limits.cost && *limits.cost > 0 && *limits.cost < costHigh * 1.6 && *limits.cost > costLow / 4) {
        costLow = std::min(costLow, *limits.cost);
        costHigh = std::max(costHigh, *limits.cost);
    }
    const bool logCost = costLow > 0 && costHigh / costLow > 12;
    x->setScaleType(QCPAxis::stLogarithmic);
    x->setTicker(QSharedPointer<LogTicker>::create());
    y->setScaleType(logCost ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logCost)
        y->setTicker(QSharedPointer<LogTicker>::create());
    else
        y->setTicker(QSharedPointer<PlainTicker>::create());
    y->ticker()->setTickCount(5);
    x->setRange(paddedRange(hoursLow, hoursHigh, true, 0.10));
    y->setRange(paddedRange(costLow, costHigh, logCost, 0.16));
    rect->setAutoMargins(QCP::msLeft);
    rect->setMargins(QMargins(0, 34, 20, 46));

    addPoints(plot, *rect, chart, CostTimePoint::Kind::Dominated, palette);
    addPoints(plot, *rect, chart, CostTimePoint::Kind::Rejected, palette);
    addPoints(plot, *rect, chart, CostTimePoint::Kind::Front, palette);

    const QString yTitle = logCost ? Words::tr("cost of the whole job, %1 (log)").arg(QString::fromLatin1(currencyCode(currency)))
                                   : Words::tr("cost of the whole job, %1").arg(QString::fromLatin1(currencyCode(currency)));
    const QString xTitle = Words::tr("time, hours (log)");
    new ChartNotes(&plot, [rect, yTitle, xTitle, palette](QCPPainter &painter) {
        painter.setFont(chartFont(12));
        painter.setPen(palette.muted);
        const QRectF area(rect->rect());
        painter.drawText(QRectF(area.left(), area.top() - 28, area.width(), 20), Qt::AlignLeft | Qt::AlignVCenter, yTitle);
        painter.drawText(QRectF(area.left(), area.bottom() + 26, area.width(), 18), Qt::AlignRight | Qt::AlignVCenter, xTitle);
    });
    new ChartNotes(&plot, Overlay(evaluation, palette, chart, options, limits, rect));
    return chart;
}

int candidateAt(const QCustomPlot &plot, const CostTimeChart &chart, const QPointF &pixel, double reach)
{
    const QCPAxisRect *rect = plot.axisRectCount() > 0 ? plot.axisRect(0) : nullptr;
    if (!rect)
        return -1;
    int best = -1;
    double bestDistance = reach;
    for (const CostTimePoint &p : chart.points) {
        const QPointF at(rect->axis(QCPAxis::atBottom)->coordToPixel(p.hours), rect->axis(QCPAxis::atLeft)->coordToPixel(p.cost));
        const double distance = QLineF(at, pixel).length();
        if (distance < bestDistance) {
            bestDistance = distance;
            best = p.candidate;
        }
    }
    return best;
}

} // namespace segplan
