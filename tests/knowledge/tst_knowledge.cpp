// The shipped knowledge passes its own reader; every kind of fault gives one clear error that says where.
#include "csv.h"
#include "knowledge.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <algorithm>
#include <ctime>
#include <functional>
#include <random>
#include <set>
#include <sstream>

using namespace segplan;
using segplan::test::shippedKnowledgeFiles;
using segplan::test::testKnowledge;
using Json = nlohmann::json;
using Edit = std::function<void(Json &)>;
Q_DECLARE_METATYPE(Edit)
Q_DECLARE_METATYPE(ErrorCode)

namespace {

KnowledgeFiles edited(const std::string &file, const Edit &edit)
{
    KnowledgeFiles files = shippedKnowledgeFiles();
    Json root = Json::parse(files.at(file));
    edit(root);
    files[file] = root.dump();
    return files;
}

QByteArray lines(const Errors &errors)
{
    std::string out;
    for (const Error &e : errors)
        out += e.line() + "\n";
    return QByteArray::fromStdString(out);
}

std::string decimal(const Price *price) { return price ? price->amount.decimal(4) : "none"; }

} // namespace

class TestKnowledge : public QObject {
    Q_OBJECT

private slots:
    void shippedFilesPass();
    void gpuIdsOfTheInterface();
    void onlyDocumentedTypes();
    void namesFollowTheNamingRule();
    void noForeignCardIsDomestic();
    void selfServiceIsWhatCanBeOrdered();
    void everyEntryHasSourceAndDate();
    void pricesOfTheCatalogue_data();
    void pricesOfTheCatalogue();
    void diskFormulas_data();
    void diskFormulas();
    void faults_data();
    void faults();
    void allFaultsAtOnce();
    void missingFile();
    void unknownFile();
    void truncatedAnywhere();
    void scrambledBytesNeverThrow();
    void calibrationFilesAdd();
    void narrowestCalibrationWins();
    void overrideReplacesAndIsMarked();
    void overrideMustResolveToo();
    void lookupsSurviveHandMadeKnowledge();
    void remarks();
    void loadsFast();
};

void TestKnowledge::shippedFilesPass()
{
    const Result<Knowledge> read = readKnowledge(shippedKnowledgeFiles());
    QVERIFY2(read.ok(), read ? "" : lines(read.errors()).constData());
    const Knowledge &k = testKnowledge();
    QCOMPARE(k.instanceTypes.size(), std::size_t{117});
    QCOMPARE(k.prices.size(), std::size_t{668});
    QCOMPARE(k.regions.size(), std::size_t{29});
    QCOMPARE(k.datasets.size(), std::size_t{48});
    QVERIFY(k.measurements.size() >= 150);
    QCOMPARE(k.version, std::string("2026-12-01"));
    QCOMPARE(k.pricesAsOf, std::string("2026-09-27"));
    QVERIFY(!k.disagreements.empty());
}

