// The window: menus, form, verdict, tabs, why-panel, issues and status bar around one document and one evaluator.
#pragma once

#include "engine/evaluator.h"
#include "theme/theme.h"

#include <QActionGroup>
#include <QMainWindow>
#include <memory>
#include <vector>

class QLabel;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace segplan {

class IssuesPanel;
class Language;
class PlanDocument;
class PlanForm;
class VerdictCard;
class View;
class WhyPanel;
struct Fix;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `knowledge` and `language` must outlive the window.
    MainWindow(const Knowledge &knowledge, Language &language, QWidget *parent = nullptr);
    ~MainWindow() override;

    // Opens a plan file; a fault is told in a dialog and leaves the plan on screen alone. False then.
    bool openPlan(const QString &path);

    PlanDocument &document() { return *m_document; }
    Evaluator &evaluator() { return *m_evaluator; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QAction *makeAction(const char *name, const QKeySequence &shortcut = {});
    void buildActions();
    void buildMenus();
    void buildCorner();
    void layOutCorner();
    void buildContents();
    void buildStatusBar();
    void addView(View *view, const char *name);
    void readSettings();
    void writeSettings();

    void retranslate();
    void showFileName();
    void showUndo();
    void showSnapshot();
    void showStatus();
    void fillRecent();
    void fillPresets();
    void applyPalette(const Palette &palette);

    bool mayDiscard(); // asks about unsaved changes
    void newPlan();
    void open();
    bool save();
    bool saveAs();
    void exportPdf();
    void copyCommand();
    void about();
    void showPrices();
    void showRefresh();
    void applyFix(const Fix &fix);
    void showTerm(TermId term);
    void showCandidate(int candidate);
    void showIssues(bool shown);

    const Knowledge &m_knowledge;
    Language &m_language;
    Theme *m_theme;
    PlanDocument *m_document;
    Evaluator *m_evaluator;

    PlanForm *m_form = nullptr;
    VerdictCard *m_verdict = nullptr;
    QTabBar *m_tabs = nullptr;
    QStackedWidget *m_stack = nullptr;
    WhyPanel *m_why = nullptr;
    IssuesPanel *m_issues = nullptr;
    QSplitter *m_windowSplitter = nullptr, *m_tabSplitter = nullptr;
    std::vector<View *> m_views;

    QMenu *m_fileMenu = nullptr, *m_editMenu = nullptr, *m_viewMenu = nullptr, *m_planMenu = nullptr, *m_helpMenu = nullptr;
    QMenu *m_recentMenu = nullptr, *m_presetMenu = nullptr, *m_themeMenu = nullptr, *m_languageMenu = nullptr;
    QAction *m_new, *m_open, *m_save, *m_saveAs, *m_exportPdf, *m_quit;
    QAction *m_undo, *m_redo, *m_copyCommand, *m_showWhy, *m_showIssues, *m_currentPrices, *m_priceBook, *m_about;
    QAction *m_themeSystem, *m_themeLight, *m_themeDark, *m_zh, *m_en;
    std::vector<QAction *> m_tabActions;
    QToolButton *m_undoButton = nullptr, *m_redoButton = nullptr, *m_zhButton = nullptr, *m_enButton = nullptr;
    QWidget *m_corner = nullptr;
    QLabel *m_prices = nullptr;
    QLabel *m_statusCount = nullptr, *m_statusRegion = nullptr, *m_statusPytorch = nullptr, *m_statusNearest = nullptr;
};

} // namespace segplan
