// Cost over hours of use, one line per way of buying, with the points where one way begins to pay.
#pragma once

#include "theme/palette.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

class QCustomPlot;

namespace segplan {

struct ChartLine {
    QString name;
    QColor colour;
    std::vector<QPointF> points; // ascending x; joined by straight lines
    bool dashed = false;
};

struct ChartMark {
    QPointF at;
    QString text;
};

struct LineChart {
    std::vector<ChartLine> lines;
    std::vector<ChartMark> marks; // dots on the lines with a label
    double here = 0; // a vertical line at this x; 0: none
    QString hereText;
    QString unitX, unitY;
    QString empty; // the sentence without lines
};

// The rectangles of the labels that were drawn, filled while drawing: marks (empty where there was no room), then `here`.
std::shared_ptr<std::vector<QRectF>> buildLineChart(QCustomPlot &plot, const LineChart &chart, const Palette &palette);

// The line nearest to a pixel (within 8 px) and the place on it; -1: none.
std::pair<int, QPointF> lineAt(QCustomPlot &plot, const LineChart &chart, const QPointF &pixel);

} // namespace segplan
