#include "charts/stacked_bars.h"

#include "charts/chart_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace segplan {

namespace {

constexpr int rowHeight = 36, legendHeight = 34, axisHeight = 30, emptyHeight = 160;

// The current row on a pale band, beneath the bars.
void addBands(QCustomPlot &plot, QCPAxisRect *rect, const std::vector<BarRow> &rows, const Palette &palette)
{
    new ChartNotes(&plot, [rect, rows, palette](QCPPainter &painter) {
        const QCPAxis *y = rect->axis(QCPAxis::atLeft);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double top = y->coordToPixel(static_cast<double>(i) - 0.46), bottom = y->coordToPixel(static_cast<double>(i) + 0.46);
            if (rows[i].current)
                painter.fillRect(QRectF(rect->outerRect().left(), top, rect->outerRect().width(), bottom - top), palette.accentGround);
        }
    }, QStringLiteral("background"));
}

void addTotals(QCustomPlot &plot, QCPAxisRect *rect, const StackedBars &bars, const Palette &palette)
{
    new ChartNotes(&plot, [rect, rows = bars.rows, lines = bars.lines, unit = bars.unit, palette](QCPPainter &painter) {
        const QCPAxis *y = rect->axis(QCPAxis::atLeft), *x = rect->axis(QCPAxis::atBottom);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const BarRow &row = rows[i];
            const double middle = y->coordToPixel(static_cast<double>(i)), mid = row.sum();
            if (row.high > row.low) { // the range, as a thin whisker through the bar's end
                painter.setPen(QPen(palette.text, 1.2));
                painter.drawLine(QLineF(x->coordToPixel(row.low), middle, x->coordToPixel(row.high), middle));
                for (double tip : {row.low, row.high})
                    painter.drawLine(QLineF(x->coordToPixel(tip), middle - 3, x->coordToPixel(tip), middle + 3));
            }
            const QFont font = chartFont(13, row.current);
            const QSizeF size = labelSize(row.total, font);
            double from = x->coordToPixel(std::max(mid, row.high)) + 7;
            for (double line : lines) { // to the right of a line rather than across it
                const double at = x->coordToPixel(line);
                if (at > from - 3 && at < from + size.width() + 3)
                    from = at + 5;
            }
            drawLabel(painter, QRectF(QPointF(from, middle - size.height() / 2), size), row.total, font, palette.text,
                      row.current ? palette.accentGround : palette.panel);
        }
        painter.setFont(chartFont(12));
        painter.setPen(palette.muted);
        const QRectF area(rect->rect());
        painter.drawText(QRectF(area.right() + 4, area.bottom() + 6, 40, 18), Qt::AlignRight | Qt::AlignVCenter, unit);
    });
}

// Room for the longest total behind its bar, on a picture of usual width.
double endOf(const StackedBars &bars)
{
    constexpr double usualWidth = 460;
    double end = 0;
    for (const BarRow &row : bars.rows) {
        const double tip = std::max(row.sum(), row.high);
        const double text = labelSize(row.total, chartFont(13, true)).width() + 12;
        end = std::max(end, tip / std::max(0.3, 1 - text / usualWidth));
    }
    return end > 0 ? end : 1;
}

} // namespace

double BarRow::sum() const { return std::accumulate(values.begin(), values.end(), 0.0); }

void showSentence(QCustomPlot &plot, QCPAxisRect *rect, const Palette &palette, const QString &sentence)
{
    rect->setVisible(false);
    for (QCPAxis *axis : rect->axes())
        axis->setVisible(false);
    new ChartNotes(&plot, [sentence, palette, &plot](QCPPainter &painter) {
        painter.setFont(chartFont(13));
        painter.setPen(palette.muted);
        painter.drawText(plot.viewport().adjusted(20, 10, -20, -10), Qt::AlignCenter | Qt::TextWordWrap, sentence);
    });
}

StackedChart buildStackedBars(QCustomPlot &plot, const StackedBars &bars, const Palette &palette)
{
    StackedChart chart;
    chart.rect = resetChart(plot, palette);
    const int count = static_cast<int>(bars.rows.size());
    if (count == 0) {
        showSentence(plot, chart.rect, palette, bars.empty);
        chart.preferredHeight = emptyHeight;
        return chart;
    }
    QCPAxis *x = chart.rect->axis(QCPAxis::atBottom), *y = chart.rect->axis(QCPAxis::atLeft);
    styleAxis(*x, palette, true);
    styleAxis(*y, palette, false);
    y->setTickLabelFont(chartFont(13));
    y->setTickLabelColor(palette.text);
    x->setTicker(QSharedPointer<PlainTicker>::create());
    x->ticker()->setTickCount(5);
    x->setRange(0, bars.end > 0 ? bars.end : endOf(bars));
    y->setRange(-0.6, count - 0.4);
    y->setRangeReversed(true); // the first row on top
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (int i = 0; i < count; ++i)
        names->addTick(i, bars.rows[static_cast<std::size_t>(i)].name);
    y->setTicker(names);
    chart.rect->setAutoMargins(QCP::msLeft | QCP::msBottom);
    chart.rect->setMargins(QMargins(0, bars.topMargin, 44, 0));

    std::vector<FlowLegend::Entry> legend;
    QCPBars *below = nullptr;
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
        QVector<double> keys, values;
        double sum = 0;
        for (int i = 0; i < count; ++i) {
            const std::vector<double> &row = bars.rows[static_cast<std::size_t>(i)].values;
            keys << i;
            values << (s < row.size() ? row[s] : 0);
            sum += values.last();
        }
        if (sum <= 0)
            continue;
        auto *layer = new QCPBars(y, x);
        layer->setWidthType(QCPBars::wtPlotCoords);
        layer->setWidth(0.58);
        layer->setData(keys, values, true);
        layer->setPen(Qt::NoPen);
        layer->setBrush(bars.series[s].colour);
        layer->setAntialiased(false);
        layer->setName(bars.series[s].name);
        layer->setStackingGap(0);
        if (below)
            layer->moveAbove(below);
        below = layer;
        legend.push_back({bars.series[s].name, bars.series[s].colour});
    }
    plot.plotLayout()->addElement(1, 0, new FlowLegend(&plot, legend, palette.muted));
    addBands(plot, chart.rect, bars.rows, palette);
    addTotals(plot, chart.rect, bars, palette);
    chart.preferredHeight = bars.topMargin + count * rowHeight + legendHeight + axisHeight;
    return chart;
}

std::pair<int, int> barAt(QCustomPlot &plot, const StackedBars &bars, const QPointF &pixel)
{
    const QCPAxisRect *rect = plot.axisRectCount() > 0 ? plot.axisRect(0) : nullptr;
    if (!rect || !rect->rect().contains(pixel.toPoint()))
        return {-1, -1};
    const int row = static_cast<int>(std::lround(rect->axis(QCPAxis::atLeft)->pixelToCoord(pixel.y())));
    if (row < 0 || row >= static_cast<int>(bars.rows.size()))
        return {-1, -1};
    const double at = rect->axis(QCPAxis::atBottom)->pixelToCoord(pixel.x());
    double from = 0;
    const std::vector<double> &values = bars.rows[static_cast<std::size_t>(row)].values;
    for (std::size_t s = 0; s < values.size(); ++s) {
        if (at >= from && at < from + values[s])
            return {row, static_cast<int>(s)};
        from += values[s];
    }
    return {row, -1};
}

} // namespace segplan
