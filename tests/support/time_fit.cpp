#include "time_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace segplan::test {

const std::vector<FittedEntry> &fittedEntries()
{
    static const std::vector<FittedEntry> entries{
        {"time.conv.fp32.efficiency", "", 0.7, 0.2, 0.3, 0.98},
        {"time.conv.winograd.gain", "", 1.5, 0.2, 1, 2.25},
        {"time.conv.dilated.ratio", "", 0.6, 0.4, 0.2, 1},
        {"time.conv.tensor.efficiency", "", 0.75, 0.2, 0.3, 1},
        {"time.conv.tensor.feed", "", 6, 0.4, 2, 20},
        {"time.conv.tensor.feed", "Volta", 1, 0.3, 0.4, 2},
        {"time.conv.tensor.feed", "Turing", 1, 0.3, 0.4, 2},
        {"time.conv.tensor.feed", "A100-40|A100-80|A100-40-PCIe|A100-80-PCIe|A30", 1, 0.3, 0.4, 3},
        {"time.conv.tensor.feed", "Hopper", 0.55, 0.3, 0.3, 2}, // A100's shared memory per multiprocessor at twice its FP32 rate
        {"time.gemm.fp32.efficiency", "", 0.8, 0.15, 0.4, 0.98},
        {"time.gemm.tensor.efficiency", "", 0.8, 0.15, 0.4, 0.98},
        {"time.gemm.tensor.feed", "", 12, 0.4, 4, 40},
        {"time.gemm.batched.ratio", "", 0.6, 0.4, 0.1, 1},
        {"time.conv.grouped.efficiency", "", 0.1, 0.6, 0.02, 0.5},
        {"time.conv.tile.share", "", 0.6, 0.4, 0.1, 1},
        {"time.cache.share", "", 0.3, 0.4, 0.05, 0.8},
        {"time.memory.sampled.ratio", "", 2, 0.4, 0.4, 5},
        {"time.host.backward.ratio", "", 0.5, 0.3, 0.2, 1},
        {"time.host.per-update", "", 8e-6, 0.5, 2e-6, 2e-5},
        {"time.host.per-view", "", 4e-6, 0.4, 1e-6, 1e-5},
        {"time.power.ratio", "RTX-3090|RTX-3060-Ti|RTX-4090|RTX-2080Ti|RTX-4070-Laptop|TITAN-Xp|GTX-1080Ti|TITAN-RTX", 1.1, 0.08, 0.9, 1.3},
        {"time.conv.unaligned.ratio", "", 0.8, 0.25, 0.3, 1},
        {"time.conv.layout.passes", "", 1.2, 0.3, 0.3, 2},
        {"time.memory.efficiency", "", 0.85, 0.08, 0.6, 0.95},
        {"time.memory.norm.ratio", "", 0.9, 0.15, 0.4, 1.1},
        {"time.memory.softmax.ratio", "", 0.8, 0.2, 0.3, 1.1},
        {"time.memory.copy.ratio", "", 0.8, 0.2, 0.3, 1.1},
        {"time.memory.gather.ratio", "", 0.5, 0.4, 0.1, 1.1},
        {"time.memory.half-scatter.ratio", "", 0.4, 0.6, 0.05, 1},
        {"time.kernel.latency", "", 5e-6, 0.4, 1e-6, 2e-5},
        {"time.host.per-kernel", "", 2.5e-5, 0.5, 5e-6, 6e-5},
        {"time.host.per-step", "", 0.005, 0.5, 0.001, 0.03},
        {"time.host.per-synchronization", "", 0.002, 0.7, 0.0003, 0.02},
        {"time.era.legacy.ratio", "", 0.95, 0.1, 0.6, 1},
        {"time.power.ratio", "A10", 0.85, 0.15, 0.5, 1},
    };
    return entries;
}

