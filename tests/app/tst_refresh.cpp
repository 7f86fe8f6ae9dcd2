// A refresh against a local server and a stand-in aliyun: what comes, what does not, and what lies on disk afterwards.
#undef QT_NO_CAST_FROM_ASCII // addresses and answers stand here as plain literals
#undef QT_NO_CAST_TO_ASCII
#include "knowledge_loader.h"
#include "price_server.h"
#include "refresh/refresher.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <functional>

using namespace segplan;
using namespace segplan::test;

namespace {

QMap<QString, QByteArray> filesIn(const QString &folder)
{
    QMap<QString, QByteArray> out;
    for (const QString &name : QDir(folder).entryList({QStringLiteral("*.json")}, QDir::Files)) {
        QFile file(folder + '/' + name);
        if (file.open(QIODevice::ReadOnly))
            out[name] = file.readAll();
    }
    return out;
}

QString standIn() { return QStringLiteral(SEGPLAN_SOURCE_DIR "/tests/tools/aliyun_stand_in.sh"); }

QString sentences(const RefreshReport &r)
{
    QStringList out;
    for (const RefreshFailure &f : r.failures)
        out << QString::fromStdString(f.what + " " + f.subject + ": " + english(f.why));
    return out.join('\n');
}

// The folder keeps exactly what an earlier refresh wrote: a price that nobody else has.
const QByteArray earlier = "{\"schema\": 1, \"kind\": \"prices\", \"date\": \"2026-11-01\", \"prices\": [{\"instance_type\": \"ecs.gn7i-c16g1.4xlarge\", \"region\": \"cn-beijing\", \"model\": \"hour\", "
                           "\"amount\": \"7.77\", \"currency\": \"CNY\", \"as_of\": \"2026-11-01\", \"source\": {\"text\": \"ecs DescribePrice of your account\", \"date\": \"2026-11-01\"}}]}\n";

} // namespace

class TestRefresh : public QObject {
    Q_OBJECT

    RefreshOptions listOptions(const PriceServer &server, const QTemporaryDir &dir)
    {
        RefreshOptions o;
        o.page = QUrl(server.url(QStringLiteral("/page")));
        o.listBase = server.url(QStringLiteral("/list"));
        o.folder = dir.path() + QStringLiteral("/knowledge");
        o.limits.silenceMs = 20000;
        return o;
    }

    RefreshOptions cliOptions(const QTemporaryDir &dir)
    {
        RefreshOptions o;
        o.list = false;
        o.cli = true;
        o.regions = {"cn-shanghai"};
        o.aliyun.program = standIn();
        o.aliyun.backoffMs = 1;
        o.folder = dir.path() + QStringLiteral("/knowledge");
        return o;
    }

    RefreshReport run(const RefreshOptions &options, const std::function<void(Refresher &)> &prepare = {})
    {
        std::optional<RefreshReport> report;
        int times = 0;
        Refresher refresher(options);
        connect(&refresher, &Refresher::finished, this, [&](const RefreshReport &r) {
            report = r;
            ++times;
        });
        if (prepare)
            prepare(refresher);
        refresher.start();
        if (!QTest::qWaitFor([&] { return report.has_value(); }, 60000))
            return {};
        QCoreApplication::processEvents();
        if (times != 1)
            report->failures.push_back({"finished more than once", {}, {}});
        return *report;
    }

