// The real window, driven by object names through a whole task. Waits are conditions, never fixed times.
#include "document/plan_document.h"
#include "forms/choice_box.h"
#include "forms/number_box.h"
#include "knowledge_loader.h"
#include "shell/main_window.h"
#include "text/language.h"
#include "text/translated.h"

#include <QtTest>
#include <QtWidgets>

using namespace segplan;

namespace {

constexpr int evaluationMs = 60000; // an upper bound for slow machines and sanitizers, not a wait

// Answers the next modal message box by pressing `which`; remembers its name and text.
class Answer : public QObject {
public:
    explicit Answer(QMessageBox::StandardButton which)
    {
        auto *timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [this, timer, which] {
            auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget());
            if (!box || !box->button(which))
                return;
            timer->stop();
            name = box->objectName();
            text = box->text() + box->informativeText();
            box->button(which)->click();
        });
        timer->start();
    }
    QString name, text;
};

} // namespace

class TestWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_dir;
    std::shared_ptr<const Knowledge> m_knowledge;
    std::unique_ptr<Language> m_language;
    std::unique_ptr<MainWindow> m_window;

    template <class T>
    T *find(const QString &name)
    {
        T *found = m_window->findChild<T *>(name);
        if (!found)
            qWarning("no %s", qPrintable(name));
        return found;
    }
    const Plan &plan() { return m_window->document().plan(); }
    bool settled() { return m_window->evaluator().snapshot() && !m_window->evaluator().isStale(); }
    void typeInto(QWidget *editor, const QString &text)
    {
        editor->setFocus();
        auto *line = qobject_cast<QLineEdit *>(editor);
        if (!line)
            line = editor->findChild<QLineEdit *>();
        line->selectAll();
        QTest::keyClicks(line, text);
        QTest::keyClick(line, Qt::Key_Return);
    }
    QString visibleText(const QString &labelName)
    {
        for (const QLabel *label : m_window->findChildren<QLabel *>(labelName)) {
            if (label->isVisible())
                return label->text();
        }
        return {};
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_dir.isValid());
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_dir.path());
        QCoreApplication::setOrganizationName(QStringLiteral("SegPlan"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_window"));
        auto loaded = loadKnowledge(QString());
        QVERIFY2(loaded.ok(), loaded.ok() ? "" : loaded.error().line().c_str());
        m_knowledge = loaded->knowledge;
    }

    void init()
    {
        QSettings().clear();
        QSettings().setValue(QStringLiteral("theme"), QStringLiteral("light"));
        m_language = std::make_unique<Language>();
        m_language->use(QStringLiteral("en"));
        m_window = std::make_unique<MainWindow>(*m_knowledge, *m_language);
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(settled(), evaluationMs);
    }

    void cleanup()
    {
        m_window.reset();
        m_language.reset();
    }

    void everyFieldHasAnEditorWithAName()
    {
        for (const FieldSpec &field : fieldTable()) {
            const QString name = QString::fromStdString(field.pointer).replace(QLatin1Char('/'), QLatin1Char('_'));
            auto *editor = find<QWidget>(name);
            QVERIFY2(editor, qPrintable(name));
            QVERIFY2(!editor->accessibleName().isEmpty(), qPrintable(name));
        }
    }

    void showsAVerdictAtOnce()
    {
        QVERIFY(find<QLabel>(QStringLiteral("verdictType"))->text().startsWith(QStringLiteral("ecs.")));
        QVERIFY(find<QLabel>(QStringLiteral("verdictTime"))->text().contains(QLatin1Char('h')));
        QVERIFY(find<QPushButton>(QStringLiteral("copyCommand"))->isEnabled());
        find<QPushButton>(QStringLiteral("copyCommand"))->click();
        QVERIFY(QApplication::clipboard()->text().startsWith(QStringLiteral("aliyun ecs RunInstances")));
    }

    void presetModelBatchUndoRedo()
    {
        auto *preset = find<ChoiceBox>(QStringLiteral("preset"));
        const int small = preset->findData(QStringLiteral("small-experiment"));
        QVERIFY(small >= 0);
        preset->setCurrentIndex(small);
        emit preset->activated(small);
        QCOMPARE(plan().preset, std::string("small-experiment"));
        const Plan before = plan();

        typeInto(find<ChoiceBox>(QStringLiteral("_workload_model")), QStringLiteral("pspnet"));
        QCOMPARE(plan().workload.model, std::string("pspnet"));
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("6"));
        QCOMPARE(plan().workload.batchPerGpu, std::optional<int>(6));
        // Digits typed one after the other are one step.
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("12"));
        QCOMPARE(plan().workload.batchPerGpu, std::optional<int>(12));
        QTRY_VERIFY_WITH_TIMEOUT(settled(), evaluationMs);
        QCOMPARE(m_window->evaluator().snapshot()->plan.workload.model, std::string("pspnet"));

        auto *undo = find<QAction>(QStringLiteral("undo"));
        undo->trigger();
        QCOMPARE(plan().workload.batchPerGpu, before.workload.batchPerGpu);
        QCOMPARE(plan().workload.model, std::string("pspnet"));
        undo->trigger();
        QVERIFY(plan().workload == before.workload);
        auto *redo = find<QAction>(QStringLiteral("redo"));
        redo->trigger();
        redo->trigger();
        QCOMPARE(plan().workload.batchPerGpu, std::optional<int>(12));
        QVERIFY(!redo->isEnabled());
    }

    void undoShortcutReachesThePlanFromAnEditor()
    {
        const std::optional<int> before = plan().workload.batchPerGpu;
        auto *batch = find<NumberBox>(QStringLiteral("_workload_batch_per_gpu"));
        typeInto(batch, QStringLiteral("3"));
        QCOMPARE(plan().workload.batchPerGpu, std::optional<int>(3));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        batch->setFocus();
        QTest::keyClick(batch->findChild<QLineEdit *>(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(plan().workload.batchPerGpu, before);
    }

    void wrongValueGivesAReasonAndLeavesThePlanAlone_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("zero batch") << QStringLiteral("_workload_batch_per_gpu") << QStringLiteral("0");
        QTest::newRow("no number") << QStringLiteral("_workload_batch_per_gpu") << QStringLiteral("many");
        QTest::newRow("half an image") << QStringLiteral("_workload_batch_per_gpu") << QStringLiteral("1.5");
        QTest::newRow("negative deadline") << QStringLiteral("_requirements_deadline_hours") << QStringLiteral("-3");
        QTest::newRow("unknown model") << QStringLiteral("_workload_model") << QStringLiteral("alexnet-xyz");
    }
    void wrongValueGivesAReasonAndLeavesThePlanAlone()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        const Plan before = plan();
        auto *editor = find<QWidget>(field);
        typeInto(editor, typed);
        QTRY_VERIFY(!visibleText(QStringLiteral("reason") + field).isEmpty());
        QVERIFY(editor->property("wrong").toBool());
        QVERIFY(plan().workload == before.workload);
        QVERIFY(plan().requirements == before.requirements);
        QVERIFY(!m_window->document().isModified());
        // One click takes it back.
        auto *state = find<QToolButton>(QStringLiteral("state") + field);
        QVERIFY(state->isEnabled());
        state->click();
        QTRY_VERIFY(visibleText(QStringLiteral("reason") + field).isEmpty());
        QVERIFY(!editor->property("wrong").toBool());
        QVERIFY(plan().workload == before.workload);
    }

    void resetGoesBackToThePreset()
    {
        const Plan before = plan();
        auto *deadline = find<NumberBox>(QStringLiteral("_requirements_deadline_hours"));
        typeInto(deadline, QStringLiteral("77"));
        QCOMPARE(plan().requirements.deadlineHours, std::optional<double>(77));
        find<QToolButton>(QStringLiteral("state_requirements_deadline_hours"))->click();
        QVERIFY(plan().requirements == before.requirements);
    }

    void wheelScrollsAndChangesNothing()
    {
        const Plan before = plan();
        for (const QString &name : {QStringLiteral("_workload_batch_per_gpu"), QStringLiteral("_workload_model"), QStringLiteral("_workload_precision"), QStringLiteral("_requirements_regions")}) {
            auto *editor = find<QWidget>(name);
            editor->setFocus();
            QWheelEvent wheel(QPointF(5, 5), editor->mapToGlobal(QPointF(5, 5)), QPoint(), QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(editor, &wheel);
            QVERIFY2(!wheel.isAccepted() || plan().workload == before.workload, qPrintable(name));
        }
        QVERIFY(plan().workload == before.workload);
        QVERIFY(plan().requirements == before.requirements);
    }

    void fixIsOneStep()
    {
        // A batch that the chosen card does not hold; the planner offers a split.
        typeInto(find<NumberBox>(QStringLiteral("_workload_gpus")), QStringLiteral("1"));
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("16"));
        const auto fix = [this]() -> QPushButton * {
            for (QPushButton *button : m_window->findChildren<QPushButton *>(QRegularExpression(QStringLiteral("^fix_")))) {
                if (button->isVisible())
                    return button;
            }
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(settled() && fix(), evaluationMs);
        const Workload before = plan().workload;
        fix()->click();
        QVERIFY(!(plan().workload == before));
        find<QAction>(QStringLiteral("undo"))->trigger();
        QVERIFY(plan().workload == before);
    }

    void impossibleIsToldAtTheSameHeight()
    {
        auto *card = find<QWidget>(QStringLiteral("verdictCard"));
        const int height = card->height();
        typeInto(find<NumberBox>(QStringLiteral("_requirements_budget_amount")), QStringLiteral("0.01"));
        QTRY_VERIFY_WITH_TIMEOUT(settled(), evaluationMs);
        QVERIFY(m_window->evaluator().snapshot()->recommendation.candidate < 0);
        QVERIFY(!find<QLabel>(QStringLiteral("verdictType"))->text().startsWith(QStringLiteral("ecs.")));
        QVERIFY(find<QPushButton>(QStringLiteral("verdictNext"))->isVisible()); // the closest option
        QCOMPARE(card->height(), height);
    }

    void whyExplainsAFigure()
    {
        QVERIFY(!find<QWidget>(QStringLiteral("whyPanel"))->isVisible());
        QTest::mouseClick(find<QLabel>(QStringLiteral("verdictTime")), Qt::LeftButton);
        QVERIFY(find<QWidget>(QStringLiteral("whyPanel"))->isVisible());
        QVERIFY(!visibleText(QStringLiteral("whyFormula")).isEmpty());
        // It follows the plan.
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("1"));
        QTRY_VERIFY_WITH_TIMEOUT(settled(), evaluationMs);
        const Evaluation &shown = *m_window->evaluator().snapshot();
        QVERIFY(shown.recommendation.candidate >= 0);
        const Candidate &best = shown.candidates[static_cast<std::size_t>(shown.recommendation.candidate)];
        QCOMPARE(visibleText(QStringLiteral("whyResult")), formatQuantity(shown.ledger.term(best.wallClockTerm).result));
    }

    void languageSwitchReachesEverything()
    {
        auto *tabs = find<QTabBar>(QStringLiteral("viewTabs"));
        const QString english = tabs->tabText(0);
        const QString label = find<QLabel>(QStringLiteral("label_workload_batch_per_gpu"))->text();
        find<QToolButton>(QStringLiteral("languageZhButton"))->click();
        QTRY_VERIFY(tabs->tabText(0) != english);
        QTRY_VERIFY(find<QLabel>(QStringLiteral("label_workload_batch_per_gpu"))->text() != label);
        QTRY_VERIFY(find<QWidget>(QStringLiteral("_requirements_regions"))->accessibleDescription().contains(QStringLiteral("华东")));
        find<QToolButton>(QStringLiteral("languageEnButton"))->click();
        QTRY_COMPARE(tabs->tabText(0), english);
        QTRY_COMPARE(find<QLabel>(QStringLiteral("label_workload_batch_per_gpu"))->text(), label);
    }

    void saveReopenAndKeepPrices()
    {
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("5"));
        const QString path = m_dir.filePath(QStringLiteral("mine.segplan"));
        QVERIFY(m_window->document().save(path).empty());
        QVERIFY(!m_window->document().isModified());
        typeInto(find<NumberBox>(QStringLiteral("_requirements_deadline_hours")), QStringLiteral("30"));
        QVERIFY(m_window->document().isModified());
        QVERIFY(m_window->isWindowModified());
        find<QAction>(QStringLiteral("savePlan"))->trigger();
        QVERIFY(!m_window->document().isModified());
        const Plan saved = plan();

        MainWindow other(*m_knowledge, *m_language);
        QVERIFY(other.openPlan(path));
        QVERIFY(other.document().plan().workload == saved.workload);
        QVERIFY(other.document().plan().requirements == saved.requirements);
        QVERIFY(!other.document().isModified());
    }

    void unreadablePlanIsNeverOverwritten()
    {
        const QString path = m_dir.filePath(QStringLiteral("broken.segplan"));
        const QByteArray broken = "{\"segplan\": 1, \"workload\": {\"model\": \"no-such-model\"";
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(broken);
        file.close();
        const Plan before = plan();
        {
            const Answer answer(QMessageBox::Ok);
            QVERIFY(!m_window->openPlan(path));
            QCOMPARE(answer.name, QStringLiteral("openFaults"));
        }
        QVERIFY(plan().workload == before.workload);
        QVERIFY(m_window->document().path() != path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), broken);
    }

    void closingAsksAboutChanges()
    {
        typeInto(find<NumberBox>(QStringLiteral("_workload_batch_per_gpu")), QStringLiteral("7"));
        {
            const Answer cancel(QMessageBox::Cancel);
            QVERIFY(!m_window->close());
            QCOMPARE(cancel.name, QStringLiteral("unsavedQuestion"));
        }
        QVERIFY(m_window->isVisible());
        const Answer discard(QMessageBox::Discard);
        QVERIFY(m_window->close());
    }

    void darkThemeAndItsMemory()
    {
        find<QAction>(QStringLiteral("themeDark"))->trigger();
        QCOMPARE(QApplication::palette().color(QPalette::Window), darkPalette().ground);
        QVERIFY(m_window->close());
        MainWindow again(*m_knowledge, *m_language);
        QCOMPARE(QApplication::palette().color(QPalette::Window), darkPalette().ground);
        again.findChild<QAction *>(QStringLiteral("themeLight"))->trigger();
        QCOMPARE(QApplication::palette().color(QPalette::Window), lightPalette().ground);
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
