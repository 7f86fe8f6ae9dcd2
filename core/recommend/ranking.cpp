#include "recommend/rules.h"

#include <algorithm>
#include <tuple>

namespace segplan {

namespace {

Currency referenceCurrency(const std::vector<Candidate> &candidates, const Plan &plan)
{
    if (plan.requirements.budget)
        return plan.requirements.budget->currency();
    const auto priced = std::find_if(candidates.begin(), candidates.end(),
                                     [](const Candidate &c) { return c.status != CandidateStatus::Rejected && c.cost; });
    return priced == candidates.end() ? Currency::CNY : priced->cost->total.value.currency();
}

// By how much a rejected candidate misses the rule it failed, where that can be measured: hours, bytes.
double shortfall(const Candidate &c)
{
    const std::string code = c.reasons.empty() ? std::string() : c.reasons.front().code;
    if (code == "deadline" && c.wallClock)
        return c.wallClock->mid.count();
    if (code == "memory" && c.memory)
        return c.memory->usable ? static_cast<double>((c.memory->device.value - c.memory->usable->value).count()) : 1e300;
    return 0;
}

// Rejected candidates: those that failed later rules are nearer to the answer and come first, then those that miss by less.
auto sortKey(const Candidate &c, Currency reference)
{
    const bool foreign = c.cost && c.cost->total.value.currency() != reference;
    const std::int64_t cost = c.cost ? c.cost->total.value.micros() : INT64_MAX;
    const double time = c.wallClock ? c.wallClock->mid.count() : 1e300;
    const bool rejected = c.status == CandidateStatus::Rejected;
    const int progress = rejected && !c.reasons.empty() ? -ruleOrder(c.reasons.front().code) : 0;
    return std::make_tuple(static_cast<int>(c.status), foreign, progress, rejected ? shortfall(c) : 0.0, cost, time);
}

bool comparable(const Candidate &a, const Candidate &b)
{
    return a.cost && b.cost && a.wallClock && b.wallClock && a.cost->total.value.currency() == b.cost->total.value.currency();
}

bool dominates(const Candidate &a, const Candidate &b)
{
    if (!comparable(a, b))
        return false;
    const std::int64_t costA = a.cost->total.value.micros(), costB = b.cost->total.value.micros();
    const double timeA = a.wallClock->mid.count(), timeB = b.wallClock->mid.count();
    return costA <= costB && timeA <= timeB && (costA < costB || timeA < timeB);
}

bool sameMachine(const Candidate &a, const Candidate &b) { return a.gpu == b.gpu && a.gpus == b.gpus && a.nodes == b.nodes; }

TextArg machineName(const Candidate &c)
{
    if (c.nodes > 1)
        return Text(SP_T("core", "%1 nodes of %2"), {TextArg(c.nodes), c.instanceType});
    return c.instanceType;
}

// How an accepted candidate stands beside the first one.
Reason comparison(const Candidate &c, const Candidate &first)
{
    if (!comparable(c, first))
        return {"currency", Text(SP_T("core", "priced in another currency: not compared")), noTerm};
    const double speed = first.wallClock->mid / c.wallClock->mid;
    const Money more = c.cost->total.value - first.cost->total.value;
    if (speed >= 1.05)
        return {"faster", Text(SP_T("core", "%1 x faster for %2 more"), {TextArg(speed, 1), textArg(more)}), c.cost->total.term};
    if (speed <= 0.95)
        return {"slower", Text(SP_T("core", "%1 x slower and %2 more"), {TextArg(1 / speed, 1), textArg(more)}), c.cost->total.term};
    return {"dearer", Text(SP_T("core", "about as fast for %1 more"), {textArg(more)}), c.cost->total.term};
}

Text whyFirst(const Candidate &c, const Plan &plan)
{
    const bool deadline = plan.requirements.deadlineHours.has_value();
    // A budget in another currency was not compared, so nothing is said of it.
    const bool budget = plan.requirements.budget && c.cost && plan.requirements.budget->currency() == c.cost->total.value.currency();
    if (c.status == CandidateStatus::Tight && c.memory->fits != Fits::Yes)
        return SP_T("core", "Cheapest type that may fit: nothing fits with certainty.");
    if (c.status == CandidateStatus::Tight)
        return SP_T("core", "Cheapest type that may meet the deadline: none meets it with certainty.");
    if (deadline && budget)
        return SP_T("core", "Cheapest type that meets deadline and budget.");
    if (deadline)
        return SP_T("core", "Cheapest type that meets the deadline.");
    if (budget)
        return SP_T("core", "Cheapest type within the budget.");
    return SP_T("core", "Cheapest type for the whole job.");
}

void addFitReason(Candidate &c)
{
    const MemoryEstimate &m = *c.memory;
    Reason reason{"tight", {}, m.device.term};
    if (m.usable && m.trainingFits == Fits::Yes && m.validation)
        reason.message = Text(SP_T("core", "validation is tight: %1 to %2 of %3"), {textArg(m.validation->low), textArg(m.validation->high), textArg(m.usable->value)});
    else if (m.usable)
        reason.message = Text(SP_T("core", "tight: %1 to %2 of %3"), {textArg(m.low), textArg(m.high), textArg(m.usable->value)});
    else
        reason.message = Text(SP_T("core", "tight: the usable memory of %1 is not known"), {c.gpu});
    c.reasons.push_back(std::move(reason));
}

} // namespace

void rankCandidates(std::vector<Candidate> &candidates, const Plan &plan)
{
    const Currency reference = referenceCurrency(candidates, plan);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [reference](const Candidate &a, const Candidate &b) { return sortKey(a, reference) < sortKey(b, reference); });
    const auto end = std::find_if(candidates.begin(), candidates.end(), [](const Candidate &c) { return c.status == CandidateStatus::Rejected; });
    int rank = 0;
    for (auto it = candidates.begin(); it != end; ++it) {
        it->rank = ++rank;
        const Candidate *better = nullptr;
        for (auto other = candidates.begin(); other != end && !better; ++other) {
            if (dominates(*other, *it))
                better = &*other;
        }
        it->pareto = !better;
        // A substituted precision stays first: it is what the user must know.
        if (rank == 1)
            it->reasons.push_back({"cheapest", whyFirst(*it, plan), it->cost->total.term});
        else if (better)
            it->reasons.push_back({"dominated", Text(SP_T("core", "dominated by %1"), {machineName(*better)}), noTerm});
        else
            it->reasons.push_back(comparison(*it, candidates.front()));
        if (it->memory->fits != Fits::Yes)
            addFitReason(*it);
        const auto &deadline = plan.requirements.deadlineHours;
        if (deadline && it->wallClock->high.hours() > *deadline) {
            it->reasons.push_back({"deadline-range", Text(SP_T("core", "may take up to %1: longer than the deadline"), {textArg(it->wallClock->high)}),
                                   it->wallClockTerm});
        }
        if (plan.requirements.budget && plan.requirements.budget->currency() != it->cost->total.value.currency()) {
            it->reasons.push_back({"budget-currency", Text(SP_T("core", "the budget is in %1 and was not compared"), {currencyCode(plan.requirements.budget->currency())}),
                                   noTerm});
        }
        if (!it->cost->notCounted.empty())
            it->reasons.push_back({"not-counted", SP_T("core", "the total leaves out what has no known price"), noTerm});
        if (it->cost->estimatedPrice)
            it->reasons.push_back({"estimated-price", SP_T("core", "the price was worked out by a rule, not quoted"), noTerm});
    }
}

