// estimate: one workload on one GPU, or a stream of them.
#include "cli/commands.h"
#include "evaluate/json.h"
#include "plan/file.h"

#include <iostream>

namespace segplan::cli {

namespace {

Result<WorkloadEstimate> estimateOf(const std::string &bytes, const std::string &file, const Knowledge &known, bool explain, WorkloadOnGpu *read)
{
    auto workload = readWorkload(bytes, file, known);
    if (!workload)
        return workload.errors();
    *read = std::move(workload).value();
    auto estimate = estimateWorkload(read->workload, read->gpu, known, explain);
    if (estimate)
        return estimate;
    Errors faults = estimate.errors();
    for (Error &fault : faults)
        fault.file = file;
    return faults;
}

// JSON Lines in, JSON Lines out, each answered before the next is read. A bad line gets an error line, and the next its turn.
int stream(std::istream &in, const QString &name, const Knowledge &known, bool explain)
{
    int status = Done;
    std::string line;
    for (qint64 number = 1; std::getline(in, line) && !outputFailed(); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos)
            continue; // a blank line is no workload
        const QString where = QStringLiteral("%1:%2").arg(name).arg(number);
        WorkloadOnGpu read;
        const auto estimate = estimateOf(line, where.toStdString(), known, explain, &read);
        if (estimate) {
            print(estimateJson(*estimate, explain) + "\n");
        } else {
            print(errorJson(estimate.error()) + "\n");
            complain(estimate.errors());
            status = WrongInput;
        }
        flushOutput();
    }
    return status;
}

} // namespace

int estimateCommand(const QStringList &arguments)
{
    Arguments a(QStringLiteral("estimate"), QStringLiteral("[FILE|-] [--json] [--explain]"),
                Cli::tr("Memory and time of one workload on one GPU. FILE holds one workload object with its \"gpu\"; with - (or nothing) workloads are read from "
                        "standard input, one JSON object per line, and answered by one JSON object per line."));
    a.add(QStringLiteral("json"), Cli::tr("the answer as one line of JSON"));
    a.add(QStringLiteral("explain"), Cli::tr("with the table by layer, the timeline of live bytes, what would save memory, and the largest crop"));
    if (!a.parse(arguments, 0, 1))
        return a.status();
    const auto known = knowledge();
    if (!known)
        return IoFailed;
    const QString path = a.files().value(0, QStringLiteral("-"));
    const bool explain = a.has(QStringLiteral("explain"));
    if (path == QLatin1String("-")) {
        std::ios::sync_with_stdio(false);
        return stream(std::cin, path, *known, explain);
    }
    const auto bytes = readWhole(path);
    if (!bytes)
        return IoFailed;
    WorkloadOnGpu read;
    const auto estimate = estimateOf(*bytes, path.toStdString(), *known, explain, &read);
    if (!estimate) {
        if (a.has(QStringLiteral("json")))
            print(errorJson(estimate.error()) + "\n");
        complain(estimate.errors());
        return WrongInput;
    }
    if (a.has(QStringLiteral("json")))
        print(estimateJson(*estimate, explain) + "\n");
    else
        print(estimateText(read.workload, read.gpu, *estimate));
    return Done;
}

} // namespace segplan::cli
