// The laws that seconds per iteration must obey; published times are in tst_roofline.cpp.
#include "estimate/time/time.h"
#include "knowledge.h"
#include "zoo/zoo.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {

Workload deepLab(int batch)
{
    Workload w;
    w.model = "deeplabv3plus";
    w.backbone = "resnet50";
    w.batchPerGpu = batch;
    return w;
}

StepWork workOf(const Workload &w, bool autocast, bool checkpointing = false)
{
    ModelSpec spec;
    spec.model = w.model;
    spec.backbone = w.backbone;
    spec.implementation = w.implementation;
    spec.classes = w.classes;
    spec.height = w.cropHeight;
    spec.width = w.cropWidth;
    spec.batch = w.batchPerGpu.value_or(1);
    TraceSettings settings;
    settings.autocast = autocast;
    settings.checkpointing = checkpointing;
    const Result<Graph> graph = buildModel(spec, settings);
    return graph ? stepWork(*graph) : StepWork{};
}

const Gpu &card(const char *id)
{
    const Gpu *gpu = testKnowledge().gpu(id);
    if (!gpu)
        qFatal("no GPU %s", id);
    return *gpu;
}

TimeEstimate estimate(const Workload &w, Precision p, const char *gpu, const HostShape &host = {}, int accumulation = 1)
{
    Ledger ledger;
    const bool half = p == Precision::AmpFp16 || p == Precision::AmpBf16;
    const std::optional<TimeEstimate> e = estimateTime(workOf(w, half), w, p, accumulation, card(gpu), host, testKnowledge(), ledger);
    if (!e)
        qFatal("no estimate on %s", gpu);
    return *e;
}

double seconds(const Workload &w, Precision p, const char *gpu, const HostShape &host = {}, int accumulation = 1)
{
    return estimate(w, p, gpu, host, accumulation).perIteration.value.count();
}

HostShape host(int gpus, bool nvlink, int nodes = 1)
{
    HostShape h;
    h.gpusPerNode = gpus;
    h.nodes = nodes;
    h.nvlink = nvlink;
    return h;
}

} // namespace

class TestTime : public QObject {
    Q_OBJECT

private slots:
    void growsWithBatch();
    void cardsInOrder_data();
    void cardsInOrder();
    void precisionsOfOldCards();
    void tensorCoresPay();
    void checkpointingCostsAForwardPass();
    void accumulationRepeatsTheMicroStep();
    void smallWorkIsBoundByLaunches();
    void partsSumAndTermsAgree();
    void unknownStaysUnknown();
    void iterations();
    void thousandsOfHostsAreFast();
};

void TestTime::growsWithBatch()
{
    for (const char *gpu : {"T4", "V100-32", "A10", "A100-80", "H20"}) {
        double last = 0;
        for (const int batch : {1, 2, 4, 8}) {
            const double now = seconds(deepLab(batch), Precision::AmpFp16, gpu);
            QVERIFY(now > last);
            QVERIFY(last == 0 || now <= 2.05 * last); // never worse than proportional
            last = now;
        }
    }
}

void TestTime::cardsInOrder_data()
{
    QTest::addColumn<QString>("slow");
    QTest::addColumn<QString>("fast");
    for (const auto &[slow, fast] : {std::pair("T4", "V100-16"), std::pair("P4", "T4"), std::pair("V100-16", "A100-40"), std::pair("A100-40", "A100-80"),
                                     std::pair("A10", "A100-40"), std::pair("T4", "A10"), std::pair("A30", "A100-40"), std::pair("L20", "A100-80")})
        QTest::newRow(QString("%1 is slower than %2").arg(slow, fast).toUtf8().constData()) << QString(slow) << QString(fast);
}

void TestTime::cardsInOrder()
{
    QFETCH(QString, slow);
    QFETCH(QString, fast);
    QVERIFY(seconds(deepLab(4), Precision::AmpFp16, slow.toUtf8().constData()) > seconds(deepLab(4), Precision::AmpFp16, fast.toUtf8().constData()));
}

