#include "report/page_writer.h"

#include "theme/theme.h"

#include <QCoreApplication>
#include <QPdfWriter>
#include <QTextLayout>
#include <algorithm>
#include <cmath>

namespace segplan {

namespace {
struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::Report) };
constexpr double cellPadX = 6, cellPadY = 4;
}

PageWriter::PageWriter(QPdfWriter &writer, QString footer, int pages)
    : m_writer(writer), m_palette(paperPalette()), m_footer(std::move(footer)), m_pages(pages)
{
    m_painter.begin(&m_writer);
    m_painter.setMode(QCPPainter::pmVectorized);
    const double scale = m_writer.resolution() / 96.0;
    m_painter.scale(scale, scale);
    m_painter.setRenderHint(QPainter::Antialiasing);
}

PageWriter::~PageWriter()
{
    foot();
    m_painter.end();
}

QFont PageWriter::font(const TextStyle &style) const
{
    static const QStringList families = uiFontFamilies();
    QFont f;
    if (style.mono) {
        f.setFamilies({QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Consolas"), QStringLiteral("Menlo"),
                       QStringLiteral("Noto Sans Mono CJK SC"), QStringLiteral("Noto Sans CJK SC")});
        f.setStyleHint(QFont::Monospace);
    } else {
        f.setFamilies(families);
    }
    // Points at 96 dots per inch: fractions of a pixel count on paper.
    f.setPixelSize(std::max(1, static_cast<int>(std::lround(style.size))));
    f.setWeight(style.bold ? QFont::DemiBold : QFont::Normal);
    f.setHintingPreference(QFont::PreferNoHinting);
    return f;
}

double PageWriter::layOut(QTextLayout &layout, const TextStyle &style, double width) const
{
    layout.setFont(font(style));
    QTextOption option(style.alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = 0;
    for (QTextLine l = layout.createLine(); l.isValid(); l = layout.createLine()) {
        l.setLineWidth(width);
        l.setPosition({0, y});
        y += std::ceil(l.height());
    }
    layout.endLayout();
    return y;
}

double PageWriter::textHeight(const QString &text, const TextStyle &style, double width) const
{
    QTextLayout layout(text);
    return text.isEmpty() ? 0 : layOut(layout, style, width);
}

double PageWriter::textWidth(const QString &text, const TextStyle &style) const
{
    return QFontMetricsF(font(style)).horizontalAdvance(text);
}

double PageWriter::drawText(const QPointF &topLeft, double width, const QString &text, const TextStyle &style)
{
    if (text.isEmpty())
        return 0;
    QTextLayout layout(text);
    const double height = layOut(layout, style, width);
    m_painter.setPen(style.colour.isValid() ? style.colour : m_palette.text);
    layout.draw(&m_painter, topLeft);
    return height;
}

void PageWriter::line(double y, const QColor &colour)
{
    m_painter.setPen(QPen(colour, 0.8));
    m_painter.drawLine(QLineF(margin, y, margin + width(), y));
}

void PageWriter::foot()
{
    const double y = pageHeight - bottomMargin + 18;
    line(y, m_palette.line);
    TextStyle style{9.6, false, false, m_palette.muted};
    drawText({margin, y + 6}, width(), m_footer, style);
    style.alignment = Qt::AlignRight;
    drawText({margin, y + 6}, width(), m_pages > 0 ? Words::tr("page %1 of %2").arg(m_page).arg(m_pages) : Words::tr("page %1").arg(m_page), style);
}

void PageWriter::newPage()
{
    foot();
    m_writer.newPage();
    ++m_page;
    m_y = margin;
}

void PageWriter::needs(double height)
{
    if (m_y + height > pageHeight - bottomMargin && m_y > margin + 1)
        newPage();
}

QRectF PageWriter::block(double height)
{
    needs(height);
    const QRectF rect(margin, m_y, width(), height);
    m_y += height;
    return rect;
}

void PageWriter::section(const QString &title, double keepWith)
{
    if (m_y > margin + 1)
        m_y += 16;
    needs(34 + keepWith);
    m_y += drawText({margin, m_y}, width(), title, {16, true}) + 3;
    line(m_y, m_palette.line);
    m_y += 8;
}

void PageWriter::subheading(const QString &title)
{
    needs(60);
    m_y += 4;
    m_y += drawText({margin, m_y}, width(), title, {12, true}) + 3;
}

void PageWriter::paragraph(const QString &text, const TextStyle &style, double indent, double after)
{
    if (text.isEmpty())
        return;
    QTextLayout layout(text);
    layOut(layout, style, width() - indent);
    for (int i = 0; i < layout.lineCount(); ++i) {
        const QTextLine l = layout.lineAt(i);
        needs(l.height());
        m_painter.setPen(style.colour.isValid() ? style.colour : m_palette.text);
        l.draw(&m_painter, QPointF(margin + indent, m_y - l.y()));
        m_y += std::ceil(l.height());
    }
    m_y += after;
}

void PageWriter::bullet(const QString &text, const TextStyle &style)
{
    if (text.isEmpty())
        return;
    needs(std::min(60.0, textHeight(text, style, width() - 14)));
    drawText({margin + 2, m_y}, 12, QStringLiteral("•"), style);
    paragraph(text, style, 14, 3);
}

void PageWriter::code(const QString &text)
{
    const TextStyle style{10.6, false, true};
    m_painter.setPen(Qt::NoPen);
    const QStringList lines = text.split(QLatin1Char('\n'));
    const auto ground = [this](double height) { m_painter.fillRect(QRectF(margin, m_y, width(), height), lightPalette().ground); };
    needs(8 + 16);
    ground(6);
    m_y += 6;
    for (const QString &l : lines) {
        const double height = std::max(15.0, textHeight(l, style, width() - 20));
        needs(height);
        ground(height);
        drawText({margin + 10, m_y}, width() - 20, l, style);
        m_y += height;
    }
    ground(6);
    m_y += 14;
}

void PageWriter::pairs(const std::vector<std::pair<QString, QString>> &values, int across)
{
    const double gutter = 24, columnWidth = (width() - gutter * (across - 1)) / across;
    const TextStyle name{10.5, false, false, m_palette.muted}, value{10.5, false, false, {}, Qt::AlignRight};
    const double valueShare = 0.54;
    for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(across)) {
        double height = 0;
        for (std::size_t k = i; k < std::min(values.size(), i + static_cast<std::size_t>(across)); ++k)
            height = std::max({height, textHeight(values[k].first, name, columnWidth * (1 - valueShare) - 6), textHeight(values[k].second, value, columnWidth * valueShare)});
        needs(height + 5);
        for (std::size_t k = i; k < std::min(values.size(), i + static_cast<std::size_t>(across)); ++k) {
            const double x = margin + static_cast<double>(k - i) * (columnWidth + gutter);
            drawText({x, m_y + 2}, columnWidth * (1 - valueShare) - 6, values[k].first, name);
            drawText({x + columnWidth * (1 - valueShare), m_y + 2}, columnWidth * valueShare, values[k].second, value);
            m_painter.setPen(QPen(m_palette.grid, 0.8));
            m_painter.drawLine(QLineF(x, m_y + height + 4, x + columnWidth, m_y + height + 4));
        }
        m_y += height + 5;
    }
    m_y += 6;
}

