#include "charts/cost_time_plot.h"

#include "charts/candidate_model.h"
#include "text/translated.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

namespace segplan {

CostTimePlot::CostTimePlot(QWidget *parent) : QCustomPlot(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(220);
}

void CostTimePlot::show(std::shared_ptr<const Evaluation> evaluation, const Palette &palette, const CostTimeOptions &options)
{
    m_evaluation = std::move(evaluation);
    m_hovered = -1;
    m_selected = options.selected;
    m_chart = buildCostTimeChart(*this, *m_evaluation, palette, options);
    replot(QCustomPlot::rpQueuedReplot);
}

QString CostTimePlot::figures(int candidate) const
{
    const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(candidate)];
    QStringList rows;
    const auto row = [&rows](const QString &name, const QString &value) {
        rows << QStringLiteral("<tr><td style='padding-right:12px'>%1</td><td align='right'>%2</td></tr>").arg(name.toHtmlEscaped(), value.toHtmlEscaped());
    };
    if (c.memory)
        row(tr("Memory"), c.memory->usable ? tr("%1 of %2").arg(formatBytes(c.memory->device.value), formatBytes(c.memory->usable->value))
                                           : formatBytes(c.memory->device.value));
    row(tr("Batch"), CandidateModel::cell(*m_evaluation, c, CandidateModel::Batch));
    row(tr("Precision"), precisionWord(c.precision));
    if (c.wallClock)
        row(tr("Time"), tr("%1 (%2 – %3)").arg(formatHours(c.wallClock->mid.hours()), formatNumber(c.wallClock->low.hours(), 1), formatNumber(c.wallClock->high.hours(), 1)));
    if (c.cost)
        row(tr("Cost"), tr("%1 (%2 – %3)").arg(formatMoney(c.cost->total.value), formatNumber(c.cost->low.amount(), 0), formatNumber(c.cost->high.amount(), 0)));
    row(tr("Buying"), purchaseWord(c.purchase));
    if (!c.priceAsOf.empty())
        row(tr("Price of"), QString::fromStdString(c.priceAsOf));
    const QString why = c.reasons.empty() ? QString() : QStringLiteral("<p style='margin:4px 0 0 0'>%1</p>").arg(translated(c.reasons.front().message).toHtmlEscaped());
    return QStringLiteral("<b>%1</b> · %2<table cellspacing='0'>%3</table>%4")
        .arg(QString::fromStdString(c.instanceType), cardLabel(c), rows.join(QString()), why);
}

void CostTimePlot::mouseMoveEvent(QMouseEvent *event)
{
    const int candidate = m_evaluation ? candidateAt(*this, m_chart, event->position()) : -1;
    if (candidate != m_hovered) {
        m_hovered = candidate;
        setCursor(candidate >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (candidate >= 0)
            QToolTip::showText(event->globalPosition().toPoint() + QPoint(12, 8), figures(candidate), this);
        else
            QToolTip::hideText();
    }
    QCustomPlot::mouseMoveEvent(event);
}

void CostTimePlot::leaveEvent(QEvent *event)
{
    m_hovered = -1;
    QCustomPlot::leaveEvent(event);
}

void CostTimePlot::mousePressEvent(QMouseEvent *event)
{
    const int candidate = m_evaluation && event->button() == Qt::LeftButton ? candidateAt(*this, m_chart, event->position()) : -1;
    if (candidate >= 0)
        emit clicked(candidate);
    QCustomPlot::mousePressEvent(event);
}

void CostTimePlot::keyPressEvent(QKeyEvent *event)
{
    // Left and right walk from point to point by hours.
    if ((event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) || m_chart.points.empty()) {
        QCustomPlot::keyPressEvent(event);
        return;
    }
    std::vector<CostTimePoint> points = m_chart.points;
    std::sort(points.begin(), points.end(), [](const auto &a, const auto &b) { return a.hours < b.hours; });
    const int count = static_cast<int>(points.size());
    int at = -1;
    for (int i = 0; i < count; ++i) {
        if (points[static_cast<std::size_t>(i)].candidate == m_selected || (m_selected < 0 && points[static_cast<std::size_t>(i)].chosen))
            at = i;
    }
    at = at < 0 ? 0 : std::clamp(at + (event->key() == Qt::Key_Right ? 1 : -1), 0, count - 1);
    emit clicked(points[static_cast<std::size_t>(at)].candidate);
}

} // namespace segplan
