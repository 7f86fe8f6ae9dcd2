// The candidates of a snapshot as a table, and its sorted, filtered face.
#pragma once

#include "evaluate/evaluate.h"
#include "theme/palette.h"

#include <QAbstractTableModel>
#include <QIcon>
#include <QSortFilterProxyModel>
#include <memory>

namespace segplan {

QString fitsWord(Fits fits); // "yes" "tight" "no" in the current language
QString purchaseWord(Purchase purchase);
QString precisionWord(Precision precision);
QString reasonSentence(const Candidate &candidate); // all reasons, first one first

class CandidateModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Type, Card, Region, Buying, FitsColumn, Batch, Hours, Cost, PriceDate, ReasonColumn, ColumnCount };
    // SortRole: numbers and text to order by, invalid for the unknown. CandidateRole: index into the snapshot's candidates.
    enum Role { SortRole = Qt::UserRole, CandidateRole, RejectedRole };

    explicit CandidateModel(QObject *parent = nullptr);
    void setEvaluation(std::shared_ptr<const Evaluation> evaluation);
    void setPalette(const Palette &palette);
    void retranslate();

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    static QString heading(int column);
    static QString cell(const Evaluation &evaluation, const Candidate &candidate, int column); // as shown
    const Evaluation *evaluation() const { return m_evaluation.get(); }

private:
    QVariant sortValue(const Candidate &candidate, int row, int column) const;
    QColor colour(const Candidate &candidate, int column) const;
    std::shared_ptr<const Evaluation> m_evaluation;
    Palette m_palette = lightPalette();
    QIcon m_marks[3];
};

// Sorts by SortRole with the unknown last in both directions; hides the rejected on request.
class CandidateFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit CandidateFilter(QObject *parent = nullptr);
    void setShowRejected(bool show);
    bool showRejected() const { return m_showRejected; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    bool m_showRejected = true;
};

// Tab-separated text of the given rows (all when empty) with a heading line; what the clipboard gets.
QString candidatesTsv(const QAbstractItemModel &model, const QList<int> &rows, const QList<int> &columns);

} // namespace segplan
