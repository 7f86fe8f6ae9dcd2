// The cost of a job against amounts reckoned by hand.
#include "estimate/cost/break_even.h"
#include "estimate/cost/job_cost.h"
#include "knowledge.h"

#include <QtTest>

using namespace segplan;
using segplan::test::testKnowledge;

namespace {

Range<Seconds> hours(double low, double mid, double high) { return {Seconds::hours(low), Seconds::hours(mid), Seconds::hours(high)}; }
Range<Seconds> hours(double h) { return hours(h, h, h); }

DiskChoice disk(const char *kind, std::int64_t gib)
{
    DiskChoice d;
    d.storageKind = kind;
    d.gib = gib;
    return d;
}
const DiskChoice noDisk = disk("", 0);

struct Bill {
    const char *type = "ecs.gn7i-c16g1.4xlarge";
    const char *region = "cn-shanghai";
    Purchase purchase = Purchase::PayAsYouGo;
    Range<Seconds> time = hours(1);
    int nodes = 1;
    DiskChoice system = noDisk;
    std::optional<DiskChoice> data;
    double storageMonths = 0;
    std::vector<Price> book;
};

std::optional<CostEstimate> costOf(const Bill &job, Ledger &ledger, const Knowledge &knowledge = testKnowledge())
{
    const InstanceType *type = knowledge.instanceType(job.type);
    if (!type)
        return std::nullopt;
    return estimateCost(*type, job.region, job.purchase, job.time, job.nodes, job.system, job.data, job.storageMonths, knowledge, job.book, ledger);
}

QString amount(Money m) { return QString::fromStdString(std::string(currencyCode(m.currency())) + " " + m.decimal(6)); }

// A job of two hours of work and one hour of waiting, on a machine that is kept, stopped or given back.
JobEstimate jobOf(double billed, double machine, double wall)
{
    JobEstimate j;
    j.billed = hours(billed);
    j.machine = hours(machine);
    j.wallClock = hours(wall);
    return j;
}

struct Whole {
    JobEstimate job;
    const char *type = "ecs.gn7i-c16g1.4xlarge";
    const char *region = "cn-shanghai";
    Purchase purchase = Purchase::PayAsYouGo;
    DiskChoice system = disk("essd-pl1", 100), data = noDisk, shared = noDisk;
    double storageMonths = 0, egressGb = 0;
    std::optional<double> spotRatio;
    int nodes = 1;
};

struct Priced {
    std::optional<JobCost> cost;
    CostEstimate told;
    Ledger ledger;
};

Priced priceOf(const Whole &w, const Knowledge &knowledge = testKnowledge())
{
    static const std::vector<Price> none;
    const std::string region = w.region;
    const PriceSet prices = PriceIndex(knowledge, none).prices(w.type, region, w.spotRatio);
    const CostInput input{.knowledge = knowledge,
                          .type = *knowledge.instanceType(w.type),
                          .region = region,
                          .purchase = w.purchase,
                          .prices = prices,
                          .job = w.job,
                          .nodes = w.nodes,
                          .systemDisk = w.system,
                          .dataDisk = &w.data,
                          .shared = &w.shared,
                          .storageMonths = w.storageMonths,
                          .egressGb = w.egressGb};
    Priced out;
    out.cost = costOfJob(input);
    if (out.cost)
        out.told = explainCost(input, *out.cost, out.ledger);
    return out;
}

Price quote(const char *type, PriceModel model, const char *decimal, Currency currency = Currency::CNY)
{
    Price p;
    p.instanceType = type;
    p.region = "cn-shanghai";
    p.model = model;
    p.amount = *Money::parse(decimal, currency);
    p.source = {"test", "2026-11-01"};
    return p;
}

} // namespace

Q_DECLARE_METATYPE(Bill)
Q_DECLARE_METATYPE(Whole)

class TestCost : public QObject {
    Q_OBJECT

private slots:
    void totals_data();
    void totals();
    void partsSumToTheTotal();
    void rangeOfHours();
    void noPriceNoCost_data();
    void noPriceNoCost();
    void unknownDiskPriceIsNamedNotZero();
    void diskOverseasIsNotTheMainlandPrice();
    void currenciesNeverMix();
    void estimatesAreMarked();
    void weakAndPromotionAreTold();
    void theBookOfThePlanWins();
    void yearsWhenCheaper_data();
    void yearsWhenCheaper();
    void everyTermIsExplained();
    void withoutRulesNothingIsDerived();
    void secondsBilled_data();
    void secondsBilled();
    void wholeJobs_data();
    void wholeJobs();
    void numbersAreTheTerms();
    void spotPrices_data();
    void spotPrices();
    void theIndexAgreesWithTheSearch();
    void otherCurrencyIsSaid();
    void savingsPlanIsANote();
    void breakEvenOfAMonth();
    void breakEvenOfEveryWay();
    void breakEvenNeedsOneCurrency();
    void costLinesForAChart();
};

