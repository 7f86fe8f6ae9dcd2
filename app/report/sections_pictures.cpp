#include "report/sections.h"

#include "charts/cost_time_chart.h"
#include "charts/memory_chart.h"
#include "flowchart/flow_scene.h"
#include "text/translated.h"

#include <QCoreApplication>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Report) };

// A chart drawn at a slightly smaller type than on screen: as lines and text, never as a bitmap.
void draw(PageWriter &page, QCustomPlot &plot, double height)
{
    constexpr double scale = 0.86;
    const QRectF place = page.block(height * scale);
    QCPPainter &painter = page.painter();
    painter.save();
    painter.translate(place.topLeft());
    painter.scale(scale, scale);
    plot.toPainter(&painter, static_cast<int>(page.width() / scale), static_cast<int>(height));
    painter.restore();
    painter.setMode(QCPPainter::pmVectorized);
    painter.setRenderHint(QPainter::Antialiasing);
    page.gap(8);
}

} // namespace

void costTimeSection(PageWriter &page, const ReportInput &in)
{
    page.section(Words::tr("Cost against time"), 330);
    QCustomPlot plot;
    buildCostTimeChart(plot, in.evaluation, page.palette());
    draw(page, plot, 340);
    page.paragraph(Words::tr("Blue: no other acceptable type is both cheaper and faster. Grey: acceptable, but another is both. Orange: rejected. Bars show the range of hours."),
                   {10.5, false, false, page.palette().muted});
}

void memorySection(PageWriter &page, const ReportInput &in)
{
    if (in.evaluation.variants.empty())
        return;
    QCustomPlot bars;
    const MemoryChart chart = buildMemoryChart(bars, in.evaluation, page.palette());
    page.section(Words::tr("Memory of one GPU"), chart.preferredHeight * 0.86 + 20);
    draw(page, bars, chart.preferredHeight);
    if (in.evaluation.memory && in.evaluation.memory->timeline.size() > 1) {
        page.needs(270);
        page.subheading(Words::tr("Live memory through one training step"));
        QCustomPlot timeline;
        buildTimelineChart(timeline, in.evaluation, page.palette());
        draw(page, timeline, 270);
        page.paragraph(peakSentence(in.evaluation), {10.5, false, false, page.palette().muted});
    }
    if (in.evaluation.memory && in.evaluation.memory->validation) {
        const ValidationMemory &v = *in.evaluation.memory->validation;
        page.subheading(Words::tr("Validation"));
        page.pairs({{v.replay.mode == ValidationMode::Slide ? Words::tr("sliding window, image of %1 × %2").arg(v.replay.height).arg(v.replay.width)
                                                            : Words::tr("whole image of %1 × %2").arg(v.replay.height).arg(v.replay.width),
                     Words::tr("%1 (%2 – %3)").arg(formatBytes(v.device.value), formatBytes(v.low), formatBytes(v.high))}});
    }
    std::vector<std::pair<QString, QString>> saved;
    for (const Remedy &r : in.evaluation.remedies) {
        if (r.saved.value.count() > 0)
            saved.emplace_back(r.timeRatio ? Words::tr("%1, time × %2", "what is changed, factor on seconds per step").arg(translated(r.name), formatNumber(*r.timeRatio, 2)) : translated(r.name),
                               QStringLiteral("\u2212%1").arg(formatBytes(r.saved.value)));
    }
    if (!saved.empty()) {
        page.subheading(Words::tr("What saves memory"));
        page.pairs(saved);
    }
    if (!in.evaluation.cards.empty()) {
        page.subheading(Words::tr("Largest batch per card"));
        std::vector<std::pair<QString, QString>> values;
        for (const CardLine &card : in.evaluation.cards)
            values.emplace_back(Words::tr("%1, %2 usable").arg(QString::fromStdString(card.gpu), formatBytes(card.usable)),
                                card.maxBatch > 0 ? formatInteger(card.maxBatch) : Words::tr("none"));
        page.pairs(values);
    }
}

void pathSection(PageWriter &page, const ReportInput &in)
{
    if (in.evaluation.flow.nodes.empty())
        return;
    const QSizeF size = flowSize(in.evaluation.flow);
    const double scale = std::min({page.width() / size.width(), 720 / size.height(), 0.9});
    page.section(Words::tr("The decision path"), size.height() * scale + 10);
    const QRectF place = page.block(size.height() * scale);
    page.painter().save();
    paintFlow(page.painter(), place, in.evaluation.flow, page.palette(), scale);
    page.painter().restore();
    page.gap(6);
    for (const FlowNode &node : in.evaluation.flow.nodes) {
        const QString reason = translated(node.reason);
        if (node.taken && !reason.isEmpty())
            page.bullet(Words::tr("%1: %2").arg(translated(node.question), reason), {10.8});
    }
}

} // namespace segplan
