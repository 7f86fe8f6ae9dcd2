#include "theme/theme.h"

#include <QFontInfo>
#include <QHash>

namespace segplan {

namespace {

// @name is replaced by the colour or length of that name. Everything the window wears is here; widgets carry no style of their own.
const char *const source = R"(
QWidget { color: @text; selection-background-color: @accent; selection-color: @onAccent; }
QMainWindow, QDialog { background: @ground; }
QToolTip { background: @panel; color: @text; border: 1px solid @line; padding: 4px 6px; }

QMenuBar { background: @panel; border-bottom: 1px solid @line; padding: 2px 6px; }
QMenuBar::item { background: transparent; padding: 4px 9px; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @accentGround; }
QMenu { background: @panel; border: 1px solid @line; padding: 4px 0; }
QMenu::item { padding: 5px 28px 5px 26px; }
QMenu::item:selected { background: @accentGround; color: @text; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: 4px 0; }
QStatusBar { background: @panel; border-top: 1px solid @line; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; font-size: @small; padding: 0 6px; }

QSplitter::handle { background: @line; }
QSplitter#windowSplitter::handle:horizontal { width: 1px; }
QSplitter#tabSplitter::handle:horizontal { background: transparent; width: 16px; }

QScrollArea { border: none; background: transparent; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @scroll; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QFrame#card, QFrame[card="true"] { background: @panel; border: 1px solid @line; border-radius: 6px; }
QFrame[hairline="true"] { background: @line; border: none; max-height: 1px; min-height: 1px; }
QWidget#issuesList, QWidget#whyContents { background: transparent; }
QWidget#formPanel, QWidget#formContents { background: @panel; }

QLabel { background: transparent; }
QLabel[muted="true"] { color: @muted; }
QLabel[small="true"], QPushButton[small="true"] { font-size: @small; }
QLabel[heading="true"] { color: @muted; font-size: @small; font-weight: 600; }
QLabel[title="true"] { font-weight: 600; }
QLabel[mono="true"] { font-family: @mono; font-size: @small; background: @ground; border-radius: 4px; padding: 8px; }
QLabel[severity="error"] { color: @no; }
QLabel[severity="warning"] { color: @tight; }
QLabel[severity="hint"] { color: @muted; }

QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: @field; border: 1px solid @line; border-radius: 4px; padding: 2px 8px; min-height: @editor; color: @text; }
QPlainTextEdit, QTextEdit { padding: 4px; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: @hover; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QComboBox:on, QPlainTextEdit:focus, QTextEdit:focus { border-color: @accent; }
QAbstractSpinBox[wrong="true"], QLineEdit[wrong="true"], QComboBox[wrong="true"] { border-color: @no; }
QAbstractSpinBox { padding-right: 1px; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; background: transparent; padding: 0; min-height: 0; }
QLabel[unit="true"] { color: @muted; }
QComboBox { padding-right: 2px; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/arrow-@theme.svg); width: 9px; height: 9px; }
QComboBox QAbstractItemView, QListView#completerPopup { background: @panel; border: 1px solid @line; outline: none; padding: 3px 0; }

QCheckBox { spacing: 8px; min-height: @editor; }
QCheckBox::indicator { width: 14px; height: 14px; border: 1px solid @edge; border-radius: 3px; background: @field; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus { border-color: @accent; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:/icons/check-@theme.svg); }
QCheckBox:focus { color: @accent; }

QPushButton { background: @field; border: 1px solid @line; border-radius: 4px; padding: 4px 14px; min-height: 18px; }
QPushButton:hover { border-color: @hover; }
QPushButton:focus { border-color: @accent; }
QPushButton:pressed { background: @accentGround; }
QPushButton:disabled { color: @muted; }
QPushButton[primary="true"] { background: @accent; border-color: @accent; color: @onAccent; }
QPushButton[primary="true"]:hover { background: @accentHover; border-color: @accentHover; }
QPushButton[primary="true"]:focus { border-color: @text; }
QPushButton[primary="true"]:disabled { background: @line; border-color: @line; color: @muted; }
QPushButton[link="true"] { background: transparent; border: none; padding: 0; color: @accent; text-align: left; text-decoration: underline; min-height: 0; border-radius: 2px; }
QPushButton[link="true"]:focus { background: @accentGround; }
QPushButton[link="true"][severity="warning"] { color: @tight; text-decoration: none; }
QPushButton[link="true"][severity="error"] { color: @no; text-decoration: none; }
QPushButton[link="true"][severity="none"] { color: @text; text-decoration: none; }
QPushButton[link="true"][severity="hint"] { color: @muted; text-decoration: none; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[section="true"] { background: transparent; border: none; padding: 2px 0; color: @muted; font-size: @small; font-weight: 600; text-align: left; }
QPushButton[section="true"]:hover, QPushButton[section="true"]:focus { color: @text; }

QToolButton { background: transparent; border: none; border-radius: 4px; padding: 3px; color: @muted; }
QToolButton:hover, QToolButton:focus { background: @accentGround; }
QToolButton::menu-indicator { image: none; }
QFrame#languageSwitch { border: 1px solid @line; border-radius: 4px; background: @panel; }
QFrame#languageSwitch QToolButton { border-radius: 3px; padding: 1px 9px; font-size: @small; color: @muted; }
QFrame#languageSwitch QToolButton:checked { background: @accentGround; color: @accent; }

QTabBar#viewTabs { background: transparent; border: none; }
QTabBar#viewTabs::tab { background: transparent; color: @muted; border: none; border-bottom: 2px solid transparent; padding: 7px 2px 6px 2px; margin-right: 22px; }
QTabBar#viewTabs::tab:hover { color: @text; }
QTabBar#viewTabs::tab:selected { color: @text; border-bottom: 2px solid @accent; font-weight: 600; }
QTabBar#viewTabs::tab:focus { color: @accent; }

QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @muted; border: none; border-bottom: 1px solid @line; padding: 5px 8px; }
QTableView, QTreeView, QListView { background: @panel; alternate-background-color: @panel; border: 1px solid @line; gridline-color: @grid; outline: none; }
QTableView::item:selected, QTreeView::item:selected { background: @accentGround; color: @text; }
)";

} // namespace

