#include "charts/memory_view.h"

#include "charts/chart_parts.h"
#include "charts/memory_chart.h"
#include "text/translated.h"

#include <QLabel>
#include <algorithm>

namespace segplan {

namespace {

// A module path may break after its dots: a label that cannot break widens the whole panel.
QString breakable(QString path)
{
    return path.replace(QLatin1Char('.'), QStringLiteral(".\u200b"));
}

} // namespace

MemoryView::MemoryView(QWidget *parent) : ChartPage(parent), m_bars(addPicture("memoryBars", 0)), m_timeline(addPicture("memoryTimeline", 1))
{
    m_timeline.plot->setMinimumHeight(180);
}

void MemoryView::rebuild()
{
    const MemoryVariant *current = nullptr;
    for (const MemoryVariant &v : m_evaluation->variants)
        current = v.current ? &v : current;
    m_bars.title->setText(current ? tr("Memory of one GPU, batch %1").arg(current->batchPerGpu) : tr("Memory of one GPU"));
    m_timeline.title->setText(tr("Live memory through one training step"));
    m_bars.plot->setAccessibleName(tr("Memory of one GPU by part, per setting, against the usable memory of each card"));
    showHigh(m_bars, buildMemoryChart(*m_bars.plot, *m_evaluation, m_palette).preferredHeight);
    buildTimelineChart(*m_timeline.plot, *m_evaluation, m_palette);
    m_timeline.plot->setAccessibleName(tr("Live bytes through one training step: %1").arg(peakSentence(*m_evaluation)));
    m_timeline.plot->replot(QCustomPlot::rpQueuedReplot);
    rebuildFigures();
}

void MemoryView::rebuildFigures()
{
    m_figures->begin();
    if (m_evaluation->memory) {
        const MemoryEstimate &memory = *m_evaluation->memory;
        m_figures->title(tr("Where it goes"));
        for (const std::string &id : partOrder()) {
            for (const MemoryPart &part : memory.parts) {
                if (part.id == id && part.bytes.value.count() > 0)
                    m_figures->figure(partWord(part.id), formatBytes(part.bytes.value), part.bytes.term, translated(part.name));
            }
        }
        m_figures->figure(tr("whole card"), formatBytes(memory.device.value), memory.device.term);
        m_figures->note(tr("Range %1 – %2: nine of ten runs lie within.").arg(formatBytes(memory.low), formatBytes(memory.high)));
        if (memory.validation) {
            const ValidationMemory &v = *memory.validation;
            m_figures->title(tr("Validation"));
            m_figures->figure(v.replay.mode == ValidationMode::Slide ? tr("sliding window, image of %1 × %2").arg(v.replay.height).arg(v.replay.width)
                                                          : tr("whole image of %1 × %2").arg(v.replay.height).arg(v.replay.width),
                   formatBytes(v.device.value), v.device.term);
            m_figures->note(v.fits == Fits::Yes ? tr("Fits on this card.") : v.fits == Fits::Tight ? tr("Tight on this card: %1 – %2.").arg(formatBytes(v.low), formatBytes(v.high))
                                                                                 : tr("Does not fit on this card: validate by sliding window or smaller images."));
        }
        if (!m_evaluation->remedies.empty()) {
            m_figures->title(tr("What saves memory"));
            for (const Remedy &r : m_evaluation->remedies) {
                if (r.saved.value.count() <= 0)
                    continue;
                const QString saved = QStringLiteral("\u2212%1").arg(formatBytes(r.saved.value)); // minus sign
                m_figures->figure(r.timeRatio ? tr("%1, time × %2", "what is changed, factor on seconds per step").arg(translated(r.name), formatNumber(*r.timeRatio, 2)).replace(QStringLiteral("\u00d7 "), QStringLiteral("\u00d7\u00a0")) : translated(r.name),
                       saved, r.saved.term);
            }
        }
        if (m_evaluation->largestCrop) {
            m_figures->title(tr("Largest crop"));
            m_figures->figure(tr("at this batch, same shape"), tr("%1 × %2").arg(m_evaluation->largestCrop->height).arg(m_evaluation->largestCrop->width), noTerm);
        }
        std::vector<StepReplay::Layer> layers = memory.layers;
        std::sort(layers.begin(), layers.end(), [](const auto &a, const auto &b) { return a.saved > b.saved; });
        if (!layers.empty()) {
            m_figures->title(tr("Largest saved activations"));
            for (std::size_t i = 0; i < std::min<std::size_t>(5, layers.size()); ++i) {
                if (layers[i].saved.count() > 0)
                    m_figures->figure(breakable(QString::fromStdString(layers[i].path)), formatBytes(layers[i].saved), memory.saved.term);
            }
        }
    }
    if (!m_evaluation->cards.empty()) {
        m_figures->title(tr("Largest batch per card"));
        for (const CardLine &line : m_evaluation->cards)
            m_figures->figure(QString::fromStdString(line.gpu), line.maxBatch > 0 ? formatInteger(line.maxBatch) : tr("none"), noTerm);
    }
    if (m_figures->isEmpty())
        m_figures->note(tr("No memory estimate yet."));
    m_figures->end();
}

std::pair<int, const MemoryPart *> MemoryView::partAt(const QPointF &pixel) const
{
    const auto [row, series] = barAt(*m_bars.plot, memoryBars(*m_evaluation, m_palette), pixel);
    if (row >= 0 && series >= 0) {
        const std::string &id = partOrder()[static_cast<std::size_t>(series)];
        for (const MemoryPart &part : m_evaluation->variants[static_cast<std::size_t>(row)].memory.parts) {
            if (part.id == id)
                return {row, &part};
        }
    }
    return {row, nullptr};
}

QString MemoryView::tipAt(QCustomPlot *plot, const QPointF &pixel) const
{
    if (plot == m_timeline.plot) {
        if (!m_evaluation->memory || plot->axisRectCount() == 0 || !plot->axisRect(0)->rect().contains(pixel.toPoint()))
            return {};
        const MemoryEstimate &memory = *m_evaluation->memory;
        const auto index = static_cast<std::size_t>(std::max(0.0, std::round(plot->axisRect(0)->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x()))));
        if (index >= memory.timeline.size())
            return {};
        const QString name = index < memory.timelineNames.size() ? QString::fromStdString(memory.timelineNames[index]) : QString();
        return tr("%1 · %2 · %3").arg(formatBytes(memory.timeline[index].live), phaseWord(memory.timeline[index].phase), name);
    }
    const auto [variant, part] = partAt(pixel);
    if (variant < 0)
        return {};
    const MemoryVariant &v = m_evaluation->variants[static_cast<std::size_t>(variant)];
    if (part)
        return tr("%1: %2 %3").arg(translated(v.name), translated(part->name), formatBytes(part->bytes.value));
    return tr("%1: %2 (%3 – %4)").arg(translated(v.name), formatBytes(v.memory.device.value), formatBytes(v.memory.low), formatBytes(v.memory.high));
}

TermId MemoryView::termAt(QCustomPlot *plot, const QPointF &pixel) const
{
    if (plot != m_bars.plot)
        return noTerm;
    const auto [variant, part] = partAt(pixel);
    if (variant < 0)
        return noTerm;
    return part ? part->bytes.term : m_evaluation->variants[static_cast<std::size_t>(variant)].memory.device.term;
}

} // namespace segplan
