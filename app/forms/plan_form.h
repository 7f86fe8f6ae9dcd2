// The form: made from the field table, so that a new field needs no code here.
#pragma once

#include "document/plan_document.h"
#include "evaluate/evaluate.h"
#include "theme/palette.h"

#include <QScrollArea>
#include <vector>

class QComboBox;
class QLabel;

namespace segplan {

class ChoiceBox;
class FormRow;
class FormSection;

class PlanForm : public QScrollArea {
    Q_OBJECT
public:
    explicit PlanForm(PlanDocument &document, QWidget *parent = nullptr);

    void setIssues(const std::vector<Issue> &issues);
    void showField(const std::string &pointer); // opens, scrolls to and focuses its editor
    void applyPalette(const Palette &palette);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void refreshSections();
    void alignLabels();
    FormRow *rowOf(const std::string &pointer) const;

    PlanDocument &m_document;
    QLabel *m_presetLabel;
    ChoiceBox *m_preset;
    std::vector<FormSection *> m_sections;
};

} // namespace segplan
