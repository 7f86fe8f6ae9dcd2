// Text: a sentence the user will read, marked for translation but not yet translated.
//
// The core never builds a finished sentence. It names an English source sentence with placeholders
// %1..%9 and the values to set in. The app translates the sentence and formats the values by locale at display
// time, so a language switch reaches every sentence at once. english() gives the untranslated form (diagnostics, tests).
//
// Mark a source with SP_T("core", "..."): lupdate collects it (context "core").
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define SP_T(context, text) text

namespace segplan {

// A name or note that lives in a knowledge file in both languages.
struct LocalText {
    std::string en;
    std::string zhCN;
    bool empty() const { return en.empty() && zhCN.empty(); }
    friend bool operator==(const LocalText &, const LocalText &) = default;
};

struct Text;

// One value set into a sentence. `number` and `decimals` carry numeric kinds; money carries its currency in `verbatim`.
struct TextArg {
    enum class Kind {
        Verbatim, // ids, file names, commands: never translated
        Localized, // a LocalText from knowledge
        Sentence, // another Text, translated on its own
        Integer, // grouped by locale
        Number, // with `decimals` digits
        Bytes, // shown as GiB / MiB
        Seconds, // shown as s, min or h
        Money, // number = amount, verbatim = "CNY" | "USD"
        Percent, // number = ratio, shown x 100 with %
        Date // verbatim = ISO date
    };
    Kind kind = Kind::Verbatim;
    std::string verbatim;
    LocalText localized;
    std::shared_ptr<const Text> sentence;
    double number = 0;
    int decimals = 0;

    TextArg() = default;
    TextArg(std::string s) : verbatim(std::move(s)) {}
    TextArg(const char *s) : verbatim(s) {}
    TextArg(int v) : kind(Kind::Integer), number(v) {}
    TextArg(std::int64_t v) : kind(Kind::Integer), number(static_cast<double>(v)) {}
    TextArg(double v, int digits = 1) : kind(Kind::Number), number(v), decimals(digits) {}
    TextArg(LocalText t) : kind(Kind::Localized), localized(std::move(t)) {}
    TextArg(Text t);
    static TextArg percent(double ratio, int digits = 1);
    static TextArg date(std::string iso);
};

struct Text {
    const char *source = ""; // an SP_T literal (static lifetime)
    std::vector<TextArg> args;

    Text() = default;
    Text(const char *markedSource) : source(markedSource) {}
    Text(const char *markedSource, std::vector<TextArg> values) : source(markedSource), args(std::move(values)) {}
    bool empty() const { return *source == '\0'; }
};

// The sentence in English with its values set in; what tests and diagnostics read.
std::string english(const Text &text);
std::string english(const TextArg &arg);

} // namespace segplan