void TestCost::totals_data()
{
    QTest::addColumn<Bill>("job");
    QTest::addColumn<QString>("total");
    // 10.0934 x 6.5
    QTest::newRow("hours x price") << Bill{.time = hours(6.5)} << "CNY 65.607100";
    // 10.0934 x 6.5 x 2
    QTest::newRow("two machines") << Bill{.time = hours(6.5), .nodes = 2} << "CNY 131.214200";
    // 10.0934 / 3600 x 100 = 0.28037222...
    QTest::newRow("billed by the second") << Bill{.time = hours(100.0 / 3600)} << "CNY 0.280372";
    // 34.742 x 48
    QTest::newRow("A100 for two days") << Bill{.type = "ecs.gn7e-c16g1.4xlarge", .region = "cn-beijing", .time = hours(48)} << "CNY 1667.616000";
    // 10.0934 x 10 + 100 GiB x 0.0021 x 10 h
    QTest::newRow("system disk by the hour") << Bill{.time = hours(10), .system = disk("essd-pl1", 100)} << "CNY 103.034000";
    // 10.0934 x 10 + 0.21 x 10 + 300 x 0.0021 x 720 h
    QTest::newRow("data disk for a month") << Bill{.time = hours(10), .system = disk("essd-pl1", 100), .data = disk("essd-pl1", 300), .storageMonths = 1} << "CNY 556.634000";
    // 10.0934 x 10 + 300 x 0.0021 x 10: the data disk lives at least as long as the job
    QTest::newRow("data disk only for the job") << Bill{.time = hours(10), .data = disk("essd-pl1", 300)} << "CNY 107.234000";
    // two machines, each with both disks: 2 x (100.934 + 2.1 + 500 x 0.0042 x 360)
    QTest::newRow("disks of two machines") << Bill{.time = hours(10), .nodes = 2, .system = disk("essd-pl1", 100), .data = disk("essd-pl2", 500), .storageMonths = 0.5} << "CNY 1718.068000";
    // 6919.25 a month, quoted
    QTest::newRow("one month covers 500 h") << Bill{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(500)} << "CNY 6919.250000";
    // 721 h: a second month of 720 h
    QTest::newRow("two months cover 721 h") << Bill{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(721)} << "CNY 13838.500000";
    // 2 x 6919.25 + 100 x 1.00 x 2 + 400 x 1.00 x 3 (kept three months)
    QTest::newRow("subscription with disks") << Bill{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(1000), .system = disk("essd-pl1", 100), .data = disk("essd-pl1", 400), .storageMonths = 3}
                                             << "CNY 15238.500000";
    // 480 x 10.0934, by rule
    QTest::newRow("derived month") << Bill{.purchase = Purchase::Subscription, .time = hours(200)} << "CNY 4844.832000";
    // 1.98 x 20
    QTest::newRow("spot, quoted in USD") << Bill{.type = "ecs.gn8is-4x.16xlarge", .region = "us-east-1", .purchase = Purchase::Spot, .time = hours(20)} << "USD 39.600000";
    // Two seconds of 10.0934 an hour are less than the least charge of an instance
    QTest::newRow("least charge") << Bill{.time = hours(2.0 / 3600), .nodes = 3} << "CNY 0.030000";
    QTest::newRow("no time at all") << Bill{.time = hours(0)} << "CNY 0.000000";
    // 9.53 x 1e6 h: no overflow
    QTest::newRow("a million hours") << Bill{.type = "ecs.gn7i-c8g1.2xlarge", .time = hours(1e6)} << "CNY 9530000.000000";
}

