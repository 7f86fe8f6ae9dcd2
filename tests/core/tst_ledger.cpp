// The ledger keeps terms, ranges and links; merging shifts the links.
#include "ledger/ledger.h"

#include <QtTest>

using namespace segplan;

namespace {

Term termOf(const char *key, Quantity result, std::vector<TermInput> inputs = {})
{
    Term t;
    t.key = key;
    t.title = "A term";
    t.formula = "a";
    t.inputs = std::move(inputs);
    t.result = result;
    return t;
}

} // namespace

class TestLedger : public QObject {
    Q_OBJECT

private slots:
    void keepsTermsInOrder();
    void rangeDefaultsToTheResult();
    void appendShiftsLinks();
    void appendToItself();
    void unknownIdsThrowNothingSilently();
    void quantities_data();
    void quantities();
};

void TestLedger::keepsTermsInOrder()
{
    Ledger ledger;
    QVERIFY(!ledger.contains(noTerm) && !ledger.contains(0));
    const TermId first = ledger.note(termOf("first", Quantity::count(1)));
    const TermId second = ledger.note(termOf("second", Quantity::count(2), {{"a", "first", Quantity::count(1), TermLink{first}}}));
    QVERIFY(ledger.contains(first) && ledger.contains(second) && !ledger.contains(second + 1));
    QCOMPARE(std::string(ledger.term(first).key), std::string("first"));
    QCOMPARE(std::get<TermLink>(ledger.term(second).inputs[0].link).term, first);
}

void TestLedger::rangeDefaultsToTheResult()
{
    Ledger ledger;
    const TermId bare = ledger.note(termOf("bare", Quantity(Bytes(5))));
    QCOMPARE(ledger.term(bare).low.number, 5.0);
    QCOMPARE(ledger.term(bare).high.number, 5.0);
    QVERIFY(ledger.term(bare).high.unit == Quantity::Unit::Bytes);
    Term ranged = termOf("ranged", Quantity::count(5));
    ranged.low = Quantity::count(4);
    ranged.high = Quantity::count(7);
    const TermId id = ledger.note(ranged);
    QCOMPARE(ledger.term(id).low.number, 4.0);
    QCOMPARE(ledger.term(id).high.number, 7.0);
}

void TestLedger::appendShiftsLinks()
{
    Ledger ledger;
    ledger.note(termOf("one", Quantity::count(1)));
    ledger.note(termOf("two", Quantity::count(2)));
    Ledger other;
    const TermId a = other.note(termOf("a", Quantity::count(3)));
    const TermId b = other.note(termOf("b", Quantity::count(4),
                                       {{"a", "", Quantity::count(3), TermLink{a}},
                                        {"f", "", Quantity::count(0), FieldLink{"/workload/classes"}},
                                        {"k", "", Quantity::count(0), FactLink{"gpu/A10/memory_gbps"}},
                                        {"x", "", Quantity::count(0), TermLink{}}}));
    const TermId offset = ledger.append(other);
    QCOMPARE(offset, 2);
    QCOMPARE(ledger.terms().size(), std::size_t{4});
    const Term &moved = ledger.term(b + offset);
    QCOMPARE(std::string(moved.key), std::string("b"));
    QCOMPARE(std::get<TermLink>(moved.inputs[0].link).term, a + offset);
    QCOMPARE(std::get<FieldLink>(moved.inputs[1].link).pointer, std::string("/workload/classes"));
    QCOMPARE(std::get<FactLink>(moved.inputs[2].link).key, std::string("gpu/A10/memory_gbps"));
    QCOMPARE(std::get<TermLink>(moved.inputs[3].link).term, noTerm);
    QCOMPARE(other.terms().size(), std::size_t{2}); // the other is untouched
}

void TestLedger::appendToItself()
{
    Ledger ledger;
    ledger.note(termOf("one", Quantity::count(1)));
    QCOMPARE(ledger.append(ledger), 1);
    QCOMPARE(ledger.terms().size(), std::size_t{2});
    QCOMPARE(ledger.append(Ledger()), 2);
}

void TestLedger::unknownIdsThrowNothingSilently()
{
    const Ledger ledger;
    QVERIFY_THROWS_EXCEPTION(std::out_of_range, ledger.term(3));
}

void TestLedger::quantities_data()
{
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *name, const Quantity &q, const char *wanted) { QTest::newRow(name) << QString::fromStdString(english(textArg(q))) << wanted; };
    row("bytes", Quantity(Bytes::gib(3)), "3.0 GiB");
    row("flops", Quantity(Flops(3.5e11)), "350.0 GFLOP");
    row("rate", {Quantity::Unit::FlopsPerSecond, 1.25e14}, "125.0 TFLOPS");
    row("bandwidth", {Quantity::Unit::BytesPerSecond, 6e11}, "600 GB/s");
    row("disk", {Quantity::Unit::BytesPerSecond, 3.5e8}, "0.35 GB/s");
    row("hours", {Quantity::Unit::Hours, 6.5}, "6.5 h");
    row("seconds", Quantity(Seconds(90)), "1.5 min");
    row("money", Quantity(*Money::parse("9.53", Currency::USD)), "USD 9.53");
    row("count", Quantity::count(12), "12");
    row("no whole count", Quantity::count(2.5), "2.50");
    row("ratio", Quantity::ratio(0.0625), "0.062");
    row("images", {Quantity::Unit::Images, 2975}, "2,975 images");
}

void TestLedger::quantities()
{
    QFETCH(QString, shown);
    QFETCH(QString, wanted);
    QCOMPARE(shown, wanted);
    QVERIFY(!quantityUnitName(Quantity::Unit::Hours).empty());
}

QTEST_APPLESS_MAIN(TestLedger)
#include "tst_ledger.moc"
