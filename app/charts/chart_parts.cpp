#include "charts/chart_parts.h"

#include "theme/theme.h"

#include <algorithm>
#include <cmath>

namespace segplan {

QFont chartFont(double pixelSize, bool bold)
{
    QFont font;
    static const QStringList families = uiFontFamilies();
    font.setFamilies(families);
    font.setPixelSize(static_cast<int>(std::lround(pixelSize)));
    font.setWeight(bold ? QFont::DemiBold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting); // the same widths on screen and on paper
    return font;
}

ChartNotes::ChartNotes(QCustomPlot *plot, Paint paint, const QString &layer) : QCPLayerable(plot, layer), m_paint(std::move(paint)) {}

void ChartNotes::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(true);
}

void ChartNotes::draw(QCPPainter *painter)
{
    painter->setAntialiasing(true);
    m_paint(*painter);
}

namespace {
constexpr double legendRow = 22, legendSquare = 10, legendInner = 7, legendGap = 20;
}

FlowLegend::FlowLegend(QCustomPlot *plot, std::vector<Entry> entries, QColor text)
    : QCPLayoutElement(plot), m_entries(std::move(entries)), m_text(text)
{
}

double FlowLegend::entryWidth(const Entry &entry) const
{
    return legendSquare + legendInner + labelSize(entry.name, chartFont(12)).width() + legendGap;
}

void FlowLegend::update(UpdatePhase phase)
{
    if (phase == upPreparation) {
        const double width = mParentPlot->viewport().width() - 16;
        double x = 0;
        int rows = 1;
        for (const Entry &entry : m_entries) {
            const double w = entryWidth(entry);
            if (x > 0 && x + w - legendGap > width) {
                ++rows;
                x = 0;
            }
            x += w;
        }
        const int height = static_cast<int>(rows * legendRow) + 4;
        if (mMinimumSize.height() != height) {
            setMinimumSize(10, height);
            setMaximumSize(QWIDGETSIZE_MAX, height);
        }
    }
    QCPLayoutElement::update(phase);
}

void FlowLegend::draw(QCPPainter *painter)
{
    const QFont font = chartFont(12);
    const QRect area = rect();
    double x = area.left(), y = area.top();
    painter->save();
    for (const Entry &entry : m_entries) {
        const double w = entryWidth(entry);
        if (x > area.left() && x + w - legendGap > area.right()) {
            x = area.left();
            y += legendRow;
        }
        painter->setAntialiasing(false);
        painter->fillRect(QRectF(x, y + (legendRow - legendSquare) / 2, legendSquare, legendSquare), entry.colour);
        painter->setAntialiasing(true);
        painter->setFont(font);
        painter->setPen(m_text);
        painter->drawText(QRectF(x + legendSquare + legendInner, y, w, legendRow), Qt::AlignLeft | Qt::AlignVCenter, entry.name);
        x += w;
    }
    painter->restore();
}

QString plainNumber(double value)
{
    int decimals = 0; // as many as the number has, up to three
    for (double scaled = value; decimals < 3 && std::abs(scaled - std::round(scaled)) > 1e-6 * std::max(1.0, std::abs(scaled)); scaled *= 10)
        ++decimals;
    return QLocale().toString(value, 'f', decimals);
}

void LogTicker::generate(const QCPRange &range, const QLocale &, QChar, int, QVector<double> &ticks, QVector<double> *subTicks,
                         QVector<QString> *tickLabels)
{
    ticks.clear();
    if (subTicks)
        subTicks->clear();
    if (range.lower <= 0 || range.upper <= range.lower)
        return;
    const double ratio = range.upper / range.lower;
    const std::vector<double> steps = ratio < 4 ? std::vector<double>{1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9}
        : ratio < 300                           ? std::vector<double>{1, 2, 5}
                                                : std::vector<double>{1};
    for (int decade = static_cast<int>(std::floor(std::log10(range.lower))); std::pow(10, decade) <= range.upper; ++decade) {
        for (double step : steps) {
            const double tick = step * std::pow(10, decade);
            if (tick >= range.lower && tick <= range.upper)
                ticks.append(tick);
        }
    }
    if (tickLabels) {
        tickLabels->clear();
        for (double tick : ticks)
            tickLabels->append(plainNumber(tick));
    }
}

QString PlainTicker::getTickLabel(double tick, const QLocale &, QChar, int)
{
    return plainNumber(std::abs(tick) < 1e-12 ? 0 : tick);
}

QCPAxisRect *resetChart(QCustomPlot &plot, const Palette &palette)
{
    qDeleteAll(plot.findChildren<ChartNotes *>(QString(), Qt::FindDirectChildrenOnly));
    plot.clearItems();
    plot.clearPlottables();
    plot.plotLayout()->clear();
    plot.setBackground(palette.panel);
    plot.setNoAntialiasingOnDrag(false);
    auto *rect = new QCPAxisRect(&plot);
    plot.plotLayout()->addElement(0, 0, rect);
    plot.plotLayout()->setRowSpacing(4);
    rect->setupFullAxesBox(false);
    rect->axis(QCPAxis::atTop)->setVisible(false);
    rect->axis(QCPAxis::atRight)->setVisible(false);
    // setupFullAxesBox couples ranges of opposite axes; nothing reads those two.
    for (QCPAxis *axis : rect->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    return rect;
}

void styleAxis(QCPAxis &axis, const Palette &palette, bool grid)
{
    axis.setBasePen(Qt::NoPen);
    axis.setTickPen(palette.panel); // of no length; a null pen leaves dots in SVG
    axis.setSubTicks(false);
    axis.setTickLength(0);
    axis.setTickLabelPadding(8);
    axis.setTickLabelFont(chartFont(12));
    axis.setTickLabelColor(palette.muted);
    axis.setLabelFont(chartFont(12));
    axis.setLabelColor(palette.muted);
    axis.grid()->setVisible(grid);
    axis.grid()->setPen(QPen(palette.grid, 1));
    axis.grid()->setZeroLinePen(QPen(palette.grid, 1));
}

QSizeF labelSize(const QString &text, const QFont &font)
{
    const QFontMetricsF metrics(font);
    return {std::ceil(metrics.horizontalAdvance(text)) + 1, std::ceil(metrics.height())};
}

void drawLabel(QCPPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &colour, const QColor &halo)
{
    painter.save();
    painter.setFont(font);
    if (halo.isValid()) {
        QColor ground = halo;
        ground.setAlpha(225);
        painter.fillRect(rect.adjusted(-2, 1, 2, -1), ground);
    }
    painter.setPen(colour);
    painter.drawText(rect.adjusted(-2, 0, 2, 0), Qt::AlignCenter | Qt::TextDontClip, text);
    painter.restore();
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto mix = [share](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * share)); };
    return QColor(mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue()));
}

} // namespace segplan
