// The caching allocator, case by case as c10/cuda/CUDACachingAllocator.cpp decides them.
#include "estimate/memory/allocator.h"

#include "evaluate/evaluate.h"

#include <QtTest>

#include <cstdio>
#include <random>

using namespace segplan;

namespace {
constexpr qint64 mib = 1 << 20;
}

class TestAllocator : public QObject {
    Q_OBJECT

private slots:
    void firstBlock_data()
    {
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<qint64>("reserved");
        QTest::addColumn<qint64>("allocated");
        QTest::newRow("nothing is a null pointer") << qint64(0) << qint64(0) << qint64(0);
        QTest::newRow("one byte: 512 of a 2 MiB segment") << qint64(1) << 2 * mib << qint64(512);
        QTest::newRow("513 bytes round to 1024") << qint64(513) << 2 * mib << qint64(1024);
        QTest::newRow("1 MiB is small") << mib << 2 * mib << mib;
        QTest::newRow("a byte more is large: 20 MiB segment") << mib + 1 << 20 * mib << mib + 512;
        QTest::newRow("just under 10 MiB: 20 MiB segment") << 10 * mib - 512 << 20 * mib << 10 * mib - 512;
        QTest::newRow("10 MiB: its own segment") << 10 * mib << 10 * mib << 10 * mib;
        QTest::newRow("11.5 MiB: segment of 12, the rest too small to split") << 11 * mib + mib / 2 << 12 * mib << 12 * mib;
        QTest::newRow("10.75 MiB: rest of 1.25 MiB split off") << 10 * mib + 3 * mib / 4 << 12 * mib << 10 * mib + 3 * mib / 4;
        QTest::newRow("a rest of exactly 1 MiB stays") << 11 * mib << 12 * mib << 12 * mib;
    }

    void firstBlock()
    {
        QFETCH(qint64, bytes);
        QFETCH(qint64, reserved);
        QFETCH(qint64, allocated);
        CachingAllocator a;
        const auto block = a.allocate(bytes);
        QCOMPARE(qint64(a.reserved()), reserved);
        QCOMPARE(qint64(a.allocated()), allocated);
        a.free(block);
        QCOMPARE(qint64(a.allocated()), qint64(0));
        QCOMPARE(qint64(a.reserved()), reserved); // cached
        QCOMPARE(qint64(a.peakAllocated()), allocated);
    }

    void freedBlocksAreUsedAgain()
    {
        CachingAllocator a;
        a.free(a.allocate(64 * mib));
        a.allocate(40 * mib);
        a.allocate(20 * mib); // from what the first left of the segment
        QCOMPARE(qint64(a.reserved()), 64 * mib);
        a.allocate(8 * mib); // 4 MiB are left: a new segment
        QCOMPARE(qint64(a.reserved()), 84 * mib);
    }

    void theSmallestSufficientBlockIsTaken()
    {
        CachingAllocator a;
        const auto large = a.allocate(100 * mib), middle = a.allocate(40 * mib);
        a.free(large);
        a.free(middle);
        a.allocate(39 * mib + mib / 2); // the 40 MiB block, whole
        a.allocate(100 * mib);
        QCOMPARE(qint64(a.reserved()), 140 * mib);
        QCOMPARE(qint64(a.allocated()), 140 * mib);
    }

    void neighboursMergeWithinASegmentOnly()
    {
        CachingAllocator a;
        a.free(a.allocate(60 * mib));
        const auto one = a.allocate(20 * mib), two = a.allocate(20 * mib), three = a.allocate(20 * mib);
        a.free(one);
        a.free(three);
        a.allocate(30 * mib); // two free pieces of 20 are apart
        QCOMPARE(qint64(a.reserved()), 90 * mib);
        a.free(two);
        a.allocate(60 * mib); // whole again
        QCOMPARE(qint64(a.reserved()), 90 * mib);
    }

    void smallAndLargePoolsAreApart()
    {
        CachingAllocator a;
        a.free(a.allocate(64 * mib));
        a.allocate(1000); // not from the large pool's free block
        QCOMPARE(qint64(a.reserved()), 66 * mib);
    }

    void manyRandomBlocksKeepTheBooks()
    {
        CachingAllocator a;
        std::vector<std::int32_t> held;
        std::mt19937_64 engine(42);
        const auto random = [&engine](std::uint64_t below) { return engine() % below; };
        for (int i = 0; i < 20000; ++i) {
            if (held.empty() || random(100) < 55)
                held.push_back(a.allocate(static_cast<std::int64_t>(1 + random(random(2) ? 4096 : std::uint64_t(40 * mib)))));
            else {
                const std::size_t k = random(held.size());
                a.free(held[k]);
                held.erase(held.begin() + static_cast<std::ptrdiff_t>(k));
            }
            QVERIFY(a.allocated() <= a.reserved());
        }
        for (const auto block : held)
            a.free(block);
        QCOMPARE(qint64(a.allocated()), qint64(0));
        const std::int64_t reserved = a.reserved();
        QVERIFY(a.peakAllocated() <= reserved);
        QVERIFY(reserved % (2 * mib) == 0);
    }

    // The reserve of whole steps: never below the peak of blocks, blocks never below tensors, and close for regular networks.
    void wholeSteps_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("backbone");
        QTest::addColumn<int>("gpus");
        QTest::newRow("FCN R-50") << "fcn" << "resnet50" << 1;
        QTest::newRow("FCN R-50, four GPUs") << "fcn" << "resnet50" << 4;
        QTest::newRow("DeepLabV3+ R-101") << "deeplabv3plus" << "resnet101" << 1;
        QTest::newRow("SegFormer B0") << "segformer" << "mit-b0" << 1;
        QTest::newRow("UPerNet Swin-T") << "upernet" << "swin-t" << 1;
        QTest::newRow("U-Net") << "unet" << "unet-s5-d16" << 1;
    }

    void wholeSteps()
    {
        QFETCH(QString, model);
        QFETCH(QString, backbone);
        QFETCH(int, gpus);
        Workload w;
        w.model = model.toStdString();
        w.backbone = backbone.toStdString();
        const auto graph = traceWorkload(w, 2, Precision::Fp32, false);
        QVERIFY(graph.ok());
        const StepReplay r = replayWorkload(*graph, w, Precision::Fp32, gpus);
        const double blocks = static_cast<double>(r.blocks.count()) / static_cast<double>(r.peak.count()) - 1;
        const double reserve = static_cast<double>(r.reserved.count()) / static_cast<double>(r.peak.count()) - 1;
        std::printf("  %-24s tensors %7.3f GiB, blocks %+5.2f %%, reserve %+6.2f %%\n", QTest::currentDataTag(), r.peak.gib(), 100 * blocks, 100 * reserve);
        QVERIFY(r.blocks >= r.peak);
        QVERIFY(r.reserved >= r.blocks);
        QVERIFY(blocks < 0.02);
        QVERIFY(reserve < 0.40);
    }
};

QTEST_APPLESS_MAIN(TestAllocator)
#include "tst_allocator.moc"
