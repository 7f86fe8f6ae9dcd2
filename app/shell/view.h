// View: one tab of the window. The shell hands it snapshots and colours; it hands back clicks. Views know neither one another nor the
// document. A language switch arrives as QEvent::LanguageChange (changeEvent): re-read every tr() and translated() text then.
#pragma once

#include "evaluate/evaluate.h"
#include "theme/palette.h"

#include <QWidget>
#include <memory>

namespace segplan {

class View : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // The snapshot on screen; never null. `knowledge` outlives the view.
    virtual void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) = 0;
    // True while a newer edit is being computed: keep the old figures, show them faded.
    virtual void setStale(bool stale) = 0;
    virtual void applyPalette(const Palette &palette) = 0;

signals:
    void termActivated(segplan::TermId term); // "why this figure?"
    void candidateActivated(int candidate); // index into Evaluation::candidates
    void fixRequested(const segplan::Fix &fix); // a proposed change of the plan, one undo step
};

} // namespace segplan
