// The choice: rules in order with numbers, ranking, Pareto front, host and storage needs. Runs on the shipped knowledge.
#include "evaluate/evaluate.h"
#include "recommend/hosting.h"
#include "recommend/rules.h"
#include "recommend/search.h"

#include "knowledge.h"

#include "zoo/refusals.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

// DeepLabV3+ R-50 on Cityscapes, global batch 8, planner chooses GPUs, batch and precision.
Plan basePlan()
{
    Plan plan;
    plan.workload.backbone = "resnet50";
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 8;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    plan.workload.schedule.count = 40000;
    return plan;
}

Evaluation evaluated(const Plan &plan, const Knowledge &knowledge = testKnowledge())
{
    return evaluate(plan, knowledge, {"2026-11-30T12:00:00Z", nullptr});
}

const Candidate &recommended(const Evaluation &e) { return e.candidates.at(static_cast<std::size_t>(e.recommendation.candidate)); }

const Gpu &gpuOf(const Candidate &c) { return *testKnowledge().gpu(c.gpu); }

std::size_t accepted(const Evaluation &e)
{
    return static_cast<std::size_t>(std::count_if(e.candidates.begin(), e.candidates.end(), [](const Candidate &c) { return c.rank > 0; }));
}

bool rejectedFor(const Candidate &c, const char *code) { return c.status == CandidateStatus::Rejected && c.reasons.front().code == code; }

std::string everything(const Evaluation &e)
{
    std::string all = english(e.recommendation.why);
    for (const Candidate &c : e.candidates) {
        for (const Reason &r : c.reasons)
            all += "\n" + english(r.message);
    }
    for (const FlowNode &n : e.flow.nodes)
        all += "\n" + english(n.question) + "\n" + english(n.answer) + "\n" + english(n.reason);
    if (e.rule)
        all += "\n" + english(e.rule->rule);
    return all;
}

} // namespace

class TestRecommend : public QObject {
    Q_OBJECT

private slots:
    void invariants_data()
    {
        QTest::addColumn<int>("variant");
        QTest::newRow("open") << 0;
        QTest::newRow("deadline and budget") << 1;
        QTest::newRow("several regions and purchases") << 2;
        QTest::newRow("multi-node") << 3;
        QTest::newRow("fixed setting") << 4;
    }
    void invariants()
    {
        QFETCH(int, variant);
        Plan plan = basePlan();
        if (variant == 1) {
            plan.requirements.deadlineHours = 24;
            plan.requirements.budget = Money::parse("900", Currency::CNY);
        } else if (variant == 2) {
            plan.requirements.regions = {"cn-shanghai", "cn-wulanchabu", "us-east-1"};
            plan.requirements.purchase = {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription};
        } else if (variant == 3) {
            plan.requirements.allowMultiNode = true;
            plan.requirements.maxGpus = 16;
            plan.workload.globalBatch = 32;
        } else if (variant == 4) {
            plan.workload.batchPerGpu = 4;
            plan.workload.gpus = 1;
            plan.workload.precision = Precision::AmpFp16;
        }
        const Evaluation e = evaluated(plan);
        QVERIFY(!e.candidates.empty());
        QVERIFY(e.combinations >= e.candidates.size() / 4);
        const auto global = globalBatchOf(plan.workload);
        QVERIFY(global.has_value());
        int rank = 0;
        bool rejectedSeen = false, tightSeen = false;
        for (const Candidate &c : e.candidates) {
            QVERIFY2(!c.reasons.empty(), c.instanceType.c_str());
            if (c.status == CandidateStatus::Rejected) {
                rejectedSeen = true;
                QCOMPARE(c.rank, 0);
                QVERIFY2(ruleOrder(c.reasons.front().code) >= 0, c.reasons.front().code.c_str());
                QVERIFY(!english(c.reasons.front().message).empty());
                continue;
            }
            QVERIFY2(!rejectedSeen, "an accepted candidate after a rejected one");
            QCOMPARE(c.rank, ++rank);
            tightSeen |= c.status == CandidateStatus::Tight;
            QVERIFY2(!(tightSeen && c.status == CandidateStatus::Ok), "an ok candidate after a tight one");
            QVERIFY(c.memory && c.time && c.wallClock && c.cost);
            QVERIFY(c.memory->fits != Fits::No);
            QCOMPARE(static_cast<std::int64_t>(c.batchPerGpu) * c.accumulation * c.gpus * c.nodes, *global);
            QVERIFY(c.gpus * c.nodes <= plan.requirements.maxGpus);
            QVERIFY(supportsPrecision(gpuOf(c), c.precision));
            QVERIFY(c.wallClock->low <= c.wallClock->mid && c.wallClock->mid <= c.wallClock->high);
            if (plan.requirements.deadlineHours)
                QVERIFY(c.wallClock->mid.hours() <= *plan.requirements.deadlineHours);
            if (plan.requirements.budget)
                QVERIFY(!(*plan.requirements.budget < c.cost->total.value));
            QVERIFY(e.ledger.contains(c.wallClockTerm) && e.ledger.contains(c.memory->device.term) && e.ledger.contains(c.cost->total.term));
        }
        // The front by brute force.
        for (const Candidate &c : e.candidates) {
            if (c.rank == 0)
                continue;
            const bool dominated = std::any_of(e.candidates.begin(), e.candidates.end(), [&c](const Candidate &o) {
                if (o.rank == 0 || o.cost->total.value.currency() != c.cost->total.value.currency())
                    return false;
                const auto a = o.cost->total.value.micros(), b = c.cost->total.value.micros();
                const double s = o.wallClock->mid.count(), t = c.wallClock->mid.count();
                return a <= b && s <= t && (a < b || s < t);
            });
            QCOMPARE(c.pareto, !dominated);
        }
        QVERIFY(rank > 0);
        QCOMPARE(e.recommendation.candidate, 0);
        QVERIFY(e.command.has_value());
    }

