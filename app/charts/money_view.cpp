#include "charts/money_view.h"

#include "charts/candidate_model.h"
#include "charts/chart_parts.h"
#include "charts/money_chart.h"
#include "text/translated.h"

#include <QLabel>
#include <algorithm>

namespace segplan {

namespace {
constexpr std::size_t mostChanges = 12;
}

MoneyView::MoneyView(QWidget *parent) : ChartPage(parent), m_cost(addPicture("costBars", 0)), m_breakEven(addPicture("breakEven", 1))
{
    m_breakEven.plot->setMinimumHeight(230);
}

void MoneyView::rebuild()
{
    m_cost.title->setText(tr("Cost of the whole job, per way of buying"));
    m_cost.plot->setAccessibleName(tr("Cost of the whole job by part, per way of buying"));
    showHigh(m_cost, buildStackedBars(*m_cost.plot, costBars(*m_evaluation, m_palette), m_palette).preferredHeight);
    m_breakEven.title->setText(tr("Cost over hours of use, the instance alone"));
    QStringList points;
    for (const BreakEven &b : m_evaluation->breakEvens)
        points << breakEvenSentence(b);
    m_breakEven.plot->setAccessibleName(tr("Cost over hours of use. %1").arg(points.join(QLatin1Char(' '))));
    buildLineChart(*m_breakEven.plot, breakEvenLines(*m_evaluation, m_palette), m_palette);
    m_breakEven.plot->replot(QCustomPlot::rpQueuedReplot);
    rebuildFigures();
}

void MoneyView::rebuildFigures()
{
    m_figures->begin();
    const int chosen = m_evaluation->recommendation.candidate;
    const Candidate *c = chosen >= 0 ? &m_evaluation->candidates[static_cast<std::size_t>(chosen)] : nullptr;
    if (c && c->cost) {
        m_figures->title(tr("Cost of the job"));
        for (const CostPart &part : c->cost->parts)
            m_figures->figure(translated(part.name), formatMoney(part.amount.value), part.amount.term);
        m_figures->figure(tr("total"), formatMoney(c->cost->total.value), c->cost->total.term);
        m_figures->note(tr("Range %1 – %2: nine of ten runs lie within.").arg(formatMoney(c->cost->low), formatMoney(c->cost->high)));
        for (const Text &missing : c->cost->notCounted)
            m_figures->note(translated(missing));
    }
    if (c && c->job && c->job->spot) {
        const SpotEstimate &s = *c->job->spot;
        m_figures->title(tr("Spot"));
        m_figures->figure(tr("taken back"), tr("%1 times").arg(formatNumber(s.interruptions.mid, 1)), s.interruptionsTerm);
        m_figures->figure(tr("checkpoint every"), formatSeconds(c->job->checkpointEvery), s.intervalTerm);
        m_figures->figure(tr("lost each time"), formatSeconds(s.lostPerInterruption));
    }
    if (!m_evaluation->whatIfs.empty()) {
        m_figures->title(tr("What one change saves or costs"));
        for (std::size_t i = 0; i < std::min(m_evaluation->whatIfs.size(), mostChanges); ++i) {
            const WhatIf &w = m_evaluation->whatIfs[i];
            const QString text = QStringLiteral("%1: %2").arg(translated(w.name), translated(w.effect));
            if (w.fix.changes.empty())
                m_figures->note(text);
            else
                m_figures->action(text, tr("Apply"), QStringLiteral("whatIf_%1").arg(QString::fromStdString(w.id)), [this, fix = w.fix] { emit fixRequested(fix); });
        }
    }
    if (!m_evaluation->fallbacks.empty()) {
        m_figures->title(tr("When it is sold out"));
        for (const Fallback &f : m_evaluation->fallbacks)
            m_figures->note(fallbackSentence(*m_evaluation, f));
    }
    if (!m_evaluation->inverses.empty()) {
        m_figures->title(tr("The most that budget and deadline allow"));
        for (const Inverse &i : m_evaluation->inverses) {
            const QString text = QStringLiteral("%1: %2").arg(translated(i.name), translated(i.value));
            if (i.fix.changes.empty())
                m_figures->note(text);
            else
                m_figures->action(text, tr("Apply"), QStringLiteral("inverse_%1").arg(QString::fromStdString(i.id)), [this, fix = i.fix] { emit fixRequested(fix); });
        }
    }
    if (!m_evaluation->breakEvens.empty()) {
        m_figures->title(tr("From when which way pays"));
        for (const BreakEven &b : m_evaluation->breakEvens)
            m_figures->note(breakEvenSentence(b));
    }
    if (m_figures->isEmpty())
        m_figures->note(tr("No cost yet."));
    m_figures->end();
}

QString MoneyView::tipAt(QCustomPlot *plot, const QPointF &pixel) const
{
    if (plot == m_breakEven.plot) {
        const LineChart chart = breakEvenLines(*m_evaluation, m_palette);
        const auto [line, at] = lineAt(*plot, chart, pixel);
        if (line < 0)
            return {};
        return tr("%1: %2 for %3", "way of buying, money, hours").arg(chart.lines[static_cast<std::size_t>(line)].name, chart.unitY + QLatin1Char(' ') + formatNumber(at.y(), 0), formatHours(at.x()));
    }
    const StackedBars bars = costBars(*m_evaluation, m_palette);
    const auto [row, series] = barAt(*plot, bars, pixel);
    if (row < 0 || series < 0)
        return {};
    const double value = bars.rows[static_cast<std::size_t>(row)].values[static_cast<std::size_t>(series)];
    return tr("%1: %2", "part of the cost, money").arg(bars.series[static_cast<std::size_t>(series)].name, bars.unit + QLatin1Char(' ') + formatNumber(value, 2));
}

TermId MoneyView::termAt(QCustomPlot *plot, const QPointF &pixel) const
{
    if (plot != m_cost.plot)
        return noTerm;
    const auto [row, series] = barAt(*plot, costBars(*m_evaluation, m_palette), pixel);
    if (row < 0)
        return noTerm;
    const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(waysOfBuying(*m_evaluation)[static_cast<std::size_t>(row)])];
    return costPartTerm(*c.cost, series);
}

} // namespace segplan
