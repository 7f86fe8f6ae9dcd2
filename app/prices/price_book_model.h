// The prices that a plan is reckoned with, as a table: the plan's own book over what the program knows.
#pragma once

#include "prices/book.h"

#include <QAbstractTableModel>
#include <vector>

namespace segplan {

class PriceBookModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { What, Region, Unit, Amount, CurrencyColumn, Date, Marks, SourceColumn, ColumnCount };
    enum Role { SortRole = Qt::UserRole, OwnRole }; // OwnRole: the row stands in the plan's book

    explicit PriceBookModel(QObject *parent = nullptr);
    // `knowledge` must outlive the model.
    void setBook(const Knowledge &knowledge, PriceBook book);
    const PriceBook &book() const { return m_book; } // the plan's alone
    PriceBook effective() const; // with what the program knows beneath

    // False with a sentence when the amount is no price.
    bool setAmount(int row, const QString &text, QString *why);
    bool add(const QString &what, const QString &region, const QString &unit, const QString &amount, const QString &currency, QString *why);
    void remove(int row); // from the plan's book: what the program knows stands again
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

signals:
    void refused(const QString &why); // an amount typed into the table was no price
    void edited(); // the plan's book has changed

private:
    struct Row {
        std::string what, region, unit;
        Money amount;
        Source source;
        bool storage = false, estimate = false, weak = false, promotion = false, own = false;
    };
    void rebuild();
    bool put(const Row &row, const QString &amount, Currency currency, QString *why);
    QString marks(const Row &row) const;

    const Knowledge *m_knowledge = nullptr;
    PriceBook m_book;
    std::vector<Row> m_rows;
};

} // namespace segplan
