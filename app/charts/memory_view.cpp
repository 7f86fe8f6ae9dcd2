#include "charts/memory_view.h"

#include "charts/chart_parts.h"
#include "charts/memory_chart.h"
#include "text/translated.h"

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>

namespace segplan {

namespace {

QFrame *card(QWidget *parent, QLabel *title, QCustomPlot *plot)
{
    auto *frame = new QFrame(parent);
    frame->setProperty("card", true);
    auto *layout = new QVBoxLayout(frame);
    layout->setContentsMargins(16, 10, 10, 8);
    layout->setSpacing(2);
    layout->addWidget(title);
    layout->addWidget(plot, 1);
    return frame;
}

QLabel *label(const QString &text, const char *property = nullptr, Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter)
{
    auto *result = new QLabel(text);
    result->setAlignment(alignment);
    if (property)
        result->setProperty(property, true);
    return result;
}

// A module path may break after its dots: a label that cannot break widens the whole panel.
QString breakable(QString path)
{
    return path.replace(QLatin1Char('.'), QStringLiteral(".\u200b"));
}

void hairline(QGridLayout *grid, int row)
{
    auto *line = new QFrame;
    line->setProperty("hairline", true);
    grid->addWidget(line, row, 0, 1, grid->columnCount());
}

} // namespace

MemoryView::MemoryView(QWidget *parent) : View(parent), m_palette(lightPalette())
{
    m_barsTitle = label(QString(), "title");
    m_timelineTitle = label(QString(), "title");
    m_bars = new QCustomPlot;
    m_bars->setObjectName(QStringLiteral("memoryBars"));
    m_bars->installEventFilter(this);
    m_bars->setMouseTracking(true);
    m_timeline = new QCustomPlot;
    m_timeline->setObjectName(QStringLiteral("memoryTimeline"));
    m_timeline->installEventFilter(this);
    m_timeline->setMouseTracking(true);
    m_timeline->setMinimumHeight(180);

    auto *left = new QWidget;
    auto *leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(0, 0, 0, 0);
    leftLayout->setSpacing(16);
    leftLayout->addWidget(card(left, m_barsTitle, m_bars));
    leftLayout->addWidget(card(left, m_timelineTitle, m_timeline), 1);

    m_side = new QFrame;
    m_side->setProperty("card", true);
    m_side->setMinimumWidth(250);
    m_side->setMaximumWidth(330);
    // The figures scroll on their own, so that both pictures stay in sight.
    auto *sideContents = new QWidget;
    m_sideLayout = new QVBoxLayout(sideContents);
    m_sideLayout->setContentsMargins(16, 10, 12, 10);
    auto *sideScroll = new QScrollArea;
    sideScroll->setWidgetResizable(true);
    sideScroll->setFrameShape(QFrame::NoFrame);
    sideScroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    sideScroll->setWidget(sideContents);
    sideContents->setAutoFillBackground(false);
    sideScroll->viewport()->setAutoFillBackground(false);
    auto *frameLayout = new QVBoxLayout(m_side);
    frameLayout->setContentsMargins(0, 2, 2, 2);
    frameLayout->addWidget(sideScroll);

    auto *contents = new QWidget;
    auto *row = new QHBoxLayout(contents);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(left, 7);
    row->addWidget(m_side, 3);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(contents);
    contents->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

void MemoryView::setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &)
{
    m_evaluation = std::move(evaluation);
    rebuild();
}

void MemoryView::setStale(bool stale)
{
    for (QWidget *widget : {static_cast<QWidget *>(m_bars), static_cast<QWidget *>(m_timeline), static_cast<QWidget *>(m_side)}) {
        auto *effect = stale ? new QGraphicsOpacityEffect(widget) : nullptr;
        if (effect)
            effect->setOpacity(0.55);
        widget->setGraphicsEffect(effect);
    }
}

void MemoryView::applyPalette(const Palette &palette)
{
    m_palette = palette;
    rebuild();
}

void MemoryView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        rebuild();
    View::changeEvent(event);
}

