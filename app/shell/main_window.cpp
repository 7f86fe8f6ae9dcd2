#include "shell/main_window.h"

#include "document/plan_document.h"
#include "document/recent_files.h"
#include "forms/plan_form.h"
#include "knowledge_loader.h"
#include "prices/price_book_dialog.h"
#include "prices/refresh_dialog.h"
#include "report/report.h"
#include "shell/issues_panel.h"
#include "shell/verdict_card.h"
#include "shell/view.h"
#include "text/language.h"
#include "text/translated.h"
#include "why/why_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

namespace segplan {

namespace {

QString faultList(const Errors &errors)
{
    constexpr std::size_t most = 8;
    QStringList lines;
    for (std::size_t i = 0; i < std::min(errors.size(), most); ++i) {
        const Error &error = errors[i];
        const QString what = translated(error.what);
        QString line = error.pointer.empty() ? what : QStringLiteral("%1: %2").arg(QString::fromStdString(error.pointer), what);
        if (!error.allowed.empty())
            line += QStringLiteral("  ") + MainWindow::tr("Allowed: %1.").arg(translated(error.allowed));
        lines << line;
    }
    if (errors.size() > most)
        lines << MainWindow::tr("and %n more", nullptr, static_cast<int>(errors.size() - most));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

MainWindow::MainWindow(const Knowledge &knowledge, Language &language, QWidget *parent)
    : QMainWindow(parent), m_knowledge(knowledge), m_language(language), m_theme(new Theme(this)), m_document(new PlanDocument(knowledge, this)),
      m_evaluator(new Evaluator(knowledge, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setMinimumSize(1024, 640);
    buildActions();
    buildMenus();
    buildCorner();
    buildContents();
    buildStatusBar();
    m_viewMenu->addActions(QList<QAction *>(m_tabActions.begin(), m_tabActions.end()));
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({m_showWhy, m_showIssues});
    m_viewMenu->addSeparator();
    m_themeMenu = m_viewMenu->addMenu(QString());
    m_themeMenu->addActions({m_themeSystem, m_themeLight, m_themeDark});
    m_languageMenu = m_viewMenu->addMenu(QString());
    m_languageMenu->addActions({m_zh, m_en});

    connect(m_document, &PlanDocument::planChanged, this, [this] { m_evaluator->request(m_document->plan()); });
    connect(m_document, &PlanDocument::fileChanged, this, &MainWindow::showFileName);
    connect(m_document->undoStack(), &QUndoStack::indexChanged, this, &MainWindow::showUndo);
    connect(m_evaluator, &Evaluator::evaluated, this, &MainWindow::showSnapshot);
    connect(m_evaluator, &Evaluator::staleChanged, this, [this](bool stale) {
        m_verdict->setStale(stale);
        for (View *view : m_views)
            view->setStale(stale);
        showStatus();
    });
    connect(m_evaluator, &Evaluator::failed, this, [this] { statusBar()->showMessage(tr("There is not enough memory to compute this plan."), 10000); });
    connect(m_theme, &Theme::changed, this, &MainWindow::applyPalette);

    readSettings();
    applyPalette(m_theme->palette());
    retranslate();
    // A preset is a better first sight than bare defaults.
    if (const Preset *first = m_document->presets().find(QStringLiteral("industrial"))) {
        m_document->applyPreset(*first);
        m_document->undoStack()->clear();
    } else {
        m_evaluator->request(m_document->plan());
    }
}

MainWindow::~MainWindow()
{
    // The undo stack and the evaluator have a last word when they go; nobody is left to hear it then.
    m_document->disconnect(this);
    m_document->undoStack()->disconnect(this);
    m_evaluator->disconnect(this);
    m_theme->disconnect(this);
}

void MainWindow::readSettings()
{
    const QSettings settings;
    if (m_language.current().isEmpty())
        m_language.use(settings.value(QStringLiteral("language"), Language::nearest()).toString());
    const ThemeMode mode = themeModeFromName(settings.value(QStringLiteral("theme")).toString());
    (mode == ThemeMode::Light ? m_themeLight : mode == ThemeMode::Dark ? m_themeDark : m_themeSystem)->setChecked(true);
    m_theme->setMode(mode);
    if (!restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray())) {
        const QSize room = screen() ? screen()->availableSize() : QSize(1440, 900);
        resize(QSize(1440, 900).boundedTo(room));
    }
    if (!m_windowSplitter->restoreState(settings.value(QStringLiteral("window/splitter")).toByteArray()))
        m_windowSplitter->setSizes({m_form->sizeHint().width(), width() - m_form->sizeHint().width()});
    if (!m_tabSplitter->restoreState(settings.value(QStringLiteral("window/tabSplitter")).toByteArray()))
        m_tabSplitter->setSizes({width() - m_form->sizeHint().width() - m_why->sizeHint().width(), m_why->sizeHint().width()});
    m_tabs->setCurrentIndex(std::clamp(settings.value(QStringLiteral("window/tab"), 0).toInt(), 0, m_tabs->count() - 1));
    m_showWhy->setChecked(settings.value(QStringLiteral("window/why"), false).toBool());
}

void MainWindow::writeSettings()
{
    QSettings settings;
    settings.setValue(QStringLiteral("language"), m_language.current());
    settings.setValue(QStringLiteral("theme"), themeModeName(m_theme->mode()));
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/splitter"), m_windowSplitter->saveState());
    settings.setValue(QStringLiteral("window/tabSplitter"), m_tabSplitter->saveState());
    settings.setValue(QStringLiteral("window/tab"), m_tabs->currentIndex());
    settings.setValue(QStringLiteral("window/why"), m_showWhy->isChecked());
}

void MainWindow::applyPalette(const Palette &palette)
{
    m_undo->setIcon(tintedIcon(QStringLiteral("undo"), palette.muted, palette.line));
    m_redo->setIcon(tintedIcon(QStringLiteral("redo"), palette.muted, palette.line));
    m_form->applyPalette(palette);
    m_verdict->applyPalette(palette);
    m_why->applyPalette(palette);
    m_issues->applyPalette(palette);
    for (View *view : m_views)
        view->applyPalette(palette);
}

void MainWindow::showFileName()
{
    setWindowTitle(tr("%1[*] – SegPlan", "file name").arg(m_document->displayName()));
    setWindowModified(m_document->isModified());
}

void MainWindow::showUndo()
{
    const QString undo = m_document->undoLabel(), redo = m_document->redoLabel();
    m_undo->setEnabled(!undo.isEmpty());
    m_redo->setEnabled(!redo.isEmpty());
    m_undo->setText(tr("&Undo"));
    m_redo->setText(tr("&Redo"));
    m_undo->setToolTip(undo.isEmpty() ? tr("Undo") : tr("Undo: %1").arg(undo));
    m_redo->setToolTip(redo.isEmpty() ? tr("Redo") : tr("Redo: %1").arg(redo));
}

void MainWindow::showSnapshot()
{
    const Snapshot snapshot = m_evaluator->snapshot();
    m_verdict->setEvaluation(snapshot, m_knowledge);
    m_form->setIssues(snapshot->issues);
    m_issues->setIssues(snapshot->issues);
    m_why->setEvaluation(snapshot, m_knowledge);
    for (View *view : m_views)
        view->setEvaluation(snapshot, m_knowledge);
    showStatus();
}

void MainWindow::showStatus()
{
    const Snapshot snapshot = m_evaluator->snapshot();
    m_copyCommand->setEnabled(snapshot && snapshot->command);
    m_exportPdf->setEnabled(snapshot && !snapshot->candidates.empty() && !m_evaluator->isStale());
    m_currentPrices->setEnabled(m_document->plan().prices.has_value());
    if (!snapshot) {
        m_statusCount->setText(tr("Computing …"));
        return;
    }
    const QString took = formatNumber(snapshot->milliseconds, snapshot->milliseconds < 10 ? 1 : 0);
    m_statusCount->setText(m_evaluator->isStale() ? tr("Computing …")
                                                  : tr("%1 candidates in %2 ms").arg(formatInteger(static_cast<std::int64_t>(snapshot->combinations)), took));
    QStringList regions;
    for (const std::string &region : snapshot->plan.requirements.regions)
        regions << QString::fromStdString(region);
    m_statusRegion->setText(regions.size() > 3 ? tr("%n region(s)", nullptr, static_cast<int>(regions.size())) : regions.join(QStringLiteral(", ")));
    m_statusPytorch->setText(tr("PyTorch %1").arg(QString::fromLatin1(eraName(snapshot->plan.workload.pytorch))));
    if (const auto &nearest = snapshot->nearest) {
        const QString text = tr("Nearest published measurement: %1: %2 (ours %3)", "setting, its memory, our estimate for it")
                                 .arg(QString::fromStdString(nearest->label), formatBytes(nearest->published), formatBytes(nearest->ours));
        m_statusNearest->setText(text);
        m_statusNearest->setToolTip(QString::fromStdString(nearest->source.text));
    } else {
        m_statusNearest->setText(tr("No published measurement is near this setting"));
        m_statusNearest->setToolTip({});
    }
    const std::string &date = snapshot->pricesAsOf;
    m_prices->setText(date.empty() ? tr("No prices") : tr("Prices of %1").arg(formatDate(date)));
    m_prices->setToolTip(m_document->plan().prices ? tr("The prices kept in the plan's file. Plan > Use today's prices takes the newest.")
                                                   : tr("Date of the newest price in the program's price list."));
    layOutCorner();
}

void MainWindow::showTerm(TermId term)
{
    m_showWhy->setChecked(true);
    m_why->showTerm(term);
}

void MainWindow::showCandidate(int candidate)
{
    const Snapshot snapshot = m_evaluator->snapshot();
    if (!snapshot || candidate < 0 || static_cast<std::size_t>(candidate) >= snapshot->candidates.size())
        return;
    const Candidate &chosen = snapshot->candidates[static_cast<std::size_t>(candidate)];
    // The first figure that explains the candidate's place: its reason, then its cost, time and memory.
    TermId term = noTerm;
    const auto take = [&](TermId id) {
        if (term == noTerm && snapshot->ledger.contains(id))
            term = id;
    };
    for (const Reason &reason : chosen.reasons)
        take(reason.term);
    if (chosen.cost)
        take(chosen.cost->total.term);
    take(chosen.wallClockTerm);
    if (chosen.memory)
        take(chosen.memory->device.term);
    if (term != noTerm)
        showTerm(term);
}

void MainWindow::showIssues(bool shown)
{
    m_issues->setVisible(shown);
}

void MainWindow::applyFix(const Fix &fix)
{
    const Errors errors = m_document->applyFix(fix);
    if (!errors.empty())
        QMessageBox::warning(this, tr("The change was not made"), faultList(errors));
}

bool MainWindow::mayDiscard()
{
    if (!m_document->isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"), tr("Save the changes of \"%1\"?").arg(m_document->displayName()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setObjectName(QStringLiteral("unsavedQuestion"));
    question.setInformativeText(tr("They are lost otherwise."));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

void MainWindow::newPlan()
{
    if (mayDiscard())
        m_document->newPlan();
}

void MainWindow::open()
{
    if (!mayDiscard())
        return;
    const QString start = m_document->path().isEmpty() ? QString() : QFileInfo(m_document->path()).path();
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a plan"), start, tr("Plans (*.segplan)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!path.isEmpty())
        openPlan(path);
}

bool MainWindow::openPlan(const QString &path)
{
    const Errors errors = m_document->open(path);
    if (!errors.empty()) {
        QMessageBox box(QMessageBox::Warning, tr("The plan cannot be opened"), tr("\"%1\" cannot be opened. The plan on screen is unchanged.").arg(QFileInfo(path).fileName()),
                        QMessageBox::Ok, this);
        box.setObjectName(QStringLiteral("openFaults"));
        box.setInformativeText(faultList(errors));
        box.exec();
        return false;
    }
    RecentFiles::add(path);
    return true;
}

bool MainWindow::save()
{
    if (m_document->path().isEmpty())
        return saveAs();
    const Errors errors = m_document->save(m_document->path());
    if (!errors.empty()) {
        QMessageBox::warning(this, tr("The plan cannot be saved"), faultList(errors));
        return false;
    }
    RecentFiles::add(m_document->path());
    statusBar()->showMessage(tr("Saved"), 3000);
    return true;
}

bool MainWindow::saveAs()
{
    const QString suggested = m_document->path().isEmpty() ? tr("plan") + QStringLiteral(".segplan") : m_document->path();
    QString path = QFileDialog::getSaveFileName(this, tr("Save the plan"), suggested, tr("Plans (*.segplan)"));
    if (path.isEmpty())
        return false;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".segplan");
    const Errors errors = m_document->save(path);
    if (!errors.empty()) {
        QMessageBox::warning(this, tr("The plan cannot be saved"), faultList(errors));
        return false;
    }
    RecentFiles::add(path);
    return true;
}

void MainWindow::exportPdf()
{
    const Snapshot snapshot = m_evaluator->snapshot();
    if (!snapshot)
        return;
    const QString base = m_document->path().isEmpty() ? tr("plan") : QFileInfo(m_document->path()).completeBaseName();
    QString path = QFileDialog::getSaveFileName(this, tr("Export the report"), base + QStringLiteral(".pdf"), tr("PDF (*.pdf)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".pdf");
    QString error;
    QApplication::setOverrideCursor(Qt::WaitCursor);
    const bool written = writeReport(*snapshot, m_knowledge, m_language.current(), path, &error);
    QApplication::restoreOverrideCursor();
    if (written)
        statusBar()->showMessage(tr("Report written to %1").arg(path), 6000);
    else
        QMessageBox::warning(this, tr("The report cannot be written"), error);
}

void MainWindow::copyCommand()
{
    const Snapshot snapshot = m_evaluator->snapshot();
    if (!snapshot || !snapshot->command)
        return;
    QApplication::clipboard()->setText(QString::fromStdString(commandText(*snapshot->command, m_document->plan().launch.shell)));
    const auto &arguments = snapshot->command->arguments;
    const int open = static_cast<int>(std::count_if(arguments.begin(), arguments.end(), [](const LaunchArgument &a) { return a.placeholder; }));
    statusBar()->showMessage(open ? tr("Command copied; %n value(s) still to fill in", nullptr, open) : tr("Command copied"), 6000);
}

void MainWindow::about()
{
    QMessageBox::about(this, tr("About SegPlan"),
                       tr("<b>SegPlan %1</b><p>Which Alibaba Cloud GPU instance to rent for training a segmentation model, what it takes and what it costs.</p>"
                          "<p>Knowledge of %2, prices of %3.</p>")
                           .arg(QStringLiteral(SEGPLAN_VERSION), QString::fromStdString(m_knowledge.version), QString::fromStdString(m_knowledge.pricesAsOf)));
}

// One window for the prices; it stays beside the plan and follows it until it is answered.
void MainWindow::showPrices()
{
    auto *dialog = findChild<PriceBookDialog *>();
    if (!dialog) {
        dialog = new PriceBookDialog(m_knowledge, this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        connect(dialog, &PriceBookDialog::bookChosen, m_document, &PlanDocument::setPrices);
        connect(dialog, &PriceBookDialog::repriceChosen, m_document, &PlanDocument::useCurrentPrices);
        connect(dialog, &PriceBookDialog::refreshRequested, this, &MainWindow::showRefresh);
    }
    dialog->setPlan(m_document->plan());
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

// What is fetched lands in the user's knowledge folder, read at the next start; the prices can be taken into the plan at once.
void MainWindow::showRefresh()
{
    if (auto *open = findChild<RefreshDialog *>()) {
        open->raise();
        return;
    }
    RefreshOptions base;
    base.readEnvironment();
    base.folder = userKnowledgeFolder();
    auto *dialog = new RefreshDialog(m_knowledge, m_document->plan().requirements.regions, base, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RefreshDialog::pricesChosen, this, [this](const PriceBook &book) {
        m_document->setPrices(book);
        if (auto *prices = findChild<PriceBookDialog *>())
            prices->setPlan(m_document->plan());
    });
    dialog->show();
}

void MainWindow::fillRecent()
{
    m_recentMenu->clear();
    for (const QString &path : RecentFiles::list()) {
        m_recentMenu->addAction(QFileInfo(path).fileName(), this, [this, path] {
            if (mayDiscard())
                openPlan(path);
        })->setToolTip(path);
    }
    if (m_recentMenu->isEmpty())
        m_recentMenu->addAction(tr("No recent plans"))->setEnabled(false);
}

void MainWindow::fillPresets()
{
    m_presetMenu->clear();
    for (const Preset &preset : m_document->presets().all())
        m_presetMenu->addAction(Presets::name(preset), this, [this, &preset] { m_document->applyPreset(preset); });
    if (m_presetMenu->isEmpty())
        m_presetMenu->addAction(tr("No presets"))->setEnabled(false);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!mayDiscard()) {
        event->ignore();
        return;
    }
    writeSettings();
    event->accept();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_languageMenu)
        retranslate();
}

static QString droppedPlan(const QMimeData *data)
{
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (droppedPlan(event->mimeData()).endsWith(QLatin1String(".segplan"), Qt::CaseInsensitive))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QString path = droppedPlan(event->mimeData());
    if (!path.isEmpty() && mayDiscard())
        openPlan(path);
}

} // namespace segplan
