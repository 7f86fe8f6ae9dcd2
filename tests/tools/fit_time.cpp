// fit_time: fits the calibration entries of one card's compute on the published times and prints them.
//
//   fit_time                fits from the priors; prints entries, what their rows cannot tell (|sigma| small: the prior speaks) and errors
//   by family fit_time -v             every row with its weight and error fit_time TEXT...        parts of the rows whose name holds TEXT
//   ("csv:36", "HRNet"), kernel time by class included
//
// How the shipped values came about: run it, copy the values into resources/knowledge/calibration_time.json (range low..high: what still
// fits the rows by eye of the sigma column), run tst_roofline: it refits, compares with the shipped values, and prints errors with families
// and chips left out. Model, priors and weights: tests/support/time_fit.h.
#include "time_fit.h"

#include "knowledge.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

using namespace segplan;
using namespace segplan::test;

namespace {

void table(const std::map<std::string, std::vector<double>> &groups)
{
    std::printf("\n%-52s rows median    p90   bias\n", "");
    for (auto [name, e] : groups) {
        std::vector<double> sizes;
        for (const double x : e)
            sizes.push_back(std::fabs(std::expm1(x)));
        std::sort(sizes.begin(), sizes.end());
        std::sort(e.begin(), e.end());
        std::printf("%-52s %4zu %5.1f%% %5.1f%% %+5.1f%%\n", name.c_str(), e.size(), 100 * sizes[sizes.size() / 2],
            100 * sizes[sizes.size() * 9 / 10], 100 * std::expm1(e[e.size() / 2]));
    }
}

void printParts(const FitRow &r, const Prediction &p)
{
    std::printf("%s: %.3f s measured, %.3f s computed\n  %d + %d kernels, %d views, %d parameter tensors; compute %.1f, memory %.1f, "
                "latency %.1f, host %.1f, optimizer %.1f, backward %.1f ms\n ",
        r.row.name.c_str(), r.row.seconds, p.seconds, r.work->forwardLaunches, r.work->backwardLaunches, r.work->views,
        static_cast<int>(r.work->parameterTensors), 1e3 * p.step->compute, 1e3 * p.step->memory, 1e3 * p.step->latency,
        1e3 * p.step->hostWait, 1e3 * p.step->optimizer, 1e3 * p.step->backward);
    for (const auto &[workClass, seconds] : p.step->byClass)
        std::printf(" %s %.1f", workClassName(workClass), 1e3 * seconds.count());
    std::printf("\n");
}

void printEntries(const Fit &fit, const Knowledge &fitted)
{
    for (std::size_t i = 0; i < fit.factors.size(); ++i) {
        const FittedEntry &e = fittedEntries()[i];
        for (const Calibration &c : fitted.calibration) {
            if (c.key == e.key && c.scope == e.scope.substr(0, e.scope.find('|')))
                std::printf("  %-36s %-8s %.4g (%+.2f sigma)\n", c.key.c_str(), c.scope.c_str(), c.value, fit.factors[i] / e.sigma);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    const std::vector<FitRow> rows = fitRows(testKnowledge());
    const Fit fit = fitTimes(rows, testKnowledge(), [](const FitRow &) { return true; });
    const Knowledge fitted = withFit(testKnowledge(), fit);
    std::printf("%zu rows, cost %.2f\n", rows.size(), fit.cost);
    printEntries(fit, fitted);
    const std::vector<double> errors = logErrors(rows, fitted);
    std::map<std::string, std::vector<double>> families;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TimedRow &r = rows[i].row;
        families[r.family + " " + rows[i].chip + " " + precisionName(r.precision)].push_back(errors[i]);
        for (int a = 1; a < argc; ++a) {
            const std::optional<Prediction> p = predict(rows[i], fitted);
            if (std::strcmp(argv[a], "-v") == 0)
                std::printf("%+6.1f %%  weight %.2f  %.3f s  %s\n", 100 * std::expm1(errors[i]), rows[i].weight, r.seconds, r.name.c_str());
            else if (p && r.name.find(argv[a]) != std::string::npos)
                printParts(rows[i], *p);
        }
    }
    table(families);
}
