#include "charts/export.h"

namespace segplan {
static bool none(QString *error)
{
    if (error)
        *error = QStringLiteral("not written");
    return false;
}
bool exportCandidatesCsv(const Evaluation &, const QString &, const QString &, QString *error) { return none(error); }
bool exportChartSvg(const Evaluation &, ChartKind, const QString &, const QString &, QString *error) { return none(error); }
bool exportChartPng(const Evaluation &, ChartKind, const QString &, const QString &, QString *error) { return none(error); }
} // namespace segplan
