// Finds a figure again after the plan has changed: by its place in the evaluation, not by its number in the ledger.
#pragma once

#include "evaluate/evaluate.h"

namespace segplan {

// The term in `now` that stands where `term` stood in `before` ("cost of the recommended type", "activations of the chosen setting",
// "time on this type in this region"); noTerm when there is no such figure any more, or when the term was only reached by a link.
TermId sameFigure(const Evaluation &before, TermId term, const Evaluation &now);

} // namespace segplan