int nearestCandidate(const std::vector<Candidate> &candidates)
{
    return candidates.empty() ? -1 : 0; // sorted: the first rejected one failed the latest rule
}

void chooseCandidates(Recommendation &recommendation, const std::vector<Candidate> &candidates, const Plan &plan)
{
    if (candidates.empty()) {
        recommendation.why = SP_T("core", "No instance type is known to choose from.");
        return;
    }
    const Candidate &first = candidates.front();
    if (first.status == CandidateStatus::Rejected) {
        if (plan.requirements.domesticSilicon) {
            recommendation.why = SP_T("core", "No self-service ECS instance has domestic silicon that can train. The T-Head PPU is sold through ACS "
                                              "container compute, PAI-Lingjun and Bailian: ask sales. H20 is an NVIDIA part and not domestic.");
        } else {
            recommendation.why = Text(SP_T("core", "No instance type meets the requirements. Nearest: %1, %2."),
                                      {machineName(first), first.reasons.front().message});
        }
        return;
    }
    recommendation.candidate = 0;
    recommendation.why = whyFirst(first, plan);
    // Another machine on the front is the alternative worth naming; then any other machine; the same card with other cores comes last.
    int sameCard = -1, otherMachine = -1;
    for (std::size_t i = 1; i < candidates.size() && candidates[i].rank > 0; ++i) {
        const Candidate &c = candidates[i];
        if (c.instanceType == first.instanceType && c.nodes == first.nodes)
            continue;
        int &slot = sameMachine(c, first) ? sameCard : otherMachine;
        if (slot < 0)
            slot = static_cast<int>(i);
        if (c.pareto && !sameMachine(c, first)) {
            recommendation.next = static_cast<int>(i);
            return;
        }
    }
    recommendation.next = otherMachine >= 0 ? otherMachine : sameCard;
}

} // namespace segplan