void TestKnowledge::gpuIdsOfTheInterface()
{
    const Knowledge &k = testKnowledge();
    for (const char *id : {"T4", "P100", "V100-16", "V100-32", "A10", "A30", "A100-40", "A100-80", "L20", "H20"}) {
        QVERIFY2(k.gpu(id), id);
        QVERIFY2(k.gpu(id)->cloud, id);
    }
    for (const char *id : {"GTX-1080Ti", "TITAN-Xp", "RTX-2080Ti", "RTX-3090", "RTX-4090", "A40", "L40S", "H100-80"}) {
        QVERIFY2(k.gpu(id), id);
        QVERIFY2(!k.gpu(id)->cloud, id);
    }
    QCOMPARE(k.gpu("A10")->usableMemory->count(), std::int64_t{22731} * 1024 * 1024);
    QCOMPARE(k.gpu("V100-32")->usableMemory->count(), std::int64_t{32510} * 1024 * 1024);
    QCOMPARE(k.gpu("H20")->usableMemory->count(), std::int64_t{97871} * 1024 * 1024);
    QVERIFY(!k.gpu("A40")->usableMemory); // no listing that names it was found
    for (const Gpu &gpu : k.gpus)
        QVERIFY2(!gpu.usableMemory || (*gpu.usableMemory <= gpu.nominalMemory && *gpu.usableMemory > gpu.nominalMemory.scaled(0.9)), gpu.id.c_str());
    // The context is known by generation, and by chip where a generation has two.
    for (const char *architecture : {"Pascal", "Volta", "Turing", "Ampere", "Ada", "Hopper", "Blackwell"}) {
        const Calibration *context = k.calibrated("memory.context", "no such card", architecture);
        QVERIFY2(context && context->scope == architecture && *context->low < context->value && context->value < *context->high, architecture);
    }
    QVERIFY(k.calibrated("memory.context", "A100-80", "Ampere")->value > k.calibrated("memory.context", "A10", "Ampere")->value);
    QVERIFY(!k.gpu("V100-16")->bf16Tflops && k.gpu("V100-16")->lacking("bf16"));
    QVERIFY(!k.gpu("T4")->tf32Tflops && k.gpu("T4")->lacking("tf32"));
    QVERIFY(!k.gpu("P100")->tensorCores);
    QCOMPARE(*k.gpu("L20")->nvlinkGbps, 0.0);
    QVERIFY(!k.gpu("no such card"));
}

void TestKnowledge::onlyDocumentedTypes()
{
    std::istringstream list(test::readFile("tests/knowledge/documented_types.txt"));
    std::set<std::string> documented;
    for (std::string id; list >> id;)
        documented.insert(id);
    QCOMPARE(documented.size(), std::size_t{117});
    for (const InstanceType &type : testKnowledge().instanceTypes)
        QVERIFY2(documented.count(type.id), type.id.c_str());
    for (const char *wrong : {"ecs.gn7i-c8g1.4xlarge", "ecs.gn7s", "ecs.gn8t.4xlarge", "ecs.gn7-c13g1.6xlarge"})
        QVERIFY2(!testKnowledge().instanceType(wrong), wrong);
}

// cXgY: X vCPU for each Y GPUs; Nxlarge: 4N vCPU; "-Nx.": N GPUs.
void TestKnowledge::namesFollowTheNamingRule()
{
    const QRegularExpression ratio("-c(\\d+)g(\\d+)[.](\\d*)(x?large)$"), count("-(\\d+)x[.](\\d+)xlarge$");
    const std::set<std::string> exceptions{"ecs.gn5-c8g1.14xlarge", "ecs.gn6v-c10g1.20xlarge"}; // documented with 54 and 82 vCPU
    int checked = 0;
    for (const InstanceType &type : testKnowledge().instanceTypes) {
        if (exceptions.count(type.id))
            continue;
        const QString id = QString::fromStdString(type.id);
        if (const auto m = ratio.match(id); m.hasMatch()) {
            const int byName = m.captured(4) == "large" ? 2 : 4 * (m.captured(3).isEmpty() ? 1 : m.captured(3).toInt());
            QVERIFY2(type.vcpu == byName, type.id.c_str());
            QVERIFY2(type.gpuCount * m.captured(1).toInt() == type.vcpu * m.captured(2).toInt(), type.id.c_str());
            ++checked;
        } else if (const auto n = count.match(id); n.hasMatch()) {
            QVERIFY2(type.gpuCount == n.captured(1).toInt(), type.id.c_str());
            QVERIFY2(type.vcpu == 4 * n.captured(2).toInt(), type.id.c_str());
            ++checked;
        }
    }
    QVERIFY(checked > 60);
}

