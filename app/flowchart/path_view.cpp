#include "flowchart/path_view.h"

#include "flowchart/flow_scene.h"
#include "text/translated.h"

#include <QEvent>
#include <QFileDialog>
#include <QFrame>
#include <QGraphicsOpacityEffect>
#include <QGraphicsView>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWheelEvent>
#include <cmath>

namespace segplan {

PathView::PathView(QWidget *parent) : View(parent), m_palette(lightPalette())
{
    m_scene = new QGraphicsScene(this);
    m_view = new QGraphicsView(m_scene);
    m_view->setObjectName(QStringLiteral("flowView"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    m_view->setDragMode(QGraphicsView::ScrollHandDrag);
    m_view->setTransformationAnchor(QGraphicsView::AnchorUnderMouse);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);

    const auto button = [this](const QString &text) {
        auto *result = new QToolButton;
        result->setText(text);
        result->setAutoRaise(true);
        return result;
    };
    m_out = button(QStringLiteral("−"));
    m_in = button(QStringLiteral("+"));
    m_fit = button(QString());
    m_export = new QPushButton;
    m_export->setObjectName(QStringLiteral("exportFlow"));
    m_hint = new QLabel;
    m_hint->setProperty("muted", true);
    auto *bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(m_hint);
    bar->addStretch();
    bar->addWidget(m_out);
    bar->addWidget(m_in);
    bar->addWidget(m_fit);
    bar->addWidget(m_export);

    auto *card = new QFrame;
    card->setProperty("card", true);
    auto *cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(12, 8, 12, 8);
    cardLayout->setSpacing(4);
    cardLayout->addLayout(bar);
    cardLayout->addWidget(m_view, 1);

    m_reasonCard = new QFrame;
    m_reasonCard->setProperty("card", true);
    m_question = new QLabel;
    m_question->setProperty("title", true);
    m_reason = new QLabel;
    m_reason->setWordWrap(true);
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why = new QPushButton;
    m_why->setProperty("link", true);
    m_why->setCursor(Qt::PointingHandCursor);
    auto *reasonLayout = new QVBoxLayout(m_reasonCard);
    reasonLayout->setContentsMargins(16, 10, 16, 10);
    reasonLayout->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->addWidget(m_question, 1);
    head->addWidget(m_why);
    reasonLayout->addLayout(head);
    reasonLayout->addWidget(m_reason);
    m_reasonCard->hide();

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(card, 1);
    layout->addWidget(m_reasonCard);

    connect(m_in, &QToolButton::clicked, this, [this] { zoom(1.2); });
    connect(m_out, &QToolButton::clicked, this, [this] { zoom(1 / 1.2); });
    connect(m_fit, &QToolButton::clicked, this, [this] {
        m_fitted = true;
        fit();
    });
    connect(m_export, &QPushButton::clicked, this, &PathView::exportPicture);
    connect(m_why, &QPushButton::clicked, this, [this] {
        if (m_open >= 0)
            emit termActivated(m_evaluation->flow.nodes[static_cast<std::size_t>(m_open)].term);
    });
    retranslate();
}

void PathView::setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &)
{
    const std::string open = m_open >= 0 ? m_evaluation->flow.nodes[static_cast<std::size_t>(m_open)].id : std::string();
    m_evaluation = std::move(evaluation);
    m_open = -1;
    for (std::size_t i = 0; i < m_evaluation->flow.nodes.size(); ++i) {
        if (!open.empty() && m_evaluation->flow.nodes[i].id == open)
            m_open = static_cast<int>(i);
    }
    rebuild();
}

void PathView::setStale(bool stale)
{
    auto *effect = stale ? new QGraphicsOpacityEffect(m_view->viewport()) : nullptr;
    if (effect)
        effect->setOpacity(0.55);
    m_view->viewport()->setGraphicsEffect(effect);
}

void PathView::applyPalette(const Palette &palette)
{
    m_palette = palette;
    rebuild();
}

void PathView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        rebuild();
    }
    View::changeEvent(event);
}

