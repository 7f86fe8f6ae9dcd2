// Every sentence exists in both languages, with the same placeholders; the files are up to date with the sources.
#undef QT_NO_CAST_FROM_ASCII // a test full of literals
#undef QT_NO_CAST_TO_ASCII
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <QXmlStreamReader>

#include <algorithm>

namespace {

struct Message {
    QString context, source;
    QStringList translations;
    bool finished = true;
    bool plural = false;
};

QList<Message> read(const QString &language)
{
    QFile file(QStringLiteral(SEGPLAN_SOURCE_DIR "/translations/segplan_") + language + QStringLiteral(".ts"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<Message> out;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (name == QLatin1String("message")) {
            Message m;
            m.context = context;
            m.plural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
            out.append(m);
        } else if (name == QLatin1String("source")) {
            out.last().source = xml.readElementText();
        } else if (name == QLatin1String("translation")) {
            out.last().finished = !xml.attributes().hasAttribute(QLatin1String("type"));
            if (!out.last().plural)
                out.last().translations << xml.readElementText();
        } else if (name == QLatin1String("numerusform")) {
            out.last().translations << xml.readElementText();
        }
    }
    return out;
}

QStringList placeholders(const QString &text)
{
    static const QRegularExpression mark(QStringLiteral("%(?:n|L?[1-9])"));
    QStringList out;
    auto matches = mark.globalMatch(text);
    while (matches.hasNext())
        out << matches.next().captured();
    out.sort();
    return out;
}

} // namespace

class TestTranslations : public QObject {
    Q_OBJECT

private slots:
    void complete_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("least");
        QTest::newRow("zh_CN") << "zh_CN" << 1000;
        QTest::newRow("en, plural forms") << "en" << 5;
    }

    void complete()
    {
        QFETCH(QString, language);
        QFETCH(int, least);
        const QList<Message> messages = read(language);
        QVERIFY(messages.size() >= least);
        QStringList faults;
        for (const Message &m : messages) {
            if (!m.finished || m.translations.isEmpty())
                faults << m.context + ": unfinished: " + m.source;
            for (const QString &text : m.translations) {
                if (text.trimmed().isEmpty())
                    faults << m.context + ": empty: " + m.source;
                else if (placeholders(text) != placeholders(m.source))
                    faults << m.context + ": other placeholders: " + m.source + " | " + text;
            }
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    // A sentence that a source file marks must be known: catches a forgotten run of translations/update.sh.
    void coreSentencesAreCollected()
    {
        QSet<QString> known;
        for (const Message &m : read("zh_CN")) {
            if (m.context == "core")
                known << m.source;
        }
        static const QRegularExpression mark(QStringLiteral("SP_T\\(\\s*\"core\"\\s*,\\s*\"((?:[^\"\\\\]|\\\\.)*)\"\\s*\\)"));
        QStringList missing;
        int seen = 0;
        QDirIterator files(QStringLiteral(SEGPLAN_SOURCE_DIR "/core"), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            auto matches = mark.globalMatch(text);
            while (matches.hasNext()) {
                QString source = matches.next().captured(1);
                source.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
                if (source == "..." || source.startsWith("English sentence"))
                    continue; // examples in comments
                ++seen;
                if (!known.contains(source))
                    missing << file.fileName().section('/', -2) + ": " + source;
            }
        }
        QVERIFY(seen > 400);
        QVERIFY2(missing.isEmpty(), qPrintable("run translations/update.sh and translate:\n" + missing.join('\n')));
    }
};

QTEST_GUILESS_MAIN(TestTranslations)
#include "tst_translations.moc"
