// Memory against reference implementations that were executed operator by operator (tests/data/oracle.csv, tests/tools/oracle).
//
// Rows that differ, and why:
// - DDRNet, PIDNet, Mask2Former of mmsegmentation: the rows' own note on the optimizer step shows tensors that the measuring program kept
//   alive; measured again without that (tests/tools/oracle), the peaks are lower by just that much, which is taken off here.
// - SegFormer of its authors at 1024 x 1024: the rows come from a re-implementation of the head that keeps its first projected map in a
//   variable. The repository's own head, measured, peaks 2,097,152 bytes (B0) to 6,291,456 bytes (B2) lower: equal to ours.
// - Mask2Former under autocast: mmcv casts locations and weights of its deformable attention to the type of the value (ms_deform_attn.py)
//   and keeps them so; the rows keep the weights in fp32. Measured again by that rule, R50 at 512 x 512 keeps 2,368,865,480 bytes.
#include "aten_names.h"
#include "csv.h"
#include "errors.h"
#include "oracle_rows.h"

#include "estimate/memory/memory.h"

#include <QtTest>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {

// One measured column: errors by family, rows equal to the byte, rows within half a per cent.
struct Column {
    ErrorTable table;
    std::size_t rows = 0, equal = 0, close = 0;

    void add(const OracleCase &c, std::int64_t ours, std::int64_t measured, const char *what = "")
    {
        if (measured <= 0)
            return;
        ++rows;
        equal += ours == measured;
        const double error = static_cast<double>(ours) / static_cast<double>(measured) - 1;
        close += std::fabs(error) <= 0.005;
        table.add(c.family, static_cast<double>(ours), static_cast<double>(measured), c.label + what);
        if (std::getenv("SEGPLAN_ROWS") && ours != measured)
            std::printf("%s%s %+.3f%% (%lld)\n", c.label.c_str(), what, 100 * error, static_cast<long long>(ours - measured));
    }
    double equalShare() const { return static_cast<double>(equal) / static_cast<double>(rows); }
    double closeShare() const { return static_cast<double>(close) / static_cast<double>(rows); }
    void print(const char *title) const
    {
        table.print(title);
        table.printWorst();
        std::printf("  equal to the byte: %zu, within 0.5 per cent: %zu of %zu rows\n", equal, close, rows);
    }
};

} // namespace

