// All issues of the snapshot with their fixes, as a list.
#pragma once

#include "plan/fields.h"
#include "theme/palette.h"

#include <QFrame>
#include <vector>

class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace segplan {

class IssuesPanel : public QFrame {
    Q_OBJECT
public:
    explicit IssuesPanel(QWidget *parent = nullptr);

    void setIssues(const std::vector<Issue> &issues); // shown worst first
    void applyPalette(const Palette &palette);

signals:
    void fieldRequested(const std::string &pointer);
    void fixRequested(const segplan::Fix &fix);
    void closeRequested();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void rebuild();
    void fitHeight(); // as tall as its rows, up to a limit

    std::vector<Issue> m_issues;
    Palette m_palette = lightPalette();
    QLabel *m_title;
    QToolButton *m_close;
    QScrollArea *m_scroll;
};

} // namespace segplan
