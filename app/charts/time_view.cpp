#include "charts/time_view.h"

#include "charts/chart_parts.h"
#include "charts/money_chart.h"
#include "charts/time_chart.h"
#include "text/translated.h"

#include <QLabel>

namespace segplan {

namespace {

QString range(Seconds low, Seconds high) { return QStringLiteral("%1 – %2").arg(formatSeconds(low), formatSeconds(high)); }

} // namespace

TimeView::TimeView(QWidget *parent) : ChartPage(parent), m_step(addPicture("stepBars", 0)), m_job(addPicture("jobBars", 0)) {}

void TimeView::rebuild()
{
    m_step.title->setText(tr("Where one iteration goes, per card"));
    m_step.plot->setAccessibleName(tr("Seconds of one iteration by what bounds them, per card"));
    showHigh(m_step, buildStackedBars(*m_step.plot, timeBars(*m_evaluation, m_palette), m_palette).preferredHeight);
    m_job.title->setText(tr("The whole job, per way of buying"));
    m_job.plot->setAccessibleName(tr("Hours of the whole job by part, per way of buying"));
    showHigh(m_job, buildStackedBars(*m_job.plot, jobBars(*m_evaluation, waysOfBuying(*m_evaluation), m_palette), m_palette).preferredHeight);
    rebuildFigures();
}

void TimeView::rebuildFigures()
{
    m_figures->begin();
    const Recommendation &r = m_evaluation->recommendation;
    const Candidate *c = r.candidate >= 0 ? &m_evaluation->candidates[static_cast<std::size_t>(r.candidate)] : nullptr;
    if (c && c->time) {
        const TimeEstimate &t = *c->time;
        m_figures->title(tr("One iteration"));
        m_figures->figure(tr("step"), formatSeconds(t.perIteration.value), t.perIteration.term);
        m_figures->figure(tr("the cards alone"), formatSeconds(t.gpu.value), t.gpu.term);
        if (t.input.term != noTerm)
            m_figures->figure(tr("the loader alone"), formatSeconds(t.input.value), t.input.term);
        m_figures->note(tr("Range %1: nine of ten runs lie within.").arg(range(t.low, t.high)));
        if (!r.verdict.text.empty())
            m_figures->note(translated(r.verdict.text));
        if (!r.verdict.cures.empty())
            m_figures->title(tr("What would make it shorter"));
        int n = 0;
        for (const Cure &cure : r.verdict.cures) {
            if (cure.fix.changes.empty())
                m_figures->note(translated(cure.text));
            else
                m_figures->action(translated(cure.text), tr("Apply"), QStringLiteral("cure%1").arg(n), [this, fix = cure.fix] { emit fixRequested(fix); });
            ++n;
        }
        if (t.loader.known) {
            m_figures->title(tr("The loader"));
            m_figures->figure(tr("workers"), formatNumber(t.loader.workers, 0));
            m_figures->figure(tr("decoding and augmenting"), formatSeconds(Seconds(t.loader.cpu)), t.loader.cpuTerm);
            if (t.loader.readKnown)
                m_figures->figure(tr("reading"), formatSeconds(Seconds(t.loader.read)), t.loader.readTerm);
            m_figures->figure(tr("data in host memory"), formatPercent(t.loader.cachedShare, 0), noTerm, tr("Share of the data set that stays in the page cache after the first epoch."));
            m_figures->figure(tr("vCPU needed"), tr("%1 of %2").arg(formatNumber(r.host.neededVcpu.value, 1)).arg(r.host.vcpu), r.host.neededVcpu.term);
        }
    }
    if (c && c->job) {
        m_figures->title(tr("The whole job"));
        for (int i = 0; i < jobPartCount; ++i) {
            const JobPart &part = c->job->parts[static_cast<std::size_t>(i)];
            if (part.time.mid.count() > 0)
                m_figures->figure(jobPartWord(static_cast<JobPartId>(i)), formatSeconds(part.time.mid), part.term);
        }
        m_figures->figure(tr("from order to end"), formatHours(c->job->wallClock.mid.hours()), c->wallClockTerm);
        m_figures->figure(tr("billed"), formatHours(c->job->billed.mid.hours()), c->job->billedTerm);
        m_figures->note(tr("Validated %1 times and saved %2 times per run.").arg(formatInteger(c->job->validationRuns), formatInteger(c->job->checkpoints)));
    }
    if (m_figures->isEmpty())
        m_figures->note(tr("No time estimate yet."));
    m_figures->end();
}

QString TimeView::tipAt(QCustomPlot *plot, const QPointF &pixel) const
{
    const bool job = plot == m_job.plot;
    const StackedBars bars = job ? jobBars(*m_evaluation, waysOfBuying(*m_evaluation), m_palette) : timeBars(*m_evaluation, m_palette);
    const auto [row, series] = barAt(*plot, bars, pixel);
    if (row < 0 || series < 0)
        return {};
    const double value = bars.rows[static_cast<std::size_t>(row)].values[static_cast<std::size_t>(series)];
    return tr("%1: %2 %3", "part, number, unit").arg(bars.series[static_cast<std::size_t>(series)].name, formatNumber(value, value < 10 ? 2 : 1), bars.unit);
}

TermId TimeView::termAt(QCustomPlot *plot, const QPointF &pixel) const
{
    const bool job = plot == m_job.plot;
    const std::vector<int> shown = job ? waysOfBuying(*m_evaluation) : timedCandidates(*m_evaluation);
    const StackedBars bars = job ? jobBars(*m_evaluation, shown, m_palette) : timeBars(*m_evaluation, m_palette);
    const auto [row, series] = barAt(*plot, bars, pixel);
    if (row < 0 || row >= static_cast<int>(shown.size()))
        return noTerm;
    const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(shown[static_cast<std::size_t>(row)])];
    if (!job)
        return c.time ? timePartTerm(*c.time, series) : noTerm;
    if (!c.job)
        return noTerm;
    return series >= 0 ? c.job->parts[static_cast<std::size_t>(series)].term : c.wallClockTerm;
}

} // namespace segplan