    static void leaveEarlier(const QString &folder)
    {
        QDir().mkpath(folder);
        QFile file(folder + QStringLiteral("/refreshed_prices.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(earlier) == earlier.size());
    }

    void mode(const char *name)
    {
        qputenv("STAND_IN", name);
        QFile::remove(m_log);
        QFile::remove(m_log + QStringLiteral(".once"));
        QFile::remove(m_log + QStringLiteral(".slow"));
        qputenv("STAND_IN_LOG", m_log.toLocal8Bit());
    }
    QList<QByteArray> calls() const
    {
        QFile file(m_log);
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n') : QList<QByteArray>();
    }

    QTemporaryDir m_dir;
    QString m_log;

private slots:
    void initTestCase() { m_log = m_dir.path() + QStringLiteral("/calls"); }

    void listIsTaken()
    {
        PriceServer server;
        QTemporaryDir dir;
        const RefreshOptions options = listOptions(server, dir);
        leaveEarlier(options.folder);
        const RefreshReport r = run(options);
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QCOMPARE(r.listVersion, std::string("2.0.421"));
        QCOMPARE(r.written.size(), 1);
        QCOMPARE(r.changes.size(), std::size_t(1)); // the earlier price stays
        QVERIFY(std::abs(*r.changes[0].ratio() - 10 / 10.0934) < 1e-6);
        QCOMPARE(QFile::permissions(r.written[0]) & (QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup | QFileDevice::WriteOther), QFileDevice::Permissions());
        const auto loaded = loadKnowledge(options.folder);
        QVERIFY(loaded && loaded->faults.empty());
        QCOMPARE(loaded->knowledge->price(a10, "cn-shanghai", PriceModel::Hour)->amount.decimal(0), std::string("10"));
        QCOMPARE(loaded->knowledge->price(a10, "cn-beijing", PriceModel::Hour)->amount.decimal(2), std::string("7.77"));
        // Again: nothing has changed and nothing is written.
        const RefreshReport again = run(options);
        QVERIFY(again.status == RefreshReport::Status::Done && again.changes.empty() && again.written.isEmpty());
    }

    void dryRunWritesNothing()
    {
        PriceServer server;
        QTemporaryDir dir;
        RefreshOptions options = listOptions(server, dir);
        options.dryRun = true;
        const RefreshReport r = run(options);
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QCOMPARE(r.changes.size(), std::size_t(1));
        QVERIFY(!QDir(options.folder).exists());
    }

    void listFails_data()
    {
        QTest::addColumn<QByteArray>("where"); // path that misbehaves
        QTest::addColumn<QByteArray>("answer"); // sent as it is, then closed; "hold": kept open; "drip", "endless"
        QTest::addColumn<QString>("told");
        const QByteArray page = "/page", at = PriceServer::listPath;
        QTest::newRow("page: 404") << page << httpReply("x", "404 Not Found") << "status 404";
        QTest::newRow("page: names no version") << page << httpReply("<html></html>") << "no version";
        QTest::newRow("page: not HTTP") << page << QByteArray("hello\r\n\r\n") << "broke";
        QTest::newRow("page: silence") << page << QByteArray("hold") << "nothing arrived";
        QTest::newRow("list: 404") << at << httpReply("x", "404 Not Found") << "status 404";
        QTest::newRow("list: 500") << at << httpReply("{}", "500 Oops") << "status 500";
        QTest::newRow("list: a page") << at << httpReply("<html>maintenance</html>") << "web page";
        QTest::newRow("list: empty") << at << httpReply("") << "no price list";
        QTest::newRow("list: cut by the server") << at << httpReply(priceList()).chopped(40) << "broke";
        QTest::newRow("list: cut before it was sent") << at << httpReply(priceList().chopped(40)) << "breaks off";
        QTest::newRow("list: closed at once") << at << QByteArray() << "broke";
        QTest::newRow("list: dollars") << at << httpReply(priceList("10", "USD")) << "USD";
        QTest::newRow("list: wrong types") << at << httpReply("{\"currency\": \"CNY\", \"pricingInfo\": {\"cn-shanghai::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized\": {\"hours\": [{\"price\": {}, \"period\": \"1\"}]}}}") << "no price of a known";
        QTest::newRow("list: nested without end") << at << httpReply("{\"a\": " + QByteArray(1000000, '[')) << "too deep";
        QTest::newRow("list: silence in the middle") << at << QByteArray("stall") << "nothing arrived";
        QTest::newRow("list: too slow") << at << QByteArray("drip") << "too long";
        QTest::newRow("list: without end") << at << QByteArray("endless") << "larger than";
        QTest::newRow("list: redirect to itself") << at << httpReply("", "302 Found", "Location: " + at + "\r\n") << "without end";
        QTest::newRow("list: redirect elsewhere") << at << httpReply("", "302 Found", "Location: https://example.invalid/x.json\r\n") << "not followed";
        QTest::newRow("list: redirect to a file") << at << httpReply("", "302 Found", "Location: file:///etc/passwd\r\n") << "not followed";
        QTest::newRow("list: redirect to plain http") << at << httpReply("", "302 Found", "Location: http://g.alicdn.com/x.json\r\n") << "not followed";
    }

    void listFails()
    {
        QFETCH(QByteArray, where);
        QFETCH(QByteArray, answer);
        QFETCH(QString, told);
        PriceServer server;
        QTemporaryDir dir;
        RefreshOptions options = listOptions(server, dir);
        leaveEarlier(options.folder);
        server.paths[where] = [answer](QTcpSocket *socket) {
            const QByteArray head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
            if (answer == "hold")
                return;
            if (answer == "stall") {
                socket->write(head + priceList().left(60));
            } else if (answer == "drip" || answer == "endless") {
                socket->write(head);
                const QByteArray more = answer == "drip" ? QByteArray(" ") : QByteArray(65536, ' ');
                auto *timer = new QTimer(socket);
                connect(timer, &QTimer::timeout, socket, [socket, more] {
                    if (socket->bytesToWrite() < 1000000)
                        socket->write(more);
                });
                timer->start(5);
            } else {
                PriceServer::send(socket, answer);
            }
        };
        if (told == "nothing arrived")
            options.limits.silenceMs = 300;
        if (told == "too long")
            options.limits.totalMs = 500;
        if (told == "larger than")
            options.limits.bytes = 1024 * 1024;
        const RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Failed);
        QCOMPARE(r.failures.size(), std::size_t(1));
        QVERIFY2(sentences(r).contains(told), qPrintable(sentences(r)));
        QCOMPARE(filesIn(options.folder), (QMap<QString, QByteArray>{{QStringLiteral("refreshed_prices.json"), earlier}}));
    }

    void redirectsWithinTheHost()
    {
        PriceServer server;
        QTemporaryDir dir;
        server.paths["/other"] = server.paths[PriceServer::listPath];
        server.paths[PriceServer::listPath] = [](QTcpSocket *s) { PriceServer::send(s, httpReply("", "301 Moved", "Location: /other\r\n")); };
        const RefreshReport r = run(listOptions(server, dir));
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QCOMPARE(server.asked, (QList<QByteArray>{"/page", PriceServer::listPath, "/other"}));
    }

    void addresses()
    {
        QVERIFY(isAllowedAddress(QUrl("https://g.alicdn.com/x")));
        QVERIFY(isAllowedAddress(QUrl("http://127.0.0.1:80/x")) && isAllowedAddress(QUrl("http://localhost/x")));
        for (const char *bad : {"http://g.alicdn.com/x", "ftp://g.alicdn.com/x", "file:///etc/passwd", "http://127.0.0.1.evil.com/", "/x", ""})
            QVERIFY2(!isAllowedAddress(QUrl(QString::fromLatin1(bad))), bad);
        const QUrl from("https://www.aliyun.com/price");
        QVERIFY(isAllowedRedirect(from, QUrl("https://g.alicdn.com/x")) && isAllowedRedirect(from, QUrl("https://www.aliyun.com/y")));
        for (const char *bad : {"http://www.aliyun.com/price", "https://aliyun.com.evil.org/", "https://evilaliyun.com/", "http://127.0.0.1/"})
            QVERIFY2(!isAllowedRedirect(from, QUrl(QString::fromLatin1(bad))), bad);
    }

    void nobodyAnswers()
    {
        QTemporaryDir dir;
        RefreshOptions options;
        {
            PriceServer gone;
            options = listOptions(gone, dir);
        }
        RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Failed);
        QVERIFY2(sentences(r).contains("refuses the connection"), qPrintable(sentences(r)));
        options.page = QUrl(QStringLiteral("http://www.aliyun.com/"));
        r = run(options);
        QVERIFY2(sentences(r).contains("only https"), qPrintable(sentences(r)));
    }

