#include "text/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>

namespace segplan {

Language::Language(QObject *parent) : QObject(parent) {}

QStringList Language::available() { return {QStringLiteral("en"), QStringLiteral("zh_CN")}; }

QString Language::nativeName(const QString &id)
{
    return id == QLatin1String("zh_CN") ? QStringLiteral("简体中文") : QStringLiteral("English");
}

QString Language::nearest(const QLocale &locale)
{
    return locale.language() == QLocale::Chinese ? QStringLiteral("zh_CN") : QStringLiteral("en");
}

void Language::use(const QString &id)
{
    const QString wanted = isKnown(id) ? id : nearest(QLocale(id));
    if (wanted == m_current)
        return;
    m_current = wanted;
    const bool chinese = wanted == QLatin1String("zh_CN");
    // The locale first: widgets re-read their texts as soon as a catalogue arrives.
    QLocale::setDefault(chinese ? QLocale(QLocale::Chinese, QLocale::SimplifiedHanScript, QLocale::China)
                                : QLocale(QLocale::English, QLocale::UnitedStates));
    QCoreApplication::removeTranslator(&m_qt);
    QCoreApplication::removeTranslator(&m_own);
    // Qt's own buttons and dialogs: from the program when bundled, else from the Qt installation. English needs none.
    const QString qtName = QStringLiteral("qtbase_") + wanted;
    if (chinese && (m_qt.load(QStringLiteral(":/i18n/") + qtName) || m_qt.load(qtName, QLibraryInfo::path(QLibraryInfo::TranslationsPath))))
        QCoreApplication::installTranslator(&m_qt);
    // The English catalogue holds the plural forms.
    if (m_own.load(QStringLiteral(":/i18n/segplan_%1.qm").arg(wanted)))
        QCoreApplication::installTranslator(&m_own);
    emit changed(m_current);
}

} // namespace segplan
