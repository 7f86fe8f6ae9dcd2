// The launch command: quoting that a real shell takes apart again, and arguments that the API's table allows.
#include "handover/command.h"
#include "handover/launch.h"

#include "csv.h"
#include "knowledge.h"

#include <QProcess>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace segplan;

namespace {

// What bash passes to a program for this text, word by word.
QStringList wordsInBash(const std::string &text)
{
    QProcess bash;
    bash.start("bash", {"-c", QString::fromStdString("printf '%s\\0' " + text)});
    if (!bash.waitForFinished(20000) || bash.exitCode() != 0)
        return {"bash failed: " + QString::fromUtf8(bash.readAllStandardError())};
    QStringList words;
    for (const QByteArray &word : bash.readAllStandardOutput().split('\0'))
        words << QString::fromUtf8(word);
    words.removeLast(); // after the last terminator
    return words;
}

LaunchInput inputFor(const Plan &plan, const InstanceType &type)
{
    LaunchInput in{plan, type};
    in.region = "cn-shanghai";
    in.systemDisk = {"cloud_essd", "PL1", 120};
    in.dataDisk = LaunchDisk{"cloud_essd", "PL1", 60};
    in.hours = 31.4;
    in.hoursHigh = 37;
    in.modelName = "deeplabv3plus-resnet101";
    in.nowUtc = "2026-11-30T12:00:00Z";
    return in;
}

const InstanceType &typeOf(const char *id)
{
    const InstanceType *type = segplan::test::testKnowledge().instanceType(id);
    if (!type)
        qFatal("no type %s", id);
    return *type;
}

std::string valueOf(const LaunchCommand &command, const std::string &name)
{
    for (const LaunchArgument &a : command.arguments) {
        if (a.name == name)
            return a.value;
    }
    return "<absent>";
}

struct Parameter {
    std::string type;
    bool knownToCli = false;
    QStringList allowed;
    std::optional<double> min, max;
};

// "DataDisk.1.Size" -> "DataDisk.N.Size"
std::string tableName(const std::string &argument)
{
    QString name = QString::fromStdString(argument).mid(2);
    name.replace(QRegularExpression("\\.[1-9][0-9]*(?=\\.|$)"), ".N");
    return name.toStdString();
}

const std::map<std::string, Parameter> &parameters()
{
    static const std::map<std::string, Parameter> table = [] {
        std::map<std::string, Parameter> out;
        for (const auto &row : segplan::test::readCsv("tests/data/runinstances_params.csv")) {
            if (row.at("api") != "RunInstances")
                continue;
            Parameter p;
            p.type = row.at("type");
            p.knownToCli = row.at("cli_3.4.11") == "yes";
            if (!row.at("enum").empty())
                p.allowed = QString::fromStdString(row.at("enum")).split('|');
            if (!row.at("min").empty())
                p.min = std::stod(row.at("min"));
            if (!row.at("max").empty())
                p.max = std::stod(row.at("max"));
            out.emplace(row.at("parameter"), p);
        }
        return out;
    }();
    return table;
}

QStringList faultsOf(const LaunchCommand &command)
{
    QStringList faults;
    std::set<std::string> seen;
    for (const LaunchArgument &a : command.arguments) {
        const QString name = QString::fromStdString(a.name), value = QString::fromStdString(a.value);
        if (!seen.insert(a.name).second)
            faults << name + " twice";
        if (english(a.reason).empty())
            faults << name + " without a reason";
        if (a.name == "--region")
            continue; // the CLI's own
        const auto it = parameters().find(tableName(a.name));
        if (it == parameters().end() || !it->second.knownToCli) {
            faults << name + " is not known to the CLI";
            continue;
        }
        const Parameter &p = it->second;
        if (!p.allowed.isEmpty() && !p.allowed.contains(value))
            faults << name + "=" + value + " not allowed";
        if (p.type == "Integer" || p.type == "Long" || p.min) {
            bool number = false;
            const double v = value.toDouble(&number);
            if (!number || (p.min && v < *p.min) || (p.max && v > *p.max))
                faults << name + "=" + value + " out of range";
        }
        if (p.type == "Boolean" && value != "true" && value != "false")
            faults << name + "=" + value + " is no boolean";
    }
    return faults;
}

} // namespace

