#include "charts/money_view.h"

#include "charts/chart_parts.h"
#include "text/translated.h"

#include <QLabel>

namespace segplan {

MoneyView::MoneyView(QWidget *parent) : ChartPage(parent), m_cost(addPicture("costBars", 0)), m_breakEven(addPicture("breakEven", 1)) {}

void MoneyView::rebuild()
{
    m_figures->begin();
    m_figures->end();
}

QString MoneyView::tipAt(QCustomPlot *, const QPointF &) const { return {}; }

TermId MoneyView::termAt(QCustomPlot *, const QPointF &) const { return noTerm; }

} // namespace segplan
