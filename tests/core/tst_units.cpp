// Quantities: checked products, decimal money, bytes in two counts.
#include "base/text.h"
#include "units/units.h"

#include <QtTest>

#include <limits>

using namespace segplan;

namespace {
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
} // namespace

class TestUnits : public QObject {
    Q_OBJECT

private slots:
    void products_data();
    void products();
    void sums();
    void bytesOfBothCounts();
    void bytesSaturate();
    void flopsCountTwicePerMac();
    void moneyParses_data();
    void moneyParses();
    void moneyRounds_data();
    void moneyRounds();
    void moneyArithmetic();
    void moneyOfTwoCurrencies();
    void currencyCodes();
    void englishSentences_data();
    void englishSentences();
    void nestedSentences();
};

void TestUnits::products_data()
{
    QTest::addColumn<qint64>("a");
    QTest::addColumn<qint64>("b");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<qint64>("clamped");
    QTest::newRow("small") << qint64{6} << qint64{7} << true << qint64{42};
    QTest::newRow("zero") << qint64{0} << qint64{largest} << true << qint64{0};
    QTest::newRow("to the edge") << qint64{largest} << qint64{1} << true << qint64{largest};
    QTest::newRow("beyond") << qint64{largest} << qint64{2} << false << qint64{largest};
    QTest::newRow("2^32 x 2^31") << (qint64{1} << 32) << (qint64{1} << 31) << false << qint64{largest};
    QTest::newRow("2^31 x 2^31") << (qint64{1} << 31) << (qint64{1} << 31) << true << (qint64{1} << 62);
    QTest::newRow("below") << qint64{largest} << qint64{-2} << false << qint64{smallest};
    QTest::newRow("both negative") << qint64{smallest} << qint64{-1} << false << qint64{largest};
}

void TestUnits::products()
{
    QFETCH(qint64, a);
    QFETCH(qint64, b);
    QFETCH(bool, fits);
    QFETCH(qint64, clamped);
    QCOMPARE(checkedProduct(a, b).has_value(), fits);
    QCOMPARE(checkedProduct(b, a).has_value(), fits);
    QCOMPARE(qint64{saturatedProduct(a, b)}, clamped);
}

void TestUnits::sums()
{
    QCOMPARE(qint64{saturatedSum(largest, 1)}, qint64{largest});
    QCOMPARE(qint64{saturatedSum(smallest, -1)}, qint64{smallest});
    QCOMPARE(qint64{saturatedSum(largest, smallest)}, qint64{-1});
}

void TestUnits::bytesOfBothCounts()
{
    QCOMPARE(Bytes::gib(24).count(), std::int64_t{25769803776});
    QCOMPARE(Bytes::fromGb(24).count(), std::int64_t{24000000000});
    QVERIFY(Bytes::fromGb(24) < Bytes::gib(24));
    QCOMPARE(Bytes::fromGib(0.5).count(), std::int64_t{536870912});
    QCOMPARE(Bytes::mib(22731).count(), std::int64_t{23835181056});
    QCOMPARE(Bytes::gib(1).gb(), 1.073741824);
    QCOMPARE(Bytes::fromGb(1).gib(), 1e9 / 1073741824.0);
    QCOMPARE((Bytes::gib(3) - Bytes::gib(1)).gib(), 2.0);
    QCOMPARE(Bytes(10).scaled(0.25).count(), std::int64_t{3}); // half away from zero
}

void TestUnits::bytesSaturate()
{
    QCOMPARE((Bytes(largest) + Bytes(1)).count(), largest);
    QCOMPARE((Bytes::gib(1) * largest).count(), largest);
    QCOMPARE(Bytes::fromGb(1e30).count(), largest);
    Bytes b(largest);
    b += Bytes(5);
    QCOMPARE(b.count(), largest);
}

void TestUnits::flopsCountTwicePerMac()
{
    QCOMPARE(Flops::ofMacs(1e9).count(), 2e9);
    QCOMPARE(Seconds::hours(1.5).count(), 5400.0);
    QCOMPARE(Seconds::hours(3) / Seconds::hours(2), 1.5);
}

void TestUnits::moneyParses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("ok");
    QTest::addColumn<qint64>("micros");
    const auto good = [](const char *text, qint64 micros) { QTest::newRow(text) << text << true << micros; };
    const auto bad = [](const char *name, const char *text) { QTest::newRow(name) << text << false << qint64{0}; };
    good("0", 0);
    good("12", 12000000);
    good("12.3456", 12345600);
    good("0.000001", 1);
    good("-3.5", -3500000);
    good("9223372036854.775807", largest);
    bad("empty", "");
    bad("point alone", ".");
    bad("no digit before the point", ".5");
    bad("no digit after the point", "5.");
    bad("seven decimals", "1.0000001");
    bad("exponent", "1e3");
    bad("blank", " 1");
    bad("comma", "1,5");
    bad("two points", "1.2.3");
    bad("two signs", "--1");
    bad("plus", "+1");
    bad("currency", "1 CNY");
    bad("too large", "9223372036854.775808");
    bad("far too large", "99999999999999999999");
}

