// The evaluator: bursts become one evaluation, late results are dropped, cancelling works.
#include "engine/evaluator.h"

#include <QSemaphore>
#include <QtTest>

using namespace segplan;

class TestEvaluator : public QObject {
    Q_OBJECT
private slots:
    void compressesABurst()
    {
        const Knowledge knowledge;
        std::atomic_int runs = 0;
        Evaluator evaluator(knowledge, nullptr, [&](const Plan &plan, const Knowledge &, const EvaluateOptions &) {
            ++runs;
            Evaluation e;
            e.plan = plan;
            return e;
        });
        QSignalSpy stale(&evaluator, &Evaluator::staleChanged);
        Plan plan;
        for (int i = 1; i <= 20; ++i) {
            plan.workload.batchPerGpu = i;
            evaluator.request(plan);
        }
        QVERIFY(evaluator.isStale());
        QTRY_VERIFY(evaluator.snapshot());
        QCOMPARE(runs.load(), 1);
        QCOMPARE(evaluator.snapshot()->plan.workload.batchPerGpu, std::optional<int>(20));
        QCOMPARE(evaluator.shownRevision(), evaluator.revision());
        QVERIFY(!evaluator.isStale());
        QCOMPARE(stale.count(), 2);
    }

    void dropsALateResult()
    {
        const Knowledge knowledge;
        QSemaphore started, release;
        std::atomic_bool sawCancel = false;
        Evaluator evaluator(knowledge, nullptr, [&](const Plan &plan, const Knowledge &, const EvaluateOptions &options) {
            if (plan.workload.batchPerGpu == 1) {
                started.release();
                release.acquire(); // still at work when the next edit comes
                sawCancel = options.cancelled();
            }
            Evaluation e;
            e.plan = plan;
            return e;
        });
        QSignalSpy shown(&evaluator, &Evaluator::evaluated);
        Plan plan;
        plan.workload.batchPerGpu = 1;
        evaluator.request(plan);
        QTRY_VERIFY(started.available() > 0);
        plan.workload.batchPerGpu = 2;
        evaluator.request(plan);
        release.release();
        QTRY_COMPARE(shown.count(), 1);
        QCOMPARE(evaluator.snapshot()->plan.workload.batchPerGpu, std::optional<int>(2));
        QVERIFY(sawCancel);
    }

    void cancelKeepsTheOldSnapshotStale()
    {
        const Knowledge knowledge;
        QSemaphore started, release;
        bool block = false;
        Evaluator evaluator(knowledge, nullptr, [&](const Plan &plan, const Knowledge &, const EvaluateOptions &) {
            if (block) {
                started.release();
                release.acquire();
            }
            Evaluation e;
            e.plan = plan;
            return e;
        });
        evaluator.request(Plan{});
        QTRY_VERIFY(evaluator.snapshot());
        const Snapshot first = evaluator.snapshot();
        block = true;
        evaluator.request(Plan{});
        QTRY_VERIFY(started.available() > 0);
        evaluator.cancel();
        release.release();
        QSignalSpy shown(&evaluator, &Evaluator::evaluated);
        QCoreApplication::processEvents();
        QCOMPARE(evaluator.snapshot(), first);
        QVERIFY(evaluator.isStale());
        block = false;
        evaluator.request(Plan{}); // and it goes on
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(!evaluator.isStale());
    }

    void aThrowingEvaluationIsReported()
    {
        const Knowledge knowledge;
        Evaluator evaluator(knowledge, nullptr, [](const Plan &, const Knowledge &, const EvaluateOptions &) -> Evaluation { throw std::bad_alloc(); });
        QSignalSpy failed(&evaluator, &Evaluator::failed);
        evaluator.request(Plan{});
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!evaluator.snapshot());
    }
};

QTEST_MAIN(TestEvaluator)
#include "tst_evaluator.moc"
