// The program's language for the length of a block: a report or file may be asked for in the other language than the window's.
#pragma once

#include <QLocale>
#include <QString>
#include <QTranslator>
#include <memory>

namespace segplan {

class ScopedLanguage {
public:
    explicit ScopedLanguage(const QString &language); // "en" | "zh_CN"; anything else is English
    ~ScopedLanguage();
    ScopedLanguage(const ScopedLanguage &) = delete;
    ScopedLanguage &operator=(const ScopedLanguage &) = delete;

private:
    QLocale m_before;
    std::unique_ptr<QTranslator> m_translator; // none when the language is the current one
};

} // namespace segplan
