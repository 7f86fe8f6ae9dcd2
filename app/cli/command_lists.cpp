// models, gpus, instances, datasets, knowledge: what the program knows, with sources and dates.
#include "cli/commands.h"
#include "evaluate/json.h"
#include "knowledge_loader.h"
#include "text/translated.h"
#include "zoo/zoo.h"

#include <QDate>
#include <algorithm>
#include <map>

namespace segplan::cli {

namespace {

QString words(const std::vector<std::string> &list)
{
    QStringList out;
    for (const std::string &word : list)
        out << QString::fromStdString(word);
    return out.join(QLatin1Char(' '));
}

template <class T>
QString figure(const std::optional<T> &value, int decimals = 0)
{
    return value ? formatNumber(static_cast<double>(*value), decimals) : QStringLiteral("-");
}

QString sourceText(const Source &source)
{
    const QString text = QString::fromStdString(source.text);
    return source.date.empty() ? text : QStringLiteral("%1 (%2)").arg(text, formatDate(source.date));
}

// Every list command: --json and nothing else, unless `more` adds to it.
struct ListCommand {
    Arguments arguments;
    std::shared_ptr<const Knowledge> known;
    int status = Done;

    ListCommand(const QString &name, const QString &synopsis, const QString &description) : arguments(name, synopsis, description)
    {
        arguments.add(QStringLiteral("json"), Cli::tr("as JSON"));
    }
    bool start(const QStringList &given)
    {
        if (!arguments.parse(given, 0, 0)) {
            status = arguments.status();
            return false;
        }
        known = knowledge();
        status = known ? Done : IoFailed;
        return known != nullptr;
    }
    bool json() const { return arguments.has(QStringLiteral("json")); }
};

} // namespace

int modelsCommand(const QStringList &given)
{
    Arguments a(QStringLiteral("models"), QStringLiteral("[--json]"),
                Cli::tr("The models known: code bases, backbones (the usual one first), options. --json also shows the defaults of a workload."));
    a.add(QStringLiteral("json"), Cli::tr("as JSON"));
    if (!a.parse(given, 0, 0))
        return a.status();
    if (a.has(QStringLiteral("json"))) {
        print(modelsJson());
        return Done;
    }
    Table table({Cli::tr("model"), Cli::tr("name"), Cli::tr("code base"), Cli::tr("backbones"), Cli::tr("options"), Cli::tr("after")});
    for (const ModelInfo &m : zooModels()) {
        for (const ImplementationInfo &i : m.implementations)
            table.add({QString::fromStdString(m.id), QString::fromStdString(m.name), QString::fromStdString(i.id), words(i.backbones), words(i.options),
                       QString::fromStdString(i.reference)});
    }
    print(table.text());
    return Done;
}

int gpusCommand(const QStringList &given)
{
    ListCommand c(QStringLiteral("gpus"), QStringLiteral("[--json]"), Cli::tr("The GPUs known. TFLOPS are dense peaks; - means: cannot, or not known."));
    if (!c.start(given))
        return c.status;
    if (c.json()) {
        print(gpusJson(*c.known));
        return Done;
    }
    Table table({Cli::tr("GPU"), Cli::tr("architecture"), QStringLiteral("FP32"), QStringLiteral("TF32"), QStringLiteral("FP16"), QStringLiteral("BF16"), Cli::tr("memory"),
                 Cli::tr("usable"), QStringLiteral("GB/s"), QStringLiteral("NVLink"), Cli::tr("on ECS"), Cli::tr("trust"), Cli::tr("source")},
                {2, 3, 4, 5, 6, 7, 8, 9});
    for (const Gpu &g : c.known->gpus)
        table.add({QString::fromStdString(g.id), QString::fromStdString(g.architecture), figure(g.fp32Tflops, 1), figure(g.tf32Tflops, 1), figure(g.fp16Tflops, 1),
                   figure(g.bf16Tflops, 1), formatBytes(g.nominalMemory), g.usableMemory ? formatBytes(*g.usableMemory) : QStringLiteral("-"), figure(g.memoryGbps),
                   figure(g.nvlinkGbps), g.cloud ? Cli::tr("yes") : Cli::tr("no"), QString::fromStdString(g.confidence), sourceText(g.source)});
    print(table.text());
    return Done;
}

int instancesCommand(const QStringList &given)
{
    ListCommand c(QStringLiteral("instances"), QStringLiteral("[--json] [--region REGION]"),
                  Cli::tr("The instance types known. With a region: those with a price known there. A price is not stock."));
    c.arguments.add(QStringLiteral("region"), Cli::tr("only types with a price in this region"), QStringLiteral("REGION"));
    if (!c.start(given))
        return c.status;
    const std::string region = c.arguments.value(QStringLiteral("region")).toStdString();
    if (c.arguments.has(QStringLiteral("region")) && !c.known->region(region)) {
        QStringList ids;
        for (const Region &r : c.known->regions)
            ids << QString::fromStdString(r.id);
        return c.arguments.wrong(Cli::tr("--region %1: known are %2").arg(QString::fromStdString(region), ids.join(QLatin1Char(' '))));
    }
    if (c.json()) {
        print(instancesJson(*c.known, region));
        return Done;
    }
    // Without a region the cheapest hourly price of each type, in its own region.
    std::map<std::string, const Price *> prices;
    for (const Price &p : c.known->prices) {
        if (p.model != PriceModel::Hour || (!region.empty() && p.region != region))
            continue;
        const Price *&best = prices[p.instanceType];
        if (!best || (p.amount.currency() == best->amount.currency() && p.amount < best->amount))
            best = &p;
    }
    Table table({Cli::tr("instance type"), QStringLiteral("GPU"), QStringLiteral("vCPU"), Cli::tr("host memory"), QStringLiteral("Gbit/s"), QStringLiteral("RDMA"),
                 Cli::tr("sold by"), Cli::tr("per hour"), Cli::tr("region"), Cli::tr("price of")},
                {2, 3, 4, 7});
    for (const InstanceType &t : c.known->instanceTypes) {
        const auto found = prices.find(t.id);
        const Price *p = found == prices.end() ? nullptr : found->second;
        if (!region.empty() && !p)
            continue;
        table.add({QString::fromStdString(t.id), QStringLiteral("%1 x %2").arg(t.gpuCount).arg(QString::fromStdString(t.gpu)), QString::number(t.vcpu), formatBytes(t.memory),
                   figure(t.networkGbps), QString::fromStdString(t.rdma), QString::fromLatin1(availabilityName(t.availability)),
                   p ? formatMoney(p->amount) : QStringLiteral("-"), p ? QString::fromStdString(p->region) : QStringLiteral("-"),
                   p ? formatDate(p->source.date) : QStringLiteral("-")});
    }
    print(table.text());
    return Done;
}

int datasetsCommand(const QStringList &given)
{
    ListCommand c(QStringLiteral("datasets"), QStringLiteral("[--json]"), Cli::tr("The data sets known; - means: not known, or it varies."));
    if (!c.start(given))
        return c.status;
    if (c.json()) {
        print(datasetsJson(*c.known));
        return Done;
    }
    Table table({Cli::tr("data set"), Cli::tr("name"), Cli::tr("images"), Cli::tr("classes"), Cli::tr("size"), Cli::tr("on disk"), Cli::tr("usual crops"), Cli::tr("source")},
                {2, 3, 5});
    for (const Dataset &d : c.known->datasets)
        table.add({QString::fromStdString(d.id), translated(d.name), figure(d.trainImages), figure(d.classes),
                   d.imageHeight && d.imageWidth ? QStringLiteral("%1x%2").arg(*d.imageHeight).arg(*d.imageWidth) : QStringLiteral("-"),
                   d.bytes ? formatBytes(*d.bytes) : QStringLiteral("-"), QString::fromStdString(d.usualCrop), sourceText(d.source)});
    print(table.text());
    return Done;
}

namespace {

// A folder with every required file is a set of its own; fewer files are overrides on the built-in set.
Result<Knowledge> checkFolder(const QString &folder, bool *alone, int *status)
{
    auto files = knowledgeFilesIn(folder);
    if (!files) {
        *status = IoFailed;
        return files.errors();
    }
    const KnowledgeFiles builtIn = builtInKnowledgeFiles();
    *alone = std::all_of(builtIn.begin(), builtIn.end(), [&](const auto &file) { return files->count(file.first) > 0; });
    *status = WrongInput;
    if (files->empty())
        return Error{ErrorCode::Missing, folder.toStdString(), {}, SP_T("core", "there is no knowledge file (*.json) in this folder"), {}};
    return *alone ? readKnowledge(*files) : readKnowledge(builtIn, *files);
}

int checkKnowledge(const QStringList &folders)
{
    int status = WrongInput;
    bool alone = true;
    const Result<Knowledge> read = folders.isEmpty() ? readKnowledge(builtInKnowledgeFiles()) : checkFolder(folders.first(), &alone, &status);
    if (!read) {
        complain(read.errors());
        complain(Cli::tr("%1 faults").arg(read.errors().size()));
        return status;
    }
    const Knowledge &k = *read;
    if (!alone)
        print(Cli::tr("Checked as entries of your own over the built-in set.") + QLatin1Char('\n'));
    print(Cli::tr("Knowledge of %1, prices of %2: %3 GPUs, %4 instance types, %5 prices, %6 disks and stores, %7 regions, %8 data sets: no faults.")
              .arg(formatDate(k.version), formatDate(k.pricesAsOf), formatInteger(std::int64_t(k.gpus.size())), formatInteger(std::int64_t(k.instanceTypes.size())),
                   formatInteger(std::int64_t(k.prices.size())), formatInteger(std::int64_t(k.storage.size())), formatInteger(std::int64_t(k.regions.size())),
                   formatInteger(std::int64_t(k.datasets.size())))
          + QLatin1Char('\n'));
    for (const Text &remark : knowledgeRemarks(k, QDate::currentDate().toString(Qt::ISODate).toStdString()))
        print(QStringLiteral("- ") + translated(remark) + QLatin1Char('\n'));
    return Done;
}

} // namespace

int knowledgeCommand(const QStringList &given)
{
    if (given.value(0) == QLatin1String("refresh"))
        return refreshCommand(given.mid(1));
    Arguments a(QStringLiteral("knowledge"), QStringLiteral("check [DIR] | refresh [...]"),
                Cli::tr("check: reads the built-in data, or the files in DIR, and lists every fault. refresh: fetches prices and stock."));
    if (!a.parse(given, 0, 2))
        return a.status();
    const QString what = a.files().value(0);
    if (what == QLatin1String("check"))
        return checkKnowledge(a.files().mid(1));
    return a.wrong(Cli::tr("either check or refresh is needed"));
}

} // namespace segplan::cli