namespace {

std::string chipOf(const std::string &id)
{
    static const std::pair<const char *, const char *> chips[] = {{"V100", "V100"}, {"TITAN-V", "V100"}, {"A100", "A100"},
        {"RTX-2080Ti", "TU102"}, {"TITAN-RTX", "TU102"}, {"QUADRO-RTX-8000", "TU102"}, {"TITAN-Xp", "GP102"}, {"GTX-1080Ti", "GP102"},
        {"RTX-3090", "GA102"}, {"RTX-A6000", "GA102"}, {"A40", "GA102"}, {"A10", "GA102"}, {"RTX-3060-Ti", "GA104"}, {"RTX-4090", "AD102"},
        {"RTX-6000-Ada", "AD102"}, {"RTX-4070-Laptop", "AD106"}, {"H100", "H100"}};
    for (const auto &[piece, chip] : chips) {
        if (id.compare(0, std::string(piece).size(), piece) == 0)
            return chip;
    }
    return id;
}

double kindWeight(const TimedRow &r)
{
    switch (r.kind) {
    case RowKind::Segmentation: return r.quality == 'A' ? 1 : 0.6;
    case RowKind::Classification: return 0.4;
    case RowKind::Ratio: return 0.4;
    case RowKind::OtherCodeBase: return r.family == "Mask2Former" ? 0.4 : 0;
    }
    return 0;
}

} // namespace

std::vector<FitRow> fitRows(const Knowledge &knowledge, RowCounts *counts)
{
    std::map<std::string, std::shared_ptr<const StepWork>> works;
    std::map<std::string, int> clusters;
    std::vector<FitRow> rows;
    const auto clusterOf
        = [](const FitRow &r) { return r.row.name.substr(0, 4) + r.row.work.substr(0, 14) + r.chip + precisionName(r.row.precision); };
    for (TimedRow &row : timedRows(knowledge, counts)) {
        FitRow r;
        std::shared_ptr<const StepWork> &work = works[row.work];
        if (!work) {
            const Result<Graph> graph = row.trace();
            if (!graph)
                continue;
            work = std::make_shared<const StepWork>(stepWork(*graph));
        }
        r.work = work;
        r.chip = chipOf(row.gpu.id);
        r.row = std::move(row);
        ++clusters[clusterOf(r)];
        rows.push_back(std::move(r));
    }
    for (FitRow &r : rows) {
        r.weight = kindWeight(r.row) / std::sqrt(clusters[clusterOf(r)]);
        // Fitted are single cards, and several where few layers synchronise: communication has entries of its own.
        if (r.row.host.gpusPerNode > 1 && r.work->batchNorms > 20)
            r.weight = 0;
        // A hundred times slower than the others' law: FP32 convolutions in three dimensions are another library path.
        if (r.row.family == "nnU-Net 3D" && (r.row.precision != Precision::AmpFp16 || !r.row.gpu.tensorCores))
            r.weight = 0;
    }
    return rows;
}

std::optional<Prediction> predict(const FitRow &r, const Knowledge &knowledge)
{
    Ledger ledger;
    Prediction p;
    p.step = gpuStep(*r.work, r.row.workload, r.row.precision, r.row.gpu, knowledge, ledger);
    if (!p.step)
        return std::nullopt;
    const std::optional<TimeEstimate> e = estimateTime(*p.step, r.row.workload, 1, r.row.gpu, r.row.host, knowledge, ledger);
    if (!e)
        return std::nullopt;
    const double more = r.row.loaderSeconds - (r.row.optimizerCounted ? 0 : p.step->optimizer);
    const double factor = 1 + r.row.forwardPasses * p.step->forward / e->perIteration.value.count();
    p.seconds = e->perIteration.value.count() * factor + more;
    p.low = e->low.count() * factor + more;
    p.high = e->high.count() * factor + more;
    p.launchShare = e->launch.value.count() / e->perIteration.value.count();
    return p;
}

std::vector<double> logErrors(const std::vector<FitRow> &rows, const Knowledge &knowledge)
{
    std::vector<double> errors;
    std::map<std::string, std::vector<double>> groups;
    for (const FitRow &r : rows) {
        const std::optional<Prediction> p = predict(r, knowledge);
        errors.push_back(p ? std::log(p->seconds / r.row.seconds) : std::numeric_limits<double>::quiet_NaN());
        if (p && !r.row.group.empty())
            groups[r.row.group].push_back(errors.back());
    }
    for (auto &[name, values] : groups)
        std::sort(values.begin(), values.end());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].row.group.empty())
            continue;
        const std::vector<double> &values = groups[rows[i].row.group];
        errors[i] -= (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
    }
    return errors;
}