void TestTime::precisionsOfOldCards()
{
    for (const char *gpu : {"P100", "V100-16", "V100-32", "T4", "GTX-1080Ti"}) {
        QVERIFY(!supportsPrecision(card(gpu), Precision::AmpBf16));
        QVERIFY(!supportsPrecision(card(gpu), Precision::Tf32));
        QVERIFY(supportsPrecision(card(gpu), Precision::AmpFp16));
        Ledger ledger;
        QVERIFY(!estimateTime(workOf(deepLab(1), true), deepLab(1), Precision::AmpBf16, 1, card(gpu), {}, testKnowledge(), ledger));
    }
    for (const char *gpu : {"A10", "A30", "A100-80", "L20", "H20"})
        QVERIFY(supportsPrecision(card(gpu), Precision::AmpBf16) && supportsPrecision(card(gpu), Precision::Tf32));
}

void TestTime::tensorCoresPay()
{
    QVERIFY(seconds(deepLab(4), Precision::AmpFp16, "V100-32") < 0.7 * seconds(deepLab(4), Precision::Fp32, "V100-32"));
    // Without tensor cores only the traffic shrinks.
    QVERIFY(seconds(deepLab(4), Precision::AmpFp16, "P100") > 0.7 * seconds(deepLab(4), Precision::Fp32, "P100"));
    // PyTorch's default already lets convolutions use TF32 on Ampere.
    const double fp32 = seconds(deepLab(4), Precision::Fp32, "A100-80"), tf32 = seconds(deepLab(4), Precision::Tf32, "A100-80");
    QVERIFY(tf32 <= fp32 && tf32 > 0.95 * fp32);
}

void TestTime::checkpointingCostsAForwardPass()
{
    const Workload w = [] {
        Workload x = deepLab(2);
        x.model = "upernet";
        x.backbone = "swin-t";
        x.cropHeight = x.cropWidth = 512;
        return x;
    }();
    Ledger ledger;
    const auto run = [&](bool checkpointing) {
        return estimateTime(workOf(w, false, checkpointing), w, Precision::Fp32, 1, card("V100-32"), {}, testKnowledge(), ledger)->perIteration.value.count();
    };
    const double plain = run(false), recomputed = run(true);
    QVERIFY(recomputed > plain);
    QVERIFY(recomputed < 1.4 * plain);
}

void TestTime::accumulationRepeatsTheMicroStep()
{
    const TimeEstimate one = estimate(deepLab(2), Precision::Fp32, "V100-32"), four = estimate(deepLab(2), Precision::Fp32, "V100-32", {}, 4);
    QCOMPARE(four.compute.value.count(), 4 * one.compute.value.count());
    QCOMPARE(four.optimizer.value.count(), one.optimizer.value.count()); // one update
    QVERIFY(four.perIteration.value.count() < 4 * one.perIteration.value.count());
    // Micro-steps without an update need no all-reduce; only SyncBN repeats.
    Workload w = deepLab(1);
    w.syncBatchNorm = false;
    const HostShape h = host(8, false);
    QCOMPARE(estimate(w, Precision::Fp32, "A10", h, 4).network.exposed, estimate(w, Precision::Fp32, "A10", h).network.exposed);
}

void TestTime::smallWorkIsBoundByLaunches()
{
    Workload w = deepLab(1);
    w.model = "hrnet";
    w.backbone = "hrnet-w18";
    w.cropHeight = w.cropWidth = 128;
    QCOMPARE(estimate(w, Precision::AmpFp16, "A100-80").boundBy, BoundBy::Launch);
}

