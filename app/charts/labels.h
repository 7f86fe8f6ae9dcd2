// Where to write the labels of points so that none covers another label, a point or a line that matters. Geometry only.
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace segplan {

struct LabelRequest {
    QPointF anchor;
    double gap = 8; // from the anchor to the text
    QSizeF size;
    int rings = 2; // how far out to look: each ring is one line of text further from the point
};

// One rectangle per request, in order; an empty one where no place was free. Earlier requests choose first. `keepFree` is never covered,
// `lines` only when there is no better place, `curve` only when there is none else, and all rectangles lie within `bounds`.
std::vector<QRectF> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds, const std::vector<QRectF> &keepFree,
                                const std::vector<QLineF> &lines, const std::vector<QLineF> &curve = {});

// True when any part of the line lies in the rectangle.
bool crosses(const QLineF &line, const QRectF &rect);

// Spreads labels along one row: centres as near to `wanted` (ascending) as possible, `gap` between them, all within [from, to].
std::vector<double> spreadCentres(const std::vector<double> &wanted, const std::vector<double> &widths, double gap, double from, double to);

} // namespace segplan
