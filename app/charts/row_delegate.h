// Rows of a table as the drawings show them: air left and right of the text, a hairline below, the selection pale.
#pragma once

#include "theme/palette.h"

#include <QStyledItemDelegate>

namespace segplan {

class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setPalette(const Palette &palette) { m_palette = palette; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    Palette m_palette = lightPalette();
};

} // namespace segplan