void TestUnits::moneyParses()
{
    QFETCH(QString, text);
    QFETCH(bool, ok);
    QFETCH(qint64, micros);
    const auto money = Money::parse(text.toStdString(), Currency::USD);
    QCOMPARE(money.has_value(), ok);
    if (ok) {
        QCOMPARE(qint64{money->micros()}, micros);
        QVERIFY(money->currency() == Currency::USD);
    }
}

void TestUnits::moneyRounds_data()
{
    QTest::addColumn<qint64>("micros");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("text");
    QTest::newRow("61.70") << qint64{61699999} << 2 << "61.70";
    QTest::newRow("half up") << qint64{1005000} << 2 << "1.01";
    QTest::newRow("below half") << qint64{1004999} << 2 << "1.00";
    QTest::newRow("half away from zero") << qint64{-1005000} << 2 << "-1.01";
    QTest::newRow("no minus before zero") << qint64{-4000} << 2 << "0.00";
    QTest::newRow("carry") << qint64{999995000} << 2 << "1000.00";
    QTest::newRow("whole") << qint64{2500000} << 0 << "3";
    QTest::newRow("all six") << qint64{1234567} << 6 << "1.234567";
}

void TestUnits::moneyRounds()
{
    QFETCH(qint64, micros);
    QFETCH(int, digits);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(Money(Currency::CNY, micros).decimal(digits)), text);
}

void TestUnits::moneyArithmetic()
{
    const Money price = *Money::parse("0.1", Currency::CNY);
    Money sum(Currency::CNY, 0);
    for (int i = 0; i < 1000; ++i)
        sum = sum + price;
    QCOMPARE(sum.micros(), std::int64_t{100000000}); // a thousand tenths are a hundred, to the millionth
    QCOMPARE(price.times(0.333333).micros(), std::int64_t{33333});
    QCOMPARE(Money::of(Currency::USD, 1.98).micros(), std::int64_t{1980000});
    QVERIFY(price < sum);
    QCOMPARE((sum - price).decimal(), std::string("99.90"));
}

void TestUnits::moneyOfTwoCurrencies()
{
    QVERIFY(!(Money(Currency::CNY, 5) == Money(Currency::USD, 5)));
    QVERIFY(Money(Currency::CNY, 5) == Money(Currency::CNY, 5));
}

void TestUnits::currencyCodes()
{
    for (const Currency c : {Currency::CNY, Currency::USD})
        QVERIFY(currencyFromCode(currencyCode(c)) == c);
    QVERIFY(!currencyFromCode("EUR") && !currencyFromCode("cny") && !currencyFromCode(""));
}

void TestUnits::englishSentences_data()
{
    QTest::addColumn<QString>("got");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *name, const Text &text, const char *wanted) { QTest::newRow(name) << QString::fromStdString(english(text)) << wanted; };
    row("plain", Text("Nothing to set in."), "Nothing to set in.");
    row("out of order", Text("%2 before %1", {"a", "b"}), "b before a");
    row("twice", Text("%1 and %1", {"a"}), "a and a");
    row("a value is missing", Text("%1 and %2", {"a"}), "a and ");
    row("a percent sign", Text("100 % of %1", {"a"}), "100 % of a");
    row("values are not read again", Text("%1 %2", {"%2", "b"}), "%2 b");
    row("groups", Text("%1", {std::int64_t{1234567}}), "1,234,567");
    row("negative groups", Text("%1", {-1234}), "-1,234");
    row("digits", Text("%1", {TextArg(3.14159, 2)}), "3.14");
    row("percent", Text("%1", {TextArg::percent(0.164)}), "16.4 %");
    row("money", Text("%1", {textArg(*Money::parse("61.699999", Currency::CNY))}), "CNY 61.70");
    row("GiB", Text("%1", {textArg(Bytes::gib(24))}), "24.0 GiB");
    row("MiB", Text("%1", {textArg(Bytes::mib(50))}), "50.0 MiB");
    row("hours", Text("%1", {textArg(Seconds::hours(6.5))}), "6.5 h");
    row("milliseconds", Text("%1", {textArg(Seconds(0.25))}), "250 ms");
    row("both languages", Text("%1", {LocalText{"Shanghai", "上海"}}), "Shanghai");
    row("date", Text("%1", {TextArg::date("2026-11-30")}), "2026-11-30");
}

void TestUnits::englishSentences()
{
    QFETCH(QString, got);
    QFETCH(QString, wanted);
    QCOMPARE(got, wanted);
}

void TestUnits::nestedSentences()
{
    const Text inner("%1 GPUs", {8});
    const Text outer("needs %1, has %2", {inner, Text("none")});
    QCOMPARE(english(outer), std::string("needs 8 GPUs, has none"));
    QVERIFY(Text().empty() && !outer.empty());
}

QTEST_APPLESS_MAIN(TestUnits)
#include "tst_units.moc"