QColor blended(const QColor &a, const QColor &b, double share)
{
    return QColor::fromRgbF(static_cast<float>(a.redF() * (1 - share) + b.redF() * share),
                            static_cast<float>(a.greenF() * (1 - share) + b.greenF() * share),
                            static_cast<float>(a.blueF() * (1 - share) + b.blueF() * share));
}

QString stylesheet(const Palette &p, const QFont &base)
{
    const int px = QFontInfo(base).pixelSize();
    const QHash<QString, QString> values = {
        {QStringLiteral("ground"), p.ground.name()},
        {QStringLiteral("panel"), p.panel.name()},
        {QStringLiteral("field"), p.field.name()},
        {QStringLiteral("line"), p.line.name()},
        {QStringLiteral("grid"), p.grid.name()},
        {QStringLiteral("text"), p.text.name()},
        {QStringLiteral("muted"), p.muted.name()},
        {QStringLiteral("accent"), p.accent.name()},
        {QStringLiteral("accentGround"), p.accentGround.name()},
        {QStringLiteral("accentHover"), blended(p.accent, p.text, 0.15).name()},
        {QStringLiteral("onAccent"), (p.dark ? p.ground : p.panel).name()},
        {QStringLiteral("hover"), blended(p.line, p.muted, 0.45).name()},
        {QStringLiteral("edge"), blended(p.line, p.muted, 0.7).name()},
        {QStringLiteral("scroll"), blended(p.line, p.muted, 0.25).name()},
        {QStringLiteral("fits"), p.fits.name()},
        {QStringLiteral("tight"), p.tight.name()},
        {QStringLiteral("no"), p.no.name()},
        {QStringLiteral("theme"), p.dark ? QStringLiteral("dark") : QStringLiteral("light")},
        {QStringLiteral("small"), QStringLiteral("%1px").arg(qMax(10, qRound(px * 12.0 / 13)))},
        {QStringLiteral("editor"), QStringLiteral("%1px").arg(qRound(px * 1.5))},
        {QStringLiteral("mono"), QStringLiteral("\"Noto Sans Mono\", \"DejaVu Sans Mono\", \"Noto Sans Mono CJK SC\", Consolas, Menlo, monospace")},
    };
    const QString text = QString::fromUtf8(source);
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size();) {
        if (text.at(i) != QLatin1Char('@')) {
            out += text.at(i++);
            continue;
        }
        qsizetype end = i + 1;
        while (end < text.size() && text.at(end).isLetter())
            ++end;
        out += values.value(text.mid(i + 1, end - i - 1));
        i = end;
    }
    return out;
}

} // namespace segplan
