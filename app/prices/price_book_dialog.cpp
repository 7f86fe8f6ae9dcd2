#include "prices/price_book_dialog.h"

#include "plan/file.h"
#include "text/translated.h"

#include <QComboBox>
#include <QCompleter>
#include <QEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QTableWidget>
#include <algorithm>

namespace segplan {

namespace {

constexpr qint64 largestFile = 16 * 1024 * 1024;

QComboBox *wordBox(const char *name, const QStringList &words, bool editable)
{
    auto *box = new QComboBox;
    box->setObjectName(QLatin1String(name));
    box->setEditable(editable);
    box->addItems(words);
    if (editable) {
        box->setInsertPolicy(QComboBox::NoInsert);
        box->completer()->setFilterMode(Qt::MatchContains);
        box->completer()->setCompletionMode(QCompleter::PopupCompletion);
        box->setMinimumContentsLength(18);
    }
    return box;
}

QPushButton *button(const char *name)
{
    auto *out = new QPushButton;
    out->setObjectName(QLatin1String(name));
    out->setAutoDefault(false);
    return out;
}

QString sideText(const std::optional<PriceChange::Side> &side)
{
    return side ? QStringLiteral("%1 (%2)").arg(formatMoney(side->amount), formatDate(side->date)) : QStringLiteral("-");
}

} // namespace

PriceBookDialog::PriceBookDialog(const Knowledge &knowledge, QWidget *parent)
    : QDialog(parent), m_knowledge(knowledge), m_model(new PriceBookModel(this)), m_filter(new QSortFilterProxyModel(this)), m_tabs(new QTabWidget), m_search(new QLineEdit),
      m_table(new QTableView), m_amount(new QLineEdit), m_changes(new QTableWidget), m_message(new QLabel), m_changesText(new QLabel)
{
    setObjectName(QStringLiteral("priceBookDialog"));
    m_filter->setSourceModel(m_model);
    m_filter->setFilterKeyColumn(-1);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setSortRole(PriceBookModel::SortRole);
    m_search->setObjectName(QStringLiteral("priceSearch"));
    m_search->setClearButtonEnabled(true);
    m_table->setObjectName(QStringLiteral("priceTable"));
    m_table->setModel(m_filter);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(PriceBookModel::What, Qt::AscendingOrder);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setWordWrap(false);

    QStringList things, regions{QString::fromLatin1(mainlandScope)}, units;
    for (const InstanceType &t : knowledge.instanceTypes)
        things << QString::fromStdString(t.id);
    for (const StorageKind &s : knowledge.storage)
        things << QString::fromStdString(s.id);
    for (const segplan::Region &r : knowledge.regions)
        regions << QString::fromStdString(r.id);
    for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot})
        units << QString::fromLatin1(priceModelName(m));
    for (const StorageUnit u : {StorageUnit::GibMonth, StorageUnit::GibHour, StorageUnit::Gb})
        units << QString::fromLatin1(storageUnitName(u));
    m_what = wordBox("priceWhat", things, true);
    m_region = wordBox("priceRegion", regions, true);
    m_unit = wordBox("priceUnit", units, false);
    m_currency = wordBox("priceCurrency", {QStringLiteral("CNY"), QStringLiteral("USD")}, false);
    m_amount->setObjectName(QStringLiteral("priceAmount"));
    m_add = button("priceAdd");
    m_remove = button("priceRemove");
    m_import = button("priceImport");
    m_export = button("priceExport");
    m_refresh = button("priceRefresh");
    m_reprice = button("priceReprice");
    m_ok = button("priceOk");
    m_ok->setProperty("primary", true);
    m_cancel = button("priceCancel");
    m_message->setObjectName(QStringLiteral("priceMessage"));
    m_message->setWordWrap(true);
    m_message->setProperty("muted", true);

    auto *book = new QWidget;
    auto *rows = new QVBoxLayout(book);
    auto *top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    for (QPushButton *b : {m_remove, m_import, m_export, m_refresh})
        top->addWidget(b);
    rows->addLayout(top);
    rows->addWidget(m_table, 1);
    auto *entry = new QHBoxLayout;
    entry->addWidget(m_what, 3);
    entry->addWidget(m_region, 2);
    entry->addWidget(m_unit, 1);
    entry->addWidget(m_amount, 1);
    entry->addWidget(m_currency);
    entry->addWidget(m_add);
    rows->addLayout(entry);

    m_changes->setObjectName(QStringLiteral("priceChanges"));
    m_changes->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_changes->verticalHeader()->hide();
    m_changes->horizontalHeader()->setStretchLastSection(true);
    m_changesText->setWordWrap(true);
    auto *changes = new QWidget;
    auto *column = new QVBoxLayout(changes);
    column->addWidget(m_changesText);
    column->addWidget(m_changes, 1);
    auto *below = new QHBoxLayout;
    below->addStretch(1);
    below->addWidget(m_reprice);
    column->addLayout(below);

    m_tabs->setObjectName(QStringLiteral("priceTabs"));
    m_tabs->addTab(book, QString());
    m_tabs->addTab(changes, QString());
    auto *all = new QVBoxLayout(this);
    all->addWidget(m_tabs, 1);
    auto *end = new QHBoxLayout;
    end->addWidget(m_message, 1);
    end->addWidget(m_cancel);
    end->addWidget(m_ok);
    all->addLayout(end);
    resize(980, 620);

    connect(m_search, &QLineEdit::textChanged, m_filter, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_model, &PriceBookModel::refused, this, &PriceBookDialog::tell);
    connect(m_model, &PriceBookModel::edited, this, [this] { tell({}); });
    connect(m_add, &QPushButton::clicked, this, &PriceBookDialog::addEntry);
    connect(m_amount, &QLineEdit::returnPressed, this, &PriceBookDialog::addEntry);
    connect(m_remove, &QPushButton::clicked, this, &PriceBookDialog::removeSelected);
    connect(m_import, &QPushButton::clicked, this, &PriceBookDialog::importAsked);
    connect(m_export, &QPushButton::clicked, this, &PriceBookDialog::exportAsked);
    connect(m_refresh, &QPushButton::clicked, this, &PriceBookDialog::refreshRequested);
    connect(m_reprice, &QPushButton::clicked, this, [this] {
        emit repriceChosen();
        accept();
    });
    connect(m_ok, &QPushButton::clicked, this, [this] {
        emit bookChosen(m_model->book());
        accept();
    });
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    retranslate();
}

