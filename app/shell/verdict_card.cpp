#include "shell/verdict_card.h"

#include "shell/figure_label.h"
#include "shell/fit_bar.h"
#include "text/translated.h"
#include "theme/theme.h"

#include <QApplication>
#include <QEvent>
#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

QLabel *label(QWidget *parent, const char *name, bool muted = false, bool isSmall = false)
{
    auto *made = new QLabel(parent);
    made->setObjectName(QString::fromLatin1(name));
    made->setProperty("muted", muted);
    made->setProperty("small", isSmall);
    return made;
}

QString gib(Bytes bytes)
{
    return formatNumber(bytes.gib(), 1);
}

QString shortHours(double hours)
{
    return formatNumber(hours, hours < 10 ? 1 : 0);
}

} // namespace

VerdictCard::VerdictCard(QWidget *parent) : QFrame(parent)
{
    setObjectName(QStringLiteral("verdictCard"));
    setProperty("card", true);
    build();
    applyFonts();
    retranslate();
}

void VerdictCard::build()
{
    m_type = label(this, "verdictType");
    m_type->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_place = label(this, "verdictPlace", true);
    m_fitMark = label(this, "verdictFitMark");
    m_fitWord = label(this, "verdictFitWord");
    m_fitFigure = new FigureLabel(this);
    m_fitFigure->setObjectName(QStringLiteral("verdictFitFigure"));
    m_fitRange = new FigureLabel(this);
    m_fitRange->setObjectName(QStringLiteral("verdictFitRange"));
    m_bar = new FitBar(this);
    m_bar->setObjectName(QStringLiteral("verdictFitBar"));
    m_timeTitle = label(this, "verdictTimeTitle", true, true);
    m_costTitle = label(this, "verdictCostTitle", true, true);
    m_time = new FigureLabel(this);
    m_time->setObjectName(QStringLiteral("verdictTime"));
    m_cost = new FigureLabel(this);
    m_cost->setObjectName(QStringLiteral("verdictCost"));
    m_timeRange = label(this, "verdictTimeRange", true, true);
    m_costRange = label(this, "verdictCostRange", true, true);
    for (FigureLabel *figure : {m_fitFigure, m_fitRange}) {
        figure->setProperty("muted", true);
        figure->setProperty("small", true);
    }
    for (FigureLabel *figure : {m_fitFigure, m_fitRange, m_time, m_cost})
        connect(figure, &FigureLabel::termActivated, this, &VerdictCard::termActivated);

    m_copy = new QPushButton(this);
    m_copy->setObjectName(QStringLiteral("copyCommand"));
    m_copy->setProperty("primary", true);
    m_pdf = new QPushButton(this);
    m_pdf->setObjectName(QStringLiteral("exportPdf"));
    connect(m_copy, &QPushButton::clicked, this, &VerdictCard::copyCommandRequested);
    connect(m_pdf, &QPushButton::clicked, this, &VerdictCard::exportPdfRequested);

    m_why = label(this, "verdictWhy", true);
    m_next = new QPushButton(this);
    m_next->setObjectName(QStringLiteral("verdictNext"));
    m_next->setProperty("link", true);
    m_next->setProperty("severity", QStringLiteral("none"));
    m_next->setCursor(Qt::PointingHandCursor);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_nextCandidate >= 0)
            emit candidateActivated(m_nextCandidate);
    });
    m_issues = new QPushButton(this);
    m_issues->setObjectName(QStringLiteral("verdictIssues"));
    m_issues->setProperty("link", true);
    m_issues->setCursor(Qt::PointingHandCursor);
    connect(m_issues, &QPushButton::clicked, this, &VerdictCard::issuesRequested);

    auto *names = new QVBoxLayout;
    names->setSpacing(2);
    names->addStretch(1);
    names->addWidget(m_type);
    names->addWidget(m_place);
    names->addStretch(1);

    auto *fitLine = new QHBoxLayout;
    fitLine->setSpacing(5);
    fitLine->addWidget(m_fitMark);
    fitLine->addWidget(m_fitWord);
    fitLine->addWidget(m_fitFigure);
    fitLine->addStretch(1);
    auto *fit = new QVBoxLayout;
    fit->setSpacing(2);
    fit->addStretch(1);
    fit->addLayout(fitLine);
    fit->addWidget(m_bar);
    fit->addWidget(m_fitRange);
    fit->addStretch(1);

    const auto column = [](QLabel *title, QLabel *figure, QLabel *range) {
        auto *layout = new QVBoxLayout;
        layout->setSpacing(1);
        layout->addStretch(1);
        layout->addWidget(title);
        layout->addWidget(figure);
        layout->addWidget(range);
        layout->addStretch(1);
        return layout;
    };
    auto *buttons = new QVBoxLayout;
    buttons->setSpacing(6);
    buttons->addStretch(1);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_pdf);
    buttons->addStretch(1);

    auto *top = new QHBoxLayout;
    top->setSpacing(24);
    top->addLayout(names, 3);
    top->addLayout(fit, 1);
    top->addLayout(column(m_timeTitle, m_time, m_timeRange));
    top->addLayout(column(m_costTitle, m_cost, m_costRange));
    top->addLayout(buttons);

    auto *hairline = new QFrame(this);
    hairline->setProperty("hairline", true);
    auto *bottom = new QHBoxLayout;
    bottom->setSpacing(18);
    bottom->addWidget(m_why);
    bottom->addWidget(m_next);
    bottom->addStretch(1);
    bottom->addWidget(m_issues);

    auto *all = new QVBoxLayout(this);
    all->setContentsMargins(16, 10, 16, 8);
    all->setSpacing(8);
    all->addLayout(top, 1);
    all->addWidget(hairline);
    all->addLayout(bottom);
    m_type->setSizePolicy(QSizePolicy::MinimumExpanding, QSizePolicy::Preferred); // the answer's name is never cut
    m_place->setMinimumWidth(10);
    m_why->setMinimumWidth(10);
}

