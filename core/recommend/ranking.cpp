#include "recommend/ranking.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace segplan {

TextArg machineName(const std::string &instanceType, int nodes)
{
    if (nodes > 1)
        return Text(SP_T("core", "%1 nodes of %2"), {TextArg(nodes), instanceType});
    return instanceType;
}

Text comparison(Range<Seconds> firstTime, Money firstCost, Range<Seconds> time, Money cost)
{
    const double speed = firstTime.mid / time.mid;
    const bool dearer = !(cost < firstCost);
    const TextArg money = textArg(dearer ? cost - firstCost : firstCost - cost);
    if (speed >= 1.05)
        return dearer ? Text(SP_T("core", "%1 x faster for %2 more"), {TextArg(speed, 1), money}) : Text(SP_T("core", "%1 x faster and %2 less"), {TextArg(speed, 1), money});
    if (speed <= 0.95)
        return dearer ? Text(SP_T("core", "%1 x slower and %2 more"), {TextArg(1 / speed, 1), money}) : Text(SP_T("core", "%1 x slower for %2 less"), {TextArg(1 / speed, 1), money});
    return dearer ? Text(SP_T("core", "about as fast for %1 more"), {money}) : Text(SP_T("core", "about as fast for %1 less"), {money});
}

namespace {

TextArg machineName(const Candidate &c) { return segplan::machineName(c.instanceType, c.nodes); }

bool sameMachine(const Candidate &a, const Candidate &b) { return a.gpu == b.gpu && a.gpus == b.gpus && a.nodes == b.nodes; }

bool sameCurrency(const Candidate &a, const Candidate &b) { return a.cost->total.value.currency() == b.cost->total.value.currency(); }

// How an accepted candidate stands beside the first one.
Reason besideFirst(const Candidate &c, const Candidate &first)
{
    if (!sameCurrency(c, first))
        return {"currency", Text(SP_T("core", "priced in another currency: not compared")), noTerm};
    const double speed = first.wallClock->mid / c.wallClock->mid;
    const bool dearer = !(c.cost->total.value < first.cost->total.value);
    const char *code = speed >= 1.05 ? "faster" : speed <= 0.95 ? "slower" : dearer ? "dearer" : "cheaper";
    return {code, comparison(*first.wallClock, first.cost->total.value, *c.wallClock, c.cost->total.value), c.cost->total.term};
}

Text whyFirst(const Candidate &c, const Plan &plan)
{
    const Requirements &r = plan.requirements;
    const bool deadline = r.deadlineHours.has_value();
    // A budget in another currency was not compared, so nothing is said of it.
    const bool budget = r.budget && c.cost && r.budget->currency() == c.cost->total.value.currency();
    if (c.stock && (*c.stock == StockStatus::None || *c.stock == StockStatus::NoLongerSold))
        return SP_T("core", "Best of what the service has no stock of: nothing acceptable has any.");
    if (c.status == CandidateStatus::Tight && c.memory->fits != Fits::Yes)
        return r.objective == Objective::Cheapest  ? SP_T("core", "Cheapest type that may fit: nothing fits with certainty.")
               : r.objective == Objective::Fastest ? SP_T("core", "Fastest type that may fit: nothing fits with certainty.")
                                                   : SP_T("core", "Best balance of what may fit: nothing fits with certainty.");
    if (c.status == CandidateStatus::Tight && deadline && c.wallClock->high.hours() > *r.deadlineHours)
        return r.objective == Objective::Cheapest  ? SP_T("core", "Cheapest type that may meet the deadline: none meets it with certainty.")
               : r.objective == Objective::Fastest ? SP_T("core", "Fastest type: it may meet the deadline, none meets it with certainty.")
                                                   : SP_T("core", "Best balance of what may meet the deadline: none meets it with certainty.");
    if (c.status == CandidateStatus::Tight)
        return SP_T("core", "Best of what may keep within the budget: nothing does with certainty.");
    switch (r.objective) {
    case Objective::Fastest:
        if (deadline && budget)
            return SP_T("core", "Fastest type within the budget; it meets the deadline.");
        if (budget)
            return SP_T("core", "Fastest type within the budget.");
        return deadline ? SP_T("core", "Fastest type; it meets the deadline.") : SP_T("core", "Fastest type for the whole job.");
    case Objective::Balanced:
        if (deadline || budget)
            return SP_T("core", "Least product of cost and time of what meets the requirements.");
        return SP_T("core", "Least product of cost and time: what is faster costs more than it is faster.");
    case Objective::Cheapest: break;
    }
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

void addMarks(Candidate &c, const Requirements &r)
{
    if (c.memory->fits != Fits::Yes)
        addFitReason(c);
    if (r.deadlineHours && c.wallClock->high.hours() > *r.deadlineHours)
        c.reasons.push_back({"deadline-range", Text(SP_T("core", "may take up to %1: longer than the deadline"), {textArg(c.wallClock->high)}), c.wallClockTerm});
    const bool compared = r.budget && r.budget->currency() == c.cost->total.value.currency();
    if (compared && *r.budget < c.cost->high)
        c.reasons.push_back({"budget-range", Text(SP_T("core", "may cost up to %1: more than the budget"), {textArg(c.cost->high)}), c.cost->total.term});
    if (r.budget && !compared)
        c.reasons.push_back({"budget-currency", Text(SP_T("core", "the budget is in %1 and was not compared"), {currencyCode(r.budget->currency())}), noTerm});
    if (c.stock && (*c.stock == StockStatus::None || *c.stock == StockStatus::NoLongerSold))
        c.reasons.push_back({"no-stock", Text(SP_T("core", "no stock in %1 when last asked: ranked after what has"), {c.region}), noTerm});
    else if (c.stock && *c.stock == StockStatus::Low)
        c.reasons.push_back({"low-stock", Text(SP_T("core", "little stock in %1 when last asked"), {c.stockZone.empty() ? c.region : c.stockZone}), noTerm});
    if (c.askFirst)
        c.reasons.push_back({"ask-first", SP_T("core", "sold by invitation or ticket: ranked after what can be ordered at once"), noTerm});
    if (!c.cost->notCounted.empty())
        c.reasons.push_back({"not-counted", SP_T("core", "the total leaves out what has no known price"), noTerm});
    if (c.cost->estimatedPrice)
        c.reasons.push_back({"estimated-price", SP_T("core", "the price was worked out by a rule, not quoted"), noTerm});
}

constexpr std::size_t smallSearch = 400; // offers: a row each
constexpr std::size_t mostRows = 120; // of a large search
constexpr std::size_t bestRows = 40; // of these, the best overall

std::vector<std::uint32_t> worthShowing(const Search &search, const std::vector<std::uint32_t> &always)
{
    const std::vector<Offer> &offers = search.offers();
    std::vector<std::uint32_t> out;
    if (offers.size() <= smallSearch) {
        for (std::uint32_t i = 0; i < offers.size(); ++i)
            out.push_back(i);
        return out;
    }
    std::set<std::uint32_t> taken(always.begin(), always.end());
    for (std::uint32_t i = 0; i < offers.size(); ++i) {
        if (offers[i].pareto || i < bestRows)
            taken.insert(i);
    }
    // Offers are sorted, so the first of a group is its best.
    std::set<std::tuple<std::string, std::uint32_t, Purchase>> cards; // card, region, way of buying
    std::set<std::uint32_t> machines;
    for (std::uint32_t i = 0; i < offers.size(); ++i) {
        const Machine &m = search.machines()[offers[i].machine];
        const bool firstOfMachine = machines.insert(offers[i].machine).second;
        const bool accepted = offers[i].status != CandidateStatus::Rejected;
        const bool firstOfCard = accepted && taken.size() < mostRows && cards.emplace(m.gpu->id, offers[i].region, offers[i].purchase).second;
        if (firstOfMachine || firstOfCard)
            taken.insert(i);
    }
    out.assign(taken.begin(), taken.end());
    return out;
}

} // namespace

int Shown::indexOf(std::uint32_t offer) const
{
    const auto it = std::lower_bound(offers.begin(), offers.end(), offer);
    return it != offers.end() && *it == offer ? static_cast<int>(it - offers.begin()) : -1;
}

Shown showCandidates(Search &search, Ledger &ledger, const std::vector<std::uint32_t> &always)
{
    Shown shown;
    shown.offers = worthShowing(search, always);
    shown.candidates.reserve(shown.offers.size());
    for (const std::uint32_t i : shown.offers) {
        const Offer &o = search.offers()[i];
        Candidate c = search.candidate(o, ledger);
        c.pareto = o.pareto;
        c.rank = o.status == CandidateStatus::Rejected ? 0 : static_cast<int>(i) + 1; // accepted offers stand in front
        c.dominatedBy = o.dominatedBy >= 0 ? shown.indexOf(static_cast<std::uint32_t>(o.dominatedBy)) : -1;
        shown.candidates.push_back(std::move(c));
    }
    const Requirements &r = search.plan().requirements;
    for (std::size_t i = 0; i < shown.candidates.size(); ++i) {
        Candidate &c = shown.candidates[i];
        if (c.rank == 0)
            continue;
        // A substituted precision stays first: it is what the user must know.
        if (i == 0) {
            const char *code = r.objective == Objective::Cheapest ? "cheapest" : r.objective == Objective::Fastest ? "fastest" : "balanced";
            c.reasons.push_back({code, whyFirst(c, search.plan()), c.cost->total.term});
        } else if (c.dominatedBy >= 0) {
            const Candidate &better = shown.candidates[static_cast<std::size_t>(c.dominatedBy)];
            const Text difference = comparison(*better.wallClock, better.cost->total.value, *c.wallClock, c.cost->total.value);
            c.reasons.push_back({"dominated", Text(SP_T("core", "dominated by %1 in %2: %3"), {machineName(better), better.region, difference}), c.cost->total.term});
        } else {
            c.reasons.push_back(besideFirst(c, shown.candidates.front()));
        }
        addMarks(c, r);
    }
    return shown;
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
            recommendation.why = Text(SP_T("core", "No instance type meets the requirements. Nearest: %1, %2."), {machineName(first), first.reasons.front().message});
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