void TestCost::totals()
{
    QFETCH(Bill, job);
    QFETCH(QString, total);
    Ledger ledger;
    const auto cost = costOf(job, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(amount(cost->total.value), total);
    QVERIFY(cost->notCounted.empty());
    QVERIFY(!cost->priceAsOf.empty());
}

void TestCost::partsSumToTheTotal()
{
    Ledger ledger;
    const auto cost = costOf({.time = hours(123.4567, 150.1, 180.9), .nodes = 3, .system = disk("essd-pl0", 73), .data = disk("efficiency", 917), .storageMonths = 0.7}, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(cost->parts.size(), std::size_t{3});
    Money sum(Currency::CNY, 0);
    for (const CostPart &part : cost->parts) {
        sum = sum + part.amount.value;
        QVERIFY(ledger.contains(part.amount.term));
    }
    QVERIFY(sum == cost->total.value);
}

void TestCost::rangeOfHours()
{
    Ledger ledger;
    const auto cost = costOf({.time = hours(8, 10, 14), .system = disk("essd-pl1", 100)}, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(amount(cost->low), QString("CNY 82.427200")); // 8 x 10.3034
    QCOMPARE(amount(cost->total.value), QString("CNY 103.034000"));
    QCOMPARE(amount(cost->high), QString("CNY 144.247600")); // 14 x 10.3034
    const Term &term = ledger.term(cost->total.term);
    QCOMPARE(term.low.number, 82.4272);
    QCOMPARE(term.high.number, 144.2476);
}

void TestCost::noPriceNoCost_data()
{
    QTest::addColumn<Bill>("job");
    QTest::newRow("H20 has no price with a region") << Bill{.type = "ecs.gn8v.4xlarge"};
    QTest::newRow("not sold in the region") << Bill{.region = "ap-southeast-6"};
    QTest::newRow("unknown region") << Bill{.region = "mars-1"};
    QTest::newRow("spot without a quote") << Bill{.purchase = Purchase::Spot};
    QTest::newRow("subscription without any price") << Bill{.type = "ecs.gn7s-c8g1.2xlarge", .purchase = Purchase::Subscription};
}

void TestCost::noPriceNoCost()
{
    QFETCH(Bill, job);
    Ledger ledger;
    QVERIFY(!costOf(job, ledger).has_value());
    QVERIFY(ledger.terms().empty());
}

void TestCost::unknownDiskPriceIsNamedNotZero()
{
    Ledger ledger;
    const auto cost = costOf({.time = hours(10), .system = disk("essd-autopl", 100), .data = disk("no-such-disk", 300), .storageMonths = 1}, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(amount(cost->total.value), QString("CNY 100.934000"));
    QCOMPARE(cost->parts.size(), std::size_t{1});
    QCOMPARE(cost->notCounted.size(), std::size_t{2});
    QVERIFY(english(cost->notCounted[0]).find("ESSD AutoPL") != std::string::npos);
    QVERIFY(english(cost->notCounted[1]).find("no-such-disk") != std::string::npos);
}

void TestCost::diskOverseasIsNotTheMainlandPrice()
{
    Ledger ledger;
    const auto cost = costOf({.region = "ap-southeast-1", .time = hours(10), .system = disk("essd-pl1", 100)}, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(cost->parts.size(), std::size_t{1});
    QCOMPARE(cost->notCounted.size(), std::size_t{1});
    QVERIFY(english(cost->notCounted[0]).find("ap-southeast-1") != std::string::npos);
}

void TestCost::currenciesNeverMix()
{
    Ledger ledger;
    // In Virginia the A10 is listed in CNY and PL0 in USD.
    const auto inCny = costOf({.region = "us-east-1", .time = hours(10), .system = disk("essd-pl0", 100)}, ledger);
    QVERIFY(inCny.has_value());
    QVERIFY(inCny->total.value.currency() == Currency::CNY);
    QCOMPARE(inCny->notCounted.size(), std::size_t{1});
    // 9.89 x 10 + 100 GiB x 0.0633 / 480 x 10 h, the hour by rule (0.000132 a GiB)
    const auto inUsd = costOf({.type = "ecs.gn8is-4x.16xlarge", .region = "us-east-1", .time = hours(10), .system = disk("essd-pl0", 100)}, ledger);
    QVERIFY(inUsd.has_value());
    QCOMPARE(amount(inUsd->total.value), QString("USD 99.032000"));
    QVERIFY(inUsd->weakPrice);
    QVERIFY(inUsd->notCounted.empty());
}

void TestCost::estimatesAreMarked()
{
    Ledger ledger;
    QVERIFY(costOf({.purchase = Purchase::Subscription, .time = hours(200)}, ledger)->estimatedPrice);
    QVERIFY(!costOf({.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(200)}, ledger)->estimatedPrice);
    QVERIFY(!costOf({.time = hours(200)}, ledger)->estimatedPrice);
    const auto year = priceFor("ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Year, testKnowledge(), {});
    QVERIFY(year && year->estimate);
    QCOMPARE(amount(year->amount), QString("CNY 49417.286400")); // 10.0934 x 480 x 10.2
    QVERIFY(!priceFor("ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Spot, testKnowledge(), {}));
}

void TestCost::weakAndPromotionAreTold()
{
    Ledger ledger;
    const auto cost = costOf({.type = "ecs.gn6i-c4g1.xlarge", .purchase = Purchase::Subscription, .time = hours(200)}, ledger);
    QVERIFY(cost.has_value());
    QCOMPARE(amount(cost->total.value), QString("CNY 1674.000000"));
    const Term &term = ledger.term(cost->parts.front().amount.term);
    QVERIFY(std::any_of(term.notes.begin(), term.notes.end(), [](const Text &t) { return english(t).find("promotion") != std::string::npos; }));
    // A promotion month is no base for a year: 11.63 x 480 x 10.2.
    QCOMPARE(amount(priceFor("ecs.gn6i-c4g1.xlarge", "cn-shanghai", PriceModel::Year, testKnowledge(), {})->amount), QString("CNY 56940.480000"));
}

void TestCost::theBookOfThePlanWins()
{
    Ledger ledger;
    const std::vector<Price> book{quote("ecs.gn7i-c16g1.4xlarge", PriceModel::Hour, "8")};
    const auto cost = costOf({.time = hours(10), .book = book}, ledger);
    QCOMPARE(amount(cost->total.value), QString("CNY 80.000000"));
    QCOMPARE(cost->priceAsOf, std::string("2026-11-01"));
    // What the book lacks comes from the knowledge.
    const auto other = costOf({.type = "ecs.gn8is.2xlarge", .time = hours(10), .book = book}, ledger);
    QCOMPARE(amount(other->total.value), QString("CNY 144.200000"));
    // The month derived for this type rests on the price of the book: 480 x 8.
    const auto month = costOf({.purchase = Purchase::Subscription, .time = hours(10), .book = book}, ledger);
    QCOMPARE(amount(month->total.value), QString("CNY 3840.000000"));
}

void TestCost::yearsWhenCheaper_data()
{
    QTest::addColumn<double>("h");
    QTest::addColumn<QString>("total");
    // month 100, year 850
    QTest::newRow("1 month") << 1.0 << "CNY 100.000000";
    QTest::newRow("8 months") << 8 * 720.0 << "CNY 800.000000";
    QTest::newRow("9 months: the year is cheaper") << 9 * 720.0 << "CNY 850.000000";
    QTest::newRow("a year to the hour") << 8760.0 << "CNY 850.000000";
    QTest::newRow("a year and an hour") << 8761.0 << "CNY 950.000000";
    QTest::newRow("a year and nine months: two years") << 8760.0 + 9 * 720 << "CNY 1700.000000";
}

void TestCost::yearsWhenCheaper()
{
    QFETCH(double, h);
    QFETCH(QString, total);
    Ledger ledger;
    const auto cost = costOf({.purchase = Purchase::Subscription,
                              .time = hours(h),
                              .book = {quote("ecs.gn7i-c16g1.4xlarge", PriceModel::Month, "100"), quote("ecs.gn7i-c16g1.4xlarge", PriceModel::Year, "850")}},
                             ledger);
    QCOMPARE(amount(cost->total.value), total);
    QVERIFY(!cost->estimatedPrice);
}

void TestCost::everyTermIsExplained()
{
    Ledger ledger;
    const auto cost = costOf({.time = hours(10), .nodes = 2, .system = disk("essd-pl1", 100), .data = disk("essd-pl3", 1300), .storageMonths = 1}, ledger);
    QCOMPARE(ledger.terms().size(), std::size_t{4});
    for (const Term &term : ledger.terms()) {
        QVERIFY(!term.title.empty());
        QVERIFY(!std::string(term.formula).empty());
        QVERIFY(!term.inputs.empty());
        if (std::string(term.key) == "cost.total")
            continue;
        double product = 1; // the formula is the computation
        for (const TermInput &input : term.inputs)
            product *= input.value.number;
        QVERIFY2(std::abs(product - term.result.number) < 1e-5, term.key);
        QVERIFY(!term.sources.empty() && !term.sources.front().date.empty());
    }
    const Term &total = ledger.term(cost->total.term);
    QCOMPARE(total.inputs.size(), cost->parts.size());
    for (const TermInput &input : total.inputs)
        QVERIFY(ledger.contains(std::get<TermLink>(input.link).term));
    const Term &data = ledger.term(cost->parts[2].amount.term);
    QVERIFY(std::any_of(data.notes.begin(), data.notes.end(), [](const Text &t) { return english(t).find("inferred") != std::string::npos; }));
}

void TestCost::withoutRulesNothingIsDerived()
{
    Knowledge k = testKnowledge();
    k.calibration.clear();
    k.reindex();
    Ledger ledger;
    QVERIFY(!costOf({.purchase = Purchase::Subscription, .time = hours(10)}, ledger, k).has_value());
    QVERIFY(costOf({.time = hours(10)}, ledger, k).has_value());
}

void TestCost::secondsBilled_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("cost");
    QTest::newRow("nothing") << 0.0 << "CNY 0.000000";
    QTest::newRow("negative") << -5.0 << "CNY 0.000000";
    QTest::newRow("a begun second") << 0.2 << "CNY 0.001000"; // 3.6 an hour
    QTest::newRow("an hour") << 3600.0 << "CNY 3.600000";
    QTest::newRow("an hour with rounding of the clock") << 3600.0000001 << "CNY 3.600000";
    QTest::newRow("an hour and a bit") << 3600.5 << "CNY 3.601000";
    QTest::newRow("not a number") << std::nan("") << "CNY 0.000000";
}

void TestCost::secondsBilled()
{
    QFETCH(double, seconds);
    QFETCH(QString, cost);
    QCOMPARE(amount(billedBySecond(*Money::parse("3.6", Currency::CNY), Seconds(seconds))), cost);
    QVERIFY(billedBySecond(*Money::parse("1000", Currency::CNY), Seconds(1e300)).micros() > 0); // clamped, never wrapped
}

void TestCost::wholeJobs_data()
{
    QTest::addColumn<Whole>("whole");
    QTest::addColumn<QString>("total");
    // 10.0934 x 2 + 100 x 0.0021 x 2
    QTest::newRow("given back while waiting") << Whole{.job = jobOf(2, 2, 3)} << "CNY 20.606800";
    // 10.0934 x 2 + 100 x 0.0021 x 3: the disk goes on costing
    QTest::newRow("stopped in economical mode") << Whole{.job = jobOf(2, 3, 3)} << "CNY 20.816800";
    // 10.0934 x 3 + 0.63
    QTest::newRow("kept running") << Whole{.job = jobOf(3, 3, 3)} << "CNY 30.910200";
    // 20.6068 + 300 x 0.0021 x 3: a data disk outlives the machine
    QTest::newRow("data disk through the waiting") << Whole{.job = jobOf(2, 2, 3), .data = disk("essd-pl1", 300)} << "CNY 22.496800";
    // 20.6068 + 50 x 0.8
    QTest::newRow("traffic out") << Whole{.job = jobOf(2, 2, 3), .egressGb = 50} << "CNY 60.606800";
    // 20.6068 + 200 x 0.35 x 2 months
    QTest::newRow("NAS for two months") << Whole{.job = jobOf(2, 2, 3), .shared = disk("nas-capacity", 200), .storageMonths = 2} << "CNY 160.606800";
    // 20.6068 + 1000 x 0.12 x 3 / 720
    QTest::newRow("OSS only for the job") << Whole{.job = jobOf(2, 2, 3), .shared = disk("oss-standard", 1000)} << "CNY 21.106800";
    // a month 4844.832 (rule) + 100 x 1.00
    QTest::newRow("subscription: waiting is free") << Whole{.job = jobOf(3, 3, 3), .purchase = Purchase::Subscription} << "CNY 4944.832000";
    // 0.2 x 10.0934 x 2 + 0.42, assumed
    QTest::newRow("spot at an assumed fifth") << Whole{.job = jobOf(2, 2, 3), .purchase = Purchase::Spot, .spotRatio = 0.2} << "CNY 4.457360";
    // S033: 500 h on a T4 at 11.63 = 5815; an A10 at 10.0934 of 2.2 times its speed: 227.27 h
    QTest::newRow("S033: 500 h of T4") << Whole{.job = jobOf(500, 500, 500), .type = "ecs.gn6i-c4g1.xlarge", .system = noDisk} << "CNY 5815.000000";
    QTest::newRow("S033: the faster card is cheaper in total") << Whole{.job = jobOf(500 / 2.2, 500 / 2.2, 500 / 2.2), .system = noDisk} << "CNY 2293.955055";
    // S027: 17 h on an A100 of 80 GB, 34.742 an hour
    QTest::newRow("S027: hours x price") << Whole{.job = jobOf(17, 17, 17), .type = "ecs.gn7e-c16g1.4xlarge", .system = noDisk} << "CNY 590.614000";
    // S075: the way out of a region is priced, the way in is free: 100 GB x 0.8
    QTest::newRow("S075: moving 100 GB out of a region") << Whole{.job = jobOf(0, 0, 0), .system = noDisk, .egressGb = 100} << "CNY 80.000000";
    // S069: the data disk stays a month after the spot machine is gone: 4.03736 + 100 x 0.0021 x 720
    QTest::newRow("S069: data kept after a reclaim") << Whole{.job = jobOf(2, 2, 3), .purchase = Purchase::Spot, .system = noDisk, .data = disk("essd-pl1", 100), .storageMonths = 1, .spotRatio = 0.2}
                                                     << "CNY 155.237360";
}

void TestCost::wholeJobs()
{
    QFETCH(Whole, whole);
    QFETCH(QString, total);
    const Priced p = priceOf(whole);
    QVERIFY(p.cost.has_value());
    QVERIFY(p.cost->complete());
    QCOMPARE(amount(p.cost->total.mid), total);
    QCOMPARE(amount(p.told.total.value), total);
}

// S077: what is told is what was counted, to the last digit, currency and all.
void TestCost::numbersAreTheTerms()
{
    Whole w{.job = jobOf(5.5, 6, 7.25), .data = disk("essd-pl1", 333), .shared = disk("nas-capacity", 77), .storageMonths = 0.3, .egressGb = 12.5, .nodes = 2};
    w.job.billed = hours(5, 5.5, 8);
    for (const Purchase way : {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription}) {
        w.purchase = way;
        w.spotRatio = 0.3;
        const Priced p = priceOf(w);
        QVERIFY(p.cost.has_value());
        QCOMPARE(p.told.parts.size(), std::size_t{5});
        Money sum(Currency::CNY, 0);
        for (const CostPart &part : p.told.parts) {
            sum = sum + part.amount.value;
            const Term &term = p.ledger.term(part.amount.term);
            QCOMPARE(term.result.number, part.amount.value.amount());
            QVERIFY(!term.sources.empty());
        }
        QCOMPARE(sum, p.cost->total.mid);
        QCOMPARE(p.told.total.value, p.cost->total.mid);
        QCOMPARE(p.told.low, p.cost->total.low);
        QCOMPARE(p.told.high, p.cost->total.high);
        QCOMPARE(p.told.assumedPrice, way == Purchase::Spot);
    }
}

void TestCost::spotPrices_data()
{
    QTest::addColumn<int>("kind"); // 0 nothing, 1 record with a median, 2 record with a discount
    QTest::addColumn<double>("ratio"); // 0: absent
    QTest::addColumn<QString>("low");
    QTest::addColumn<QString>("mid");
    QTest::addColumn<QString>("high");
    QTest::newRow("unknown stays unknown") << 0 << 0.0 << "" << "" << "";
    QTest::newRow("assumed ratio") << 0 << 0.25 << "CNY 2.523350" << "CNY 2.523350" << "CNY 2.523350";
    QTest::newRow("refreshed median") << 1 << 0.25 << "CNY 2.000000" << "CNY 3.000000" << "CNY 5.000000";
    QTest::newRow("refreshed discount of 80 %") << 2 << 0.25 << "CNY 2.018680" << "CNY 2.018680" << "CNY 2.018680";
}

void TestCost::spotPrices()
{
    QFETCH(int, kind);
    QFETCH(double, ratio);
    QFETCH(QString, low);
    QFETCH(QString, mid);
    QFETCH(QString, high);
    Knowledge k = testKnowledge();
    if (kind > 0) {
        SpotRecord dear{"ecs.gn7i-c16g1.4xlarge", "cn-shanghai", "cn-shanghai-m", {}, {}, {}, {}, {}, {}, {}, {"refresh", "2026-11-30"}};
        SpotRecord other = dear;
        other.region = "cn-beijing";
        other.median = Money::of(Currency::CNY, 1);
        if (kind == 1) {
            dear.median = Money::of(Currency::CNY, 4);
            SpotRecord cheap = dear;
            cheap.zone = "cn-shanghai-n";
            cheap.lowest = Money::of(Currency::CNY, 2);
            cheap.median = Money::of(Currency::CNY, 3);
            cheap.highest = Money::of(Currency::CNY, 5);
            k.spot = {dear, cheap, other};
        } else {
            dear.discount = 0.8;
            k.spot = {dear, other};
        }
    }
    k.reindex();
    static const std::vector<Price> none;
    const PriceSet set = PriceIndex(k, none).prices("ecs.gn7i-c16g1.4xlarge", "cn-shanghai", ratio > 0 ? std::optional(ratio) : std::nullopt);
    QCOMPARE(set.spot.has_value(), !mid.isEmpty());
    if (!set.spot)
        return;
    QCOMPARE(amount(set.spot->low), low);
    QCOMPARE(amount(set.spot->amount), mid);
    QCOMPARE(amount(set.spot->high), high);
    QCOMPARE(set.spot->estimate(), kind != 1);
}

void TestCost::theIndexAgreesWithTheSearch()
{
    const Knowledge &k = testKnowledge();
    const std::vector<Price> book{quote("ecs.gn7i-c16g1.4xlarge", PriceModel::Hour, "8"), quote("ecs.gn6i-c4g1.xlarge", PriceModel::Year, "15000")};
    const PriceIndex index(k, book);
    int compared = 0;
    for (const InstanceType &type : k.instanceTypes) {
        for (const Region &region : k.regions) {
            const PriceSet set = index.prices(type.id, region.id);
            const std::pair<PriceModel, const std::optional<PriceQuote> *> all[] = {{PriceModel::Hour, &set.hour}, {PriceModel::Month, &set.month}, {PriceModel::Year, &set.year}, {PriceModel::Spot, &set.spot}};
            for (const auto &[model, quoted] : all) {
                const auto found = priceFor(type.id, region.id, model, k, book);
                QCOMPARE(quoted->has_value(), found.has_value());
                if (!found)
                    continue;
                QCOMPARE((*quoted)->amount, found->amount);
                QCOMPARE((*quoted)->estimate(), found->estimate);
                QCOMPARE((*quoted)->asOf(), found->source.date);
                ++compared;
            }
        }
    }
    QVERIFY(compared > 1000);
}

void TestCost::otherCurrencyIsSaid()
{
    // In Virginia the A10 is listed in CNY, PL0 in USD, and traffic not at all.
    const Priced p = priceOf({.job = jobOf(2, 2, 2), .region = "us-east-1", .system = disk("essd-pl0", 100), .egressGb = 10});
    QVERIFY(p.cost.has_value() && !p.cost->complete());
    QVERIFY(p.cost->lacks(CostPartId::SystemDisk) && p.cost->lacks(CostPartId::Traffic));
    QCOMPARE(p.told.parts.size(), std::size_t{1});
    QCOMPARE(p.told.notCounted.size(), std::size_t{2});
    QVERIFY(english(p.told.notCounted[0]).find("another currency than CNY") != std::string::npos);
    QVERIFY(english(p.told.notCounted[1]).find("us-east-1") != std::string::npos);
}

void TestCost::savingsPlanIsANote()
{
    const Priced p = priceOf({.job = jobOf(10, 10, 10), .system = noDisk});
    const Term &term = p.ledger.term(p.told.parts.front().amount.term);
    // 100.934 x (1 - 0.164) = 84.380824
    QVERIFY(std::any_of(term.notes.begin(), term.notes.end(), [](const Text &t) { return english(t).find("savings plan") != std::string::npos && english(t).find("84.38") != std::string::npos; }));
}

void TestCost::breakEvenOfAMonth()
{
    static const std::vector<Price> none;
    const PriceSet prices = PriceIndex(testKnowledge(), none).prices("ecs.gn7i-c8g1.2xlarge", "cn-shanghai");
    const auto points = breakEvens({.prices = prices});
    const auto month = std::find_if(points.begin(), points.end(), [](const BreakEven &b) { return b.by == BuyingWay::Month && b.than == BuyingWay::PayAsYouGo; });
    QVERIFY(month != points.end());
    QVERIFY(std::abs(month->hours - 480) < 0.5); // 4575.65 / 9.53
    QVERIFY(std::abs(month->share - 480.0 / 720) < 0.001);
    QVERIFY(!month->estimate); // both were quoted
}

void TestCost::breakEvenOfEveryWay()
{
    const char *type = "ecs.gn7i-c16g1.4xlarge";
    const std::vector<Price> book{quote(type, PriceModel::Hour, "10"), quote(type, PriceModel::Month, "4800"), quote(type, PriceModel::Year, "43200"), quote(type, PriceModel::Spot, "2")};
    const PriceSet prices = PriceIndex(testKnowledge(), book).prices(type, "cn-shanghai");
    const BreakEvenInput input{.prices = prices, .spotOverhead = 1.25};
    const auto hoursOf = [&](BuyingWay by, BuyingWay than) {
        for (const BreakEven &b : breakEvens(input)) {
            if (b.by == by && b.than == than)
                return b.hours;
        }
        return -1.0;
    };
    QCOMPARE(hoursOf(BuyingWay::Month, BuyingWay::PayAsYouGo), 480.0);
    QCOMPARE(hoursOf(BuyingWay::Month, BuyingWay::Spot), 1920.0); // 4800 / (2 x 1.25): not within one month
    QCOMPARE(hoursOf(BuyingWay::Year, BuyingWay::PayAsYouGo), 4320.0);
    QCOMPARE(hoursOf(BuyingWay::Year, BuyingWay::Spot), 17280.0);
    QCOMPARE(hoursOf(BuyingWay::Year, BuyingWay::Month), 9 * 720.0); // nine months cost the year
    for (const BreakEven &b : breakEvens(input))
        QCOMPARE(b.share > 1, b.than == BuyingWay::Spot);
    // On both sides of the point the cheaper one is the right one.
    const auto cost = [&](BuyingWay way, double h) { return costForHours(input, way, h)->amount(); };
    QVERIFY(cost(BuyingWay::PayAsYouGo, 479) < cost(BuyingWay::Month, 479) && cost(BuyingWay::PayAsYouGo, 481) > cost(BuyingWay::Month, 481));
    QCOMPARE(cost(BuyingWay::Spot, 100), 250.0);
    QCOMPARE(cost(BuyingWay::Month, 721), 9600.0);
    QCOMPARE(cost(BuyingWay::Year, 1), 43200.0);
}

void TestCost::breakEvenNeedsOneCurrency()
{
    const char *type = "ecs.gn7i-c16g1.4xlarge";
    const std::vector<Price> book{quote(type, PriceModel::Hour, "10"), quote(type, PriceModel::Month, "700", Currency::USD), quote(type, PriceModel::Year, "43200")};
    const PriceSet prices = PriceIndex(testKnowledge(), book).prices(type, "cn-shanghai");
    const auto points = breakEvens({.prices = prices});
    QCOMPARE(points.size(), std::size_t{1}); // year against the hour
}

void TestCost::costLinesForAChart()
{
    const char *type = "ecs.gn7i-c16g1.4xlarge";
    const std::vector<Price> book{quote(type, PriceModel::Hour, "10"), quote(type, PriceModel::Month, "4800"), quote(type, PriceModel::Year, "43200")};
    const PriceSet prices = PriceIndex(testKnowledge(), book).prices(type, "cn-shanghai");
    const auto lines = costOverHours({.prices = prices, .nodes = 2, .maxHours = 1500});
    QCOMPARE(lines.size(), std::size_t{3}); // no spot price, no spot line
    QCOMPARE(lines[0].points.size(), std::size_t{2});
    QCOMPARE(lines[0].points.back().cost.amount(), 30000.0);
    const CostLine &month = lines[1];
    QCOMPARE(month.points.size(), std::size_t{6}); // three months: steps at 720 and 1440 h
    QCOMPARE(month.points[1].hours, 720.0);
    QCOMPARE(month.points[1].cost.amount(), 9600.0);
    QCOMPARE(month.points[2].hours, 720.0);
    QCOMPARE(month.points[2].cost.amount(), 19200.0);
    QCOMPARE(month.points.back().hours, 1500.0);
    QCOMPARE(month.points.back().cost.amount(), 28800.0);
    for (const CostLine &line : lines) {
        for (std::size_t i = 1; i < line.points.size(); ++i)
            QVERIFY(line.points[i - 1].hours <= line.points[i].hours && !(line.points[i].cost < line.points[i - 1].cost));
    }
}

QTEST_GUILESS_MAIN(TestCost)
#include "tst_cost.moc"
