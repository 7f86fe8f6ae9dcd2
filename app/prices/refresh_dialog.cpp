#include "prices/refresh_dialog.h"

#include "plan/fields.h"
#include "text/translated.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>

namespace segplan {

namespace {

template <class T, class... Args>
T *named(const char *name, Args &&...args)
{
    auto *out = new T(std::forward<Args>(args)...);
    out->setObjectName(QLatin1String(name));
    return out;
}

std::vector<std::string> words(const QString &list)
{
    std::vector<std::string> out;
    for (const QString &word : list.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!word.trimmed().isEmpty())
            out.push_back(word.trimmed().toStdString());
    }
    return out;
}

QString sideText(const std::optional<PriceChange::Side> &side)
{
    return side ? QStringLiteral("%1 %2 (%3)").arg(QString::fromStdString(shortDecimal(side->amount)), QLatin1String(currencyCode(side->amount.currency())), formatDate(side->date))
                : QStringLiteral("-");
}

} // namespace

RefreshDialog::RefreshDialog(const Knowledge &knowledge, const std::vector<std::string> &regions, RefreshOptions base, QWidget *parent)
    : QDialog(parent), m_knowledge(knowledge), m_base(std::move(base)), m_list(named<QCheckBox>("refreshList")), m_cli(named<QCheckBox>("refreshCli")),
      m_site(named<QComboBox>("refreshSite")), m_regions(named<QLineEdit>("refreshRegions")), m_types(named<QLineEdit>("refreshTypes")), m_siteLabel(new QLabel),
      m_regionsLabel(new QLabel), m_typesLabel(new QLabel), m_status(named<QLabel>("refreshStatus")), m_progress(named<QProgressBar>("refreshProgress")),
      m_changes(named<QTableWidget>("refreshChanges")), m_notes(named<QPlainTextEdit>("refreshNotes")), m_start(named<QPushButton>("refreshStart")),
      m_cancel(named<QPushButton>("refreshCancel")), m_take(named<QPushButton>("refreshTake")), m_close(named<QPushButton>("refreshClose"))
{
    setObjectName(QStringLiteral("refreshDialog"));
    m_list->setChecked(true);
    m_site->addItems({QString(), QString()});
    m_site->setCurrentIndex(m_base.site == PriceSite::China ? 0 : 1);
    QStringList offered;
    for (const std::string &r : regions)
        offered << QString::fromStdString(r);
    m_regions->setText(offered.join(QStringLiteral(", ")));
    m_siteLabel->setBuddy(m_site);
    m_regionsLabel->setBuddy(m_regions);
    m_typesLabel->setBuddy(m_types);
    m_status->setWordWrap(true);
    m_progress->hide();
    m_changes->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_changes->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_changes->verticalHeader()->hide();
    m_changes->setColumnCount(6);
    m_changes->horizontalHeader()->setStretchLastSection(true);
    m_notes->setReadOnly(true);
    m_notes->setMaximumHeight(120);
    m_notes->hide();
    m_start->setProperty("primary", true);
    for (QPushButton *b : {m_cancel, m_take, m_close})
        b->setAutoDefault(false);

    auto *form = new QFormLayout;
    form->addRow(m_list);
    form->addRow(m_siteLabel, m_site);
    form->addRow(m_cli);
    form->addRow(m_regionsLabel, m_regions);
    form->addRow(m_typesLabel, m_types);
    auto *end = new QHBoxLayout;
    end->addWidget(m_start);
    end->addWidget(m_cancel);
    end->addStretch(1);
    end->addWidget(m_take);
    end->addWidget(m_close);
    auto *all = new QVBoxLayout(this);
    all->addLayout(form);
    all->addWidget(m_status);
    all->addWidget(m_progress);
    all->addWidget(m_changes, 1);
    all->addWidget(m_notes);
    all->addLayout(end);
    resize(820, 560);

    connect(m_list, &QCheckBox::toggled, this, &RefreshDialog::enable);
    connect(m_cli, &QCheckBox::toggled, this, &RefreshDialog::enable);
    connect(m_start, &QPushButton::clicked, this, &RefreshDialog::start);
    connect(m_cancel, &QPushButton::clicked, this, &RefreshDialog::cancel);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    connect(this, &QDialog::rejected, this, &RefreshDialog::cancel); // nobody would see it end
    connect(m_take, &QPushButton::clicked, this, [this] {
        if (m_report && m_report->knowledge)
            emit pricesChosen(bookOf(*m_report->knowledge));
        accept();
    });
    retranslate();
}

RefreshDialog::~RefreshDialog() { m_refresher.reset(); }

bool RefreshDialog::readOptions(RefreshOptions *options, QString *why) const
{
    *options = m_base;
    options->list = m_list->isChecked();
    options->cli = m_cli->isChecked();
    options->site = m_site->currentIndex() == 1 ? PriceSite::International : PriceSite::China;
    options->regions = words(m_regions->text());
    options->types = words(m_types->text());
    if (!options->cli)
        return true;
    if (options->regions.empty()) {
        *why = tr("Name at least one region to ask about.");
        return false;
    }
    for (const std::string &r : options->regions) {
        if (!m_knowledge.region(r)) {
            *why = tr("There is no region %1.").arg(QString::fromStdString(r));
            return false;
        }
    }
    for (const std::string &t : options->types) {
        if (!m_knowledge.instanceType(t)) {
            *why = tr("There is no instance type %1.").arg(QString::fromStdString(t));
            return false;
        }
    }
    return true;
}

