// plan, command, report, export: everything that starts from a plan file.
#include "charts/export.h"
#include "cli/commands.h"
#include "evaluate/json.h"
#include "plan/file.h"
#include "prices/book.h"
#include "report/report.h"
#include "text/translated.h"

#include <QDateTime>
#include <QFileInfo>
#include <QSaveFile>

namespace segplan::cli {

namespace {

Translate translator()
{
    return [](const Text &text) { return translated(text).toStdString(); };
}

int answered(const Evaluated &e) { return e.meets() ? Done : NothingMeets; }

void sayNothingMeets(const Evaluated &e)
{
    const Text &why = e.evaluation.recommendation.why;
    complain(why.empty() ? Cli::tr("no instance meets the requirements") : translated(why));
}

bool writeWhole(const std::string &bytes, const QString &path)
{
    QSaveFile file(path);
    const bool done = file.open(QIODevice::WriteOnly) && file.write(bytes.data(), static_cast<qint64>(bytes.size())) == static_cast<qint64>(bytes.size())
        && file.commit();
    if (!done)
        complain(Cli::tr("%1: cannot be written: %2").arg(path, file.errorString()));
    return done;
}

QString totalOf(const Evaluation &e)
{
    const int chosen = e.recommendation.candidate;
    if (chosen < 0)
        return Cli::tr("nothing meets the requirements");
    const Candidate &c = e.candidates[static_cast<std::size_t>(chosen)];
    return QStringLiteral("%1, %2").arg(QString::fromStdString(c.instanceType), formatMoney(c.cost->total.value));
}

QString priceText(const std::optional<PriceChange::Side> &side) { return side ? formatMoney(side->amount) : QStringLiteral("-"); }

// The answer with the prices known now; what differs is told, and nothing is written.
void repriceAnswer(Evaluated &e)
{
    const Repricing now = reprice(e.evaluation.plan, *e.knowledge);
    if (now.changes.empty()) {
        complain(Cli::tr("the plan's prices are those of today"));
        return;
    }
    for (const PriceChange &c : now.changes)
        complain(QStringLiteral("%1 %2 %3: %4 -> %5").arg(QString::fromStdString(c.what), QString::fromStdString(c.region), QString::fromStdString(c.unit), priceText(c.before), priceText(c.after)));
    const QString before = totalOf(e.evaluation);
    EvaluateOptions options;
    options.nowUtc = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-ddTHH:mm:ssZ")).toStdString();
    e.evaluation = evaluate(now.plan, *e.knowledge, options);
    complain(Cli::tr("%1 prices differ; the answer was %2 and is %3").arg(formatInteger(static_cast<std::int64_t>(now.changes.size())), before, totalOf(e.evaluation)));
}

} // namespace

std::optional<Evaluated> evaluateFile(const QString &path, int *status)
{
    const auto known = knowledge();
    if (!known) {
        *status = IoFailed;
        return std::nullopt;
    }
    const auto bytes = readWhole(path);
    if (!bytes) {
        *status = IoFailed;
        return std::nullopt;
    }
    const auto plan = readPlan(*bytes, path.toStdString(), *known);
    if (!plan) {
        complain(plan.errors());
        *status = WrongInput;
        return std::nullopt;
    }
    EvaluateOptions options;
    options.nowUtc = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-ddTHH:mm:ssZ")).toStdString();
    Evaluated out{known, evaluate(*plan, *known, options)};
    bool sound = true;
    for (const Issue &issue : out.evaluation.issues) {
        if (issue.severity != Issue::Severity::Error)
            continue;
        complain(faultLine({ErrorCode::Conflict, path.toStdString(), issue.pointer, issue.message, {}}));
        sound = false;
    }
    if (!sound) {
        *status = WrongInput;
        return std::nullopt;
    }
    return out;
}

int planCommand(const QStringList &arguments)
{
    Arguments a(QStringLiteral("plan"), QStringLiteral("FILE [--json] [--reprice] [--lang en|zh_CN] [--top N]"),
                Cli::tr("Recommends an instance for the plan in FILE and says why."));
    a.add(QStringLiteral("json"), Cli::tr("the whole answer as JSON"));
    a.add(QStringLiteral("reprice"), Cli::tr("with today's prices instead of those the plan was made with; the differences come first, on standard error"));
    a.add(QStringLiteral("top"), Cli::tr("only the first N candidates"), QStringLiteral("N"));
    if (!a.parse(arguments, 1, 1))
        return a.status();
    int top = 0;
    if (a.has(QStringLiteral("top"))) {
        bool sound = false;
        top = a.value(QStringLiteral("top")).toInt(&sound);
        if (!sound || top < 1)
            return a.wrong(Cli::tr("--top %1: a whole number from 1 on is needed").arg(a.value(QStringLiteral("top"))));
    }
    int status = Done;
    auto e = evaluateFile(a.files().first(), &status);
    if (!e)
        return status;
    if (a.has(QStringLiteral("reprice")))
        repriceAnswer(*e);
    if (a.has(QStringLiteral("json")))
        print(evaluationJson(e->evaluation, *e->knowledge, translator(), top));
    else
        print(planText(*e, top > 0 ? top : 8));
    if (!e->meets())
        sayNothingMeets(*e);
    return answered(*e);
}

int launchCommandCommand(const QStringList &arguments)
{
    Arguments a(QStringLiteral("command"), QStringLiteral("FILE [--shell bash|powershell|cmd] [--kit DIR]"),
                Cli::tr("Prints the aliyun ecs RunInstances command for the recommended instance."));
    a.add(QStringLiteral("shell"), Cli::tr("whose quoting rules to follow: bash, powershell or cmd; the plan's when left out"), QStringLiteral("SHELL"));
    a.add(QStringLiteral("kit"), Cli::tr("writes the whole launch kit into a folder"), QStringLiteral("DIR"));
    if (!a.parse(arguments, 1, 1))
        return a.status();
    std::optional<Shell> shell;
    if (a.has(QStringLiteral("shell"))) {
        shell = shellFromName(a.value(QStringLiteral("shell")).toStdString());
        if (!shell)
            return a.wrong(Cli::tr("--shell %1: allowed are bash, powershell and cmd").arg(a.value(QStringLiteral("shell"))));
    }
    if (a.has(QStringLiteral("kit"))) {
        complain(Cli::tr("segplan command --kit: not yet in this version"));
        return WrongInput;
    }
    int status = Done;
    const auto e = evaluateFile(a.files().first(), &status);
    if (!e)
        return status;
    if (!e->meets() || !e->evaluation.command) {
        sayNothingMeets(*e);
        return NothingMeets;
    }
    const LaunchCommand &command = *e->evaluation.command;
    print(commandText(command, shell.value_or(e->evaluation.plan.launch.shell)) + "\n");
    for (const LaunchArgument &argument : command.arguments) {
        if (argument.placeholder)
            complain(Cli::tr("to be filled in: %1 %2").arg(QString::fromStdString(argument.name), translated(argument.reason)));
    }
    for (const Text &note : command.notes)
        complain(translated(note));
    return Done;
}

int reportCommand(const QStringList &arguments)
{
    Arguments a(QStringLiteral("report"), QStringLiteral("FILE -o OUT.pdf [--lang en|zh_CN]"), Cli::tr("Writes the PDF report of the plan in FILE."));
    a.addShort(QStringLiteral("o"), QStringLiteral("output"), Cli::tr("the PDF to write"), QStringLiteral("OUT.pdf"));
    if (!a.parse(arguments, 1, 1))
        return a.status();
    if (a.value(QStringLiteral("output")).isEmpty())
        return a.wrong(Cli::tr("-o OUT.pdf is missing"));
    int status = Done;
    const auto e = evaluateFile(a.files().first(), &status);
    if (!e)
        return status;
    const QString path = a.value(QStringLiteral("output"));
    QString why;
    if (!writeReport(e->evaluation, *e->knowledge, a.language(), path, &why)) {
        complain(QStringLiteral("%1: %2").arg(path, why));
        return IoFailed;
    }
    if (!e->meets())
        sayNothingMeets(*e);
    return answered(*e);
}

int exportCommand(const QStringList &arguments)
{
    Arguments a(QStringLiteral("export"), QStringLiteral("FILE --format csv|json|svg|png -o OUT [--chart cost-time|memory|timeline]"),
                Cli::tr("Writes the candidate table (csv), the result (json) or a chart (svg, png)."));
    a.add(QStringLiteral("format"), Cli::tr("csv, json, svg or png"), QStringLiteral("FORMAT"));
    a.add(QStringLiteral("chart"), Cli::tr("which chart to draw: cost-time (when left out), memory or timeline"), QStringLiteral("CHART"));
    a.addShort(QStringLiteral("o"), QStringLiteral("output"), Cli::tr("the file to write"), QStringLiteral("OUT"));
    if (!a.parse(arguments, 1, 1))
        return a.status();
    const QString format = a.value(QStringLiteral("format"));
    const QString path = a.value(QStringLiteral("output"));
    if (!QStringList{QStringLiteral("csv"), QStringLiteral("json"), QStringLiteral("svg"), QStringLiteral("png")}.contains(format))
        return a.wrong(Cli::tr("--format %1: allowed are csv, json, svg and png").arg(format));
    if (path.isEmpty())
        return a.wrong(Cli::tr("-o OUT is missing"));
    ChartKind chart = ChartKind::CostTime;
    if (a.has(QStringLiteral("chart"))) {
        const QString name = a.value(QStringLiteral("chart"));
        if (name == QLatin1String("memory"))
            chart = ChartKind::Memory;
        else if (name == QLatin1String("timeline"))
            chart = ChartKind::Timeline;
        else if (name != QLatin1String("cost-time"))
            return a.wrong(Cli::tr("--chart %1: allowed are cost-time, memory and timeline").arg(name));
    }
    int status = Done;
    const auto e = evaluateFile(a.files().first(), &status);
    if (!e)
        return status;
    QString why;
    bool done = false;
    if (format == QLatin1String("json"))
        done = writeWhole(evaluationJson(e->evaluation, *e->knowledge, translator()), path);
    else if (format == QLatin1String("csv"))
        done = exportCandidatesCsv(e->evaluation, a.language(), path, &why);
    else if (format == QLatin1String("svg"))
        done = exportChartSvg(e->evaluation, chart, a.language(), path, &why);
    else
        done = exportChartPng(e->evaluation, chart, a.language(), path, &why);
    if (!done) {
        if (!why.isEmpty())
            complain(why);
        return IoFailed;
    }
    if (!e->meets())
        sayNothingMeets(*e);
    return answered(*e);
}

} // namespace segplan::cli
