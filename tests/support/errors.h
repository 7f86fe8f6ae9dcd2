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
    // `row` names the row for printWorst.
    void add(const std::string &group, double estimated, double published, const std::string &row = {});
    ErrorSummary total() const;
    std::map<std::string, std::vector<double>> groups() const; // signed errors
    // One line per group and a total, in per cent, on standard output.
    void print(const std::string &title) const;
    // The rows furthest off, by name, with both values (in the unit they were added in).
    void printWorst(std::size_t count = 10) const;

private:
    struct Entry {
        double error = 0, estimated = 0, published = 0;
        std::string row;
    };
    std::map<std::string, std::vector<Entry>> m_groups;
};

} // namespace segplan::test
