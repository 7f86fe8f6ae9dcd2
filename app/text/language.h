// The program's language: loads its own catalogue and Qt's, and switches while running.
#pragma once

#include <QLocale>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace segplan {

// One per program, made by main() after the application object. Installing a catalogue makes Qt send QEvent::LanguageChange to every
// widget; whoever is no widget listens to changed(). Also sets the default QLocale, which translated() and the formats follow.
class Language : public QObject {
    Q_OBJECT
public:
    explicit Language(QObject *parent = nullptr);

    static QStringList available(); // "en", "zh_CN"
    static QString nativeName(const QString &id); // "English", "简体中文"
    // The offered language nearest to a locale: any Chinese one gives "zh_CN", all others "en".
    static QString nearest(const QLocale &locale = QLocale::system());
    static bool isKnown(const QString &id) { return available().contains(id); }

    QString current() const { return m_current; } // empty before the first use()
    // Switches; an unknown id is taken as nearest(QLocale(id)).
    void use(const QString &id);

signals:
    void changed(const QString &id);

private:
    QString m_current;
    QTranslator m_own, m_qt;
};

} // namespace segplan
