#include "charts/memory_chart.h"

#include "charts/chart_parts.h"
#include "charts/labels.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::TimelineChart) };

std::size_t peakIndex(const MemoryEstimate &memory)
{
    const auto peak = std::max_element(memory.timeline.begin(), memory.timeline.end(), [](const auto &a, const auto &b) { return a.live < b.live; });
    return static_cast<std::size_t>(peak - memory.timeline.begin());
}

struct Stretch { Phase phase; double from, to; }; // in points

std::vector<Stretch> stretches(const MemoryEstimate &memory)
{
    std::vector<Stretch> result;
    for (std::size_t i = 0; i < memory.timeline.size(); ++i) {
        const double at = static_cast<double>(i);
        if (result.empty() || result.back().phase != memory.timeline[i].phase)
            result.push_back({memory.timeline[i].phase, at, at});
        result.back().to = at + 1;
    }
    if (!result.empty())
        result.back().to = static_cast<double>(memory.timeline.size() - 1);
    return result;
}

} // namespace

QString peakSentence(const Evaluation &evaluation)
{
    if (!evaluation.memory || evaluation.memory->timeline.empty())
        return {};
    const MemoryEstimate &memory = *evaluation.memory;
    const auto &point = memory.timeline[peakIndex(memory)];
    return Words::tr("peak %1 · %2 · %3").arg(formatBytes(point.live), phaseWord(memory.peakPhase), QString::fromStdString(memory.peakLayer));
}

TimelineChart buildTimelineChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette)
{
    QCPAxisRect *rect = resetChart(plot, palette);
    TimelineChart chart;
    chart.labels = std::make_shared<std::vector<QRectF>>();
    QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
    if (!evaluation.memory || evaluation.memory->timeline.size() < 2) {
        showSentence(plot, rect, palette, Words::tr("No step has been replayed yet."));
        return chart;
    }
    const MemoryEstimate &memory = *evaluation.memory;
    chart.points = static_cast<int>(memory.timeline.size());
    styleAxis(*x, palette, false);
    styleAxis(*y, palette, true);
    x->setTickLabels(false);
    y->setTicker(QSharedPointer<PlainTicker>::create());
    y->ticker()->setTickCount(4);
    rect->setAutoMargins(QCP::msLeft);
    rect->setMargins(QMargins(0, 16, 16, 34));

    QVector<double> at, live;
    for (std::size_t i = 0; i < memory.timeline.size(); ++i) {
        at << static_cast<double>(i);
        live << memory.timeline[i].live.gib();
    }
    const std::size_t peak = peakIndex(memory);
    const double peakGib = live[static_cast<qsizetype>(peak)];
    const int chosen = evaluation.recommendation.candidate;
    QString cardText;
    double card = 0;
    if (memory.usable && chosen >= 0) {
        card = memory.usable->value.gib();
        cardText = Words::tr("%1 gives %2").arg(QString::fromStdString(evaluation.candidates[static_cast<std::size_t>(chosen)].gpu), formatBytes(memory.usable->value));
    }
    const bool cardShown = card > 0 && card < peakGib * 2.5;
    x->setRange(0, static_cast<double>(memory.timeline.size() - 1));
    y->setRange(0, (cardShown ? std::max(card * 1.08, peakGib * 1.25) : peakGib * 1.3));

    auto *graph = new QCPGraph(x, y);
    graph->setData(at, live, true);
    graph->setPen(QPen(palette.series[0], 1.6));
    QColor area = palette.series[0];
    area.setAlpha(palette.dark ? 80 : 46);
    graph->setBrush(area);
    graph->setAdaptiveSampling(false);

    const QString sentence = peakSentence(evaluation);
    const std::vector<Stretch> phases = stretches(memory);
    auto labels = chart.labels;
    new ChartNotes(&plot, [=](QCPPainter &painter) {
        const QRectF box(rect->rect());
        labels->clear();
        const QPointF top(x->coordToPixel(static_cast<double>(peak)), y->coordToPixel(peakGib));
        // Peak: a mark and its sentence, above it and within the picture.
        const QFont font = chartFont(12);
        QSizeF size = labelSize(sentence, font);
        QString shown = sentence;
        if (size.width() > box.width()) {
            shown = QFontMetricsF(font).elidedText(sentence, Qt::ElideMiddle, box.width() - 4);
            size.setWidth(box.width() - 2);
        }
        QRectF label(QPointF(top.x() - size.width() / 2, top.y() - size.height() - 9), size);
        label.moveLeft(std::clamp(label.left(), box.left() + 1, std::max(box.left() + 1, box.right() - size.width() - 1)));
        const double cardAt = cardShown ? y->coordToPixel(card) : 0;
        QRectF cardLabel;
        if (cardShown) {
            QPen pen(palette.no, 1.2, Qt::DashLine);
            pen.setDashPattern({4, 3});
            painter.setPen(pen);
            painter.drawLine(QLineF(box.left(), cardAt, box.right(), cardAt));
            const QSizeF cardSize = labelSize(cardText, font);
            cardLabel = QRectF(QPointF(box.right() - cardSize.width() - 2, cardAt - cardSize.height() - 1), cardSize);
            if (cardLabel.top() < 0)
                cardLabel.moveTop(cardAt + 2);
            if (cardLabel.intersects(label))
                cardLabel.moveLeft(box.left() + 2);
            if (cardLabel.intersects(label))
                label.moveTop(top.y() + 12);
        }
        painter.setPen(QPen(palette.panel, 1.5));
        painter.setBrush(palette.tight);
        painter.drawEllipse(top, 5, 5);
        painter.setBrush(Qt::NoBrush);
        drawLabel(painter, label, shown, font, palette.text, palette.panel);
        labels->push_back(label);
        if (cardShown) {
            drawLabel(painter, cardLabel, cardText, font, palette.no, palette.panel);
            labels->push_back(cardLabel);
        }
        // Phases below: a tick where each begins, its name in the middle as far as there is room.
        std::vector<double> wanted, widths;
        painter.setPen(QPen(palette.muted, 1));
        for (const Stretch &s : phases) {
            painter.drawLine(QLineF(x->coordToPixel(s.from), box.bottom(), x->coordToPixel(s.from), box.bottom() + 6));
            wanted.push_back(x->coordToPixel((s.from + s.to) / 2));
            widths.push_back(labelSize(phaseWord(s.phase), font).width());
        }
        painter.drawLine(QLineF(box.right(), box.bottom(), box.right(), box.bottom() + 6));
        const std::vector<double> centres = spreadCentres(wanted, widths, 12, box.left(), box.right() + 14);
        for (std::size_t i = 0; i < phases.size(); ++i) {
            const QRectF word(centres[i] - widths[i] / 2, box.bottom() + 10, widths[i], 18);
            drawLabel(painter, word, phaseWord(phases[i].phase), font, palette.muted, {});
            labels->push_back(word);
        }
    });
    return chart;
}

} // namespace segplan
