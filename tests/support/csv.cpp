#include "csv.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

namespace segplan::test {

namespace {
[[noreturn]] void stop(const std::string &why)
{
    std::fprintf(stderr, "test data: %s\n", why.c_str());
    std::abort();
}

std::vector<std::vector<std::string>> cells(const std::string &text)
{
    std::vector<std::vector<std::string>> rows(1);
    std::string cell;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
                cell += '"';
                ++i;
            } else if (c == '"') {
                quoted = false;
            } else {
                cell += c;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == ',') {
            rows.back().push_back(std::exchange(cell, {}));
        } else if (c == '\n') {
            rows.back().push_back(std::exchange(cell, {}));
            rows.emplace_back();
        } else if (c != '\r') {
            cell += c;
        }
    }
    if (!cell.empty() || !rows.back().empty())
        rows.back().push_back(cell);
    while (!rows.empty() && (rows.back().empty() || (rows.back().size() == 1 && rows.back()[0].empty())))
        rows.pop_back();
    return rows;
}
} // namespace

std::string readFile(const std::string &path)
{
    std::ifstream in(std::string(SEGPLAN_SOURCE_DIR) + "/" + path, std::ios::binary);
    if (!in)
        stop(path + " cannot be read");
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<CsvRow> readCsv(const std::string &path)
{
    const auto rows = cells(readFile(path));
    if (rows.size() < 2)
        stop(path + " has no rows");
    std::vector<CsvRow> out;
    for (std::size_t r = 1; r < rows.size(); ++r) {
        if (rows[r].size() != rows[0].size())
            stop(path + ": row " + std::to_string(r + 1) + " has " + std::to_string(rows[r].size()) + " cells");
        CsvRow row;
        for (std::size_t c = 0; c < rows[r].size(); ++c)
            row[rows[0][c]] = rows[r][c];
        out.push_back(std::move(row));
    }
    return out;
}

} // namespace segplan::test
