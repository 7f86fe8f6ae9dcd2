// Sections of the readable plan that stand in files of their own.
#pragma once

#include "cli/console.h"
#include "evaluate/evaluate.h"

namespace segplan::cli {

void jobText(Sheet &sheet, const JobEstimate &job); // rows below "time": what the hours are made of
// What the step waits for, ways of buying, what one change does, where to turn when it is sold out, what budget and deadline allow.
void consequencesText(Sheet &sheet, const Evaluation &evaluation);

} // namespace segplan::cli