void PathView::retranslate()
{
    m_hint->setText(tr("The taken path is lit. A box opens its reason."));
    m_in->setToolTip(tr("Zoom in"));
    m_in->setAccessibleName(tr("Zoom in"));
    m_out->setToolTip(tr("Zoom out"));
    m_out->setAccessibleName(tr("Zoom out"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Show the whole flowchart"));
    m_export->setText(tr("Save picture…"));
    m_why->setText(tr("Why this figure?"));
    m_view->setAccessibleName(tr("Decision flowchart"));
}

void PathView::rebuild()
{
    if (!m_evaluation)
        return;
    m_items.clear();
    buildFlowScene(*m_scene, m_evaluation->flow, m_palette);
    m_items.resize(m_evaluation->flow.nodes.size());
    QStringList spoken;
    for (QGraphicsItem *item : m_scene->items()) {
        if (auto *node = dynamic_cast<FlowNodeItem *>(item)) {
            m_items[static_cast<std::size_t>(node->node())] = node;
            connect(node, &FlowNodeItem::activated, this, &PathView::open);
        }
    }
    for (const FlowNodeItem *item : m_items) {
        if (item && m_evaluation->flow.nodes[static_cast<std::size_t>(item->node())].taken)
            spoken << QStringLiteral("%1: %2").arg(item->placed().question, item->placed().answer);
    }
    m_view->setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (m_fitted)
        fit();
    open(m_open);
}

void PathView::fit()
{
    if (m_scene->sceneRect().isEmpty())
        return;
    m_view->resetTransform();
    m_view->fitInView(m_scene->sceneRect(), Qt::KeepAspectRatio);
    const double scale = m_view->transform().m11();
    if (scale > 1.2)
        m_view->setTransform(QTransform::fromScale(1.2, 1.2));
}

void PathView::zoom(double factor)
{
    const double next = m_view->transform().m11() * factor;
    if (next < 0.2 || next > 4)
        return;
    m_fitted = false;
    m_view->scale(factor, factor);
}

void PathView::open(int node)
{
    m_open = node >= 0 && node < static_cast<int>(m_items.size()) ? node : -1;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (m_items[i])
            m_items[i]->setMarked(static_cast<int>(i) == m_open);
    }
    m_reasonCard->setVisible(m_open >= 0);
    if (m_open < 0)
        return;
    const FlowNode &n = m_evaluation->flow.nodes[static_cast<std::size_t>(m_open)];
    m_question->setText(tr("%1 – %2").arg(translated(n.question), translated(n.answer)));
    const QString reason = translated(n.reason);
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_why->setVisible(n.term != noTerm);
}

void PathView::walk(int key)
{
    if (m_items.empty())
        return;
    if (m_open < 0) {
        open(0);
        return;
    }
    const QPointF from = m_items[static_cast<std::size_t>(m_open)]->placed().box.center();
    double best = 1e18;
    int next = -1;
    for (const FlowNodeItem *item : m_items) {
        if (!item || item->node() == m_open)
            continue;
        const QPointF d = item->placed().box.center() - from;
        const double along = key == Qt::Key_Down ? d.y() : key == Qt::Key_Up ? -d.y() : key == Qt::Key_Right ? d.x() : -d.x();
        const double across = key == Qt::Key_Down || key == Qt::Key_Up ? std::abs(d.x()) : std::abs(d.y());
        if (along > 8 && along + 3 * across < best) {
            best = along + 3 * across;
            next = item->node();
        }
    }
    if (next >= 0) {
        open(next);
        m_view->ensureVisible(m_items[static_cast<std::size_t>(next)]);
    }
}

bool PathView::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Wheel) {
        auto *wheel = static_cast<QWheelEvent *>(event);
        if (wheel->modifiers() & Qt::ControlModifier) {
            zoom(std::pow(1.2, wheel->angleDelta().y() / 120.0));
            return true;
        }
    } else if (watched == m_view && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        switch (key->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Left:
        case Qt::Key_Right: walk(key->key()); return true;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoom(1.2); return true;
        case Qt::Key_Minus: zoom(1 / 1.2); return true;
        case Qt::Key_0:
            m_fitted = true;
            fit();
            return true;
        case Qt::Key_Escape:
            if (m_open >= 0) {
                open(-1);
                return true;
            }
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_open >= 0 && m_why->isVisible()) {
                m_why->click();
                return true;
            }
            break;
        default: break;
        }
    } else if (watched == m_view->viewport() && event->type() == QEvent::Resize && m_fitted) {
        QMetaObject::invokeMethod(this, [this] { if (m_fitted) fit(); }, Qt::QueuedConnection);
    }
    return View::eventFilter(watched, event);
}

void PathView::showEvent(QShowEvent *event)
{
    View::showEvent(event);
    if (m_fitted)
        fit();
}

void PathView::exportPicture()
{
    if (!m_evaluation)
        return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save picture"), QStringLiteral("decision-path.svg"),
                                                      tr("SVG drawing (*.svg);;PNG picture (*.png)"));
    if (path.isEmpty())
        return;
    QString error;
    const bool done = path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) ? exportFlowPng(m_evaluation->flow, path, &error)
                                                                                  : exportFlowSvg(m_evaluation->flow, path, &error);
    if (!done)
        QMessageBox::warning(this, tr("Save picture"), error);
}

} // namespace segplan
