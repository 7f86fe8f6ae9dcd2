// Pictures of the Money tab: the job's cost by part for each way of buying, and cost over hours of use with the break-even points.
#pragma once

#include "charts/line_chart.h"
#include "charts/stacked_bars.h"
#include "evaluate/evaluate.h"

namespace segplan {

// The candidates that buy the shown machine (type, region, count) in one way or another, in their order; the shown one first.
std::vector<int> waysOfBuying(const Evaluation &evaluation);
StackedBars costBars(const Evaluation &evaluation, const Palette &palette);
TermId costPartTerm(const CostEstimate &cost, int series);

LineChart breakEvenLines(const Evaluation &evaluation, const Palette &palette);
QString wayWord(BuyingWay way); // "by the month" in the current language
// "ecs.gn7i-8x.16xlarge in cn-shanghai, spot: 1.3 x faster and 96 CNY more".
QString fallbackSentence(const Evaluation &evaluation, const Fallback &fallback);
// "By the month pays from 480 h on (67 % of the month)." One sentence per point.
QString breakEvenSentence(const BreakEven &point);

} // namespace segplan
