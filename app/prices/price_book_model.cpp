#include "prices/price_book_model.h"

#include "plan/fields.h"
#include "text/translated.h"

#include <QDate>
#include <QFont>
#include <algorithm>

namespace segplan {

PriceBookModel::PriceBookModel(QObject *parent) : QAbstractTableModel(parent) {}

void PriceBookModel::setBook(const Knowledge &knowledge, PriceBook book)
{
    m_knowledge = &knowledge;
    m_book = std::move(book);
    rebuild();
}

PriceBook PriceBookModel::effective() const
{
    return m_knowledge ? bookOf(withBook(*m_knowledge, m_book)) : m_book;
}

void PriceBookModel::rebuild()
{
    beginResetModel();
    m_rows.clear();
    const PriceBook all = effective();
    for (const Price &p : all.entries)
        m_rows.push_back({p.instanceType, p.region, priceModelName(p.model), p.amount, p.source, false, p.estimate, p.weak, p.promotion,
                          findEntry(m_book, p.instanceType, p.region, p.model) != nullptr});
    for (const StorageQuote &q : all.storage) {
        const bool own = std::any_of(m_book.storage.begin(), m_book.storage.end(), [&](const StorageQuote &o) { return o.storage == q.storage && o.region == q.region && o.unit == q.unit; });
        m_rows.push_back({q.storage, q.region, storageUnitName(q.unit), q.amount, q.source, true, q.estimate, q.weak, false, own});
    }
    endResetModel();
}

void PriceBookModel::retranslate()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

QString PriceBookModel::marks(const Row &row) const
{
    QStringList out;
    if (isYours(row.source))
        out << tr("yours");
    else if (row.own)
        out << tr("of this plan");
    if (row.estimate)
        out << tr("by a rule");
    if (row.weak)
        out << tr("one observation");
    if (row.promotion)
        out << tr("promotion");
    return out.join(QStringLiteral(", "));
}

bool PriceBookModel::put(const Row &row, const QString &text, Currency currency, QString *why)
{
    const auto amount = Money::parse(text.trimmed().toStdString(), currency);
    if (!amount || amount->micros() <= 0) {
        *why = tr("“%1” is no price: a positive decimal number such as 10.0934 is needed.").arg(text);
        return false;
    }
    const Source source = markedYours({"entered by hand", QDate::currentDate().toString(Qt::ISODate).toStdString()});
    PriceBook next = m_book;
    if (row.storage) {
        const auto unit = storageUnitFromName(row.unit);
        if (!unit)
            return false;
        StorageQuote quote;
        quote.storage = row.what;
        quote.region = row.region;
        quote.unit = *unit;
        quote.amount = *amount;
        quote.source = source;
        setEntry(next, quote);
    } else {
        Price price;
        price.instanceType = row.what;
        price.region = row.region;
        for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot}) {
            if (row.unit == priceModelName(m))
                price.model = m;
        }
        price.amount = *amount;
        price.source = source;
        setEntry(next, price);
    }
    if (const Errors faults = checkBook(next, *m_knowledge); !faults.empty()) {
        *why = translated(faults.front().what);
        return false;
    }
    m_book = std::move(next);
    rebuild();
    emit edited();
    return true;
}

bool PriceBookModel::setAmount(int row, const QString &text, QString *why)
{
    const Row &r = m_rows[static_cast<std::size_t>(row)];
    return put(Row(r), text, r.amount.currency(), why);
}

bool PriceBookModel::add(const QString &what, const QString &region, const QString &unit, const QString &amount, const QString &currency, QString *why)
{
    const auto code = currencyFromCode(currency.toStdString());
    Row row;
    row.what = what.trimmed().toStdString();
    row.region = region.trimmed().toStdString();
    row.unit = unit.toStdString();
    row.storage = storageUnitFromName(row.unit).has_value();
    return put(row, amount, code.value_or(Currency::CNY), why);
}

void PriceBookModel::remove(int row)
{
    const Row r = m_rows[static_cast<std::size_t>(row)];
    bool gone = false;
    if (const auto unit = storageUnitFromName(r.unit); r.storage && unit) {
        gone = removeQuote(m_book, r.what, r.region, *unit);
    } else {
        for (const PriceModel m : {PriceModel::Hour, PriceModel::Month, PriceModel::Year, PriceModel::Spot}) {
            if (r.unit == priceModelName(m))
                gone = removeEntry(m_book, r.what, r.region, m) || gone;
        }
    }
    if (!gone)
        return;
    rebuild();
    emit edited();
}

int PriceBookModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int PriceBookModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant PriceBookModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &r = m_rows[static_cast<std::size_t>(index.row())];
    if (role == OwnRole)
        return r.own;
    if (role == Qt::TextAlignmentRole && index.column() == Amount)
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::FontRole && r.own) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == SortRole && index.column() == Amount)
        return r.amount.amount();
    if (role != Qt::DisplayRole && role != Qt::EditRole && role != SortRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case What: return QString::fromStdString(r.what);
    case Region: return QString::fromStdString(r.region);
    case Unit: return QString::fromStdString(r.unit);
    case Amount: return QString::fromStdString(shortDecimal(r.amount));
    case CurrencyColumn: return QString::fromLatin1(currencyCode(r.amount.currency()));
    case Date: return QString::fromStdString(r.source.date);
    case Marks: return marks(r);
    case SourceColumn: return QString::fromStdString(r.source.text);
    default: return {};
    }
}

QVariant PriceBookModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    const QString names[] = {tr("type or store"), tr("region"), tr("per"), tr("price"), tr("currency"), tr("of"), tr("marks"), tr("source")};
    return section >= 0 && section < ColumnCount ? names[section] : QVariant();
}

Qt::ItemFlags PriceBookModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags usual = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    return index.column() == Amount ? usual | Qt::ItemIsEditable : usual;
}

bool PriceBookModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || index.column() != Amount || value.toString() == data(index, Qt::EditRole).toString())
        return false;
    QString why;
    if (setAmount(index.row(), value.toString(), &why))
        return true;
    emit refused(why);
    return false;
}

} // namespace segplan
