// The arrows of the house: which room may include which. A table, checked against every source file.
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>

namespace {

// Direct permissions; what a permitted room may include is not inherited.
const QHash<QString, QStringList> allowed = {
    {"base", {}},
    {"units", {"base"}},
    {"ledger", {"base", "units"}},
    {"graph", {"base", "units"}},
    {"zoo", {"base", "units", "graph"}},
    {"knowledge", {"base", "units", "ledger"}},
    {"plan", {"base", "units", "ledger", "knowledge", "zoo"}},
    {"prices", {"base", "units", "ledger", "knowledge", "plan"}},
    {"estimate", {"base", "units", "ledger", "knowledge", "graph", "zoo", "plan"}},
    {"recommend", {"base", "units", "ledger", "knowledge", "graph", "zoo", "plan", "estimate"}},
    {"handover", {"base", "units", "ledger", "knowledge", "plan", "estimate", "recommend"}},
    {"evaluate", {"base", "units", "ledger", "knowledge", "prices", "graph", "zoo", "plan", "estimate", "recommend", "handover"}},
};

// Views never include one another; what they share is theme, text and the view interface.
const QHash<QString, QStringList> allowedApp = {
    {"text", {}},
    {"theme", {}},
    {"document", {"text", "prices"}}, // the core room of that name
    {"engine", {"text"}},
    {"why", {"text", "theme", "engine", "shell"}},
    {"forms", {"text", "theme", "document"}},
    {"charts", {"text", "theme", "engine", "shell"}},
    {"flowchart", {"text", "theme", "shell"}},
    {"command", {"text", "theme", "shell"}},
    {"refresh", {"prices"}}, // the core room of that name
    {"prices", {"text", "theme", "refresh"}},
    {"report", {"text", "theme", "charts", "flowchart"}},
    {"shell", {"text", "theme", "document", "engine", "forms", "why", "charts", "flowchart", "command", "report", "refresh", "prices"}},
    {"cli", {"text", "theme", "charts", "flowchart", "report", "refresh", "prices"}},
};

} // namespace

class TestIncludes : public QObject {
    Q_OBJECT

private slots:
    void coreRooms_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("room");
        const QString core = QStringLiteral(SEGPLAN_SOURCE_DIR "/core");
        QDirIterator files(core, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString inside = file.mid(core.size() + 1);
            QTest::newRow(qPrintable(inside)) << file << inside.section('/', 0, 0);
        }
    }

    void coreRooms()
    {
        QFETCH(QString, file);
        QFETCH(QString, room);
        QVERIFY2(allowed.contains(room), "a room that the table does not know");
        for (const QString &include : includesOf(file)) {
            QVERIFY2(!include.startsWith("Q"), qPrintable("Qt in the core: " + include));
            const QString to = include.section('/', 0, 0);
            if (!include.contains('/') || !allowed.contains(to) || to == room)
                continue;
            QVERIFY2(allowed[room].contains(to), qPrintable(room + " may not include " + include));
        }
    }

    void appRooms_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("room");
        const QString app = QStringLiteral(SEGPLAN_SOURCE_DIR "/app");
        QDirIterator files(app, {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString inside = file.mid(app.size() + 1);
            if (inside.contains('/'))
                QTest::newRow(qPrintable(inside)) << file << inside.section('/', 0, 0);
        }
    }

    void appRooms()
    {
        QFETCH(QString, file);
        QFETCH(QString, room);
        QVERIFY2(allowedApp.contains(room), "a room that the table does not know");
        for (const QString &include : includesOf(file)) {
            const QString to = include.section('/', 0, 0);
            if (!include.contains('/') || !allowedApp.contains(to) || to == room)
                continue;
            // The tab interface and the view base live in shell but are nobody's view.
            if (to == "shell" && include != "shell/view.h")
                QVERIFY2(room == "shell" || !allowedApp[room].contains("shell"), qPrintable(room + " may not include " + include));
            QVERIFY2(allowedApp[room].contains(to), qPrintable(room + " may not include " + include));
        }
    }

    // nlohmann_json is private to readers and writers.
    void jsonStaysInside()
    {
        QDirIterator files(QStringLiteral(SEGPLAN_SOURCE_DIR "/core"), {"*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            for (const QString &include : includesOf(file)) {
                if (include.startsWith("nlohmann"))
                    QVERIFY2(file.endsWith("_json.h") || file.contains("/internal/") || file.contains("json_"), qPrintable(file + " exposes " + include));
            }
        }
    }

private:
    static QStringList includesOf(const QString &path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return {};
        static const QRegularExpression line("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]", QRegularExpression::MultilineOption);
        QStringList out;
        auto matches = line.globalMatch(QString::fromUtf8(file.readAll()));
        while (matches.hasNext())
            out << matches.next().captured(1);
        return out;
    }
};

QTEST_GUILESS_MAIN(TestIncludes)
#include "tst_includes.moc"
