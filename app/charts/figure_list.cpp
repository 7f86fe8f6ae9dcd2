#include "charts/figure_list.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>

namespace segplan {

namespace {

QLabel *label(const QString &text, const char *property = nullptr, Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter)
{
    auto *result = new QLabel(text);
    result->setAlignment(alignment);
    if (property)
        result->setProperty(property, true);
    return result;
}

} // namespace

FigureList::FigureList(QWidget *parent) : QFrame(parent)
{
    setProperty("card", true);
    setMinimumWidth(250);
    setMaximumWidth(330);
    // The figures scroll on their own, so that the pictures beside them stay in sight.
    auto *inside = new QWidget;
    m_layout = new QVBoxLayout(inside);
    m_layout->setContentsMargins(16, 10, 12, 10);
    auto *scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(inside);
    inside->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto *frame = new QVBoxLayout(this);
    frame->setContentsMargins(0, 2, 2, 2);
    frame->addWidget(scroll);
}

void FigureList::begin()
{
    if (m_contents) {
        m_contents->hide();
        m_contents->deleteLater();
    }
    m_contents = new QWidget;
    m_grid = new QGridLayout(m_contents);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(0, 1);
    m_row = 0;
}

void FigureList::title(const QString &text)
{
    if (m_row > 0)
        m_grid->setRowMinimumHeight(m_row++, 8);
    m_grid->addWidget(label(text, "title"), m_row++, 0, 1, 2);
}

void FigureList::figure(const QString &name, const QString &value, TermId term, const QString &tip)
{
    auto *what = label(name);
    what->setWordWrap(true);
    what->setToolTip(tip);
    m_grid->addWidget(what, m_row, 0);
    if (term == noTerm) {
        m_grid->addWidget(label(value, nullptr, Qt::AlignRight | Qt::AlignVCenter), m_row, 1);
    } else {
        auto *link = new QPushButton(value);
        link->setProperty("link", true);
        link->setCursor(Qt::PointingHandCursor);
        link->setToolTip(tr("Why this figure?"));
        link->setAccessibleName(tr("%1: %2. Why this figure?").arg(name, value));
        connect(link, &QPushButton::clicked, this, [this, term] { emit termActivated(term); });
        m_grid->addWidget(link, m_row, 1, Qt::AlignRight | Qt::AlignVCenter);
    }
    auto *line = new QFrame;
    line->setProperty("hairline", true);
    m_grid->addWidget(line, ++m_row, 0, 1, 2);
    ++m_row;
}

void FigureList::note(const QString &sentence)
{
    auto *text = label(sentence, "muted");
    text->setWordWrap(true);
    m_grid->addWidget(text, m_row++, 0, 1, 2);
}

void FigureList::action(const QString &name, const QString &text, const QString &objectName, std::function<void()> run)
{
    auto *what = label(name);
    what->setWordWrap(true);
    m_grid->addWidget(what, m_row, 0);
    auto *button = new QPushButton(text);
    button->setObjectName(objectName);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(text, name));
    connect(button, &QPushButton::clicked, this, [run = std::move(run)] { run(); });
    m_grid->addWidget(button, m_row, 1, Qt::AlignRight | Qt::AlignVCenter);
    auto *line = new QFrame;
    line->setProperty("hairline", true);
    m_grid->addWidget(line, ++m_row, 0, 1, 2);
    ++m_row;
}

void FigureList::end()
{
    m_grid->setRowStretch(m_row, 1);
    m_layout->addWidget(m_contents);
}

} // namespace segplan
