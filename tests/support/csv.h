// Reads the comma-separated tables of tests/data (RFC 4180: quoted cells, doubled quotes, header row).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace segplan::test {

using CsvRow = std::map<std::string, std::string>;
// Aborts the test program with a message when the file is missing or ragged: a table test must not pass on no rows.
std::vector<CsvRow> readCsv(const std::string &pathUnderSource);
// Whole file as bytes; aborts when missing.
std::string readFile(const std::string &pathUnderSource);

} // namespace segplan::test
