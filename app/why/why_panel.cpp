#include "why/why_panel.h"

#include "text/translated.h"
#include "theme/theme.h"
#include "why/facts.h"
#include "why/figure_names.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace segplan {

namespace {

QLabel *line(QWidget *parent, const QString &text, bool muted)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setProperty("muted", muted);
    label->setProperty("small", true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

QLabel *heading(QWidget *parent, const QString &text)
{
    auto *label = new QLabel(text, parent);
    label->setProperty("heading", true);
    return label;
}

bool ranged(const Term &term)
{
    return term.low.number < term.result.number || term.high.number > term.result.number;
}

QString sourceText(const Source &source)
{
    const QString text = QString::fromStdString(source.text);
    return source.date.empty() ? text : WhyPanel::tr("%1 (%2)", "source, date").arg(text, formatDate(source.date));
}

} // namespace

WhyPanel::WhyPanel(QWidget *parent)
    : QFrame(parent), m_title(new QLabel(this)), m_back(new QToolButton(this)), m_close(new QToolButton(this)), m_scroll(new QScrollArea(this))
{
    setObjectName(QStringLiteral("whyPanel"));
    setProperty("card", true);
    setMinimumWidth(220);
    m_title->setObjectName(QStringLiteral("whyTitle"));
    m_title->setProperty("title", true);
    m_title->setWordWrap(true);
    m_back->setObjectName(QStringLiteral("whyBack"));
    m_close->setObjectName(QStringLiteral("whyClose"));
    for (QToolButton *button : {m_back, m_close})
        button->setIconSize(QSize(12, 12));
    connect(m_back, &QToolButton::clicked, this, &WhyPanel::back);
    connect(m_close, &QToolButton::clicked, this, &WhyPanel::closeRequested);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFrameShape(QFrame::NoFrame);
    auto *head = new QHBoxLayout;
    head->setSpacing(2);
    head->addWidget(m_title, 1, Qt::AlignVCenter);
    head->addWidget(m_back, 0, Qt::AlignTop);
    head->addWidget(m_close, 0, Qt::AlignTop);
    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(14, 10, 6, 10);
    all->setSpacing(6);
    all->addLayout(head);
    all->addWidget(m_scroll, 1);
    rebuild();
}

QSize WhyPanel::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 44, 400};
}

void WhyPanel::setEvaluation(Snapshot snapshot, const Knowledge &knowledge)
{
    // Ids belong to one ledger: each figure on the way here is looked up again by its place.
    std::vector<TermId> history;
    if (m_snapshot && snapshot) {
        for (TermId id : m_history) {
            const TermId same = sameFigure(*m_snapshot, id, *snapshot);
            if (same != noTerm)
                history.push_back(same);
        }
    }
    m_snapshot = std::move(snapshot);
    m_knowledge = &knowledge;
    m_history = std::move(history);
    rebuild();
}

void WhyPanel::showTerm(TermId id)
{
    if (!m_snapshot || !m_snapshot->ledger.contains(id))
        return;
    if (term() != id)
        m_history.push_back(id);
    m_fact.clear();
    rebuild();
}

void WhyPanel::back()
{
    if (m_history.size() > 1)
        m_history.pop_back();
    m_fact.clear();
    rebuild();
}

void WhyPanel::follow(const Link &link)
{
    if (const auto *field = std::get_if<FieldLink>(&link)) {
        emit fieldRequested(field->pointer);
    } else if (const auto *other = std::get_if<TermLink>(&link)) {
        showTerm(other->term);
    } else if (const auto *fact = std::get_if<FactLink>(&link)) {
        m_fact = m_fact == fact->key ? std::string() : fact->key;
        rebuild();
    }
}

void WhyPanel::rebuild()
{
    m_back->setIcon(tintedIcon(QStringLiteral("back"), m_palette.muted));
    m_back->setToolTip(tr("Back"));
    m_back->setAccessibleName(tr("Back to the figure before"));
    m_back->setVisible(m_history.size() > 1);
    m_close->setIcon(tintedIcon(QStringLiteral("close"), m_palette.muted));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close the explanation"));
    setAccessibleName(tr("Why this figure?"));
    if (m_snapshot && m_snapshot->ledger.contains(term())) {
        const Term &shown = m_snapshot->ledger.term(term());
        m_title->setText(translated(shown.title));
        m_scroll->setWidget(contentsOf(shown));
    } else {
        m_title->setText(tr("Why this figure?"));
        auto *contents = new QWidget;
        contents->setObjectName(QStringLiteral("whyContents"));
        auto *rows = new QVBoxLayout(contents);
        rows->setContentsMargins(0, 0, 8, 0);
        rows->addWidget(line(contents, tr("Click any figure, point or bar to see how it was computed and where its inputs come from."), true));
        rows->addStretch(1);
        m_scroll->setWidget(contents);
    }
}

