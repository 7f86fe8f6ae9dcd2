// The field table, single-value checks, checks across fields with their fixes, and what follows an edit.
#include "knowledge.h"
#include "plan/fields.h"
#include "plan/file.h"
#include "plan/presets.h"
#include "zoo/zoo.h"

#include <QDir>
#include <QFile>
#include <QTest>
#include <set>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

const Issue *issueAt(const std::vector<Issue> &issues, const std::string &pointer)
{
    for (const Issue &i : issues) {
        if (i.pointer == pointer)
            return &i;
    }
    return nullptr;
}

std::string texts(const std::vector<Issue> &issues)
{
    std::string out;
    for (const Issue &i : issues)
        out += i.pointer + ": " + english(i.message) + "\n";
    return out;
}

// Every fix offered must at least not leave the same complaint standing.
bool fixHelps(const Plan &plan, const Issue &issue, const Fix &fix)
{
    Plan mended = plan;
    for (const auto &[pointer, value] : fix.changes)
        mended = withField(mended, pointer, value, testKnowledge());
    for (const Issue &left : checkPlan(mended, testKnowledge())) {
        if (left.code == issue.code && left.pointer == issue.pointer)
            return false;
    }
    return true;
}

Plan sound()
{
    Plan p;
    p.workload.backbone = "resnet50";
    return p;
}

} // namespace

class TestPlanChecks : public QObject {
    Q_OBJECT
private slots:
    void tableIsComplete()
    {
        std::set<std::string> pointers;
        for (const FieldSpec &f : fieldTable()) {
            QVERIFY2(pointers.insert(f.pointer).second, f.pointer.c_str());
            QVERIFY2(!f.label.empty() && !f.help.empty(), f.pointer.c_str());
            QVERIFY2(f.get && f.set, f.pointer.c_str());
            const bool choosing = f.kind == FieldKind::Choice || f.kind == FieldKind::MultiChoice;
            QVERIFY2(choosing == bool(f.choices), f.pointer.c_str());
            const bool numeric = f.kind == FieldKind::Integer || f.kind == FieldKind::Number || f.kind == FieldKind::Size || f.kind == FieldKind::Money;
            QVERIFY2(!numeric || f.minimum < f.maximum, f.pointer.c_str());
            QCOMPARE(fieldSpec(f.pointer), &f);
        }
        QVERIFY(!fieldSpec("/workload/nonsense"));
    }

    void everyDefaultIsAllowed()
    {
        const Plan plan;
        for (const FieldSpec &f : fieldTable()) {
            const FieldValue value = f.get(plan);
            if (f.applies && !f.applies(plan))
                continue;
            QVERIFY2(checkField(f, value, plan, testKnowledge()).empty(), f.pointer.c_str());
        }
        for (const Issue &i : checkPlan(plan, testKnowledge()))
            QVERIFY2(i.severity != Issue::Severity::Error, english(i.message).c_str());
    }

    void limits_data()
    {
        QTest::addColumn<QString>("pointer");
        for (const FieldSpec &f : fieldTable()) {
            if (f.kind == FieldKind::Integer || f.kind == FieldKind::Size)
                QTest::newRow(f.pointer.c_str()) << QString::fromStdString(f.pointer);
        }
    }
    void limits()
    {
        QFETCH(QString, pointer);
        const FieldSpec &f = *fieldSpec(pointer.toStdString());
        const auto at = [&](double v) { return checkField(f, FieldValue(static_cast<std::int64_t>(v)), Plan{}, testKnowledge()); };
        QVERIFY(at(f.minimum).empty());
        QVERIFY(at(f.maximum).empty());
        QCOMPARE(at(f.minimum - 1).size(), std::size_t{1});
        QCOMPARE(at(f.maximum + 1).front().code, ErrorCode::OutOfRange);
        QCOMPARE(checkField(f, FieldValue(std::string("x")), Plan{}, testKnowledge()).front().code, ErrorCode::WrongType);
    }

    void notANumberIsRefused()
    {
        const FieldSpec &f = *fieldSpec("/requirements/deadline_hours");
        QCOMPARE(checkField(f, FieldValue(std::numeric_limits<double>::quiet_NaN()), Plan{}, testKnowledge()).size(), std::size_t{1});
        QCOMPARE(checkField(f, FieldValue(std::numeric_limits<double>::infinity()), Plan{}, testKnowledge()).size(), std::size_t{1});
    }

    void everyModelIsAPlan_data()
    {
        QTest::addColumn<QString>("model");
        for (const ModelInfo &m : zooModels())
            QTest::newRow(m.id.c_str()) << QString::fromStdString(m.id);
    }
    void everyModelIsAPlan()
    {
        QFETCH(QString, model);
        Plan plan = sound();
        plan.workload.options.multiGrid = {1, 2, 4};
        plan = withField(plan, "/workload/model", model.toStdString(), testKnowledge());
        QCOMPARE(plan.workload.model, model.toStdString());
        const auto issues = checkPlan(plan, testKnowledge());
        for (const Issue &i : issues) {
            if (i.severity != Issue::Severity::Error)
                continue;
            // Only the crop may be wrong for a network, and then a crop that works is offered.
            QVERIFY2(i.pointer.rfind("/workload/crop", 0) == 0, texts(issues).c_str());
            QVERIFY2(!i.fixes.empty(), texts(issues).c_str());
            for (const Fix &fix : i.fixes)
                QVERIFY(fixHelps(plan, i, fix));
        }
    }

