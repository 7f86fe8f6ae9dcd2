#include "charts/row_delegate.h"

#include <QPainter>

namespace segplan {

namespace {
constexpr int air = 8, markGap = 6;
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QString text = index.data(Qt::DisplayRole).toString();
    const bool mark = index.data(Qt::DecorationRole).isValid();
    return {option.fontMetrics.horizontalAdvance(text) + 2 * air + 2 + (mark ? option.decorationSize.width() + markGap : 0), 30};
}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    painter->save();
    const bool selected = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, selected ? m_palette.accentGround : m_palette.panel);
    painter->setPen(QPen(m_palette.grid, 1));
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    QRect inner = option.rect.adjusted(air, 0, -air, -1);
    const QVariant mark = index.data(Qt::DecorationRole);
    if (mark.isValid()) {
        const QSize size = option.decorationSize;
        qvariant_cast<QIcon>(mark).paint(painter, QRect(QPoint(inner.left(), inner.center().y() - size.height() / 2 + 1), size));
        inner.setLeft(inner.left() + size.width() + markGap);
    }
    const QVariant colour = index.data(Qt::ForegroundRole);
    painter->setFont(option.font);
    painter->setPen(colour.isValid() ? qvariant_cast<QColor>(colour) : m_palette.text);
    const auto alignment = index.data(Qt::TextAlignmentRole).isValid() ? qvariant_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole))
                                                                        : Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter);
    painter->drawText(inner, static_cast<int>(alignment) | Qt::TextSingleLine,
                      option.fontMetrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, inner.width()));
    if (option.state & QStyle::State_HasFocus && !selected) {
        painter->setPen(QPen(m_palette.accent, 1));
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    painter->restore();
}

} // namespace segplan
