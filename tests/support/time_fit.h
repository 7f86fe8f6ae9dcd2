// How the calibration entries of one card's compute are fitted: published times against the roofline, in log space.
//
// Minimises  sum over rows of w rho(r / s)  +  sum over entries of (ln value - ln prior)^2 / sigma^2,  r = ln(estimated / measured),
// rho = Cauchy's ln(1 + x^2), s = 0.08. Priors are physical expectations; an entry of one architecture or card is a factor on the entry for
// all with prior 1. Rows that say nearly the same (one table, network, chip and precision) share one weight. Rows of a ratio group lose the
// group's mean. Method: Levenberg-Marquardt with numeric derivatives.
#pragma once

#include "throughput_rows.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace segplan::test {

struct FittedEntry {
    std::string key, scope; // as in the calibration file; scope "" = all cards
    double prior = 1; // value; of a scoped entry: factor on the entry for all
    double sigma = 0.2; // of ln
    double low = 0, high = 0; // bounds of the value (of a scoped entry: of the factor)
};
const std::vector<FittedEntry> &fittedEntries();

// A row with its work traced once, and what the fit asks of it.
struct FitRow {
    TimedRow row;
    std::shared_ptr<const StepWork> work;
    std::string chip; // boards with one chip are left out together: "V100", "A100", "TU102", ...
    double weight = 0; // 0: shown only
};
std::vector<FitRow> fitRows(const Knowledge &knowledge, RowCounts *counts = nullptr);

struct Prediction {
    double seconds = 0, low = 0, high = 0; // of the whole measured iteration: forward passes and loader share of the row included
    double launchShare = 0;
    std::optional<GpuStep> step;
};
// Nothing when the card or an entry is not known.
std::optional<Prediction> predict(const FitRow &row, const Knowledge &knowledge);

struct Fit {
    std::vector<double> factors; // ln(value / prior) by fittedEntries()
    double cost = 0;
};
// Entries of `knowledge` with the fit's values.
Knowledge withFit(const Knowledge &knowledge, const Fit &fit);
// `use` tells which rows count. `start` may be empty: the priors.
Fit fitTimes(const std::vector<FitRow> &rows, const Knowledge &knowledge, const std::function<bool(const FitRow &)> &use,
    const Fit &start = {}, int rounds = 20);

// ln(predicted / measured) of each row, rows of a ratio group relative to the group's median. NaN: not computed.
std::vector<double> logErrors(const std::vector<FitRow> &rows, const Knowledge &knowledge);

// What the estimate is worth where nothing was measured: each row predicted by a fit without its model family, and by one without its chip.
struct HeldOut {
    std::vector<double> inSample, family, chip; // as logErrors, of all rows
    std::vector<double> familyWidth, chipWidth; // ln of the printed range's half width, each under the calibration it was predicted with;
                                                // that of an unmeasured card in the chip column
    int fits = 0;
};
// The full fit starts the others. Entries of single cards and architectures fall back to the entry for all where their rows are left out.
HeldOut crossValidate(const std::vector<FitRow> &rows, const Knowledge &knowledge, const Fit &full);

} // namespace segplan::test
