// Sets text, tables and drawings onto A4 pages from top to bottom. Lengths in logical pixels (96 per inch).
#pragma once

#include "theme/palette.h"

#include <QFont>
#include <QRectF>
#include <QString>
#include <functional>
#include <qcustomplot.h>
#include <vector>

class QPdfWriter;
class QTextLayout;

namespace segplan {

struct TextStyle {
    double size = 11.5; // pixels
    bool bold = false, mono = false;
    QColor colour; // invalid: the text colour
    Qt::Alignment alignment = Qt::AlignLeft;
};

struct TableColumn {
    QString heading;
    double width = 0; // 0: shares what is left
    Qt::Alignment alignment = Qt::AlignLeft;
};

struct TableCell {
    QString text;
    QColor colour; // invalid: the text colour
    bool bold = false;
    QString second; // a muted second line
};

class PageWriter {
public:
    // `pages`: total for "page x of y", 0 in the counting pass.
    PageWriter(QPdfWriter &writer, QString footer, int pages);
    ~PageWriter(); // ends the last page

    static constexpr double pageWidth = 793.7, pageHeight = 1122.5; // A4
    static constexpr double margin = 62, bottomMargin = 66;
    double width() const { return pageWidth - 2 * margin; }
    double left() const { return margin; }
    QCPPainter &painter() { return m_painter; }
    const Palette &palette() const { return m_palette; }
    int pagesUsed() const { return m_page; }

    void section(const QString &title, double keepWith = 90); // never alone at the foot of a page
    void subheading(const QString &title);
    void paragraph(const QString &text, const TextStyle &style = {}, double indent = 0, double after = 6);
    void bullet(const QString &text, const TextStyle &style = {});
    void code(const QString &text); // monospaced on a pale ground, long lines wrapped
    void gap(double height) { m_y += height; }
    void needs(double height); // a new page unless so much is left
    QRectF block(double height); // reserves a place on one page; draw into it with painter()
    void table(const std::vector<TableColumn> &columns, const std::vector<std::vector<TableCell>> &rows, double size = 10.5);
    // Name and value side by side, in `across` columns.
    void pairs(const std::vector<std::pair<QString, QString>> &values, int across = 2);

    double textHeight(const QString &text, const TextStyle &style, double width) const;
    double textWidth(const QString &text, const TextStyle &style) const;
    double drawText(const QPointF &topLeft, double width, const QString &text, const TextStyle &style); // returns its height
    void line(double y, const QColor &colour);

private:
    void newPage();
    void foot();
    QFont font(const TextStyle &style) const;
    double layOut(QTextLayout &layout, const TextStyle &style, double width) const;

    QPdfWriter &m_writer;
    QCPPainter m_painter;
    Palette m_palette;
    QString m_footer;
    int m_pages = 0, m_page = 1;
    double m_y = margin;
};

} // namespace segplan