void VerdictCard::applyFonts()
{
    const QFont base = QApplication::font();
    // Noto Sans has digits of one width, so the figures do not dance while the plan is edited.
    for (QLabel *figure : {m_type, static_cast<QLabel *>(m_time), static_cast<QLabel *>(m_cost)})
        figure->setFont(scaledFont(base, 19.0 / 13, QFont::DemiBold));
    const QFontMetrics metrics(base);
    const QFontMetrics large(m_time->font());
    // Fixed from the font alone: nothing that is shown can move what stands below.
    const int line = std::max(metrics.height(), 18);
    setFixedHeight(10 + 2 * line + large.height() + 8 + 1 + 8 + line + 14);
    m_time->setMinimumWidth(large.horizontalAdvance(QStringLiteral("000.0 h")));
    m_cost->setMinimumWidth(large.horizontalAdvance(QStringLiteral("¥ 00,000")));
    m_bar->setMaximumWidth(metrics.averageCharWidth() * 26);
    const int buttonWidth = metrics.averageCharWidth() * 15;
    m_copy->setMinimumWidth(buttonWidth);
    m_pdf->setMinimumWidth(buttonWidth);
}

void VerdictCard::setEvaluation(Snapshot snapshot, const Knowledge &knowledge)
{
    m_snapshot = std::move(snapshot);
    m_knowledge = &knowledge;
    retranslate();
}

void VerdictCard::setStale(bool stale)
{
    // Only the figures fade, and only a little: most answers are back before the eye notices.
    for (QWidget *figure : {static_cast<QWidget *>(m_type), static_cast<QWidget *>(m_time), static_cast<QWidget *>(m_cost), static_cast<QWidget *>(m_bar)}) {
        auto *effect = qobject_cast<QGraphicsOpacityEffect *>(figure->graphicsEffect());
        if (!effect) {
            if (!stale)
                continue;
            effect = new QGraphicsOpacityEffect(figure);
            effect->setOpacity(0.55);
            figure->setGraphicsEffect(effect);
        }
        effect->setEnabled(stale);
    }
    m_copy->setEnabled(!stale && m_snapshot && m_snapshot->command.has_value());
    m_pdf->setEnabled(!stale && m_snapshot && !m_snapshot->candidates.empty());
}

void VerdictCard::applyPalette(const Palette &palette)
{
    m_palette = palette;
    m_bar->applyPalette(palette);
    retranslate();
}

QString VerdictCard::place(const Candidate &candidate) const
{
    QStringList parts;
    const Gpu *gpu = m_knowledge ? m_knowledge->gpu(candidate.gpu) : nullptr;
    const InstanceType *type = m_knowledge ? m_knowledge->instanceType(candidate.instanceType) : nullptr;
    const QString name = QString::fromStdString(candidate.gpu);
    parts << (gpu ? tr("%1 × %2, %3 GB", "GPUs, their name, their memory").arg(candidate.gpus).arg(name).arg(qRound(gpu->nominalMemory.gib()))
                  : tr("%1 × %2", "GPUs, their name").arg(candidate.gpus).arg(name));
    if (candidate.nodes > 1)
        parts << tr("%n machine(s)", nullptr, candidate.nodes);
    if (type) {
        parts << tr("%1 vCPU").arg(type->vcpu);
        const double gib = type->memory.gib();
        parts << tr("%1 GiB").arg(formatNumber(gib, gib == std::floor(gib) ? 0 : 1));
    }
    const Region *region = m_knowledge ? m_knowledge->region(candidate.region) : nullptr;
    parts << (region ? translated(region->name) : QString::fromStdString(candidate.region));
    switch (candidate.purchase) {
    case Purchase::PayAsYouGo: parts << tr("pay-as-you-go"); break;
    case Purchase::Spot: parts << tr("spot"); break;
    case Purchase::Subscription: parts << tr("subscription"); break;
    }
    return parts.join(QStringLiteral(" · "));
}

