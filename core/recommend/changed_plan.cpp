#include "recommend/changed_plan.h"

#include "plan/fields.h"

#include <algorithm>
#include <cmath>

namespace segplan {

Plan withChanges(Plan plan, const Changes &changes, const Knowledge &knowledge)
{
    for (const auto &[pointer, value] : changes)
        plan = withField(std::move(plan), pointer, value, knowledge);
    return plan;
}

ChangedPlan::ChangedPlan(Plan plan, SearchShared &shared, const std::function<bool()> &cancelled) : m_plan(std::move(plan))
{
    const std::vector<Issue> issues = checkPlan(m_plan, shared.knowledge);
    if (std::any_of(issues.begin(), issues.end(), [](const Issue &i) { return i.severity == Issue::Severity::Error; }))
        return;
    m_cache = std::make_unique<TraceCache>(m_plan.workload);
    if (const auto validation = validationFor(m_plan.workload, shared.knowledge))
        m_cache->setValidation(*validation);
    m_search = std::make_unique<Search>(m_plan, shared, *m_cache, cancelled);
    m_valid = m_search->run();
}

int scaledSide(int side, double factor)
{
    const int rest = side % 32 == 1 ? 1 : 0;
    return std::max(1, static_cast<int>(std::lround((side - rest) * factor / 32))) * 32 + rest;
}

} // namespace segplan
