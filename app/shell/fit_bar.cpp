#include "shell/fit_bar.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace segplan {

FitBar::FitBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void FitBar::setValues(const std::optional<Values> &values)
{
    m_values = values;
    update();
}

void FitBar::applyPalette(const Palette &palette)
{
    m_palette = palette;
    update();
}

void FitBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0, 4, width(), height() - 8);
    QPainterPath shape;
    shape.addRoundedRect(bar, 2, 2);
    painter.setClipPath(shape);
    painter.fillRect(bar, m_palette.grid);
    if (!m_values)
        return;
    // The card's limit stands at 93 % unless the need goes beyond it: what is missing is to be seen too.
    const double limit = m_values->usable.value_or(m_values->high);
    const double full = std::max(limit / 0.93, m_values->high * 1.03);
    const auto x = [&](double bytes) { return full > 0 ? std::clamp(bytes / full, 0.0, 1.0) * bar.width() : 0.0; };
    QColor range = m_values->colour;
    range.setAlphaF(0.45f);
    painter.fillRect(QRectF(0, bar.top(), x(m_values->high), bar.height()), range);
    painter.fillRect(QRectF(0, bar.top(), x(m_values->mid), bar.height()), m_values->colour);
    if (m_values->usable) {
        painter.setClipping(false);
        painter.fillRect(QRectF(std::round(x(limit)) - 1, 0, 2, height()), m_palette.text);
    }
}

} // namespace segplan
