// Where the decision flowchart's boxes, arrows and words lie. Sizes come from the texts, so nothing is ever cut; no painting here.
#pragma once

#include "recommend/recommend.h"

#include <QFont>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <vector>

namespace segplan {

QFont flowQuestionFont();
QFont flowAnswerFont();
QFont flowEdgeFont();

struct PlacedNode {
    int node = 0; // index into Flow::nodes
    QString question, answer; // in the language of the layout
    QRectF box;
    QRectF questionBox, answerBox; // tight bounds of the two texts, within `box`
};

struct PlacedEdge {
    int edge = 0; // index into Flow::edges
    QPolygonF path; // horizontal and vertical stretches; the arrow head stands at the last point
    QString label;
    QRectF labelBox; // empty without a label
};

struct FlowLayout {
    std::vector<PlacedNode> nodes;
    std::vector<PlacedEdge> edges;
    QRectF bounds; // with a margin
};

// Needs a QGuiApplication (fonts). An edge that names an unknown node is left out.
FlowLayout layoutFlow(const Flow &flow);

} // namespace segplan
