// FieldEditor: the editor that fits a field's kind, speaking FieldValue.
#pragma once

#include "plan/fields.h"

#include <QObject>
#include <memory>

class QWidget;

namespace segplan {

class FieldEditor : public QObject {
    Q_OBJECT
public:
    // The editor for this field; its widget (a child of `parent`) is named after the field: "/workload/crop/height" ->
    // "_workload_crop_height".
    static FieldEditor *create(const FieldSpec &field, QWidget *parent);

    const FieldSpec &field() const { return m_field; }
    QWidget *widget() const { return m_widget; }
    // Shows the plan's value, choices and texts in the current language; emits nothing.
    virtual void show(const Plan &plan, const Knowledge &knowledge) = 0;
    virtual void setWrong(bool wrong); // red frame
    // What is chosen, where the editor may be too narrow to show it; may be empty.
    virtual QString summary() const { return {}; }
    // True for editors in which a value grows key by key: a fault is told only after a pause.
    virtual bool isTyped() const { return false; }

signals:
    void edited(const segplan::FieldValue &value);
    void finished(); // Enter pressed or focus left

protected:
    FieldEditor(const FieldSpec &field, QWidget *widget);
    QWidget *m_widget;

private:
    const FieldSpec &m_field;
};

QString fieldObjectName(const std::string &pointer);

} // namespace segplan