void RefreshDialog::start()
{
    if (m_refresher)
        return;
    RefreshOptions options;
    QString why;
    if (!readOptions(&options, &why)) {
        m_status->setText(why);
        return;
    }
    m_report.reset();
    m_changes->setRowCount(0);
    m_notes->hide();
    m_refresher = std::make_unique<Refresher>(std::move(options));
    connect(m_refresher.get(), &Refresher::progress, this, [this](qint64 done, qint64 total, const Text &now) {
        // Progress bars count in int.
        m_progress->setRange(0, total > 0 ? 1000 : 0);
        m_progress->setValue(total > 0 ? static_cast<int>(1000 * std::min(done, total) / total) : 0);
        m_status->setText(translated(now));
    });
    connect(m_refresher.get(), &Refresher::finished, this, [this](const RefreshReport &report) {
        m_refresher.release()->deleteLater(); // we are inside of its signal
        m_report = report;
        showReport(report);
        enable();
        emit refreshed(report);
    });
    QStringList lines;
    for (const Text &line : m_refresher->announcement())
        lines << translated(line);
    m_status->setText(tr("This fetches: %1").arg(lines.join(QStringLiteral("; "))));
    m_progress->setRange(0, 0);
    m_refresher->start();
    enable();
}

void RefreshDialog::cancel()
{
    if (m_refresher)
        m_refresher->cancel();
}

void RefreshDialog::enable()
{
    const bool running = m_refresher != nullptr;
    for (QWidget *w : {static_cast<QWidget *>(m_list), static_cast<QWidget *>(m_cli)})
        w->setEnabled(!running);
    m_site->setEnabled(!running && m_list->isChecked());
    m_regions->setEnabled(!running && m_cli->isChecked());
    m_types->setEnabled(!running && m_cli->isChecked());
    m_start->setEnabled(!running && (m_list->isChecked() || m_cli->isChecked()));
    m_cancel->setEnabled(running);
    m_progress->setVisible(running);
    m_take->setEnabled(!running && m_report && m_report->knowledge);
}

void RefreshDialog::showReport(const RefreshReport &r)
{
    m_changes->setRowCount(static_cast<int>(r.changes.size()));
    for (int i = 0; i < m_changes->rowCount(); ++i) {
        const PriceChange &c = r.changes[static_cast<std::size_t>(i)];
        const auto ratio = c.ratio();
        const QString change = ratio ? (*ratio >= 1 ? QStringLiteral("+") : QString()) + formatPercent(*ratio - 1) : !c.before ? tr("new") : !c.after ? tr("gone") : QString();
        const QString cells[] = {QString::fromStdString(c.what), QString::fromStdString(c.region), QString::fromStdString(c.unit), sideText(c.before), sideText(c.after), change};
        for (int column = 0; column < 6; ++column)
            m_changes->setItem(i, column, new QTableWidgetItem(cells[column]));
    }
    m_changes->resizeColumnsToContents();
    QStringList notes;
    for (const RefreshFailure &f : r.failures)
        notes << (f.subject.empty() ? QStringLiteral("%1: %3") : QStringLiteral("%1 %2: %3")).replace(QLatin1String("%1"), QString::fromStdString(f.what))
                     .replace(QLatin1String("%2"), QString::fromStdString(f.subject)).replace(QLatin1String("%3"), translated(f.why));
    if (!r.notSold.empty())
        notes << tr("Not sold there, or without a price: %1 questions.").arg(formatInteger(static_cast<std::int64_t>(r.notSold.size())));
    QStringList unknown;
    for (const std::string &t : r.unknownTypes)
        unknown << QString::fromStdString(t);
    if (!unknown.isEmpty())
        notes << tr("GPU types this program does not know: %1").arg(unknown.join(QLatin1Char(' ')));
    if (!r.ownFaults.empty())
        notes << tr("Your own knowledge files have faults and are left out: %1").arg(translated(r.ownFaults.front().what));
    m_notes->setPlainText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
    const QString changes = r.changes.empty() ? tr("No price has changed.") : tr("%1 prices have changed.").arg(formatInteger(static_cast<std::int64_t>(r.changes.size())));
    switch (r.status) {
    case RefreshReport::Status::Done: m_status->setText(changes); break;
    case RefreshReport::Status::Partly: m_status->setText(changes + QLatin1Char(' ') + tr("Some questions stayed without an answer; see below.")); break;
    case RefreshReport::Status::Cancelled: m_status->setText(tr("Cancelled: nothing was changed.")); break;
    case RefreshReport::Status::Failed: m_status->setText(tr("Nothing could be fetched, and nothing was changed.")); break;
    }
}

void RefreshDialog::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QDialog::changeEvent(event);
}

void RefreshDialog::retranslate()
{
    setWindowTitle(tr("Fetch prices and stock"));
    m_list->setText(tr("The &public price list (no account is needed)"));
    m_cli->setText(tr("Prices, spot prices and stock through my own &aliyun program (nothing is ordered)"));
    m_siteLabel->setText(tr("&Site:"));
    m_site->setItemText(0, tr("China (CNY)"));
    m_site->setItemText(1, tr("International (USD)"));
    m_regionsLabel->setText(tr("&Regions:"));
    m_regions->setPlaceholderText(QStringLiteral("cn-shanghai, cn-beijing"));
    m_typesLabel->setText(tr("Instance &types:"));
    m_types->setPlaceholderText(tr("all that are sold in these regions"));
    m_changes->setHorizontalHeaderLabels({tr("type or store"), tr("region"), tr("per"), tr("before"), tr("now"), tr("change")});
    m_changes->setAccessibleName(tr("Prices that have changed"));
    m_notes->setAccessibleName(tr("What could not be fetched"));
    m_progress->setAccessibleName(tr("Progress"));
    m_start->setText(tr("&Fetch"));
    m_cancel->setText(tr("&Stop"));
    m_take->setText(tr("Take into the &plan"));
    m_close->setText(tr("Close"));
    if (m_report)
        showReport(*m_report);
    enable();
}

} // namespace segplan
