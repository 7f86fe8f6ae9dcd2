// "Why this figure?": a term of the ledger told as the computation it was: formula, inputs with links, range, sources, notes.
#pragma once

#include "engine/evaluator.h"
#include "theme/palette.h"

#include <QFrame>
#include <vector>

class QLabel;
class QScrollArea;
class QToolButton;

namespace segplan {

class WhyPanel : public QFrame {
    Q_OBJECT
public:
    explicit WhyPanel(QWidget *parent = nullptr);

    // A new snapshot: the panel goes on with the same figure; one that is no more (or was reached by a link) gives way to the one before.
    void setEvaluation(Snapshot snapshot, const Knowledge &knowledge);
    void showTerm(TermId term);
    void back();
    TermId term() const { return m_history.empty() ? noTerm : m_history.back(); }
    void applyPalette(const Palette &palette);
    QSize sizeHint() const override;

signals:
    void fieldRequested(const std::string &pointer);
    void closeRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void rebuild();
    QWidget *contentsOf(const Term &term);
    void follow(const Link &link);

    Snapshot m_snapshot;
    const Knowledge *m_knowledge = nullptr;
    Palette m_palette = lightPalette();
    std::vector<TermId> m_history; // the last one is shown
    std::string m_fact; // an open fact under the term's inputs
    QLabel *m_title;
    QToolButton *m_back, *m_close;
    QScrollArea *m_scroll;
};

} // namespace segplan
