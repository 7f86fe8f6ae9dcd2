#include "charts/time_view.h"

#include "charts/chart_parts.h"
#include "charts/time_chart.h"
#include "text/translated.h"

#include <QLabel>

namespace segplan {

TimeView::TimeView(QWidget *parent) : ChartPage(parent), m_step(addPicture("stepBars", 0)), m_job(addPicture("jobBars", 0)) {}

void TimeView::rebuild()
{
    m_step.title->setText(tr("Where one iteration goes, per card"));
    m_step.plot->setAccessibleName(tr("Seconds of one iteration by what bounds them, per card"));
    showHigh(m_step, buildStackedBars(*m_step.plot, timeBars(*m_evaluation, m_palette), m_palette).preferredHeight);
    rebuildFigures();
}

void TimeView::rebuildFigures()
{
    m_figures->begin();
    m_figures->end();
}

QString TimeView::tipAt(QCustomPlot *plot, const QPointF &pixel) const
{
    const StackedBars bars = timeBars(*m_evaluation, m_palette);
    const auto [row, series] = barAt(*plot, bars, pixel);
    if (row < 0 || series < 0)
        return {};
    return bars.series[static_cast<std::size_t>(series)].name;
}

TermId TimeView::termAt(QCustomPlot *plot, const QPointF &pixel) const
{
    const auto [row, series] = barAt(*plot, timeBars(*m_evaluation, m_palette), pixel);
    if (row < 0)
        return noTerm;
    const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(timedCandidates(*m_evaluation)[static_cast<std::size_t>(row)])];
    return c.time ? timePartTerm(*c.time, series) : noTerm;
}

} // namespace segplan
