#include "charts/export.h"

#include "charts/candidate_model.h"
#include "charts/cost_time_chart.h"
#include "charts/memory_chart.h"
#include "charts/scoped_language.h"
#include "text/translated.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QSaveFile>
#include <QSvgGenerator>
#include <qcustomplot.h>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Export) };

bool save(const QByteArray &bytes, const QString &path, QString *error)
{
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!done && error)
        *error = Words::tr("%1 cannot be written: %2").arg(path, file.errorString());
    return done;
}

QString csvField(QString text)
{
    if (text.contains(QLatin1Char(',')) || text.contains(QLatin1Char('"')) || text.contains(QLatin1Char('\n')))
        text = QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
    return text;
}

QString csvNumber(double value, int decimals = 3)
{
    return QString::number(value, 'f', decimals);
}

QStringList csvHeader()
{
    return {Words::tr("Instance type"), Words::tr("Region"), Words::tr("GPU"), Words::tr("GPUs per node"), Words::tr("Nodes"), Words::tr("Buying"),
            Words::tr("Precision"), Words::tr("Batch per GPU"), Words::tr("Accumulation"), Words::tr("Status"), Words::tr("Fits"),
            Words::tr("Memory, GiB"), Words::tr("Memory low, GiB"), Words::tr("Memory high, GiB"), Words::tr("Usable, GiB"),
            Words::tr("Hours"), Words::tr("Hours low"), Words::tr("Hours high"), Words::tr("Cost"), Words::tr("Currency"), Words::tr("Cost low"),
            Words::tr("Cost high"), Words::tr("Price of"), Words::tr("On the Pareto front"), Words::tr("Rank"), Words::tr("Reason")};
}

QString statusWord(CandidateStatus status)
{
    switch (status) {
    case CandidateStatus::Ok: return Words::tr("acceptable");
    case CandidateStatus::Tight: return Words::tr("tight");
    case CandidateStatus::Rejected: break;
    }
    return Words::tr("rejected");
}

QStringList csvRow(const Candidate &c)
{
    QStringList row = {QString::fromStdString(c.instanceType), QString::fromStdString(c.region), QString::fromStdString(c.gpu), QString::number(c.gpus),
                       QString::number(c.nodes), purchaseWord(c.purchase), precisionWord(c.precision), QString::number(c.batchPerGpu),
                       QString::number(c.accumulation), statusWord(c.status)};
    const QString none;
    row << (c.memory ? fitsWord(c.memory->fits) : none);
    row << (c.memory ? csvNumber(c.memory->device.value.gib()) : none) << (c.memory ? csvNumber(c.memory->low.gib()) : none)
        << (c.memory ? csvNumber(c.memory->high.gib()) : none) << (c.memory && c.memory->usable ? csvNumber(c.memory->usable->value.gib()) : none);
    row << (c.wallClock ? csvNumber(c.wallClock->mid.hours()) : none) << (c.wallClock ? csvNumber(c.wallClock->low.hours()) : none)
        << (c.wallClock ? csvNumber(c.wallClock->high.hours()) : none);
    const auto money = [](const Money &m) { return QString::fromStdString(m.decimal()); };
    row << (c.cost ? money(c.cost->total.value) : none) << (c.cost ? QString::fromLatin1(currencyCode(c.cost->total.value.currency())) : none)
        << (c.cost ? money(c.cost->low) : none) << (c.cost ? money(c.cost->high) : none);
    row << QString::fromStdString(c.priceAsOf) << (c.pareto ? Words::tr("yes") : Words::tr("no")) << (c.rank > 0 ? QString::number(c.rank) : none)
        << reasonSentence(c);
    return row;
}

// Fills the plot; returns the picture's size in logical pixels.
QSize fill(QCustomPlot &plot, const Evaluation &evaluation, ChartKind kind)
{
    switch (kind) {
    case ChartKind::CostTime: buildCostTimeChart(plot, evaluation, paperPalette()); return {960, 440};
    case ChartKind::Memory: return {960, buildMemoryChart(plot, evaluation, paperPalette()).preferredHeight};
    case ChartKind::Timeline: break;
    }
    buildTimelineChart(plot, evaluation, paperPalette());
    return {960, 360};
}

QString title(const Evaluation &evaluation, ChartKind kind)
{
    Q_UNUSED(evaluation);
    switch (kind) {
    case ChartKind::CostTime: return Words::tr("Cost of the whole job against hours");
    case ChartKind::Memory: return Words::tr("Memory of one GPU");
    case ChartKind::Timeline: break;
    }
    return Words::tr("Live memory through one training step");
}

} // namespace

bool exportCandidatesCsv(const Evaluation &evaluation, const QString &language, const QString &path, QString *error)
{
    const ScopedLanguage scope(language);
    QStringList lines;
    const auto line = [](QStringList fields) {
        for (QString &field : fields)
            field = csvField(field);
        return fields.join(QLatin1Char(','));
    };
    lines << line(csvHeader());
    for (const Candidate &candidate : evaluation.candidates)
        lines << line(csvRow(candidate));
    return save("\xEF\xBB\xBF" + (lines.join(QLatin1String("\r\n")) + QLatin1String("\r\n")).toUtf8(), path, error);
}

bool exportChartSvg(const Evaluation &evaluation, ChartKind kind, const QString &language, const QString &path, QString *error)
{
    const ScopedLanguage scope(language);
    QCustomPlot plot;
    const QSize size = fill(plot, evaluation, kind);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        svg.setTitle(title(evaluation, kind));
        QCPPainter painter;
        painter.begin(&svg);
        painter.setMode(QCPPainter::pmVectorized);
        painter.fillRect(QRect(QPoint(), size), paperPalette().panel);
        plot.toPainter(&painter, size.width(), size.height());
        painter.end();
    }
    return save(buffer.data(), path, error);
}

bool exportChartPng(const Evaluation &evaluation, ChartKind kind, const QString &language, const QString &path, QString *error)
{
    const ScopedLanguage scope(language);
    QCustomPlot plot;
    const QSize size = fill(plot, evaluation, kind);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (!plot.toPixmap(size.width(), size.height(), 2).save(&buffer, "PNG")) {
        if (error)
            *error = Words::tr("The picture could not be made.");
        return false;
    }
    return save(buffer.data(), path, error);
}

} // namespace segplan
