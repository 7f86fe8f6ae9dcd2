// The Path tab: the decision flowchart with the taken path lit; a box opens its reason.
#pragma once

#include "shell/view.h"

class QFrame;
class QGraphicsScene;
class QGraphicsView;
class QLabel;
class QPushButton;
class QToolButton;

namespace segplan {

class FlowNodeItem;

class PathView : public View {
    Q_OBJECT
public:
    explicit PathView(QWidget *parent = nullptr);

    void setEvaluation(std::shared_ptr<const Evaluation> evaluation, const Knowledge &knowledge) override;
    void setStale(bool stale) override;
    void applyPalette(const Palette &palette) override;

    void zoom(double factor);
    void fit();
    void open(int node); // shows its reason; -1 closes

protected:
    void changeEvent(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void rebuild();
    void retranslate();
    void walk(int key); // to the next box in an arrow key's direction
    void exportPicture();

    std::shared_ptr<const Evaluation> m_evaluation;
    Palette m_palette;
    QGraphicsScene *m_scene = nullptr;
    QGraphicsView *m_view = nullptr;
    QToolButton *m_in = nullptr, *m_out = nullptr, *m_fit = nullptr;
    QPushButton *m_export = nullptr, *m_why = nullptr;
    QFrame *m_reasonCard = nullptr;
    QLabel *m_question = nullptr, *m_reason = nullptr, *m_hint = nullptr;
    std::vector<FlowNodeItem *> m_items; // owned by the scene, in the order of the flow's nodes
    int m_open = -1;
    bool m_fitted = true; // follow the window's size until the user zooms
};

} // namespace segplan
