// The price book as CSV (RFC 4180).
#include "prices/book.h"

#include "plan/fields.h"

#include <array>

namespace segplan {

namespace {

constexpr std::array columnNames = {"kind", "id", "region", "unit", "amount", "currency", "as_of", "source", "estimate", "weak", "promotion"};
enum Column { Kind, Id, Region_, Unit, Amount, CurrencyCode, AsOf, SourceText, Estimate, Weak, Promotion, ColumnCount };
static_assert(columnNames.size() == ColumnCount);

std::string quoted(const std::string &cell)
{
    if (cell.find_first_of(",\"\r\n") == std::string::npos && (cell.empty() || (cell.front() != ' ' && cell.back() != ' ')))
        return cell;
    std::string out = "\"";
    for (const char c : cell) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

struct Row {
    std::size_t line = 0;
    std::vector<std::string> cells;
};

// Rows with the line where each begins; blank lines are left out. False: a quote that never ends, or text after one.
bool split(const std::string &bytes, std::vector<Row> &rows, std::size_t *line)
{
    std::size_t i = bytes.rfind("\xEF\xBB\xBF", 0) == 0 ? 3 : 0;
    *line = 1;
    while (i < bytes.size()) {
        Row row{*line, {}};
        bool more = true;
        while (more) {
            std::string cell;
            if (i < bytes.size() && bytes[i] == '"') {
                for (++i;; ++i) {
                    if (i >= bytes.size())
                        return false;
                    if (bytes[i] == '"') {
                        if (i + 1 >= bytes.size() || bytes[i + 1] != '"')
                            break;
                        ++i;
                    }
                    *line += bytes[i] == '\n';
                    cell += bytes[i];
                }
                ++i;
                if (i < bytes.size() && bytes[i] != ',' && bytes[i] != '\r' && bytes[i] != '\n')
                    return false;
            } else {
                while (i < bytes.size() && bytes[i] != ',' && bytes[i] != '\r' && bytes[i] != '\n')
                    cell += bytes[i++];
            }
            row.cells.push_back(std::move(cell));
            more = i < bytes.size() && bytes[i] == ',';
            i += more;
        }
        if (i < bytes.size() && bytes[i] == '\r')
            ++i;
        if (i < bytes.size() && bytes[i] == '\n')
            ++i;
        ++*line;
        if (row.cells.size() > 1 || !row.cells.front().empty())
            rows.push_back(std::move(row));
    }
    return true;
}

struct CsvReader {
    std::string file;
    Errors faults;
    PriceBook book;
    std::array<int, ColumnCount> at{};

    void fault(const Row &row, const char *column, ErrorCode code, Text what, Text allowed = {})
    {
        faults.push_back({code, file, "/" + std::to_string(row.line) + (column ? std::string("/") + column : ""), std::move(what), std::move(allowed)});
    }

    bool header(const Row &row)
    {
        at.fill(-1);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            int known = -1;
            for (int c = 0; c < ColumnCount; ++c) {
                if (row.cells[i] == columnNames[static_cast<std::size_t>(c)])
                    known = c;
            }
            if (known < 0)
                fault(row, nullptr, ErrorCode::UnknownKey, Text(SP_T("core", "nobody reads the column %1"), {row.cells[i]}), allColumns());
            else if (at[static_cast<std::size_t>(known)] >= 0)
                fault(row, nullptr, ErrorCode::Conflict, Text(SP_T("core", "the column %1 stands twice"), {row.cells[i]}));
            else
                at[static_cast<std::size_t>(known)] = static_cast<int>(i);
        }
        for (int c = 0; c <= SourceText; ++c) {
            if (at[static_cast<std::size_t>(c)] < 0)
                fault(row, nullptr, ErrorCode::Missing, Text(SP_T("core", "the column %1 is missing"), {columnNames[static_cast<std::size_t>(c)]}), allColumns());
        }
        return faults.empty();
    }

    static Text allColumns()
    {
        std::string all;
        for (const char *name : columnNames)
            all += (all.empty() ? "" : ",") + std::string(name);
        return Text(SP_T("core", "%1"), {all});
    }

    std::string cell(const Row &row, Column c) const
    {
        const int i = at[c];
        return i < 0 ? std::string() : row.cells[static_cast<std::size_t>(i)];
    }

    bool flag(const Row &row, Column c)
    {
        const std::string text = cell(row, c);
        if (!text.empty() && text != "true" && text != "false")
            fault(row, columnNames[c], ErrorCode::WrongType, Text(SP_T("core", "“%1” is neither true nor false"), {text}), SP_T("core", "true, false or nothing"));
        return text == "true";
    }

    template <class T>
    void common(const Row &row, T &into)
    {
        const auto code = currencyFromCode(cell(row, CurrencyCode));
        if (!code)
            fault(row, "currency", ErrorCode::UnknownId, Text(SP_T("core", "%1 is not known"), {cell(row, CurrencyCode)}), Text(SP_T("core", "%1"), {"CNY USD"}));
        const auto amount = Money::parse(cell(row, Amount), code.value_or(Currency::CNY));
        if (!amount || amount->micros() <= 0)
            fault(row, "amount", ErrorCode::OutOfRange, Text(SP_T("core", "%1 is no price"), {cell(row, Amount)}), SP_T("core", "a positive decimal text with at most 6 digits after the point"));
        else
            into.amount = *amount;
        for (const Column needed : {Id, Region_, AsOf, SourceText}) {
            if (cell(row, needed).empty())
                fault(row, columnNames[needed], ErrorCode::Missing, SP_T("core", "the price lacks this"));
        }
        into.region = cell(row, Region_);
        into.source = {cell(row, SourceText), cell(row, AsOf)};
        into.estimate = flag(row, Estimate);
        into.weak = flag(row, Weak);
    }

    void read(const Row &row)
    {
        int columns = 0;
        for (const int i : at)
            columns += i >= 0;
        if (row.cells.size() != static_cast<std::size_t>(columns)) {
            fault(row, nullptr, ErrorCode::Syntax, Text(SP_T("core", "the line has %1 cells"), {TextArg(static_cast<std::int64_t>(row.cells.size()))}),
                  Text(SP_T("core", "%1"), {TextArg(columns)}));
            return;
        }
        const std::string kind = cell(row, Kind), unit = cell(row, Unit);
        const std::size_t before = faults.size();
        if (kind == "instance") {
            Price p;
            p.instanceType = cell(row, Id);
            p.promotion = flag(row, Promotion);
            common(row, p);
            bool known = false;
            for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot}) {
                if (unit == priceModelName(m)) {
                    p.model = m;
                    known = true;
                }
            }
            if (!known)
                fault(row, "unit", ErrorCode::UnknownId, Text(SP_T("core", "%1 is not known"), {unit}), Text(SP_T("core", "%1"), {"hour month year spot"}));
            if (faults.size() == before)
                book.entries.push_back(std::move(p));
        } else if (kind == "storage") {
            StorageQuote q;
            q.storage = cell(row, Id);
            common(row, q);
            if (flag(row, Promotion))
                fault(row, "promotion", ErrorCode::Conflict, SP_T("core", "a price of storage carries no promotion mark"), SP_T("core", "true, false or nothing"));
            if (const auto known = storageUnitFromName(unit))
                q.unit = *known;
            else
                fault(row, "unit", ErrorCode::UnknownId, Text(SP_T("core", "%1 is not known"), {unit}), Text(SP_T("core", "%1"), {"gib-month gib-hour gb"}));
            if (faults.size() == before)
                book.storage.push_back(std::move(q));
        } else {
            fault(row, "kind", ErrorCode::UnknownId, Text(SP_T("core", "%1 is not known"), {kind}), Text(SP_T("core", "%1"), {"instance storage"}));
        }
    }
};

