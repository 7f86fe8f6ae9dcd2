// Horizontal stacked bars with a total and its range per row: memory by part, a step by what bounds it, a job's hours, its cost.
#pragma once

#include "theme/palette.h"

#include <QColor>
#include <QPointF>
#include <QString>
#include <utility>
#include <vector>

class QCPAxisRect;
class QCustomPlot;

namespace segplan {

struct BarSeries {
    QString name;
    QColor colour;
};

struct BarRow {
    QString name;
    std::vector<double> values; // one per series, in the unit of the axis
    QString total; // written at the end of the bar
    double low = 0, high = 0; // the range of the whole; equal: no whisker
    bool current = false; // on a pale band, in bold
    double sum() const;
};

struct StackedBars {
    std::vector<BarSeries> series; // from the axis outwards
    std::vector<BarRow> rows; // from the top
    QString unit; // of the axis
    double end = 0; // of the axis; 0: a little past the longest bar
    int topMargin = 10; // kept free above the bars
    std::vector<double> lines; // values that totals are not written across
    QString empty; // the sentence when there are no rows
};

struct StackedChart {
    QCPAxisRect *rect = nullptr;
    int preferredHeight = 0; // logical pixels
};
// Series without a value in any row are left out of the legend.
StackedChart buildStackedBars(QCustomPlot &plot, const StackedBars &bars, const Palette &palette);

// Row and series under a pixel of the plot; -1 outside of the rows, or of the bar.
std::pair<int, int> barAt(QCustomPlot &plot, const StackedBars &bars, const QPointF &pixel);

// A sentence in place of a picture.
void showSentence(QCustomPlot &plot, QCPAxisRect *rect, const Palette &palette, const QString &sentence);

} // namespace segplan
