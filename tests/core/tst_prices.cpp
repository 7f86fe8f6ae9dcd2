// The price book, the public price list and the answers of the aliyun CLI.
#include "knowledge.h"
#include "knowledge/market.h"
#include "plan/file.h"
#include "prices/refresh.h"

#include <QtTest>

using namespace segplan;
using namespace segplan::test;

namespace {

const std::string a10 = "ecs.gn7i-c16g1.4xlarge";

Price price(const std::string &type, const std::string &region, PriceModel model, const std::string &amount, const std::string &date, const std::string &source = "a quote")
{
    Price p;
    p.instanceType = type;
    p.region = region;
    p.model = model;
    p.amount = *Money::parse(amount, Currency::CNY);
    p.source = {source, date};
    return p;
}

StorageQuote quote(const std::string &storage, const std::string &region, StorageUnit unit, const std::string &amount, Currency currency = Currency::CNY)
{
    StorageQuote q;
    q.storage = storage;
    q.region = region;
    q.unit = unit;
    q.amount = *Money::parse(amount, currency);
    q.source = {"yours: a, \"quoted\" line\nand another", "2026-11-30"};
    return q;
}

PriceBook sample()
{
    PriceBook book;
    Price p = price(a10, "cn-shanghai", PriceModel::Hour, "10.093401", "2026-09-24");
    p.promotion = true;
    book.entries.push_back(p);
    p = price(a10, "cn-beijing", PriceModel::Year, "50000", "2026-11", "yours: 报价，含税");
    p.estimate = p.weak = true;
    book.entries.push_back(p);
    book.storage.push_back(quote("essd-pl1", "us-east-1", StorageUnit::GibHour, "0.000021", Currency::USD));
    book.storage.back().estimate = true;
    book.storage.push_back(quote("essd-pl1", mainlandScope, StorageUnit::GibMonth, "0.9"));
    book.asOf = newestDate(book);
    return book;
}

std::string lines(const Errors &errors)
{
    std::string out;
    for (const Error &e : errors)
        out += e.line() + "\n";
    return out;
}

std::string listText(const std::string &entries, const std::string &currency = "CNY")
{
    return R"({"currency": ")" + currency + R"(", "version": "2.0.421", "publicationDate": "2026-11-20T08:00:00Z", "site": "x", "pricingInfo": {)" + entries + "}}";
}
std::string listEntry(const std::string &key, const std::string &body) { return "\"" + key + "\": {" + body + "}"; }
const std::string a10Key = "cn-shanghai::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized";
const std::string tenAnHour = R"("hours": [{"price": "10", "period": "1"}])";

ApiRequest request(ApiAction action)
{
    ApiRequest r;
    r.action = action;
    r.region = "cn-shanghai";
    r.subject = a10;
    r.gib = 2000;
    return r;
}

const Price *of(const std::vector<Price> &all, PriceModel model)
{
    const auto at = std::find_if(all.begin(), all.end(), [&](const Price &p) { return p.model == model; });
    return at == all.end() ? nullptr : &*at;
}

} // namespace

class TestPrices : public QObject {
    Q_OBJECT
private slots:
    void bookRoundTrips()
    {
        const PriceBook book = sample();
        const auto json = readPriceBook(writePriceBook(book), "a.json", testKnowledge());
        QVERIFY2(json, json ? "" : lines(json.errors()).c_str());
        QVERIFY(*json == book);
        const auto csv = readPriceBookCsv(writePriceBookCsv(book), "a.csv");
        QVERIFY2(csv, csv ? "" : lines(csv.errors()).c_str());
        QVERIFY(*csv == book);
        // The whole of what the program knows, and a plan that keeps it.
        const PriceBook all = bookOf(testKnowledge());
        QVERIFY(all.entries.size() > 500 && all.storage.size() > 10);
        QVERIFY(*readPriceBook(writePriceBook(all), "a", testKnowledge()) == all);
        QVERIFY(*readPriceBookCsv(writePriceBookCsv(all), "a") == all);
        Plan plan;
        plan.workload.model = "deeplabv3plus";
        plan.prices = book;
        const auto read = readPlan(writePlan(plan), "p", testKnowledge());
        QVERIFY2(read, read ? "" : lines(read.errors()).c_str());
        QVERIFY(*read->prices == book);
        QVERIFY(read->prices->entries[0].promotion);
    }

    void csvOfOtherPrograms()
    {
        const auto read = readPriceBookCsv("\xEF\xBB\xBFsource,kind,id,region,unit,amount,currency,as_of\r\n\"a \"\"b\"\"\",instance," + a10 + ",cn-shanghai,hour,9.5,CNY,2026\r\n\r\n", "x.csv");
        QVERIFY2(read, read ? "" : lines(read.errors()).c_str());
        QCOMPARE(read->entries.size(), std::size_t(1));
        QCOMPARE(read->entries[0].source.text, std::string("a \"b\""));
        QCOMPARE(read->asOf, std::string("2026"));
    }

