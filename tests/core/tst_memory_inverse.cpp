// The inverse questions: the largest batch and crop, what makes a workload fit, and what validation takes.
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "zoo/zoo.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>

using namespace segplan;
using namespace segplan::test;

namespace {

const Gpu &card(const char *id) { return *testKnowledge().gpu(id); }

Workload workload(const char *model, const char *backbone, int height, int width, int batch)
{
    Workload w;
    w.model = model;
    w.backbone = backbone;
    w.cropHeight = height;
    w.cropWidth = width;
    w.batchPerGpu = batch;
    return w;
}

WorkloadEstimate estimate(const Workload &w, const Gpu &gpu, bool explain = false)
{
    auto e = estimateWorkload(w, gpu, testKnowledge(), explain);
    if (!e)
        qFatal("%s", e.error().line().c_str());
    return std::move(e).value();
}

const Remedy *remedy(const WorkloadEstimate &e, const char *id)
{
    const auto it = std::find_if(e.remedies.begin(), e.remedies.end(), [id](const Remedy &r) { return r.id == id; });
    return it == e.remedies.end() ? nullptr : &*it;
}

} // namespace

class TestMemoryInverse : public QObject {
    Q_OBJECT

private slots:
    void largestBatchIsTheBorder_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("backbone");
        QTest::addColumn<QString>("gpu");
        QTest::newRow("FCN R-50 on A10") << "fcn" << "resnet50" << "A10";
        QTest::newRow("SegFormer B2 on V100") << "segformer" << "mit-b2" << "V100-16";
        QTest::newRow("UPerNet Swin-T on T4") << "upernet" << "swin-t" << "T4";
        QTest::newRow("U-Net on A100") << "unet" << "unet-s5-d16" << "A100-40";
        QTest::newRow("HRNet W48 on A100") << "hrnet" << "hrnet-w48" << "A100-80";
        QTest::newRow("SegNeXt T on T4") << "segnext" << "mscan-t" << "T4";
    }

    void largestBatchIsTheBorder()
    {
        QFETCH(QString, model);
        QFETCH(QString, backbone);
        QFETCH(QString, gpu);
        const Gpu &g = card(gpu.toUtf8().constData());
        Workload w = workload(model.toUtf8().constData(), backbone.toUtf8().constData(), 512, 512, 2);
        const int most = estimate(w, g).maxBatchPerGpu;
        QVERIFY(most >= 1);
        w.batchPerGpu = most;
        QVERIFY(estimate(w, g).memory.fits != Fits::No);
        w.batchPerGpu = most + 1;
        QVERIFY(estimate(w, g).memory.fits != Fits::Yes);
        // It does not depend on the batch it is asked at.
        for (const int batch : {3, 8}) {
            w.batchPerGpu = batch;
            QVERIFY(qAbs(estimate(w, g).maxBatchPerGpu - most) <= 1);
        }
    }

    // The losses of set prediction loop over the images: no trace at a large batch.
    void largestBatchOfSetPrediction()
    {
        Workload w = workload("mask2former", "resnet50", 128, 128, 2);
        w.activationCheckpointing = true;
        const int most = estimate(w, card("A100-80")).maxBatchPerGpu;
        QVERIFY(most > 50);
        w.batchPerGpu = 3;
        QVERIFY(qAbs(estimate(w, card("A100-80")).maxBatchPerGpu - most) <= most / 20);
    }

    void largestCropIsTheBorder_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("backbone");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::newRow("DeepLabV3+ R-50 512x1024") << "deeplabv3plus" << "resnet50" << 512 << 1024;
        QTest::newRow("PSPNet R-50 769x769") << "pspnet" << "resnet50" << 769 << 769;
        QTest::newRow("SegFormer B0 512x512") << "segformer" << "mit-b0" << 512 << 512;
    }

    void largestCropIsTheBorder()
    {
        QFETCH(QString, model);
        QFETCH(QString, backbone);
        QFETCH(int, height);
        QFETCH(int, width);
        const Gpu &g = card("A10");
        Workload w = workload(model.toUtf8().constData(), backbone.toUtf8().constData(), height, width, 2);
        const auto most = estimate(w, g, true).largestCrop;
        QVERIFY(most.has_value());
        std::printf("  %-28s largest crop on A10 at batch 2: %d x %d\n", QTest::currentDataTag(), most->height, most->width);
        QCOMPARE(most->height % 32, height % 32);
        QVERIFY(qAbs(static_cast<double>(most->height) / most->width - static_cast<double>(height) / width) < 0.05);
        w.cropHeight = most->height;
        w.cropWidth = most->width;
        QVERIFY(estimate(w, g).memory.device.value <= *g.usableMemory);
        w.cropHeight += 64;
        w.cropWidth += 64;
        QVERIFY(estimate(w, g).memory.device.value > *g.usableMemory);
    }

    void remediesAreWhatAChangedWorkloadTakes()
    {
        const Gpu &g = card("A10");
        const Workload w = workload("deeplabv3plus", "resnet101", 512, 1024, 4);
        const WorkloadEstimate before = estimate(w, g, true);
        QVERIFY(before.remedies.size() >= 5);
        for (std::size_t i = 1; i < before.remedies.size(); ++i)
            QVERIFY(before.remedies[i - 1].saved.value >= before.remedies[i].saved.value);
        Workload changed = w;
        changed.activationCheckpointing = true;
        const Remedy *r = remedy(before, "checkpointing");
        QVERIFY(r);
        QCOMPARE(r->device.value.count(), estimate(changed, g).memory.device.value.count());
        QCOMPARE(r->saved.value.count(), before.memory.device.value.count() - r->device.value.count());
        QVERIFY(r->timeRatio && *r->timeRatio > 1.1 && *r->timeRatio < 1.6); // the forward pass is paid twice
        r = remedy(before, "amp");
        QVERIFY(r && r->timeRatio && *r->timeRatio < 1);
        changed = w;
        changed.batchPerGpu = 2;
        changed.gradientAccumulation = 2;
        r = remedy(before, "accumulation");
        QVERIFY(r);
        QCOMPARE(r->device.value.count(), estimate(changed, g).memory.device.value.count());
        changed = w;
        changed.freezeBackbone = true;
        r = remedy(before, "freeze-backbone");
        QVERIFY(r && r->saved.value.gib() > 1);
        QCOMPARE(r->device.value.count(), estimate(changed, g).memory.device.value.count());
        QVERIFY(before.ledger.contains(r->saved.term));
        QVERIFY(remedy(before, "smaller-crop"));
        QVERIFY(!remedy(before, "free-gradients"));
        for (const Remedy &each : before.remedies)
            std::printf("  %-20s %6.2f GiB less, time x %.2f, %s\n", each.id.c_str(), each.saved.value.gib(), each.timeRatio.value_or(0), fitsName(each.fits));
    }

    void remediesSetTheFieldsTheyName()
    {
        const Workload w = workload("upernet", "swin-t", 512, 512, 4);
        for (const Remedy &r : estimate(w, card("V100-16"), true).remedies) {
            Plan plan;
            plan.workload = w;
            for (const auto &[pointer, value] : r.fix.changes) {
                const FieldSpec *field = fieldSpec(pointer);
                QVERIFY2(field, pointer.c_str());
                QVERIFY2(checkField(*field, value, plan, testKnowledge()).empty(), pointer.c_str());
                field->set(plan, value);
            }
            QVERIFY2(plan.workload != w, r.id.c_str());
            QCOMPARE(estimate(plan.workload, card("V100-16")).memory.device.value.count(), r.device.value.count());
        }
    }

    void validationCounts()
    {
        Workload w = workload("fcn", "resnet50", 512, 512, 1);
        w.batchPerGpu = 2;
        QVERIFY(!estimate(w, card("A10")).memory.validation); // the training step only, unless asked for
        w.validation = Validation{ValidationMode::Whole, 1024, 2048};
        const MemoryEstimate whole = estimate(w, card("A10")).memory;
        QVERIFY(whole.validation.has_value());
        // Two copies of the full-resolution scores, labels and the image are a lower bound.
        const std::int64_t scores = 2LL * 4 * 19 * 1024 * 2048, labels = 8LL * 1024 * 2048, image = 4LL * 3 * 1024 * 2048;
        QVERIFY(whole.validation->replay.peak.count() >= scores + labels + image);
        QVERIFY(whole.validation->device.value < whole.device.value + Bytes::fromGib(4));

        w.validation = Validation{ValidationMode::Whole, 8192, 8192};
        const MemoryEstimate huge = estimate(w, card("A10")).memory;
        QCOMPARE(huge.trainingFits, Fits::Yes);
        QCOMPARE(huge.fits, Fits::No);
        w.validation->mode = ValidationMode::Slide;
        const MemoryEstimate slid = estimate(w, card("A10")).memory;
        QVERIFY(slid.validation->replay.forward < huge.validation->replay.forward);
        QVERIFY(slid.validation->replay.peak < huge.validation->replay.peak);
        w.validation->mode = ValidationMode::Off;
        QVERIFY(!estimate(w, card("A10")).memory.validation);
    }

    void validationKeepsNothingForBackward()
    {
        // Forward only: far below what training of the same image keeps.
        Workload w = workload("deeplabv3plus", "resnet101", 1024, 2048, 2);
        w.validation = Validation{ValidationMode::Whole, 1024, 2048};
        const MemoryEstimate m = estimate(w, card("A100-80")).memory;
        QVERIFY(m.validation->replay.peak.count() * 4 < m.saved.value.count());
    }

    // A plan warns of a validation that the card cannot hold, and says how to mend it; it does not reject the card for a guess.
    void aPlanWarnsOfValidation()
    {
        Plan plan;
        plan.workload = workload("fcn", "resnet50", 512, 512, 4);
        plan.workload.validation = Validation{ValidationMode::Usual, 8192, 8192};
        plan.requirements.families = {"gn7i"}; // 24 GB: too little for such an image at once
        const Evaluation e = evaluate(plan, testKnowledge());
        QVERIFY(e.recommendation.candidate >= 0);
        const auto issue = std::find_if(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.code == "validation-memory"; });
        QVERIFY(issue != e.issues.end());
        QVERIFY(!issue->fixes.empty());
        Plan mended = plan;
        for (const auto &[pointer, value] : issue->fixes.front().changes)
            fieldSpec(pointer)->set(mended, value);
        const Evaluation after = evaluate(mended, testKnowledge());
        QVERIFY(std::none_of(after.issues.begin(), after.issues.end(), [](const Issue &i) { return i.code == "validation-memory"; }));
        QVERIFY(!e.remedies.empty());
        QVERIFY(e.largestCrop.has_value());
    }
};

QTEST_APPLESS_MAIN(TestMemoryInverse)
#include "tst_memory_inverse.moc"
