#include "cli/console.h"

#include "knowledge_loader.h"
#include "text/translated.h"

#include <QFile>
#include <cstdio>

namespace segplan::cli {

namespace {
bool failed = false;
}

void print(const std::string &text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
        failed = true;
}

void print(const QString &text) { print(text.toStdString()); }

void flushOutput()
{
    if (std::fflush(stdout) != 0)
        failed = true;
}

bool outputFailed() { return failed; }

void complain(const QString &line)
{
    const std::string text = line.toStdString() + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

QString faultLine(const Error &fault)
{
    QString line;
    if (!fault.file.empty())
        line += QString::fromStdString(fault.file) + QStringLiteral(": ");
    if (!fault.pointer.empty())
        line += QString::fromStdString(fault.pointer) + QStringLiteral(": ");
    line += translated(fault.what);
    if (!fault.allowed.empty())
        line += Cli::tr("; allowed: %1").arg(translated(fault.allowed));
    // One fault, one line, whatever the input held.
    for (QChar &c : line) {
        if (c < QChar(0x20))
            c = QLatin1Char('?');
    }
    return line;
}

void complain(const Errors &faults)
{
    for (const Error &fault : faults)
        complain(faultLine(fault));
}

std::optional<std::string> readWhole(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        complain(Cli::tr("%1: cannot be read: %2").arg(path, file.errorString()));
        return std::nullopt;
    }
    // One byte more than any reader takes: a device that never ends is told apart from a long file no sooner.
    constexpr qint64 most = 64 * 1024 * 1024 + 1;
    const QByteArray bytes = file.read(most);
    if (file.error() != QFileDevice::NoError) {
        complain(Cli::tr("%1: cannot be read: %2").arg(path, file.errorString()));
        return std::nullopt;
    }
    return bytes.toStdString();
}

std::shared_ptr<const Knowledge> knowledge()
{
    auto loaded = loadKnowledge();
    if (!loaded) {
        complain(loaded.errors());
        return nullptr;
    }
    if (!loaded->faults.empty()) {
        complain(loaded->faults);
        complain(Cli::tr("Your own knowledge files are left out because of these faults."));
    }
    return loaded->knowledge;
}

int columns(const QString &text)
{
    int width = 0;
    for (const char32_t c : text.toUcs4()) {
        const bool wide = (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff)
            || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) || (c >= 0x20000 && c <= 0x3fffd);
        width += wide ? 2 : QChar::category(c) == QChar::Mark_NonSpacing ? 0 : 1;
    }
    return width;
}

QString padded(const QString &text, int width, bool right)
{
    const QString fill(std::max(0, width - columns(text)), QLatin1Char(' '));
    return right ? fill + text : text + fill;
}

QString Table::text(const QString &indent) const
{
    QList<int> widths;
    for (const QStringList &row : m_rows) {
        for (qsizetype i = 0; i < row.size(); ++i) {
            if (i == widths.size())
                widths.append(0);
            widths[i] = std::max(widths[i], columns(row[i]));
        }
    }
    QString out;
    for (const QStringList &row : m_rows) {
        QString line = indent;
        for (qsizetype i = 0; i < row.size(); ++i) {
            const bool right = m_right.contains(static_cast<int>(i));
            const bool last = i + 1 == row.size();
            line += last && !right ? row[i] : padded(row[i], widths[i], right);
            if (!last)
                line += QStringLiteral("  ");
        }
        while (line.endsWith(QLatin1Char(' ')))
            line.chop(1);
        out += line + QLatin1Char('\n');
    }
    return out;
}

void Sheet::heading(const QString &text)
{
    flush();
    m_text += (m_text.isEmpty() ? QString() : QStringLiteral("\n")) + text + QLatin1Char('\n');
}

void Sheet::raw(const QString &text)
{
    flush();
    m_text += text;
}

QString Sheet::done()
{
    flush();
    return m_text;
}

void Sheet::flush()
{
    int width = 0;
    for (const auto &row : std::as_const(m_rows))
        width = std::max(width, columns(row.first));
    for (const auto &row : std::as_const(m_rows))
        m_text += QStringLiteral("  ") + padded(row.first, width) + QStringLiteral("  ") + row.second + QLatin1Char('\n');
    m_rows.clear();
}

} // namespace segplan::cli
