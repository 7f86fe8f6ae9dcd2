// Memory against published training figures (tests/data/memory_mmseg.csv, torch.cuda.max_memory_allocated in GiB).
#include "csv.h"
#include "errors.h"
#include "mmseg_rows.h"

#include "estimate/memory/memory.h"
#include "evaluate/evaluate.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace segplan;
using namespace segplan::test;

class TestMemoryPublished : public QObject {
    Q_OBJECT

private slots:
    void mmsegmentation()
    {
        ErrorTable clean, doubtful;
        std::vector<double> errors;
        const bool verbose = std::getenv("SEGPLAN_ROWS") != nullptr;
        for (const CsvRow &row : readCsv("tests/data/memory_mmseg.csv")) {
            const auto c = publishedCase(row);
            if (!c)
                continue;
            const Workload &w = c->workload;
            const auto graph = traceWorkload(w, *w.batchPerGpu, *w.precision, false);
            QVERIFY2(graph.ok(), graph.ok() ? "" : qPrintable(QString::fromStdString(c->label + ": " + graph.error().line())));
            const StepReplay replay = replayWorkload(*graph, w, *w.precision, *w.gpus);
            (c->doubt.empty() ? clean : doubtful).add(c->family, replay.peak.gib(), c->gib);
            if (c->doubt.empty())
                errors.push_back(replay.peak.gib() / c->gib - 1);
            if (verbose)
                std::printf("%-80s %6.2f published %6.2f %+6.1f%% %s %s%s\n", c->label.c_str(), replay.peak.gib(), c->gib, 100 * (replay.peak.gib() / c->gib - 1),
                            phaseName(replay.peakPhase), replay.peakLayer.c_str(), c->doubt.empty() ? "" : (" [" + c->doubt + "]").c_str());
        }
        clean.print("Peak of allocated memory against published figures (mmsegmentation)");
        doubtful.print("Rows that do not fit their own configuration (not judged)");
        std::sort(errors.begin(), errors.end());
        if (!errors.empty())
            std::printf("  5 %% and 95 %% quantiles of ours / published - 1: %+.3f %+.3f\n", errors[errors.size() / 20], errors[errors.size() - 1 - errors.size() / 20]);
        QVERIFY2(clean.total().rows >= 120, "too few published rows are mapped");
        QVERIFY(clean.total().median <= 0.02);
        QVERIFY(clean.total().p90 <= 0.10);
    }
};

QTEST_GUILESS_MAIN(TestMemoryPublished)
#include "tst_memory_published.moc"
