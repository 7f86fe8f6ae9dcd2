// The trade-off chart on screen: hover shows figures, a click picks the candidate.
#pragma once

#include "charts/cost_time_chart.h"

#include <qcustomplot.h>

namespace segplan {

class CostTimePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit CostTimePlot(QWidget *parent = nullptr);
    void show(std::shared_ptr<const Evaluation> evaluation, const Palette &palette, const CostTimeOptions &options);
    const CostTimeChart &chart() const { return m_chart; }
    QString figures(int candidate) const; // rich text for the tooltip

signals:
    void clicked(int candidate);

protected:
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    std::shared_ptr<const Evaluation> m_evaluation;
    CostTimeChart m_chart;
    int m_hovered = -1;
    int m_selected = -1;
};

} // namespace segplan
