// PlanDocument: the plan being edited, its undo history and its file. The only writer of the plan.
#pragma once

#include "document/presets.h"
#include "plan/fields.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

namespace segplan {

// How a field came by its value.
enum class FieldState {
    Default, // as in the preset, or in a new plan
    Derived, // follows from another field (classes from the data set)
    Changed // by the user
};

class PlanDocument : public QObject {
    Q_OBJECT
public:
    // `knowledge` must outlive the document. Starts with the default plan.
    explicit PlanDocument(const Knowledge &knowledge, QObject *parent = nullptr);

    const Plan &plan() const { return m_plan; }
    const Knowledge &knowledge() const { return m_knowledge; }
    const Presets &presets() const { return m_presets; }

    // --- editing: each is one undo step; edits of the same field in a row merge, and vanish when they lead back ---
    // Checks the value first: with errors the plan is left alone and the errors are returned.
    Errors setField(const std::string &pointer, const FieldValue &value);
    void resetField(const std::string &pointer);
    // All changes of the fix together. Errors: none of them is made.
    Errors applyFix(const Fix &fix);
    // Takes the preset's workload and requirements, keeps the user's launch settings.
    void applyPreset(const Preset &preset);
    void useCurrentPrices(); // the prices of the plan's file give way to what is known now; those entered by the user stay
    void setPrices(PriceBook book); // the plan's own prices; an empty book: none

    FieldState state(const FieldSpec &field) const;
    FieldValue valueWithoutUser(const FieldSpec &field) const; // what resetField() sets

    QUndoStack *undoStack() { return &m_undo; }
    // What undo / redo would take back or repeat, in the current language; empty when there is nothing.
    QString undoLabel() const;
    QString redoLabel() const;

    // --- file ---
    QString path() const { return m_path; } // empty: never saved
    QString displayName() const;
    bool isModified() const { return !m_undo.isClean(); }
    void newPlan();
    // On any fault the document stays as it was, and its path with it: an unreadable file is never overwritten by a later save.
    Errors open(const QString &path);
    Errors save(const QString &path); // atomically; keeps the prices with the plan

signals:
    void planChanged(); // after every edit, undo, redo, open
    void fileChanged(); // path or modified state

private:
    friend class PlanCommand;
    void replacePlan(const Plan &plan);
    void push(const std::string &mergeKey, const Text &label, Plan next);
    const Plan &baseline() const;

    const Knowledge &m_knowledge;
    Presets m_presets;
    Plan m_default;
    Plan m_plan;
    QUndoStack m_undo;
    QString m_path;
};

} // namespace segplan