void VerdictCard::showCandidate(const Candidate &candidate, bool acceptable)
{
    if (acceptable) {
        m_type->setText(QString::fromStdString(candidate.instanceType));
        m_placeText = place(candidate);
    }
    if (candidate.memory) {
        const MemoryEstimate &memory = *candidate.memory;
        const bool unknown = !memory.usable;
        const QColor colour = unknown || memory.fits == Fits::Tight ? m_palette.tight : memory.fits == Fits::Yes ? m_palette.fits : m_palette.no;
        m_fitMark->setText(memory.fits == Fits::Yes ? QStringLiteral("●") : memory.fits == Fits::Tight ? QStringLiteral("▲") : QStringLiteral("✕"));
        m_fitWord->setText(unknown ? tr("Card unknown") : memory.fits == Fits::Yes ? tr("Fits") : memory.fits == Fits::Tight ? tr("Tight") : tr("Does not fit"));
        for (QLabel *part : {m_fitMark, m_fitWord}) {
            part->setStyleSheet(QStringLiteral("color: %1;").arg(colour.name()));
        }
        m_fitFigure->setFigure(memory.usable ? tr("%1 / %2 GiB", "needed / usable").arg(gib(memory.device.value), gib(memory.usable->value))
                                             : tr("%1 GiB").arg(gib(memory.device.value)),
                               memory.device.term);
        m_fitRange->setFigure(tr("%1 – %2 GiB").arg(gib(memory.low), gib(memory.high)), memory.device.term);
        FitBar::Values values;
        values.low = static_cast<double>(memory.low.count());
        values.mid = static_cast<double>(memory.device.value.count());
        values.high = static_cast<double>(memory.high.count());
        if (memory.usable)
            values.usable = static_cast<double>(memory.usable->value.count());
        values.colour = colour;
        m_bar->setValues(values);
        m_bar->setAccessibleName(QStringLiteral("%1 %2").arg(m_fitWord->text(), m_fitFigure->text()));
    } else {
        m_fitMark->clear();
        m_fitWord->clear();
        m_fitFigure->setFigure(QStringLiteral("–"), noTerm);
        m_fitRange->setFigure({}, noTerm);
        m_bar->setValues(std::nullopt);
    }
    if (candidate.wallClock) {
        const double hours = candidate.wallClock->mid.hours();
        m_time->setFigure(tr("%1 h").arg(formatNumber(hours, hours < 1000 ? 1 : 0)), candidate.wallClockTerm);
        m_timeRange->setText(tr("%1 – %2 h").arg(shortHours(candidate.wallClock->low.hours()), shortHours(candidate.wallClock->high.hours())));
    } else {
        m_time->setFigure(QStringLiteral("–"), noTerm);
        m_timeRange->setText(tr("not known"));
    }
    if (candidate.cost) {
        const CostEstimate &cost = *candidate.cost;
        m_cost->setFigure(formatMoney(cost.total.value), cost.total.term);
        const int digits = cost.high.amount() < 10 ? 2 : 0;
        const QString low = formatNumber(cost.low.amount(), digits), high = formatNumber(cost.high.amount(), digits);
        m_costRange->setText(cost.low.currency() == Currency::CNY ? tr("¥ %1 – %2").arg(low, high) : tr("US$ %1 – %2").arg(low, high));
    } else {
        m_cost->setFigure(QStringLiteral("–"), noTerm);
        m_costRange->setText(tr("no price known"));
    }
}

void VerdictCard::showNothing(const QString &title, const QString &reason)
{
    m_type->setText(title);
    m_placeText = reason;
}

void VerdictCard::showIssues()
{
    int errors = 0, warnings = 0, hints = 0;
    if (m_snapshot) {
        for (const Issue &issue : m_snapshot->issues) {
            errors += issue.severity == Issue::Severity::Error;
            warnings += issue.severity == Issue::Severity::Warning;
            hints += issue.severity == Issue::Severity::Hint;
        }
    }
    QStringList parts;
    if (errors)
        parts << tr("%n error(s)", nullptr, errors);
    if (warnings)
        parts << tr("%n warning(s)", nullptr, warnings);
    if (hints)
        parts << tr("%n hint(s)", nullptr, hints);
    m_issues->setText(parts.join(QStringLiteral("  ·  ")));
    m_issues->setVisible(!parts.isEmpty());
    m_issues->setToolTip(tr("Show the list"));
    m_issues->setProperty("severity", errors ? QStringLiteral("error") : warnings ? QStringLiteral("warning") : QStringLiteral("hint"));
    m_issues->style()->unpolish(m_issues);
    m_issues->style()->polish(m_issues);
}

