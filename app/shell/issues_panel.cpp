#include "shell/issues_panel.h"

#include "text/translated.h"
#include "theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace segplan {

IssuesPanel::IssuesPanel(QWidget *parent) : QFrame(parent), m_title(new QLabel(this)), m_close(new QToolButton(this)), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("issuesPanel"));
    setProperty("card", true);
    m_title->setProperty("title", true);
    m_close->setObjectName(QStringLiteral("closeIssues"));
    m_close->setIconSize(QSize(12, 12));
    connect(m_close, &QToolButton::clicked, this, &IssuesPanel::closeRequested);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto *head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_close);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(16, 8, 8, 8);
    all->setSpacing(4);
    all->addLayout(head);
    all->addWidget(m_scroll);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    rebuild();
}

void IssuesPanel::setIssues(const std::vector<Issue> &issues)
{
    m_issues = issues;
    std::stable_sort(m_issues.begin(), m_issues.end(), [](const Issue &a, const Issue &b) { return a.severity > b.severity; });
    rebuild();
}

void IssuesPanel::applyPalette(const Palette &palette)
{
    m_palette = palette;
    rebuild();
}

void IssuesPanel::rebuild()
{
    m_title->setText(tr("Warnings and hints"));
    m_close->setIcon(tintedIcon(QStringLiteral("close"), m_palette.muted));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close the list"));
    auto *contents = new QWidget;
    contents->setObjectName(QStringLiteral("issuesList"));
    auto *rows = new QVBoxLayout(contents);
    rows->setContentsMargins(0, 0, 8, 0);
    rows->setSpacing(6);
    for (const Issue &issue : m_issues) {
        const bool error = issue.severity == Issue::Severity::Error;
        const bool warning = issue.severity == Issue::Severity::Warning;
        auto *line = new QHBoxLayout;
        line->setSpacing(8);
        auto *mark = new QLabel(contents);
        mark->setPixmap(tintedIcon(error ? QStringLiteral("error") : warning ? QStringLiteral("warning") : QStringLiteral("hint"),
                                   error ? m_palette.no : warning ? m_palette.tight : m_palette.muted).pixmap(QSize(16, 16), devicePixelRatioF()));
        mark->setAccessibleName(error ? tr("Error") : warning ? tr("Warning") : tr("Hint"));
        mark->setToolTip(mark->accessibleName());
        auto *message = new QLabel(translated(issue.message), contents);
        message->setWordWrap(true);
        message->setTextInteractionFlags(Qt::TextSelectableByMouse);
        line->addWidget(mark, 0, Qt::AlignTop);
        line->addWidget(message, 1);
        const auto link = [&](const QString &text) {
            auto *button = new QPushButton(text, contents);
            button->setProperty("link", true);
            button->setCursor(Qt::PointingHandCursor);
            line->addWidget(button, 0, Qt::AlignTop);
            return button;
        };
        for (const Fix &fix : issue.fixes)
            connect(link(translated(fix.label)), &QPushButton::clicked, this, [this, fix] { emit fixRequested(fix); });
        if (const FieldSpec *field = fieldSpec(issue.pointer)) {
            connect(link(translated(field->label)), &QPushButton::clicked, this, [this, pointer = issue.pointer] { emit fieldRequested(pointer); });
        }
        rows->addLayout(line);
    }
    if (m_issues.empty()) {
        auto *none = new QLabel(tr("Nothing to report."), contents);
        none->setProperty("muted", true);
        rows->addWidget(none);
    }
    rows->addStretch(1);
    m_scroll->setWidget(contents); // deletes the one before
    fitHeight();
}

void IssuesPanel::fitHeight()
{
    const QLayout *rows = m_scroll->widget()->layout();
    const int room = std::max(300, width() - 40);
    const int wanted = rows->hasHeightForWidth() ? rows->heightForWidth(room) : rows->sizeHint().height();
    m_scroll->setFixedHeight(std::clamp(wanted + 8, 32, 160));
}

void IssuesPanel::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        fitHeight();
}

void IssuesPanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        rebuild();
}

} // namespace segplan
