// MainWindow: what it is made of, and its texts.
#include "shell/main_window.h"

#include "charts/choose_view.h"
#include "charts/memory_view.h"
#include "charts/money_view.h"
#include "charts/time_view.h"
#include "command/launch_view.h"
#include "document/plan_document.h"
#include "flowchart/path_view.h"
#include "forms/plan_form.h"
#include "shell/issues_panel.h"
#include "shell/verdict_card.h"
#include "text/language.h"
#include "why/why_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace segplan {

QAction *MainWindow::makeAction(const char *name, const QKeySequence &shortcut)
{
    auto *action = new QAction(this);
    action->setObjectName(QString::fromLatin1(name));
    if (!shortcut.isEmpty())
        action->setShortcut(shortcut);
    addAction(action); // the shortcut works whatever menu it is in
    return action;
}

void MainWindow::buildActions()
{
    m_new = makeAction("newPlan", QKeySequence::New);
    m_open = makeAction("openPlan", QKeySequence::Open);
    m_save = makeAction("savePlan", QKeySequence::Save);
    m_saveAs = makeAction("savePlanAs", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    m_exportPdf = makeAction("exportPdfAction", QKeySequence(Qt::CTRL | Qt::Key_P));
    m_quit = makeAction("quit", QKeySequence(Qt::CTRL | Qt::Key_Q));
    m_undo = makeAction("undo", QKeySequence::Undo);
    m_redo = makeAction("redo", QKeySequence::Redo);
    m_copyCommand = makeAction("copyCommandAction", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    m_showWhy = makeAction("showWhy", QKeySequence(Qt::Key_F4));
    m_showIssues = makeAction("showIssues", QKeySequence(Qt::Key_F6));
    m_currentPrices = makeAction("currentPrices");
    m_priceBook = makeAction("priceBook", QKeySequence(Qt::CTRL | Qt::Key_B));
    m_about = makeAction("about");
    for (QAction *action : {m_showWhy, m_showIssues})
        action->setCheckable(true);

    auto *themes = new QActionGroup(this);
    m_themeSystem = makeAction("themeSystem");
    m_themeLight = makeAction("themeLight");
    m_themeDark = makeAction("themeDark");
    const std::pair<QAction *, ThemeMode> modes[] = {{m_themeSystem, ThemeMode::System}, {m_themeLight, ThemeMode::Light}, {m_themeDark, ThemeMode::Dark}};
    for (const auto &[action, mode] : modes) {
        action->setCheckable(true);
        themes->addAction(action);
        connect(action, &QAction::triggered, this, [this, m = mode] { m_theme->setMode(m); });
    }
    auto *languages = new QActionGroup(this);
    m_zh = makeAction("languageZh");
    m_en = makeAction("languageEn");
    const std::pair<QAction *, QString> offered[] = {{m_zh, QStringLiteral("zh_CN")}, {m_en, QStringLiteral("en")}};
    for (const auto &[action, id] : offered) {
        action->setCheckable(true);
        action->setText(Language::nativeName(id)); // each in its own language, whatever the current one
        languages->addAction(action);
        connect(action, &QAction::triggered, this, [this, wanted = id] { m_language.use(wanted); });
    }

    connect(m_new, &QAction::triggered, this, &MainWindow::newPlan);
    connect(m_open, &QAction::triggered, this, &MainWindow::open);
    connect(m_save, &QAction::triggered, this, &MainWindow::save);
    connect(m_saveAs, &QAction::triggered, this, &MainWindow::saveAs);
    connect(m_exportPdf, &QAction::triggered, this, &MainWindow::exportPdf);
    connect(m_quit, &QAction::triggered, this, &QWidget::close);
    connect(m_undo, &QAction::triggered, m_document->undoStack(), &QUndoStack::undo);
    connect(m_redo, &QAction::triggered, m_document->undoStack(), &QUndoStack::redo);
    connect(m_copyCommand, &QAction::triggered, this, &MainWindow::copyCommand);
    connect(m_showWhy, &QAction::toggled, this, [this](bool on) { m_why->setVisible(on); });
    connect(m_showIssues, &QAction::toggled, this, &MainWindow::showIssues);
    connect(m_currentPrices, &QAction::triggered, m_document, &PlanDocument::useCurrentPrices);
    connect(m_priceBook, &QAction::triggered, this, &MainWindow::showPrices);
    connect(m_about, &QAction::triggered, this, &MainWindow::about);
}

void MainWindow::buildMenus()
{
    m_fileMenu = menuBar()->addMenu(QString());
    m_fileMenu->addActions({m_new, m_open});
    m_recentMenu = m_fileMenu->addMenu(QString());
    m_fileMenu->addSeparator();
    m_fileMenu->addActions({m_save, m_saveAs});
    m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_exportPdf);
    m_fileMenu->addSeparator();
    m_fileMenu->addAction(m_quit);
    m_editMenu = menuBar()->addMenu(QString());
    m_editMenu->addActions({m_undo, m_redo});
    m_editMenu->addSeparator();
    m_editMenu->addAction(m_copyCommand);
    m_viewMenu = menuBar()->addMenu(QString());
    m_planMenu = menuBar()->addMenu(QString());
    m_presetMenu = m_planMenu->addMenu(QString());
    m_planMenu->addActions({m_priceBook, m_currentPrices});
    m_helpMenu = menuBar()->addMenu(QString());
    m_helpMenu->addAction(m_about);
    connect(m_recentMenu, &QMenu::aboutToShow, this, &MainWindow::fillRecent);
    connect(m_presetMenu, &QMenu::aboutToShow, this, &MainWindow::fillPresets);
    const std::pair<QMenu *, const char *> named[] = {{m_fileMenu, "fileMenu"}, {m_editMenu, "editMenu"}, {m_viewMenu, "viewMenu"}, {m_planMenu, "planMenu"},
                                                      {m_helpMenu, "helpMenu"}, {m_recentMenu, "recentMenu"}, {m_presetMenu, "presetMenu"}};
    for (const auto &[menu, name] : named)
        menu->setObjectName(QString::fromLatin1(name));
}

void MainWindow::buildCorner()
{
    auto *corner = new QWidget;
    corner->setObjectName(QStringLiteral("corner"));
    auto *row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(4);
    const auto button = [corner](const char *name) {
        auto *made = new QToolButton(corner);
        made->setObjectName(QString::fromLatin1(name));
        made->setFocusPolicy(Qt::TabFocus);
        return made;
    };
    m_undoButton = button("undoButton");
    m_redoButton = button("redoButton");
    m_undoButton->setDefaultAction(m_undo);
    m_redoButton->setDefaultAction(m_redo);
    for (QToolButton *b : {m_undoButton, m_redoButton}) {
        b->setToolButtonStyle(Qt::ToolButtonIconOnly);
        b->setIconSize(QSize(15, 15));
        row->addWidget(b);
    }
    m_prices = new QLabel(corner);
    m_prices->setObjectName(QStringLiteral("pricesOf"));
    m_prices->setProperty("muted", true);
    m_prices->setProperty("small", true);
    row->addSpacing(8);
    row->addWidget(m_prices);
    row->addSpacing(10);
    auto *languages = new QFrame(corner);
    languages->setObjectName(QStringLiteral("languageSwitch"));
    auto *pair = new QHBoxLayout(languages);
    pair->setContentsMargins(1, 1, 1, 1);
    pair->setSpacing(0);
    m_zhButton = button("languageZhButton");
    m_enButton = button("languageEnButton");
    const std::pair<QToolButton *, QAction *> switches[] = {{m_zhButton, m_zh}, {m_enButton, m_en}};
    for (const auto &[b, action] : switches) {
        b->setCheckable(true);
        b->setToolTip(action->text());
        b->setAccessibleName(action->text());
        connect(b, &QToolButton::clicked, action, &QAction::trigger);
        pair->addWidget(b);
    }
    m_zhButton->setText(QStringLiteral("中文"));
    m_enButton->setText(QStringLiteral("EN"));
    row->addWidget(languages);
    m_corner = corner;
    layOutCorner();
}

void MainWindow::layOutCorner()
{
    // The menu bar asks for the corner's width only when it is handed over.
    menuBar()->setCornerWidget(m_corner, Qt::TopRightCorner);
    m_corner->show();
}

void MainWindow::buildContents()
{
    m_windowSplitter = new QSplitter(Qt::Horizontal);
    m_windowSplitter->setObjectName(QStringLiteral("windowSplitter"));
    m_windowSplitter->setHandleWidth(1);
    m_form = new PlanForm(*m_document);
    m_form->setMinimumWidth(m_form->fontMetrics().averageCharWidth() * 36);
    auto *right = new QWidget;
    right->setObjectName(QStringLiteral("answers"));
    m_windowSplitter->addWidget(m_form);
    m_windowSplitter->addWidget(right);
    m_windowSplitter->setStretchFactor(0, 0);
    m_windowSplitter->setStretchFactor(1, 1);
    m_windowSplitter->setChildrenCollapsible(false);

    m_verdict = new VerdictCard;
    m_tabs = new QTabBar;
    m_tabs->setObjectName(QStringLiteral("viewTabs"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    auto *hairline = new QFrame;
    hairline->setProperty("hairline", true);
    m_stack = new QStackedWidget;
    m_stack->setObjectName(QStringLiteral("viewStack"));
    m_why = new WhyPanel;
    m_tabSplitter = new QSplitter(Qt::Horizontal);
    m_tabSplitter->setObjectName(QStringLiteral("tabSplitter"));
    m_tabSplitter->setHandleWidth(16);
    m_tabSplitter->setChildrenCollapsible(false);
    m_tabSplitter->addWidget(m_stack);
    m_tabSplitter->addWidget(m_why);
    m_tabSplitter->setStretchFactor(0, 1);
    m_tabSplitter->setStretchFactor(1, 0);
    m_issues = new IssuesPanel;

    auto *tabs = new QVBoxLayout;
    tabs->setSpacing(0);
    tabs->addWidget(m_tabs);
    tabs->addWidget(hairline);
    auto *column = new QVBoxLayout(right);
    column->setContentsMargins(18, 14, 18, 12);
    column->setSpacing(12);
    column->addWidget(m_verdict);
    column->addLayout(tabs);
    column->addWidget(m_tabSplitter, 1);
    column->addWidget(m_issues);
    setCentralWidget(m_windowSplitter);

    addView(new ChooseView, "choose");
    addView(new MemoryView, "memory");
    addView(new TimeView, "time");
    addView(new MoneyView, "money");
    addView(new PathView, "path");
    addView(new LaunchView, "launch");
    connect(m_tabs, &QTabBar::currentChanged, m_stack, &QStackedWidget::setCurrentIndex);

    connect(m_verdict, &VerdictCard::termActivated, this, &MainWindow::showTerm);
    connect(m_verdict, &VerdictCard::candidateActivated, this, &MainWindow::showCandidate);
    connect(m_verdict, &VerdictCard::copyCommandRequested, this, &MainWindow::copyCommand);
    connect(m_verdict, &VerdictCard::exportPdfRequested, this, &MainWindow::exportPdf);
    connect(m_verdict, &VerdictCard::issuesRequested, m_showIssues, &QAction::toggle);
    connect(m_why, &WhyPanel::fieldRequested, m_form, &PlanForm::showField);
    connect(m_why, &WhyPanel::closeRequested, this, [this] { m_showWhy->setChecked(false); });
    connect(m_issues, &IssuesPanel::fieldRequested, m_form, &PlanForm::showField);
    connect(m_issues, &IssuesPanel::fixRequested, this, &MainWindow::applyFix);
    connect(m_issues, &IssuesPanel::closeRequested, this, [this] { m_showIssues->setChecked(false); });
    m_why->hide();
    m_issues->hide();
}

void MainWindow::addView(View *view, const char *name)
{
    const int index = static_cast<int>(m_views.size());
    view->setObjectName(QStringLiteral("view_") + QString::fromLatin1(name));
    m_views.push_back(view);
    m_stack->addWidget(view);
    m_tabs->addTab(QString());
    connect(view, &View::termActivated, this, &MainWindow::showTerm);
    connect(view, &View::candidateActivated, this, &MainWindow::showCandidate);
    connect(view, &View::fixRequested, this, &MainWindow::applyFix);
    QAction *action = makeAction((std::string("tab_") + name).c_str(), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + index)));
    connect(action, &QAction::triggered, this, [this, index] { m_tabs->setCurrentIndex(index); });
    m_tabActions.push_back(action);
}

void MainWindow::buildStatusBar()
{
    statusBar()->setSizeGripEnabled(false);
    const auto add = [this](const char *name, int stretch) {
        auto *label = new QLabel;
        label->setObjectName(QString::fromLatin1(name));
        statusBar()->addWidget(label, stretch);
        return label;
    };
    m_statusCount = add("statusCount", 0);
    m_statusRegion = add("statusRegion", 0);
    m_statusPytorch = add("statusPytorch", 0);
    m_statusNearest = add("statusNearest", 1);
    m_statusNearest->setMinimumWidth(10);
}

void MainWindow::retranslate()
{
    m_fileMenu->setTitle(tr("&File"));
    m_editMenu->setTitle(tr("&Edit"));
    m_viewMenu->setTitle(tr("&View"));
    m_planMenu->setTitle(tr("&Plan"));
    m_helpMenu->setTitle(tr("&Help"));
    m_recentMenu->setTitle(tr("Open &recent"));
    m_presetMenu->setTitle(tr("&Preset"));
    m_themeMenu->setTitle(tr("&Theme"));
    m_languageMenu->setTitle(tr("&Language"));
    m_new->setText(tr("&New plan"));
    m_open->setText(tr("&Open …"));
    m_save->setText(tr("&Save"));
    m_saveAs->setText(tr("Save &as …"));
    m_exportPdf->setText(tr("&Export PDF …"));
    m_quit->setText(tr("&Quit"));
    m_copyCommand->setText(tr("&Copy command"));
    m_showWhy->setText(tr("&Why this figure?"));
    m_showIssues->setText(tr("Warnings and &hints"));
    m_currentPrices->setText(tr("Use &today's prices"));
    m_priceBook->setText(tr("P&rices …"));
    m_about->setText(tr("&About SegPlan"));
    m_themeSystem->setText(tr("As the &system"));
    m_themeLight->setText(tr("&Light"));
    m_themeDark->setText(tr("&Dark"));
    const QString tabs[] = {tr("Choose"), tr("Memory"), tr("Time"), tr("Money"), tr("Path"), tr("Launch")};
    for (std::size_t i = 0; i < m_tabActions.size(); ++i) {
        m_tabs->setTabText(static_cast<int>(i), tabs[i]);
        m_tabActions[i]->setText(tabs[i]);
        m_views[i]->setAccessibleName(tabs[i]);
    }
    m_tabs->setAccessibleName(tr("Views of the answer"));
    m_form->setAccessibleName(tr("The plan"));
    const bool chinese = m_language.current() == QLatin1String("zh_CN");
    (chinese ? m_zh : m_en)->setChecked(true);
    m_zhButton->setChecked(chinese);
    m_enButton->setChecked(!chinese);
    for (QToolButton *button : {m_zhButton, m_enButton})
        button->setMinimumWidth(button->fontMetrics().horizontalAdvance(button->text()) + 20);
    showUndo();
    showFileName();
    showStatus();
}

} // namespace segplan
