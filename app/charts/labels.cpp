#include "charts/labels.h"

#include <algorithm>
#include <cmath>

namespace segplan {

bool crosses(const QLineF &line, const QRectF &rect)
{
    if (rect.contains(line.p1()) || rect.contains(line.p2()))
        return true;
    const QPointF corners[] = {rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()};
    for (int i = 0; i < 4; ++i) {
        if (line.intersects(QLineF(corners[i], corners[(i + 1) % 4]), nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return false;
}

std::vector<QRectF> placeLabels(const std::vector<LabelRequest> &requests, const QRectF &bounds, const std::vector<QRectF> &keepFree,
                                const std::vector<QLineF> &lines, const std::vector<QLineF> &curve)
{
    std::vector<QRectF> placed(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const LabelRequest &request = requests[i];
        const double w = request.size.width(), h = request.size.height();
        double best = 1e9;
        // Rings around the point: above, below, right, left, then the corners; further rings cost more.
        for (int ring = 0; ring < request.rings; ++ring) {
            const double gap = request.gap + ring * h;
            const double dx = w / 2 + gap + 2, dy = h / 2 + gap;
            const QPointF offsets[] = {{0, -dy}, {0, dy}, {dx, 0}, {-dx, 0}, {dx * 0.7, -dy}, {-dx * 0.7, -dy}, {dx * 0.7, dy}, {-dx * 0.7, dy}};
            for (int k = 0; k < 8; ++k) {
                QRectF rect(0, 0, w, h);
                rect.moveCenter(request.anchor + offsets[k]);
                // A label at the border is pushed inwards, as long as it then stays clear of its own point.
                rect.moveLeft(std::clamp(rect.left(), bounds.left(), std::max(bounds.left(), bounds.right() - w)));
                rect.moveTop(std::clamp(rect.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - h)));
                if (!bounds.adjusted(-1, -1, 1, 1).contains(rect))
                    continue;
                const QRectF guarded = rect.adjusted(-3, -1, 3, 1);
                const auto hits = [&](const QRectF &other) { return other.intersects(guarded); };
                if (std::any_of(keepFree.begin(), keepFree.end(), hits)
                    || std::any_of(placed.begin(), placed.begin() + static_cast<std::ptrdiff_t>(i), hits))
                    continue;
                double cost = ring * 10 + k;
                for (const QLineF &line : lines)
                    cost += crosses(line, rect) ? 6 : 0;
                for (const QLineF &line : curve)
                    cost += crosses(line, rect) ? 60 : 0;
                if (cost < best) {
                    best = cost;
                    placed[i] = rect;
                }
            }
        }
    }
    return placed;
}

std::vector<double> spreadCentres(const std::vector<double> &wanted, const std::vector<double> &widths, double gap, double from, double to)
{
    std::vector<double> centres = wanted;
    for (std::size_t i = 0; i < centres.size(); ++i) {
        double least = from + widths[i] / 2;
        if (i > 0)
            least = centres[i - 1] + (widths[i - 1] + widths[i]) / 2 + gap;
        centres[i] = std::max(centres[i], least);
    }
    for (std::size_t i = centres.size(); i-- > 0;) {
        double most = to - widths[i] / 2;
        if (i + 1 < centres.size())
            most = centres[i + 1] - (widths[i] + widths[i + 1]) / 2 - gap;
        centres[i] = std::min(centres[i], most);
    }
    return centres;
}

} // namespace segplan
