// Seconds per validation image against the inference speeds that mmsegmentation publishes: one image at a time, whole or by sliding window.
#include "csv.h"
#include "errors.h"
#include "estimate/job/job.h"
#include "knowledge.h"
#include "mmseg_rows.h"
#include "plan/model_spec.h"
#include "zoo/registry.h"

#include <QtTest>

#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

using namespace segplan;
using namespace segplan::test;

namespace {

// The image that the row's test pipeline makes; nothing where the table does not say it.
std::optional<ValidationImage> imageOf(const CsvRow &row)
{
    const std::string &input = row.at("infer_input_derived");
    ValidationImage image{row.at("infer_mode") == "slide", 0, 0};
    if (input.rfind("1024x2048", 0) == 0)
        image.height = 1024, image.width = 2048;
    else if (input.find("avg ~512x683") != std::string::npos)
        image.height = 512, image.width = 683;
    else if (input == "512x512" || input == "1024x1024" || input == "896x896")
        image.height = image.width = std::stoi(input);
    else
        return std::nullopt;
    return image;
}

} // namespace

class TestValidationTime : public QObject {
    Q_OBJECT

private slots:
    void publishedSpeeds()
    {
        const Knowledge &k = testKnowledge();
        ErrorTable whole, slide;
        std::map<std::string, std::optional<GpuStep>> steps;
        const Calibration *overhead = k.calibrated("job.validation.overhead");
        QVERIFY(overhead);
        std::vector<double> ratios; // measured time of an image to its forward pass
        int left = 0;
        for (const CsvRow &row : readCsv("tests/data/memory_mmseg.csv")) {
            const auto published = publishedCase(row);
            const auto image = row.at("infer_fps").empty() ? std::nullopt : imageOf(row);
            const std::string &device = row.at("device");
            const Gpu *gpu = k.gpu(device == "V100" ? "V100-32" : device == "A100" ? "A100-40" : "");
            if (!published || !image || !gpu) {
                left += !row.at("infer_fps").empty();
                continue;
            }
            Workload w = published->workload;
            // The tables ran their half-precision models in half precision.
            const Precision precision = row.at("precision") == "amp_fp16" ? Precision::AmpFp16 : Precision::Fp32;
            const std::string key = published->label + device + row.at("precision");
            auto it = steps.find(key);
            if (it == steps.end()) {
                const int batch = 1;
                w.batchPerGpu = batch;
                w.precision = precision;
                TraceSettings settings;
                settings.rules = retentionRules(w.pytorch);
                settings.autocast = precision == Precision::AmpFp16;
                const Result<Graph> graph = buildModel(modelSpec(w, batch), settings);
                Ledger ledger;
                it = steps.emplace(key, graph.ok() ? gpuStep(stepWork(*graph), w, precision, *gpu, k, ledger) : std::nullopt).first;
            }
            if (!it->second) {
                ++left;
                continue;
            }
            const auto seconds = validationForward(*it->second, w.cropHeight, w.cropWidth, *image);
            QVERIFY(seconds.has_value());
            const double measured = 1 / std::stod(row.at("infer_fps"));
            (image->slide ? slide : whole).add(published->family, seconds->count() * overhead->value, measured, published->label);
            ratios.push_back(measured / seconds->count());
        }
        whole.print("Whole images (s)");
        whole.printWorst(15);
        slide.print("Sliding windows (s)");
        slide.printWorst(15);
        std::printf("  %d rows with a speed are not compared: no image size, another card, or not in the zoo\n", left);
        std::sort(ratios.begin(), ratios.end());
        const auto at = [&](double q) { return ratios[static_cast<std::size_t>(q * static_cast<double>(ratios.size() - 1) + 0.5)]; };
        std::printf("  time of an image to its forward pass: 5 %% %.2f, median %.2f, 95 %% %.2f; the belief says %.2f to %.2f to %.2f\n", at(0.05), at(0.5), at(0.95),
                    overhead->low.value_or(0), overhead->value, overhead->high.value_or(0));
        std::fflush(stdout);
        QVERIFY2(ratios.size() >= 100, "too few published speeds are compared");
        QVERIFY(whole.total().median <= 0.20);
        QVERIFY(whole.total().p90 <= 0.50);
        QVERIFY(slide.total().median <= 0.25);
        QVERIFY(slide.total().p90 <= 0.45);
        const auto inside = std::count_if(ratios.begin(), ratios.end(), [&](double r) { return r >= *overhead->low && r <= *overhead->high; });
        QVERIFY(static_cast<double>(inside) >= 0.9 * static_cast<double>(ratios.size()));
    }
};

QTEST_GUILESS_MAIN(TestValidationTime)
#include "tst_validation_time.moc"