    void classesAndCropFollowTheDataSet()
    {
        Plan plan = sound();
        plan = withField(plan, "/workload/dataset", std::string("ade20k"), testKnowledge());
        QCOMPARE(plan.workload.classes, 150);
        QCOMPARE(plan.workload.cropHeight, 512);
        QCOMPARE(plan.workload.cropWidth, 512);
        // A value of the user's own stays.
        plan = withField(plan, "/workload/classes", std::int64_t{3}, testKnowledge());
        plan = withField(plan, "/workload/dataset", std::string("cityscapes"), testKnowledge());
        QCOMPARE(plan.workload.classes, 3);
        QCOMPARE(plan.workload.cropWidth, 1024);
    }

    void editingAKnownDataSetMakesItOnesOwn()
    {
        Plan plan = withField(sound(), "/workload/dataset/train_images", std::int64_t{5000}, testKnowledge());
        QVERIFY(plan.workload.customDataset);
        QCOMPARE(plan.workload.customDataset->trainImages, std::int64_t{5000});
        QCOMPARE(plan.workload.customDataset->imageWidth, 2048);
        QVERIFY(plan.workload.dataset.empty());
        plan = withField(plan, "/workload/dataset", std::string("cityscapes"), testKnowledge());
        QVERIFY(!plan.workload.customDataset);
        // Resetting a figure of a known data set is no edit.
        QVERIFY(withField(plan, "/workload/dataset/train_images", {}, testKnowledge()) == plan);
    }

    void handingOverTheBatchKeepsTheGlobalOne()
    {
        Plan plan = sound();
        plan.workload.batchPerGpu = 4;
        plan.workload.gradientAccumulation = 2;
        plan.workload.gpus = 2;
        plan = withField(plan, "/workload/batch_per_gpu", {}, testKnowledge());
        QCOMPARE(*plan.workload.globalBatch, 16);
    }

    void scheduleKeepsItsLengthInTheOtherUnit()
    {
        Plan plan = sound();
        plan.workload.batchPerGpu = 5;
        plan.workload.schedule = {Schedule::Unit::Iterations, 59500}; // 2975 images: 595 steps an epoch
        plan = withField(plan, "/workload/schedule", std::string("epochs"), testKnowledge());
        QCOMPARE(plan.workload.schedule.count, std::int64_t{100});
        plan = withField(plan, "/workload/schedule", std::string("iterations"), testKnowledge());
        QCOMPARE(plan.workload.schedule.count, std::int64_t{59500});
    }

    void epochsNeedTheNumberOfImages()
    {
        Plan plan = sound();
        plan.workload.dataset.clear();
        plan.workload.customDataset.emplace();
        plan.workload.schedule = {Schedule::Unit::Epochs, 10};
        const auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/workload/schedule/epochs");
        QVERIFY(issue && issue->severity == Issue::Severity::Error);
        QVERIFY(fixHelps(plan, *issue, issue->fixes.front()));
        plan.workload.customDataset->trainImages = 100;
        QVERIFY(!issueAt(checkPlan(plan, testKnowledge()), "/workload/schedule/epochs"));
    }

    void openBatchNeedsAGlobalOne()
    {
        Plan plan = sound();
        plan.workload.batchPerGpu.reset();
        const auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/workload/global_batch");
        QVERIFY(issue && issue->severity == Issue::Severity::Error);
        QVERIFY(fixHelps(plan, *issue, issue->fixes.front()));
    }

    void batchOneUnderBatchNorm()
    {
        Plan plan = sound(); // DeepLabV3+: its image pooling leaves one value per channel
        plan.workload.batchPerGpu = 1;
        auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/workload/batch_per_gpu");
        QVERIFY2(issue && issue->severity == Issue::Severity::Error, texts(issues).c_str());
        for (const Fix &fix : issue->fixes)
            QVERIFY(fixHelps(plan, *issue, fix));
        // Statistics over two GPUs have two values.
        plan.workload.gpus = 2;
        QVERIFY(!issueAt(checkPlan(plan, testKnowledge()), "/workload/batch_per_gpu"));
        // A network without such a branch is only warned.
        plan.workload.gpus = 1;
        plan = withField(plan, "/workload/model", std::string("fcn"), testKnowledge());
        issues = checkPlan(plan, testKnowledge());
        issue = issueAt(issues, "/workload/batch_per_gpu");
        QVERIFY(issue && issue->severity == Issue::Severity::Warning);
    }

