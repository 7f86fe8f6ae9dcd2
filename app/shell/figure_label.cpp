#include "shell/figure_label.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace segplan {

FigureLabel::FigureLabel(QWidget *parent) : QLabel(parent) {}

void FigureLabel::setFigure(const QString &text, TermId term)
{
    setText(text);
    m_term = term;
    const bool active = term != noTerm;
    setCursor(active ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setFocusPolicy(active ? Qt::TabFocus : Qt::NoFocus);
    if (!active)
        underline(false);
    retranslate();
}

void FigureLabel::retranslate()
{
    setToolTip(m_term != noTerm ? tr("Why this figure?") : QString());
}

void FigureLabel::underline(bool on)
{
    QFont f = font();
    if (f.underline() == on)
        return;
    f.setUnderline(on);
    setFont(f);
}

void FigureLabel::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && m_term != noTerm && rect().contains(event->pos()))
        emit termActivated(m_term);
}

void FigureLabel::keyPressEvent(QKeyEvent *event)
{
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (enter && m_term != noTerm)
        emit termActivated(m_term);
    else
        QLabel::keyPressEvent(event);
}

void FigureLabel::enterEvent(QEnterEvent *)
{
    underline(m_term != noTerm);
}

void FigureLabel::leaveEvent(QEvent *)
{
    underline(hasFocus());
}

void FigureLabel::focusInEvent(QFocusEvent *event)
{
    QLabel::focusInEvent(event);
    underline(true);
}

void FigureLabel::focusOutEvent(QFocusEvent *event)
{
    QLabel::focusOutEvent(event);
    underline(false);
}

void FigureLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace segplan
