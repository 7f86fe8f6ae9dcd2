// The PDF report: searchable text in both languages, whole pages, written at once or not at all.
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "report/report.h"
#include "text/translated.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace segplan;

namespace {

Plan planToReport()
{
    Plan plan;
    plan.title = "Street scenes";
    plan.workload.backbone = "resnet101";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 8;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.requirements.deadlineHours = 48;
    return plan;
}

QString textOf(const QString &pdf)
{
    QProcess process;
    process.start(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), pdf, QStringLiteral("-")});
    process.waitForFinished(30000);
    return QString::fromUtf8(process.readAllStandardOutput());
}

int pagesOf(const QString &text)
{
    return static_cast<int>(text.count(QLatin1Char('\f')));
}

QString squeezed(QString text)
{
    return text.remove(QRegularExpression(QStringLiteral("\\s")));
}

} // namespace

class TestReport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty())
            QSKIP("pdftotext (poppler-utils) is not installed");
        m_evaluation = evaluate(planToReport(), test::testKnowledge(), {"2026-11-30T12:00:00Z", {}});
        QVERIFY(m_evaluation.recommendation.candidate >= 0);
        QVERIFY(m_dir.isValid());
    }

    void holdsTheAnswer_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << QStringLiteral("en");
        QTest::newRow("Chinese") << QStringLiteral("zh_CN");
    }

    void holdsTheAnswer()
    {
        QFETCH(QString, language);
        const QString path = m_dir.filePath(language + QStringLiteral(".pdf"));
        QString error;
        QVERIFY2(writeReport(m_evaluation, test::testKnowledge(), language, path, &error), qPrintable(error));
        const QString text = textOf(path), all = squeezed(text);
        QVERIFY(pagesOf(text) >= 3);
        const Candidate &best = m_evaluation.candidates[static_cast<std::size_t>(m_evaluation.recommendation.candidate)];
        QVERIFY(text.contains(QString::fromStdString(best.instanceType)));
        QVERIFY(text.contains(QStringLiteral("Street scenes")));
        // The figures of the verdict.
        QVERIFY(all.contains(squeezed(QLocale(language).toString(best.wallClock->mid.hours(), 'f', 1))));
        QVERIFY(all.contains(squeezed(QLocale(language).toString(best.cost->total.value.amount(), 'f', 2))));
        // The command, word by word: lines may be broken.
        QVERIFY(text.contains(QStringLiteral("aliyun ecs RunInstances")));
        for (const LaunchArgument &argument : m_evaluation.command->arguments)
            QVERIFY2(all.contains(squeezed(QString::fromStdString(argument.name))), argument.name.c_str());
        // Every candidate is in the table; the last page number is the number of pages.
        for (const Candidate &candidate : m_evaluation.candidates)
            QVERIFY2(all.contains(QString::fromStdString(candidate.instanceType)), candidate.instanceType.c_str());
        QVERIFY(text.contains(QString::number(pagesOf(text))));
        QVERIFY(text.contains(QString::fromStdString(m_evaluation.knowledgeVersion)));
        if (language == QLatin1String("zh_CN"))
            QVERIFY(all.contains(squeezed(QString::fromStdString(test::testKnowledge().region(best.region)->name.zhCN))));
    }

    void chineseUsesTheSimplifiedFace()
    {
        const QString path = m_dir.filePath(QStringLiteral("face.pdf"));
        QVERIFY(writeReport(m_evaluation, test::testKnowledge(), QStringLiteral("zh_CN"), path, nullptr));
        QProcess fonts;
        fonts.start(QStringLiteral("pdffonts"), {path});
        if (!fonts.waitForFinished(30000))
            QSKIP("pdffonts is not installed");
        const QString list = QString::fromUtf8(fonts.readAllStandardOutput());
        QVERIFY2(!list.contains(QStringLiteral("CJKjp")) && !list.contains(QStringLiteral("CJK JP")), qPrintable(list));
    }

    void saysSoWhenNothingFits()
    {
        Plan plan = planToReport();
        plan.requirements.budget = Money::of(Currency::CNY, 1);
        const Evaluation none = evaluate(plan, test::testKnowledge());
        QCOMPARE(none.recommendation.candidate, -1);
        const QString path = m_dir.filePath(QStringLiteral("none.pdf"));
        QVERIFY(writeReport(none, test::testKnowledge(), QStringLiteral("en"), path, nullptr));
        const QString text = textOf(path);
        QVERIFY(text.contains(QStringLiteral("No instance type meets the requirements")));
        QVERIFY(!text.contains(QStringLiteral("RunInstances")));
    }

    void isWrittenWholeOrNotAtAll()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("r.pdf"));
        {
            QFile old(path);
            QVERIFY(old.open(QIODevice::WriteOnly));
            old.write(QByteArray(4000000, 'x'));
        }
        QVERIFY(writeReport(m_evaluation, test::testKnowledge(), QStringLiteral("en"), path, nullptr));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.trimmed().endsWith("%%EOF"));
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList{QStringLiteral("r.pdf")});
        // A place that cannot be written: an error in words, and nothing left there.
        QString error;
        QVERIFY(!writeReport(m_evaluation, test::testKnowledge(), QStringLiteral("en"), dir.filePath(QStringLiteral("no/r.pdf")), &error));
        QVERIFY(error.contains(QStringLiteral("r.pdf")));
        QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{QStringLiteral("r.pdf")});
    }

private:
    Evaluation m_evaluation;
    QTemporaryDir m_dir;
};

QTEST_MAIN(TestReport)
#include "tst_report.moc"
