// The Money tab: what each way of buying costs by part, from how many hours which way pays, and what one change saves or costs.
#pragma once

#include "charts/chart_page.h"

namespace segplan {

class MoneyView : public ChartPage {
    Q_OBJECT
public:
    explicit MoneyView(QWidget *parent = nullptr);

protected:
    void rebuild() override;
    QString tipAt(QCustomPlot *plot, const QPointF &pixel) const override;
    TermId termAt(QCustomPlot *plot, const QPointF &pixel) const override;

private:
    void rebuildFigures();

    Picture m_cost, m_breakEven;
};

} // namespace segplan
