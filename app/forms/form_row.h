// One row of the form: label, editor (two for a size), unit, state mark with reset, and what is wrong with a way to mend it.
#pragma once

#include "document/plan_document.h"
#include "forms/field_editor.h"
#include "theme/palette.h"

#include <QTimer>
#include <QWidget>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace segplan {

class FormRow : public QWidget {
    Q_OBJECT
public:
    // `fields`: one, or height and width of a size.
    FormRow(PlanDocument &document, std::vector<const FieldSpec *> fields, QWidget *parent);

    ~FormRow() override;

    bool has(const std::string &pointer) const;
    bool applies() const; // means something for the plan
    bool isExpert() const;
    bool needsAttention() const; // changed by the user, or something is wrong with it
    void focusEditor();
    int labelWidth() const; // wanted
    void setLabelWidth(int width);

    void refresh(); // values, choices, state and texts, from the document
    void setIssues(const std::vector<Issue> &issues); // those of its fields
    void applyPalette(const Palette &palette);

signals:
    void attentionChanged(); // needsAttention() may have changed
    void fixRequested(const segplan::Fix &fix);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void edit(FieldEditor *editor, const FieldValue &value);
    void showFaults();
    void reset();
    void rebuildMessages();
    void refreshState();
    void addSizePresets(QHBoxLayout *layout);
    bool isSize() const; // height and width
    QString title() const;

    PlanDocument &m_document;
    std::vector<const FieldSpec *> m_fields;
    std::vector<FieldEditor *> m_editors;
    QLabel *m_label;
    QToolButton *m_state;
    QToolButton *m_sizes = nullptr;
    QVBoxLayout *m_messageLayout;
    QWidget *m_messages;
    std::vector<Issue> m_issues; // of the last snapshot
    FieldEditor *m_edited = nullptr; // being typed into
    FieldValue m_before; // its field's value when the typing began
    std::vector<FieldValue> m_values; // as shown last
    Errors m_faults; // of what stands in the editor; the plan does not have it
    QTimer m_faultTimer;
    bool m_faultsShown = false;
    QColor m_accent, m_muted;
};

} // namespace segplan
