// segplan knowledge refresh: says what it will fetch, fetches it, says what changed.
#include "cli/commands.h"
#include "knowledge_loader.h"
#include "plan/fields.h"
#include "refresh/refresher.h"
#include "text/translated.h"

#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <map>

namespace segplan::cli {

namespace {

QString text(const std::string &s) { return QString::fromStdString(s); }

std::vector<std::string> words(const QString &list)
{
    std::vector<std::string> out;
    for (const QString &word : list.split(QLatin1Char(','), Qt::SkipEmptyParts))
        out.push_back(word.trimmed().toStdString());
    return out;
}

// In full: the price of a GiB and hour has more decimals than money usually shows.
QString side(const std::optional<PriceChange::Side> &s)
{
    return s ? QStringLiteral("%1 %2 (%3)").arg(text(shortDecimal(s->amount)), QLatin1String(currencyCode(s->amount.currency())), formatDate(s->date)) : QStringLiteral("-");
}

QString percentage(const PriceChange &c)
{
    const auto ratio = c.ratio();
    return ratio ? (*ratio >= 1 ? QStringLiteral("+") : QString()) + formatPercent(*ratio - 1) : QString();
}

// Many types fail alike: one line for each cause, with how often and the first of them.
QStringList grouped(const std::vector<RefreshFailure> &failures)
{
    QStringList lines;
    std::map<QString, std::pair<qsizetype, int>> place; // line and count
    QList<const RefreshFailure *> first;
    for (const RefreshFailure &f : failures) {
        const QString cause = text(f.what) + QStringLiteral(": ") + translated(f.why);
        const auto [at, isNew] = place.try_emplace(cause, lines.size(), 0);
        ++at->second.second;
        if (isNew) {
            lines << cause;
            first << &f;
        }
    }
    for (const auto &[cause, where] : place) {
        const RefreshFailure &f = *first[where.first];
        if (!f.subject.empty())
            lines[where.first] += where.second > 1 ? QStringLiteral(" ") + Cli::tr("(%1 and %2 more)").arg(text(f.subject)).arg(where.second - 1) : QStringLiteral(" (%1)").arg(text(f.subject));
    }
    return lines;
}

QJsonObject json(const PriceChange &c)
{
    QJsonObject out{{QStringLiteral("what"), text(c.what)}, {QStringLiteral("region"), text(c.region)}, {QStringLiteral("unit"), text(c.unit)}};
    const auto put = [&](const char *key, const std::optional<PriceChange::Side> &s) {
        if (s)
            out[QLatin1String(key)] = QJsonObject{{QStringLiteral("amount"), text(shortDecimal(s->amount))}, {QStringLiteral("currency"), QLatin1String(currencyCode(s->amount.currency()))},
                                                  {QStringLiteral("as_of"), text(s->date)}, {QStringLiteral("source"), text(s->source)}};
    };
    put("before", c.before);
    put("after", c.after);
    if (const auto ratio = c.ratio())
        out[QStringLiteral("ratio")] = *ratio;
    return out;
}

QJsonArray json(const std::vector<RefreshFailure> &failures)
{
    QJsonArray out;
    for (const RefreshFailure &f : failures)
        out.append(QJsonObject{{QStringLiteral("what"), text(f.what)}, {QStringLiteral("subject"), text(f.subject)}, {QStringLiteral("message"), text(english(f.why))}});
    return out;
}

const char *statusName(RefreshReport::Status s)
{
    switch (s) {
    case RefreshReport::Status::Done: return "done";
    case RefreshReport::Status::Partly: return "partly";
    case RefreshReport::Status::Cancelled: return "cancelled";
    case RefreshReport::Status::Failed: break;
    }
    return "failed";
}

void printJson(const RefreshReport &r, bool dryRun)
{
    QJsonArray changes, unknown, written;
    for (const PriceChange &c : r.changes)
        changes.append(json(c));
    for (const std::string &t : r.unknownTypes)
        unknown.append(text(t));
    for (const QString &w : r.written)
        written.append(w);
    QJsonArray listed;
    for (const ListedType &t : r.listed)
        listed.append(QJsonObject{{QStringLiteral("id"), text(t.id)}, {QStringLiteral("gpu_spec"), text(t.gpuSpec)}, {QStringLiteral("gpus"), t.gpus}, {QStringLiteral("vcpu"), t.vcpu},
                                  {QStringLiteral("memory_gib"), t.memoryGib}});
    const QJsonObject out{{QStringLiteral("status"), QLatin1String(statusName(r.status))},
                          {QStringLiteral("dry_run"), dryRun},
                          {QStringLiteral("list"), QJsonObject{{QStringLiteral("version"), text(r.listVersion)}, {QStringLiteral("published"), text(r.listPublished)},
                                                               {QStringLiteral("dropped"), qint64(r.listDropped)}}},
                          {QStringLiteral("read"), QJsonObject{{QStringLiteral("prices"), qint64(r.prices)}, {QStringLiteral("disks"), qint64(r.disks)}, {QStringLiteral("spot"), qint64(r.spot)},
                                                               {QStringLiteral("stock"), qint64(r.stock)}, {QStringLiteral("types"), qint64(r.types)}}},
                          {QStringLiteral("changes"), changes},
                          {QStringLiteral("unknown_types"), unknown},
                          {QStringLiteral("listed_types"), listed},
                          {QStringLiteral("not_sold"), json(r.notSold)},
                          {QStringLiteral("failures"), json(r.failures)},
                          {QStringLiteral("written"), written}};
    print(QJsonDocument(out).toJson(QJsonDocument::Indented).toStdString());
}

void printText(const RefreshReport &r, bool dryRun)
{
    if (r.status == RefreshReport::Status::Failed || r.status == RefreshReport::Status::Cancelled)
        return; // the reasons stand on standard error
    if (!r.listVersion.empty())
        print(Cli::tr("Price list %1, published %2.").arg(text(r.listVersion), r.listPublished.empty() ? Cli::tr("undated") : formatDate(r.listPublished)) + QLatin1Char('\n'));
    print(Cli::tr("Read: %1 prices of instances, %2 of disks, %3 spot records, %4 stock records, %5 new types.")
              .arg(formatInteger(qint64(r.prices)), formatInteger(qint64(r.disks)), formatInteger(qint64(r.spot)), formatInteger(qint64(r.stock)), formatInteger(qint64(r.types)))
          + QLatin1Char('\n'));
    if (r.listDropped > 0)
        print(Cli::tr("%1 entries of the list are no prices (zero, absurd or contradictory) and were left out.").arg(formatInteger(r.listDropped)) + QLatin1Char('\n'));
    Table table({Cli::tr("type or store"), Cli::tr("region"), Cli::tr("per"), Cli::tr("before"), Cli::tr("now"), Cli::tr("change")}, {5});
    for (const PriceChange &c : r.changes)
        table.add({text(c.what), text(c.region), text(c.unit), side(c.before), side(c.after), c.before && c.after ? percentage(c) : c.after ? Cli::tr("new") : Cli::tr("gone")});
    print(r.changes.empty() ? Cli::tr("No price has changed.") + QLatin1Char('\n') : table.text());
    if (!r.unknownTypes.empty()) {
        QStringList ids;
        for (const std::string &t : r.unknownTypes)
            ids << text(t);
        print(Cli::tr("GPU types this program does not know: %1").arg(ids.join(QLatin1Char(' '))) + QLatin1Char('\n'));
    }
    for (const ListedType &t : r.listed)
        print(QStringLiteral("  %1: %2 x %3, %4 vCPU, %5 GiB\n").arg(text(t.id)).arg(t.gpus).arg(text(redacted(t.gpuSpec, 60))).arg(t.vcpu).arg(formatNumber(t.memoryGib, 0)));
    if (!r.notSold.empty())
        print(Cli::tr("Not sold there, or without a price: %1 questions.").arg(formatInteger(qint64(r.notSold.size()))) + QLatin1Char('\n'));
    if (dryRun)
        print(Cli::tr("Nothing was written (--dry-run).") + QLatin1Char('\n'));
    else
        for (const QString &w : r.written)
            print(Cli::tr("Written: %1").arg(w) + QLatin1Char('\n'));
}

} // namespace

int refreshCommand(const QStringList &given)
{
    Arguments a(QStringLiteral("knowledge refresh"), QStringLiteral("[--list] [--cli --regions R,...] [--types T,...] [--site china|international] [--dry-run] [--json]"),
                Cli::tr("Fetches prices and stock. Without options: the public price list, for which no account is needed. What it will fetch is said first; what came is checked, "
                        "compared and written to your own knowledge folder, all of it or nothing."));
    a.add(QStringLiteral("list"), Cli::tr("the public price list"));
    a.add(QStringLiteral("cli"), Cli::tr("prices, spot prices and stock through your own aliyun program"));
    a.add(QStringLiteral("regions"), Cli::tr("with --cli: the regions, separated by commas"), QStringLiteral("R,..."));
    a.add(QStringLiteral("types"), Cli::tr("with --cli: only these instance types"), QStringLiteral("T,..."));
    a.add(QStringLiteral("site"), Cli::tr("china (CNY, the usual one) or international (USD)"), QStringLiteral("SITE"));
    a.add(QStringLiteral("list-version"), Cli::tr("the version of the price list, when the pricing page does not tell it"), QStringLiteral("V"));
    a.add(QStringLiteral("aliyun"), Cli::tr("path of the aliyun program; else the one in PATH"), QStringLiteral("PATH"));
    a.add(QStringLiteral("dry-run"), Cli::tr("fetch and compare, write nothing"));
    a.add(QStringLiteral("json"), Cli::tr("as JSON"));
    if (!a.parse(given, 0, 0))
        return a.status();
    RefreshOptions o;
    o.readEnvironment();
    o.cli = a.has(QStringLiteral("cli"));
    o.list = a.has(QStringLiteral("list")) || !o.cli;
    o.dryRun = a.has(QStringLiteral("dry-run"));
    o.folder = userKnowledgeFolder();
    if (a.has(QStringLiteral("aliyun")))
        o.aliyun.program = a.value(QStringLiteral("aliyun"));
    if (const QString site = a.value(QStringLiteral("site")); site == QLatin1String("international"))
        o.site = PriceSite::International;
    else if (!site.isEmpty() && site != QLatin1String("china"))
        return a.wrong(Cli::tr("--site %1: allowed are china and international").arg(site));
    o.listVersion = a.value(QStringLiteral("list-version"));
    if (!o.listVersion.isEmpty() && !isListVersion(o.listVersion.toStdString()))
        return a.wrong(Cli::tr("--list-version %1: digits and dots are needed, such as 2.0.421").arg(o.listVersion));
    o.regions = words(a.value(QStringLiteral("regions")));
    o.types = words(a.value(QStringLiteral("types")));
    if (!o.cli && (a.has(QStringLiteral("regions")) || a.has(QStringLiteral("types"))))
        return a.wrong(Cli::tr("--regions and --types belong to --cli; the public list holds all of them"));
    if (o.cli && o.regions.empty())
        return a.wrong(Cli::tr("--cli needs --regions, such as --regions cn-shanghai,cn-beijing"));
    const auto known = knowledge();
    if (!known)
        return IoFailed;
    for (const std::string &r : o.regions) {
        if (!known->region(r)) {
            QStringList ids;
            for (const Region &one : known->regions)
                ids << text(one.id);
            return a.wrong(Cli::tr("--regions %1: known are %2").arg(text(r), ids.join(QLatin1Char(' '))));
        }
    }
    for (const std::string &t : o.types) {
        if (!known->instanceType(t))
            return a.wrong(Cli::tr("--types %1: there is no such instance type; segplan instances lists them").arg(text(t)));
    }

    const bool asJson = a.has(QStringLiteral("json")), dryRun = o.dryRun;
    Refresher refresher(std::move(o));
    complain(Cli::tr("This fetches:"));
    for (const Text &line : refresher.announcement())
        complain(QStringLiteral("- ") + translated(line));
    std::optional<RefreshReport> report;
    QEventLoop loop;
    std::string last;
    qint64 lastDone = 0;
    QObject::connect(&refresher, &Refresher::progress, [&](qint64 done, qint64 total, const Text &now) {
        // A line when the work changes, and one for every 25 answers.
        const bool asking = std::string(now.source) == "%1";
        if (now.source == last && (!asking || done < lastDone + 25))
            return;
        last = now.source;
        lastDone = done;
        complain(asking ? Cli::tr("%1 of %2: %3").arg(done).arg(total).arg(translated(now)) : translated(now));
    });
    QObject::connect(&refresher, &Refresher::finished, [&](const RefreshReport &r) {
        report = r;
        loop.quit();
    });
    refresher.start();
    loop.exec();
    if (!report)
        return IoFailed;
    if (asJson)
        printJson(*report, dryRun);
    else
        printText(*report, dryRun);
    for (const QString &line : grouped(report->failures))
        complain(line);
    if (!report->ownFaults.empty()) {
        complain(report->ownFaults);
        complain(Cli::tr("Your own knowledge files are left out because of these faults."));
    }
    return report->status == RefreshReport::Status::Done ? Done : IoFailed;
}

} // namespace segplan::cli
