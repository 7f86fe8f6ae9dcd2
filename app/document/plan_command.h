// One edit of the plan, as an undo step.
#pragma once

#include "plan/plan.h"

#include <QUndoCommand>
#include <string>

namespace segplan {

class PlanDocument;

// Equal in everything the user decides; of the price book only its date counts.
bool samePlan(const Plan &a, const Plan &b);

class PlanCommand : public QUndoCommand {
public:
    // Steps with the same non-empty `mergeKey` in a row become one; one that leads back to where it began disappears.
    PlanCommand(PlanDocument &document, std::string mergeKey, Text label, Plan before, Plan after);

    const Text &label() const { return m_label; }
    int id() const override { return m_mergeKey.empty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override;
    void undo() override;
    void redo() override;

private:
    PlanDocument &m_document;
    std::string m_mergeKey;
    Text m_label;
    Plan m_before, m_after;
};

} // namespace segplan
