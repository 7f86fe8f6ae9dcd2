// Fits the calibration entries of one card's compute (tests/support/time_fit.h) and prints them with the errors they leave.
#include "time_fit.h"

#include "knowledge.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {

void table(const char *title, const std::map<std::string, std::vector<double>> &groups)
{
    std::printf("%-34s rows median    p90   bias\n", title);
    for (auto [name, e] : groups) {
        std::vector<double> sizes;
        for (const double x : e)
            sizes.push_back(std::fabs(std::exp(x) - 1));
        std::sort(sizes.begin(), sizes.end());
        std::sort(e.begin(), e.end());
        std::printf("%-34s %4zu %5.1f%% %5.1f%% %+5.1f%%\n", name.c_str(), e.size(), 100 * sizes[sizes.size() / 2], 100 * sizes[sizes.size() * 9 / 10], 100 * (std::exp(e[e.size() / 2]) - 1));
    }
}

const char *kindName(RowKind k)
{
    return k == RowKind::Segmentation ? "segmentation" : k == RowKind::OtherCodeBase ? "other code base" : k == RowKind::Classification ? "classification" : "ratio";
}

} // namespace

int main(int argc, char **argv)
{
    const bool verbose = argc > 1 && std::strcmp(argv[1], "-v") == 0;
    const bool keep = argc > 1 && std::strcmp(argv[1], "-n") == 0;
    RowCounts counts;
    const auto t0 = std::chrono::steady_clock::now();
    const std::vector<FitRow> rows = fitRows(testKnowledge(), &counts);
    const auto t1 = std::chrono::steady_clock::now();
    const Fit fit = keep ? Fit{} : fitTimes(rows, testKnowledge(), [](const FitRow &) { return true; });
    const auto t2 = std::chrono::steady_clock::now();
    std::printf("%zu rows, traced in %.2f s, fitted in %.2f s, cost %.2f\n", rows.size(), std::chrono::duration<double>(t1 - t0).count(), std::chrono::duration<double>(t2 - t1).count(), fit.cost);
    for (const auto &[why, n] : counts.skipped)
        std::printf("  %4d %s\n", n, why.c_str());
    const Knowledge fitted = keep ? testKnowledge() : withFit(testKnowledge(), fit);
    for (std::size_t i = 0; i < fit.factors.size(); ++i) {
        const FittedEntry &e = fittedEntries()[i];
        for (const Calibration &c : fitted.calibration) {
            if (c.key == e.key && c.scope == e.scope.substr(0, e.scope.find('|')))
                std::printf("  %-36s %-8s %.4g (%+.2f sigma)\n", c.key.c_str(), c.scope.c_str(), c.value, fit.factors[i] / e.sigma);
        }
    }
    const std::vector<double> errors = logErrors(rows, fitted);
    std::map<std::string, std::vector<double>> byKind, byChip, byFamily;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TimedRow &r = rows[i].row;
        if (std::isnan(errors[i])) {
            std::printf("not computed: %s\n", r.name.c_str());
            continue;
        }
        byKind[kindName(r.kind)].push_back(errors[i]);
        if (r.kind == RowKind::Segmentation) {
            byChip[rows[i].chip].push_back(errors[i]);
        }
        byFamily[std::string(kindName(r.kind)).substr(0, 3) + " " + r.family + " " + rows[i].chip + (r.precision == Precision::AmpFp16 ? " amp" : "")].push_back(errors[i]);
        if (verbose || r.kind == RowKind::OtherCodeBase || (r.kind == RowKind::Segmentation && r.family.compare(0, 6, "nnU-Ne") != 0))
            std::printf("%+6.1f %%  w %.2f %.3f s %s\n", 100 * (std::exp(errors[i]) - 1), rows[i].weight, r.seconds, r.name.c_str());
    }
    for (int a = 2; a < argc; ++a) { // parts of the rows whose name holds the argument
        for (const FitRow &r : rows) {
            if (r.row.name.find(argv[a]) == std::string::npos)
                continue;
            const std::optional<Prediction> p = predict(r, fitted);
            std::printf("%s: measured %.3f, %.3f computed; kernels %d + %d, views %d, tensors %d\n  compute %.1f memory %.1f latency %.1f wait %.1f optimizer %.1f backward %.1f ms;", r.row.name.c_str(),
                        r.row.seconds, p->seconds, r.work->forwardLaunches, r.work->backwardLaunches, r.work->views, static_cast<int>(r.work->parameterTensors), 1e3 * p->step->compute,
                        1e3 * p->step->memory, 1e3 * p->step->latency, 1e3 * p->step->hostWait, 1e3 * p->step->optimizer, 1e3 * p->step->backward);
            for (const auto &[c, t] : p->step->byClass)
                std::printf(" %s %.1f", workClassName(c), 1e3 * t.count());
            std::printf("\n");
        }
    }
    table("by kind", byKind);
    table("by chip", byChip);
    table("by family", byFamily);
}