void TestKnowledge::noForeignCardIsDomestic()
{
    for (const Gpu &gpu : testKnowledge().gpus)
        QVERIFY2(!gpu.domestic, gpu.id.c_str()); // no ECS type in the catalogue carries domestic training silicon
    const NameCorrection *c = testKnowledge().correction("h20=DOMESTIC");
    QVERIFY(c);
    QCOMPARE(c->right, std::string("none"));
    QCOMPARE(testKnowledge().correction("gn7s=H20")->right, std::string("gn8v"));
    QCOMPARE(testKnowledge().correction("gn7=A10")->right, std::string("gn7i"));
    QVERIFY(testKnowledge().instanceType(testKnowledge().correction("ecs.gn7i-c8g1.4xlarge")->right));
}

void TestKnowledge::selfServiceIsWhatCanBeOrdered()
{
    const Knowledge &k = testKnowledge();
    const auto is = [&](const char *id, Availability a) { return k.instanceType(id) && k.instanceType(id)->availability == a; };
    QVERIFY(is("ecs.gn7i-c16g1.4xlarge", Availability::SelfService));
    QVERIFY(is("ecs.gn8is.2xlarge", Availability::SelfService));
    QVERIFY(is("ecs.gn8v.4xlarge", Availability::Ticket));
    QVERIFY(is("ecs.gn7s-c8g1.2xlarge", Availability::Ticket));
    QVERIFY(is("ecs.gn9gc.4xlarge", Availability::Invitation));
    QVERIFY(is("ecs.gn5-c4g1.xlarge", Availability::Retired));
    QVERIFY(is("ecs.sccgn7ex.32xlarge", Availability::ClusterOnly));
    QVERIFY(is("ecs.gn7r-c16g1.4xlarge", Availability::InferenceOnly));
    for (const InstanceType &type : k.instanceTypes) {
        QVERIFY(type.gpuShare >= 1 || type.availability == Availability::VirtualGpu);
        QVERIFY2(!type.diskCategories.empty(), type.id.c_str());
    }
    QVERIFY(k.instanceType("ecs.ebmgn8is.32xlarge")->uefiOnly);
    QVERIFY(!k.instanceType("ecs.gn8is.2xlarge")->uefiOnly);
}

void TestKnowledge::everyEntryHasSourceAndDate()
{
    const Knowledge &k = testKnowledge();
    const auto check = [](const std::vector<Source> &sources) {
        return std::all_of(sources.begin(), sources.end(), [](const Source &s) { return !s.text.empty() && !s.date.empty(); });
    };
    const auto sourcesOf = [](const auto &entries) {
        std::vector<Source> out;
        for (const auto &e : entries)
            out.push_back(e.source);
        return out;
    };
    QVERIFY(check(sourcesOf(k.gpus)) && check(sourcesOf(k.instanceTypes)) && check(sourcesOf(k.prices)) && check(sourcesOf(k.storage)) && check(sourcesOf(k.regions)));
    QVERIFY(check(sourcesOf(k.datasets)) && check(sourcesOf(k.calibration)) && check(sourcesOf(k.measurements)) && check(sourcesOf(k.corrections)));
}

