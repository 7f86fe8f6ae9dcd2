// The choice as a whole: objectives, front, order of requirements, limits, stock, fallbacks, what-if, inverse. Properties rather than examples,
// on the shipped knowledge.
#include "evaluate/evaluate.h"
#include "recommend/objective.h"
#include "recommend/ranking.h"
#include "recommend/search.h"

#include "knowledge.h"

#include <QtTest>

#include <algorithm>
#include <set>
#include <thread>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

const std::string now = "2026-11-30T12:00:00Z";

Plan openPlan()
{
    Plan plan;
    plan.workload.backbone = "resnet50";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 16;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.workload.schedule.count = 40000;
    return plan;
}

Plan everywhere(Plan plan)
{
    plan.requirements.regions.clear();
    for (const Region &r : testKnowledge().regions)
        plan.requirements.regions.push_back(r.id);
    plan.requirements.purchase = {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription};
    return plan;
}

Evaluation evaluated(const Plan &plan, const Knowledge &knowledge = testKnowledge(), bool consequences = false)
{
    EvaluateOptions options;
    options.nowUtc = now;
    options.consequences = consequences;
    return evaluate(plan, knowledge, options);
}

const Candidate *best(const Evaluation &e) { return e.recommendation.candidate < 0 ? nullptr : &e.candidates.at(static_cast<std::size_t>(e.recommendation.candidate)); }

// What decides before the objective: whether it can be ordered, currency, certainty.
auto standing(const Candidate &c, Currency reference)
{
    const bool wait = c.askFirst || (c.stock && (*c.stock == StockStatus::None || *c.stock == StockStatus::NoLongerSold));
    return std::make_tuple(wait, c.cost->total.value.currency() != reference, static_cast<int>(c.status), static_cast<int>(c.confidence));
}

Score scored(const Candidate &c, Objective o) { return scoreOf(o, c.cost->total.value.amount(), c.wallClock->mid.count()); }

std::string nameOf(const Candidate &c)
{
    return c.instanceType + "/" + c.region + "/" + purchaseName(c.purchase) + "/" + std::to_string(c.nodes) + "/" + std::to_string(c.batchPerGpu) + "x" + std::to_string(c.accumulation) + "/"
           + precisionName(c.precision) + (c.checkpointing ? "/checkpointing" : "");
}

// An offer and its candidate agree in every number.
struct Searched {
    explicit Searched(const Plan &p, const Knowledge &k = testKnowledge()) : plan(p), shared(k, plan.prices ? plan.prices->entries : k.prices), cache(plan.workload), search(plan, shared, cache)
    {
        if (const auto v = validationFor(plan.workload, k))
            cache.setValidation(*v);
        search.run();
    }
    Plan plan;
    SearchShared shared;
    TraceCache cache;
    Search search;
};

} // namespace

