#include "handover/command.h"

#include <algorithm>

namespace segplan {

namespace {

bool isPlain(char c, std::string_view extra)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || extra.find(c) != std::string_view::npos;
}

bool allPlain(std::string_view word, std::string_view extra)
{
    return !word.empty() && std::all_of(word.begin(), word.end(), [extra](char c) { return isPlain(c, extra); });
}

std::string bashQuoted(std::string_view word)
{
    if (allPlain(word, "_./:@%+=,-"))
        return std::string(word);
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + "'";
}

// PowerShell ends a single-quoted string at the typographic quotes U+2018..U+201B too, so these are doubled as well. A bare dot or comma
// may split a word there, hence the narrower plain set.
std::string powerShellQuoted(std::string_view word)
{
    if (allPlain(word, "_/:-") || (allPlain(word, "_./:-") && word.front() != '-'))
        return std::string(word);
    std::string out = "'";
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto byte = [&](std::size_t k) { return k < word.size() ? static_cast<unsigned char>(word[k]) : 0U; };
        if (word[i] == '\'') {
            out += "''";
        } else if (byte(i) == 0xE2 && byte(i + 1) == 0x80 && byte(i + 2) >= 0x98 && byte(i + 2) <= 0x9B) {
            out += word.substr(i, 3);
            out += word.substr(i, 3);
            i += 2;
        } else {
            out += word[i];
        }
    }
    return out + "'";
}

// Two readers: cmd.exe, then the program's own splitting (backslashes double before a quote). cmd has no way to pass a line break: it becomes a space.
std::string cmdQuoted(std::string_view word)
{
    if (allPlain(word, "_./:@+=,-") && word.find_first_of(",=") == std::string_view::npos)
        return std::string(word);
    std::string quotedWord = "\"";
    std::size_t backslashes = 0;
    for (char c : word) {
        if (c == '\n')
            c = ' ';
        if (c == '"')
            quotedWord.append(backslashes + 1, '\\');
        backslashes = c == '\\' ? backslashes + 1 : 0;
        quotedWord += c;
    }
    quotedWord.append(backslashes, '\\');
    quotedWord += '"';
    if (word.find_first_of("\"%!^") == std::string_view::npos)
        return quotedWord;
    // Inside double quotes cmd still expands %NAME%: leave quoted mode by escaping every character it reads.
    std::string out;
    for (const char c : quotedWord) {
        if (std::string_view("()%!^\"<>&|").find(c) != std::string_view::npos)
            out += '^';
        out += c;
    }
    return out;
}

} // namespace

std::string quoted(std::string_view word, Shell shell)
{
    switch (shell) {
    case Shell::Bash: return bashQuoted(word);
    case Shell::PowerShell: return powerShellQuoted(word);
    case Shell::Cmd: return cmdQuoted(word);
    }
    return bashQuoted(word);
}

std::string commandText(const LaunchCommand &command, Shell shell)
{
    const char *continuation = shell == Shell::Bash ? " \\\n  " : shell == Shell::PowerShell ? " `\n  " : " ^\n  ";
    std::string out;
    for (const std::string &word : command.program) {
        if (!out.empty())
            out += ' ';
        out += quoted(word, shell);
    }
    for (const LaunchArgument &argument : command.arguments) {
        out += continuation;
        // A value that starts with '-' after a space is read as an option by the CLI; an empty word may be dropped by a shell.
        if (argument.value.empty() || argument.value.front() == '-')
            out += quoted(argument.name + "=" + argument.value, shell);
        else
            out += quoted(argument.name, shell) + " " + quoted(argument.value, shell);
    }
    return out;
}

} // namespace segplan
