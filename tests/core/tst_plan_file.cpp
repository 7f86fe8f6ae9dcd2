// The plan file and the workload object: exact round trips, every fault named with its pointer.
#include "knowledge.h"
#include "plan/fields.h"
#include "plan/file.h"

#include <QTest>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

Plan fullPlan()
{
    Plan p;
    p.title = "Street scenes, 第二轮 \"A\"";
    p.preset = "industrial";
    Workload &w = p.workload;
    w.model = "deeplabv3plus";
    w.backbone = "resnet101";
    w.options.outputStride = 8;
    w.options.auxiliaryHead = false;
    w.options.stem = "deep";
    w.options.multiGrid = {1, 2, 4};
    w.inputChannels = 4;
    w.dataset.clear();
    w.customDataset = CustomDataset{"my tiles", 12345, 7, 2000, 3000, 250123456789};
    w.classes = 7;
    w.cropHeight = 640;
    w.cropWidth = 768;
    w.batchPerGpu.reset();
    w.globalBatch = 24;
    w.gradientAccumulation = 3;
    w.gpus.reset();
    w.nodes = 2;
    w.precision.reset();
    w.optimizer = Optimizer::AdamW;
    w.checkpointingOpen = true;
    w.freezeBackbone = true;
    w.syncBatchNorm = false;
    w.schedule = {Schedule::Unit::Epochs, 120};
    w.pytorch = PytorchEra::V1_13;
    w.zeroGradInPlace = true;
    w.input = {ImageFormat::Png, LoaderLibrary::Dali, DataLocation::OssCached, 6};
    Requirements &r = p.requirements;
    r.regions = {"cn-beijing", "cn-shanghai"};
    r.budget = Money::parse("1234.56", Currency::USD);
    r.deadlineHours = 47.3;
    r.purchase = {Purchase::Spot, Purchase::Subscription};
    r.maxGpus = 16;
    r.allowMultiNode = true;
    r.domesticSilicon = true;
    r.fp64 = true;
    r.oldFramework = true;
    r.families = {"gn7i"};
    r.excludeFamilies = {"gn6v"};
    r.instanceTypes = {"ecs.gn7i-c16g1.4xlarge"};
    r.runs = 5;
    r.storageMonths = 0.7;
    r.objective = Objective::Balanced;
    r.nvlink = true;
    r.bf16 = true;
    r.hostMemoryGib = 96;
    r.selfServiceOnly = false;
    p.job = {2000, 12.5, 7.5, 1.5, StopMode::StopCharging, 3.5, 0.25, 0.4};
    p.launch = {"sg-1", "vsw-2", "key", "image.vhd", "trainer", Shell::PowerShell};
    Price price;
    price.instanceType = "ecs.gn7i-c16g1.4xlarge";
    price.region = "cn-shanghai";
    price.amount = *Money::parse("10.0934", Currency::CNY);
    price.weak = true;
    price.source = {"a quote", "2026-09-24"};
    p.prices = PriceBook{"2026-09-24", {price}};
    return p;
}

std::string lines(const Errors &errors)
{
    std::string out;
    for (const Error &e : errors)
        out += e.line() + "\n";
    return out;
}

Result<Plan> read(const std::string &text) { return readPlan(text, "a.segplan", testKnowledge()); }

const std::string minimal = R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}})";

} // namespace

class TestPlanFile : public QObject {
    Q_OBJECT
private slots:
    void roundTripKeepsEveryValue()
    {
        const Plan plan = fullPlan();
        const auto again = read(writePlan(plan));
        QVERIFY2(again.ok(), again.ok() ? "" : lines(again.errors()).c_str());
        QVERIFY(*again == plan);
        QCOMPARE(writePlan(*again), writePlan(plan));
    }

    void roundTripOfDefaults()
    {
        const Plan plan;
        const auto again = read(writePlan(plan));
        QVERIFY2(again.ok(), again.ok() ? "" : lines(again.errors()).c_str());
        QVERIFY(*again == plan);
    }

