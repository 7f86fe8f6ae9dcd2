// The trade-off chart: cost of the whole job against hours (log), the Pareto front, budget and deadline.
#pragma once

#include "evaluate/evaluate.h"
#include "theme/palette.h"

#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

class QCustomPlot;

namespace segplan {

// One drawn candidate, exactly as the snapshot holds it.
struct CostTimePoint {
    enum class Kind { Front, Dominated, Rejected };
    int candidate = -1;
    Kind kind = Kind::Rejected;
    bool chosen = false; // the recommendation
    double hours = 0, low = 0, high = 0, cost = 0;
};

// The candidates that have both hours and cost in the currency of the first of them, by hours.
std::vector<CostTimePoint> costTimePoints(const Evaluation &evaluation, bool withRejected = true);

QString cardLabel(const Candidate &candidate); // "A10 ×4"

struct CostTimeChart {
    std::vector<CostTimePoint> points;
    // Filled while the chart is drawn, one per point (empty: no room, or a sibling on the same card is named), then the limits' labels.
    std::shared_ptr<std::vector<QRectF>> labels;
};

struct CostTimeOptions {
    bool withRejected = true;
    int selected = -1; // candidate to ring besides the recommendation
};

CostTimeChart buildCostTimeChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette, const CostTimeOptions &options = {});

// The drawn point nearest to a pixel, within `reach`; -1: none. The plot must have been drawn.
int candidateAt(const QCustomPlot &plot, const CostTimeChart &chart, const QPointF &pixel, double reach = 14);

} // namespace segplan
