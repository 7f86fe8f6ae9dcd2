// The frame of a chart tab: pictures on cards to the left, a column of figures to the right, the whole in a scroll area.
#pragma once

#include "charts/figure_list.h"
#include "shell/view.h"

#include <vector>

class QCustomPlot;
class QFrame;
class QLabel;
class QVBoxLayout;

namespace segplan {

class ChartPage : public View {
    Q_OBJECT
public:
    explicit ChartPage(QWidget *parent = nullptr);

    void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) override;
    void setStale(bool stale) override;
    void applyPalette(const Palette &palette) override;

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

    struct Picture {
        QLabel *title = nullptr;
        QCustomPlot *plot = nullptr;
        QFrame *card = nullptr;
    };
    // `stretch` 0: as high as its chart asks for.
    Picture addPicture(const char *objectName, int stretch);
    static void showHigh(const Picture &picture, int height); // draws a chart that knows its height

    virtual void rebuild() = 0; // m_evaluation is set
    virtual QString tipAt(QCustomPlot *plot, const QPointF &pixel) const = 0; // empty: none
    virtual TermId termAt(QCustomPlot *plot, const QPointF &pixel) const = 0; // noTerm: none

    std::shared_ptr<const Evaluation> m_evaluation;
    const Knowledge *m_knowledge = nullptr;
    Palette m_palette;
    FigureList *m_figures;

private:
    QVBoxLayout *m_left;
    std::vector<QCustomPlot *> m_plots;
};

} // namespace segplan
