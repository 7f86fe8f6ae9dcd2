// A figure that can be asked why: a label that acts as a link to its term.
#pragma once

#include "ledger/ledger.h"

#include <QLabel>

namespace segplan {

class FigureLabel : public QLabel {
    Q_OBJECT
public:
    explicit FigureLabel(QWidget *parent = nullptr);

    void setFigure(const QString &text, TermId term); // noTerm: plain text

signals:
    void termActivated(segplan::TermId term);

protected:
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void underline(bool on);
    void retranslate();
    TermId m_term = noTerm;
};

} // namespace segplan
