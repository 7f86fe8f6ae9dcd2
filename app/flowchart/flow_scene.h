// The decision flowchart as a scene: for the tab, for files and for paper.
#pragma once

#include "flowchart/flow_layout.h"
#include "theme/palette.h"

#include <QGraphicsObject>
#include <QGraphicsScene>

namespace segplan {

class FlowNodeItem : public QGraphicsObject {
    Q_OBJECT
public:
    FlowNodeItem(const PlacedNode &placed, const FlowNode &node, const Palette &palette);
    int node() const { return m_placed.node; }
    const PlacedNode &placed() const { return m_placed; }
    void setMarked(bool marked); // the one whose reason is open
    QRectF boundingRect() const override;
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override;

signals:
    void activated(int node);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent *event) override;
    void hoverEnterEvent(QGraphicsSceneHoverEvent *event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent *event) override;

private:
    PlacedNode m_placed;
    bool m_taken;
    Palette m_palette;
    bool m_marked = false, m_hovered = false;
};

// Empties the scene and fills it; returns the layout it shows.
FlowLayout buildFlowScene(QGraphicsScene &scene, const Flow &flow, const Palette &palette);

// The flowchart on its own, painted into `target` with its proportions kept (centred, never enlarged beyond `mostScale`).
void paintFlow(QPainter &painter, const QRectF &target, const Flow &flow, const Palette &palette, double mostScale = 1e9);
QSizeF flowSize(const Flow &flow); // in its own pixels

bool exportFlowSvg(const Flow &flow, const QString &path, QString *error);
bool exportFlowPng(const Flow &flow, const QString &path, QString *error);

} // namespace segplan