    void costDecidesWithinStatus()
    {
        const Evaluation e = evaluated(basePlan());
        const Candidate *last = nullptr;
        for (const Candidate &c : e.candidates) {
            if (c.rank == 0)
                break;
            if (last && last->status == c.status)
                QVERIFY(!(c.cost->total.value < last->cost->total.value));
            last = &c;
        }
        QVERIFY(last);
    }

    void deadlineSaysByHowMuch()
    {
        Plan plan = basePlan();
        const Evaluation open = evaluated(plan);
        const double hours = recommended(open).wallClock->mid.hours();
        const std::string type = recommended(open).instanceType;
        plan.requirements.deadlineHours = hours / 2;
        const Evaluation e = evaluated(plan);
        const auto it = std::find_if(e.candidates.begin(), e.candidates.end(), [&](const Candidate &c) { return c.instanceType == type; });
        QVERIFY(it != e.candidates.end());
        QVERIFY(rejectedFor(*it, "deadline"));
        QVERIFY(english(it->reasons.front().message).find(english(textArg(Seconds::hours(hours / 2)))) != std::string::npos);
    }

    void loosenedLimitsLoseNothing()
    {
        Plan tight = basePlan();
        tight.requirements.deadlineHours = 12;
        tight.requirements.budget = Money::parse("400", Currency::CNY);
        Plan loose = tight;
        loose.requirements.deadlineHours = 48;
        loose.requirements.budget = Money::parse("2000", Currency::CNY);
        const Evaluation a = evaluated(tight), b = evaluated(loose);
        QVERIFY(accepted(b) >= accepted(a));
        for (const Candidate &c : a.candidates) {
            if (c.rank == 0)
                continue;
            QVERIFY(std::any_of(b.candidates.begin(), b.candidates.end(), [&c](const Candidate &o) {
                return o.rank > 0 && o.instanceType == c.instanceType && o.region == c.region && o.purchase == c.purchase;
            }));
        }
    }

    void bf16OnCardsWithoutIt()
    {
        Plan plan = basePlan();
        plan.workload.precision = Precision::AmpBf16;
        const Evaluation e = evaluated(plan);
        int volta = 0, ampere = 0;
        for (const Candidate &c : e.candidates) {
            if (!c.memory)
                continue;
            if (!supportsPrecision(gpuOf(c), Precision::AmpBf16)) {
                ++volta;
                QCOMPARE(c.precision, Precision::AmpFp16);
                QVERIFY(std::any_of(c.reasons.begin(), c.reasons.end(), [](const Reason &r) { return r.code == "precision"; }));
            } else {
                ++ampere;
                QCOMPARE(c.precision, Precision::AmpBf16);
            }
        }
        QVERIFY(volta > 0 && ampere > 0);
    }

    void openPrecisionTakesWhatTheCardHas()
    {
        for (const Candidate &c : evaluated(basePlan()).candidates) {
            if (c.memory)
                QVERIFY(supportsPrecision(gpuOf(c), c.precision));
            if (c.memory && (c.gpu == "A10" || c.gpu == "A100-80"))
                QVERIFY(c.precision == Precision::AmpBf16 || c.precision == Precision::AmpFp16);
        }
    }

