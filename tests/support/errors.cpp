#include "errors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace segplan::test {

namespace {
double quantile(const std::vector<double> &sorted, double q)
{
    if (sorted.empty())
        return 0;
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto low = static_cast<std::size_t>(at);
    const std::size_t high = std::min(low + 1, sorted.size() - 1);
    return sorted[low] + (at - static_cast<double>(low)) * (sorted[high] - sorted[low]);
}

void line(const std::string &name, const ErrorSummary &s)
{
    std::printf("  %-44s %5zu %8.2f %8.2f %8.2f %+8.2f\n", name.c_str(), s.rows, 100 * s.median, 100 * s.p90, 100 * s.worst, 100 * s.bias);
}
} // namespace

ErrorSummary summarize(std::vector<double> errors)
{
    ErrorSummary s;
    s.rows = errors.size();
    if (errors.empty())
        return s;
    for (double &e : errors) {
        s.bias += e / static_cast<double>(errors.size());
        e = std::fabs(e);
    }
    std::sort(errors.begin(), errors.end());
    s.median = quantile(errors, 0.5);
    s.p90 = quantile(errors, 0.9);
    s.worst = errors.back();
    return s;
}

void ErrorTable::add(const std::string &group, double estimated, double published, const std::string &row)
{
    m_groups[group].push_back({estimated / published - 1, estimated, published, row});
}

std::map<std::string, std::vector<double>> ErrorTable::groups() const
{
    std::map<std::string, std::vector<double>> out;
    for (const auto &[name, entries] : m_groups) {
        for (const Entry &e : entries)
            out[name].push_back(e.error);
    }
    return out;
}

ErrorSummary ErrorTable::total() const
{
    std::vector<double> all;
    for (const auto &[name, errors] : groups())
        all.insert(all.end(), errors.begin(), errors.end());
    return summarize(std::move(all));
}

void ErrorTable::print(const std::string &title) const
{
    std::printf("\n%s\n  %-44s %5s %8s %8s %8s %8s   (per cent)\n", title.c_str(), "", "rows", "median", "90th", "worst", "bias");
    for (const auto &[name, errors] : groups())
        line(name, summarize(errors));
    line("all", total());
    std::fflush(stdout);
}

void ErrorTable::printWorst(std::size_t count) const
{
    std::vector<const Entry *> all;
    for (const auto &[name, entries] : m_groups) {
        for (const Entry &e : entries)
            all.push_back(&e);
    }
    std::stable_sort(all.begin(), all.end(), [](const Entry *a, const Entry *b) { return std::fabs(a->error) > std::fabs(b->error); });
    std::printf("  furthest off:\n");
    for (std::size_t i = 0; i < std::min(count, all.size()); ++i)
        std::printf("    %-84s %10.3f published %10.3f %+6.1f %%\n", all[i]->row.c_str(), all[i]->estimated, all[i]->published, 100 * all[i]->error);
    std::fflush(stdout);
}

} // namespace segplan::test