void TestTime::partsSumAndTermsAgree()
{
    const Workload w = deepLab(2);
    HostShape h = host(4, true);
    h.vcpu = 48;
    for (const int accumulation : {1, 3}) {
        Ledger ledger;
        const std::optional<TimeEstimate> e =
            estimateTime(workOf(w, true), w, Precision::AmpFp16, accumulation, card("V100-32"), h, testKnowledge(), ledger);
        QVERIFY(e);
        const double sum = (e->compute.value + e->memoryTraffic.value + e->launch.value + e->optimizer.value + e->communication.value).count();
        QVERIFY(std::fabs(sum - e->gpu.value.count()) < 1e-12);
        QVERIFY(e->low < e->perIteration.value && e->perIteration.value < e->high);
        for (const Figure<Seconds> *f : {&e->perIteration, &e->compute, &e->memoryTraffic, &e->launch, &e->communication, &e->optimizer, &e->gpu, &e->input}) {
            QVERIFY(ledger.contains(f->term));
            QCOMPARE(ledger.term(f->term).result.number, f->value.count());
            QVERIFY(*ledger.term(f->term).formula != '\0');
            QVERIFY(!ledger.term(f->term).inputs.empty());
        }
        for (const Term &t : ledger.terms()) {
            for (const TermInput &in : t.inputs) {
                if (const TermLink *link = std::get_if<TermLink>(&in.link))
                    QVERIFY(ledger.contains(link->term));
                if (const FactLink *fact = std::get_if<FactLink>(&in.link); fact && fact->key.rfind("calibration/", 0) == 0)
                    QVERIFY2(testKnowledge().calibrated(fact->key.substr(12), "V100-32", "Volta"), fact->key.c_str());
            }
        }
    }
}

void TestTime::unknownStaysUnknown()
{
    Gpu gpu = card("A10");
    gpu.memoryGbps.reset();
    Ledger ledger;
    QVERIFY(!estimateTime(workOf(deepLab(1), false), deepLab(1), Precision::Fp32, 1, gpu, {}, testKnowledge(), ledger));
    const Knowledge nothing;
    QVERIFY(!estimateTime(workOf(deepLab(1), false), deepLab(1), Precision::Fp32, 1, card("A10"), {}, nothing, ledger));
    Workload w = deepLab(1);
    w.dataset.clear(); // no image size: the loader is not guessed
    HostShape h;
    h.vcpu = 1;
    const TimeEstimate e = estimate(w, Precision::Fp32, "A10", h);
    QCOMPARE(e.input.value.count(), 0.0);
    QCOMPARE(e.input.term, noTerm);
}

void TestTime::iterations()
{
    Workload w;
    w.schedule = {Schedule::Unit::Iterations, 80000};
    QCOMPARE(*iterationsOf(w, 8, testKnowledge()), std::int64_t{80000});
    w.schedule = {Schedule::Unit::Epochs, 10};
    w.dataset = "cityscapes";
    QCOMPARE(*iterationsOf(w, 8, testKnowledge()), std::int64_t{10} * 372); // 2975 images, the last batch of an epoch smaller
    w.dataset = "no-such-data";
    QVERIFY(!iterationsOf(w, 8, testKnowledge()));
    w.customDataset = CustomDataset{"mine", 100, 2, 512, 512, 0};
    QCOMPARE(*iterationsOf(w, 100, testKnowledge()), std::int64_t{10});
}

void TestTime::thousandsOfHostsAreFast()
{
    const StepWork work = workOf(deepLab(2), true);
    const Workload w = deepLab(2);
    Ledger ledger;
    const std::optional<GpuStep> step = gpuStep(work, w, Precision::AmpFp16, card("A100-80"), testKnowledge(), ledger);
    QVERIFY(step);
    const std::clock_t start = std::clock(); // processor time: a busy machine does not count
    constexpr int runs = 2000;
    double sum = 0;
    for (int i = 0; i < runs; ++i) {
        HostShape h = host(1 + i % 8, true);
        h.vcpu = 16 + i % 100;
        sum += estimateTime(*step, w, 1, card("A100-80"), h, testKnowledge(), ledger)->perIteration.value.count();
    }
    const double micros = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / runs;
    std::printf("estimateTime from a made step: %.1f us each (%zu items in the work)\n", micros, work.items.size());
    std::fflush(stdout);
    QVERIFY(sum > 0);
    QVERIFY(micros < 500); // unoptimised builds and sanitizers; see the printed figure
}

QTEST_APPLESS_MAIN(TestTime)
#include "tst_time.moc"