void PageWriter::table(const std::vector<TableColumn> &columns, const std::vector<std::vector<TableCell>> &rows, double size)
{
    double fixed = 0;
    int flexible = 0;
    for (const TableColumn &c : columns) {
        fixed += c.width;
        flexible += c.width <= 0;
    }
    std::vector<double> widths;
    for (const TableColumn &c : columns)
        widths.push_back(c.width > 0 ? c.width : (width() - fixed) / flexible);
    const auto cellHeight = [&](const TableCell &cell, double w) {
        const TextStyle style{size, cell.bold}, second{size - 1};
        return textHeight(cell.text, style, w - 2 * cellPadX) + textHeight(cell.second, second, w - 2 * cellPadX);
    };
    const auto header = [&] {
        double height = 0;
        for (std::size_t i = 0; i < columns.size(); ++i)
            height = std::max(height, textHeight(columns[i].heading, {size, true}, widths[i] - 2 * cellPadX));
        double x = margin;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            drawText({x + cellPadX, m_y + cellPadY}, widths[i] - 2 * cellPadX, columns[i].heading, {size, true, false, m_palette.muted, columns[i].alignment});
            x += widths[i];
        }
        m_y += height + 2 * cellPadY;
        line(m_y, m_palette.muted);
    };
    needs(70);
    header();
    for (const auto &row : rows) {
        double height = 0;
        for (std::size_t i = 0; i < row.size(); ++i)
            height = std::max(height, cellHeight(row[i], widths[i]));
        height += 2 * cellPadY;
        if (m_y + height > pageHeight - bottomMargin) {
            newPage();
            header();
        }
        double x = margin;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const TextStyle style{size, row[i].bold, false, row[i].colour, columns[i].alignment};
            const double h = drawText({x + cellPadX, m_y + cellPadY}, widths[i] - 2 * cellPadX, row[i].text, style);
            drawText({x + cellPadX, m_y + cellPadY + h}, widths[i] - 2 * cellPadX, row[i].second, {size - 1, false, false, m_palette.muted, columns[i].alignment});
            x += widths[i];
        }
        m_y += height;
        line(m_y, m_palette.grid);
    }
    m_y += 8;
}

} // namespace segplan
