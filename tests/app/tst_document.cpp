// The document: undo steps merge by field and vanish when they lead back; files are read and written whole or not at all.
#include "document/plan_document.h"
#include "document/recent_files.h"
#include "knowledge_loader.h"
#include "prices/book.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace segplan;

static const std::string batch = "/workload/batch_per_gpu";
static const std::string deadline = "/requirements/deadline_hours";

static FieldValue whole(std::int64_t n)
{
    return n;
}

class TestDocument : public QObject {
    Q_OBJECT
private:
    std::shared_ptr<const Knowledge> m_knowledge;
    QTemporaryDir m_dir;

private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_dir.path());
        QCoreApplication::setOrganizationName(QStringLiteral("SegPlan"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_document"));
        auto loaded = loadKnowledge(QString());
        QVERIFY(loaded.ok());
        m_knowledge = loaded->knowledge;
    }

    void presetsAllRead()
    {
        const PlanDocument document(*m_knowledge);
        QCOMPARE(document.presets().all().size(), std::size_t(4));
        QCOMPARE(document.presets().all().front().id, QStringLiteral("small-experiment"));
        for (const Preset &preset : document.presets().all())
            QVERIFY(!Presets::name(preset).isEmpty());
    }

    void editsOfOneFieldMerge()
    {
        PlanDocument document(*m_knowledge);
        for (int n : {1, 12, 128})
            QVERIFY(document.setField(batch, whole(n)).empty());
        QCOMPARE(document.undoStack()->count(), 1);
        QVERIFY(document.setField(deadline, FieldValue(20.0)).empty());
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        document.undoStack()->undo();
        QVERIFY(document.plan().workload == Plan{}.workload);
        QVERIFY(!document.undoStack()->canUndo());
    }

    void anEditThatLeadsBackVanishes()
    {
        PlanDocument document(*m_knowledge);
        const FieldValue before = fieldSpec(batch)->get(document.plan());
        QVERIFY(document.setField(batch, whole(9)).empty());
        QVERIFY(document.isModified());
        QVERIFY(document.setField(batch, before).empty());
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isModified());
    }

    void aRefusedValueChangesNothing()
    {
        PlanDocument document(*m_knowledge);
        QSignalSpy changed(&document, &PlanDocument::planChanged);
        QVERIFY(!document.setField(batch, whole(0)).empty());
        QVERIFY(!document.setField("/no/such/field", whole(1)).empty());
        QCOMPARE(changed.count(), 0);
        QVERIFY(!document.isModified());
    }

    void aFixIsOneStepOrNone()
    {
        PlanDocument document(*m_knowledge);
        Fix fix;
        fix.label = "both";
        fix.changes = {{batch, whole(4)}, {"/workload/gradient_accumulation", whole(2)}};
        QVERIFY(document.applyFix(fix).empty());
        QCOMPARE(document.undoStack()->count(), 1);
        QCOMPARE(document.plan().workload.gradientAccumulation, 2);
        document.undoStack()->undo();
        QVERIFY(document.plan().workload == Plan{}.workload);
        fix.changes.push_back({batch, whole(-1)});
        QVERIFY(!document.applyFix(fix).empty());
        QVERIFY(document.plan().workload == Plan{}.workload);
    }

    void statesAndReset()
    {
        PlanDocument document(*m_knowledge);
        const FieldSpec *classes = fieldSpec("/workload/classes");
        QCOMPARE(document.state(*classes), FieldState::Derived);
        QVERIFY(document.setField("/workload/classes", whole(5)).empty());
        QCOMPARE(document.state(*classes), FieldState::Changed);
        document.resetField("/workload/classes");
        QCOMPARE(document.state(*classes), FieldState::Derived);
        // With a preset the default is the preset's.
        document.applyPreset(*document.presets().find(QStringLiteral("industrial")));
        QCOMPARE(document.state(*fieldSpec(deadline)), FieldState::Default);
        const Plan preset = document.plan();
        QVERIFY(document.setField(deadline, FieldValue(3.5)).empty());
        QCOMPARE(document.state(*fieldSpec(deadline)), FieldState::Changed);
        document.resetField(deadline);
        QVERIFY(document.plan().requirements == preset.requirements);
    }

    void presetKeepsTheLaunchSettings()
    {
        PlanDocument document(*m_knowledge);
        QVERIFY(document.setField("/launch/key_pair", FieldValue(std::string("mine"))).empty());
        document.applyPreset(document.presets().all().back());
        QCOMPARE(document.plan().launch.keyPair, std::string("mine"));
    }

    void savesWholeAndReopens()
    {
        PlanDocument document(*m_knowledge);
        QVERIFY(document.setField(batch, whole(6)).empty());
        const QString path = m_dir.filePath(QStringLiteral("a.segplan"));
        QVERIFY(document.save(path).empty());
        QVERIFY(!document.isModified());
        PlanDocument other(*m_knowledge);
        QVERIFY(other.open(path).empty());
        QVERIFY(other.plan().workload == document.plan().workload);
        QVERIFY(!other.plan().prices); // as new as the program's own
        // A failed save leaves the file, its path and the modified mark.
        QVERIFY(document.setField(batch, whole(7)).empty());
        QVERIFY(!document.save(m_dir.filePath(QStringLiteral("no/such/folder/a.segplan"))).empty());
        QCOMPARE(document.path(), path);
        QVERIFY(document.isModified());
    }

    void oldPricesStayWithTheirPlan()
    {
        PlanDocument document(*m_knowledge);
        const QString path = m_dir.filePath(QStringLiteral("old.segplan"));
        QVERIFY(document.save(path).empty());
        Knowledge newer = *m_knowledge;
        newer.pricesAsOf = "2099-01-01";
        newer.prices.front().amount = newer.prices.front().amount.times(2);
        newer.prices.front().source.date = "2099-01-01";
        PlanDocument later(newer);
        QVERIFY(later.open(path).empty());
        QVERIFY(later.plan().prices.has_value());
        QCOMPARE(later.plan().prices->asOf, bookOf(*m_knowledge).asOf);
        QCOMPARE(later.plan().prices->entries.size(), m_knowledge->prices.size());
        later.useCurrentPrices();
        QVERIFY(!later.plan().prices);
        later.undoStack()->undo();
        QVERIFY(later.plan().prices.has_value());
    }

    void unreadableFileIsNotAdopted()
    {
        PlanDocument document(*m_knowledge);
        const QString good = m_dir.filePath(QStringLiteral("good.segplan"));
        QVERIFY(document.save(good).empty());
        const QString bad = m_dir.filePath(QStringLiteral("bad.segplan"));
        QFile file(bad);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"segplan\": 2}");
        file.close();
        QVERIFY(!document.open(bad).empty());
        QVERIFY(!document.open(m_dir.filePath(QStringLiteral("missing.segplan"))).empty());
        QCOMPARE(document.path(), good);
    }

    void recentFilesAreFewNewestFirstAndThere()
    {
        RecentFiles::clear();
        for (int i = 0; i < RecentFiles::maximum + 3; ++i) {
            const QString path = m_dir.filePath(QStringLiteral("r%1.segplan").arg(i));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            RecentFiles::add(path);
        }
        QStringList list = RecentFiles::list();
        QCOMPARE(list.size(), RecentFiles::maximum);
        QVERIFY(list.front().endsWith(QStringLiteral("r12.segplan")));
        QFile::remove(list.front());
        QCOMPARE(RecentFiles::list().size(), RecentFiles::maximum - 1);
    }
};

QTEST_GUILESS_MAIN(TestDocument)
#include "tst_document.moc"
