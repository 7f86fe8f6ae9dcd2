#include "charts/choose_view.h"

#include "charts/candidate_model.h"
#include "charts/chart_parts.h"
#include "charts/cost_time_plot.h"
#include "charts/export.h"
#include "charts/row_delegate.h"
#include "text/translated.h"

#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QFileDialog>
#include <QGraphicsOpacityEffect>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <set>

namespace segplan {

ChooseView::ChooseView(QWidget *parent) : View(parent), m_palette(lightPalette())
{
    m_plot = new CostTimePlot(this);
    m_plot->setObjectName(QStringLiteral("costTimePlot"));
    auto *card = new QFrame(this);
    card->setObjectName(QStringLiteral("chartCard"));
    card->setProperty("card", true);
    auto *cardLayout = new QVBoxLayout(card);
    cardLayout->setContentsMargins(12, 4, 8, 4);
    cardLayout->addWidget(m_plot);

    m_model = new CandidateModel(this);
    m_filter = new CandidateFilter(this);
    m_filter->setSourceModel(m_model);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("candidateTable"));
    m_table->setModel(m_filter);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // back to the order of the recommendation
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_filter->sort(-1);
    m_rows = new RowDelegate(m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTextElideMode(Qt::ElideRight);
    m_table->setIconSize(QSize(14, 14));
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(30);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setAlternatingRowColors(false);
    m_table->setTabKeyNavigation(false);

    m_heading = new QLabel(this);
    m_heading->setProperty("heading", true);
    m_count = new QLabel(this);
    m_count->setProperty("muted", true);
    m_showRejected = new QCheckBox(this);
    m_showRejected->setObjectName(QStringLiteral("showRejected"));
    m_showRejected->setChecked(true);
    m_copy = new QPushButton(this);
    m_copy->setObjectName(QStringLiteral("copyTable"));
    m_export = new QPushButton(this);
    m_export->setObjectName(QStringLiteral("exportChart"));
    auto *bar = new QHBoxLayout;
    bar->setSpacing(12);
    bar->addWidget(m_heading);
    bar->addWidget(m_count);
    bar->addStretch();
    bar->addWidget(m_showRejected);
    bar->addWidget(m_export);
    bar->addWidget(m_copy);

    auto *lower = new QWidget(this);
    auto *lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 2, 0, 0);
    lowerLayout->setSpacing(8);
    lowerLayout->addLayout(bar);
    lowerLayout->addWidget(m_table);
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("chooseSplitter"));
    splitter->addWidget(card);
    splitter->addWidget(lower);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(8);
    splitter->setStyleSheet(QStringLiteral("QSplitter#chooseSplitter::handle { background: transparent; }"));
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 6);
    splitter->setSizes({300, 330});
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(splitter);

    connect(m_plot, &CostTimePlot::clicked, this, [this](int candidate) { select(candidate, true); });
    connect(m_showRejected, &QCheckBox::toggled, this, [this](bool on) {
        m_filter->setShowRejected(on);
        rebuildChart();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (!m_selecting && current.isValid())
            select(current.data(CandidateModel::CandidateRole).toInt(), true);
    });
    connect(m_copy, &QPushButton::clicked, this, &ChooseView::copyTable);
    connect(m_export, &QPushButton::clicked, this, &ChooseView::exportPicture);
    auto *copy = new QAction(m_table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(copy, &QAction::triggered, this, &ChooseView::copyTable);
    m_table->addAction(copy);
    retranslate();
}

void ChooseView::setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &)
{
    m_evaluation = std::move(evaluation);
    m_selected = m_evaluation->recommendation.candidate;
    m_selecting = true;
    m_model->setEvaluation(m_evaluation);
    // A column that says the same in every row says nothing.
    std::set<std::string> regions;
    std::set<Purchase> purchases;
    for (const Candidate &c : m_evaluation->candidates) {
        regions.insert(c.region);
        purchases.insert(c.purchase);
    }
    m_table->setColumnHidden(CandidateModel::Region, regions.size() < 2);
    m_table->setColumnHidden(CandidateModel::Buying, purchases.size() < 2);
    m_selecting = false;
    retranslate();
    rebuildChart();
    fitColumns();
    select(m_selected, false);
}

