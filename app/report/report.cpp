#include "report/report.h"

#include "charts/scoped_language.h"
#include "report/sections.h"
#include "text/translated.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageLayout>
#include <QPdfWriter>
#include <QSaveFile>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Report) };

// Writes all sections; returns the number of pages.
int writePages(QIODevice &device, const ReportInput &in, int pages)
{
    QPdfWriter writer(&device);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(1200);
    writer.setCreator(QStringLiteral("SegPlan %1").arg(QStringLiteral(SEGPLAN_VERSION)));
    const QString title = in.evaluation.plan.title.empty() ? Words::tr("SegPlan report") : QString::fromStdString(in.evaluation.plan.title);
    writer.setTitle(title);
    const QString footer = Words::tr("SegPlan %1 · knowledge of %2 · prices of %3")
                               .arg(QStringLiteral(SEGPLAN_VERSION), QString::fromStdString(in.evaluation.knowledgeVersion),
                                    QString::fromStdString(in.evaluation.pricesAsOf));
    PageWriter page(writer, footer, pages);
    coverSection(page, in);
    answerSection(page, in);
    costTimeSection(page, in);
    reasonsSection(page, in);
    questionSection(page, in);
    memorySection(page, in);
    pathSection(page, in);
    setupSection(page, in);
    ruleSection(page, in);
    commandSection(page, in);
    candidatesSection(page, in);
    computationSection(page, in);
    sourcesSection(page, in);
    return page.pagesUsed();
}

} // namespace

bool writeReport(const Evaluation &evaluation, const Knowledge &knowledge, const QString &language, const QString &path, QString *error)
{
    const ScopedLanguage scope(language);
    ReportInput in{evaluation, knowledge};
    const int chosen = evaluation.recommendation.candidate;
    if (chosen >= 0 && chosen < static_cast<int>(evaluation.candidates.size()))
        in.chosen = &evaluation.candidates[static_cast<std::size_t>(chosen)];
    // Once to count the pages, once to print "page x of y".
    QBuffer scratch;
    scratch.open(QIODevice::WriteOnly);
    const int pages = writePages(scratch, in, 0);
    QBuffer bytes;
    bytes.open(QIODevice::WriteOnly);
    writePages(bytes, in, pages);
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes.data()) == bytes.size() && file.commit();
    if (!done && error)
        *error = Words::tr("%1 cannot be written: %2").arg(path, file.errorString());
    return done;
}

} // namespace segplan
