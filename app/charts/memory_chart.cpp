#include "charts/memory_chart.h"

#include "charts/chart_parts.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::MemoryChart) };

constexpr int mostCardRows = 3; // rows of card labels above the bars
constexpr double cardRowHeight = 17;

const MemoryPart *partOf(const MemoryEstimate &memory, const std::string &id)
{
    for (const MemoryPart &part : memory.parts) {
        if (part.id == id)
            return &part;
    }
    return nullptr;
}

// Cards whose line lies in the picture, by usable memory.
std::vector<CardLine> cardsWithin(const Evaluation &evaluation, double gib)
{
    std::vector<CardLine> cards;
    for (const CardLine &card : evaluation.cards) {
        if (card.usable.count() > 0 && card.usable.gib() <= gib)
            cards.push_back(card);
    }
    std::sort(cards.begin(), cards.end(), [](const CardLine &a, const CardLine &b) { return a.usable < b.usable; });
    return cards;
}

// The axis reaches past the longest bar to the first card that holds it, so that the reader sees what would fit.
double axisEnd(const Evaluation &evaluation)
{
    double longest = 0;
    for (const MemoryVariant &v : evaluation.variants)
        longest = std::max(longest, std::max(v.memory.device.value, v.memory.high).gib());
    double next = 0;
    for (const CardLine &card : evaluation.cards) {
        if (card.usable.gib() > longest && (next == 0 || card.usable.gib() < next))
            next = card.usable.gib();
    }
    return std::max(longest * 1.14, next > 0 && next < longest * 2.5 ? next * 1.05 : 0);
}

QString cardText(const CardLine &card)
{
    return QStringLiteral("%1  %2").arg(QString::fromStdString(card.gpu), formatNumber(card.usable.gib(), 1));
}

struct CardPlace { int row = -1; double right = 0; }; // -1: no room

// Each label by its line, in the lowest row that is still free there. `at`: the lines' pixels, ascending.
std::vector<CardPlace> placeCards(const std::vector<double> &at, const std::vector<double> &widths, int rows, double from, double to)
{
    std::vector<double> rowEnd(static_cast<std::size_t>(rows), from - 60);
    std::vector<CardPlace> places(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
        for (int row = 0; row < rows && places[i].row < 0; ++row) {
            for (double right : {at[i] + 2, at[i] + widths[i] / 2, at[i] + widths[i] - 2}) {
                if (right - widths[i] < rowEnd[static_cast<std::size_t>(row)] + 8 || right > to + 16)
                    continue;
                places[i] = {row, right};
                rowEnd[static_cast<std::size_t>(row)] = right;
                break;
            }
        }
    }
    return places;
}

// Rows to keep free above the bars: as many as a narrow picture needs.
int cardRowsFor(const std::vector<CardLine> &cards, double end)
{
    constexpr double narrow = 420;
    std::vector<double> at, widths;
    for (const CardLine &card : cards) {
        at.push_back(card.usable.gib() / end * narrow);
        widths.push_back(labelSize(cardText(card), chartFont(12, true)).width());
    }
    int rows = 1;
    for (const CardPlace &place : placeCards(at, widths, mostCardRows, 0, narrow))
        rows = std::max(rows, place.row < 0 ? mostCardRows : place.row + 1);
    return rows;
}

class CardLines {
public:
    CardLines(std::vector<CardLine> cards, int rows, QCPAxisRect *rect, const Palette &palette, std::string chosen, std::shared_ptr<std::vector<QRectF>> out)
        : m_cards(std::move(cards)), m_rows(rows), m_rect(rect), m_palette(palette), m_chosen(std::move(chosen)), m_out(std::move(out))
    {
    }

    void operator()(QCPPainter &painter) const
    {
        const QCPAxis *x = m_rect->axis(QCPAxis::atBottom);
        const QRectF area(m_rect->rect());
        QPen pen(m_palette.text, 1, Qt::DashLine);
        pen.setDashPattern({3, 3});
        std::vector<double> at, widths;
        for (const CardLine &card : m_cards) {
            at.push_back(x->coordToPixel(card.usable.gib()));
            widths.push_back(labelSize(cardText(card), chartFont(12, card.gpu == m_chosen)).width());
        }
        const std::vector<CardPlace> places = placeCards(at, widths, m_rows, area.left(), area.right());
        m_out->clear();
        for (std::size_t i = 0; i < m_cards.size(); ++i) {
            QRectF box;
            if (places[i].row >= 0)
                box = QRectF(places[i].right - widths[i], area.top() - 6 - (places[i].row + 1) * cardRowHeight, widths[i], cardRowHeight);
            painter.save();
            painter.setPen(pen);
            painter.drawLine(QLineF(at[i], box.isEmpty() ? area.top() : box.bottom() - 1, at[i], area.bottom()));
            painter.restore();
            m_out->push_back(box);
        }
        // The text after all lines: a line passes behind the label of a card to its left.
        for (std::size_t i = 0; i < m_cards.size(); ++i) {
            const QRectF &box = (*m_out)[i];
            if (box.isEmpty())
                continue;
            const bool chosen = m_cards[i].gpu == m_chosen;
            drawLabel(painter, box, cardText(m_cards[i]), chartFont(12, chosen), chosen ? m_palette.text : m_palette.muted, m_palette.panel);
        }
    }

private:
    std::vector<CardLine> m_cards;
    int m_rows;
    QCPAxisRect *m_rect;
    Palette m_palette;
    std::string m_chosen;
    std::shared_ptr<std::vector<QRectF>> m_out;
};