void ChooseView::setStale(bool stale)
{
    for (QWidget *widget : {static_cast<QWidget *>(m_plot), static_cast<QWidget *>(m_table)}) {
        auto *effect = stale ? new QGraphicsOpacityEffect(widget) : nullptr;
        if (effect)
            effect->setOpacity(0.55);
        widget->setGraphicsEffect(effect);
    }
}

void ChooseView::applyPalette(const Palette &palette)
{
    m_palette = palette;
    m_rows->setPalette(palette);
    m_model->setPalette(palette);
    rebuildChart();
}

void ChooseView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_model->retranslate();
        rebuildChart();
        fitColumns();
    }
    View::changeEvent(event);
}

void ChooseView::retranslate()
{
    m_heading->setText(tr("Candidates"));
    m_showRejected->setText(tr("Show rejected"));
    m_copy->setText(tr("Copy table"));
    m_copy->setToolTip(tr("Copies the selected rows, or all of them, as tab-separated text."));
    m_export->setText(tr("Save chart…"));
    m_plot->setAccessibleName(tr("Cost of the whole job against hours, one point per instance type"));
    m_table->setAccessibleName(tr("Candidate instance types"));
    QString count;
    if (m_evaluation) {
        int accepted = 0;
        for (const Candidate &c : m_evaluation->candidates)
            accepted += c.status != CandidateStatus::Rejected;
        count = tr("%1 acceptable, %2 rejected").arg(accepted).arg(static_cast<int>(m_evaluation->candidates.size()) - accepted);
    }
    m_count->setText(count);
}

void ChooseView::rebuildChart()
{
    if (m_evaluation)
        m_plot->show(m_evaluation, m_palette, {m_showRejected->isChecked(), m_selected});
}

void ChooseView::fitColumns()
{
    // To the contents, with air; the reason takes what is left.
    for (int column = 0; column < CandidateModel::ReasonColumn; ++column) {
        if (!m_table->isColumnHidden(column)) {
            m_table->resizeColumnToContents(column);
            m_table->setColumnWidth(column, m_table->columnWidth(column) + 4);
        }
    }
}

void ChooseView::select(int candidate, bool announce)
{
    const bool changed = candidate != m_selected;
    m_selected = candidate;
    m_selecting = true;
    const QModelIndex row = candidate >= 0 ? m_filter->mapFromSource(m_model->index(candidate, 0)) : QModelIndex();
    if (row.isValid()) {
        if (m_table->currentIndex().row() != row.row() || !m_table->selectionModel()->isRowSelected(row.row()))
            m_table->setCurrentIndex(row);
        m_table->scrollTo(row);
    } else {
        m_table->clearSelection();
    }
    m_selecting = false;
    if (changed)
        rebuildChart();
    if (announce && candidate >= 0)
        emit candidateActivated(candidate);
}

QList<int> ChooseView::shownColumns() const
{
    QList<int> columns;
    for (int column = 0; column < CandidateModel::ColumnCount; ++column) {
        if (!m_table->isColumnHidden(column))
            columns << column;
    }
    return columns;
}

QString ChooseView::tableTsv() const
{
    QList<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows << index.row();
    std::sort(rows.begin(), rows.end());
    return candidatesTsv(*m_filter, rows.size() > 1 ? rows : QList<int>(), shownColumns());
}

void ChooseView::copyTable()
{
    QGuiApplication::clipboard()->setText(tableTsv());
}

void ChooseView::exportPicture()
{
    if (!m_evaluation)
        return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save chart"), QStringLiteral("cost-time.svg"),
                                                      tr("SVG drawing (*.svg);;PNG picture (*.png)"));
    if (path.isEmpty())
        return;
    const QString language = QLocale().language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
    QString error;
    const bool done = path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive)
        ? exportChartPng(*m_evaluation, ChartKind::CostTime, language, path, &error)
        : exportChartSvg(*m_evaluation, ChartKind::CostTime, language, path, &error);
    if (!done)
        QMessageBox::warning(this, tr("Save chart"), error);
}

} // namespace segplan
