// Verdicts against reported cases (tests/data/oom_cases.csv): never a "yes" for one that ran out, "no" for at most 5 % of those that ran.
#include "estimate/memory/replay.h"
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "other_rows.h"
#include "zoo/zoo.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>

using namespace segplan;
using namespace segplan::test;

class TestMemoryVerdicts : public QObject {
    Q_OBJECT

private slots:
    // Quality A is judged, B and C are printed.
    void reported()
    {
        int ranOut = 0, falseYes = 0, ran = 0, falseNo = 0;
        for (const OomCase &c : oomCases(testKnowledge())) {
            if (!c.workload) {
                if (c.quality == "A")
                    std::printf("  A not compared: %s: %s\n", c.label.c_str(), c.reason.c_str());
                continue;
            }
            const auto estimate = estimateWorkload(*c.workload, *c.gpu, testKnowledge());
            QVERIFY2(estimate.ok(), estimate.ok() ? "" : qPrintable(QString::fromStdString(c.label + ": " + estimate.error().line())));
            const MemoryEstimate &m = estimate->memory;
            std::printf("  %s %-72s %5.1f GiB (%.1f - %.1f) of %.1f: %-5s reported: %s\n", c.quality.c_str(), c.label.c_str(), m.device.value.gib(), m.low.gib(),
                        m.high.gib(), m.usable ? m.usable->value.gib() : 0.0, fitsName(m.fits), c.ranOut ? "ran out" : "ran");
            if (c.quality != "A")
                continue;
            ++(c.ranOut ? ranOut : ran);
            falseYes += c.ranOut && m.fits == Fits::Yes;
            falseNo += !c.ranOut && m.fits == Fits::No;
        }
        std::printf("  quality A: %d that ran out, %d of them said to fit; %d that ran, %d of them said not to fit\n", ranOut, falseYes, ran, falseNo);
        std::fflush(stdout);
        QVERIFY(ranOut >= 3 && ran >= 6);
        QCOMPARE(falseYes, 0);
        QVERIFY(falseNo * 20 <= ran);
    }

    void moreBatchNeverFitsBetter()
    {
        const Gpu *gpu = testKnowledge().gpu("A10");
        QVERIFY(gpu);
        Workload w;
        std::int64_t before = 0;
        for (const int batch : {2, 4, 8, 16}) { // one image does not do: the pooled batch norm refuses it
            w.batchPerGpu = batch;
            const auto estimate = estimateWorkload(w, *gpu, testKnowledge());
            QVERIFY(estimate.ok());
            QVERIFY(estimate->memory.device.value.count() > before);
            before = estimate->memory.device.value.count();
        }
    }

    // Constants of the replay that were fitted stand among the beliefs with the rows they were fitted on.
    void fittedConstantsAreCalibrationEntries()
    {
        const Calibration *bytes = testKnowledge().calibrated("memory.winograd.bytes-per-tile", "", "");
        const Calibration *tiles = testKnowledge().calibrated("memory.winograd.min-tiles", "", "");
        QVERIFY(bytes && tiles);
        QCOMPARE(bytes->value, static_cast<double>(winogradBytesPerTile));
        QCOMPARE(tiles->value, static_cast<double>(winogradMinTiles));
    }

    // A missing belief must not read as zero bytes and let a plan "fit".
    void missingBeliefNeverFits()
    {
        Workload w;
        const Gpu &gpu = *testKnowledge().gpu("A100-80");
        QCOMPARE(estimateWorkload(w, gpu, testKnowledge())->memory.fits, Fits::Yes);
        for (const char *key : {"memory.context", "memory.fragmentation", "memory.allocated.residual"}) {
            Knowledge without = testKnowledge();
            std::erase_if(without.calibration, [key](const Calibration &c) { return c.key == key; });
            without.reindex();
            const auto estimate = estimateWorkload(w, gpu, without);
            QVERIFY(estimate.ok());
            QVERIFY2(estimate->memory.fits != Fits::Yes, key);
        }
    }

    void partsSumToDevice()
    {
        for (const char *id : {"T4", "A10", "A100-80"}) {
            for (const Precision precision : {Precision::Fp32, Precision::AmpFp16}) {
                for (const int gpus : {1, 4}) {
                    Workload w;
                    w.precision = precision;
                    w.gpus = gpus;
                    const auto estimate = estimateWorkload(w, *testKnowledge().gpu(id), testKnowledge());
                    QVERIFY(estimate.ok());
                    std::int64_t sum = 0;
                    for (const MemoryPart &part : estimate->memory.parts)
                        sum += part.bytes.value.count();
                    QCOMPARE(sum, estimate->memory.device.value.count());
                    QVERIFY(estimate->memory.low <= estimate->memory.device.value && estimate->memory.device.value <= estimate->memory.high);
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestMemoryVerdicts)
#include "tst_memory_verdicts.moc"