    // A field that writePlan() or readPlan() forgot shows here: every field is changed alone and must come back.
    void everyFieldSurvives_data()
    {
        QTest::addColumn<QString>("pointer");
        for (const FieldSpec &f : fieldTable())
            QTest::newRow(f.pointer.c_str()) << QString::fromStdString(f.pointer);
    }
    void everyFieldSurvives()
    {
        QFETCH(QString, pointer);
        const FieldSpec *f = fieldSpec(pointer.toStdString());
        QVERIFY(f);
        const Plan before = pointer.startsWith(QLatin1String("/workload/dataset/")) || pointer.contains(QLatin1String("budget")) || pointer.contains(QLatin1String("options")) || pointer.contains(QLatin1String("spot")) ? fullPlan() : Plan{};
        Plan plan = before;
        const FieldValue old = f->get(plan);
        FieldValue value;
        switch (f->kind) {
        case FieldKind::Boolean: value = old != FieldValue(true); break;
        case FieldKind::Integer:
        case FieldKind::Size: value = static_cast<std::int64_t>(f->minimum) + 3; break;
        case FieldKind::Number: value = std::min(12.5, f->maximum / 2); break;
        case FieldKind::Line: value = pointer.endsWith(QLatin1String("multi_grid")) ? std::string("1,1,2") : std::string("some text"); break;
        case FieldKind::Money: value = std::string("77.5"); break;
        case FieldKind::Choice:
        case FieldKind::MultiChoice: {
            const auto choices = f->choices(plan, testKnowledge());
            if (choices.size() < 2)
                QSKIP("nothing else to choose");
            const std::string other = old == FieldValue(choices[0].id) || old == FieldValue(std::vector<std::string>{choices[0].id}) ? choices[1].id : choices[0].id;
            if (other == ownDataset || pointer == QLatin1String("/workload/schedule"))
                QSKIP("covered by fields of its own");
            if (f->kind == FieldKind::Choice)
                value = other;
            else
                value = std::vector<std::string>{other};
            break;
        }
        }
        if (pointer == QLatin1String("/workload/model") || pointer == QLatin1String("/workload/implementation"))
            plan = withField(plan, f->pointer, value, testKnowledge());
        else if (f->applies && !f->applies(plan))
            QSKIP("does not apply to this plan");
        else {
            QCOMPARE(lines(checkField(*f, value, plan, testKnowledge())), std::string());
            f->set(plan, value);
        }
        QVERIFY(f->get(plan) == value);
        const auto again = read(writePlan(plan));
        QVERIFY2(again.ok(), again.ok() ? "" : lines(again.errors()).c_str());
        QVERIFY(f->get(*again) == value);
        QVERIFY(*again == plan);
    }

