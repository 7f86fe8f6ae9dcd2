#include "cli/commands.h"
#include "cli/plan_text.h"

#include "charts/money_chart.h"
#include "charts/time_chart.h"
#include "text/translated.h"

#include <algorithm>

namespace segplan::cli {

namespace {

constexpr std::size_t mostChanges = 8, mostCures = 4;

void verdictText(Sheet &sheet, const StepVerdict &verdict)
{
    if (verdict.text.empty())
        return;
    sheet.heading(Cli::tr("What the step waits for"));
    sheet.note(translated(verdict.text));
    for (std::size_t i = 0; i < std::min(verdict.cures.size(), mostCures); ++i)
        sheet.row(i == 0 ? Cli::tr("cure") : QString(), translated(verdict.cures[i].text));
}

QString costAndHours(const AnswerBrief &b)
{
    return QStringLiteral("%1 (%2), %3, %4").arg(QString::fromStdString(b.instanceType), QString::fromStdString(b.gpu), formatHours(b.wallClock.mid.hours()), formatMoney(b.cost.mid));
}

} // namespace

void jobText(Sheet &sheet, const JobEstimate &job)
{
    for (int i = 0; i < jobPartCount; ++i) {
        const JobPart &part = job.parts[static_cast<std::size_t>(i)];
        if (part.time.mid.count() > 0)
            sheet.note(QStringLiteral("%1: %2").arg(jobPartWord(static_cast<JobPartId>(i)), formatSeconds(part.time.mid)));
    }
    if (!job.spot)
        return;
    const SpotEstimate &s = *job.spot;
    if (s.rate.from == SpotRate::From::Unknown)
        sheet.note(Cli::tr("spot: how often machines are taken back is not known; counted as never, up to %1 times in the range").arg(formatNumber(s.interruptions.high, 0)));
    else
        sheet.note(Cli::tr("spot: taken back %1 times on average (%2 to %3), a checkpoint every %4")
                       .arg(formatNumber(s.interruptions.mid, 1), formatNumber(s.interruptions.low, 0), formatNumber(s.interruptions.high, 0), formatSeconds(job.checkpointEvery)));
}

void consequencesText(Sheet &sheet, const Evaluation &e)
{
    verdictText(sheet, e.recommendation.verdict);
    if (!e.breakEvens.empty()) {
        sheet.heading(Cli::tr("Ways of buying"));
        for (const BreakEven &b : e.breakEvens)
            sheet.note(breakEvenSentence(b));
    }
    if (!e.whatIfs.empty()) {
        sheet.heading(Cli::tr("What one change saves or costs"));
        for (std::size_t i = 0; i < std::min(e.whatIfs.size(), mostChanges); ++i) {
            sheet.row(translated(e.whatIfs[i].name), translated(e.whatIfs[i].effect));
            if (!e.whatIfs[i].caution.empty())
                sheet.note(translated(e.whatIfs[i].caution));
        }
    }
    if (!e.fallbacks.empty()) {
        sheet.heading(Cli::tr("When it is sold out"));
        for (const Fallback &f : e.fallbacks)
            sheet.note(fallbackSentence(e, f));
    }
    if (!e.inverses.empty()) {
        sheet.heading(Cli::tr("The most that budget and deadline allow"));
        for (const Inverse &i : e.inverses)
            sheet.row(translated(i.name), QStringLiteral("%1: %2").arg(translated(i.value), costAndHours(i.answer)));
    }
}

} // namespace segplan::cli
