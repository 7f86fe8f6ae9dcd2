// The decision path: always the same steps, computed answers, one lit path that hangs together.
#include "evaluate/evaluate.h"

#include "knowledge.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

Plan planFor(int kind)
{
    Plan plan;
    plan.workload.backbone = "resnet50";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 8;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    switch (kind) {
    case 1: plan.requirements.families = {"gn6i"}; break;
    case 2: plan.requirements.families = {"gn7e"}; break;
    case 3: plan.requirements.domesticSilicon = true; break;
    case 4:
        plan.workload.globalBatch = 32;
        plan.workload.gpus = 8;
        plan.workload.nodes = 2;
        plan.requirements.maxGpus = 16;
        plan.requirements.allowMultiNode = true;
        break;
    default: break;
    }
    return plan;
}

const FlowNode *nodeOf(const Flow &flow, const std::string &id)
{
    const auto it = std::find_if(flow.nodes.begin(), flow.nodes.end(), [&](const FlowNode &n) { return n.id == id; });
    return it == flow.nodes.end() ? nullptr : &*it;
}

} // namespace

class TestFlow : public QObject {
    Q_OBJECT

private slots:
    void path_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("branch");
        QTest::newRow("open") << 0 << "";
        QTest::newRow("small") << 1 << "small";
        QTest::newRow("large") << 2 << "large";
        QTest::newRow("nothing") << 3 << "none";
        QTest::newRow("two nodes") << 4 << "";
    }
    void path()
    {
        QFETCH(int, kind);
        QFETCH(QString, branch);
        const Evaluation e = evaluate(planFor(kind), testKnowledge());
        const Flow &flow = e.flow;
        std::map<std::string, const FlowNode *> nodes;
        for (const FlowNode &n : flow.nodes) {
            QVERIFY2(nodes.emplace(n.id, &n).second, n.id.c_str());
            QVERIFY2(!english(n.question).empty(), n.id.c_str());
            QVERIFY2(!english(n.answer).empty(), n.id.c_str());
            QVERIFY(n.term == noTerm || e.ledger.contains(n.term));
        }
        for (const char *id : {"scale", "vram", "class", "small", "medium", "large", "host", "rule", "storage", "pl3", "network", "deploy"})
            QVERIFY2(nodes.count(id), id);
        std::set<std::pair<int, int>> places;
        for (const FlowNode &n : flow.nodes)
            QVERIFY2(places.insert({n.column, n.row}).second, n.id.c_str());
        for (const FlowEdge &edge : flow.edges) {
            QVERIFY(nodes.count(edge.from) && nodes.count(edge.to));
            if (edge.taken)
                QVERIFY2(nodes[edge.from]->taken && nodes[edge.to]->taken, edge.to.c_str());
        }
        // Every lit node but the first is reached by a lit edge.
        for (const FlowNode &n : flow.nodes) {
            if (!n.taken || n.id == "scale")
                continue;
            QVERIFY2(std::any_of(flow.edges.begin(), flow.edges.end(), [&n](const FlowEdge &x) { return x.taken && x.to == n.id; }), n.id.c_str());
        }
        const int lit = nodes["small"]->taken + nodes["medium"]->taken + nodes["large"]->taken;
        QCOMPARE(lit, e.recommendation.candidate >= 0 ? 1 : 0);
        QCOMPARE(nodes["deploy"]->taken, e.recommendation.candidate >= 0);
        if (branch == "none")
            QCOMPARE(e.recommendation.candidate, -1);
        else if (!branch.isEmpty())
            QVERIFY2(nodes[branch.toStdString()]->taken, qPrintable(branch));
    }

    void answersAreComputed()
    {
        const Evaluation e = evaluate(planFor(0), testKnowledge());
        QVERIFY(e.recommendation.candidate >= 0 && e.memory);
        const FlowNode *vram = nodeOf(e.flow, "vram");
        QVERIFY(english(vram->answer).find(english(textArg(e.memory->device.value))) != std::string::npos);
        QVERIFY(english(nodeOf(e.flow, "scale")->answer).find("2,975") != std::string::npos);
    }

    void untakenBranchesSayWhyNot()
    {
        Plan plan = planFor(2);
        const Evaluation e = evaluate(plan, testKnowledge());
        for (const char *id : {"small", "medium"})
            QVERIFY2(english(nodeOf(e.flow, id)->answer).find("families") != std::string::npos, english(nodeOf(e.flow, id)->answer).c_str());
    }
};

QTEST_APPLESS_MAIN(TestFlow)
#include "tst_flow.moc"