void addRow(std::string &out, const std::array<std::string, ColumnCount> &cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i)
        out += (i ? "," : "") + quoted(cells[i]);
    out += '\n';
}

std::string mark(bool set) { return set ? "true" : ""; }

} // namespace

std::string writePriceBookCsv(const PriceBook &book)
{
    std::string out;
    std::array<std::string, ColumnCount> names;
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = columnNames[i];
    addRow(out, names);
    for (const Price &p : book.entries)
        addRow(out, {"instance", p.instanceType, p.region, priceModelName(p.model), shortDecimal(p.amount), currencyCode(p.amount.currency()), p.source.date, p.source.text,
                     mark(p.estimate), mark(p.weak), mark(p.promotion)});
    for (const StorageQuote &q : book.storage)
        addRow(out, {"storage", q.storage, q.region, storageUnitName(q.unit), shortDecimal(q.amount), currencyCode(q.amount.currency()), q.source.date, q.source.text,
                     mark(q.estimate), mark(q.weak), ""});
    return out;
}

Result<PriceBook> readPriceBookCsv(const std::string &bytes, const std::string &file)
{
    std::vector<Row> rows;
    std::size_t line = 0;
    if (!split(bytes, rows, &line))
        return Error{ErrorCode::Syntax, file, "/" + std::to_string(line), SP_T("core", "a quoted cell does not end, or text follows it"), {}};
    if (rows.empty())
        return Error{ErrorCode::Missing, file, {}, SP_T("core", "the table is empty"), CsvReader::allColumns()};
    CsvReader reader{file, {}, {}, {}};
    if (reader.header(rows.front())) {
        for (std::size_t i = 1; i < rows.size(); ++i)
            reader.read(rows[i]);
    }
    if (!reader.faults.empty())
        return reader.faults;
    reader.book.asOf = newestDate(reader.book);
    return std::move(reader.book);
}

} // namespace segplan
