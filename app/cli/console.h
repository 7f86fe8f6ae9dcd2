// What every command shares: the two streams, files, exit statuses.
#pragma once

#include "base/result.h"
#include "evaluate/evaluate.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>
#include <memory>
#include <optional>
#include <string>

namespace segplan::cli {

enum Status { Done = 0, NothingMeets = 1, WrongInput = 2, IoFailed = 3 };

// Context of all command-line sentences.
struct Cli {
    Q_DECLARE_TR_FUNCTIONS(segplan::Cli)
};

// UTF-8 to standard output. A stream that takes no more (closed pipe, full disk) is remembered: see outputFailed().
void print(const QString &text);
void print(const std::string &text);
void flushOutput();
bool outputFailed();
// One line to standard error.
void complain(const QString &line);
// "file: pointer: what; allowed: ..." per fault, in the current language.
void complain(const Errors &faults);
QString faultLine(const Error &fault);

// A whole file; on failure complains and gives nothing.
std::optional<std::string> readWhole(const QString &path);

// The knowledge with the user's overrides; complains about overrides that were left out. Null (and complaints) when the built-in set is broken.
std::shared_ptr<const Knowledge> knowledge();

// Text padded to a width in terminal columns, where a Chinese character takes two.
int columns(const QString &text);
QString padded(const QString &text, int width, bool right = false);

// Rows under a header, columns aligned, two spaces apart; `right` names the columns of numbers.
class Table {
public:
    explicit Table(QStringList header, QList<int> right = {}) : m_rows{std::move(header)}, m_right(std::move(right)) {}
    void add(QStringList row) { m_rows.append(std::move(row)); }
    bool empty() const { return m_rows.size() < 2; }
    QString text(const QString &indent = {}) const;

private:
    QList<QStringList> m_rows;
    QList<int> m_right;
};

// Headings with rows of "label  value" below, the labels padded to one width.
class Sheet {
public:
    void heading(const QString &text);
    void row(const QString &label, const QString &value) { m_rows.append({label, value}); }
    void note(const QString &text) { m_rows.append({QString(), text}); }
    void raw(const QString &text);
    QString done();

private:
    void flush();
    QString m_text;
    QList<std::pair<QString, QString>> m_rows;
};

} // namespace segplan::cli
