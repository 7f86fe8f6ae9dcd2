// Memory against reference implementations that were executed operator by operator (tests/data/oracle.csv).
#include "csv.h"
#include "errors.h"
#include "oracle_rows.h"

#include "estimate/memory/memory.h"

#include <QtTest>

#include <cstdio>
#include <cstdlib>

using namespace segplan;
using namespace segplan::test;

class TestMemoryOracle : public QObject {
    Q_OBJECT

private slots:
    void savedAndPeak()
    {
        ErrorTable saved, peakSgd, peakAdamw;
        std::size_t exactSaved = 0, exactPeak = 0, rows = 0;
        const bool verbose = std::getenv("SEGPLAN_ROWS") != nullptr;
        for (const CsvRow &row : oracleRows()) {
            auto c = oracleCase(row);
            if (!c || c->cpuKernels)
                continue;
            c->spec.batch = 2;
            const auto graph = buildModel(c->spec, c->settings);
            QVERIFY2(graph.ok(), graph.ok() ? "" : qPrintable(QString::fromStdString(c->label + ": " + graph.error().line())));
            StepSettings step;
            step.foreachOptimizer = false;
            step.pytorch = PytorchEra::V1_13;
            step.optimizer = Optimizer::SgdMomentum;
            const StepReplay sgd = replayStep(*graph, step);
            step.optimizer = Optimizer::AdamW;
            const StepReplay adamw = replayStep(*graph, step);
            const double wantSaved = static_cast<double>(integerCell(row, "saved_bytes_b2"));
            const double wantSgd = static_cast<double>(integerCell(row, "peak_bytes_sgd"));
            const double wantAdamw = static_cast<double>(integerCell(row, "peak_bytes_adamw"));
            if (wantSaved <= 0 || wantSgd <= 0)
                continue;
            ++rows;
            exactSaved += sgd.saved.count() == integerCell(row, "saved_bytes_b2");
            exactPeak += sgd.peak.count() == integerCell(row, "peak_bytes_sgd");
            saved.add(c->family, static_cast<double>(sgd.saved.count()), wantSaved);
            peakSgd.add(c->family, static_cast<double>(sgd.peak.count()), wantSgd);
            if (wantAdamw > 0)
                peakAdamw.add(c->family, static_cast<double>(adamw.peak.count()), wantAdamw);
            if (verbose) {
                std::printf("%-100s saved %+.3f%% (%lld) peak %+.3f%% (%lld) at %s/%s want %s\n", c->label.c_str(),
                            100 * (static_cast<double>(sgd.saved.count()) / wantSaved - 1),
                            static_cast<long long>(sgd.saved.count()) - static_cast<long long>(wantSaved),
                            100 * (static_cast<double>(sgd.peak.count()) / wantSgd - 1),
                            static_cast<long long>(sgd.peak.count()) - static_cast<long long>(wantSgd), phaseName(sgd.peakPhase),
                            sgd.peakLayer.c_str(), row.at("peak_where").c_str());
            }
        }
        saved.print("Saved for backward, batch 2");
        peakSgd.print("Peak with SGD, batch 2");
        peakAdamw.print("Peak with AdamW, batch 2");
        std::printf("  equal to the byte: saved %zu, peak %zu of %zu rows\n", exactSaved, exactPeak, rows);
        QVERIFY2(rows >= 200, "too few rows of the oracle are mapped");
        QVERIFY(saved.total().median < 0.01);
        QVERIFY(saved.total().p90 < 0.05);
        QVERIFY(peakSgd.total().median < 0.02);
        QVERIFY(peakSgd.total().p90 < 0.08);
        QVERIFY(peakAdamw.total().median < 0.02);
        QVERIFY(peakAdamw.total().p90 < 0.08);
    }
};

QTEST_GUILESS_MAIN(TestMemoryOracle)
#include "tst_memory_oracle.moc"
