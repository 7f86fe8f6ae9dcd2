// The look: fonts, one palette and one stylesheet, switched live between light and dark.
#pragma once

#include "theme/palette.h"

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QStringList>

class QApplication;

namespace segplan {

enum class ThemeMode { System, Light, Dark };
QString themeModeName(ThemeMode mode); // "system" "light" "dark": for settings
ThemeMode themeModeFromName(const QString &name); // System for anything else

// Latin first, then simplified Chinese by name: a bare "Noto Sans CJK" or the system's fallback may give Japanese glyph forms.
QStringList uiFontFamilies();
QString stylesheet(const Palette &palette, const QFont &base);
// The size of `base` scaled by `factor`, in its own unit (points or pixels), so that the user's font size is respected.
QFont scaledFont(QFont base, double factor, QFont::Weight weight = QFont::Normal);

// `share` 0 gives `a`, 1 gives `b`.
QColor blended(const QColor &a, const QColor &b, double share);

// A monochrome icon of resources/icons in the given colour; `name` without ".svg".
QIcon tintedIcon(const QString &name, const QColor &colour, const QColor &disabled = {});

class Theme : public QObject {
    Q_OBJECT
public:
    // Takes over the application's font, palette and stylesheet. One per application.
    explicit Theme(QObject *parent = nullptr);

    ThemeMode mode() const { return m_mode; }
    void setMode(ThemeMode mode);
    const Palette &palette() const { return *m_palette; }
    // For what paints itself and is made too late to be told: popups, delegates.
    static const Palette &current();
    bool eventFilter(QObject *watched, QEvent *event) override; // follows the system

signals:
    void changed(const segplan::Palette &palette);

private:
    void apply();
    bool systemIsDark();

    ThemeMode m_mode = ThemeMode::System;
    const Palette *m_palette = nullptr;
    bool m_applying = false;
};

} // namespace segplan
