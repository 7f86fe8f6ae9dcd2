// The price book of a plan: look at every price with its date and source, enter one's own, bring in and take out files, and reprice with
// the differences shown before they are accepted. It knows no document: a book goes in, a book comes out.
#pragma once

#include "prices/price_book_model.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTableWidget;
class QTabWidget;

namespace segplan {

class PriceBookDialog : public QDialog {
    Q_OBJECT
public:
    // `knowledge` must outlive the dialog.
    explicit PriceBookDialog(const Knowledge &knowledge, QWidget *parent = nullptr);
    void setPlan(const Plan &plan); // its book and what repricing would change

    const PriceBook &book() const { return m_model->book(); }

    bool importFile(const QString &path); // merged into the plan's book; a fault is told and nothing is changed
    bool exportFile(const QString &path); // .csv or .json: all prices shown, atomically

signals:
    void bookChosen(const segplan::PriceBook &book); // the user pressed OK
    void repriceChosen(); // take today's prices
    void refreshRequested(); // fetch prices: the shell shows how

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void showChanges();
    void tell(const QString &text);
    void addEntry();
    void removeSelected();
    void importAsked();
    void exportAsked();

    const Knowledge &m_knowledge;
    Plan m_plan;
    PriceBookModel *m_model;
    QSortFilterProxyModel *m_filter;
    QTabWidget *m_tabs;
    QLineEdit *m_search;
    QTableView *m_table;
    QComboBox *m_what, *m_region, *m_unit, *m_currency;
    QLineEdit *m_amount;
    QPushButton *m_add, *m_remove, *m_import, *m_export, *m_refresh, *m_reprice, *m_ok, *m_cancel;
    QTableWidget *m_changes;
    QLabel *m_message, *m_changesText;
};

} // namespace segplan