class TestHandover : public QObject {
    Q_OBJECT

private slots:
    void bashRoundTrip_data()
    {
        QTest::addColumn<QString>("word");
        QTest::newRow("plain") << "ecs.gn7i-c16g1.4xlarge";
        QTest::newRow("placeholder") << "<security-group-id>";
        QTest::newRow("single quote") << "it's";
        QTest::newRow("only quotes") << "'''";
        QTest::newRow("double quote") << "a \"b\" c";
        QTest::newRow("substitution") << "$(touch /tmp/x) `id` ${HOME} $HOME";
        QTest::newRow("newline") << "one\ntwo";
        QTest::newRow("trailing newline") << "one\n";
        QTest::newRow("chinese") << QString::fromUtf8("训练-一");
        QTest::newRow("emoji") << QString::fromUtf8("\xF0\x9F\x8E\x93");
        QTest::newRow("glob") << "*?[a-z]{1,2}~ #comment";
        QTest::newRow("history and jobs") << "!! & | ; < > ( )";
        QTest::newRow("backslash") << "a\\b\\";
        QTest::newRow("dash") << "-x";
        QTest::newRow("tab") << "a\tb";
        QTest::newRow("empty") << "";
        QTest::newRow("equals") << "a=b";
        QTest::newRow("percent") << "%PATH%";
    }
    void bashRoundTrip()
    {
        QFETCH(QString, word);
        QCOMPARE(wordsInBash(quoted(word.toStdString(), Shell::Bash) + " end"), QStringList({word, "end"}));
    }

    void commandInBash()
    {
        LaunchCommand command;
        command.program = {"aliyun", "ecs", "RunInstances"};
        command.arguments = {{"--InstanceName", "it's $(x)", {}, false}, {"--Description", "-starts with dash", {}, false},
                             {"--Tag.1.Value", "", {}, false}, {"--KeyPairName", "<key-pair-name>", {}, true}};
        QCOMPARE(wordsInBash(commandText(command, Shell::Bash)),
                 QStringList({"aliyun", "ecs", "RunInstances", "--InstanceName", "it's $(x)", "--Description=-starts with dash", "--Tag.1.Value=",
                              "--KeyPairName", "<key-pair-name>"}));
        QVERIFY(!commandText(command, Shell::Bash).empty() && commandText(command, Shell::Bash).back() != '\n');
    }