void PriceBookDialog::setPlan(const Plan &plan)
{
    m_plan = plan;
    m_model->setBook(m_knowledge, plan.prices.value_or(PriceBook{}));
    m_table->resizeColumnsToContents();
    showChanges();
}

void PriceBookDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void PriceBookDialog::retranslate()
{
    setWindowTitle(tr("Prices"));
    m_tabs->setTabText(0, tr("Price book"));
    m_tabs->setTabText(1, tr("Reprice"));
    m_search->setPlaceholderText(tr("Filter: type, region, source …"));
    m_search->setAccessibleName(tr("Filter the prices"));
    m_table->setAccessibleName(tr("Prices with date and source; those of this plan in bold"));
    m_what->setAccessibleName(tr("Instance type or store"));
    m_region->setAccessibleName(tr("Region"));
    m_unit->setAccessibleName(tr("Per hour, month, year or GiB"));
    m_currency->setAccessibleName(tr("Currency"));
    m_amount->setAccessibleName(tr("Price"));
    m_amount->setPlaceholderText(tr("price"));
    m_add->setText(tr("&Enter price"));
    m_remove->setText(tr("&Remove own"));
    m_remove->setToolTip(tr("Takes the selected prices out of this plan; what the program knows stands again."));
    m_import->setText(tr("&Import …"));
    m_export->setText(tr("E&xport …"));
    m_refresh->setText(tr("Re&fresh …"));
    m_reprice->setText(tr("&Take today's prices"));
    m_ok->setText(tr("OK"));
    m_cancel->setText(tr("Cancel"));
    m_changes->setAccessibleName(tr("Prices that repricing would change"));
    m_model->retranslate();
    showChanges();
}

void PriceBookDialog::tell(const QString &text) { m_message->setText(text); }

