// The Memory tab: what one GPU holds, per setting and through one step, and the largest batch per card.
#pragma once

#include "charts/chart_page.h"

#include <utility>

namespace segplan {

class MemoryView : public ChartPage {
    Q_OBJECT
public:
    explicit MemoryView(QWidget *parent = nullptr);

protected:
    void rebuild() override;
    QString tipAt(QCustomPlot *plot, const QPointF &pixel) const override;
    TermId termAt(QCustomPlot *plot, const QPointF &pixel) const override;

private:
    void rebuildFigures();
    // The variant and part under a pixel of the bar chart; -1 / null outside.
    std::pair<int, const MemoryPart *> partAt(const QPointF &pixel) const;

    Picture m_bars, m_timeline;
};

} // namespace segplan