    void needsOfOldAndDoublePrecision()
    {
        Plan plan = basePlan();
        plan.workload.precision = Precision::Fp32;
        plan.requirements.oldFramework = true;
        for (const Candidate &c : evaluated(plan).candidates) {
            if (gpuOf(c).tf32Tflops)
                QVERIFY2(rejectedFor(c, "old-framework"), c.gpu.c_str());
        }
        plan.requirements.fp64 = true;
        const Evaluation both = evaluated(plan);
        QVERIFY(both.recommendation.candidate >= 0);
        const std::string gpu = recommended(both).gpu;
        QVERIFY2(gpu.rfind("V100", 0) == 0 || gpu == "P100", gpu.c_str());
        for (const Candidate &c : both.candidates) {
            if (c.gpu == "T4" || c.gpu == "A10" || c.gpu == "L20" || c.gpu == "H20")
                QVERIFY2(rejectedFor(c, "fp64"), c.gpu.c_str());
        }
    }

    void domesticSiliconIsAnsweredTruthfully()
    {
        Plan plan = basePlan();
        plan.requirements.domesticSilicon = true;
        plan.preset = "domestic-requirement";
        const Evaluation e = evaluated(plan);
        QCOMPARE(e.recommendation.candidate, -1);
        QCOMPARE(accepted(e), std::size_t{0});
        QVERIFY(!e.command);
        const std::string why = english(e.recommendation.why);
        QVERIFY(why.find("No self-service ECS instance has domestic silicon") != std::string::npos);
        QVERIFY(why.find("not domestic") != std::string::npos);
        for (const Candidate &c : e.candidates) {
            if (c.gpu == "H20")
                QVERIFY(rejectedFor(c, "domestic") || rejectedFor(c, "availability"));
        }
        QVERIFY(e.rule && e.rule->gpu == "H20");
        QVERIFY(e.memory.has_value()); // the nearest setting is still explained
        QVERIFY(everything(e).find("domestic H20") == std::string::npos);
    }

    void missingPriceIsNamed()
    {
        Knowledge knowledge = testKnowledge();
        const std::string type = recommended(evaluated(basePlan())).instanceType;
        std::erase_if(knowledge.prices, [&](const Price &p) { return p.instanceType == type; });
        knowledge.reindex();
        const Evaluation e = evaluated(basePlan(), knowledge);
        const auto it = std::find_if(e.candidates.begin(), e.candidates.end(), [&](const Candidate &c) { return c.instanceType == type; });
        QVERIFY(it != e.candidates.end());
        QVERIFY(rejectedFor(*it, "no-price"));
        QCOMPARE(english(it->reasons.front().message), std::string("no price known in cn-shanghai"));
        QVERIFY(!it->cost);
        QVERIFY(it->memory.has_value()); // the price comes after memory
    }

    void weakPriceIsNotRanked()
    {
        Knowledge knowledge = testKnowledge();
        const std::string type = recommended(evaluated(basePlan())).instanceType;
        for (Price &p : knowledge.prices) {
            if (p.instanceType == type)
                p.weak = true;
        }
        const Evaluation e = evaluated(basePlan(), knowledge);
        for (const Candidate &c : e.candidates) {
            if (c.instanceType == type)
                QVERIFY(rejectedFor(c, "no-price"));
        }
    }

    void memoryReasonHasTheNumbers()
    {
        Plan plan = basePlan();
        plan.workload.cropHeight = 2048;
        plan.workload.cropWidth = 2048;
        plan.workload.precision = Precision::Fp32;
        const Evaluation e = evaluated(plan);
        int seen = 0;
        for (const Candidate &c : e.candidates) {
            if (!rejectedFor(c, "memory"))
                continue;
            ++seen;
            const std::string text = english(c.reasons.front().message);
            QVERIFY2(text.find(english(textArg(c.memory->device.value))) != std::string::npos, text.c_str());
            QVERIFY2(!c.memory->usable || text.find(english(textArg(c.memory->usable->value))) != std::string::npos, text.c_str());
        }
        QVERIFY(seen > 0);
    }

