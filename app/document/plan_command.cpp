#include "document/plan_command.h"

#include "document/plan_document.h"

namespace segplan {

bool samePlan(const Plan &a, const Plan &b)
{
    const auto date = [](const Plan &p) { return p.prices ? p.prices->asOf : std::string(); };
    return a.title == b.title && a.preset == b.preset && a.workload == b.workload && a.requirements == b.requirements && a.launch == b.launch
        && a.prices.has_value() == b.prices.has_value() && date(a) == date(b);
}

PlanCommand::PlanCommand(PlanDocument &document, std::string mergeKey, Text label, Plan before, Plan after)
    : m_document(document), m_mergeKey(std::move(mergeKey)), m_label(std::move(label)), m_before(std::move(before)), m_after(std::move(after))
{
}

bool PlanCommand::mergeWith(const QUndoCommand *other)
{
    const auto *next = static_cast<const PlanCommand *>(other); // ids match: it is one of ours
    if (next->m_mergeKey != m_mergeKey)
        return false;
    m_after = next->m_after;
    m_label = next->m_label;
    setObsolete(samePlan(m_before, m_after));
    return true;
}

void PlanCommand::undo()
{
    m_document.replacePlan(m_before);
}

void PlanCommand::redo()
{
    m_document.replacePlan(m_after);
}

} // namespace segplan
