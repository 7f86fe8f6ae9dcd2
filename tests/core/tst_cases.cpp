// Whole plans with what a right planner answers: one folder of tests/cases each, plan.segplan and expected.txt.
//
// expected.txt, one expectation per line ("#" starts a comment):
//   answer: recommended | none         whether a type is recommended
//   gpu: A10 | L20                     recommended GPU is one of these
//   type: ecs.gn7i-...                 recommended instance type is one of these
//   precision: amp-fp16                of the recommended candidate
//   global batch: 16                   batch x accumulation x GPUs x nodes of every accepted candidate
//   rejected T4: memory                every candidate with this GPU is rejected, by this rule first
//   accepted V100-32                   at least one candidate with this GPU is accepted
//   rule: T4                           what the rule of thumb says
//   cache: oss-ossfs | nas | none
//   network: none | vpc | erdma | roce
//   lit: medium                        a node of the decision path that is taken
//   issue: batch-split                 an issue with this code
//   says: words                        found in some sentence of the answer
//   never says: words                  found in none
//   command: --Name value              found in the bash command, blanks and line breaks as one blank
//   no command
#include "evaluate/evaluate.h"
#include "plan/file.h"

#include "csv.h"
#include "knowledge.h"

#include <QDir>
#include <QRegularExpression>
#include <QtTest>

#include <algorithm>

using namespace segplan;

namespace {

QStringList sentences(const Evaluation &e)
{
    QStringList out;
    const auto say = [&out](const Text &text) { out << QString::fromStdString(english(text)); };
    for (const Issue &i : e.issues)
        say(i.message);
    for (const Candidate &c : e.candidates) {
        for (const Reason &r : c.reasons)
            say(r.message);
    }
    const Recommendation &r = e.recommendation;
    say(r.why);
    say(r.storage.cacheReason);
    say(r.network.reason);
    for (const Text &t : r.host.notes)
        say(t);
    for (const Text &t : r.launchNotes)
        say(t);
    for (const FlowNode &n : e.flow.nodes) {
        say(n.question);
        say(n.answer);
        say(n.reason);
    }
    if (e.rule)
        say(e.rule->rule);
    return out;
}

bool saysSomewhere(const Evaluation &e, const QString &words)
{
    const QStringList all = sentences(e);
    return std::any_of(all.begin(), all.end(), [&](const QString &s) { return s.contains(words, Qt::CaseInsensitive); });
}

bool oneOf(const std::string &value, const QString &list)
{
    for (const QString &item : list.split('|')) {
        if (item.trimmed().toStdString() == value)
            return true;
    }
    return false;
}

// Empty: the expectation holds.
QString faultOf(const Evaluation &e, const QString &line)
{
    const int colon = static_cast<int>(line.indexOf(':'));
    const QString key = (colon < 0 ? line : line.left(colon)).trimmed();
    const QString value = colon < 0 ? QString() : line.mid(colon + 1).trimmed();
    const bool found = e.recommendation.candidate >= 0;
    const Candidate *c = found ? &e.candidates[static_cast<std::size_t>(e.recommendation.candidate)] : nullptr;
    const QString why = QString::fromStdString(english(e.recommendation.why));
    const auto expect = [](bool holds, const QString &fault) { return holds ? QString() : fault; };

    if (key == "answer")
        return expect(found == (value == "recommended"), "answer: " + (found ? QString::fromStdString(c->instanceType) : why));
    if (key == "gpu")
        return expect(c && oneOf(c->gpu, value), "gpu: " + (c ? QString::fromStdString(c->gpu) : why));
    if (key == "type")
        return expect(c && oneOf(c->instanceType, value), "type: " + (c ? QString::fromStdString(c->instanceType) : why));
    if (key == "precision")
        return expect(c && oneOf(precisionName(c->precision), value), "precision: " + (c ? QString(precisionName(c->precision)) : why));
    if (key == "global batch") {
        for (const Candidate &other : e.candidates) {
            if (other.rank > 0 && other.batchPerGpu * other.accumulation * other.gpus * other.nodes != value.toInt())
                return "global batch of " + QString::fromStdString(other.instanceType);
        }
        return {};
    }
    if (key.startsWith("rejected ")) {
        const std::string gpu = key.mid(9).toStdString();
        int seen = 0;
        for (const Candidate &other : e.candidates) {
            if (other.gpu != gpu)
                continue;
            ++seen;
            if (other.status != CandidateStatus::Rejected || !oneOf(other.reasons.front().code, value))
                return QString("%1: %2 %3").arg(key, QString::fromStdString(other.instanceType), QString::fromStdString(other.reasons.front().code));
        }
        return expect(seen > 0, key + ": no such candidate");
    }
    if (key.startsWith("accepted ")) {
        const std::string gpu = key.mid(9).toStdString();
        return expect(std::any_of(e.candidates.begin(), e.candidates.end(), [&](const Candidate &o) { return o.gpu == gpu && o.rank > 0; }), key);
    }
    if (key == "rule")
        return expect(e.rule && e.rule->gpu == value.toStdString(), key);
    if (key == "cache")
        return expect(e.recommendation.storage.cache == (value == "none" ? "" : value.toStdString()), "cache: " + QString::fromStdString(e.recommendation.storage.cache));
    if (key == "network")
        return expect(e.recommendation.network.kind == value.toStdString(), "network: " + QString::fromStdString(e.recommendation.network.kind));
    if (key == "lit") {
        return expect(std::any_of(e.flow.nodes.begin(), e.flow.nodes.end(), [&](const FlowNode &n) { return n.taken && n.id == value.toStdString(); }), line);
    }
    if (key == "issue")
        return expect(std::any_of(e.issues.begin(), e.issues.end(), [&](const Issue &i) { return i.code == value.toStdString(); }), line);
    if (key == "says")
        return expect(saysSomewhere(e, value), line + "\n" + sentences(e).join('\n'));
    if (key == "never says")
        return expect(!saysSomewhere(e, value), line);
    if (key == "command") {
        const QString text = e.command ? QString::fromStdString(commandText(*e.command, Shell::Bash)) : QString();
        return expect(QString(text).remove('\\').simplified().contains(value), line + " in\n" + text);
    }
    if (key == "no command")
        return expect(!e.command, line);
    return "unknown expectation: " + line;
}

} // namespace

class TestCases : public QObject {
    Q_OBJECT

private slots:
    void cases_data()
    {
        QTest::addColumn<QString>("folder");
        const QDir dir(QString(SEGPLAN_SOURCE_DIR) + "/tests/cases");
        const QStringList folders = dir.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        QVERIFY2(folders.size() >= 10, "case folders are missing");
        for (const QString &folder : folders)
            QTest::newRow(qPrintable(folder)) << folder;
    }
    void cases()
    {
        QFETCH(QString, folder);
        const std::string base = "tests/cases/" + folder.toStdString();
        const auto plan = readPlan(segplan::test::readFile(base + "/plan.segplan"), "plan.segplan", segplan::test::testKnowledge());
        QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().line().c_str());
        const Evaluation e = evaluate(*plan, segplan::test::testKnowledge(), {"2026-11-30T12:00:00Z", nullptr});
        QStringList faults;
        int expectations = 0;
        const QStringList lines = QString::fromStdString(segplan::test::readFile(base + "/expected.txt")).split('\n');
        for (QString line : lines) {
            line = line.section('#', 0, 0).trimmed();
            if (line.isEmpty())
                continue;
            ++expectations;
            if (const QString fault = faultOf(e, line); !fault.isEmpty())
                faults << fault;
        }
        QVERIFY(expectations > 0);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestCases)
#include "tst_cases.moc"