    void cancelledInTheMiddle()
    {
        PriceServer server;
        QTemporaryDir dir;
        const RefreshOptions options = listOptions(server, dir);
        leaveEarlier(options.folder);
        server.paths[PriceServer::listPath] = [](QTcpSocket *s) { s->write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + priceList().left(50)); };
        const RefreshReport r = run(options, [&](Refresher &refresher) {
            connect(&refresher, &Refresher::progress, &refresher, [&refresher](qint64 done) {
                if (done > 0)
                    refresher.cancel();
            });
        });
        QVERIFY(r.status == RefreshReport::Status::Cancelled);
        QCOMPARE(filesIn(options.folder), (QMap<QString, QByteArray>{{QStringLiteral("refreshed_prices.json"), earlier}}));
        // The next one is not held up by what this one left.
        server.paths[PriceServer::listPath] = [](QTcpSocket *s) { PriceServer::send(s, httpReply(priceList())); };
        QVERIFY(run(options).status == RefreshReport::Status::Done);
    }

    void brokenEarlierFileIsReplaced()
    {
        PriceServer server;
        QTemporaryDir dir;
        const RefreshOptions options = listOptions(server, dir);
        QDir().mkpath(options.folder);
        QFile file(options.folder + QStringLiteral("/refreshed_prices.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"schema\": 1, \"prices\": [{\"instance_type\"") > 0);
        file.close();
        const RefreshReport r = run(options);
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QVERIFY(loadKnowledge(options.folder)->faults.empty());
    }

    void theUsersOwnFilesAreNotTouched()
    {
        PriceServer server;
        QTemporaryDir dir;
        const RefreshOptions options = listOptions(server, dir);
        QDir().mkpath(options.folder);
        QFile file(options.folder + QStringLiteral("/prices.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{ not mine to judge") > 0);
        file.close();
        const RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Done && !r.ownFaults.empty());
        QCOMPARE(filesIn(options.folder).value(QStringLiteral("prices.json")), QByteArray("{ not mine to judge"));
    }

    void oneAtATime()
    {
        PriceServer server;
        QTemporaryDir dir;
        const RefreshOptions options = listOptions(server, dir);
        QDir().mkpath(options.folder);
        QLockFile other(options.folder + QStringLiteral("/refresh.lock"));
        QVERIFY(other.tryLock());
        const RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Failed);
        QVERIFY2(sentences(r).contains("another refresh"), qPrintable(sentences(r)));
        QVERIFY(server.asked.isEmpty());
    }

    void aliyunIsAsked()
    {
        mode("normal");
        QTemporaryDir dir;
        const RefreshOptions options = cliOptions(dir);
        const RefreshReport r = run(options);
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        const auto loaded = loadKnowledge(options.folder);
        QVERIFY(loaded && loaded->faults.empty());
        const Knowledge &k = *loaded->knowledge;
        QCOMPARE(k.price(a10, "cn-shanghai", PriceModel::Hour)->amount.decimal(2), std::string("11.50"));
        QCOMPARE(k.price(a10, "cn-shanghai", PriceModel::Month)->amount.decimal(0), std::string("5000"));
        QVERIFY(k.price(a10, "cn-shanghai", PriceModel::Month)->promotion);
        QCOMPARE(k.price(a10, "cn-shanghai", PriceModel::Year)->amount.decimal(0), std::string("51000"));
        QCOMPARE(k.spot.size(), std::size_t(1));
        QCOMPARE(k.spot[0].median->decimal(1), std::string("2.5")); // of both pages
        QCOMPARE(k.spot[0].latest->decimal(1), std::string("3.5"));
        QVERIFY(k.spot[0].discount && *k.spot[0].discount > 0.79);
        QVERIFY(k.instanceType("ecs.gn7i-c99g1.99xlarge"));
        QCOMPARE(r.unknownTypes, std::vector<std::string>{"ecs.gn7i-c99g1.99xlarge"});
        QVERIFY(k.stock.size() >= 2);
        const auto &regional = k.storageKind("essd-pl1")->regionalPrices;
        QVERIFY(std::any_of(regional.begin(), regional.end(), [](const RegionalStoragePrice &p) { return p.region == "cn-shanghai" && p.perGibHour; }));
        for (const QByteArray &call : calls())
            QVERIFY2(call.startsWith("ecs Describe") && call.contains("--RegionId cn-shanghai"), call.constData()); // asks, never orders
    }

    void aliyunFails_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<QString>("told");
        QTest::addColumn<int>("most"); // calls
        QTest::newRow("not configured") << "not-configured" << "aliyun configure" << 2;
        QTest::newRow("bad key") << "bad-key" << "InvalidAccessKeyId" << 2;
        QTest::newRow("no network") << "no-network" << "could not reach" << 4;
        QTest::newRow("always throttled") << "throttled" << "asks to wait" << 1000;
        QTest::newRow("garbage") << "garbage" << "documented form" << 1000;
        QTest::newRow("hostile") << "hostile" << "documented form" << 1000;
        QTest::newRow("crash") << "crash" << "status" << 1000;
        QTest::newRow("without end") << "huge" << "too long" << 1000;
        QTest::newRow("too slow") << "slow" << "in time" << 4;
    }

    void aliyunFails()
    {
        QFETCH(QString, how);
        QFETCH(QString, told);
        QFETCH(int, most);
        mode(qPrintable(how));
        QTemporaryDir dir;
        RefreshOptions options = cliOptions(dir);
        options.types = {a10};
        options.aliyun.repetitions = 1;
        options.aliyun.mostOutput = 256 * 1024;
        if (how == "slow")
            options.aliyun.timeoutMs = 300;
        leaveEarlier(options.folder);
        const RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Failed);
        QVERIFY2(sentences(r).contains(told), qPrintable(sentences(r)));
        QVERIFY2(!sentences(r).contains("LTAI5t"), qPrintable(sentences(r)));
        QVERIFY2(calls().size() <= most, qPrintable(QString::number(calls().size())));
        QCOMPARE(filesIn(options.folder), (QMap<QString, QByteArray>{{QStringLiteral("refreshed_prices.json"), earlier}}));
    }

    void throttlingPasses()
    {
        mode("throttled-once");
        QTemporaryDir dir;
        const RefreshReport r = run(cliOptions(dir));
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QCOMPARE(r.stock > 0, true);
    }

    void whatIsNotSoldIsNoFailure()
    {
        mode("not-sold");
        QTemporaryDir dir;
        RefreshOptions options = cliOptions(dir);
        options.types = {a10};
        const RefreshReport r = run(options);
        QVERIFY2(r.status == RefreshReport::Status::Done, qPrintable(sentences(r)));
        QVERIFY(r.notSold.size() >= 3 && r.prices == 0 && r.spot == 1);
    }

    void noProgram()
    {
        QTemporaryDir dir;
        RefreshOptions options = cliOptions(dir);
        options.aliyun.program = dir.path() + QStringLiteral("/aliyun");
        const RefreshReport r = run(options);
        QVERIFY(r.status == RefreshReport::Status::Failed);
        QCOMPARE(r.failures.size(), std::size_t(1));
        QVERIFY2(sentences(r).contains("was not found"), qPrintable(sentences(r)));
    }

    void cancelKillsTheProgram()
    {
        mode("slow");
        QTemporaryDir dir;
        const RefreshOptions options = cliOptions(dir);
        std::optional<RefreshReport> report;
        Refresher refresher(options);
        connect(&refresher, &Refresher::finished, this, [&](const RefreshReport &r) { report = r; });
        refresher.start();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_log + QStringLiteral(".slow")), 20000);
        QElapsedTimer timer;
        timer.start();
        refresher.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(report.has_value(), 20000);
        QVERIFY(report->status == RefreshReport::Status::Cancelled);
        QVERIFY2(timer.elapsed() < 10000, "it waited for the program");
        QVERIFY(filesIn(options.folder).isEmpty());
    }

    // Killed while the list arrives, and right after its last byte: on disk lie the old or the new files, and the next run is not held up.
    void killedInTheMiddle_data()
    {
        QTest::addColumn<bool>("whole");
        QTest::newRow("half of the list") << false;
        for (int i = 0; i < 3; ++i)
            QTest::addRow("after the last byte %d", i) << true;
    }

    void killedInTheMiddle()
    {
        QFETCH(bool, whole);
        PriceServer server;
        QTemporaryDir dir;
        const QString folder = dir.path() + QStringLiteral("/SegPlan/segplan/knowledge");
        leaveEarlier(folder);
        QProcess process;
        QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
        env.insert(QStringLiteral("XDG_DATA_HOME"), dir.path());
        env.insert(QStringLiteral("SEGPLAN_PRICE_PAGE"), server.url(QStringLiteral("/page")));
        env.insert(QStringLiteral("SEGPLAN_PRICE_LIST"), server.url(QStringLiteral("/list")));
        process.setProcessEnvironment(env);
        const QString program = QString::fromLocal8Bit(qgetenv("SEGPLAN_BINARY"));
        if (!QFile::exists(program))
            QSKIP("SEGPLAN_BINARY names no program");
        bool sent = false;
        const auto good = server.paths[PriceServer::listPath];
        server.paths[PriceServer::listPath] = [&](QTcpSocket *socket) {
            if (whole) {
                connect(socket, &QTcpSocket::disconnected, this, [&] { sent = true; });
                good(socket);
            } else {
                socket->write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" + priceList().left(50));
                sent = true;
            }
        };
        process.start(program, {QStringLiteral("knowledge"), QStringLiteral("refresh")});
        QTRY_VERIFY_WITH_TIMEOUT(sent || process.state() == QProcess::NotRunning, 60000);
        process.kill();
        QVERIFY(process.waitForFinished(20000));
        const auto after = filesIn(folder);
        QCOMPARE(after.keys(), QStringList{QStringLiteral("refreshed_prices.json")});
        const bool old = after.first() == earlier, fresh = after.first().contains("2026-11-20") && after.first().endsWith("}\n");
        QVERIFY(old || fresh);
        QVERIFY(loadKnowledge(folder)->faults.empty());

        server.paths[PriceServer::listPath] = good;
        process.start(program, {QStringLiteral("knowledge"), QStringLiteral("refresh"), QStringLiteral("--json")});
        QTRY_VERIFY_WITH_TIMEOUT(process.state() == QProcess::NotRunning, 60000);
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 0, errors.constData());
        QVERIFY(errors.contains("127.0.0.1")); // it says what it fetches
        QVERIFY(QJsonDocument::fromJson(process.readAllStandardOutput()).object()[QStringLiteral("status")] == QStringLiteral("done"));
        QVERIFY(filesIn(folder).first().contains("2026-11-20"));
    }

    void commandLine_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("told");
        QTest::newRow("no network") << QStringList{} << 3 << QByteArray("refuses the connection");
        QTest::newRow("cli without regions") << QStringList{"--cli"} << 2 << QByteArray("--regions");
        QTest::newRow("unknown region") << QStringList{"--cli", "--regions", "moon"} << 2 << QByteArray("moon");
        QTest::newRow("unknown type") << QStringList{"--cli", "--regions", "cn-shanghai", "--types", "ecs.x"} << 2 << QByteArray("ecs.x");
        QTest::newRow("regions without cli") << QStringList{"--regions", "cn-shanghai"} << 2 << QByteArray("--cli");
        QTest::newRow("unknown site") << QStringList{"--site", "mars"} << 2 << QByteArray("china");
        QTest::newRow("version") << QStringList{"--list-version", "../x"} << 2 << QByteArray("digits and dots");
        QTest::newRow("not configured") << QStringList{"--cli", "--regions", "cn-shanghai", "--aliyun", standIn()} << 3 << QByteArray("aliyun configure");
    }

    void commandLine()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QByteArray, told);
        const QString program = QString::fromLocal8Bit(qgetenv("SEGPLAN_BINARY"));
        if (!QFile::exists(program))
            QSKIP("SEGPLAN_BINARY names no program");
        mode("not-configured");
        QTemporaryDir dir;
        QProcess process;
        QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
        env.insert(QStringLiteral("XDG_DATA_HOME"), dir.path());
        QString page;
        {
            PriceServer gone;
            page = gone.url(QStringLiteral("/page"));
        }
        env.insert(QStringLiteral("SEGPLAN_PRICE_PAGE"), page);
        env.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
        process.setProcessEnvironment(env);
        process.start(program, QStringList{QStringLiteral("knowledge"), QStringLiteral("refresh"), QStringLiteral("--lang"), QStringLiteral("en")} + arguments);
        QVERIFY(process.waitForFinished(60000));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitCode() == status, errors.constData());
        QVERIFY2(errors.contains(told), errors.constData());
        QVERIFY(!QFile::exists(dir.path() + QStringLiteral("/SegPlan/segplan/knowledge/refreshed_prices.json")));
    }
};

QTEST_GUILESS_MAIN(TestRefresh)
#include "tst_refresh.moc"