    void faults_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const char *json, const char *pointer, const char *code, const char *says) {
            QTest::newRow(name) << QString::fromUtf8(json) << QString::fromUtf8(pointer) << QString::fromUtf8(code) << QString::fromUtf8(says);
        };
        row("empty", "", "", "syntax", "empty");
        row("truncated", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "crop": {"height": 51)", "/workload/crop", "syntax", "cut off");
        row("truncated in a key", "{\"segplan\": 1,\n \"workl", "", "syntax", "line 2: it was cut off");
        row("not json", "hello", "", "syntax", "line 1");
        row("text after the end", R"({"segplan": 1, "workload": {"model": "fcn"}} x)", "", "syntax", "line 1");
        row("a list", "[]", "", "wrong-type", "a list");
        row("newer version", R"({"segplan": 2, "nonsense": {}})", "/segplan", "newer-version", "newer program");
        row("no version", R"({"workload": {"model": "deeplabv3plus"}})", "/segplan", "missing", "version");
        row("no workload", R"({"segplan": 1})", "/workload", "missing", "workload");
        row("no model", R"({"segplan": 1, "workload": {}})", "/workload/model", "missing", "model");
        row("unknown model", R"({"segplan": 1, "workload": {"model": "deeplabv4"}})", "/workload/model", "unknown-id", "nearest: deeplabv3");
        row("unknown backbone", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "backbone": "resnet102"}})", "/workload/backbone", "unknown-id", "nearest: resnet1");
        row("unknown key", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "batch_per_gpus": 2}})", "/workload/batch_per_gpus", "unknown-key", "nearest: batch_per_gpu");
        row("unknown key at the top", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "require~/ments": {}})", "/require~0~1ments", "unknown-key", "not known");
        row("key twice", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "classes": 3, "classes": 4}})", "/workload/classes", "syntax", "twice");
        row("crop 0", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "crop": {"height": 0, "width": 512}}})", "/workload/crop/height", "out-of-range", "16 to 65,536");
        row("half a crop", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "crop": {"height": 512}}})", "/workload/crop/width", "missing", "belong together");
        row("batch -1", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "batch_per_gpu": -1}})", "/workload/batch_per_gpu", "out-of-range", "1 to 4,096");
        row("beyond 64 bits", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "batch_per_gpu": 99999999999999999999}})", "/workload/batch_per_gpu", "wrong-type", "whole number");
        row("not a number", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "batch_per_gpu": NaN}})", "/workload/batch_per_gpu", "syntax", "not JSON");
        row("too large a number", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"deadline_hours": 1e999}})", "/requirements/deadline_hours", "out-of-range", "too large");
        row("wrong type", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "classes": "19"}})", "/workload/classes", "wrong-type", "a text");
        row("half a class", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "classes": 19.5}})", "/workload/classes", "wrong-type", "whole number");
        row("null where none may be", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "classes": null}})", "/workload/classes", "wrong-type", "null");
        row("two schedules", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "schedule": {"iterations": 1, "epochs": 1}}})", "/workload/schedule", "conflict", "two lengths");
        row("unknown data set", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "dataset": "cityscape"}})", "/workload/dataset", "unknown-id", "nearest: cityscapes");
        row("option of another model", R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "options": {"pretrain_window": 7}}})", "/workload/options/pretrain_window", "unsupported", "no such option");
        row("money as a number", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"budget": {"amount": 3000, "currency": "CNY"}}})", "/requirements/budget/amount", "wrong-type", "\"3000\"");
        row("money with words", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"budget": {"amount": "3e3", "currency": "CNY"}}})", "/requirements/budget/amount", "wrong-type", "decimal");
        row("other currency", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"budget": {"amount": "3000", "currency": "EUR"}}})", "/requirements/budget/currency", "unknown-id", "CNY USD");
        row("unknown region", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"regions": ["cn-shanghai", "cn-shangai"]}})", "/requirements/regions/1", "unknown-id", "nearest: cn-shanghai");
        row("no region", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"regions": []}})", "/requirements/regions", "missing", "at least one");
        row("instance type that does not exist", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"instance_types": ["ecs.gn7i-c8g1.4xlarge"]}})",
            "/requirements/instance_types/0", "unknown-id", "ecs.gn7i-c");
        row("the same without its prefix", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"instance_types": ["gn7i-c8g1.4xlarge"]}})",
            "/requirements/instance_types/0", "unknown-id", "ecs.gn7i-c");
        row("control character", "{\"segplan\": 1, \"workload\": {\"model\": \"deeplabv3plus\"}, \"launch\": {\"key_pair\": \"a\\u0007b\"}}", "/launch/key_pair", "out-of-range", "control character");
        row("price without an amount", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "prices": {"as_of": "2026-09-24", "entries": [{"instance_type": "x", "region": "r", "model": "hour", "currency": "CNY", "as_of": "2026-09-24", "source": "s"}]}})",
            "/prices/entries/0/amount", "missing", "price lacks");
        row("price of zero", R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "prices": {"entries": [{"instance_type": "x", "region": "r", "model": "hour", "amount": "0", "currency": "CNY", "as_of": "2026-09-24", "source": "s"}]}})",
            "/prices/entries/0/amount", "out-of-range", "no price");
    }
    void faults()
    {
        QFETCH(QString, json);
        QFETCH(QString, pointer);
        QFETCH(QString, code);
        QFETCH(QString, says);
        const auto plan = read(json.toStdString());
        QVERIFY(!plan.ok());
        QCOMPARE(plan.errors().size(), std::size_t{1});
        const Error &e = plan.error();
        QCOMPARE(QString::fromStdString(e.pointer), pointer);
        QCOMPARE(QString::fromLatin1(errorCodeName(e.code)), code);
        QVERIFY2(QString::fromStdString(e.line()).contains(says), e.line().c_str());
        QVERIFY(e.line().rfind("a.segplan: ", 0) == 0);
        QVERIFY(e.line().find('\n') == std::string::npos);
    }

    void allFaultsAtOnce()
    {
        const auto plan = read(R"({"segplan": 1, "titel": "x", "workload": {"model": "deeplabv3plus", "classes": 0, "crop": {"height": "a", "width": 1}, "nodes": true},
                                   "requirements": {"runs": 0, "regions": "cn-shanghai"}})");
        QVERIFY(!plan.ok());
        std::vector<std::string> pointers;
        for (const Error &e : plan.errors())
            pointers.push_back(e.pointer);
        const std::vector<std::string> expected = {"/requirements/regions", "/requirements/runs", "/titel", "/workload/classes", "/workload/crop/height", "/workload/crop/width", "/workload/nodes"};
        QVERIFY2(pointers == expected, lines(plan.errors()).c_str());
    }

    void deepNestingIsRefused()
    {
        std::string deep = R"({"segplan": 1, "workload": )";
        deep += std::string(200000, '[');
        const auto plan = read(deep);
        QVERIFY(!plan.ok());
        QVERIFY(plan.error().line().find("nested") != std::string::npos);
    }

    void everyTruncationIsAnError()
    {
        const std::string whole = writePlan(fullPlan());
        for (std::size_t n = 0; n + 2 < whole.size(); n += 7)
            QVERIFY2(!read(whole.substr(0, n)).ok(), std::to_string(n).c_str());
    }

    void defaultsOfAPlan()
    {
        const auto plan = read(minimal);
        QVERIFY2(plan.ok(), plan.ok() ? "" : lines(plan.errors()).c_str());
        QVERIFY(plan->workload == Workload{});
        QVERIFY(plan->requirements == Requirements{});
    }

    void classesFollowTheDataSet()
    {
        const auto plan = read(R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "dataset": "ade20k"}})");
        QVERIFY(plan.ok());
        QCOMPARE(plan->workload.classes, 150);
    }

    void plannerChoosesByNull()
    {
        const auto plan = read(R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "batch_per_gpu": null, "global_batch": 16, "gpus": null, "precision": null}})");
        QVERIFY(plan.ok());
        QVERIFY(!plan->workload.batchPerGpu && !plan->workload.gpus && !plan->workload.precision);
        QCOMPARE(*plan->workload.globalBatch, 16);
    }

    void familiesWithAndWithoutPrefix()
    {
        const auto plan = read(R"({"segplan": 1, "workload": {"model": "deeplabv3plus"}, "requirements": {"families": ["ecs.gn7i", "gn6i"]}})");
        QVERIFY2(plan.ok(), plan.ok() ? "" : lines(plan.errors()).c_str());
        const std::vector<std::string> bare = {"gn7i", "gn6i"};
        QVERIFY(plan->requirements.families == bare);
    }

    // ---- the workload object ----
    void workloadOfTheContract()
    {
        const auto w = readWorkload(R"({"model": "deeplabv3plus", "backbone": "resnet101", "implementation": "mmsegmentation",
            "options": {"output_stride": 8, "auxiliary_head": true}, "dataset": "cityscapes", "classes": 19, "crop": {"height": 512, "width": 1024},
            "batch_per_gpu": 2, "gradient_accumulation": 1, "gpus": 4, "nodes": 1, "precision": "fp32", "optimizer": "sgd-momentum",
            "activation_checkpointing": false, "freeze_backbone": false, "sync_batch_norm": true, "schedule": {"iterations": 80000},
            "pytorch": "2", "zero_grad": "none", "gpu": "V100-32"})", {}, testKnowledge());
        QVERIFY2(w.ok(), w.ok() ? "" : lines(w.errors()).c_str());
        QCOMPARE(w->gpu.id, std::string("V100-32"));
        QCOMPARE(*w->workload.gpus, 4);
        QCOMPARE(*w->workload.options.outputStride, 8);
    }

    void workloadFaults_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("pointer");
        QTest::newRow("backbone") << QStringLiteral(R"({"model": "deeplabv3plus", "backbone": "resnet999", "gpu": "T4"})") << QStringLiteral("/backbone");
        QTest::newRow("no gpu") << QStringLiteral(R"({"model": "deeplabv3plus"})") << QStringLiteral("/gpu");
        QTest::newRow("unknown gpu") << QStringLiteral(R"({"model": "deeplabv3plus", "gpu": "A100"})") << QStringLiteral("/gpu");
        QTest::newRow("no batch") << QStringLiteral(R"({"model": "deeplabv3plus", "batch_per_gpu": null, "gpu": "T4"})") << QStringLiteral("/batch_per_gpu");
        QTest::newRow("crop") << QStringLiteral(R"({"model": "deeplabv3plus", "crop": {"height": -5, "width": 512}, "gpu": "T4"})") << QStringLiteral("/crop/height");
        QTest::newRow("not an object") << QStringLiteral("3") << QString();
        QTest::newRow("gpu object lacks memory") << QStringLiteral(R"({"model": "deeplabv3plus", "gpu": {"id": "X", "architecture": "Ampere"}})") << QStringLiteral("/gpu/nominal_memory_bytes");
        QTest::newRow("gpu object with a negative rate") << QStringLiteral(R"({"model": "deeplabv3plus", "gpu": {"id": "X", "architecture": "Ampere", "nominal_memory_bytes": 1000, "fp32_tflops": -1}})")
                                                         << QStringLiteral("/gpu/fp32_tflops");
    }
    void workloadFaults()
    {
        QFETCH(QString, json);
        QFETCH(QString, pointer);
        const auto w = readWorkload(json.toStdString(), {}, testKnowledge());
        QVERIFY(!w.ok());
        QCOMPARE(w.errors().size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(w.error().pointer), pointer);
    }
};

QTEST_APPLESS_MAIN(TestPlanFile)
#include "tst_plan_file.moc"
