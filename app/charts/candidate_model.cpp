#include "charts/candidate_model.h"

#include "charts/cost_time_chart.h"
#include "text/translated.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPixmap>

namespace segplan {

namespace {

struct Words { Q_DECLARE_TR_FUNCTIONS(segplan::CandidateTable) };
const QString unknown = QStringLiteral("–");

// A disc, a triangle, a cross: told apart by shape as well as by colour.
QIcon mark(Fits fits, const QColor &colour)
{
    constexpr int size = 14;
    constexpr double ratio = 3;
    QPixmap pixmap(static_cast<int>(size * ratio), static_cast<int>(size * ratio));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    if (fits == Fits::Yes) {
        painter.drawEllipse(QPointF(7, 7), 5.5, 5.5);
    } else if (fits == Fits::Tight) {
        painter.drawPolygon(QPolygonF({QPointF(7, 1.5), QPointF(13, 12.5), QPointF(1, 12.5)}));
    } else {
        painter.setPen(QPen(colour, 2.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(QPointF(3, 3), QPointF(11, 11));
        painter.drawLine(QPointF(11, 3), QPointF(3, 11));
    }
    return QIcon(pixmap);
}

} // namespace

QString fitsWord(Fits fits)
{
    switch (fits) {
    case Fits::Yes: return Words::tr("yes", "fits");
    case Fits::Tight: return Words::tr("tight", "fits");
    case Fits::No: break;
    }
    return Words::tr("no", "fits");
}

QString purchaseWord(Purchase purchase)
{
    switch (purchase) {
    case Purchase::PayAsYouGo: return Words::tr("pay-as-you-go");
    case Purchase::Spot: return Words::tr("spot");
    case Purchase::Subscription: break;
    }
    return Words::tr("subscription");
}

QString precisionWord(Precision precision)
{
    switch (precision) {
    case Precision::Fp32: return QStringLiteral("FP32");
    case Precision::Tf32: return QStringLiteral("TF32");
    case Precision::AmpFp16: return QStringLiteral("AMP FP16");
    case Precision::AmpBf16: break;
    }
    return QStringLiteral("AMP BF16");
}

QString reasonSentence(const Candidate &candidate)
{
    QStringList sentences;
    for (const Reason &reason : candidate.reasons)
        sentences << translated(reason.message);
    return sentences.join(Words::tr("; ", "between two reasons"));
}

CandidateModel::CandidateModel(QObject *parent) : QAbstractTableModel(parent)
{
    setPalette(lightPalette());
}

void CandidateModel::setEvaluation(std::shared_ptr<const Evaluation> evaluation)
{
    beginResetModel();
    m_evaluation = std::move(evaluation);
    endResetModel();
}

void CandidateModel::setPalette(const Palette &palette)
{
    m_palette = palette;
    m_marks[0] = mark(Fits::Yes, palette.fits);
    m_marks[1] = mark(Fits::Tight, palette.tight);
    m_marks[2] = mark(Fits::No, palette.no);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void CandidateModel::retranslate()
{
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int CandidateModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_evaluation ? 0 : static_cast<int>(m_evaluation->candidates.size());
}

int CandidateModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CandidateModel::heading(int column)
{
    switch (column) {
    case Type: return Words::tr("Instance type");
    case Card: return Words::tr("GPU");
    case Region: return Words::tr("Region");
    case Buying: return Words::tr("Buying");
    case FitsColumn: return Words::tr("Fits");
    case Batch: return Words::tr("Batch");
    case Hours: return Words::tr("Hours");
    case Cost: return Words::tr("Cost");
    case PriceDate: return Words::tr("Price of");
    case ReasonColumn: return Words::tr("Reason");
    default: return {};
    }
}

QString CandidateModel::cell(const Evaluation &, const Candidate &c, int column)
{
    switch (column) {
    case Type: return QString::fromStdString(c.instanceType);
    case Card: {
        const QString cards = QStringLiteral("%1 × %2").arg(c.gpus).arg(QString::fromStdString(c.gpu));
        return c.nodes > 1 ? Words::tr("%1, %2 nodes").arg(cards).arg(c.nodes) : cards;
    }
    case Region: return QString::fromStdString(c.region);
    case Buying: return purchaseWord(c.purchase);
    case FitsColumn: return c.memory ? fitsWord(c.memory->fits) : unknown;
    case Batch: return QStringLiteral("%1 × %2").arg(c.batchPerGpu).arg(c.accumulation);
    case Hours: return c.wallClock ? formatNumber(c.wallClock->mid.hours(), 1) : unknown;
    case Cost: return c.cost ? formatMoney(c.cost->total.value) : unknown;
    case PriceDate: {
        const QString date = QString::fromStdString(c.priceAsOf);
        return date.isEmpty() ? unknown : c.cost && c.cost->estimatedPrice ? Words::tr("%1 est.", "estimated price of this month").arg(date.left(7)) : date.left(7);
    }
    case ReasonColumn: return c.reasons.empty() ? QString() : translated(c.reasons.front().message);
    default: return {};
    }
}

QVariant CandidateModel::sortValue(const Candidate &c, int row, int column) const
{
    switch (column) {
    case Card: return QStringLiteral("%1 %2").arg(QString::fromStdString(c.gpu)).arg(c.gpus * c.nodes, 6, 10, QLatin1Char('0'));
    case FitsColumn: return c.memory ? QVariant(static_cast<int>(c.memory->fits)) : QVariant();
    case Batch: return c.batchPerGpu * 100000 + c.accumulation;
    case Hours: return c.wallClock ? QVariant(c.wallClock->mid.hours()) : QVariant();
    case Cost: return c.cost ? QVariant(c.cost->total.value.amount()) : QVariant();
    case PriceDate: return c.priceAsOf.empty() ? QVariant() : QVariant(QString::fromStdString(c.priceAsOf));
    case ReasonColumn: return row; // the order of the recommendation
    default: return cell(*m_evaluation, c, column);
    }
}

QColor CandidateModel::colour(const Candidate &c, int column) const
{
    if (column == FitsColumn && c.memory)
        return c.memory->fits == Fits::Yes ? m_palette.fits : c.memory->fits == Fits::Tight ? m_palette.tight : m_palette.no;
    if (column == ReasonColumn)
        return c.status == CandidateStatus::Rejected ? m_palette.no : m_palette.muted;
    if (column == PriceDate)
        return c.cost && (c.cost->weakPrice || c.cost->estimatedPrice) ? m_palette.tight : m_palette.muted;
    return c.status == CandidateStatus::Rejected ? m_palette.muted : m_palette.text;
}

QVariant CandidateModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_evaluation || index.row() >= rowCount())
        return {};
    const Candidate &c = m_evaluation->candidates[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return cell(*m_evaluation, c, column);
    case Qt::ToolTipRole: return column == ReasonColumn ? reasonSentence(c) : cell(*m_evaluation, c, column);
    case Qt::AccessibleTextRole: return QStringLiteral("%1: %2").arg(heading(column), cell(*m_evaluation, c, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue<Qt::Alignment>(Qt::AlignVCenter | (column == Hours || column == Cost ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::ForegroundRole: return colour(c, column);
    case Qt::DecorationRole:
        return column == FitsColumn && c.memory ? QVariant(m_marks[static_cast<int>(c.memory->fits)]) : QVariant();
    case SortRole: return sortValue(c, index.row(), column);
    case CandidateRole: return index.row();
    case RejectedRole: return c.status == CandidateStatus::Rejected;
    default: return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (role == Qt::DisplayRole)
        return heading(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue<Qt::Alignment>(Qt::AlignVCenter | (section == Hours || section == Cost ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::ToolTipRole && section == Batch)
        return Words::tr("Images per GPU and step × steps accumulated before the optimizer");
    return {};
}

CandidateFilter::CandidateFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setSortRole(CandidateModel::SortRole);
}

void CandidateFilter::setShowRejected(bool show)
{
    m_showRejected = show;
    invalidateFilter();
}

bool CandidateFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    return m_showRejected || !sourceModel()->index(row, 0, parent).data(CandidateModel::RejectedRole).toBool();
}

bool CandidateFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const QVariant a = left.data(CandidateModel::SortRole), b = right.data(CandidateModel::SortRole);
    if (a.isValid() != b.isValid())
        return a.isValid() == (sortOrder() == Qt::AscendingOrder); // the unknown stays at the end
    const QPartialOrdering order = QVariant::compare(a, b);
    if (order == QPartialOrdering::Less)
        return true;
    if (order == QPartialOrdering::Greater)
        return false;
    return left.row() < right.row();
}

QString candidatesTsv(const QAbstractItemModel &model, const QList<int> &rows, const QList<int> &columns)
{
    const auto field = [](QString text) {
        return text.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    };
    QStringList lines, cells;
    for (int column : columns)
        cells << field(model.headerData(column, Qt::Horizontal).toString());
    lines << cells.join(QLatin1Char('\t'));
    QList<int> wanted = rows;
    if (wanted.isEmpty()) {
        for (int row = 0; row < model.rowCount(); ++row)
            wanted << row;
    }
    for (int row : wanted) {
        cells.clear();
        for (int column : columns)
            cells << field(model.index(row, column).data().toString());
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

} // namespace segplan
