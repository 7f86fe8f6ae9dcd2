// A changed plan with its search. Internal to recommend/.
#pragma once

#include "recommend/whatif.h"

#include <memory>

namespace segplan {

using Changes = std::vector<std::pair<std::string, FieldValue>>;

// Field values set in one after the other, as the window sets them.
Plan withChanges(Plan plan, const Changes &changes, const Knowledge &knowledge);

class ChangedPlan {
public:
    ChangedPlan(Plan plan, SearchShared &shared, const std::function<bool()> &cancelled);
    bool valid() const { return m_valid; } // the plan has no error and the search was not cancelled
    const Offer *best() const { return m_valid ? m_search->best() : nullptr; }
    const Search &search() const { return *m_search; }
    const Plan &plan() const { return m_plan; }

private:
    Plan m_plan;
    std::unique_ptr<TraceCache> m_cache;
    std::unique_ptr<Search> m_search;
    bool m_valid = false;
};

// Side k of 32 pixels as the given one counts them: 769 is 24 x 32 + 1 and stays so.
int scaledSide(int side, double factor);

} // namespace segplan
