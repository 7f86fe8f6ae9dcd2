// What all charts share: type, axes, free painting on top, a legend that wraps. The same builder fills a chart for screen, file and paper.
#pragma once

#include "theme/palette.h"

#include <QFont>
#include <functional>
#include <qcustomplot.h>
#include <vector>

namespace segplan {

// The one type family, with the Simplified Chinese face named, at a size in logical pixels.
QFont chartFont(double pixelSize, bool bold = false);

// Paints whatever does not fit QCustomPlot's own items; runs after the layout, so pixel positions are known.
class ChartNotes : public QCPLayerable {
    Q_OBJECT
public:
    using Paint = std::function<void(QCPPainter &)>;
    ChartNotes(QCustomPlot *plot, Paint paint, const QString &layer = QStringLiteral("legend"));

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;

private:
    Paint m_paint;
};

// Coloured squares with names, in as many rows as the width needs.
class FlowLegend : public QCPLayoutElement {
    Q_OBJECT
public:
    struct Entry { QString name; QColor colour; };
    FlowLegend(QCustomPlot *plot, std::vector<Entry> entries, QColor text);
    void update(UpdatePhase phase) override;

protected:
    void draw(QCPPainter *painter) override;

private:
    double entryWidth(const Entry &entry) const;
    std::vector<Entry> m_entries;
    QColor m_text;
};

// Ticks at 1, 2 and 5 of each decade (more when the span is small), labelled with plain numbers.
class LogTicker : public QCPAxisTicker {
public:
    void generate(const QCPRange &range, const QLocale &locale, QChar formatChar, int precision, QVector<double> &ticks,
                  QVector<double> *subTicks, QVector<QString> *tickLabels) override;
};

// Linear ticks labelled with grouped numbers of the current language.
class PlainTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale &locale, QChar formatChar, int precision) override;
};

QString plainNumber(double value); // shortest form, grouped, in QLocale()

// Empties the plot and gives it one axis rect on the panel colour; returns it.
QCPAxisRect *resetChart(QCustomPlot &plot, const Palette &palette);
// Muted labels without an axis line; the grid drawn or not.
void styleAxis(QCPAxis &axis, const Palette &palette, bool grid);

// Text centred in (or set into) a rectangle on a halo of the panel colour, so that lines beneath do not cut through it.
void drawLabel(QCPPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &colour, const QColor &halo);
QSizeF labelSize(const QString &text, const QFont &font);

QColor mixed(const QColor &a, const QColor &b, double shareOfB);

} // namespace segplan
