// The plan as a PDF (A4): the answer, its reasons, charts, the decision path, all candidates, the command and where the numbers come from.
#pragma once

#include "evaluate/evaluate.h"

#include <QString>

namespace segplan {

// Writes the report of `evaluation` to `path`, in `language` ("en" or "zh_CN"), always in the light palette; needs a QApplication
// (the offscreen platform will do). Written beside `path` and renamed, so a failure leaves an older file as it was; returns false and
// says why in `error` (which may be null).
bool writeReport(const Evaluation &evaluation, const Knowledge &knowledge, const QString &language, const QString &path, QString *error);

} // namespace segplan
