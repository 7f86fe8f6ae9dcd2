// Memory of one GPU: stacked bars per variant against the cards, and live bytes through one training step.
#pragma once

#include "charts/stacked_bars.h"
#include "evaluate/evaluate.h"
#include "theme/palette.h"

#include <QColor>
#include <QRectF>
#include <QString>
#include <memory>
#include <vector>

class QCustomPlot;

namespace segplan {

// The colour that stands for a part ("weights", "activations", ...) in every picture.
QColor partColour(const std::string &id, const Palette &palette);
QString partWord(const std::string &id); // "activations" in the current language
// The order of parts in a bar, from the axis outwards.
const std::vector<std::string> &partOrder();

struct MemoryChart {
    std::shared_ptr<std::vector<QRectF>> cardLabels; // filled while drawn; one per drawn card line
    int variants = 0;
    int cards = 0; // lines within the picture
    int preferredHeight = 0; // logical pixels
};
// The bars alone: for hovering and clicking.
StackedBars memoryBars(const Evaluation &evaluation, const Palette &palette);
MemoryChart buildMemoryChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette);

// Nothing is drawn (a sentence instead) when the snapshot holds no timeline.
struct TimelineChart {
    int points = 0;
    std::shared_ptr<std::vector<QRectF>> labels; // peak, card, then the phases that occur
};
TimelineChart buildTimelineChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette);
// "peak 15.9 GiB · decode_head.conv_seg · backward"; empty without a timeline.
QString peakSentence(const Evaluation &evaluation);
QString phaseWord(Phase phase); // "forward" in the current language

} // namespace segplan
