// Relative errors of a table test: collected by group, printed as a table, judged on median and 90th percentile.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace segplan::test {

struct ErrorSummary {
    std::size_t rows = 0;
    double median = 0; // of absolute relative errors
    double p90 = 0;
    double worst = 0;
    double bias = 0; // mean signed relative error
};
ErrorSummary summarize(std::vector<double> signedErrors);

class ErrorTable {
public:
    void add(const std::string &group, double estimated, double published) { m_groups[group].push_back(estimated / published - 1); }
    ErrorSummary total() const;
    // One line per group and a total, in per cent, on standard output.
    void print(const std::string &title) const;

private:
    std::map<std::string, std::vector<double>> m_groups;
};

} // namespace segplan::test