    void fixedBatchIsSplitWithAFix()
    {
        Plan plan = basePlan();
        plan.workload.backbone = "resnet101";
        plan.workload.batchPerGpu = 16;
        plan.workload.globalBatch.reset();
        plan.workload.gpus = 1;
        plan.workload.precision = Precision::AmpBf16;
        plan.requirements.families = {"gn7i"};
        const Evaluation e = evaluated(plan);
        QVERIFY(e.recommendation.candidate >= 0);
        const Candidate &c = recommended(e);
        QVERIFY(c.batchPerGpu < 16);
        QCOMPARE(c.batchPerGpu * c.accumulation, 16);
        const auto issue = std::find_if(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.code == "batch-split"; });
        QVERIFY(issue != e.issues.end());
        QCOMPARE(issue->fixes.size(), std::size_t{1});
        Plan fixed = plan;
        for (const auto &[pointer, value] : issue->fixes.front().changes)
            fixed = withField(fixed, pointer, value, testKnowledge());
        QCOMPARE(globalBatchOf(fixed.workload), globalBatchOf(plan.workload));
        const Evaluation after = evaluated(fixed);
        QVERIFY(std::none_of(after.issues.begin(), after.issues.end(), [](const Issue &i) { return i.code == "batch-split"; }));
        QCOMPARE(recommended(after).batchPerGpu, c.batchPerGpu);
    }

    void indivisibleGlobalBatch()
    {
        Plan plan = basePlan();
        plan.workload.globalBatch = 6;
        for (const Candidate &c : evaluated(plan).candidates) {
            if (c.gpus == 4)
                QVERIFY(rejectedFor(c, "batch") || rejectedFor(c, "family"));
        }
    }

    void largestBatchIsLargest()
    {
        Plan plan = basePlan();
        plan.workload.precision = Precision::AmpFp16;
        plan.workload.batchPerGpu = 2;
        plan.workload.gpus = 1;
        const Evaluation e = evaluated(plan);
        QCOMPARE(recommended(e).accumulation, 1);
        QVERIFY(!e.cards.empty());
        for (const CardLine &line : e.cards) {
            if (line.maxBatch < 1 || line.maxBatch >= 4096)
                continue;
            const Gpu &gpu = *testKnowledge().gpu(line.gpu);
            const auto fits = [&](int batch) {
                Workload w = plan.workload;
                w.batchPerGpu = batch;
                w.gpus = 1;
                const auto estimate = estimateWorkload(w, gpu, testKnowledge());
                return estimate ? estimate->memory.fits : Fits::No;
            };
            QVERIFY2(fits(line.maxBatch) != Fits::No, line.gpu.c_str());
            QVERIFY2(fits(line.maxBatch + 1) != Fits::Yes, line.gpu.c_str());
        }
    }

    void variantsMarkTheCurrentOne()
    {
        const Evaluation e = evaluated(basePlan());
        QCOMPARE(std::count_if(e.variants.begin(), e.variants.end(), [](const MemoryVariant &v) { return v.current; }), 1);
        QVERIFY(e.memory && !e.memory->timeline.empty());
        for (const MemoryVariant &v : e.variants) {
            if (v.current)
                QCOMPARE(v.memory.device.value.count(), e.memory->device.value.count());
        }
    }

    void cachesFromAHundredGigabytes()
    {
        Plan plan = basePlan();
        const Evaluation small = evaluated(plan);
        QCOMPARE(small.recommendation.storage.cache, std::string());
        plan.workload.dataset.clear();
        plan.workload.customDataset = CustomDataset{"large", 200000, 19, 1024, 2048, 600'000'000'000};
        const Evaluation large = evaluated(plan);
        QVERIFY(large.recommendation.candidate >= 0);
        QCOMPARE(large.recommendation.storage.cache, std::string("oss-ossfs"));
        QVERIFY(large.recommendation.storage.dataDisk->gib > 1000);
        QVERIFY(small.recommendation.storage.ruleMonthly && small.recommendation.storage.chosenMonthly);
        QVERIFY(*small.recommendation.storage.chosenMonthly < *small.recommendation.storage.ruleMonthly);
    }

    void diskIsFastEnough()
    {
        const Evaluation e = evaluated(basePlan());
        const StorageAdvice &s = e.recommendation.storage;
        const StorageKind *kind = testKnowledge().storageKind(s.dataDisk->storageKind);
        QVERIFY(kind);
        QVERIFY(kind->mbps(s.dataDisk->gib).value() >= s.neededMbps.value);
        QVERIFY(!kind->minGib || s.dataDisk->gib >= *kind->minGib);
        QVERIFY(s.systemDisk.gib >= 100);
    }

    void oldFamiliesGetTheirDisks()
    {
        const InstanceType *gn5 = testKnowledge().instanceType("ecs.gn5-c4g1.xlarge"), *gn7i = testKnowledge().instanceType("ecs.gn7i-c16g1.4xlarge");
        QVERIFY(gn5 && gn7i);
        const auto category = [](const DiskChoice &disk) { return testKnowledge().storageKind(disk.storageKind)->apiCategory; };
        const DiskPair old = chooseDisks(basePlan().workload, *gn5, 1, 8, 0.5, 40'000'000, 1, testKnowledge(), nullptr);
        QCOMPARE(category(old.system), std::string("cloud_ssd"));
        QVERIFY(category(*old.data) == "cloud_ssd" || category(*old.data) == "cloud_efficiency");
        const DiskPair recent = chooseDisks(basePlan().workload, *gn7i, 1, 8, 0.5, 40'000'000, 1, testKnowledge(), nullptr);
        QCOMPARE(category(recent.system), std::string("cloud_essd"));
        QCOMPARE(category(*recent.data), std::string("cloud_essd"));
    }

    void fasterReadingTakesABetterDisk()
    {
        const InstanceType *type = testKnowledge().instanceType("ecs.gn7i-c16g1.4xlarge");
        QVERIFY(type);
        double lastSpeed = 0;
        for (const double seconds : {2.0, 0.2, 0.02, 0.01}) {
            Figure<double> needed;
            Ledger ledger;
            const DiskPair disks = chooseDisks(basePlan().workload, *type, 1, 8, seconds, 40'000'000, 1, testKnowledge(), &ledger, &needed);
            const double speed = testKnowledge().storageKind(disks.data->storageKind)->mbps(disks.data->gib).value();
            QVERIFY(speed >= needed.value);
            QVERIFY(speed >= lastSpeed);
            lastSpeed = speed;
        }
    }

    void hostRuleIsShownAsFloor()
    {
        const Evaluation e = evaluated(basePlan());
        const HostNeeds &h = e.recommendation.host;
        const Candidate &c = recommended(e);
        QCOMPARE(h.ruleVcpu, 8 * c.gpus);
        QCOMPARE(h.meetsRule, h.vcpu >= h.ruleVcpu && h.memory >= h.ruleMemory);
        QVERIFY(h.meetsRule || !h.notes.empty());
        QVERIFY(e.ledger.contains(h.neededVcpu.term) && e.ledger.contains(h.neededMemory.term));
        QVERIFY(h.neededMemory.value.count() > 0);
    }

    void oddInputsGiveIssuesOrRejections_data()
    {
        QTest::addColumn<int>("kind");
        for (int i = 0; i < 9; ++i)
            QTest::addRow("odd %d", i) << i;
    }
    void oddInputsGiveIssuesOrRejections()
    {
        QFETCH(int, kind);
        Plan plan = basePlan();
        Workload &w = plan.workload;
        switch (kind) {
        case 0: w.cropHeight = w.cropWidth = 1 << 30; break;
        case 1: w.globalBatch = 1 << 30; break;
        case 2: w.classes = 1 << 30; break;
        case 3: w.cropHeight = 1; break;
        case 4: w.model = "nothing"; break;
        case 5: w.globalBatch.reset(); break;
        case 6: w.schedule.count = INT64_MAX; break;
        case 7: plan.requirements.regions.clear(); break;
        case 8: plan.requirements.runs = 1 << 30; plan.requirements.storageMonths = 1e12; break;
        }
        const Evaluation e = evaluated(plan);
        const bool told = !e.issues.empty() || (e.recommendation.candidate < 0 && !english(e.recommendation.why).empty());
        QVERIFY(told || e.recommendation.candidate >= 0);
        if (kind <= 5 && kind != 1)
            QCOMPARE(e.recommendation.candidate, -1);
    }

    void cancelledAtOnce()
    {
        const Evaluation e = evaluate(basePlan(), testKnowledge(), {"", [] { return true; }});
        QVERIFY(e.candidates.empty());
    }

    void repeatable()
    {
        const Evaluation a = evaluated(basePlan()), b = evaluated(basePlan());
        QCOMPARE(a.candidates.size(), b.candidates.size());
        QCOMPARE(a.ledger.terms().size(), b.ledger.terms().size());
        for (std::size_t i = 0; i < a.candidates.size(); ++i)
            QCOMPARE(a.candidates[i].instanceType, b.candidates[i].instanceType);
    }

    void singleValueNormalisation()
    {
        Workload w;
        w.backbone = "resnet50";
        const auto one = traceWorkload(w, 1, Precision::Fp32, false), two = traceWorkload(w, 2, Precision::Fp32, false);
        QVERIFY(one && two);
        QVERIFY(singleValueNorm(*one)); // DeepLabV3+'s image pooling
        QVERIFY(!singleValueNorm(*two));
    }
};

QTEST_APPLESS_MAIN(TestRecommend)
#include "tst_recommend.moc"
