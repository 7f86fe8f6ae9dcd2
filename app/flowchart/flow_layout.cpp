#include "flowchart/flow_layout.h"

#include "text/translated.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QTextLayout>
#include <algorithm>
#include <cmath>
#include <map>

namespace segplan {

namespace {

constexpr double padX = 16, padY = 9, between = 2; // within a box
constexpr double leastWidth = 200, mostText = 288; // of a box; of a line of text
constexpr double columnGap = 84, rowGap = 30, labelledGap = 44, margin = 24;

QFont font(int pixelSize, QFont::Weight weight)
{
    static const QStringList families = uiFontFamilies();
    QFont f;
    f.setFamilies(families);
    f.setPixelSize(pixelSize);
    f.setWeight(weight);
    f.setHintingPreference(QFont::PreferNoHinting);
    return f;
}

// Size of `text` broken into lines no wider than `width`.
QSizeF textSize(const QString &text, const QFont &f, double width)
{
    if (text.isEmpty())
        return {};
    QTextLayout layout(text, f);
    QTextOption option(Qt::AlignHCenter);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double w = 0, h = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        w = std::max(w, line.naturalTextWidth());
        h += line.height();
    }
    layout.endLayout();
    return {std::ceil(w) + 1, std::ceil(h)};
}

// The same number of lines as at `most`, but of even length: no single word left over on the last one.
QSizeF balancedSize(const QString &text, const QFont &f, double most)
{
    QSizeF size = textSize(text, f, most);
    double low = size.width() / 2, high = size.width();
    while (high - low > 4) {
        const double middle = (low + high) / 2;
        const QSizeF next = textSize(text, f, middle);
        if (next.height() <= size.height()) {
            high = middle;
            size = next;
        } else {
            low = middle;
        }
    }
    return size;
}

bool hits(const QPointF &a, const QPointF &b, const QRectF &box)
{
    const QRectF stretch = QRectF(QPointF(std::min(a.x(), b.x()), std::min(a.y(), b.y())), QPointF(std::max(a.x(), b.x()), std::max(a.y(), b.y())));
    const QRectF inner = box.adjusted(2, 2, -2, -2);
    return stretch.right() >= inner.left() && stretch.left() <= inner.right() && stretch.bottom() >= inner.top() && stretch.top() <= inner.bottom();
}

class Layouter {
public:
    explicit Layouter(const Flow &flow) : m_flow(flow) {}

    FlowLayout run()
    {
        measure();
        place();
        for (std::size_t i = 0; i < m_flow.edges.size(); ++i)
            route(static_cast<int>(i));
        for (const PlacedNode &n : m_out.nodes)
            m_out.bounds |= n.box;
        for (const PlacedEdge &e : m_out.edges)
            m_out.bounds |= e.path.boundingRect() | (e.labelBox.isEmpty() ? e.path.boundingRect() : e.labelBox);
        m_out.bounds.adjust(-margin, -margin, margin, margin);
        return std::move(m_out);
    }

private:
    const FlowNode &source(const PlacedNode &n) const { return m_flow.nodes[static_cast<std::size_t>(n.node)]; }

    void measure()
    {
        for (std::size_t i = 0; i < m_flow.nodes.size(); ++i) {
            PlacedNode n;
            n.node = static_cast<int>(i);
            n.question = translated(m_flow.nodes[i].question);
            n.answer = translated(m_flow.nodes[i].answer);
            const QSizeF q = balancedSize(n.question, flowQuestionFont(), mostText), a = balancedSize(n.answer, flowAnswerFont(), mostText);
            n.questionBox.setSize(q);
            n.answerBox.setSize(a);
            n.box.setSize({std::max({leastWidth, q.width() + 2 * padX, a.width() + 2 * padX}),
                           q.height() + (a.isEmpty() ? 0 : between + a.height()) + 2 * padY});
            const int column = m_flow.nodes[i].column, row = m_flow.nodes[i].row;
            m_columnWidth[column] = std::max(m_columnWidth[column], n.box.width());
            m_rowHeight[row] = std::max(m_rowHeight[row], n.box.height());
            m_index[m_flow.nodes[i].id] = m_out.nodes.size();
            m_out.nodes.push_back(n);
        }
    }

    void place()
    {
        std::map<int, double> columnCentre, rowTop;
        double x = 0;
        for (const auto &[column, width] : m_columnWidth) {
            columnCentre[column] = x + width / 2;
            x += width + columnGap;
        }
        double y = 0;
        for (const auto &[row, height] : m_rowHeight) {
            rowTop[row] = y;
            y += height + gapBelow(row);
        }
        m_rowTop = rowTop;
        // Two nodes of the same column and row stand beside one another as one wide cell would.
        std::map<std::pair<int, int>, int> seen;
        for (PlacedNode &n : m_out.nodes) {
            const FlowNode &s = source(n);
            const double width = m_columnWidth[s.column];
            const int nth = seen[{s.column, s.row}]++;
            QPointF corner(columnCentre[s.column] - width / 2, rowTop[s.row] + (m_rowHeight[s.row] - n.box.height()) / 2);
            corner.rx() += nth * (width + columnGap / 2) * (s.column < 0 ? -1 : 1);
            n.box = QRectF(corner, QSizeF(width, n.box.height()));
            const QPointF middle(n.box.center().x(), n.box.top() + padY);
            n.questionBox.moveTopLeft({middle.x() - n.questionBox.width() / 2, middle.y()});
            n.answerBox.moveTopLeft({middle.x() - n.answerBox.width() / 2, n.questionBox.bottom() + between});
        }
    }