void PriceBookDialog::showChanges()
{
    const Repricing now = reprice(m_plan, m_knowledge);
    m_changes->clear();
    m_changes->setColumnCount(6);
    m_changes->setHorizontalHeaderLabels({tr("type or store"), tr("region"), tr("per"), tr("in the plan"), tr("today"), tr("change")});
    m_changes->setRowCount(static_cast<int>(now.changes.size()));
    for (int i = 0; i < m_changes->rowCount(); ++i) {
        const PriceChange &c = now.changes[static_cast<std::size_t>(i)];
        const auto ratio = c.ratio();
        const QString change = ratio ? (*ratio >= 1 ? QStringLiteral("+") : QString()) + formatPercent(*ratio - 1) : QStringLiteral("-");
        const QString cells[] = {QString::fromStdString(c.what), QString::fromStdString(c.region), QString::fromStdString(c.unit), sideText(c.before), sideText(c.after), change};
        for (int column = 0; column < 6; ++column)
            m_changes->setItem(i, column, new QTableWidgetItem(cells[column]));
    }
    m_changes->resizeColumnsToContents();
    m_reprice->setEnabled(m_plan.prices.has_value());
    m_changesText->setText(!m_plan.prices        ? tr("The plan keeps no prices of its own: it always follows what the program knows.")
                           : now.changes.empty() ? tr("The plan's prices are those of today.")
                                                 : tr("The plan keeps prices of %1; %2 of them differ from those of %3.")
                                                       .arg(formatDate(now.before), formatInteger(static_cast<std::int64_t>(now.changes.size())), formatDate(now.after)));
}

void PriceBookDialog::addEntry()
{
    QString why;
    if (m_model->add(m_what->currentText(), m_region->currentText(), m_unit->currentText(), m_amount->text(), m_currency->currentText(), &why))
        m_amount->clear();
    else
        tell(why);
}

void PriceBookDialog::removeSelected()
{
    QList<int> rows;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
        rows << m_filter->mapToSource(index).row();
    // From the last: removing an own price of a known type leaves its row, of an unknown one takes it.
    std::sort(rows.begin(), rows.end(), std::greater<>());
    for (int row : rows)
        m_model->remove(row);
}

bool PriceBookDialog::importFile(const QString &path)
{
    QFile file(path);
    if (file.size() > largestFile || !file.open(QIODevice::ReadOnly)) {
        tell(tr("%1 cannot be read: %2").arg(path, file.size() > largestFile ? tr("it is too large") : file.errorString()));
        return false;
    }
    const std::string bytes = file.readAll().toStdString(), name = QFileInfo(path).fileName().toStdString();
    const Result<PriceBook> read = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? readPriceBookCsv(bytes, name) : readPriceBook(bytes, name, m_knowledge);
    Errors faults = read ? checkBook(*read, m_knowledge, name) : read.errors();
    if (!faults.empty()) {
        const QString first = QString::fromStdString(faults.front().pointer) + QStringLiteral(": ") + translated(faults.front().what);
        tell(tr("%1 was not taken: %2 faults. The first: %3").arg(QFileInfo(path).fileName(), formatInteger(static_cast<std::int64_t>(faults.size())), first));
        return false;
    }
    m_model->setBook(m_knowledge, merged(m_model->book(), *read, MergeRule::IncomingWins));
    tell(tr("%1 prices taken from %2.").arg(formatInteger(static_cast<std::int64_t>(read->entries.size() + read->storage.size())), QFileInfo(path).fileName()));
    return true;
}

bool PriceBookDialog::exportFile(const QString &path)
{
    const PriceBook all = m_model->effective();
    const std::string text = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) ? writePriceBookCsv(all) : writePriceBook(all);
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && file.commit();
    tell(done ? tr("%1 prices written to %2.").arg(formatInteger(static_cast<std::int64_t>(all.entries.size() + all.storage.size())), QFileInfo(path).fileName())
              : tr("%1 cannot be written: %2").arg(path, file.errorString()));
    return done;
}

void PriceBookDialog::importAsked()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Import prices"), {}, tr("Price books (*.json *.csv)"));
    if (!path.isEmpty())
        importFile(path);
}

void PriceBookDialog::exportAsked()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export prices"), QStringLiteral("prices.csv"), tr("CSV (*.csv);;JSON (*.json)"));
    if (!path.isEmpty())
        exportFile(path);
}

} // namespace segplan
