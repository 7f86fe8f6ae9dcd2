#include "recommend/fallback.h"

#include <algorithm>

namespace segplan {

std::vector<std::uint32_t> fallbackOffers(const Search &search)
{
    constexpr std::size_t most = 3;
    std::vector<std::uint32_t> out;
    const std::vector<Offer> &offers = search.offers();
    if (!search.best())
        return out;
    const auto machine = [&](std::uint32_t i) -> const Machine & { return search.machines()[offers[i].machine]; };
    enum Difference { Place, Type, Count };
    const auto differs = [&](std::uint32_t a, std::uint32_t b, Difference how) {
        const Machine &x = machine(a), &y = machine(b);
        const bool otherRegion = offers[a].region != offers[b].region;
        switch (how) {
        case Place: return otherRegion || x.type->family != y.type->family;
        case Type: return otherRegion || x.type->id != y.type->id;
        case Count: break;
        }
        return otherRegion || x.type->id != y.type->id || x.nodes != y.nodes;
    };
    for (const Difference how : {Place, Type, Count}) {
        for (std::uint32_t i = 1; i < offers.size() && out.size() < most && offers[i].status != CandidateStatus::Rejected; ++i) {
            if (offers[i].noStock || !differs(i, 0, how))
                continue;
            if (std::all_of(out.begin(), out.end(), [&](std::uint32_t taken) { return taken != i && differs(i, taken, how); }))
                out.push_back(i);
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<Fallback> fallbacks(const std::vector<std::uint32_t> &offers, const std::vector<Candidate> &candidates, const Shown &shown, const Knowledge &knowledge)
{
    std::vector<Fallback> out;
    if (candidates.empty())
        return out;
    const Candidate &best = candidates.front();
    const InstanceType *bestType = knowledge.instanceType(best.instanceType);
    for (const std::uint32_t offer : offers) {
        Fallback f;
        f.candidate = shown.indexOf(offer);
        if (f.candidate < 0)
            continue;
        const Candidate &c = candidates[static_cast<std::size_t>(f.candidate)];
        const InstanceType *type = knowledge.instanceType(c.instanceType);
        f.otherFamily = type && bestType && type->family != bestType->family;
        f.otherRegion = c.region != best.region;
        f.moreTime = c.wallClock->mid - best.wallClock->mid;
        const bool sameCurrency = c.cost->total.value.currency() == best.cost->total.value.currency();
        if (sameCurrency)
            f.moreMoney = c.cost->total.value - best.cost->total.value;
        const Text stands = sameCurrency ? comparison(*best.wallClock, best.cost->total.value, *c.wallClock, c.cost->total.value)
                                         : Text(SP_T("core", "%1 for %2, in another currency"), {textArg(c.wallClock->mid), textArg(c.cost->total.value)});
        const bool sameBatch = c.batchPerGpu == best.batchPerGpu && c.accumulation == best.accumulation && c.gpus * c.nodes == best.gpus * best.nodes;
        f.difference = sameBatch ? stands
                                 : Text(SP_T("core", "%1; batch %2 x %3 accumulation on %4 GPUs instead of %5 x %6 on %7"),
                                        {stands, TextArg(c.batchPerGpu), TextArg(c.accumulation), TextArg(c.gpus * c.nodes), TextArg(best.batchPerGpu),
                                         TextArg(best.accumulation), TextArg(best.gpus * best.nodes)});
        out.push_back(std::move(f));
    }
    return out;
}

} // namespace segplan
