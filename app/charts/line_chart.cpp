#include "charts/line_chart.h"

#include "charts/chart_parts.h"
#include "charts/labels.h"
#include "charts/stacked_bars.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

double valueAt(const ChartLine &line, double x)
{
    const auto after = std::lower_bound(line.points.begin(), line.points.end(), x, [](const QPointF &p, double at) { return p.x() < at; });
    if (after == line.points.begin())
        return after == line.points.end() ? 0 : after->y();
    if (after == line.points.end())
        return line.points.back().y();
    const QPointF &a = *(after - 1), &b = *after;
    return b.x() > a.x() ? a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()) : b.y();
}

void addNotes(QCustomPlot &plot, QCPAxisRect *rect, const LineChart &chart, const Palette &palette, std::shared_ptr<std::vector<QRectF>> labels)
{
    new ChartNotes(&plot, [rect, chart, palette, labels](QCPPainter &painter) {
        const QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
        const QRectF area(rect->rect());
        const QFont font = chartFont(12);
        labels->clear();
        std::vector<QRectF> taken;
        QRectF hereBox;
        if (chart.here > 0) {
            const double at = x->coordToPixel(chart.here);
            QPen pen(palette.muted, 1.2, Qt::DashLine);
            pen.setDashPattern({4, 3});
            painter.setPen(pen);
            painter.drawLine(QLineF(at, area.top(), at, area.bottom()));
            const QSizeF size = labelSize(chart.hereText, font);
            const double left = at + 6 + size.width() < area.right() ? at + 6 : at - 6 - size.width();
            hereBox = QRectF(QPointF(left, area.top() + 2), size);
            taken.push_back(hereBox);
        }
        std::vector<LabelRequest> requests;
        for (const ChartMark &mark : chart.marks) {
            const QPointF at(x->coordToPixel(mark.at.x()), y->coordToPixel(mark.at.y()));
            painter.setPen(QPen(palette.panel, 1.5));
            painter.setBrush(palette.text);
            painter.drawEllipse(at, 4, 4);
            painter.setBrush(Qt::NoBrush);
            requests.push_back({at, 8, labelSize(mark.text, font), 3});
        }
        std::vector<QLineF> lines;
        for (const ChartLine &line : chart.lines) {
            for (std::size_t i = 1; i < line.points.size(); ++i)
                lines.emplace_back(x->coordToPixel(line.points[i - 1].x()), y->coordToPixel(line.points[i - 1].y()), x->coordToPixel(line.points[i].x()),
                                   y->coordToPixel(line.points[i].y()));
        }
        const std::vector<QRectF> places = placeLabels(requests, area, taken, lines);
        for (std::size_t i = 0; i < places.size(); ++i) {
            if (!places[i].isEmpty())
                drawLabel(painter, places[i], chart.marks[i].text, font, palette.text, palette.panel);
            labels->push_back(places[i]);
        }
        if (!hereBox.isEmpty()) {
            drawLabel(painter, hereBox, chart.hereText, font, palette.muted, palette.panel);
            labels->push_back(hereBox);
        }
        painter.setFont(font);
        painter.setPen(palette.muted);
        painter.drawText(QRectF(area.right() - 60, area.bottom() + 6, 100, 18), Qt::AlignRight | Qt::AlignVCenter, chart.unitX);
        painter.drawText(QRectF(area.left() - 60, area.top() - 20, 120, 18), Qt::AlignHCenter | Qt::AlignVCenter, chart.unitY);
    });
}

} // namespace

std::shared_ptr<std::vector<QRectF>> buildLineChart(QCustomPlot &plot, const LineChart &chart, const Palette &palette)
{
    QCPAxisRect *rect = resetChart(plot, palette);
    auto labels = std::make_shared<std::vector<QRectF>>();
    double right = 0, top = 0;
    for (const ChartLine &line : chart.lines) {
        for (const QPointF &p : line.points) {
            right = std::max(right, p.x());
            top = std::max(top, p.y());
        }
    }
    if (right <= 0 || top <= 0) {
        showSentence(plot, rect, palette, chart.empty);
        return labels;
    }
    QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
    for (QCPAxis *axis : {x, y}) {
        styleAxis(*axis, palette, true);
        axis->setTicker(QSharedPointer<PlainTicker>::create());
        axis->ticker()->setTickCount(5);
    }
    x->setRange(0, right);
    y->setRange(0, top * 1.12);
    rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    rect->setMargins(QMargins(0, 24, 44, 0));
    std::vector<FlowLegend::Entry> legend;
    for (const ChartLine &line : chart.lines) {
        QVector<double> keys, values;
        for (const QPointF &p : line.points) {
            keys << p.x();
            values << p.y();
        }
        auto *graph = new QCPGraph(x, y);
        graph->setData(keys, values, true);
        graph->setPen(QPen(line.colour, 2, line.dashed ? Qt::DashLine : Qt::SolidLine));
        graph->setName(line.name);
        legend.push_back({line.name, line.colour});
    }
    plot.plotLayout()->addElement(1, 0, new FlowLegend(&plot, legend, palette.muted));
    addNotes(plot, rect, chart, palette, labels);
    return labels;
}

std::pair<int, QPointF> lineAt(QCustomPlot &plot, const LineChart &chart, const QPointF &pixel)
{
    const QCPAxisRect *rect = plot.axisRectCount() > 0 ? plot.axisRect(0) : nullptr;
    if (!rect || chart.lines.empty() || !rect->rect().contains(pixel.toPoint()))
        return {-1, {}};
    const double x = rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x());
    std::pair<int, QPointF> nearest{-1, {}};
    double least = 8;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const double y = valueAt(chart.lines[i], x);
        const double away = std::fabs(rect->axis(QCPAxis::atLeft)->coordToPixel(y) - pixel.y());
        if (away < least) {
            least = away;
            nearest = {static_cast<int>(i), QPointF(x, y)};
        }
    }
    return nearest;
}

} // namespace segplan