void TestKnowledge::pricesOfTheCatalogue_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("region");
    QTest::addColumn<int>("model");
    QTest::addColumn<QString>("amount");
    const auto row = [](const char *name, const char *type, const char *region, PriceModel m, const char *amount) {
        QTest::newRow(name) << type << region << static_cast<int>(m) << amount;
    };
    row("A10 in Shanghai", "ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Hour, "10.0934");
    row("the newer of two quotes", "ecs.gn7i-c8g1.2xlarge", "cn-shanghai", PriceModel::Hour, "9.5300");
    row("the older one elsewhere", "ecs.gn7i-c8g1.2xlarge", "cn-beijing", PriceModel::Hour, "9.5326");
    row("a month", "ecs.gn8is.2xlarge", "cn-shenzhen", PriceModel::Month, "6919.2500");
    row("spot in USD", "ecs.gn8is-4x.16xlarge", "us-east-1", PriceModel::Spot, "1.9800");
    row("no year was ever quoted", "ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Year, "none");
    row("H20 has no price with a region", "ecs.gn8v-2x.8xlarge", "cn-shanghai", PriceModel::Hour, "none");
    row("not sold there", "ecs.gn7-c12g1.3xlarge", "us-east-1", PriceModel::Hour, "none");
    row("unknown region", "ecs.gn7i-c16g1.4xlarge", "mars-1", PriceModel::Hour, "none");
}

void TestKnowledge::pricesOfTheCatalogue()
{
    QFETCH(QString, type);
    QFETCH(QString, region);
    QFETCH(int, model);
    QFETCH(QString, amount);
    const Price *price = testKnowledge().price(type.toStdString(), region.toStdString(), static_cast<PriceModel>(model));
    QCOMPARE(QString::fromStdString(decimal(price)), amount);
    const auto &unplaced = testKnowledge().unplacedPrices;
    QVERIFY(std::any_of(unplaced.begin(), unplaced.end(), [](const Price &p) { return p.instanceType == "ecs.gn8v-2x.8xlarge" && p.weak && p.region.empty(); }));
}

void TestKnowledge::diskFormulas_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("gib");
    QTest::addColumn<double>("iops");
    QTest::addColumn<double>("mbps");
    QTest::newRow("PL0 40") << "essd-pl0" << 40 << 2280.0 << 110.0;
    QTest::newRow("PL1 100") << "essd-pl1" << 100 << 6800.0 << 170.0;
    QTest::newRow("PL1 at its limits") << "essd-pl1" << 2000 << 50000.0 << 350.0;
    QTest::newRow("PL2 500") << "essd-pl2" << 500 << 26800.0 << 370.0;
    QTest::newRow("PL3 2000") << "essd-pl3" << 2000 << 101800.0 << 1120.0;
}

void TestKnowledge::diskFormulas()
{
    QFETCH(QString, kind);
    QFETCH(int, gib);
    QFETCH(double, iops);
    QFETCH(double, mbps);
    const StorageKind *s = testKnowledge().storageKind(kind.toStdString());
    QVERIFY(s);
    QCOMPARE(s->iops(gib).value_or(-1), iops);
    QCOMPARE(s->mbps(gib).value_or(-1), mbps);
    QVERIFY(!testKnowledge().storageKind("oss-standard")->mbps(100)); // no formula, no number
    QVERIFY(!testKnowledge().storageKind("essd-autopl")->pricePerGibMonth);
    QCOMPARE(testKnowledge().storageKind("essd-pl3")->confidence, std::string("inferred"));
}

