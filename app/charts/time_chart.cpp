#include "charts/time_chart.h"

#include "charts/candidate_model.h"
#include "charts/chart_parts.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::TimeChart) };

constexpr std::size_t mostBars = 8;

// Seconds of one iteration by part; the last is what the cards wait for data.
std::vector<double> partsOf(const TimeEstimate &t)
{
    const double gpu = t.gpu.value.count();
    return {t.compute.value.count(), t.memoryTraffic.value.count(), t.launch.value.count(), t.optimizer.value.count(), t.communication.value.count(),
            std::max(0.0, t.perIteration.value.count() - gpu)};
}

QString cardName(const Candidate &c)
{
    const QString gpu = QString::fromStdString(c.gpu);
    if (c.nodes > 1)
        return Words::tr("%1 × %2 × %3", "nodes, GPUs per node, GPU").arg(c.nodes).arg(c.gpus).arg(gpu);
    return c.gpus > 1 ? QStringLiteral("%1 × %2").arg(c.gpus).arg(gpu) : gpu;
}

} // namespace

std::vector<int> timedCandidates(const Evaluation &evaluation)
{
    std::vector<int> out;
    const auto known = [&](const Candidate &c) {
        return std::any_of(out.begin(), out.end(), [&](int i) {
            const Candidate &other = evaluation.candidates[static_cast<std::size_t>(i)];
            return other.gpu == c.gpu && other.gpus == c.gpus && other.nodes == c.nodes;
        });
    };
    if (evaluation.recommendation.candidate >= 0)
        out.push_back(evaluation.recommendation.candidate);
    for (std::size_t i = 0; i < evaluation.candidates.size() && out.size() < mostBars; ++i) {
        const Candidate &c = evaluation.candidates[i];
        if (c.time && !known(c))
            out.push_back(static_cast<int>(i));
    }
    return out;
}

StackedBars timeBars(const Evaluation &evaluation, const Palette &palette)
{
    StackedBars bars;
    bars.empty = Words::tr("No time estimate yet.");
    bars.series = {{Words::tr("arithmetic"), palette.series[0]},
                   {Words::tr("memory traffic"), palette.series[1]},
                   {Words::tr("launches"), palette.series[2]},
                   {Words::tr("optimizer"), palette.series[3]},
                   {Words::tr("communication"), palette.series[4]},
                   {Words::tr("waiting for data"), palette.series[5]}};
    double longest = 0;
    const std::vector<int> shown = timedCandidates(evaluation);
    for (int i : shown) {
        const auto &t = evaluation.candidates[static_cast<std::size_t>(i)].time;
        longest = std::max(longest, t ? t->high.count() : 0);
    }
    const double scale = longest < 1 ? 1000 : 1;
    bars.unit = longest < 1 ? QStringLiteral("ms") : QStringLiteral("s");
    for (int i : shown) {
        const Candidate &c = evaluation.candidates[static_cast<std::size_t>(i)];
        if (!c.time)
            continue;
        BarRow row{cardName(c), partsOf(*c.time), formatSeconds(c.time->perIteration.value), c.time->low.count() * scale, c.time->high.count() * scale,
                   i == evaluation.recommendation.candidate};
        for (double &v : row.values)
            v *= scale;
        bars.rows.push_back(std::move(row));
    }
    return bars;
}

QString jobPartWord(JobPartId id)
{
    switch (id) {
    case JobPartId::Startup: return Words::tr("start-up");
    case JobPartId::DataCopy: return Words::tr("data copy");
    case JobPartId::WarmUp: return Words::tr("warm-up");
    case JobPartId::Training: return Words::tr("training");
    case JobPartId::Validation: return Words::tr("validation");
    case JobPartId::Checkpoints: return Words::tr("checkpoints");
    case JobPartId::Interruptions: return Words::tr("interruptions");
    case JobPartId::Idle: break;
    }
    return Words::tr("waiting for people");
}

StackedBars jobBars(const Evaluation &evaluation, const std::vector<int> &candidates, const Palette &palette)
{
    StackedBars bars;
    bars.empty = Words::tr("The length of the job is not known.");
    bars.unit = Words::tr("h", "hours, axis");
    const QColor colours[] = {palette.series[6], palette.series[4], mixed(palette.series[4], palette.series[6], 0.5), palette.series[0],
                              palette.series[1], palette.series[2], palette.series[5], mixed(palette.series[6], palette.text, 0.25)};
    for (int part = 0; part < jobPartCount; ++part)
        bars.series.push_back({jobPartWord(static_cast<JobPartId>(part)), colours[part]});
    for (int i : candidates) {
        const Candidate &c = evaluation.candidates[static_cast<std::size_t>(i)];
        if (!c.job)
            continue;
        BarRow row{purchaseWord(c.purchase), {}, formatHours(c.job->wallClock.mid.hours()), c.job->wallClock.low.hours(), c.job->wallClock.high.hours(),
                   i == evaluation.recommendation.candidate};
        for (const JobPart &part : c.job->parts)
            row.values.push_back(part.time.mid.hours());
        bars.rows.push_back(std::move(row));
    }
    return bars;
}

TermId timePartTerm(const TimeEstimate &t, int series)
{
    switch (series) {
    case 0: return t.compute.term;
    case 1: return t.memoryTraffic.term;
    case 2: return t.launch.term;
    case 3: return t.optimizer.term;
    case 4: return t.communication.term;
    case 5: return t.input.term;
    default: return t.perIteration.term;
    }
}

} // namespace segplan
