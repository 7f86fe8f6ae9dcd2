// The Time tab: where an iteration goes on each card, what the whole job is made of, the loader against the GPUs.
#pragma once

#include "charts/chart_page.h"

namespace segplan {

class TimeView : public ChartPage {
    Q_OBJECT
public:
    explicit TimeView(QWidget *parent = nullptr);

protected:
    void rebuild() override;
    QString tipAt(QCustomPlot *plot, const QPointF &pixel) const override;
    TermId termAt(QCustomPlot *plot, const QPointF &pixel) const override;

private:
    void rebuildFigures();

    Picture m_step, m_job;
};

} // namespace segplan