std::string chosenGpu(const Evaluation &evaluation)
{
    const int chosen = evaluation.recommendation.candidate;
    return chosen >= 0 ? evaluation.candidates[static_cast<std::size_t>(chosen)].gpu : std::string();
}

} // namespace

const std::vector<std::string> &partOrder()
{
    static const std::vector<std::string> order = {"weights", "optimizer", "gradients", "communication", "activations",
                                                   "loss", "workspace", "fragmentation", "context"};
    return order;
}

QColor partColour(const std::string &id, const Palette &palette)
{
    if (id == "weights")
        return palette.series[0];
    if (id == "optimizer")
        return palette.series[1];
    if (id == "gradients")
        return palette.series[2];
    if (id == "activations")
        return palette.series[3];
    if (id == "loss")
        return palette.series[4];
    if (id == "workspace")
        return palette.series[5];
    if (id == "communication")
        return mixed(palette.series[1], palette.series[3], 0.45);
    if (id == "fragmentation")
        return mixed(palette.series[5], palette.series[6], 0.55);
    return palette.series[6]; // context
}

QString partWord(const std::string &id)
{
    if (id == "weights")
        return Words::tr("weights");
    if (id == "optimizer")
        return Words::tr("optimizer");
    if (id == "gradients")
        return Words::tr("gradients");
    if (id == "activations")
        return Words::tr("activations");
    if (id == "loss")
        return Words::tr("loss");
    if (id == "workspace")
        return Words::tr("workspace");
    if (id == "communication")
        return Words::tr("communication");
    if (id == "fragmentation")
        return Words::tr("fragmentation");
    return id == "context" ? Words::tr("context") : QString::fromStdString(id);
}

StackedBars memoryBars(const Evaluation &evaluation, const Palette &palette)
{
    StackedBars bars;
    bars.unit = QStringLiteral("GiB");
    bars.empty = Words::tr("No memory estimate yet.");
    for (const std::string &id : partOrder())
        bars.series.push_back({partWord(id), partColour(id, palette)});
    for (const MemoryVariant &v : evaluation.variants) {
        BarRow row{translated(v.name), {}, formatNumber(v.memory.device.value.gib(), 1), v.memory.low.gib(), v.memory.high.gib(), v.current};
        for (const std::string &id : partOrder()) {
            const MemoryPart *part = partOf(v.memory, id);
            row.values.push_back(part ? part->bytes.value.gib() : 0);
        }
        bars.rows.push_back(std::move(row));
    }
    return bars;
}

MemoryChart buildMemoryChart(QCustomPlot &plot, const Evaluation &evaluation, const Palette &palette)
{
    MemoryChart chart;
    chart.cardLabels = std::make_shared<std::vector<QRectF>>();
    chart.variants = static_cast<int>(evaluation.variants.size());
    StackedBars bars = memoryBars(evaluation, palette);
    bars.end = axisEnd(evaluation);
    const std::vector<CardLine> cards = cardsWithin(evaluation, bars.end);
    const int cardRows = cardRowsFor(cards, bars.end);
    bars.topMargin = static_cast<int>(cardRows * cardRowHeight) + 10;
    for (const CardLine &card : cards)
        bars.lines.push_back(card.usable.gib());
    const StackedChart stacked = buildStackedBars(plot, bars, palette);
    chart.preferredHeight = stacked.preferredHeight;
    if (chart.variants == 0)
        return chart;
    chart.cards = static_cast<int>(cards.size());
    new ChartNotes(&plot, CardLines(cards, cardRows, stacked.rect, palette, chosenGpu(evaluation), chart.cardLabels), QStringLiteral("main"));
    return chart;
}

QString phaseWord(Phase phase)
{
    switch (phase) {
    case Phase::Forward: return Words::tr("forward");
    case Phase::Loss: return Words::tr("loss");
    case Phase::Backward: return Words::tr("backward");
    case Phase::Step: break;
    }
    return Words::tr("optimizer step");
}

} // namespace segplan
