#include "charts/chart_page.h"

#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <qcustomplot.h>

namespace segplan {

ChartPage::ChartPage(QWidget *parent) : View(parent), m_palette(lightPalette())
{
    auto *left = new QWidget;
    m_left = new QVBoxLayout(left);
    m_left->setContentsMargins(0, 0, 0, 0);
    m_left->setSpacing(16);
    m_figures = new FigureList;
    connect(m_figures, &FigureList::termActivated, this, &View::termActivated);

    auto *contents = new QWidget;
    auto *row = new QHBoxLayout(contents);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(16);
    row->addWidget(left, 7);
    row->addWidget(m_figures, 3);
    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(contents);
    contents->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
}

ChartPage::Picture ChartPage::addPicture(const char *objectName, int stretch)
{
    Picture picture;
    picture.title = new QLabel;
    picture.title->setProperty("title", true);
    picture.plot = new QCustomPlot;
    picture.plot->setObjectName(QLatin1String(objectName));
    picture.plot->plotLayout()->clear(); // nothing before the first answer
    picture.plot->setBackground(Qt::NoBrush);
    picture.plot->setMouseTracking(true);
    picture.plot->installEventFilter(this);
    picture.card = new QFrame;
    picture.card->setProperty("card", true);
    auto *layout = new QVBoxLayout(picture.card);
    layout->setContentsMargins(16, 10, 10, 8);
    layout->setSpacing(2);
    layout->addWidget(picture.title);
    layout->addWidget(picture.plot, 1);
    m_left->addWidget(picture.card, stretch);
    m_plots.push_back(picture.plot);
    return picture;
}

void ChartPage::showHigh(const Picture &picture, int height)
{
    picture.plot->setMinimumHeight(height);
    picture.plot->setMaximumHeight(height);
    picture.plot->replot(QCustomPlot::rpQueuedReplot);
}

void ChartPage::setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge)
{
    m_evaluation = std::move(evaluation);
    m_knowledge = &knowledge;
    rebuild();
}

void ChartPage::setStale(bool stale)
{
    std::vector<QWidget *> faded(m_plots.begin(), m_plots.end());
    faded.push_back(m_figures);
    for (QWidget *widget : faded) {
        auto *effect = stale ? new QGraphicsOpacityEffect(widget) : nullptr;
        if (effect)
            effect->setOpacity(0.55);
        widget->setGraphicsEffect(effect);
    }
}

void ChartPage::applyPalette(const Palette &palette)
{
    m_palette = palette;
    if (m_evaluation)
        rebuild();
}

void ChartPage::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange && m_evaluation)
        rebuild();
    View::changeEvent(event);
}

bool ChartPage::eventFilter(QObject *watched, QEvent *event)
{
    const auto plot = std::find(m_plots.begin(), m_plots.end(), watched);
    if (plot != m_plots.end() && m_evaluation) {
        if (event->type() == QEvent::MouseMove) {
            auto *mouse = static_cast<QMouseEvent *>(event);
            QToolTip::showText(mouse->globalPosition().toPoint(), tipAt(*plot, mouse->position()), *plot);
        } else if (event->type() == QEvent::MouseButtonPress) {
            if (const TermId term = termAt(*plot, static_cast<QMouseEvent *>(event)->position()); term != noTerm)
                emit termActivated(term);
        }
    }
    return View::eventFilter(watched, event);
}

} // namespace segplan
