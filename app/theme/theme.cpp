#include "theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QFontDatabase>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <algorithm>

namespace segplan {

QString themeModeName(ThemeMode mode)
{
    switch (mode) {
    case ThemeMode::Light: return QStringLiteral("light");
    case ThemeMode::Dark: return QStringLiteral("dark");
    case ThemeMode::System: break;
    }
    return QStringLiteral("system");
}

ThemeMode themeModeFromName(const QString &name)
{
    if (name == QLatin1String("light"))
        return ThemeMode::Light;
    if (name == QLatin1String("dark"))
        return ThemeMode::Dark;
    return ThemeMode::System;
}

QStringList uiFontFamilies()
{
    static const QStringList wanted = {QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"),
                                       QStringLiteral("Microsoft YaHei UI"), QStringLiteral("Microsoft YaHei"), QStringLiteral("PingFang SC"),
                                       QStringLiteral("Source Han Sans SC")};
    const QStringList installed = QFontDatabase::families();
    QStringList found;
    for (const QString &family : wanted) {
        if (installed.contains(family))
            found << family;
    }
    // Without Noto Sans the system's own Latin face comes first, the Chinese one after it.
    if (!found.contains(QStringLiteral("Noto Sans")))
        found.prepend(QFontDatabase::systemFont(QFontDatabase::GeneralFont).family());
    return found;
}

QFont scaledFont(QFont base, double factor, QFont::Weight weight)
{
    if (base.pixelSize() > 0)
        base.setPixelSize(qRound(base.pixelSize() * factor));
    else
        base.setPointSizeF(base.pointSizeF() * factor);
    base.setWeight(weight);
    return base;
}

namespace {

QPalette qtPalette(const Palette &p)
{
    QPalette q;
    q.setColor(QPalette::Window, p.ground);
    q.setColor(QPalette::WindowText, p.text);
    q.setColor(QPalette::Base, p.field);
    q.setColor(QPalette::AlternateBase, p.panel);
    q.setColor(QPalette::Text, p.text);
    q.setColor(QPalette::PlaceholderText, p.muted);
    q.setColor(QPalette::Button, p.panel);
    q.setColor(QPalette::ButtonText, p.text);
    q.setColor(QPalette::BrightText, p.no);
    q.setColor(QPalette::Highlight, p.accent);
    q.setColor(QPalette::HighlightedText, p.dark ? p.ground : p.panel);
    q.setColor(QPalette::Link, p.accent);
    q.setColor(QPalette::LinkVisited, p.accent);
    q.setColor(QPalette::ToolTipBase, p.panel);
    q.setColor(QPalette::ToolTipText, p.text);
    q.setColor(QPalette::Light, p.panel);
    q.setColor(QPalette::Midlight, p.grid);
    q.setColor(QPalette::Mid, p.line);
    q.setColor(QPalette::Dark, p.line);
    q.setColor(QPalette::Shadow, p.line);
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        q.setColor(QPalette::Disabled, role, p.muted);
    return q;
}

// Fusion without the lines under the menus' access keys: they work, but an instrument is not littered with them.
class CalmStyle : public QProxyStyle {
public:
    using QProxyStyle::QProxyStyle;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *data) const override
    {
        return hint == SH_UnderlineShortcut ? 0 : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

class TintedSvgEngine : public QIconEngine {
public:
    TintedSvgEngine(QByteArray svg, QColor colour, QColor disabled)
        : m_svg(std::move(svg)), m_colour(std::move(colour)), m_disabled(std::move(disabled)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray svg = m_svg;
        svg.replace("currentColor", (mode == QIcon::Disabled ? m_disabled : m_colour).name().toLatin1());
        QSvgRenderer(svg).render(painter, QRectF(rect));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }
    QIconEngine *clone() const override { return new TintedSvgEngine(*this); }

private:
    QByteArray m_svg;
    QColor m_colour, m_disabled;
};

} // namespace

QIcon tintedIcon(const QString &name, const QColor &colour, const QColor &disabled)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new TintedSvgEngine(file.readAll(), colour, disabled.isValid() ? disabled : colour));
}

static const Palette *currentPalette = nullptr;

const Palette &Theme::current()
{
    return currentPalette ? *currentPalette : lightPalette();
}

Theme::Theme(QObject *parent) : QObject(parent)
{
    QApplication::setStyle(new CalmStyle(QStyleFactory::create(QStringLiteral("Fusion"))));
    QFont font = QApplication::font();
    // 13 px is the drawing's size; a system that asks for more gets it.
    font.setPixelSize(std::max(13, QFontInfo(font).pixelSize()));
    font.setFamilies(uiFontFamilies());
    font.setHintingPreference(QFont::PreferNoHinting); // even weight of Latin and Chinese, and the same widths at every scale
    QApplication::setFont(font);
    apply();
    qApp->installEventFilter(this);
}

void Theme::setMode(ThemeMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    apply();
}

bool Theme::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ThemeChange && !m_applying && m_mode == ThemeMode::System)
        QMetaObject::invokeMethod(this, [this] { apply(); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

bool Theme::systemIsDark()
{
    // Qt 6.4 has no colour-scheme hint: an unset palette is the system's, and its own contrast tells.
    QApplication::setPalette(QPalette());
    const QPalette system = QApplication::palette();
    return system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness();
}

void Theme::apply()
{
    m_applying = true;
    const bool dark = m_mode == ThemeMode::Dark || (m_mode == ThemeMode::System && systemIsDark());
    const Palette *next = dark ? &darkPalette() : &lightPalette();
    const bool first = m_palette == nullptr;
    const bool differs = next != m_palette;
    m_palette = currentPalette = next;
    QApplication::setPalette(qtPalette(*m_palette));
    if (differs)
        qApp->setStyleSheet(stylesheet(*m_palette, QApplication::font()));
    m_applying = false;
    if (differs && !first)
        emit changed(*m_palette);
}

} // namespace segplan