void VerdictCard::retranslate()
{
    m_timeTitle->setText(tr("Time"));
    m_costTitle->setText(tr("Cost of the job"));
    m_copy->setText(tr("Copy command"));
    m_pdf->setText(tr("Export PDF"));
    m_copy->setToolTip(tr("Copies the aliyun ecs RunInstances command"));
    m_pdf->setToolTip(tr("Saves the recommendation as a PDF report"));
    m_nextCandidate = -1;
    m_whyText.clear();
    QString next;

    const Evaluation *e = m_snapshot.get();
    const auto at = [e](int index) { return e && index >= 0 && static_cast<std::size_t>(index) < e->candidates.size() ? &e->candidates[static_cast<std::size_t>(index)] : nullptr; };
    bool impossible = false;
    if (!e) {
        showCandidate(Candidate{}, false);
        showNothing(tr("Computing …"), {});
        m_fitRange->setFigure({}, noTerm);
        m_timeRange->clear();
        m_costRange->clear();
    } else if (const Candidate *best = at(e->recommendation.candidate)) {
        showCandidate(*best, true);
        m_whyText = translated(e->recommendation.why);
        m_nextCandidate = e->recommendation.next;
        if (const Candidate *second = at(m_nextCandidate)) {
            next = tr("Next: %1, %2, %3", "instance type, hours, cost")
                       .arg(QString::fromStdString(second->instanceType),
                            second->wallClock ? formatHours(second->wallClock->mid.hours()) : QStringLiteral("–"),
                            second->cost ? formatMoney(second->cost->total.value) : QStringLiteral("–"));
        }
    } else {
        impossible = true;
        const auto fault = std::find_if(e->issues.begin(), e->issues.end(), [](const Issue &i) { return i.severity == Issue::Severity::Error; });
        m_nextCandidate = e->recommendation.next >= 0 ? e->recommendation.next : e->candidates.empty() ? -1 : 0;
        const Candidate *closest = at(m_nextCandidate);
        if (fault != e->issues.end()) {
            showCandidate(Candidate{}, false);
            showNothing(tr("The plan cannot be computed"), translated(fault->message));
            m_timeRange->clear();
            m_costRange->clear();
        } else if (closest) {
            showCandidate(*closest, false);
            const QString rule = closest->reasons.empty() ? QString() : translated(closest->reasons.front().message);
            showNothing(tr("No instance qualifies"), rule);
            m_whyText = tr("The figures are those of the closest option.");
            next = tr("Closest: %1, %2 × %3", "instance type, GPUs, GPU name")
                       .arg(QString::fromStdString(closest->instanceType)).arg(closest->gpus).arg(QString::fromStdString(closest->gpu));
        } else {
            showCandidate(Candidate{}, false);
            showNothing(tr("No instance qualifies"), translated(e->recommendation.why));
            m_timeRange->clear();
            m_costRange->clear();
        }
    }
    m_type->setStyleSheet(impossible ? QStringLiteral("color: %1;").arg(m_palette.no.name()) : QString());
    m_next->setText(next);
    m_next->setVisible(!next.isEmpty());
    m_next->setAccessibleDescription(tr("Why this one is next"));
    m_copy->setEnabled(e && e->command.has_value());
    m_pdf->setEnabled(e && !e->candidates.empty());
    showIssues();
    elide();
    setAccessibleName(summary());
}

QString VerdictCard::summary() const
{
    return QStringLiteral("%1, %2 %3, %4, %5").arg(m_type->text(), m_fitWord->text(), m_fitFigure->text(), m_time->text(), m_cost->text());
}

void VerdictCard::elide()
{
    const auto fit = [](QLabel *target, const QString &text) {
        const QString shown = target->fontMetrics().elidedText(text, Qt::ElideRight, std::max(40, target->width()));
        target->setText(shown);
        target->setToolTip(shown == text ? QString() : text);
    };
    fit(m_place, m_placeText);
    // The reason takes what the rest of its line leaves.
    const int taken = (m_next->isHidden() ? 0 : m_next->sizeHint().width() + 18) + (m_issues->isHidden() ? 0 : m_issues->sizeHint().width() + 18);
    const int room = std::max(60, width() - 32 - taken);
    const QString shown = m_why->fontMetrics().elidedText(m_whyText, Qt::ElideRight, room);
    m_why->setText(shown);
    m_why->setToolTip(shown == m_whyText ? QString() : m_whyText);
}

void VerdictCard::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    // Widths of the columns are known only after the layout has run.
    QMetaObject::invokeMethod(this, &VerdictCard::elide, Qt::QueuedConnection);
}

void VerdictCard::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::ApplicationFontChange) {
        applyFonts();
        retranslate();
    }
}

} // namespace segplan