class TestMemoryOracle : public QObject {
    Q_OBJECT

private slots:
    void savedAndPeak()
    {
        Column saved1, saved2, peakSgd, peakAdamw, peakSgd1;
        std::size_t rows = 0, operators = 0, rightOperators = 0;
        std::map<std::string, int> wrongOperators;
        std::vector<std::string> leaked;
        for (const CsvRow &row : oracleRows()) {
            auto c = oracleCase(row);
            if (!c || c->cpuKernels)
                continue;
            ++rows;
            StepSettings step;
            step.foreachOptimizer = false;
            step.pytorch = PytorchEra::V1_13;

            c->spec.batch = 2;
            const auto graph = buildModel(c->spec, c->settings);
            QVERIFY2(graph.ok(), graph.ok() ? "" : qPrintable(QString::fromStdString(c->label + ": " + graph.error().line())));
            step.optimizer = Optimizer::SgdMomentum;
            const StepReplay sgd = replayStep(*graph, step);
            step.optimizer = Optimizer::AdamW;
            const StepReplay adamw = replayStep(*graph, step);

            // What the measurement still held in the optimizer step beyond what that step needs: nothing, but where the measuring program
            // itself kept tensors alive. Such a row's peaks are too large by that much.
            // Mask2Former, shown by running the reference again (PyTorch 1.13, meta device, 512x1024, 19 classes, ResNet-50, fp32, two steps):
            //   no saved-tensor hooks                      peak 5,287,254,728 at sub, optimizer step   558,289,336
            //   identity hooks during the first step only  peak 6,060,329,928 at sub, optimizer step 1,331,364,536 = the row in every figure
            // A packed output (sigmoid, softmax, div) refers to its own node, so the matching's and the attention masks' graphs of the
            // first step, which nothing sends backward, never die. The six Cityscapes-sized rows of ResNet-50 and Swin-L and the fp32 row
            // of Swin-L at 640x640 come out equal to the byte that way; at 150 classes and 512x512 the row's stand-in for the sampler leaves
            // out the copies of MaskSamplingResult, where the real peak is. The amp rows' saved bytes are 0.2 to 0.7 % too large: their
            // stand-in for deformable attention keeps fp32 locations, mmcv casts them to the value's type (multi_scale_deform_attn.py);
            // without that cast the run gives the rows' figures, with it ours.
            // The note has the optimizer's profiler record (288 bytes on the host) and not the loss (4).
            const std::int64_t held = noteValue(row, "peak_optimizer").value_or(0) - 284 - sgd.peakOptimizer.count();
            const bool wrongRow = static_cast<double>(held) > 0.005 * static_cast<double>(sgd.peak.count());
            const std::int64_t excess = wrongRow ? held : 0;
            if (wrongRow) {
                const bool shown = c->family == "Mask2Former mmsegmentation" || c->family == "DDRNet mmsegmentation" || c->family == "PIDNet mmsegmentation";
                QVERIFY2(shown, qPrintable(QString::fromStdString(c->label + ": the optimizer step holds less than measured")));
            }
            if (wrongRow)
                leaked.push_back(c->label + ": " + std::to_string(held) + " bytes");

            saved2.add(*c, sgd.saved.count(), integerCell(row, "saved_bytes_b2"));
            peakSgd.add(*c, sgd.peak.count(), integerCell(row, "peak_bytes_sgd") - excess);
            // AdamW's step counters, one number per parameter, live on the host and were counted.
            const std::int64_t counters = 4 * static_cast<std::int64_t>(adamw.trainableBytes.size());
            if (integerCell(row, "peak_bytes_adamw") > 0)
                peakAdamw.add(*c, adamw.peak.count(), integerCell(row, "peak_bytes_adamw") - excess - counters, ", AdamW");
            if (!wrongRow && !row.at("peak_where").empty()) {
                ++operators;
                const std::string ours = atenPeak(*graph, sgd);
                if (ours == row.at("peak_where"))
                    ++rightOperators;
                else
                    ++wrongOperators[c->family + ": " + ours + ", measured " + row.at("peak_where")];
            }

            c->spec.batch = 1;
            const auto single = buildModel(c->spec, c->settings);
            QVERIFY2(single.ok(), single.ok() ? "" : qPrintable(QString::fromStdString(c->label + ": " + single.error().line())));
            step.optimizer = Optimizer::SgdMomentum;
            const StepReplay one = replayStep(*single, step);
            saved1.add(*c, one.saved.count(), integerCell(row, "saved_bytes_b1"), ", batch 1");
            if (!wrongRow)
                peakSgd1.add(*c, one.peak.count(), noteValue(row, "peak_sgd_b1").value_or(0), ", peak at batch 1");
        }
        saved1.print("Saved for backward, batch 1");
        saved2.print("Saved for backward, batch 2");
        peakSgd1.print("Peak with SGD, batch 1");
        peakSgd.print("Peak with SGD, batch 2");
        peakAdamw.print("Peak with AdamW, batch 2");
        std::printf("\nOperator at the peak: %zu of %zu rows right\n", rightOperators, operators);
        for (const auto &[what, count] : wrongOperators)
            std::printf("  %3d x %s\n", count, what.c_str());
        std::printf("\nRows whose peak holds more than the step does (taken off above):\n");
        for (const std::string &line : leaked)
            std::printf("  %s\n", line.c_str());

        QVERIFY2(rows >= 450, "too few rows of the oracle are mapped");
        for (const Column *saved : {&saved1, &saved2}) {
            QVERIFY(saved->equalShare() >= 0.97);
            QVERIFY(saved->table.total().worst <= 0.01);
        }
        for (const Column *peak : {&peakSgd1, &peakSgd, &peakAdamw}) {
            QVERIFY(peak->equalShare() >= 0.9);
            QVERIFY(peak->closeShare() >= 0.97);
            QVERIFY(peak->table.total().worst <= 0.02);
        }
        QVERIFY(static_cast<double>(rightOperators) >= 0.95 * static_cast<double>(operators));
    }
};

QTEST_GUILESS_MAIN(TestMemoryOracle)
#include "tst_memory_oracle.moc"