    // More room where a word stands beside a downward arrow.
    double gapBelow(int row) const
    {
        for (const FlowEdge &e : m_flow.edges) {
            const auto from = m_index.find(e.from), to = m_index.find(e.to);
            if (from == m_index.end() || to == m_index.end() || e.label.empty())
                continue;
            if (m_flow.nodes[from->second].row == row && m_flow.nodes[to->second].row > row)
                return labelledGap;
        }
        return rowGap;
    }

    bool isFree(const QPolygonF &path, std::size_t from, std::size_t to) const
    {
        for (qsizetype i = 0; i + 1 < path.size(); ++i) {
            for (std::size_t k = 0; k < m_out.nodes.size(); ++k) {
                // The first stretch may touch its own box, the last one its target.
                if ((k == from && i == 0) || (k == to && i + 2 == path.size()))
                    continue;
                if (hits(path[i], path[i + 1], m_out.nodes[k].box))
                    return false;
            }
        }
        return true;
    }

    void route(int index)
    {
        const FlowEdge &edge = m_flow.edges[static_cast<std::size_t>(index)];
        const auto fromIt = m_index.find(edge.from), toIt = m_index.find(edge.to);
        if (fromIt == m_index.end() || toIt == m_index.end() || fromIt->second == toIt->second)
            return;
        const PlacedNode &a = m_out.nodes[fromIt->second], &b = m_out.nodes[toIt->second];
        const QRectF &p = a.box, &q = b.box;
        const bool right = q.center().x() > p.center().x() + 1, sameColumn = std::abs(q.center().x() - p.center().x()) <= 1;
        const QPointF side(right ? p.right() : p.left(), p.center().y());
        const double above = q.top() - rowGap / 2;
        std::vector<QPolygonF> ways;
        const QPolygonF down({QPointF(p.center().x(), p.bottom()), QPointF(q.center().x(), q.top())});
        const QPolygonF across({side, QPointF(right ? q.left() : q.right(), side.y())});
        const QPolygonF acrossDown({side, QPointF(q.center().x(), side.y()), QPointF(q.center().x(), q.top())});
        const QPolygonF downAcrossDown({QPointF(p.center().x(), p.bottom()), QPointF(p.center().x(), above), QPointF(q.center().x(), above),
                                        QPointF(q.center().x(), q.top())});
        const QPolygonF downAcross({QPointF(p.center().x(), p.bottom()), QPointF(p.center().x(), q.center().y()),
                                    QPointF(right ? q.left() : q.right(), q.center().y())});
        const double channel = std::max(p.right(), q.right()) + columnGap / 3;
        const QPolygonF around({QPointF(p.right(), p.center().y()), QPointF(channel, p.center().y()), QPointF(channel, q.center().y()),
                                QPointF(q.right(), q.center().y())});
        const double otherChannel = std::min(p.left(), q.left()) - columnGap / 3;
        const QPolygonF aroundLeft({QPointF(p.left(), p.center().y()), QPointF(otherChannel, p.center().y()), QPointF(otherChannel, q.center().y()),
                                    QPointF(q.left(), q.center().y())});
        if (sameColumn)
            ways = {down, aroundLeft, around};
        else if (std::abs(p.center().y() - q.center().y()) < 1 || source(a).row == source(b).row)
            ways = {across, downAcrossDown};
        else if (source(a).column == 0)
            ways = {acrossDown, downAcrossDown, downAcross};
        else
            ways = {downAcrossDown, downAcross, acrossDown};
        PlacedEdge placed;
        placed.edge = index;
        placed.path = ways.front();
        for (const QPolygonF &way : ways) {
            if (isFree(way, fromIt->second, toIt->second)) {
                placed.path = way;
                break;
            }
        }
        placed.label = translated(edge.label);
        if (!placed.label.isEmpty())
            placed.labelBox = labelPlace(placed.path, placed.label);
        m_out.edges.push_back(placed);
    }

    // Above the longest level stretch, or to the right of the first upright one.
    QRectF labelPlace(const QPolygonF &path, const QString &text) const
    {
        const QSizeF size = textSize(text, flowEdgeFont(), 1e6);
        double longest = 0;
        QRectF box;
        for (qsizetype i = 0; i + 1 < path.size(); ++i) {
            const double length = std::abs(path[i + 1].x() - path[i].x());
            if (length > longest) {
                longest = length;
                const QPointF middle = (path[i] + path[i + 1]) / 2;
                box = QRectF(QPointF(middle.x() - size.width() / 2, middle.y() - size.height() - 3), size);
            }
        }
        if (longest > 1 && !collides(box))
            return box;
        const QPointF middle = (path[0] + path[1]) / 2;
        return QRectF(QPointF(middle.x() + 8, middle.y() - size.height() / 2 - 2), size);
    }

    bool collides(const QRectF &box) const
    {
        return std::any_of(m_out.nodes.begin(), m_out.nodes.end(), [&](const PlacedNode &n) { return n.box.intersects(box); });
    }

    const Flow &m_flow;
    FlowLayout m_out;
    std::map<int, double> m_columnWidth, m_rowHeight, m_rowTop;
    std::map<std::string, std::size_t> m_index;
};

} // namespace

QFont flowQuestionFont()
{
    return font(14, QFont::DemiBold);
}

QFont flowAnswerFont()
{
    return font(12, QFont::Normal);
}

QFont flowEdgeFont()
{
    return font(12, QFont::Normal);
}

FlowLayout layoutFlow(const Flow &flow)
{
    return Layouter(flow).run();
}

} // namespace segplan