    void otherShells_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<int>("shell");
        QTest::addColumn<QString>("expected");
        const int ps = static_cast<int>(Shell::PowerShell), cmd = static_cast<int>(Shell::Cmd);
        QTest::newRow("ps plain") << "cn-shanghai" << ps << "cn-shanghai";
        QTest::newRow("ps option with dot") << "--SystemDisk.Size" << ps << "'--SystemDisk.Size'";
        QTest::newRow("ps quote") << "it's" << ps << "'it''s'";
        QTest::newRow("ps typographic quote") << QString::fromUtf8("it\xE2\x80\x99s") << ps << QString::fromUtf8("'it\xE2\x80\x99\xE2\x80\x99s'");
        QTest::newRow("ps variable") << "$env:X" << ps << "'$env:X'";
        QTest::newRow("ps comma") << "a,b" << ps << "'a,b'";
        QTest::newRow("ps empty") << "" << ps << "''";
        QTest::newRow("cmd plain") << "cn-shanghai" << cmd << "cn-shanghai";
        QTest::newRow("cmd placeholder") << "<vswitch-id>" << cmd << "\"<vswitch-id>\"";
        QTest::newRow("cmd ampersand") << "a & b" << cmd << "\"a & b\"";
        QTest::newRow("cmd percent") << "%PATH%" << cmd << "^\"^%PATH^%^\"";
        QTest::newRow("cmd quote") << "a\"b" << cmd << "^\"a\\^\"b^\"";
        QTest::newRow("cmd trailing backslash") << "a b\\" << cmd << "\"a b\\\\\"";
        QTest::newRow("cmd line break") << "a\nb" << cmd << "\"a b\"";
    }
    void otherShells()
    {
        QFETCH(QString, word);
        QFETCH(int, shell);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(quoted(word.toStdString(), static_cast<Shell>(shell))), expected);
    }

    void continuation()
    {
        LaunchCommand command;
        command.arguments = {{"--Amount", "1", {}, false}};
        QCOMPARE(commandText(command, Shell::Bash), std::string("aliyun ecs RunInstances \\\n  --Amount 1"));
        QCOMPARE(commandText(command, Shell::PowerShell), std::string("aliyun ecs RunInstances `\n  --Amount 1"));
        QCOMPARE(commandText(command, Shell::Cmd), std::string("aliyun ecs RunInstances ^\n  --Amount 1"));
    }

    // Every kind of command the program can make, against the table of parameters.
    void parameters_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("purchase");
        QTest::addColumn<int>("nodes");
        const std::pair<const char *, Purchase> purchases[] = {
            {"hour", Purchase::PayAsYouGo}, {"spot", Purchase::Spot}, {"month", Purchase::Subscription}};
        for (const char *type : {"ecs.gn7i-c16g1.4xlarge", "ecs.gn6i-c4g1.xlarge", "ecs.gn5-c4g1.xlarge", "ecs.ebmgn7ex.32xlarge", "ecs.gn7e-c16g1.32xlarge"}) {
            for (const auto &[name, purchase] : purchases) {
                for (const int nodes : {1, 4})
                    QTest::addRow("%s %s %d", type, name, nodes) << QString(type) << static_cast<int>(purchase) << nodes;
            }
        }
    }
    void parameters()
    {
        QFETCH(QString, type);
        QFETCH(int, purchase);
        QFETCH(int, nodes);
        Plan plan;
        LaunchInput in = inputFor(plan, typeOf(type.toLatin1()));
        in.purchase = static_cast<Purchase>(purchase);
        in.nodes = nodes;
        const LaunchCommand command = makeLaunch(in);
        QCOMPARE(faultsOf(command).join("; "), QString());
        QCOMPARE(valueOf(command, "--region"), valueOf(command, "--RegionId"));
        QCOMPARE(valueOf(command, "--Amount"), std::to_string(nodes));
        QCOMPARE(valueOf(command, "--InstanceChargeType"), std::string(in.purchase == Purchase::Subscription ? "PrePaid" : "PostPaid"));
        // Relations the API checks: release time and spot only with PostPaid, a period only with PrePaid, one place for the network.
        const bool prepaid = in.purchase == Purchase::Subscription;
        QCOMPARE(valueOf(command, "--AutoReleaseTime") == "<absent>", prepaid);
        QCOMPARE(valueOf(command, "--Period") == "<absent>", !prepaid);
        QCOMPARE(valueOf(command, "--SpotStrategy") == "<absent>", in.purchase != Purchase::Spot);
        const bool interface = valueOf(command, "--NetworkInterface.1.VSwitchId") != "<absent>";
        QCOMPARE(interface, valueOf(command, "--VSwitchId") == "<absent>");
        QCOMPARE(interface, valueOf(command, "--SecurityGroupId") == "<absent>");
        QCOMPARE(interface, nodes > 1 && typeOf(type.toLatin1()).rdma == "eRDMA");
        QVERIFY((valueOf(command, "--ImageId") == "<absent>") != (valueOf(command, "--ImageFamily") == "<absent>"));
    }

    void placeholdersAndOwnValues()
    {
        Plan plan;
        const InstanceType &type = typeOf("ecs.gn7i-c16g1.4xlarge");
        LaunchCommand command = makeLaunch(inputFor(plan, type));
        int open = 0;
        for (const LaunchArgument &a : command.arguments) {
            QCOMPARE(a.placeholder, a.value.front() == '<');
            open += a.placeholder;
        }
        QCOMPARE(open, 3);
        plan.launch = {"sg-1", "vsw-1", "my-key", "m-abc", "-x y", Shell::Bash};
        command = makeLaunch(inputFor(plan, type));
        QVERIFY(std::none_of(command.arguments.begin(), command.arguments.end(), [](const LaunchArgument &a) { return a.placeholder; }));
        QCOMPARE(valueOf(command, "--SecurityGroupId"), std::string("sg-1"));
        QCOMPARE(valueOf(command, "--ImageId"), std::string("m-abc"));
        QCOMPARE(valueOf(command, "--InstanceName"), std::string("segplan--x-y"));
        plan.launch.image = "acs:ubuntu_22_04_x64";
        command = makeLaunch(inputFor(plan, type));
        QCOMPARE(valueOf(command, "--ImageFamily"), std::string("acs:ubuntu_22_04_x64"));
    }

    void subscriptionPeriods_data()
    {
        QTest::addColumn<double>("hours");
        QTest::addColumn<int>("months");
        QTest::newRow("an hour") << 1.0 << 1;
        QTest::newRow("just a month") << 720.0 << 1;
        QTest::newRow("a little more") << 721.0 << 2;
        QTest::newRow("nine months") << 6480.0 << 9;
        QTest::newRow("ten months are sold as a year") << 7000.0 << 12;
        QTest::newRow("thirteen months as two years") << 9000.0 << 24;
        QTest::newRow("a century") << 876000.0 << 60;
    }
    void subscriptionPeriods()
    {
        QFETCH(double, hours);
        QFETCH(int, months);
        QCOMPARE(subscriptionMonths(hours, 720), months);
    }

    void releaseTimes_data()
    {
        QTest::addColumn<QString>("now");
        QTest::addColumn<double>("hours");
        QTest::addColumn<QString>("expected");
        QTest::newRow("whole hour") << "2026-11-30T12:00:00Z" << 46.0 << "2026-12-02T10:00:00Z";
        QTest::newRow("rounds up") << "2026-11-30T12:00:01Z" << 46.0 << "2026-12-02T11:00:00Z";
        QTest::newRow("new year") << "2026-12-31T23:30:00Z" << 1.0 << "2027-01-01T01:00:00Z";
        QTest::newRow("leap day") << "2028-02-28T23:00:00Z" << 1.0 << "2028-02-29T00:00:00Z";
        QTest::newRow("under thirty minutes") << "2026-11-30T12:00:00Z" << 0.2 << "";
        QTest::newRow("over three years") << "2026-11-30T12:00:00Z" << 30000.0 << "";
        QTest::newRow("no time") << "" << 5.0 << "";
        QTest::newRow("no date") << "yesterday" << 5.0 << "";
        QTest::newRow("no such day") << "2026-02-30T12:00:00Z" << 5.0 << "";
        QTest::newRow("local time") << "2026-11-30T12:00:00+08:00" << 5.0 << "";
        QTest::newRow("not a number") << "2026-11-30T12:00:00Z" << qQNaN() << "";
    }
    void releaseTimes()
    {
        QFETCH(QString, now);
        QFETCH(double, hours);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(releaseTime(now.toStdString(), hours).value_or("")), expected);
    }

    void names()
    {
        QCOMPARE(instanceName("seg train 1"), std::string("seg-train-1"));
        QCOMPARE(instanceName("1st"), std::string("segplan-1st"));
        QCOMPARE(instanceName(""), std::string("segplan-"));
        QCOMPARE(instanceName("训练"), std::string("训练"));
        const std::string longName = instanceName(std::string(300, 'a'));
        QCOMPARE(longName.size(), std::size_t{128});
        std::string chinese;
        for (int i = 0; i < 200; ++i)
            chinese += "训";
        QCOMPARE(QString::fromStdString(instanceName(chinese)).size(), 128);
    }
};

QTEST_APPLESS_MAIN(TestHandover)
#include "tst_handover.moc"