QWidget *WhyPanel::contentsOf(const Term &term)
{
    auto *contents = new QWidget;
    contents->setObjectName(QStringLiteral("whyContents"));
    auto *rows = new QVBoxLayout(contents);
    rows->setContentsMargins(0, 0, 8, 0);
    rows->setSpacing(5);

    auto *result = new QLabel(formatQuantity(term.result), contents);
    result->setObjectName(QStringLiteral("whyResult"));
    result->setFont(scaledFont(font(), 16.0 / 13, QFont::DemiBold));
    result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    rows->addWidget(result);
    if (ranged(term)) {
        rows->addWidget(line(contents, tr("Range %1 – %2 (90 % of cases)").arg(formatQuantity(term.low), formatQuantity(term.high)), true));
    }
    if (*term.formula) {
        auto *formula = new QLabel(QString::fromUtf8(term.formula), contents);
        formula->setObjectName(QStringLiteral("whyFormula"));
        formula->setProperty("mono", true);
        formula->setWordWrap(true);
        formula->setTextInteractionFlags(Qt::TextSelectableByMouse);
        rows->addWidget(formula);
    }
    if (!term.inputs.empty()) {
        rows->addSpacing(4);
        rows->addWidget(heading(contents, tr("Inputs")));
    }
    for (const TermInput &input : term.inputs) {
        auto *row = new QHBoxLayout;
        row->setSpacing(8);
        const QString symbol = QString::fromUtf8(input.symbol);
        const QString name = translated(input.title);
        auto *what = line(contents, symbol.isEmpty() || symbol == name ? name : tr("%1: %2", "symbol, its meaning").arg(symbol, name), true);
        auto *value = line(contents, formatQuantity(input.value), false);
        value->setWordWrap(false);
        value->setAlignment(Qt::AlignRight | Qt::AlignTop);
        row->addWidget(what, 1);
        row->addWidget(value, 0, Qt::AlignTop);
        if (!std::holds_alternative<std::monostate>(input.link)) {
            const bool field = std::holds_alternative<FieldLink>(input.link);
            const bool fact = std::holds_alternative<FactLink>(input.link);
            auto *link = new QPushButton(field ? tr("form") : fact ? tr("source") : tr("why"), contents);
            link->setProperty("link", true);
            link->setProperty("small", true);
            link->setCursor(Qt::PointingHandCursor);
            link->setAccessibleName(tr("%1 of %2", "what the link opens, the input's name").arg(link->text(), name));
            connect(link, &QPushButton::clicked, this, [this, target = input.link] { follow(target); }, Qt::QueuedConnection);
            row->addWidget(link, 0, Qt::AlignTop);
        }
        rows->addLayout(row);
        if (const auto *fact = std::get_if<FactLink>(&input.link); fact && fact->key == m_fact && m_knowledge) {
            for (const QString &text : factLines(fact->key, *m_knowledge)) {
                auto *told = line(contents, text, true);
                told->setContentsMargins(10, 0, 0, 0);
                rows->addWidget(told);
            }
        }
    }
    if (!term.sources.empty()) {
        rows->addSpacing(4);
        rows->addWidget(heading(contents, tr("Sources")));
        for (const Source &source : term.sources)
            rows->addWidget(line(contents, sourceText(source), true));
    }
    if (!term.notes.empty()) {
        rows->addSpacing(4);
        rows->addWidget(heading(contents, tr("Notes")));
        for (const Text &note : term.notes)
            rows->addWidget(line(contents, translated(note), true));
    }
    rows->addStretch(1);
    return contents;
}

void WhyPanel::applyPalette(const Palette &palette)
{
    m_palette = palette;
    rebuild();
}

void WhyPanel::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        rebuild();
}

} // namespace segplan
