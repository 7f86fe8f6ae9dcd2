// The Choose tab: what each instance type would cost and take, drawn and in a table.
#pragma once

#include "charts/cost_time_chart.h"
#include "shell/view.h"

class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;

namespace segplan {

class CandidateModel;
class CandidateFilter;
class CostTimePlot;
class RowDelegate;

class ChooseView : public View {
    Q_OBJECT
public:
    explicit ChooseView(QWidget *parent = nullptr);

    void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) override;
    void setStale(bool stale) override;
    void applyPalette(const Palette &palette) override;

    QString tableTsv() const; // the selected rows, or all shown ones

protected:
    void changeEvent(QEvent *event) override;

private:
    void retranslate();
    void rebuildChart();
    void fitColumns();
    void select(int candidate, bool announce);
    void copyTable();
    void exportPicture();
    QList<int> shownColumns() const;

    std::shared_ptr<const Evaluation> m_evaluation;
    Palette m_palette;
    CostTimePlot *m_plot = nullptr;
    CandidateModel *m_model = nullptr;
    CandidateFilter *m_filter = nullptr;
    QTableView *m_table = nullptr;
    RowDelegate *m_rows = nullptr;
    QLabel *m_heading = nullptr, *m_count = nullptr;
    QCheckBox *m_showRejected = nullptr;
    QPushButton *m_copy = nullptr, *m_export = nullptr;
    int m_selected = -1;
    bool m_selecting = false;
};

} // namespace segplan
