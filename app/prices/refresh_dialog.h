// Fetching prices and stock while the window goes on: what will be fetched, progress, cancel, what changed, what failed and why.
#pragma once

#include "refresh/refresher.h"

#include <QDialog>
#include <memory>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace segplan {

class RefreshDialog : public QDialog {
    Q_OBJECT
public:
    // `knowledge` must outlive the dialog. `regions` of the plan are offered for the aliyun part. `base`: folder, addresses and program.
    RefreshDialog(const Knowledge &knowledge, const std::vector<std::string> &regions, RefreshOptions base, QWidget *parent = nullptr);
    ~RefreshDialog() override; // a refresh that is going on is cancelled
    bool running() const { return m_refresher != nullptr; }
    void start();
    void cancel();

signals:
    void refreshed(const segplan::RefreshReport &report); // done, failed or cancelled
    // The user wants what was fetched in the plan: all prices known now, those marked "yours" in the plan are the plan's to keep.
    void pricesChosen(const segplan::PriceBook &book);

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void enable();
    void showReport(const RefreshReport &report);
    bool readOptions(RefreshOptions *options, QString *why) const;

    const Knowledge &m_knowledge;
    RefreshOptions m_base;
    std::unique_ptr<Refresher> m_refresher;
    std::optional<RefreshReport> m_report;
    QCheckBox *m_list, *m_cli;
    QComboBox *m_site;
    QLineEdit *m_regions, *m_types;
    QLabel *m_siteLabel, *m_regionsLabel, *m_typesLabel, *m_status;
    QProgressBar *m_progress;
    QTableWidget *m_changes;
    QPlainTextEdit *m_notes;
    QPushButton *m_start, *m_cancel, *m_take, *m_close;
};

} // namespace segplan
