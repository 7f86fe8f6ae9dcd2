// Verdicts against reported cases (tests/data/oom_cases.csv): never a "yes" for one that ran out, never a "no" for one that ran.
// Rows name the case's model as the zoo builds it; a reported figure of another code base is a bound, not a target.
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "zoo/zoo.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>

using namespace segplan;
using namespace segplan::test;

namespace {

struct Case {
    const char *name;
    bool ranOut;
    const char *gpu; // id, or "" with gib
    double gib; // what the out-of-memory message or the label says
    const char *model, *backbone, *implementation;
    int height, width, classes, batch;
    Precision precision;
    Optimizer optimizer;
};

const Case cases[] = {
    {"mmseg DeepLabV3+ R-101-D8 512x1024 batch 8 on 24 GB", true, "RTX-3090", 0, "deeplabv3plus", "resnet101", "mmsegmentation", 512, 1024, 19, 8,
     Precision::Fp32, Optimizer::SgdMomentum},
    {"SegFormer-B5 1024x1024 batch 2 on 24 GB", true, "RTX-3090", 0, "segformer", "mit-b5", "mmsegmentation", 1024, 1024, 19, 2, Precision::Fp32, Optimizer::AdamW},
    {"SegFormer-B5 1024x1024 batch 1 on 24 GB", false, "RTX-3090", 0, "segformer", "mit-b5", "mmsegmentation", 1024, 1024, 19, 1, Precision::Fp32, Optimizer::AdamW},
    {"U-Net (milesial) 1129x1504 batch 1 on 11 GB", true, "RTX-2080Ti", 0, "unet", "", "original", 1129, 1504, 2, 1, Precision::Fp32, Optimizer::Adam},
    {"U-Net (milesial) 640x959 batch 4 on 16 GB", false, "V100-16", 0, "unet", "", "original", 640, 959, 2, 4, Precision::Fp32, Optimizer::SgdMomentum},
    {"HRNet-OCR W48 1024x2048 batch 1 AMP on 8 GB", true, "", 7.93, "ocrnet", "hrnet-w48", "original", 1024, 2048, 19, 1, Precision::AmpFp16, Optimizer::SgdMomentum},
    {"DeepLabV3+ Xception-65 OS16 512x512 batch 4 on TITAN Xp", false, "TITAN-Xp", 0, "deeplabv3plus", "xception65", "original", 512, 512, 21, 4, Precision::Fp32,
     Optimizer::SgdMomentum},
    {"SegFormer-B0 768x768 batch 8 on RTX 3090", false, "RTX-3090", 0, "segformer", "mit-b0", "mmsegmentation", 768, 768, 21, 8, Precision::Fp32, Optimizer::AdamW},
    {"SegFormer-B1 768x768 batch 8 on RTX 3090", false, "RTX-3090", 0, "segformer", "mit-b1", "mmsegmentation", 768, 768, 21, 8, Precision::Fp32, Optimizer::AdamW},
    {"SegFormer-B0 512x512 batch 16 on A100 40 GB", false, "A100-40", 0, "segformer", "mit-b0", "mmsegmentation", 512, 512, 150, 16, Precision::Fp32, Optimizer::AdamW},
    {"SegFormer-B1 512x512 batch 16 on A100 40 GB", false, "A100-40", 0, "segformer", "mit-b1", "mmsegmentation", 512, 512, 150, 16, Precision::Fp32, Optimizer::AdamW},
    {"FCN R-101 (torchvision) 512x512 batch 2 on 8 GB", false, "", 7.93, "fcn", "resnet101", "torchvision", 512, 512, 21, 2, Precision::Fp32, Optimizer::SgdMomentum},
};

} // namespace

class TestMemoryVerdicts : public QObject {
    Q_OBJECT

private slots:
    void reported_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < std::size(cases); ++i)
            QTest::newRow(cases[i].name) << static_cast<int>(i);
    }

    void reported()
    {
        QFETCH(int, index);
        const Case &c = cases[index];
        Gpu gpu;
        if (*c.gpu) {
            const Gpu *known = testKnowledge().gpu(c.gpu);
            QVERIFY(known);
            gpu = *known;
        } else {
            gpu.id = "reported";
            gpu.architecture = "Pascal";
            gpu.fp32Tflops = 8.9;
            gpu.memoryGbps = 320;
            gpu.usableMemory = Bytes::fromGib(c.gib);
            gpu.nominalMemory = Bytes::fromGib(c.gib);
        }
        Workload w;
        w.model = c.model;
        w.backbone = c.backbone;
        w.implementation = c.implementation;
        w.cropHeight = c.height;
        w.cropWidth = c.width;
        w.classes = c.classes;
        w.batchPerGpu = c.batch;
        w.precision = c.precision;
        w.optimizer = c.optimizer;
        const auto estimate = estimateWorkload(w, gpu, testKnowledge());
        QVERIFY2(estimate.ok(), estimate.ok() ? "" : qPrintable(QString::fromStdString(estimate.error().line())));
        const MemoryEstimate &m = estimate->memory;
        std::printf("  %-58s %5.1f GiB (%.1f - %.1f) of %.1f: %-5s reported: %s\n", c.name, m.device.value.gib(), m.low.gib(), m.high.gib(),
                    m.usable ? m.usable->value.gib() : 0.0, fitsName(m.fits), c.ranOut ? "ran out" : "ran");
        std::fflush(stdout);
        if (c.ranOut)
            QVERIFY2(m.fits != Fits::Yes, "a case that ran out of memory is said to fit");
        else
            QVERIFY2(m.fits != Fits::No, "a case that ran is said not to fit");
    }

    void moreBatchNeverFitsBetter()
    {
        const Gpu *gpu = testKnowledge().gpu("A10");
        QVERIFY(gpu);
        Workload w;
        std::int64_t before = 0;
        for (const int batch : {1, 2, 4, 8, 16}) {
            w.batchPerGpu = batch;
            const auto estimate = estimateWorkload(w, *gpu, testKnowledge());
            QVERIFY(estimate.ok());
            QVERIFY(estimate->memory.device.value.count() > before);
            before = estimate->memory.device.value.count();
        }
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