void TestKnowledge::faults_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<Edit>("edit");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char *name, const char *file, Edit edit, ErrorCode code, const char *pointer) { QTest::newRow(name) << file << edit << code << pointer; };
    row("missing price amount", "prices.json", [](Json &j) { j["prices"][12].erase("amount"); }, ErrorCode::Missing, "/prices/12/amount");
    row("zero price", "prices.json", [](Json &j) { j["prices"][3]["amount"] = "0"; }, ErrorCode::OutOfRange, "/prices/3/amount");
    row("price as a number", "prices.json", [](Json &j) { j["prices"][3]["amount"] = 9.53; }, ErrorCode::WrongType, "/prices/3/amount");
    row("price in no currency", "prices.json", [](Json &j) { j["prices"][3]["currency"] = "EUR"; }, ErrorCode::OutOfRange, "/prices/3/currency");
    row("price of an unknown type", "prices.json", [](Json &j) { j["prices"][0]["instance_type"] = "ecs.gn99"; }, ErrorCode::UnknownId, "/prices/0/instance_type");
    row("price in an unknown region", "prices.json", [](Json &j) { j["prices"][0]["region"] = "mars-1"; }, ErrorCode::UnknownId, "/prices/0/region");
    row("price with a bad date", "prices.json", [](Json &j) { j["prices"][0]["as_of"] = "24.12.2024"; }, ErrorCode::OutOfRange, "/prices/0/as_of");
    row("the same price twice", "prices.json", [](Json &j) { j["prices"].push_back(j["prices"][5]); }, ErrorCode::Conflict, "/prices/668");
    row("negative memory", "instance_types.json", [](Json &j) { j["instance_types"][7]["memory_gib"] = -60; }, ErrorCode::OutOfRange, "/instance_types/7/memory_gib");
    row("unknown GPU", "instance_types.json", [](Json &j) { j["instance_types"][7]["gpu"] = "A11"; }, ErrorCode::UnknownId, "/instance_types/7/gpu");
    row("fractional vCPU", "instance_types.json", [](Json &j) { j["instance_types"][7]["vcpu"] = 1.5; }, ErrorCode::WrongType, "/instance_types/7/vcpu");
    row("vCPU as text", "instance_types.json", [](Json &j) { j["instance_types"][7]["vcpu"] = "16"; }, ErrorCode::WrongType, "/instance_types/7/vcpu");
    row("unknown status", "instance_types.json", [](Json &j) { j["instance_types"][7]["availability"] = "maybe"; }, ErrorCode::OutOfRange, "/instance_types/7/availability");
    row("unknown disk category", "instance_types.json", [](Json &j) { j["instance_types"][7]["disk_categories"][1] = "cloud_tape"; }, ErrorCode::UnknownId, "/instance_types/7/disk_categories/1");
    row("type of another family", "instance_types.json", [](Json &j) { j["instance_types"][7]["family"] = "ecs.zz1"; }, ErrorCode::Conflict, "/instance_types/7/family");
    row("missing language of a region", "regions.json", [](Json &j) { j["regions"][2]["name"].erase("zh_CN"); }, ErrorCode::Missing, "/regions/2/name/zh_CN");
    row("empty language of a data set", "datasets.json", [](Json &j) { j["datasets"][0]["name"]["en"] = ""; }, ErrorCode::Missing, "/datasets/0/name/en");
    row("third language", "regions.json", [](Json &j) { j["regions"][2]["name"]["de"] = "Peking"; }, ErrorCode::UnknownKey, "/regions/2/name/de");
    row("duplicate GPU", "gpus.json", [](Json &j) { j["gpus"].push_back(j["gpus"][2]); }, ErrorCode::Conflict, "/gpus/23");
    row("more usable than there is", "gpus.json", [](Json &j) { j["gpus"][0]["usable_memory_bytes"] = std::int64_t{1} << 40; }, ErrorCode::Conflict, "/gpus/0/usable_memory_bytes");
    row("an architecture nobody knows", "gpus.json", [](Json &j) { j["gpus"][0]["architecture"] = "Rubin"; }, ErrorCode::OutOfRange, "/gpus/0/architecture");
    row("unknown key", "gpus.json", [](Json &j) { j["gpus"][1]["price/hour"] = 1; }, ErrorCode::UnknownKey, "/gpus/1/price~1hour");
    row("unknown key of the file", "gpus.json", [](Json &j) { j["colour"] = "red"; }, ErrorCode::UnknownKey, "/colour");
    row("no source", "gpus.json", [](Json &j) { j["gpus"][1].erase("source"); }, ErrorCode::Missing, "/gpus/1/source");
    row("a source nobody knows", "gpus.json", [](Json &j) { j["gpus"][1]["source"] = {"nvidia-p100", "hearsay"}; }, ErrorCode::UnknownId, "/gpus/1/source/1");
    row("a source without a date", "sources.json", [](Json &j) { j["sources"]["nvidia-t4"].erase("date"); }, ErrorCode::Missing, "/sources/nvidia-t4/date");
    row("newer schema", "storage.json", [](Json &j) { j["schema"] = 2; }, ErrorCode::NewerVersion, "/schema");
    row("no schema", "storage.json", [](Json &j) { j.erase("schema"); }, ErrorCode::Missing, "/schema");
    row("another kind of file", "storage.json", [](Json &j) { j["kind"] = "gpus"; }, ErrorCode::Conflict, "/kind");
    row("smallest disk larger than the largest", "storage.json", [](Json &j) { j["storage"][0]["min_gib"] = 70000; }, ErrorCode::Conflict, "/storage/0/min_gib");
    row("half an image size", "datasets.json", [](Json &j) { j["datasets"][0].erase("image_width"); }, ErrorCode::Missing, "/datasets/0/image_width");
    row("images without end", "datasets.json", [](Json &j) { j["datasets"][0]["train_images"] = 18446744073709551615ULL; }, ErrorCode::OutOfRange, "/datasets/0/train_images");
    row("a value outside of its range", "calibration.json", [](Json &j) { j["calibration"][0]["value"] = 5; }, ErrorCode::OutOfRange, "/calibration/0/value");
    row("measured on an unknown GPU", "measurements.json", [](Json &j) { j["measurements"][0]["gpu"] = "B100"; }, ErrorCode::UnknownId, "/measurements/0/gpu");
    row("a list that is none", "corrections.json", [](Json &j) { j["corrections"] = 5; }, ErrorCode::WrongType, "/corrections");
    row("an entry that is none", "corrections.json", [](Json &j) { j["corrections"][1] = 5; }, ErrorCode::WrongType, "/corrections/1");
    row("a file that is a list", "corrections.json", [](Json &j) { j = Json::array(); }, ErrorCode::WrongType, "");
}