namespace {

bool inScope(const std::string &scope, const std::string &scopes) // "A|B"
{
    return scope.empty() ? scopes.empty() : ("|" + scopes + "|").find("|" + scope + "|") != std::string::npos;
}

// Values of the entries in a knowledge, found once.
class Setter {
public:
    explicit Setter(const Knowledge &knowledge)
        : m_knowledge(knowledge)
    {
        for (const FittedEntry &e : fittedEntries()) {
            std::vector<std::size_t> own;
            std::size_t base = missing;
            for (std::size_t i = 0; i < m_knowledge.calibration.size(); ++i) {
                const Calibration &c = m_knowledge.calibration[i];
                if (c.key == e.key && inScope(c.scope, e.scope))
                    own.push_back(i);
                if (c.key == e.key && c.scope.empty())
                    base = i;
            }
            m_own.push_back(own);
            m_base.push_back(base);
        }
    }
    const Knowledge &set(const std::vector<double> &factors)
    {
        const std::vector<FittedEntry> &entries = fittedEntries();
        for (const bool scoped : {false, true}) {
            for (std::size_t i = 0; i < entries.size(); ++i) {
                if (entries[i].scope.empty() == scoped)
                    continue;
                const double base = scoped ? m_knowledge.calibration[m_base[i]].value : 1;
                for (const std::size_t own : m_own[i])
                    m_knowledge.calibration[own].value = base * entries[i].prior * std::exp(factors[i]);
            }
        }
        return m_knowledge;
    }
    const Knowledge &knowledge() const { return m_knowledge; }

private:
    static constexpr std::size_t missing = static_cast<std::size_t>(-1);
    Knowledge m_knowledge;
    std::vector<std::vector<std::size_t>> m_own;
    std::vector<std::size_t> m_base;
};

constexpr double scale = 0.08;

// Rows' residuals: weighted deviations, groups without their mean.
std::vector<double> residuals(const std::vector<const FitRow *> &rows, const Knowledge &knowledge)
{
    std::vector<double> r;
    std::map<std::string, std::pair<double, int>> groups;
    for (const FitRow *row : rows) {
        const std::optional<Prediction> p = predict(*row, knowledge);
        r.push_back(p ? std::log(p->seconds / row->row.seconds) : 0);
        if (!row->row.group.empty()) {
            groups[row->row.group].first += r.back();
            ++groups[row->row.group].second;
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i]->row.group.empty())
            r[i] -= groups[rows[i]->row.group].first / groups[rows[i]->row.group].second;
    }
    return r;
}

// x of a x = b for a symmetric positive definite matrix (Cholesky).
std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b)
{
    const std::size_t n = b.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = a[i][j];
            for (std::size_t k = 0; k < j; ++k)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? std::sqrt(std::max(sum, 1e-12)) : sum / a[j][j];
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < i; ++k)
            b[i] -= a[i][k] * b[k];
        b[i] /= a[i][i];
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k)
            b[i] -= a[k][i] * b[k];
        b[i] /= a[i][i];
    }
    return b;
}

} // namespace

Knowledge withFit(const Knowledge &knowledge, const Fit &fit)
{
    return Setter(knowledge).set(fit.factors);
}

