// Where an iteration goes: one bar per card (the best-ranked candidate that has it), by what bounds its kernels, and the loader beyond them.
#pragma once

#include "charts/stacked_bars.h"
#include "evaluate/evaluate.h"

namespace segplan {

// Candidates the bars stand for, in their order: the shown one first, then one per card and count.
std::vector<int> timedCandidates(const Evaluation &evaluation);
StackedBars timeBars(const Evaluation &evaluation, const Palette &palette);
// The figure behind a part of a bar.
TermId timePartTerm(const TimeEstimate &time, int series);

// The whole job by part, one bar per way of buying the shown machine (waysOfBuying() of the Money tab).
StackedBars jobBars(const Evaluation &evaluation, const std::vector<int> &candidates, const Palette &palette);
QString jobPartWord(JobPartId id); // "validation" in the current language

} // namespace segplan