void TestKnowledge::faults()
{
    QFETCH(QString, file);
    QFETCH(Edit, edit);
    QFETCH(ErrorCode, code);
    QFETCH(QString, pointer);
    const Result<Knowledge> read = readKnowledge(edited(file.toStdString(), edit));
    QVERIFY(!read.ok());
    QVERIFY2(read.errors().size() == 1, lines(read.errors()).constData());
    const Error &e = read.error();
    QCOMPARE(errorCodeName(e.code), errorCodeName(code));
    QCOMPARE(QString::fromStdString(e.pointer), pointer);
    QCOMPARE(QString::fromStdString(e.file), file);
    QVERIFY(!e.what.empty());
    QVERIFY(QString::fromStdString(e.line()).startsWith(file + ": "));
}

void TestKnowledge::allFaultsAtOnce()
{
    KnowledgeFiles files = shippedKnowledgeFiles();
    Json prices = Json::parse(files.at("prices.json")), gpus = Json::parse(files.at("gpus.json"));
    prices["prices"][1].erase("amount");
    prices["prices"][2]["model"] = "decade";
    gpus["gpus"][0].erase("source");
    files["prices.json"] = prices.dump();
    files["gpus.json"] = gpus.dump();
    files["regions.json"] = "{";
    const Result<Knowledge> read = readKnowledge(files);
    QVERIFY(!read.ok());
    QVERIFY2(read.errors().size() == 4, lines(read.errors()).constData());
}

void TestKnowledge::missingFile()
{
    KnowledgeFiles files = shippedKnowledgeFiles();
    files.erase("storage.json");
    const Result<Knowledge> read = readKnowledge(files);
    QVERIFY(!read.ok());
    QCOMPARE(read.errors().size(), std::size_t{1});
    QCOMPARE(read.error().file, std::string("storage.json"));
    QVERIFY(read.error().code == ErrorCode::Missing);
}

void TestKnowledge::unknownFile()
{
    KnowledgeFiles files = shippedKnowledgeFiles();
    files["gpu.json"] = "{}";
    const Result<Knowledge> read = readKnowledge(files);
    QVERIFY(!read.ok());
    QVERIFY2(read.errors().size() == 1, lines(read.errors()).constData());
    QCOMPARE(read.error().file, std::string("gpu.json"));
}

