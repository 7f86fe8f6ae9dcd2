#include "flowchart/flow_scene.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QCursor>
#include <QGraphicsSceneMouseEvent>
#include <QImage>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QTextLayout>
#include <cmath>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Flowchart) };

void drawWrapped(QPainter &painter, const QRectF &box, const QString &text, const QFont &font, const QColor &colour)
{
    if (text.isEmpty())
        return;
    QTextLayout layout(text, font);
    QTextOption option(Qt::AlignHCenter);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(box.width());
        line.setPosition({0, y});
        y += line.height();
    }
    layout.endLayout();
    painter.setPen(colour);
    layout.draw(&painter, box.topLeft());
}

class EdgeItem : public QGraphicsItem {
public:
    EdgeItem(const PlacedEdge &placed, bool taken, const Palette &palette) : m_placed(placed), m_taken(taken), m_palette(palette)
    {
        setZValue(taken ? -1 : -2);
    }
    QRectF boundingRect() const override { return (m_placed.path.boundingRect() | m_placed.labelBox).adjusted(-8, -8, 8, 8); }
    void paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *) override
    {
        const QColor colour = m_taken ? m_palette.accent : m_palette.line;
        const QPointF tip = m_placed.path.last(), before = m_placed.path[m_placed.path.size() - 2];
        const QPointF along = tip - before;
        const double length = std::hypot(along.x(), along.y());
        const QPointF unit = length > 0 ? along / length : QPointF(0, 1), across(-unit.y(), unit.x());
        const double head = m_taken ? 9 : 8;
        QPolygonF line = m_placed.path;
        line.last() = tip - unit * head * 0.8;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(colour, m_taken ? 2 : 1.4, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
        painter->setBrush(Qt::NoBrush);
        painter->drawPolyline(line);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawPolygon(QPolygonF({tip, tip - unit * head + across * head * 0.55, tip - unit * head - across * head * 0.55}));
        if (!m_placed.label.isEmpty()) {
            painter->fillRect(m_placed.labelBox, m_palette.panel);
            drawWrapped(*painter, m_placed.labelBox.adjusted(-4, 0, 4, 0), m_placed.label, flowEdgeFont(), m_taken ? m_palette.accent : m_palette.muted);
        }
    }

private:
    PlacedEdge m_placed;
    bool m_taken;
    Palette m_palette;
};

bool save(const QByteArray &bytes, const QString &path, QString *error)
{
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
    if (!done && error)
        *error = Words::tr("%1 cannot be written: %2").arg(path, file.errorString());
    return done;
}

} // namespace

FlowNodeItem::FlowNodeItem(const PlacedNode &placed, const FlowNode &node, const Palette &palette)
    : m_placed(placed), m_taken(node.taken), m_palette(palette)
{
    setAcceptHoverEvents(true);
    setCursor(Qt::PointingHandCursor);
    setObjectName(QString::fromStdString(node.id));
}

void FlowNodeItem::setMarked(bool marked)
{
    m_marked = marked;
    update();
}

QRectF FlowNodeItem::boundingRect() const
{
    return m_placed.box.adjusted(-4, -4, 4, 4);
}

void FlowNodeItem::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *)
{
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor edge = m_taken ? m_palette.accent : m_hovered ? m_palette.muted : m_palette.line;
    painter->setBrush(m_taken ? m_palette.accentGround : m_palette.panel);
    painter->setPen(QPen(edge, m_taken ? 1.6 : 1.2));
    painter->drawRoundedRect(m_placed.box, 6, 6);
    if (m_marked) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_taken ? m_palette.accent : m_palette.muted, 1.2, Qt::DotLine));
        painter->drawRoundedRect(m_placed.box.adjusted(-3, -3, 3, 3), 8, 8);
    }
    // A little more than measured, so that rounding never breaks a line anew.
    const auto across = [](const QRectF &text) { return text.adjusted(-1.5, 0, 1.5, 0); };
    drawWrapped(*painter, across(m_placed.questionBox), m_placed.question, flowQuestionFont(), m_taken ? m_palette.text : m_palette.muted);
    drawWrapped(*painter, across(m_placed.answerBox), m_placed.answer, flowAnswerFont(), m_palette.muted);
}

void FlowNodeItem::mousePressEvent(QGraphicsSceneMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        emit activated(node());
    else
        QGraphicsObject::mousePressEvent(event);
}

void FlowNodeItem::hoverEnterEvent(QGraphicsSceneHoverEvent *)
{
    m_hovered = true;
    update();
}

void FlowNodeItem::hoverLeaveEvent(QGraphicsSceneHoverEvent *)
{
    m_hovered = false;
    update();
}

FlowLayout buildFlowScene(QGraphicsScene &scene, const Flow &flow, const Palette &palette)
{
    scene.clear();
    const FlowLayout layout = layoutFlow(flow);
    for (const PlacedEdge &edge : layout.edges)
        scene.addItem(new EdgeItem(edge, flow.edges[static_cast<std::size_t>(edge.edge)].taken, palette));
    for (const PlacedNode &node : layout.nodes)
        scene.addItem(new FlowNodeItem(node, flow.nodes[static_cast<std::size_t>(node.node)], palette));
    scene.setSceneRect(layout.bounds);
    scene.setBackgroundBrush(palette.panel);
    return layout;
}

QSizeF flowSize(const Flow &flow)
{
    return layoutFlow(flow).bounds.size();
}

void paintFlow(QPainter &painter, const QRectF &target, const Flow &flow, const Palette &palette, double mostScale)
{
    QGraphicsScene scene;
    buildFlowScene(scene, flow, palette);
    const QRectF source = scene.sceneRect();
    const double scale = std::min({target.width() / source.width(), target.height() / source.height(), mostScale});
    QRectF place(QPointF(), source.size() * scale);
    place.moveTopLeft({target.center().x() - place.width() / 2, target.top()});
    scene.render(&painter, place, source, Qt::KeepAspectRatio);
}

bool exportFlowSvg(const Flow &flow, const QString &path, QString *error)
{
    const QSizeF size = flowSize(flow);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size.toSize());
        svg.setViewBox(QRectF(QPointF(), size));
        svg.setTitle(Words::tr("Decision path"));
        QPainter painter(&svg);
        painter.fillRect(QRectF(QPointF(), size), paperPalette().panel);
        paintFlow(painter, QRectF(QPointF(), size), flow, paperPalette());
    }
    return save(buffer.data(), path, error);
}

bool exportFlowPng(const Flow &flow, const QString &path, QString *error)
{
    const QSizeF size = flowSize(flow);
    QImage image((size * 2).toSize(), QImage::Format_RGB32);
    image.fill(paperPalette().panel);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    paintFlow(painter, QRectF(image.rect()), flow, paperPalette());
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return save(buffer.data(), path, error);
}

} // namespace segplan
