// The verdict: which instance, does it fit, how long, how much, why, and what would be next. Its height never changes.
#pragma once

#include "engine/evaluator.h"
#include "theme/palette.h"

#include <QFrame>

class QGridLayout;
class QLabel;
class QPushButton;

namespace segplan {

class FigureLabel;
class FitBar;

class VerdictCard : public QFrame {
    Q_OBJECT
public:
    explicit VerdictCard(QWidget *parent = nullptr);

    void setEvaluation(Snapshot snapshot, const Knowledge &knowledge);
    void setStale(bool stale); // figures fade a little
    void applyPalette(const Palette &palette);
    // One line of the verdict for the clipboard and screen readers.
    QString summary() const;

signals:
    void termActivated(segplan::TermId term);
    void candidateActivated(int candidate);
    void copyCommandRequested();
    void exportPdfRequested();
    void issuesRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    void retranslate(); // texts and figures again, in the current language
    void showCandidate(const Candidate &candidate, bool acceptable);
    void showNothing(const QString &title, const QString &reason);
    void showIssues();
    void applyFonts();
    void elide();
    QString place(const Candidate &candidate) const;

    Snapshot m_snapshot;
    const Knowledge *m_knowledge = nullptr;
    Palette m_palette = lightPalette();
    QLabel *m_type, *m_place;
    QLabel *m_fitMark, *m_fitWord, *m_timeTitle, *m_timeRange, *m_costTitle, *m_costRange;
    FigureLabel *m_fitFigure, *m_fitRange, *m_time, *m_cost;
    FitBar *m_bar;
    QPushButton *m_copy, *m_pdf, *m_next, *m_issues;
    QLabel *m_why;
    QString m_placeText, m_whyText;
    int m_nextCandidate = -1;
};

} // namespace segplan