    void faultyBooks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("code");
        const QString head = "kind,id,region,unit,amount,currency,as_of,source\n", good = "instance,t,r,hour,1,CNY,2026,s\n";
        QTest::newRow("empty") << "" << "" << "missing";
        QTest::newRow("column nobody reads") << "kind,id,region,unit,amount,currency,as_of,source,colour\n" << "/1" << "unknown-key";
        QTest::newRow("column missing") << "kind,id,region,unit,amount,as_of,source\n" << "/1" << "missing";
        QTest::newRow("column twice") << "kind,id,region,unit,amount,currency,as_of,source,id\n" << "/1" << "conflict";
        QTest::newRow("too few cells") << head + "instance,t,r,hour,1,CNY,2026\n" << "/2" << "syntax";
        QTest::newRow("amount is a word") << head + good + "instance,t,r,hour,ten,CNY,2026,s\n" << "/3/amount" << "out-of-range";
        QTest::newRow("amount with exponent") << head + "instance,t,r,hour,1e3,CNY,2026,s\n" << "/2/amount" << "out-of-range";
        QTest::newRow("zero") << head + "instance,t,r,hour,0,CNY,2026,s\n" << "/2/amount" << "out-of-range";
        QTest::newRow("currency") << head + "instance,t,r,hour,1,EUR,2026,s\n" << "/2/currency" << "unknown-id";
        QTest::newRow("unit of the other kind") << head + "instance,t,r,gib-hour,1,CNY,2026,s\n" << "/2/unit" << "unknown-id";
        QTest::newRow("kind") << head + "car,t,r,hour,1,CNY,2026,s\n" << "/2/kind" << "unknown-id";
        QTest::newRow("no source") << head + "instance,t,r,hour,1,CNY,2026,\n" << "/2/source" << "missing";
        QTest::newRow("quote without end") << head + "instance,\"t,r,hour,1,CNY,2026,s\n" << "/3" << "syntax";
        QTest::newRow("json: no book") << "{}" << "/segplan_prices" << "missing";
        QTest::newRow("json: newer") << R"({"segplan_prices": 9, "entries": []})" << "/segplan_prices" << "newer-version";
        QTest::newRow("json: key nobody reads") << R"({"segplan_prices": 1, "entries": [], "colour": 1})" << "/colour" << "unknown-key";
        QTest::newRow("json: storage unit") << R"({"segplan_prices": 1, "entries": [], "storage": [{"storage": "x", "region": "r", "unit": "hour", "amount": "1", "currency": "CNY", "as_of": "2026", "source": "s"}]})"
                                            << "/storage/0/unit" << "unknown-id";
    }

    void faultyBooks()
    {
        QFETCH(QString, text);
        QFETCH(QString, pointer);
        QFETCH(QString, code);
        const auto read = text.startsWith('{') ? readPriceBook(text.toStdString(), "f", testKnowledge()) : readPriceBookCsv(text.toStdString(), "f");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().pointer), pointer);
        QCOMPARE(QString(errorCodeName(read.error().code)), code);
    }

    void checkNamesThePlace()
    {
        QVERIFY(checkBook(bookOf(testKnowledge()), testKnowledge()).empty());
        PriceBook book = sample();
        book.entries[0].instanceType = "ecs.nothing";
        book.entries[1].source.date = "soon";
        book.entries.push_back(price(a10, "cn-shanghai", PriceModel::Hour, "20000", "2026"));
        book.entries.push_back(price(a10, "cn-shanghai", PriceModel::Hour, "9", "2026"));
        book.storage[0].unit = StorageUnit::Gb;
        book.storage[1].region = "moon";
        QSet<QString> pointers;
        for (const Error &e : checkBook(book, testKnowledge(), "f"))
            pointers << QString::fromStdString(e.pointer);
        const QSet<QString> expected{"/entries/0/instance_type", "/entries/1/as_of", "/entries/2/amount", "/entries/3", "/storage/0/unit", "/storage/1/region"};
        QCOMPARE(pointers, expected);
    }

    void newerWinsButNotOverTheUsersOwn()
    {
        PriceBook base, incoming;
        setEntry(base, price(a10, "cn-shanghai", PriceModel::Hour, "1", "2026-01-01"));
        setEntry(base, price(a10, "cn-beijing", PriceModel::Hour, "2", "2026-01-01", "yours: agreed"));
        setEntry(base, price(a10, "cn-hangzhou", PriceModel::Hour, "3", "2026-11-01"));
        for (const char *region : {"cn-shanghai", "cn-beijing", "cn-hangzhou", "cn-shenzhen"})
            setEntry(incoming, price(a10, region, PriceModel::Hour, "9", "2026-06-01"));
        const PriceBook m = merged(base, incoming, MergeRule::NewerWins);
        const auto amount = [](const PriceBook &b, const char *region) { return findEntry(b, a10, region, PriceModel::Hour)->amount.decimal(0); };
        QCOMPARE(amount(m, "cn-shanghai"), std::string("9"));
        QCOMPARE(amount(m, "cn-beijing"), std::string("2"));
        QCOMPARE(amount(m, "cn-hangzhou"), std::string("3"));
        QCOMPARE(amount(m, "cn-shenzhen"), std::string("9"));
        QCOMPARE(m.asOf, std::string("2026-11-01"));
        QCOMPARE(amount(merged(base, incoming, MergeRule::IncomingWins), "cn-beijing"), std::string("9"));
        // A year is not older than a day within it.
        setEntry(base, price(a10, "cn-shanghai", PriceModel::Hour, "1", "2026-06-01"));
        setEntry(incoming, price(a10, "cn-shanghai", PriceModel::Hour, "8", "2026"));
        QCOMPARE(amount(merged(base, incoming, MergeRule::NewerWins), "cn-shanghai"), std::string("8"));
        QVERIFY(removeEntry(base, a10, "cn-shanghai", PriceModel::Hour) && !removeEntry(base, a10, "cn-shanghai", PriceModel::Hour));
    }

    void differenceOfBooks()
    {
        PriceBook before = sample(), after = sample();
        after.entries[0].amount = *Money::parse("11.102741", Currency::CNY);
        after.entries[0].source.date = "2026-11-20";
        after.entries.erase(after.entries.begin() + 1);
        setEntry(after, quote("essd-pl0", "cn-beijing", StorageUnit::GibHour, "0.002"));
        after.storage[1].source.date = "2026-12-01"; // a date alone is no change
        const auto changes = compareBooks(before, after);
        QCOMPARE(changes.size(), std::size_t(3));
        for (const PriceChange &c : changes) {
            if (c.region == "cn-shanghai") {
                QVERIFY(std::abs(*c.ratio() - 1.1) < 1e-6);
                QCOMPARE(c.before->date, std::string("2026-09-24"));
                QCOMPARE(c.after->date, std::string("2026-11-20"));
            } else if (c.storage) {
                QVERIFY(!c.before && c.after && !c.ratio());
            } else {
                QVERIFY(c.before && !c.after);
            }
        }
    }

    // The book stands in place of the knowledge's prices, and what storage costs follows without further ado.
    void bookOverKnowledge()
    {
        PriceBook book;
        setEntry(book, price(a10, "cn-shanghai", PriceModel::Hour, "7.5", "2026-12-01"));
        setEntry(book, price(a10, "cn-nanjing", PriceModel::Hour, "6.5", "2026-12-01"));
        setEntry(book, quote("essd-pl1", "cn-shanghai", StorageUnit::GibHour, "0.004"));
        setEntry(book, quote("essd-pl0", mainlandScope, StorageUnit::GibMonth, "0.7"));
        const Knowledge &old = testKnowledge();
        const Knowledge k = withBook(old, book);
        QCOMPARE(k.price(a10, "cn-shanghai", PriceModel::Hour)->amount.decimal(2), std::string("7.50"));
        QCOMPARE(k.price(a10, "cn-nanjing", PriceModel::Hour)->amount.decimal(2), std::string("6.50"));
        QCOMPARE(k.price(a10, "cn-beijing", PriceModel::Hour)->amount, old.price(a10, "cn-beijing", PriceModel::Hour)->amount);
        const auto &regional = k.storageKind("essd-pl1")->regionalPrices;
        const auto at = std::find_if(regional.begin(), regional.end(), [](const RegionalStoragePrice &r) { return r.region == "cn-shanghai"; });
        QVERIFY(at != regional.end());
        QCOMPARE(at->perGibHour->decimal(3), std::string("0.004"));
        QCOMPARE(at->perGibMonth->decimal(1), std::string("1.0")); // the mainland's month still holds there
        QCOMPARE(k.storageKind("essd-pl0")->pricePerGibMonth->decimal(1), std::string("0.7"));
        QVERIFY(changesStorage(book, old) && !changesStorage(book, k) && !changesStorage(bookOf(old), old));
        // The whole book laid onto its own knowledge changes nothing.
        QVERIFY(compareBooks(bookOf(old), bookOf(withBook(old, bookOf(old)))).empty());
    }

    void repricing()
    {
        Plan plan;
        plan.prices = bookOf(testKnowledge());
        QVERIFY(reprice(plan, testKnowledge()).changes.empty());
        QVERIFY(!reprice(plan, testKnowledge()).plan.prices);
        setEntry(*plan.prices, price(a10, "cn-shanghai", PriceModel::Hour, "5", "2025-01-01"));
        setEntry(*plan.prices, price(a10, "cn-beijing", PriceModel::Hour, "4", "2025-01-01", "yours: agreed"));
        const Repricing r = reprice(plan, testKnowledge());
        QCOMPARE(r.changes.size(), std::size_t(1));
        QCOMPARE(r.changes[0].region, std::string("cn-shanghai"));
        QCOMPARE(r.changes[0].before->amount.decimal(0), std::string("5"));
        QVERIFY(r.plan.prices); // the user's own price is kept
        QCOMPARE(findEntry(*r.plan.prices, a10, "cn-beijing", PriceModel::Hour)->amount.decimal(0), std::string("4"));
        // An older plan without storage prices took those from the knowledge.
        plan.prices->storage.clear();
        QCOMPARE(reprice(plan, testKnowledge()).changes.size(), std::size_t(1));
    }

    void ages()
    {
        QCOMPARE(*daysBetween("2026-11-30", "2026-12-01"), 1);
        QCOMPARE(*daysBetween("2024-02-28", "2024-03-01"), 2);
        QCOMPARE(*daysBetween("2024", "2025"), 366);
        QVERIFY(!daysBetween("2026-13-01", "2026-12-01") && !daysBetween("", "2026") && !daysBetween("2026/12/01", "2026"));
    }

    void versions_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<bool>("china");
        QTest::addColumn<QString>("version");
        QTest::newRow("one") << "src=\"//g.alicdn.com/aliyun/ecs-price-info/2.0.421/price/x.js\"" << true << "2.0.421";
        QTest::newRow("newest of several") << "ecs-price-info/2.0.99/ ecs-price-info/2.0.421/ ecs-price-info/2.0.100/" << true << "2.0.421";
        QTest::newRow("by number, not by letter") << "ecs-price-info/2.0.9/ ecs-price-info/2.0.15/" << true << "2.0.15";
        QTest::newRow("sites are told apart") << "ecs-price-info-intl/2.0.500/ ecs-price-info/2.0.2/" << true << "2.0.2";
        QTest::newRow("international") << "ecs-price-info-intl/2.0.500/ ecs-price-info/2.0.900/" << false << "2.0.500";
        QTest::newRow("dot at the end") << "see ecs-price-info/2.0.7." << true << "2.0.7";
        QTest::newRow("path tricks") << "ecs-price-info/../../evil ecs-price-info/2..0/ ecs-price-info/x" << true << "";
        QTest::newRow("none") << "<html></html>" << true << "";
    }

    void versions()
    {
        QFETCH(QString, page);
        QFETCH(bool, china);
        QFETCH(QString, version);
        const auto found = newestListVersion(page.toStdString(), china ? PriceSite::China : PriceSite::International);
        QCOMPARE(QString::fromStdString(found.value_or("")), version);
    }

    void listRead()
    {
        const std::string text = listText(
            listEntry(a10Key, R"("hours": [{"price": "10.0934", "period": "1"}], "months": [{"price": 4844.8, "period": 1}], "years": [{"price": "120000", "period": "3"}, {"price": "49000", "period": "1"}])") + ","
            + listEntry("cn-shanghai::ecs.gn7i-c16g1.4xlarge::vpc::windows::optimized", R"("hours": [{"price": "99", "period": "1"}])") + ","
            + listEntry("cn-shanghai::ecs.gn7i-c16g1.4xlarge::classic::linux::optimized", R"("hours": [{"price": "98", "period": "1"}])") + ","
            + listEntry("cn-beijing::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized", R"("hours": [{"price": "0", "period": "1"}], "months": [{"price": "-3", "period": "1"}], "years": [{"price": "1e12", "period": "1"}])") + ","
            + listEntry("cn-hangzhou::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized", R"("hours": {}, "months": null, "years": [[{"price": "1", "period": "1"}], 7, {"price": [1], "period": "1"}])") + ","
            + listEntry("cn-shanghai::ecs.gn99-c1g1.xlarge::vpc::linux::optimized", tenAnHour) + ","
            + listEntry("mars-1::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized", tenAnHour) + ","
            + listEntry("cn-shanghai::ecs.g6.xlarge::vpc::linux::optimized", tenAnHour) + "," + listEntry("no key at all", tenAnHour));
        const auto read = readPriceList(text, "l", testKnowledge(), {});
        QVERIFY2(read, read ? "" : lines(read.errors()).c_str());
        QCOMPARE(read->version, std::string("2.0.421"));
        QCOMPARE(read->published, std::string("2026-11-20"));
        QCOMPARE(read->prices.size(), std::size_t(3));
        QCOMPARE(of(read->prices, PriceModel::Hour)->amount.decimal(4), std::string("10.0934"));
        QCOMPARE(of(read->prices, PriceModel::Month)->amount.decimal(1), std::string("4844.8"));
        QCOMPARE(of(read->prices, PriceModel::Year)->amount.decimal(0), std::string("49000")); // one year, not the total of three
        QCOMPARE(read->unknownTypes, std::vector<std::string>{"ecs.gn99-c1g1.xlarge"});
        QCOMPARE(read->unknownRegions, std::vector<std::string>{"mars-1"});
        QCOMPARE(read->dropped, std::int64_t(4));
        QCOMPARE(read->keys, std::int64_t(9));
    }

    void listGivenTwice()
    {
        const std::string other = R"("hours": [{"price": "12", "period": "1"}])", month = R"("months": [{"price": "9", "period": "1"}])";
        const auto same = readPriceList(listText(listEntry(a10Key, tenAnHour) + "," + listEntry(a10Key, tenAnHour)), "l", testKnowledge(), {});
        QCOMPARE(same->prices.size(), std::size_t(1));
        const auto contradicted = readPriceList(listText(listEntry(a10Key, tenAnHour + "," + month) + "," + listEntry(a10Key, other)), "l", testKnowledge(), {});
        QVERIFY(contradicted && !of(contradicted->prices, PriceModel::Hour) && of(contradicted->prices, PriceModel::Month));
    }

    void hostileLists_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        const std::string good = listText(listEntry(a10Key, tenAnHour));
        const auto row = [](const char *name, const std::string &text, const char *code) { QTest::newRow(name) << QByteArray::fromStdString(text) << QString(code); };
        row("nothing", "", "syntax");
        row("a page", "<!DOCTYPE html><html></html>", "syntax");
        row("a page after blanks", "\xEF\xBB\xBF \n<html>", "syntax");
        row("a list", "[1, 2]", "syntax");
        row("cut", good.substr(0, good.size() - 20), "syntax");
        row("cut in a text", good.substr(0, good.find("2.0.421") + 3), "syntax");
        row("deep arrays", "{\"a\": " + std::string(200000, '['), "syntax");
        std::string deep;
        for (int i = 0; i < 100000; ++i)
            deep += "{\"pricingInfo\":";
        row("deep objects", deep, "syntax");
        row("number beyond a double", "{\"currency\": \"CNY\", \"pricingInfo\": {\"x\": 1" + std::string(500, '0') + "e999999}}", "syntax");
        row("not UTF-8", "{\"currency\": \"\xff\xfe\"}", "syntax");
        row("zero bytes", std::string("{\"a\"\0: 1}", 9), "syntax");
        row("no prices", R"({"currency": "CNY"})", "missing");
        row("prices of another kind", R"({"currency": "CNY", "pricingInfo": [1, "a", null]})", "missing");
        row("no GPU", listText(listEntry("cn-shanghai::ecs.g6.xlarge::vpc::linux::optimized", tenAnHour)), "missing");
        row("other currency", listText(listEntry(a10Key, tenAnHour), "USD"), "conflict");
        row("no currency", R"({"pricingInfo": {)" + listEntry(a10Key, tenAnHour) + "}}", "conflict");
    }

    void hostileLists()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        const auto read = readPriceList({text.constData(), static_cast<std::size_t>(text.size())}, "l", testKnowledge(), {});
        QVERIFY(!read);
        QCOMPARE(QString(errorCodeName(read.error().code)), code);
    }

    void listIsCancelled()
    {
        std::string entries;
        for (int i = 0; i < 20000; ++i)
            entries += listEntry("cn-shanghai::ecs.g6." + std::to_string(i) + "::vpc::linux::optimized", tenAnHour) + ",";
        const auto read = readPriceList(listText(entries + listEntry(a10Key, tenAnHour)), "l", testKnowledge(), {PriceSite::China, [] { return true; }});
        QVERIFY(!read && read.error().code == ErrorCode::Io);
    }

    // No argument can be taken for another, whatever it holds: a vector, one word each.
    void arguments()
    {
        const InstanceType &type = *testKnowledge().instanceType(a10);
        const auto value = [](const ApiRequest &r, const std::string &name) {
            const auto at = std::find(r.arguments.begin(), r.arguments.end(), name);
            return at == r.arguments.end() || at + 1 == r.arguments.end() ? std::string() : *(at + 1);
        };
        const ApiRequest month = askPrice(type, "cn-shanghai", PriceModel::Month);
        QCOMPARE(month.arguments[0] + " " + month.arguments[1], std::string("ecs DescribePrice"));
        QCOMPARE(value(month, "--region"), std::string("cn-shanghai"));
        QCOMPARE(value(month, "--RegionId"), std::string("cn-shanghai"));
        QCOMPARE(value(month, "--PriceUnit"), std::string("Month"));
        QCOMPARE(value(month, "--SystemDisk.Category"), std::string("cloud_essd"));
        InstanceType oldType = type;
        oldType.diskCategories = {"cloud_ssd", "cloud_efficiency"};
        QCOMPARE(value(askPrice(oldType, "r", PriceModel::Hour), "--SystemDisk.Category"), std::string("cloud_ssd"));
        QCOMPARE(value(askPrice(oldType, "r", PriceModel::Hour), "--SystemDisk.PerformanceLevel"), std::string());
        const auto pl3 = askDiskPrice(*testKnowledge().storageKind("essd-pl3"), "cn-shanghai");
        QCOMPARE(value(*pl3, "--DataDisk.1.PerformanceLevel"), std::string("PL3"));
        QVERIFY(pl3->gib >= 1261);
        QCOMPARE(value(askSpotHistory(a10, "r", "s", "e", 40), "--Offset"), std::string("40"));
        QCOMPARE(value(askStock("r", true), "--SpotStrategy"), std::string("SpotAsPriceGo"));
        for (const char *bad : {"", "-x", "a b", "a;b", "../x", "$(x)", "a\nb"})
            QVERIFY2(!isPlainId(bad), bad);
        QVERIFY(isPlainId(a10) && isPlainId("cn-shanghai"));
    }

    void priceAnswer()
    {
        ApiRequest r = request(ApiAction::InstancePrice);
        r.model = PriceModel::Month;
        const auto good = readPriceAnswer(R"({"PriceInfo": {"Price": {"Currency": "CNY", "TradePrice": 5100, "DetailInfos": {"DetailInfo": [
            {"Resource": "systemDisk", "TradePrice": 100}, {"Resource": "instanceType", "OriginalPrice": 5500, "TradePrice": 5000}]}}}})", r, "2026-12-01");
        QVERIFY(good.value && !good.failure);
        QCOMPARE(good.value->amount.decimal(2), std::string("5000.00")); // without the disk
        QVERIFY(good.value->promotion);
        QCOMPARE(good.value->source.date, std::string("2026-12-01"));
        using Kind = ApiFailure::Kind;
        for (const auto &[text, kind] : std::vector<std::pair<const char *, Kind>>{
                 {R"({"PriceInfo": {"Price": {"Currency": "CNY", "TradePrice": 5}}})", Kind::NotSold}, // the total with the disk is not the instance's price
                 {R"({"PriceInfo": {"Price": {"Currency": "CNY", "DetailInfos": {"DetailInfo": [{"Resource": "instanceType", "TradePrice": 0}]}}}})", Kind::NotSold},
                 {R"({"PriceInfo": {"Price": {"Currency": "EUR", "DetailInfos": {"DetailInfo": [{"Resource": "instanceType", "TradePrice": 5}]}}}})", Kind::BadAnswer},
                 {R"({"PriceInfo": 7})", Kind::BadAnswer}, {"[]", Kind::BadAnswer}, {"", Kind::BadAnswer}, {"<html>", Kind::BadAnswer}, {R"({"PriceInfo": {"Price": )", Kind::BadAnswer}}) {
            const auto bad = readPriceAnswer(text, r, "2026-12-01");
            QVERIFY2(!bad.value && bad.failure && bad.failure->kind == kind, text);
        }
        const auto disk = readDiskAnswer(R"({"PriceInfo": {"Price": {"Currency": "CNY", "TradePrice": "4.2"}}})", request(ApiAction::DiskPrice));
        QCOMPARE(disk.value->decimal(4), std::string("0.0021"));
    }

    void spotAnswers()
    {
        const ApiRequest r = request(ApiAction::SpotHistory);
        const auto page = readSpotHistory(R"({"Currency": "CNY", "NextOffset": 3, "SpotPrices": {"SpotPriceType": [
            {"InstanceType": "ecs.gn7i-c16g1.4xlarge", "ZoneId": "cn-shanghai-n", "SpotPrice": 2.5, "Timestamp": "2026-11-03T00:00:00Z"},
            {"InstanceType": "ecs.gn7i-c16g1.4xlarge", "ZoneId": "cn-shanghai-n", "SpotPrice": 1.5, "Timestamp": "2026-11-01T00:00:00Z"},
            {"InstanceType": "ecs.gn7i-c16g1.4xlarge", "ZoneId": "cn-shanghai-n", "SpotPrice": 4, "Timestamp": "2026-11-02T00:00:00Z"},
            {"InstanceType": "ecs.other", "ZoneId": "cn-shanghai-n", "SpotPrice": 99, "Timestamp": "2026-11-02T00:00:00Z"}]}})", r);
        QVERIFY(page.value);
        QCOMPARE(page.value->next, std::int64_t(3));
        auto records = spotRecords(a10, "cn-shanghai", page.value->points, "2026-12-01");
        QCOMPARE(records.size(), std::size_t(1));
        QCOMPARE(records[0].latest->decimal(1), std::string("2.5"));
        QCOMPARE(records[0].lowest->decimal(1), std::string("1.5"));
        QCOMPARE(records[0].median->decimal(1), std::string("2.5"));
        QCOMPARE(records[0].highest->decimal(1), std::string("4.0"));
        ApiRequest last = r;
        last.offset = 3;
        QCOMPARE(readSpotHistory(R"({"Currency": "CNY", "NextOffset": 3, "SpotPrices": {"SpotPriceType": [{"ZoneId": "cn-shanghai-n", "SpotPrice": 1}]}})", last).value->next, std::int64_t(0));
        QCOMPARE(readSpotHistory(R"({"NextOffset": 9, "SpotPrices": {"SpotPriceType": []}})", r).value->next, std::int64_t(0));

        const auto advice = readSpotAdvice(R"({"AvailableSpotZones": {"AvailableSpotZone": [{"ZoneId": "cn-shanghai-n", "AvailableSpotResources": {"AvailableSpotResource": [
            {"InstanceType": "ecs.gn7i-c16g1.4xlarge", "AverageSpotDiscount": 20, "InterruptionRate": 1.5, "InterruptRateDesc": "0-3%"}]}}]}})", request(ApiAction::SpotAdvice), "2026-12-01");
        QVERIFY(advice.value && advice.value->size() == 1);
        QVERIFY(std::abs(*advice.value->front().discount - 0.8) < 1e-12); // 20 % of the price is left to pay
        QVERIFY(std::abs(*advice.value->front().interruptionHigh - 0.03) < 1e-12);
        mergeSpot(records, *advice.value);
        QCOMPARE(records.size(), std::size_t(1));
        QVERIFY(records[0].discount && records[0].median);
    }

    void stockAnswer()
    {
        const auto read = readStock(R"({"AvailableZones": {"AvailableZone": [{"ZoneId": "cn-shanghai-n", "AvailableResources": {"AvailableResource": [{"Type": "InstanceType", "SupportedResources": {"SupportedResource": [
            {"Value": "ecs.gn7i-a", "StatusCategory": "WithStock"}, {"Value": "ecs.gn7i-b", "StatusCategory": "ClosedWithStock"}, {"Value": "ecs.gn7i-c", "StatusCategory": "WithoutStock"},
            {"Value": "ecs.gn7i-d", "StatusCategory": "ClosedWithoutStock"}, {"Value": "ecs.gn7i-e", "Status": "SoldOut"}, {"Value": "ecs.gn7i-f", "Status": "Available"}, {"Value": "ecs.c6.large", "StatusCategory": "WithStock"}]}}]}}]}})",
                                   request(ApiAction::Stock), "2026-12-01");
        QVERIFY(read.value);
        std::vector<std::string> told;
        for (const StockRecord &s : *read.value)
            told.push_back(s.instanceType + " " + stockStatusName(s.status));
        const std::vector<std::string> expected{"ecs.gn7i-a plenty", "ecs.gn7i-b low", "ecs.gn7i-c none", "ecs.gn7i-d no-longer-sold", "ecs.gn7i-e none"};
        QCOMPARE(told, expected);
        QVERIFY(readStock(R"({"AvailableZones": {"AvailableZone": []}})", request(ApiAction::Stock), "d").value->empty());
        QVERIFY(readStock("nothing", request(ApiAction::Stock), "d").failure);
    }

    void newTypes()
    {
        ListedType t{"ecs.gn7i-c99g1.99xlarge", "ecs.gn7i", "NVIDIA A10", "cpu", 2, 99, 400, 24.0, 16.0, 0};
        auto type = asInstanceType(t, testKnowledge(), "2026-12-01");
        QVERIFY(type && type->gpu == "A10" && type->availability == Availability::ApiListed && !type->nvlink);
        t.gpuSpec = "NVIDIA A100";
        t.gpuMemoryGib = 80;
        QVERIFY(!asInstanceType(t, testKnowledge(), "d")); // two cards: joined how?
        t.gpus = 1;
        QCOMPARE(asInstanceType(t, testKnowledge(), "d")->gpu, std::string("A100-80"));
        t.gpuSpec = "GPU H";
        QVERIFY(!asInstanceType(t, testKnowledge(), "d"));
        t.gpuSpec = "NVIDIA A10";
        t.gpuMemoryGib = 12; // a slice
        QVERIFY(!asInstanceType(t, testKnowledge(), "d"));
    }

    void failures_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("error");
        QTest::addColumn<int>("kind");
        using Kind = ApiFailure::Kind;
        QTest::newRow("throttled") << 1 << "ErrorCode: Throttling.User\nMessage: slow down" << int(Kind::Throttled);
        QTest::newRow("no price") << 1 << "ErrorCode: PriceNotFound\nMessage: x" << int(Kind::NotSold);
        QTest::newRow("no type") << 1 << "ErrorCode: InvalidInstanceType.ValueNotSupported" << int(Kind::NotSold);
        QTest::newRow("bad key") << 1 << "ErrorCode: InvalidAccessKeyId.NotFound" << int(Kind::Refused);
        QTest::newRow("no right") << 1 << "ErrorCode: Forbidden.RAM" << int(Kind::Refused);
        QTest::newRow("not configured") << 3 << "ERROR: region can't be empty" << int(Kind::NotConfigured);
        QTest::newRow("unknown profile") << 3 << "ERROR: unknown profile x" << int(Kind::NotConfigured);
        QTest::newRow("no network") << 1 << "dial tcp: lookup x: no such host" << int(Kind::Network);
        QTest::newRow("network with status 3") << 3 << "Post: dial tcp 1.2.3.4:443: i/o timeout" << int(Kind::Network);
        QTest::newRow("another code") << 1 << "ErrorCode: SomethingNew" << int(Kind::Other);
        QTest::newRow("silence") << 2 << "" << int(Kind::Other);
    }

    void failures()
    {
        QFETCH(int, status);
        QFETCH(QString, error);
        QFETCH(int, kind);
        const ApiFailure failure = readFailure(status, error.toStdString(), "");
        QCOMPARE(int(failure.kind), kind);
        QVERIFY(!english(failure.what).empty());
    }

    void nothingSecretIsShown_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("secret");
        QTest::newRow("access key") << "key LTAI5tAbCdEfGhIjKlMnOpQr is not found" << "LTAI5t";
        QTest::newRow("in a query") << "https://ecs.aliyuncs.com/?AccessKeyId=abc&Signature=zzz1&Action=X" << "zzz1";
        QTest::newRow("id in a query") << "https://ecs.aliyuncs.com/?AccessKeyId=shortid&x=1" << "shortid";
        QTest::newRow("random secret") << "secret is aB3dE5gH7jK9mN1pQ3sT5vW7yZ9b" << "aB3dE5";
        QTest::newRow("token") << "SecurityToken: CAISabcd" << "CAISabcd";
        QTest::newRow("STS") << "STS.NUabcdEFGH1234 expired" << "STS.NU";
        QTest::newRow("account") << "acs:ram::1234567890123456:user/me" << "1234567890123456";
        QTest::newRow("json") << "{\"AccessKeySecret\": \"hush\"}" << "hush";
    }

    void nothingSecretIsShown()
    {
        QFETCH(QString, text);
        QFETCH(QString, secret);
        const std::string shown = redacted(text.toStdString());
        QVERIFY2(shown.find(secret.toStdString()) == std::string::npos, shown.c_str());
        QVERIFY2(shown.find("***") != std::string::npos, shown.c_str());
    }

    void plainTextStays()
    {
        QCOMPARE(redacted("the region cn-shanghai does not sell ecs.gn7i-c16g1.4xlarge"), std::string("the region cn-shanghai does not sell ecs.gn7i-c16g1.4xlarge"));
        QCOMPARE(redacted("a\nb\x1b[31mc"), std::string("a b [31mc"));
        QVERIFY(redacted(std::string(1000000, 'x')).size() < 300);
    }

    void gatheredBecomesKnowledge()
    {
        Gathered g;
        const auto list = readPriceList(listText(listEntry(a10Key, tenAnHour)), "l", testKnowledge(), {});
        gather(g, *list, PriceSite::China, "2.0.421", "2026-12-01");
        SpotRecord spot;
        spot.instanceType = a10;
        spot.region = "cn-shanghai";
        spot.zone = "cn-shanghai-n";
        spot.lowest = spot.median = spot.highest = spot.latest = *Money::parse("2", Currency::CNY);
        spot.discount = 0.8;
        spot.source = {"asked", "2026-12-01"};
        g.spot = {spot};
        StockRecord stock{a10, "cn-shanghai", "cn-shanghai-n", true, StockStatus::Low, {"asked", "2026-12-01"}};
        g.stock = {stock, {"ecs.unknown", "cn-shanghai", "cn-shanghai-n", false, StockStatus::Plenty, {"asked", "2026-12-01"}}};
        g.disks = {{"essd-pl1", "cn-shanghai", *Money::parse("0.003", Currency::CNY), {"asked", "2026-12-01"}}};
        g.types = {*asInstanceType({"ecs.gn7i-c99g1.99xlarge", "ecs.gn7i", "NVIDIA A10", "cpu", 1, 99, 400, 24.0, 16.0, 0}, testKnowledge(), "2026-12-01")};
        const KnowledgeFiles files = refreshedFiles({}, g, testKnowledge(), "2026-12-01");
        QCOMPARE(files.size(), std::size_t(5));
        const auto read = readKnowledge(shippedKnowledgeFiles(), files);
        QVERIFY2(read, read ? "" : lines(read.errors()).c_str());
        const Price *p = read->price(a10, "cn-shanghai", PriceModel::Hour);
        QCOMPARE(p->amount.decimal(0), std::string("10"));
        QCOMPARE(p->source.date, std::string("2026-11-20"));
        QVERIFY(p->source.text.rfind("refreshed: public price list", 0) == 0);
        QCOMPARE(read->spot.size(), std::size_t(1));
        QCOMPARE(stockOf(*read, a10, "cn-shanghai", true).size(), std::size_t(1));
        QVERIFY(stockOf(*read, a10, "cn-shanghai", false).empty());
        QVERIFY(read->instanceType("ecs.gn7i-c99g1.99xlarge")->availability == Availability::ApiListed);
        // Once more with the same: nothing to write.
        QVERIFY(refreshedFiles(files, g, testKnowledge(), "2026-12-02").empty());
        // The user's own entry stands above what was refreshed.
        KnowledgeFiles withOwn = files;
        withOwn["prices.json"] = R"({"schema": 1, "kind": "prices", "date": "2026-12-01", "prices": [{"instance_type": "ecs.gn7i-c16g1.4xlarge", "region": "cn-shanghai", "model": "hour", "amount": "3", "currency": "CNY",
            "as_of": "2026-01-01", "source": {"text": "agreed", "date": "2026-01-01"}}]})";
        QCOMPARE(readKnowledge(shippedKnowledgeFiles(), withOwn)->price(a10, "cn-shanghai", PriceModel::Hour)->source.text, std::string("yours: agreed"));
    }

    void listReplacesList()
    {
        const std::string beijing = listEntry("cn-beijing::ecs.gn7i-c16g1.4xlarge::vpc::linux::optimized", tenAnHour);
        Gathered first, second;
        gather(first, *readPriceList(listText(listEntry(a10Key, tenAnHour) + "," + beijing), "l", testKnowledge(), {}), PriceSite::China, "1", "2026-12-01");
        gather(second, *readPriceList(listText(listEntry(a10Key, tenAnHour)), "l", testKnowledge(), {}), PriceSite::China, "1", "2026-12-01");
        first.prices.push_back(price(a10, "cn-hangzhou", PriceModel::Hour, "8", "2026-12-01", "ecs DescribePrice of your account"));
        const KnowledgeFiles before = refreshedFiles({}, first, testKnowledge(), "2026-12-01");
        const KnowledgeFiles after = refreshedFiles(before, second, testKnowledge(), "2026-12-01");
        const std::string text = after.at("refreshed_prices.json");
        QVERIFY(text.find("cn-beijing") == std::string::npos); // no longer in the list
        QVERIFY(text.find("cn-hangzhou") != std::string::npos); // asked of the service, not of the list
        // An old list does not undo what is known of a later day.
        std::string old = listText(listEntry(a10Key, tenAnHour));
        old.replace(old.find("2026-11-20"), 10, "2019-01-01");
        Gathered stale;
        gather(stale, *readPriceList(old, "l", testKnowledge(), {}), PriceSite::China, "1", "2026-12-01");
        QVERIFY(refreshedFiles({}, stale, testKnowledge(), "2026-12-01").empty());
    }

    void faultyRecords_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("pointer");
        const QString place = R"("instance_type": "ecs.gn7i-c16g1.4xlarge", "region": "cn-shanghai", "zone": "cn-shanghai-n", "source": {"text": "s", "date": "2026"})";
        QTest::newRow("spot: type") << "spot" << R"({"instance_type": "ecs.x", "region": "cn-shanghai", "source": {"text": "s", "date": "2026"}})" << "/spot/0/instance_type";
        QTest::newRow("spot: order") << "spot" << "{" + place + R"(, "currency": "CNY", "lowest": "3", "median": "2", "highest": "4"})" << "/spot/0/median";
        QTest::newRow("spot: share") << "spot" << "{" + place + R"(, "discount": 80})" << "/spot/0/discount";
        QTest::newRow("spot: range") << "spot" << "{" + place + R"(, "interruption_low": 0.5, "interruption_high": 0.1})" << "/spot/0/interruption_low";
        QTest::newRow("stock: status") << "stock" << "{" + place + R"(, "status": "lots"})" << "/stock/0/status";
        QTest::newRow("stock: key") << "stock" << "{" + place + R"(, "status": "none", "colour": 1})" << "/stock/0/colour";
        QTest::newRow("storage: unknown") << "storage_prices" << R"({"storage": "x", "region": "cn-shanghai", "currency": "CNY", "price_per_gib_month": "1", "source": {"text": "s", "date": "2026"}})" << "/storage_prices/0/storage";
        QTest::newRow("storage: no price") << "storage_prices" << R"({"storage": "essd-pl1", "region": "cn-shanghai", "currency": "CNY", "source": {"text": "s", "date": "2026"}})" << "/storage_prices/0";
    }

    void faultyRecords()
    {
        QFETCH(QString, file);
        QFETCH(QString, entry);
        QFETCH(QString, pointer);
        const QString text = QStringLiteral(R"({"schema": 1, "kind": "%1", "date": "2026-12-01", "%1": [%2]})").arg(file, entry);
        const auto read = readKnowledge(shippedKnowledgeFiles(), {{"refreshed_" + file.toStdString() + ".json", text.toStdString()}});
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().pointer), pointer);
    }
};

QTEST_GUILESS_MAIN(TestPrices)
#include "tst_prices.moc"
