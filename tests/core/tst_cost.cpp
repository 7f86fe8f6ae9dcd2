// The cost of a job against amounts reckoned by hand.
#include "estimate/cost/cost.h"
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

struct Job {
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

std::optional<CostEstimate> costOf(const Job &job, Ledger &ledger, const Knowledge &knowledge = testKnowledge())
{
    const InstanceType *type = knowledge.instanceType(job.type);
    if (!type)
        return std::nullopt;
    return estimateCost(*type, job.region, job.purchase, job.time, job.nodes, job.system, job.data, job.storageMonths, knowledge, job.book, ledger);
}

QString amount(Money m) { return QString::fromStdString(std::string(currencyCode(m.currency())) + " " + m.decimal(6)); }

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

Q_DECLARE_METATYPE(Job)

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
};

void TestCost::totals_data()
{
    QTest::addColumn<Job>("job");
    QTest::addColumn<QString>("total");
    // 10.0934 x 6.5
    QTest::newRow("hours x price") << Job{.time = hours(6.5)} << "CNY 65.607100";
    // 10.0934 x 6.5 x 2
    QTest::newRow("two machines") << Job{.time = hours(6.5), .nodes = 2} << "CNY 131.214200";
    // 10.0934 / 3600 x 100 = 0.28037222...
    QTest::newRow("billed by the second") << Job{.time = hours(100.0 / 3600)} << "CNY 0.280372";
    // 34.742 x 48
    QTest::newRow("A100 for two days") << Job{.type = "ecs.gn7e-c16g1.4xlarge", .region = "cn-beijing", .time = hours(48)} << "CNY 1667.616000";
    // 10.0934 x 10 + 100 GiB x 0.0021 x 10 h
    QTest::newRow("system disk by the hour") << Job{.time = hours(10), .system = disk("essd-pl1", 100)} << "CNY 103.034000";
    // 10.0934 x 10 + 0.21 x 10 + 300 x 0.0021 x 720 h
    QTest::newRow("data disk for a month") << Job{.time = hours(10), .system = disk("essd-pl1", 100), .data = disk("essd-pl1", 300), .storageMonths = 1} << "CNY 556.634000";
    // 10.0934 x 10 + 300 x 0.0021 x 10: the data disk lives at least as long as the job
    QTest::newRow("data disk only for the job") << Job{.time = hours(10), .data = disk("essd-pl1", 300)} << "CNY 107.234000";
    // two machines, each with both disks: 2 x (100.934 + 2.1 + 500 x 0.0042 x 360)
    QTest::newRow("disks of two machines") << Job{.time = hours(10), .nodes = 2, .system = disk("essd-pl1", 100), .data = disk("essd-pl2", 500), .storageMonths = 0.5} << "CNY 1718.068000";
    // 6919.25 a month, quoted
    QTest::newRow("one month covers 500 h") << Job{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(500)} << "CNY 6919.250000";
    // 721 h: a second month of 720 h
    QTest::newRow("two months cover 721 h") << Job{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(721)} << "CNY 13838.500000";
    // 2 x 6919.25 + 100 x 1.00 x 2 + 400 x 1.00 x 3 (kept three months)
    QTest::newRow("subscription with disks") << Job{.type = "ecs.gn8is.2xlarge", .purchase = Purchase::Subscription, .time = hours(1000), .system = disk("essd-pl1", 100), .data = disk("essd-pl1", 400), .storageMonths = 3}
                                             << "CNY 15238.500000";
    // 480 x 10.0934, by rule
    QTest::newRow("derived month") << Job{.purchase = Purchase::Subscription, .time = hours(200)} << "CNY 4844.832000";
    // 1.98 x 20
    QTest::newRow("spot, quoted in USD") << Job{.type = "ecs.gn8is-4x.16xlarge", .region = "us-east-1", .purchase = Purchase::Spot, .time = hours(20)} << "USD 39.600000";
    QTest::newRow("no time at all") << Job{.time = hours(0)} << "CNY 0.000000";
    // 9.53 x 1e6 h: no overflow
    QTest::newRow("a million hours") << Job{.type = "ecs.gn7i-c8g1.2xlarge", .time = hours(1e6)} << "CNY 9530000.000000";
}

void TestCost::totals()
{
    QFETCH(Job, job);
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
    QTest::addColumn<Job>("job");
    QTest::newRow("H20 has no price with a region") << Job{.type = "ecs.gn8v.4xlarge"};
    QTest::newRow("not sold in the region") << Job{.region = "ap-southeast-6"};
    QTest::newRow("unknown region") << Job{.region = "mars-1"};
    QTest::newRow("spot without a quote") << Job{.purchase = Purchase::Spot};
    QTest::newRow("subscription without any price") << Job{.type = "ecs.gn7s-c8g1.2xlarge", .purchase = Purchase::Subscription};
}

void TestCost::noPriceNoCost()
{
    QFETCH(Job, job);
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

QTEST_GUILESS_MAIN(TestCost)
#include "tst_cost.moc"