Fit fitTimes(const std::vector<FitRow> &all, const Knowledge &knowledge, const std::function<bool(const FitRow &)> &use, const Fit &start,
    int rounds)
{
    std::vector<const FitRow *> rows;
    for (const FitRow &r : all) {
        if (r.weight > 0 && use(r))
            rows.push_back(&r);
    }
    const std::vector<FittedEntry> &entries = fittedEntries();
    const std::size_t n = entries.size();
    Setter setter(knowledge);
    Fit fit = start;
    fit.factors.resize(n, 0.0);
    const auto cost = [&](const std::vector<double> &r, const std::vector<double> &x) {
        double sum = 0;
        for (std::size_t i = 0; i < rows.size(); ++i)
            sum += rows[i]->weight * std::log1p(r[i] * r[i] / (scale * scale));
        for (std::size_t j = 0; j < n; ++j)
            sum += x[j] * x[j] / (entries[j].sigma * entries[j].sigma);
        return sum;
    };
    std::vector<double> r = residuals(rows, setter.set(fit.factors));
    fit.cost = cost(r, fit.factors);
    double damping = 1e-2;
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::vector<double>> jacobian(n);
        for (std::size_t j = 0; j < n; ++j) {
            std::vector<double> x = fit.factors;
            constexpr double step = 0.01;
            x[j] += step;
            jacobian[j] = residuals(rows, setter.set(x));
            for (std::size_t i = 0; i < rows.size(); ++i)
                jacobian[j][i] = (jacobian[j][i] - r[i]) / step;
        }
        bool better = false;
        double gain = 0;
        for (int attempt = 0; attempt < 6 && !better; ++attempt) {
            std::vector<std::vector<double>> a(n, std::vector<double>(n, 0));
            std::vector<double> b(n, 0);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double w = rows[i]->weight / (scale * scale + r[i] * r[i]); // Cauchy's weight
                for (std::size_t j = 0; j < n; ++j) {
                    b[j] -= w * jacobian[j][i] * r[i];
                    for (std::size_t k = 0; k <= j; ++k)
                        a[j][k] += w * jacobian[j][i] * jacobian[k][i];
                }
            }
            for (std::size_t j = 0; j < n; ++j) {
                const double w = 1 / (entries[j].sigma * entries[j].sigma);
                b[j] -= w * fit.factors[j];
                a[j][j] += w;
                a[j][j] *= 1 + damping;
            }
            const std::vector<double> move = solve(a, b);
            std::vector<double> x = fit.factors;
            for (std::size_t j = 0; j < n; ++j)
                x[j] = std::clamp(x[j] + std::clamp(move[j], -0.5, 0.5), std::log(entries[j].low / entries[j].prior),
                    std::log(entries[j].high / entries[j].prior));
            const std::vector<double> tried = residuals(rows, setter.set(x));
            const double c = cost(tried, x);
            if (c < fit.cost) {
                gain = fit.cost - c;
                fit.factors = x;
                fit.cost = c;
                r = tried;
                damping = std::max(1e-4, damping / 4);
                better = true;
            } else {
                damping *= 5;
            }
        }
        if (!better || gain < 1e-4 * fit.cost)
            break;
    }
    return fit;
}

namespace {

// Of a card that nobody measured: no entry of its own for the range.
Knowledge withoutOwnRanges(Knowledge knowledge)
{
    const Calibration *all = knowledge.calibrated("time.range.ratio", "", "");
    for (Calibration &c : knowledge.calibration) {
        if (all && c.key == all->key)
            c.value = std::max(c.value, all->value);
    }
    return knowledge;
}

} // namespace

HeldOut crossValidate(const std::vector<FitRow> &rows, const Knowledge &knowledge, const Fit &full)
{
    HeldOut h;
    h.inSample = logErrors(rows, withFit(knowledge, full));
    h.family = h.chip = h.inSample;
    h.familyWidth.resize(rows.size());
    h.chipWidth.resize(rows.size());
    constexpr int rounds = 6; // from the full fit
    const auto leaveOut = [&](const std::function<std::string(const FitRow &)> &keyOf, const Knowledge &base, std::vector<double> &errors,
                              std::vector<double> &widths) {
        std::set<std::string> keys;
        for (const FitRow &r : rows)
            keys.insert(keyOf(r));
        for (const std::string &key : keys) {
            const Knowledge held = withFit(base,
                fitTimes(
                    rows, knowledge, [&](const FitRow &r) { return keyOf(r) != key; }, full, rounds));
            ++h.fits;
            const std::vector<double> all = logErrors(rows, held);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (keyOf(rows[i]) != key)
                    continue;
                errors[i] = all[i];
                if (const std::optional<Prediction> p = predict(rows[i], held))
                    widths[i] = std::log(p->high / p->seconds);
            }
        }
    };
    leaveOut([](const FitRow &r) { return r.row.family; }, knowledge, h.family, h.familyWidth);
    leaveOut([](const FitRow &r) { return r.chip; }, withoutOwnRanges(knowledge), h.chip, h.chipWidth);
    return h;
}

} // namespace segplan::test
