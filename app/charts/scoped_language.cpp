#include "charts/scoped_language.h"

#include <QCoreApplication>

namespace segplan {

namespace {

// English answers with the source itself, so that a Chinese catalogue installed before does not shine through.
class EnglishTranslator : public QTranslator {
public:
    QString translate(const char *context, const char *source, const char *disambiguation, int n) const override
    {
        const QString plural = QTranslator::translate(context, source, disambiguation, n);
        return plural.isEmpty() ? QString::fromUtf8(source) : plural;
    }
    bool isEmpty() const override { return false; }
};

bool chineseInstalled()
{
    return QLocale().language() == QLocale::Chinese;
}

} // namespace

ScopedLanguage::ScopedLanguage(const QString &language)
{
    const bool chinese = language == QLatin1String("zh_CN");
    if (chinese == chineseInstalled())
        return;
    if (chinese)
        m_translator = std::make_unique<QTranslator>();
    else
        m_translator = std::make_unique<EnglishTranslator>();
    const bool loaded = m_translator->load(QStringLiteral(":/i18n/segplan_%1.qm").arg(chinese ? QStringLiteral("zh_CN") : QStringLiteral("en")));
    Q_UNUSED(loaded); // without a catalogue the English sources stand
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::SimplifiedHanScript, QLocale::China)
                                : QLocale(QLocale::English, QLocale::UnitedStates));
    QCoreApplication::installTranslator(m_translator.get());
}

ScopedLanguage::~ScopedLanguage()
{
    if (!m_translator)
        return;
    QCoreApplication::removeTranslator(m_translator.get());
    QLocale::setDefault(m_before);
}

} // namespace segplan
