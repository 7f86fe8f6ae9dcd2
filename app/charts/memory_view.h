// The Memory tab: what one GPU holds, per setting and through one step, and the largest batch per card.
#pragma once

#include "shell/view.h"

class QBoxLayout;
class QCustomPlot;
class QFrame;
class QGridLayout;
class QLabel;

namespace segplan {

class MemoryView : public View {
    Q_OBJECT
public:
    explicit MemoryView(QWidget *parent = nullptr);

    void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) override;
    void setStale(bool stale) override;
    void applyPalette(const Palette &palette) override;

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override; // hover over bars

private:
    void rebuild();
    void rebuildSide();
    QString barTip(const QPointF &pixel) const;
    void clickBar(const QPointF &pixel);
    // The variant and part under a pixel of the bar chart; -1 / empty outside.
    std::pair<int, const MemoryPart *> partAt(const QPointF &pixel) const;

    std::shared_ptr<const Evaluation> m_evaluation;
    Palette m_palette;
    QLabel *m_barsTitle = nullptr, *m_timelineTitle = nullptr;
    QCustomPlot *m_bars = nullptr, *m_timeline = nullptr;
    QFrame *m_side = nullptr;
    QBoxLayout *m_sideLayout = nullptr;
    QWidget *m_sideContents = nullptr;
};

} // namespace segplan