class TestChoice : public QObject {
    Q_OBJECT

private slots:
    void objectives_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<bool>("wide");
        for (const bool wide : {false, true}) {
            QTest::addRow("cheapest %d", wide) << static_cast<int>(Objective::Cheapest) << wide;
            QTest::addRow("fastest %d", wide) << static_cast<int>(Objective::Fastest) << wide;
            QTest::addRow("balanced %d", wide) << static_cast<int>(Objective::Balanced) << wide;
        }
    }
    void objectives()
    {
        QFETCH(int, objective);
        QFETCH(bool, wide);
        Plan plan = wide ? everywhere(openPlan()) : openPlan();
        plan.requirements.objective = static_cast<Objective>(objective);
        const Evaluation e = evaluated(plan);
        const Candidate *first = best(e);
        QVERIFY(first);
        const Currency reference = first->cost->total.value.currency();
        const Candidate *last = nullptr;
        for (const Candidate &c : e.candidates) {
            if (c.rank == 0)
                break;
            if (last && standing(*last, reference) == standing(c, reference))
                QVERIFY2(!(scored(c, plan.requirements.objective) < scored(*last, plan.requirements.objective)), c.instanceType.c_str());
            if (last)
                QVERIFY(standing(*last, reference) <= standing(c, reference));
            last = &c;
        }
    }

    void objectivesDiffer()
    {
        Plan plan = openPlan();
        const Evaluation cheap = evaluated(plan);
        plan.requirements.objective = Objective::Fastest;
        const Evaluation fast = evaluated(plan);
        plan.requirements.objective = Objective::Balanced;
        const Evaluation between = evaluated(plan);
        QVERIFY(best(fast)->wallClock->mid < best(cheap)->wallClock->mid);
        QVERIFY(best(cheap)->cost->total.value < best(fast)->cost->total.value);
        QVERIFY(!(best(between)->cost->total.value < best(cheap)->cost->total.value));
        QVERIFY(!(best(between)->wallClock->mid < best(fast)->wallClock->mid));
        QVERIFY(!e_same(fast.recommendation.why, cheap.recommendation.why));
    }
    static bool e_same(const Text &a, const Text &b) { return english(a) == english(b); }

    // The Pareto front against brute force; who dominates is on the front and really is no dearer and no slower.
    void front_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("one region") << 0;
        QTest::newRow("everywhere") << 1;
        QTest::newRow("several nodes") << 2;
    }
    void front()
    {
        QFETCH(int, kind);
        Plan plan = kind == 0 ? openPlan() : everywhere(openPlan());
        if (kind == 2) {
            plan.requirements.allowMultiNode = true;
            plan.requirements.maxGpus = 32;
            plan.workload.globalBatch = 32;
        }
        Searched s(plan);
        const auto &offers = s.search.offers();
        QVERIFY(offers.size() > (kind == 0 ? 20 : 500));
        std::size_t onFront = 0;
        for (const Offer &o : offers) {
            if (o.status == CandidateStatus::Rejected) {
                QVERIFY(!o.pareto && o.dominatedBy < 0);
                continue;
            }
            const bool dominated = std::any_of(offers.begin(), offers.end(), [&](const Offer &p) {
                return p.status != CandidateStatus::Rejected && p.currency == o.currency && p.cost <= o.cost && p.seconds <= o.seconds && (p.cost < o.cost || p.seconds < o.seconds);
            });
            QCOMPARE(o.pareto, !dominated);
            QCOMPARE(o.dominatedBy >= 0, dominated);
            onFront += o.pareto;
            if (dominated) {
                const Offer &p = offers[static_cast<std::size_t>(o.dominatedBy)];
                QVERIFY(p.pareto && p.currency == o.currency && p.cost <= o.cost && p.seconds <= o.seconds);
            }
        }
        QVERIFY(onFront > 0);
        const Evaluation e = evaluated(plan);
        QCOMPARE(e.frontier.size(), onFront); // all of the front is shown
        for (std::size_t i = 1; i < e.frontier.size(); ++i) {
            const Candidate &a = e.candidates[static_cast<std::size_t>(e.frontier[i - 1])], &b = e.candidates[static_cast<std::size_t>(e.frontier[i])];
            if (a.cost->total.value.currency() == b.cost->total.value.currency())
                QVERIFY(!(b.cost->total.value < a.cost->total.value) && !(a.wallClock->mid < b.wallClock->mid));
        }
        for (const Candidate &c : e.candidates) {
            if (c.rank > 0 && !c.pareto)
                QVERIFY2(c.dominatedBy >= 0 && e.candidates[static_cast<std::size_t>(c.dominatedBy)].pareto, nameOf(c).c_str());
        }
    }

    // What is shown with terms are the numbers that were compared.
    void shownNumbersAreThoseCompared()
    {
        Plan plan = everywhere(openPlan());
        plan.requirements.allowMultiNode = true;
        plan.requirements.maxGpus = 16;
        plan.job.spotPriceRatio = 0.3;
        Searched s(plan);
        Ledger ledger;
        const Shown shown = showCandidates(s.search, ledger);
        QVERIFY(!shown.candidates.empty());
        int compared = 0;
        for (std::size_t i = 0; i < shown.candidates.size(); ++i) {
            const Candidate &c = shown.candidates[i];
            const Offer &o = s.search.offers()[shown.offers[i]];
            if (c.memory)
                QCOMPARE(c.memory->device.value.count(), s.search.machines()[o.machine].runs[o.run].setting->memory.device.count());
            if (!c.cost)
                continue;
            ++compared;
            QCOMPARE(c.cost->total.value.micros(), o.cost);
            QCOMPARE(c.cost->low.micros(), o.costLow);
            QCOMPARE(c.cost->high.micros(), o.costHigh);
            QVERIFY2(std::abs(c.wallClock->mid.count() - o.seconds) <= 1e-9 * o.seconds, nameOf(c).c_str());
            QVERIFY(std::abs(c.time->perIteration.value.count() - s.search.machines()[o.machine].runs[o.run].perIteration.mid.count()) < 1e-12);
            QVERIFY(ledger.contains(c.cost->total.term) && ledger.contains(c.wallClockTerm) && ledger.contains(c.time->perIteration.term));
            std::int64_t parts = 0;
            for (const CostPart &part : c.cost->parts)
                parts += part.amount.value.micros();
            QCOMPARE(parts, c.cost->total.value.micros());
        }
        QVERIFY(compared > 40);
    }

    // A fixed batch that splits the same global batch is never faster on the machine than the batch chosen.
    void chosenBatchIsTheFastest()
    {
        const Evaluation open = evaluated(openPlan());
        int compared = 0;
        for (const int batch : {1, 2, 4, 8, 16}) {
            Plan plan = openPlan();
            plan.workload.batchPerGpu = batch;
            plan.workload.gradientAccumulation = 16 / batch;
            plan.workload.gpus = 1;
            plan.workload.globalBatch.reset();
            for (const Candidate &c : evaluated(plan).candidates) {
                if (c.rank == 0 || c.confidence != Confidence::Surely)
                    continue;
                const auto it = std::find_if(open.candidates.begin(), open.candidates.end(), [&](const Candidate &o) { return o.instanceType == c.instanceType && o.nodes == 1; });
                QVERIFY(it != open.candidates.end() && it->time);
                QVERIFY2(it->time->perIteration.value <= c.time->perIteration.value * 1.011, nameOf(c).c_str());
                ++compared;
            }
        }
        QVERIFY(compared > 30);
    }

    void orderOfRequirementsDoesNotMatter()
    {
        Plan a = everywhere(openPlan());
        a.requirements.families = {"gn6i", "gn7i", "gn6v", "gn7e"};
        a.requirements.excludeFamilies = {"gn6e", "gn5"};
        Plan b = a;
        std::reverse(b.requirements.regions.begin(), b.requirements.regions.end());
        std::reverse(b.requirements.purchase.begin(), b.requirements.purchase.end());
        std::reverse(b.requirements.families.begin(), b.requirements.families.end());
        std::reverse(b.requirements.excludeFamilies.begin(), b.requirements.excludeFamilies.end());
        const Evaluation x = evaluated(a, testKnowledge(), true), y = evaluated(b, testKnowledge(), true);
        QVERIFY(best(x) && best(y));
        QCOMPARE(nameOf(*best(x)), nameOf(*best(y)));
        QCOMPARE(x.combinations, y.combinations);
        QCOMPARE(x.frontier.size(), y.frontier.size());
        for (std::size_t i = 0; i < x.frontier.size(); ++i)
            QCOMPARE(nameOf(x.candidates[static_cast<std::size_t>(x.frontier[i])]), nameOf(y.candidates[static_cast<std::size_t>(y.frontier[i])]));
        QCOMPARE(x.fallbacks.size(), y.fallbacks.size());
        QCOMPARE(x.whatIfs.size(), y.whatIfs.size());
        for (std::size_t i = 0; i < x.whatIfs.size(); ++i)
            QCOMPARE(x.whatIfs[i].id, y.whatIfs[i].id);
    }

    // A larger budget or a later deadline never leads to a worse answer.
    void looserLimitsNeverWorsen_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<bool>("budget");
        for (const int o : {0, 1, 2}) {
            QTest::addRow("%s, budget", objectiveName(static_cast<Objective>(o))) << o << true;
            QTest::addRow("%s, deadline", objectiveName(static_cast<Objective>(o))) << o << false;
        }
    }
    void looserLimitsNeverWorsen()
    {
        QFETCH(int, objective);
        QFETCH(bool, budget);
        Plan plan = openPlan();
        plan.requirements.regions = {"cn-shanghai", "cn-beijing", "cn-wulanchabu"};
        plan.requirements.objective = static_cast<Objective>(objective);
        const Candidate *first = nullptr;
        const Evaluation open = evaluated(plan);
        first = best(open);
        const double scale = budget ? first->cost->total.value.amount() : first->wallClock->mid.hours();
        std::optional<std::pair<std::tuple<bool, bool, int, int>, Score>> before;
        int answers = 0;
        for (const double factor : {0.05, 0.2, 0.5, 0.8, 0.99, 1.0, 1.01, 1.2, 1.7, 3.0, 10.0, 1000.0}) {
            if (budget)
                plan.requirements.budget = Money::of(Currency::CNY, scale * factor);
            else
                plan.requirements.deadlineHours = scale * factor;
            const Evaluation e = evaluated(plan);
            const Candidate *c = best(e);
            if (!c) {
                QVERIFY2(!before, "an answer is lost by a looser limit");
                continue;
            }
            ++answers;
            const auto here = std::make_pair(standing(*c, Currency::CNY), scored(*c, plan.requirements.objective));
            if (before)
                QVERIFY2(!(before->first < here.first) && (here.first < before->first || !(before->second < here.second)), nameOf(*c).c_str());
            before = here;
        }
        QVERIFY(answers >= 4);
    }

    void needs()
    {
        Plan plan = openPlan();
        plan.requirements.nvlink = true;
        for (const Candidate &c : evaluated(plan).candidates) {
            if (c.rank > 0 && c.gpus * c.nodes > 1)
                QVERIFY(testKnowledge().instanceType(c.instanceType)->nvlink);
        }
        plan = openPlan();
        plan.requirements.bf16 = true;
        int rejected = 0;
        for (const Candidate &c : evaluated(plan).candidates) {
            QVERIFY(c.rank == 0 || testKnowledge().gpu(c.gpu)->bf16Tflops);
            rejected += c.rank == 0 && c.reasons.front().code == "bf16";
        }
        QVERIFY(rejected > 0);
        plan = openPlan();
        plan.requirements.hostMemoryGib = 180;
        rejected = 0;
        for (const Candidate &c : evaluated(plan).candidates) {
            QVERIFY(c.rank == 0 || testKnowledge().instanceType(c.instanceType)->memory.gib() >= 180);
            rejected += c.rank == 0 && c.reasons.front().code == "host-memory-asked";
        }
        QVERIFY(rejected > 0);
    }

    void ticketTypesComeAfterWhatCanBeOrdered()
    {
        Knowledge knowledge = testKnowledge();
        Plan plan = openPlan();
        const std::string type = best(evaluated(plan))->instanceType;
        for (InstanceType &t : knowledge.instanceTypes) {
            if (t.id == type)
                t.availability = Availability::Ticket;
        }
        const Evaluation closed = evaluated(plan, knowledge);
        QVERIFY(std::none_of(closed.candidates.begin(), closed.candidates.end(), [&](const Candidate &c) { return c.instanceType == type; }));
        plan.requirements.selfServiceOnly = false;
        const Evaluation open = evaluated(plan, knowledge);
        const auto it = std::find_if(open.candidates.begin(), open.candidates.end(), [&](const Candidate &c) { return c.instanceType == type; });
        QVERIFY(it != open.candidates.end() && it->rank > 1 && it->askFirst);
        QVERIFY(std::any_of(it->reasons.begin(), it->reasons.end(), [](const Reason &r) { return r.code == "ask-first"; }));
        QCOMPARE(nameOf(*best(open)), nameOf(*best(closed)));
    }

    void stock()
    {
        Knowledge knowledge = testKnowledge();
        const Plan plan = openPlan();
        const Candidate first = *best(evaluated(plan));
        knowledge.stock.push_back({first.instanceType, first.region, "cn-shanghai-a", false, StockStatus::None, {"DescribeAvailableResource", "2026-11-30"}});
        Evaluation e = evaluated(plan, knowledge);
        QVERIFY(best(e) && best(e)->instanceType != first.instanceType);
        const auto at = [&](const Evaluation &x) {
            return std::find_if(x.candidates.begin(), x.candidates.end(), [&](const Candidate &c) { return c.instanceType == first.instanceType && c.nodes == first.nodes; });
        };
        QVERIFY(at(e)->rank > 1); // not rejected
        QVERIFY(std::any_of(at(e)->reasons.begin(), at(e)->reasons.end(), [](const Reason &r) { return r.code == "no-stock"; }));
        for (const Fallback &f : e.fallbacks)
            QVERIFY(e.candidates[static_cast<std::size_t>(f.candidate)].instanceType != first.instanceType);
        // Stock in another zone counts.
        knowledge.stock.push_back({first.instanceType, first.region, "cn-shanghai-b", false, StockStatus::Plenty, {"DescribeAvailableResource", "2026-11-30"}});
        e = evaluated(plan, knowledge);
        QCOMPARE(best(e)->instanceType, first.instanceType);
        QCOMPARE(best(e)->stockZone, std::string("cn-shanghai-b"));
        // Nothing anywhere: still an answer, with the words.
        knowledge.stock.clear();
        for (const InstanceType &t : knowledge.instanceTypes)
            knowledge.stock.push_back({t.id, "cn-shanghai", "", false, StockStatus::None, {"DescribeAvailableResource", "2026-11-30"}});
        e = evaluated(plan, knowledge);
        QCOMPARE(best(e)->instanceType, first.instanceType);
        QVERIFY(english(e.recommendation.why).find("no stock") != std::string::npos);
        QVERIFY(e.fallbacks.empty());
    }

    void fallbacksFailApart()
    {
        for (const bool wide : {false, true}) {
            const Evaluation e = evaluated(wide ? everywhere(openPlan()) : openPlan());
            QCOMPARE(e.fallbacks.size(), std::size_t{3});
            std::set<std::string> seen = {best(e)->instanceType + best(e)->region};
            for (const Fallback &f : e.fallbacks) {
                const Candidate &c = e.candidates[static_cast<std::size_t>(f.candidate)];
                QVERIFY(c.rank > 1);
                QVERIFY(seen.insert(c.instanceType + c.region).second);
                QVERIFY(f.otherFamily || f.otherRegion);
                QCOMPARE(f.otherRegion, c.region != best(e)->region);
                QVERIFY(f.moreTime && std::abs(f.moreTime->count() - (c.wallClock->mid - best(e)->wallClock->mid).count()) < 1e-6);
                if (f.moreMoney)
                    QCOMPARE(f.moreMoney->micros(), (c.cost->total.value - best(e)->cost->total.value).micros());
                QVERIFY(!english(f.difference).empty());
            }
        }
    }

    // Setting what a what-if proposes and evaluating gives what it said.
    void whatIfsHoldTheirWord_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("open") << 0;
        QTest::newRow("limits") << 1;
        QTest::newRow("fixed, full precision") << 2;
        QTest::newRow("impossible deadline") << 3;
        QTest::newRow("fastest") << 4;
    }
    void whatIfsHoldTheirWord()
    {
        QFETCH(int, kind);
        Plan plan = openPlan();
        if (kind == 1) {
            plan.requirements.deadlineHours = 30;
            plan.requirements.budget = Money::parse("300", Currency::CNY);
        } else if (kind == 2) {
            plan.workload.batchPerGpu = 4;
            plan.workload.globalBatch.reset();
            plan.workload.gpus = 1;
            plan.workload.precision = Precision::Fp32;
        } else if (kind == 3) {
            plan.requirements.deadlineHours = 0.5;
        } else if (kind == 4) {
            plan.requirements.objective = Objective::Fastest;
            plan.job.spotPriceRatio = 0.25;
        }
        const Evaluation e = evaluated(plan, testKnowledge(), true);
        QVERIFY(kind == 3 || best(e));
        QVERIFY(kind == 3 || e.whatIfs.size() >= 5);
        std::optional<std::pair<int, double>> last;
        for (const WhatIf &w : e.whatIfs) {
            QVERIFY2(!w.fix.changes.empty(), w.id.c_str());
            QVERIFY2(!english(w.name).empty() && !english(w.effect).empty(), w.id.c_str());
            Plan changed = plan;
            for (const auto &[pointer, value] : w.fix.changes) {
                QVERIFY2(fieldSpec(pointer), pointer.c_str());
                QVERIFY2(checkField(*fieldSpec(pointer), value, changed, testKnowledge()).empty(), pointer.c_str());
                changed = withField(changed, pointer, value, testKnowledge());
            }
            const Evaluation after = evaluated(changed);
            QCOMPARE(best(after) != nullptr, w.answer.has_value());
            if (!w.answer)
                continue;
            const Candidate &c = *best(after);
            QCOMPARE(c.instanceType, w.answer->instanceType);
            QCOMPARE(c.region, w.answer->region);
            QCOMPARE(c.cost->total.value.micros(), w.answer->cost.mid.micros());
            QVERIFY(std::abs(c.wallClock->mid.count() - w.answer->wallClock.mid.count()) <= 1e-9 * c.wallClock->mid.count());
            QCOMPARE(c.batchPerGpu, w.answer->batchPerGpu);
            QCOMPARE(c.checkpointing, w.answer->checkpointing);
            if (best(e) && w.moreMoney)
                QCOMPARE(w.moreMoney->micros(), (c.cost->total.value - best(e)->cost->total.value).micros());
            if (w.moreMoney || !best(e)) {
                const std::pair<int, double> key{0, scored(c, plan.requirements.objective).first};
                if (last)
                    QVERIFY2(!(key < *last), w.id.c_str());
                last = key;
            }
        }
        if (kind == 3) { // what makes it possible is found
            QVERIFY(!best(e));
            QVERIFY(std::any_of(e.whatIfs.begin(), e.whatIfs.end(), [](const WhatIf &w) { return w.answer.has_value(); }));
        }
    }

    // The largest is within the limits; a bit more is not.
    void inversesAreAtTheBorder()
    {
        Plan plan = openPlan();
        plan.requirements.deadlineHours = 40;
        plan.requirements.budget = Money::parse("500", Currency::CNY);
        const Evaluation e = evaluated(plan, testKnowledge(), true);
        QVERIFY(best(e));
        std::set<std::string> ids;
        for (const Inverse &i : e.inverses) {
            ids.insert(i.id);
            Plan changed = plan;
            for (const auto &[pointer, value] : i.fix.changes)
                changed = withField(changed, pointer, value, testKnowledge());
            const Evaluation after = evaluated(changed);
            QVERIFY2(best(after), i.id.c_str());
            QCOMPARE(best(after)->instanceType, i.answer.instanceType);
            QVERIFY(best(after)->wallClock->mid.hours() <= 40);
            QVERIFY(!(*plan.requirements.budget < best(after)->cost->total.value));
            if (!i.limited)
                continue;
            Plan more = changed;
            if (i.id == "runs")
                more.requirements.runs = more.requirements.runs + std::max(1, more.requirements.runs / 50);
            else if (i.id == "iterations")
                more.workload.schedule.count = more.workload.schedule.count * 102 / 100;
            else if (i.id == "global-batch")
                more.workload.globalBatch = *more.workload.globalBatch * 2;
            else if (i.id == "crop") {
                more.workload.cropHeight += 64;
                more.workload.cropWidth += 128;
            }
            QVERIFY2(!best(evaluated(more)), i.id.c_str());
        }
        QVERIFY(ids.count("runs") && ids.count("iterations") && ids.count("crop") && ids.count("global-batch"));
        plan.requirements.deadlineHours.reset();
        plan.requirements.budget.reset();
        QVERIFY(evaluated(plan, testKnowledge(), true).inverses.empty()); // nothing limits
    }

    void openCheckpointingIsWeighed()
    {
        Plan plan = openPlan();
        plan.workload.cropHeight = plan.workload.cropWidth = 1024;
        plan.workload.checkpointingOpen = true;
        const Evaluation e = evaluated(plan);
        QVERIFY(best(e));
        QVERIFY(std::any_of(e.alternatives.begin(), e.alternatives.end(), [](const Alternative &a) { return a.checkpointing; }));
        QVERIFY(std::any_of(e.alternatives.begin(), e.alternatives.end(), [](const Alternative &a) { return !a.checkpointing; }));
        QCOMPARE(std::count_if(e.alternatives.begin(), e.alternatives.end(), [](const Alternative &a) { return a.chosen; }), 1);
        // Neither way fixed is better than the one chosen.
        for (const bool on : {false, true}) {
            plan.workload.checkpointingOpen = false;
            plan.workload.activationCheckpointing = on;
            const Evaluation fixed = evaluated(plan);
            if (best(fixed) && best(fixed)->confidence == best(e)->confidence)
                QVERIFY(!(best(fixed)->cost->total.value.times(1.011) < best(e)->cost->total.value));
        }
    }

    void severalNodes()
    {
        Plan plan = openPlan();
        plan.workload.globalBatch = 48;
        plan.requirements.allowMultiNode = true;
        plan.requirements.maxGpus = 24;
        const Evaluation e = evaluated(plan);
        std::set<int> counts;
        for (const Candidate &c : e.candidates) {
            counts.insert(c.nodes);
            if (c.nodes == 1)
                continue;
            const InstanceType &t = *testKnowledge().instanceType(c.instanceType);
            QVERIFY(t.networkGbps || t.rdmaGbps);
            QCOMPARE(48 % (c.gpus * c.nodes), 0);
            QVERIFY(c.gpus * c.nodes <= 24);
        }
        QVERIFY(counts.count(2) && counts.count(3));
    }

    void countsWhatWasLookedAt()
    {
        const Plan plan = everywhere(openPlan());
        Searched s(plan);
        std::vector<std::size_t> priced(s.search.machines().size());
        for (const Offer &o : s.search.offers())
            priced[o.machine] += o.costed;
        std::size_t combinations = 0, timed = 0;
        for (std::size_t i = 0; i < priced.size(); ++i) {
            combinations += std::max<std::size_t>(1, s.search.machines()[i].timed) * std::max<std::size_t>(1, priced[i]);
            timed += s.search.machines()[i].timed;
        }
        QCOMPARE(s.search.combinations(), combinations);
        QCOMPARE(s.search.settingsTimed(), timed);
        QVERIFY(combinations > 3000);
        const Evaluation e = evaluated(plan);
        QCOMPARE(e.combinations, combinations);
        QCOMPARE(e.candidates.size() + e.notShown, s.search.offers().size());
    }

    void ruleStandsBesideTheAnswer_data()
    {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("gpu");
        QTest::newRow("small") << "small-experiment" << "T4";
        QTest::newRow("industrial") << "industrial" << "A10";
        QTest::newRow("large") << "large-high-resolution" << "A100";
        QTest::newRow("domestic") << "domestic-requirement" << "H20";
    }
    void ruleStandsBesideTheAnswer()
    {
        QFETCH(QString, preset);
        QFETCH(QString, gpu);
        Plan plan = everywhere(openPlan());
        plan.preset = preset.toStdString();
        const Evaluation e = evaluated(plan);
        QVERIFY(e.rule && QString::fromStdString(e.rule->gpu).startsWith(gpu));
        QVERIFY(!english(e.rule->difference).empty());
        if (e.rule->candidate < 0)
            return;
        const Candidate &c = e.candidates[static_cast<std::size_t>(e.rule->candidate)];
        QCOMPARE(c.gpu, e.rule->gpu);
        if (e.rule->moreMoney)
            QCOMPARE(e.rule->moreMoney->micros(), (c.cost->total.value - best(e)->cost->total.value).micros());
    }

    // Traces are kept over evaluations and shared by threads; nothing of it shows in the answer.
    void keptTracesChangeNothing()
    {
        const Plan plan = openPlan();
        TraceCache::forget();
        const Evaluation cold = evaluated(plan, testKnowledge(), true), warm = evaluated(plan, testKnowledge(), true);
        TraceCache::forget();
        Evaluation a, b;
        Plan other = plan;
        other.workload.cropWidth = 512;
        std::thread first([&] { a = evaluated(plan, testKnowledge(), true); });
        std::thread second([&] {
            evaluated(other, testKnowledge(), true);
            b = evaluated(plan, testKnowledge(), true);
        });
        first.join();
        second.join();
        for (const Evaluation *e : {&warm, &std::as_const(a), &std::as_const(b)}) {
            QCOMPARE(e->candidates.size(), cold.candidates.size());
            QCOMPARE(e->ledger.terms().size(), cold.ledger.terms().size());
            for (std::size_t i = 0; i < cold.candidates.size(); ++i)
                QCOMPARE(nameOf(e->candidates[i]), nameOf(cold.candidates[i]));
            for (std::size_t i = 0; i < cold.cards.size(); ++i)
                QCOMPARE(e->cards[i].maxBatch, cold.cards[i].maxBatch);
            QCOMPARE(e->whatIfs.size(), cold.whatIfs.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestChoice)
#include "tst_choice.moc"