void MemoryView::rebuild()
{
    if (!m_evaluation)
        return;
    const MemoryVariant *current = nullptr;
    for (const MemoryVariant &v : m_evaluation->variants)
        current = v.current ? &v : current;
    m_barsTitle->setText(current ? tr("Memory of one GPU, batch %1").arg(current->batchPerGpu) : tr("Memory of one GPU"));
    m_timelineTitle->setText(tr("Live memory through one training step"));
    const MemoryChart chart = buildMemoryChart(*m_bars, *m_evaluation, m_palette);
    m_bars->setMinimumHeight(chart.preferredHeight);
    m_bars->setMaximumHeight(chart.preferredHeight);
    m_bars->setAccessibleName(tr("Memory of one GPU by part, per setting, against the usable memory of each card"));
    m_bars->replot(QCustomPlot::rpQueuedReplot);
    buildTimelineChart(*m_timeline, *m_evaluation, m_palette);
    m_timeline->setAccessibleName(tr("Live bytes through one training step: %1").arg(peakSentence(*m_evaluation)));
    m_timeline->replot(QCustomPlot::rpQueuedReplot);
    rebuildSide();
}

void MemoryView::rebuildSide()
{
    if (m_sideContents) {
        m_sideContents->hide();
        m_sideContents->deleteLater();
    }
    m_sideContents = new QWidget;
    auto *grid = new QGridLayout(m_sideContents);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    int row = 0;
    const auto title = [&](const QString &text) {
        if (row > 0)
            grid->setRowMinimumHeight(row++, 8);
        grid->addWidget(label(text, "title"), row++, 0, 1, 2);
    };
    const auto figure = [&](const QString &name, const QString &value, TermId term, const QString &tip = {}) {
        auto *what = label(name);
        what->setWordWrap(true);
        what->setToolTip(tip);
        grid->addWidget(what, row, 0);
        if (term == noTerm) {
            grid->addWidget(label(value, nullptr, Qt::AlignRight | Qt::AlignVCenter), row, 1);
        } else {
            auto *link = new QPushButton(value);
            link->setProperty("link", true);
            link->setCursor(Qt::PointingHandCursor);
            link->setToolTip(tr("Why this figure?"));
            link->setAccessibleName(tr("%1: %2. Why this figure?").arg(name, value));
            connect(link, &QPushButton::clicked, this, [this, term] { emit termActivated(term); });
            grid->addWidget(link, row, 1, Qt::AlignRight | Qt::AlignVCenter);
        }
        ++row;
        hairline(grid, row++);
    };
    if (m_evaluation->memory) {
        const MemoryEstimate &memory = *m_evaluation->memory;
        title(tr("Where it goes"));
        for (const std::string &id : partOrder()) {
            for (const MemoryPart &part : memory.parts) {
                if (part.id == id && part.bytes.value.count() > 0)
                    figure(partWord(part.id), formatBytes(part.bytes.value), part.bytes.term, translated(part.name));
            }
        }
        figure(tr("whole card"), formatBytes(memory.device.value), memory.device.term);
        auto *range = label(tr("Range %1 – %2: nine of ten runs lie within.").arg(formatBytes(memory.low), formatBytes(memory.high)), "muted");
        range->setWordWrap(true);
        grid->addWidget(range, row++, 0, 1, 2);
        if (memory.validation) {
            const ValidationMemory &v = *memory.validation;
            title(tr("Validation"));
            figure(v.replay.mode == ValidationMode::Slide ? tr("sliding window, image of %1 × %2").arg(v.replay.height).arg(v.replay.width)
                                                          : tr("whole image of %1 × %2").arg(v.replay.height).arg(v.replay.width),
                   formatBytes(v.device.value), v.device.term);
            auto *verdict = label(v.fits == Fits::Yes ? tr("Fits on this card.") : v.fits == Fits::Tight ? tr("Tight on this card: %1 – %2.").arg(formatBytes(v.low), formatBytes(v.high))
                                                                                 : tr("Does not fit on this card: validate by sliding window or smaller images."), "muted");
            verdict->setWordWrap(true);
            grid->addWidget(verdict, row++, 0, 1, 2);
        }
        if (!m_evaluation->remedies.empty()) {
            title(tr("What saves memory"));
            for (const Remedy &r : m_evaluation->remedies) {
                if (r.saved.value.count() <= 0)
                    continue;
                const QString saved = QStringLiteral("\u2212%1").arg(formatBytes(r.saved.value)); // minus sign
                figure(r.timeRatio ? tr("%1, time × %2", "what is changed, factor on seconds per step").arg(translated(r.name), formatNumber(*r.timeRatio, 2)).replace(QStringLiteral("\u00d7 "), QStringLiteral("\u00d7\u00a0")) : translated(r.name),
                       saved, r.saved.term);
            }
        }
        if (m_evaluation->largestCrop) {
            title(tr("Largest crop"));
            figure(tr("at this batch, same shape"), tr("%1 × %2").arg(m_evaluation->largestCrop->height).arg(m_evaluation->largestCrop->width), noTerm);
        }
        std::vector<StepReplay::Layer> layers = memory.layers;
        std::sort(layers.begin(), layers.end(), [](const auto &a, const auto &b) { return a.saved > b.saved; });
        if (!layers.empty()) {
            title(tr("Largest saved activations"));
            for (std::size_t i = 0; i < std::min<std::size_t>(5, layers.size()); ++i) {
                if (layers[i].saved.count() > 0)
                    figure(breakable(QString::fromStdString(layers[i].path)), formatBytes(layers[i].saved), memory.saved.term);
            }
        }
    }
    if (!m_evaluation->cards.empty()) {
        title(tr("Largest batch per card"));
        for (const CardLine &line : m_evaluation->cards)
            figure(QString::fromStdString(line.gpu), line.maxBatch > 0 ? formatInteger(line.maxBatch) : tr("none"), noTerm);
    }
    if (row == 0) {
        auto *empty = label(tr("No memory estimate yet."), "muted");
        empty->setWordWrap(true);
        grid->addWidget(empty, row++, 0, 1, 2);
    }
    grid->setRowStretch(row, 1);
    m_sideLayout->addWidget(m_sideContents);
}