void TestKnowledge::truncatedAnywhere()
{
    const KnowledgeFiles files = shippedKnowledgeFiles();
    const std::string &whole = files.at("storage.json");
    for (std::size_t length = 0; length + 2 < whole.size(); length += 131) {
        KnowledgeFiles cut = files;
        cut["storage.json"] = whole.substr(0, length);
        const Result<Knowledge> read = readKnowledge(cut);
        QVERIFY(!read.ok());
        QVERIFY2(read.errors().size() == 1, lines(read.errors()).constData());
        QVERIFY(read.error().code == ErrorCode::Syntax);
        QCOMPARE(read.error().file, std::string("storage.json"));
    }
    KnowledgeFiles cut = files;
    cut["storage.json"] = "{\n  \"schema\": 1,\n  \"kind\":";
    QVERIFY(english(readKnowledge(cut).error().what).find("line 3") != std::string::npos);
}

void TestKnowledge::scrambledBytesNeverThrow()
{
    const KnowledgeFiles files = shippedKnowledgeFiles();
    std::mt19937 random(7);
    for (int round = 0; round < 150; ++round) {
        KnowledgeFiles bad = files;
        auto at = bad.begin();
        std::advance(at, static_cast<long>(random() % bad.size()));
        for (int change = 0; change < 3; ++change)
            at->second[random() % at->second.size()] = static_cast<char>(random() % 256);
        const Result<Knowledge> read = readKnowledge(bad);
        if (!read)
            QVERIFY(!lines(read.errors()).isEmpty());
    }
}

void TestKnowledge::calibrationFilesAdd()
{
    KnowledgeFiles files = shippedKnowledgeFiles();
    files["calibration_extra.json"] = R"({"schema": 1, "kind": "calibration", "date": "2026-11-30", "calibration": [
        {"key": "test.extra", "value": 2, "unit": "ratio", "note": {"en": "x", "zh_CN": "x"}, "source": {"text": "here", "date": "2026-01-01"}}]})";
    const Result<Knowledge> read = readKnowledge(files);
    QVERIFY2(read.ok(), read ? "" : lines(read.errors()).constData());
    QVERIFY(read->calibrated("test.extra"));
    QCOMPARE(read->calibrated("test.extra")->source.text, std::string("here"));
    files["calibration_more.json"] = files["calibration_extra.json"];
    const Result<Knowledge> twice = readKnowledge(files);
    QVERIFY(!twice.ok());
    QVERIFY2(twice.errors().size() == 1 && twice.error().code == ErrorCode::Conflict, lines(twice.errors()).constData());
}

void TestKnowledge::narrowestCalibrationWins()
{
    Knowledge k;
    for (const char *scope : {"", "Ampere", "A10"}) {
        Calibration c;
        c.key = "x";
        c.scope = scope;
        k.calibration.push_back(c);
    }
    for (int indexed = 0; indexed < 2; ++indexed) {
        QCOMPARE(k.calibrated("x", "A10", "Ampere")->scope, std::string("A10"));
        QCOMPARE(k.calibrated("x", "A30", "Ampere")->scope, std::string("Ampere"));
        QCOMPARE(k.calibrated("x", "T4", "Turing")->scope, std::string());
        QVERIFY(!k.calibrated("y"));
        k.reindex();
    }
}

