// The candidate table and the charts as files, without a window.
#pragma once

#include "evaluate/evaluate.h"

#include <QString>

namespace segplan {

enum class ChartKind {
    CostTime, // cost of the job against hours, one point per candidate
    Memory, // stacked bars per variant against the cards
    Timeline // live bytes through one step
};

// RFC 4180, UTF-8 with a byte-order mark (spreadsheets read Chinese then), one row per candidate, header in `language`.
// Plain numbers: hours with 3 decimals, money as decimal text with its currency in a column of its own.
bool exportCandidatesCsv(const Evaluation &evaluation, const QString &language, const QString &path, QString *error);

// The chart in the light palette, in `language` ("en" | "zh_CN"). All need a QApplication (the offscreen platform will do).
bool exportChartSvg(const Evaluation &evaluation, ChartKind kind, const QString &language, const QString &path, QString *error);
bool exportChartPng(const Evaluation &evaluation, ChartKind kind, const QString &language, const QString &path, QString *error);

} // namespace segplan