std::pair<int, const MemoryPart *> MemoryView::partAt(const QPointF &pixel) const
{
    const QCPAxisRect *rect = m_bars->axisRectCount() > 0 ? m_bars->axisRect(0) : nullptr;
    if (!rect || !m_evaluation || !rect->rect().contains(pixel.toPoint()))
        return {-1, nullptr};
    const int variant = static_cast<int>(std::lround(rect->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())));
    if (variant < 0 || variant >= static_cast<int>(m_evaluation->variants.size()))
        return {-1, nullptr};
    const double gib = rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x());
    double from = 0;
    for (const std::string &id : partOrder()) {
        for (const MemoryPart &part : m_evaluation->variants[static_cast<std::size_t>(variant)].memory.parts) {
            if (part.id != id)
                continue;
            if (gib >= from && gib < from + part.bytes.value.gib())
                return {variant, &part};
            from += part.bytes.value.gib();
        }
    }
    return {variant, nullptr};
}

QString MemoryView::barTip(const QPointF &pixel) const
{
    const auto [variant, part] = partAt(pixel);
    if (variant < 0)
        return {};
    const MemoryVariant &v = m_evaluation->variants[static_cast<std::size_t>(variant)];
    if (part)
        return tr("%1: %2 %3").arg(translated(v.name), translated(part->name), formatBytes(part->bytes.value));
    return tr("%1: %2 (%3 – %4)").arg(translated(v.name), formatBytes(v.memory.device.value), formatBytes(v.memory.low), formatBytes(v.memory.high));
}

void MemoryView::clickBar(const QPointF &pixel)
{
    const auto [variant, part] = partAt(pixel);
    if (variant < 0)
        return;
    const TermId term = part ? part->bytes.term : m_evaluation->variants[static_cast<std::size_t>(variant)].memory.device.term;
    if (term != noTerm)
        emit termActivated(term);
}

bool MemoryView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::MouseMove && m_evaluation) {
        auto *mouse = static_cast<QMouseEvent *>(event);
        if (watched == m_bars) {
            const QString tip = barTip(mouse->position());
            QToolTip::showText(mouse->globalPosition().toPoint(), tip, m_bars);
        } else if (watched == m_timeline && m_evaluation->memory && m_timeline->axisRectCount() > 0) {
            const MemoryEstimate &memory = *m_evaluation->memory;
            const double at = m_timeline->axisRect(0)->axis(QCPAxis::atBottom)->pixelToCoord(mouse->position().x());
            const auto index = static_cast<std::size_t>(std::max(0.0, std::round(at)));
            if (m_timeline->axisRect(0)->rect().contains(mouse->position().toPoint()) && index < memory.timeline.size()) {
                const QString name = index < memory.timelineNames.size() ? QString::fromStdString(memory.timelineNames[index]) : QString();
                QToolTip::showText(mouse->globalPosition().toPoint(),
                                   tr("%1 · %2 · %3").arg(formatBytes(memory.timeline[index].live), phaseWord(memory.timeline[index].phase), name), m_timeline);
            } else {
                QToolTip::hideText();
            }
        }
    } else if (event->type() == QEvent::MouseButtonPress && watched == m_bars) {
        clickBar(static_cast<QMouseEvent *>(event)->position());
    }
    return View::eventFilter(watched, event);
}

} // namespace segplan