void TestKnowledge::overrideReplacesAndIsMarked()
{
    const KnowledgeFiles mine{{"prices.json", R"({"schema": 1, "kind": "prices", "date": "2026-12-24", "prices": [
        {"instance_type": "ecs.gn7i-c16g1.4xlarge", "region": "cn-shanghai", "model": "hour", "amount": "8.5", "currency": "CNY", "as_of": "2026-12-24",
         "source": {"text": "my contract", "date": "2026-12-24"}},
        {"instance_type": "ecs.gn8v.4xlarge", "region": "cn-shanghai", "model": "hour", "amount": "30", "currency": "CNY", "as_of": "2026-12-24",
         "source": {"text": "sales", "date": "2026-12-24"}}]})"}};
    const Result<Knowledge> read = readKnowledge(shippedKnowledgeFiles(), mine);
    QVERIFY2(read.ok(), read ? "" : lines(read.errors()).constData());
    const Price *price = read->price("ecs.gn7i-c16g1.4xlarge", "cn-shanghai", PriceModel::Hour);
    QCOMPARE(decimal(price), std::string("8.5000"));
    QCOMPARE(price->source.text, std::string("yours: my contract"));
    QCOMPARE(decimal(read->price("ecs.gn8v.4xlarge", "cn-shanghai", PriceModel::Hour)), std::string("30.0000"));
    QCOMPARE(decimal(read->price("ecs.gn7i-c16g1.4xlarge", "cn-beijing", PriceModel::Hour)), std::string("10.0934"));
    QCOMPARE(read->prices.size(), testKnowledge().prices.size() + 1);
    QCOMPARE(read->pricesAsOf, std::string("2026-12-24"));
    QCOMPARE(read->version, testKnowledge().version);
}

void TestKnowledge::overrideMustResolveToo()
{
    const KnowledgeFiles mine{{"prices.json", R"({"schema": 1, "kind": "prices", "date": "2026-12-24", "prices": [
        {"instance_type": "ecs.gn7i-c8g1.4xlarge", "region": "cn-shanghai", "model": "hour", "amount": "8.5", "currency": "CNY", "as_of": "2026-12-24",
         "source": {"text": "my contract", "date": "2026-12-24"}}]})"}};
    const Result<Knowledge> read = readKnowledge(shippedKnowledgeFiles(), mine);
    QVERIFY(!read.ok());
    QVERIFY2(read.errors().size() == 1, lines(read.errors()).constData());
    QCOMPARE(read.error().pointer, std::string("/prices/0/instance_type"));
}

void TestKnowledge::lookupsSurviveHandMadeKnowledge()
{
    Knowledge k = testKnowledge();
    Price p;
    p.instanceType = "ecs.gn8v.4xlarge";
    p.region = "cn-shanghai";
    p.amount = Money(Currency::CNY, 1);
    k.prices.push_back(p);
    QVERIFY(k.price(p.instanceType, p.region, PriceModel::Hour)); // the index is stale: a plain search
    k.reindex();
    QVERIFY(k.price(p.instanceType, p.region, PriceModel::Hour));
    k.prices.clear();
    QVERIFY(!k.price(p.instanceType, p.region, PriceModel::Hour));
    QVERIFY(!Knowledge().instanceType("ecs.gn8v.4xlarge"));
}

void TestKnowledge::remarks()
{
    std::set<std::string> told;
    for (const Text &t : knowledgeRemarks(testKnowledge(), "2026-11-30"))
        told.insert(english(t));
    QVERIFY(told.count("651 of 668 prices are older than a year; the oldest is of 2024-10-09."));
    QVERIFY(told.count("No instance type with the GPU H20 has a price in any region."));
    QVERIFY(told.count("The usable memory of the GPU A40 is not known."));
    QVERIFY(!told.count("The usable memory of the GPU A10 is not known."));
    QVERIFY(knowledgeRemarks(Knowledge(), "").empty());
}

void TestKnowledge::loadsFast()
{
    const KnowledgeFiles files = shippedKnowledgeFiles();
    double best = 1e9; // CPU time: other programs on the machine do not count
    for (int round = 0; round < 5; ++round) {
        const std::clock_t start = std::clock();
        const Result<Knowledge> read = readKnowledge(files);
        best = std::min(best, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
        QVERIFY(read.ok());
    }
#if defined(NDEBUG) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    const double limit = 30;
#else
    const double limit = 600;
#endif
    QVERIFY2(best < limit, qPrintable(QString("%1 ms").arg(best)));
    qInfo("read in %.1f ms", best);
}

QTEST_GUILESS_MAIN(TestKnowledge)
#include "tst_knowledge.moc"