    void optionThatIsNotRead()
    {
        Plan plan = sound();
        plan.workload.options.pretrainWindow = 12;
        const auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/workload/options/pretrain_window");
        QVERIFY(issue && issue->severity == Issue::Severity::Error);
        QVERIFY(fixHelps(plan, *issue, issue->fixes.front()));
    }

    void bf16WithoutCardsIsAWarning()
    {
        Plan plan = sound();
        plan.workload.precision = Precision::AmpBf16;
        QVERIFY(!issueAt(checkPlan(plan, testKnowledge()), "/workload/precision"));
        plan.requirements.families = {"gn6i", "gn6v"};
        auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/workload/precision");
        QVERIFY(issue && issue->severity == Issue::Severity::Warning);
        QVERIFY(fixHelps(plan, *issue, issue->fixes.front()));
        plan.requirements.families.clear();
        plan.requirements.oldFramework = true;
        issues = checkPlan(plan, testKnowledge());
        QVERIFY(issueAt(issues, "/workload/precision"));
    }

    void wrongNamesOfTexts()
    {
        Plan plan = sound();
        plan.requirements.instanceTypes = {"ecs.gn7i-c8g1.4xlarge"};
        auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/requirements/instance_types");
        QVERIFY(issue && issue->severity == Issue::Severity::Error);
        QVERIFY2(english(issue->message).find("ecs.gn7i-c16g1.4xlarge") != std::string::npos, english(issue->message).c_str());
        QVERIFY(english(issue->message).find("no such type") != std::string::npos);
        for (const Fix &fix : issue->fixes)
            QVERIFY(fixHelps(plan, *issue, fix));
        Plan mended = plan;
        for (const auto &[pointer, value] : issue->fixes.front().changes)
            mended = withField(mended, pointer, value, testKnowledge());
        QCOMPARE(mended.requirements.instanceTypes.front(), std::string("ecs.gn7i-c16g1.4xlarge"));

        // gn7s exists, but it is not what texts take it for.
        plan.requirements.instanceTypes.clear();
        plan.requirements.families = {"gn7s"};
        issues = checkPlan(plan, testKnowledge());
        issue = issueAt(issues, "/requirements/families");
        QVERIFY(issue && issue->severity == Issue::Severity::Hint);
        QVERIFY(english(issue->message).find("A30") != std::string::npos);

        plan.requirements.families = {"H20"};
        issues = checkPlan(plan, testKnowledge());
        issue = issueAt(issues, "/requirements/families");
        QVERIFY(issue && english(issue->message).find("gn8v") != std::string::npos);
    }

    void domesticSiliconIsAnsweredTruthfully()
    {
        Plan plan = sound();
        plan.requirements.domesticSilicon = true;
        const auto issues = checkPlan(plan, testKnowledge());
        const Issue *issue = issueAt(issues, "/requirements/domestic_silicon");
        QVERIFY(issue);
        QVERIFY2(english(issue->message).find("not domestic silicon") != std::string::npos, english(issue->message).c_str());
        QVERIFY(fixHelps(plan, *issue, issue->fixes.front()));
    }

    void budgetInACurrencyWithoutPrices()
    {
        Plan plan = sound();
        plan.requirements.budget = Money::parse("100", Currency::USD);
        plan.prices.emplace();
        Price p;
        p.instanceType = "ecs.gn7i-c16g1.4xlarge";
        p.region = "cn-shanghai";
        p.amount = *Money::parse("10", Currency::CNY);
        plan.prices->entries = {p};
        QVERIFY(issueAt(checkPlan(plan, testKnowledge()), "/requirements/budget/currency"));
        plan.requirements.budget = Money::parse("100", Currency::CNY);
        QVERIFY(!issueAt(checkPlan(plan, testKnowledge()), "/requirements/budget/currency"));
    }

    void presets_data()
    {
        QTest::addColumn<QString>("id");
        for (const PresetInfo &info : presetInfos())
            QTest::newRow(info.id.c_str()) << QString::fromStdString(info.id);
    }
    void presets()
    {
        QFETCH(QString, id);
        QFile file(QStringLiteral(SEGPLAN_SOURCE_DIR "/resources/examples/%1.segplan").arg(id));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto plan = readPlan(file.readAll().toStdString(), id.toStdString(), testKnowledge());
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().line().c_str());
        QCOMPARE(plan->preset, id.toStdString());
        const auto issues = checkPlan(*plan, testKnowledge());
        for (const Issue &i : issues)
            QVERIFY2(i.severity != Issue::Severity::Error, texts(issues).c_str());
        QCOMPARE(plan->requirements.domesticSilicon, id == QLatin1String("domestic-requirement"));
    }
    void everyExampleIsAPreset()
    {
        const QStringList files = QDir(QStringLiteral(SEGPLAN_SOURCE_DIR "/resources/examples")).entryList({QStringLiteral("*.segplan")});
        QCOMPARE(files.size(), qsizetype(presetInfos().size()));
        QVERIFY(presetInfo(startPreset));
    }
};

QTEST_APPLESS_MAIN(TestPlanChecks)
#include "tst_plan_checks.moc"
