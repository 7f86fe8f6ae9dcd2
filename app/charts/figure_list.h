// The column of figures beside a chart: headings, names with clickable values, sentences.
#pragma once

#include "ledger/ledger.h"

#include <QFrame>
#include <functional>

class QGridLayout;
class QVBoxLayout;

namespace segplan {

class FigureList : public QFrame {
    Q_OBJECT
public:
    explicit FigureList(QWidget *parent = nullptr);

    void begin(); // empties the list
    void title(const QString &text);
    // A value with a term is a link to its reason; `tip` explains the name.
    void figure(const QString &name, const QString &value, TermId term = noTerm, const QString &tip = {});
    void note(const QString &sentence); // muted, wraps
    void action(const QString &name, const QString &label, const QString &objectName, std::function<void()> run); // a sentence with a button
    void end(); // pushes everything up; call last
    bool isEmpty() const { return m_row == 0; }

signals:
    void termActivated(segplan::TermId term);

private:
    QVBoxLayout *m_layout;
    QWidget *m_contents = nullptr;
    QGridLayout *m_grid = nullptr;
    int m_row = 0;
};

} // namespace segplan
