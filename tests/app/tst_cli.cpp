// The program as others call it: arguments, streams, exit statuses, files.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Answer {
    int status = -1;
    QByteArray out, err;
};

Answer run(const QStringList &arguments, const QByteArray &input = {}, const QMap<QString, QString> &environment = {})
{
    QProcess process;
    QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
    env.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    env.remove(QStringLiteral("LANGUAGE"));
    for (auto it = environment.begin(); it != environment.end(); ++it) {
        if (it.value().isNull())
            env.remove(it.key());
        else
            env.insert(it.key(), it.value());
    }
    process.setProcessEnvironment(env);
    process.start(QString::fromLocal8Bit(qgetenv("SEGPLAN_BINARY")), arguments);
    process.write(input);
    process.closeWriteChannel();
    Answer a;
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        a.err = "no normal end: " + process.readAllStandardError();
        return a;
    }
    a.status = process.exitCode();
    a.out = process.readAllStandardOutput();
    a.err = process.readAllStandardError();
    return a;
}

QString example(const QString &name) { return QStringLiteral(SEGPLAN_SOURCE_DIR "/resources/examples/%1.segplan").arg(name); }

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray compact(const QJsonObject &object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

} // namespace

class TestCli : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (qEnvironmentVariableIsEmpty("SEGPLAN_BINARY"))
            QSKIP("SEGPLAN_BINARY names no program");
        QVERIFY(m_dir.isValid());
    }

    void versionAndHelp()
    {
        const Answer version = run({QStringLiteral("--version")});
        QCOMPARE(version.status, 0);
        QVERIFY(version.out.startsWith("segplan "));
        const Answer help = run({QStringLiteral("--help")});
        QCOMPARE(help.status, 0);
        for (const char *command : {"plan", "estimate", "command", "report", "export", "models", "gpus", "instances", "datasets", "knowledge"}) {
            QVERIFY2(help.out.contains(command), command);
            const Answer own = run({QLatin1String(command), QStringLiteral("--help")});
            QCOMPARE(own.status, 0);
            QVERIFY2(own.out.startsWith(QByteArray("Usage: segplan ") + command), own.out.constData());
            QVERIFY(own.err.isEmpty());
        }
    }

    void wrongCalls_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        const QString plan = example(QStringLiteral("industrial"));
        QTest::newRow("unknown command") << QStringList{QStringLiteral("plam")} << 2;
        QTest::newRow("no file") << QStringList{QStringLiteral("plan")} << 2;
        QTest::newRow("two files") << QStringList{QStringLiteral("plan"), plan, plan} << 2;
        QTest::newRow("unknown option") << QStringList{QStringLiteral("plan"), plan, QStringLiteral("--jsn")} << 2;
        QTest::newRow("unknown language") << QStringList{QStringLiteral("plan"), plan, QStringLiteral("--lang"), QStringLiteral("fr")} << 2;
        QTest::newRow("top of nothing") << QStringList{QStringLiteral("plan"), plan, QStringLiteral("--top"), QStringLiteral("0")} << 2;
        QTest::newRow("unknown shell") << QStringList{QStringLiteral("command"), plan, QStringLiteral("--shell"), QStringLiteral("fish")} << 2;
        QTest::newRow("report without a target") << QStringList{QStringLiteral("report"), plan} << 2;
        QTest::newRow("export without a format") << QStringList{QStringLiteral("export"), plan, QStringLiteral("-o"), QStringLiteral("x.csv")} << 2;
        QTest::newRow("unknown region") << QStringList{QStringLiteral("instances"), QStringLiteral("--region"), QStringLiteral("cn-nowhere")} << 2;
        QTest::newRow("knowledge what") << QStringList{QStringLiteral("knowledge")} << 2;
        QTest::newRow("refresh of no site") << QStringList{QStringLiteral("knowledge"), QStringLiteral("refresh"), QStringLiteral("--site"), QStringLiteral("mars")} << 2;
        QTest::newRow("refresh without regions") << QStringList{QStringLiteral("knowledge"), QStringLiteral("refresh"), QStringLiteral("--cli")} << 2;
        QTest::newRow("kit is to come") << QStringList{QStringLiteral("command"), plan, QStringLiteral("--kit"), QStringLiteral("kit")} << 2;
        QTest::newRow("missing file") << QStringList{QStringLiteral("plan"), QStringLiteral("/nonexistent/a.segplan")} << 3;
        QTest::newRow("missing knowledge") << QStringList{QStringLiteral("knowledge"), QStringLiteral("check"), QStringLiteral("/nonexistent")} << 3;
    }
    void wrongCalls()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        const Answer a = run(arguments);
        QCOMPARE(a.status, status);
        QVERIFY(a.out.isEmpty());
        QVERIFY(!a.err.isEmpty());
    }

    void faultsOfAPlanAreNamedOnePerLine()
    {
        const QString path = write(QStringLiteral("wrong.segplan"), R"({"segplan": 1, "workload": {"model": "deeplabv3plus", "classes": 0, "bacth_per_gpu": 2}})");
        const Answer a = run({QStringLiteral("plan"), path});
        QCOMPARE(a.status, 2);
        QVERIFY(a.out.isEmpty());
        const QList<QByteArray> lines = a.err.trimmed().split('\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith(path.toUtf8() + ": /workload/bacth_per_gpu: "));
        QVERIFY(lines[0].contains("batch_per_gpu"));
        QVERIFY(lines[1].startsWith(path.toUtf8() + ": /workload/classes: "));
        QVERIFY(lines[1].contains("allowed: "));
    }

    void planAsJson()
    {
        const Answer a = run({QStringLiteral("plan"), example(QStringLiteral("industrial")), QStringLiteral("--json"), QStringLiteral("--top"), QStringLiteral("3")});
        QVERIFY2(a.status == 0, a.err.constData());
        QJsonParseError error;
        const QJsonObject o = QJsonDocument::fromJson(a.out, &error).object();
        QCOMPARE(error.error, QJsonParseError::NoError);
        for (const char *key : {"segplan", "knowledge", "workload", "issues", "candidates", "recommendation", "flow", "command"})
            QVERIFY2(o.contains(QLatin1String(key)), key);
        const QJsonArray candidates = o[QLatin1String("candidates")].toArray();
        QVERIFY(candidates.size() >= 1 && candidates.size() <= 3);
        const QJsonObject first = candidates.first().toObject();
        QCOMPARE(first[QLatin1String("rank")].toInt(), 1);
        QVERIFY(first[QLatin1String("cost")].toObject()[QLatin1String("total")].isString());
        QCOMPARE(o[QLatin1String("recommendation")].toObject()[QLatin1String("candidate")].toInt(-1), 0);
        QVERIFY(o[QLatin1String("command")].toString().startsWith(QLatin1String("aliyun ecs RunInstances")));
        // Parts sum to the total, to the fen.
        double sum = 0;
        for (const QJsonValue part : first[QLatin1String("cost")].toObject()[QLatin1String("parts")].toArray())
            sum += part.toObject()[QLatin1String("amount")].toString().toDouble();
        QVERIFY(qAbs(sum - first[QLatin1String("cost")].toObject()[QLatin1String("total")].toString().toDouble()) < 0.03);
    }

    void planAsTextInBothLanguages()
    {
        const Answer en = run({QStringLiteral("plan"), example(QStringLiteral("industrial")), QStringLiteral("--lang"), QStringLiteral("en")});
        QVERIFY2(en.status == 0, en.err.constData());
        QVERIFY(en.out.contains("ecs."));
        QVERIFY(en.out.contains("aliyun ecs RunInstances"));
        const Answer zh = run({QStringLiteral("plan"), example(QStringLiteral("industrial")), QStringLiteral("--lang"), QStringLiteral("zh_CN")});
        QCOMPARE(zh.status, 0);
        QVERIFY(zh.out.contains("上海"));
        QVERIFY(zh.out != en.out);
        // The system's language when none is named.
        QCOMPARE(run({QStringLiteral("plan"), example(QStringLiteral("industrial"))}).out.left(60), en.out.left(60));
    }

    void nothingMeetsTheRequirements()
    {
        const Answer a = run({QStringLiteral("plan"), example(QStringLiteral("domestic-requirement")), QStringLiteral("--json")});
        QCOMPARE(a.status, 1);
        const QJsonObject o = QJsonDocument::fromJson(a.out).object();
        QVERIFY(o[QLatin1String("recommendation")].toObject()[QLatin1String("candidate")].isNull());
        const QJsonArray candidates = o[QLatin1String("candidates")].toArray();
        QVERIFY(!candidates.isEmpty());
        for (const QJsonValue c : candidates) {
            QCOMPARE(c.toObject()[QLatin1String("status")].toString(), QStringLiteral("rejected"));
            QVERIFY(!c.toObject()[QLatin1String("reasons")].toArray().isEmpty());
        }
        const Answer command = run({QStringLiteral("command"), example(QStringLiteral("domestic-requirement"))});
        QCOMPARE(command.status, 1);
        QVERIFY(command.out.isEmpty());
    }

    void estimateStream()
    {
        const QByteArray good = R"({"model": "deeplabv3plus", "backbone": "resnet50", "crop": {"height": 256, "width": 256}, "batch_per_gpu": 2, "gpu": "T4"})";
        const QByteArray input = good + "\n" + R"({"model": "deeplabv3plus", "backbone": "resnet5000", "gpu": "T4"})" + "\nnot json\n\n" + R"({"model": )" + "\n"
            + R"({"model": "deeplabv3plus", "classes": NaN, "gpu": "T4"})" + "\n" + good; // the last line without its newline
        const Answer a = run({QStringLiteral("estimate"), QStringLiteral("-")}, input);
        QCOMPARE(a.status, 2);
        const QList<QByteArray> lines = a.out.trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        QList<QJsonObject> answers;
        for (const QByteArray &line : lines) {
            QJsonParseError error;
            answers << QJsonDocument::fromJson(line, &error).object();
            QCOMPARE(error.error, QJsonParseError::NoError);
        }
        QVERIFY(answers[0][QLatin1String("ok")].toBool());
        QVERIFY(!answers[1][QLatin1String("ok")].toBool());
        QCOMPARE(answers[1][QLatin1String("error")].toObject()[QLatin1String("pointer")].toString(), QStringLiteral("/backbone"));
        QCOMPARE(answers[1][QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("unknown-id"));
        for (int i = 2; i < 5; ++i)
            QCOMPARE(answers[i][QLatin1String("error")].toObject()[QLatin1String("code")].toString(), QStringLiteral("syntax"));
        QCOMPARE(lines[5], lines[0]);
        QVERIFY(a.err.contains("-:2: /backbone: "));

        // Parts sum to what nvidia-smi would show.
        const QJsonObject memory = answers[0][QLatin1String("memory")].toObject();
        double sum = 0;
        for (const QJsonValue part : memory[QLatin1String("parts")].toArray())
            sum += part.toObject()[QLatin1String("bytes")].toDouble();
        QCOMPARE(sum, memory[QLatin1String("device_bytes")].toDouble());
    }

    void estimateExplained()
    {
        const QByteArray line = R"({"model": "fcn", "backbone": "resnet50", "crop": {"height": 256, "width": 256}, "batch_per_gpu": 4, "gpu": "T4", )"
                                R"("validation": {"mode": "whole", "image": {"height": 512, "width": 1024}}})";
        const Answer a = run({QStringLiteral("estimate"), QStringLiteral("-"), QStringLiteral("--explain")}, line);
        QVERIFY2(a.status == 0, a.err.constData());
        const QJsonObject answer = QJsonDocument::fromJson(a.out).object(), explanation = answer[QLatin1String("explanation")].toObject();
        qint64 saved = 0;
        for (const QJsonValue layer : explanation[QLatin1String("layers")].toArray())
            saved += layer.toObject()[QLatin1String("saved_bytes")].toInteger();
        QCOMPARE(saved, answer[QLatin1String("saved_bytes")].toInteger()); // the table by layer is the sum
        qint64 highest = 0;
        for (const QJsonValue point : explanation[QLatin1String("timeline")].toArray())
            highest = std::max(highest, point.toArray().first().toInteger());
        const QJsonObject memory = answer[QLatin1String("memory")].toObject();
        QCOMPARE(highest, memory[QLatin1String("allocated_bytes")].toInteger()); // the timeline has the peak
        QVERIFY(explanation[QLatin1String("remedies")].toArray().size() >= 4);
        QVERIFY(explanation[QLatin1String("largest_crop")].toObject()[QLatin1String("height")].toInt() >= 256);
        const QJsonObject validation = memory[QLatin1String("validation")].toObject();
        QCOMPARE(validation[QLatin1String("mode")].toString(), QStringLiteral("whole"));
        QVERIFY(validation[QLatin1String("device_bytes")].toInteger() > 0);
        // Without the key the answer is of the training step alone.
        const Answer plain = run({QStringLiteral("estimate"), QStringLiteral("-")}, R"({"model": "fcn", "gpu": "T4"})");
        QVERIFY(!plain.out.contains("validation\":") && !plain.out.contains("explanation"));
        const Answer text = run({QStringLiteral("estimate"), write(QStringLiteral("explained.json"), line), QStringLiteral("--explain"), QStringLiteral("--lang"), QStringLiteral("zh_CN")});
        QVERIFY2(text.out.contains("\xe5\xb1\x82"), text.out.constData()); // the heading of the table by layer
    }

    void estimateAnswersBeforeTheNextQuestion()
    {
        QProcess process;
        process.start(QString::fromLocal8Bit(qgetenv("SEGPLAN_BINARY")), {QStringLiteral("estimate"), QStringLiteral("-")});
        for (int i = 0; i < 2; ++i) {
            process.write(R"({"model": "fcn", "backbone": "resnet50", "crop": {"height": 128, "width": 128}, "gpu": "T4"})" "\n");
            QByteArray line;
            while (!line.endsWith('\n') && process.waitForReadyRead(60000))
                line += process.readAllStandardOutput();
            QVERIFY2(line.startsWith("{\"ok\":true"), line.constData());
        }
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 0);
    }

    void estimateOfAFileAndOfAGpuOfOnesOwn()
    {
        const QJsonArray gpus = QJsonDocument::fromJson(run({QStringLiteral("gpus"), QStringLiteral("--json")}).out).array();
        QVERIFY(gpus.size() > 10);
        QJsonObject card;
        for (const QJsonValue g : gpus) {
            if (g.toObject()[QLatin1String("id")].toString() == QLatin1String("A10"))
                card = g.toObject();
        }
        QVERIFY(!card.isEmpty());
        const QJsonObject crop{{QStringLiteral("height"), 256}, {QStringLiteral("width"), 256}};
        const QJsonObject named{{QStringLiteral("model"), QStringLiteral("fcn")}, {QStringLiteral("crop"), crop}, {QStringLiteral("gpu"), QStringLiteral("A10")}};
        QJsonObject spelled = named;
        spelled[QLatin1String("gpu")] = card;
        const Answer a = run({QStringLiteral("estimate"), write(QStringLiteral("named.json"), compact(named)), QStringLiteral("--json")});
        const Answer b = run({QStringLiteral("estimate"), write(QStringLiteral("spelled.json"), compact(spelled)), QStringLiteral("--json")});
        QCOMPARE(a.status, 0);
        QVERIFY2(b.status == 0, b.err.constData());
        QCOMPARE(b.out, a.out);
        const Answer text = run({QStringLiteral("estimate"), m_dir.filePath(QStringLiteral("named.json"))});
        QCOMPARE(text.status, 0);
        QVERIFY(text.out.contains("GiB"));
    }

    void lists()
    {
        for (const char *what : {"models", "gpus", "instances", "datasets"}) {
            const Answer json = run({QLatin1String(what), QStringLiteral("--json")});
            QCOMPARE(json.status, 0);
            const QJsonArray list = QJsonDocument::fromJson(json.out).array();
            QVERIFY2(!list.isEmpty(), what);
            for (const QJsonValue entry : list)
                QVERIFY(!entry.toObject()[QLatin1String("id")].toString().isEmpty());
            const Answer text = run({QLatin1String(what)});
            QCOMPARE(text.status, 0);
            QVERIFY(text.out.count('\n') > 3);
        }
        const QJsonArray here = QJsonDocument::fromJson(run({QStringLiteral("instances"), QStringLiteral("--json"), QStringLiteral("--region"), QStringLiteral("cn-shanghai")}).out).array();
        QVERIFY(!here.isEmpty());
        for (const QJsonValue t : here) {
            for (const QJsonValue p : t.toObject()[QLatin1String("prices")].toArray())
                QCOMPARE(p.toObject()[QLatin1String("region")].toString(), QStringLiteral("cn-shanghai"));
        }
    }

    void defaultsOfModelsAreWorkloads()
    {
        const QJsonArray models = QJsonDocument::fromJson(run({QStringLiteral("models"), QStringLiteral("--json")}).out).array();
        QByteArray input;
        for (const QJsonValue m : models) {
            QJsonObject workload = m.toObject()[QLatin1String("defaults")].toObject();
            workload[QLatin1String("gpu")] = QStringLiteral("A100-80");
            workload[QLatin1String("crop")] = QJsonObject{{QStringLiteral("height"), 224}, {QStringLiteral("width"), 224}};
            input += compact(workload) + "\n";
        }
        const Answer a = run({QStringLiteral("estimate"), QStringLiteral("-")}, input);
        for (const QByteArray &line : a.out.trimmed().split('\n'))
            QVERIFY2(line.startsWith("{\"ok\":true") || line.contains("/crop"), line.constData());
    }

    void knowledgeCheck()
    {
        const Answer built = run({QStringLiteral("knowledge"), QStringLiteral("check")});
        QVERIFY2(built.status == 0, built.err.constData());
        QVERIFY(built.out.contains("no faults"));

        // A copy passes; the same with a price that lost its amount does not, and the place is named.
        const QString folder = m_dir.filePath(QStringLiteral("knowledge"));
        QVERIFY(QDir().mkpath(folder));
        for (const QFileInfo &file : QDir(QStringLiteral(SEGPLAN_SOURCE_DIR "/resources/knowledge")).entryInfoList({QStringLiteral("*.json")}))
            QVERIFY(QFile::copy(file.filePath(), folder + QLatin1Char('/') + file.fileName()));
        const QString prices = folder + QStringLiteral("/prices.json");
        QFile::setPermissions(prices, QFile::ReadOwner | QFile::WriteOwner);
        QCOMPARE(run({QStringLiteral("knowledge"), QStringLiteral("check"), folder}).status, 0);
        QJsonObject root = QJsonDocument::fromJson(bytesOf(prices)).object();
        QJsonArray list = root[QLatin1String("prices")].toArray();
        QJsonObject entry = list[3].toObject();
        entry.remove(QStringLiteral("amount"));
        list[3] = entry;
        root[QLatin1String("prices")] = list;
        write(QStringLiteral("knowledge/prices.json"), QJsonDocument(root).toJson());
        const Answer broken = run({QStringLiteral("knowledge"), QStringLiteral("check"), folder});
        QCOMPARE(broken.status, 2);
        QVERIFY2(broken.err.contains("prices.json: /prices/3"), broken.err.constData());
    }

    void exportsAndReport_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("csv") << QStringList{QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("csv")} << QByteArray("\xef\xbb\xbf");
        QTest::newRow("json") << QStringList{QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("json")} << QByteArray("{");
        QTest::newRow("svg") << QStringList{QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("svg")} << QByteArray("<?xml");
        QTest::newRow("png") << QStringList{QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("png")} << QByteArray("\x89PNG");
        QTest::newRow("memory chart") << QStringList{QStringLiteral("export"), QStringLiteral("--format"), QStringLiteral("png"), QStringLiteral("--chart"), QStringLiteral("memory")} << QByteArray("\x89PNG");
        QTest::newRow("pdf") << QStringList{QStringLiteral("report")} << QByteArray("%PDF-");
    }
    // Without a display: neither a platform nor a server is named.
    void exportsAndReport()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, begins);
        const QString path = m_dir.filePath(QStringLiteral("out.%1").arg(QLatin1String(QTest::currentDataTag())));
        const QMap<QString, QString> bare{{QStringLiteral("QT_QPA_PLATFORM"), QString()}, {QStringLiteral("DISPLAY"), QString()}, {QStringLiteral("WAYLAND_DISPLAY"), QString()}};
        const Answer a = run(arguments + QStringList{example(QStringLiteral("industrial")), QStringLiteral("-o"), path}, {}, bare);
        QVERIFY2(a.status == 0, a.err.constData());
        QVERIFY(bytesOf(path).startsWith(begins));
        QVERIFY(QFileInfo(path).size() > 500);

        // A folder that takes nothing: status 3, and what was there stays.
        const QString nowhere = m_dir.filePath(QStringLiteral("no-such-folder/out"));
        const Answer failed = run(arguments + QStringList{example(QStringLiteral("industrial")), QStringLiteral("-o"), nowhere}, {}, bare);
        QCOMPARE(failed.status, 3);
        QVERIFY(!failed.err.isEmpty());
        QVERIFY(!QFileInfo::exists(nowhere));
    }

    void readOnlyFolder()
    {
        const QString folder = m_dir.filePath(QStringLiteral("locked"));
        QVERIFY(QDir().mkpath(folder));
        const QString path = folder + QStringLiteral("/out.json");
        write(QStringLiteral("locked/out.json"), "old");
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::ExeOwner);
        QFile probe(folder + QStringLiteral("/probe"));
        const bool mayWrite = probe.open(QIODevice::WriteOnly);
        if (mayWrite) {
            QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            QSKIP("this user may write into a read-only folder");
        }
        const Answer a = run({QStringLiteral("export"), example(QStringLiteral("industrial")), QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("-o"), path});
        QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(a.status, 3);
        QCOMPARE(bytesOf(path), QByteArray("old"));
    }

    void aWrongPlanOverwritesNothing()
    {
        const QString wrong = write(QStringLiteral("wrong2.segplan"), R"({"segplan": 9})");
        const QString target = write(QStringLiteral("kept.csv"), "old");
        QCOMPARE(run({QStringLiteral("export"), wrong, QStringLiteral("--format"), QStringLiteral("csv"), QStringLiteral("-o"), target}).status, 2);
        QCOMPARE(bytesOf(target), QByteArray("old"));
    }

    void launchCommandPerShell()
    {
        for (const char *shell : {"bash", "powershell", "cmd"}) {
            const Answer a = run({QStringLiteral("command"), example(QStringLiteral("industrial")), QStringLiteral("--shell"), QLatin1String(shell)});
            QVERIFY2(a.status == 0, a.err.constData());
            QVERIFY(a.out.startsWith("aliyun ecs RunInstances"));
            QVERIFY(a.out.contains("--InstanceType"));
        }
    }

    void withoutADisplayTheWindowSaysSo()
    {
#ifdef Q_OS_LINUX
        const Answer a = run({}, {}, {{QStringLiteral("QT_QPA_PLATFORM"), QString()}, {QStringLiteral("DISPLAY"), QString()}, {QStringLiteral("WAYLAND_DISPLAY"), QString()}});
        QCOMPARE(a.status, 3);
        QVERIFY(a.err.contains("no display"));
#endif
    }

private:
    QString write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_dir.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write the test's own file");
        return file.fileName();
    }
    QTemporaryDir m_dir;
};

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
