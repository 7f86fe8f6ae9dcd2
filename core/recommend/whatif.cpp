#include "recommend/changed_plan.h"

#include "plan/choices.h"
#include "plan/model_spec.h"
#include "recommend/objective.h"

#include <algorithm>
#include <cmath>
#include <list>

namespace segplan {

namespace {

FieldValue integer(std::int64_t v) { return FieldValue(v); }
FieldValue names(std::vector<std::string> v) { return FieldValue(std::move(v)); }

struct Change {
    const char *id;
    Text name;
    Changes fields;
    Text caution;
};

// Sides that references crop to.
constexpr int usualSides[] = {128, 192, 256, 320, 384, 512, 640, 768, 1024, 1280, 1536, 2048};

class Collector {
public:
    explicit Collector(const Consequences &context) : c(context), w(context.plan.workload), r(context.plan.requirements), m_best(context.base.best())
    {
        if (m_best)
            m_now = c.base.brief(*m_best);
    }

    std::vector<Change> all()
    {
        precision();
        recomputation();
        batch();
        crop();
        frozen();
        input();
        buying();
        regions();
        limits();
        machines();
        cures();
        return std::move(m_changes);
    }

private:
    void add(const char *id, Text name, Changes fields, Text caution = {}) { m_changes.push_back({id, std::move(name), std::move(fields), std::move(caution)}); }
    // As the plan is answered now; as it stands where there is no answer.
    Precision nowPrecision() const { return m_best ? m_now.precision : w.precision.value_or(Precision::Fp32); }
    bool nowCheckpointing() const { return m_best ? m_now.checkpointing : w.activationCheckpointing; }

    void precision()
    {
        const Precision now = nowPrecision();
        const auto set = [](Precision p) { return Changes{{"/workload/precision", FieldValue(std::string(precisionName(p)))}}; };
        if (isAmp(now)) {
            add("full-precision", SP_T("core", "Full precision (FP32)"), set(Precision::Fp32));
        } else {
            const Gpu *gpu = m_best ? c.shared.knowledge.gpu(m_now.gpu) : nullptr;
            const Precision amp = gpu && supportsPrecision(*gpu, Precision::AmpBf16) ? Precision::AmpBf16 : Precision::AmpFp16;
            add("amp", amp == Precision::AmpBf16 ? SP_T("core", "Mixed precision (BF16)") : SP_T("core", "Mixed precision (FP16)"), set(amp),
                SP_T("core", "Mixed precision keeps FP32 master weights; results are mostly equal. FP16 needs loss scaling."));
        }
    }
    void recomputation()
    {
        if (nowCheckpointing())
            add("no-checkpointing", SP_T("core", "Without activation checkpointing"), {{"/workload/activation_checkpointing", FieldValue(false)}});
        else
            add("checkpointing", SP_T("core", "Activation checkpointing"), {{"/workload/activation_checkpointing", FieldValue(true)}}, SP_T("core", "The result of training is the same."));
    }
    void batch()
    {
        const auto global = globalBatchOf(w);
        const bool perGpu = w.batchPerGpu.has_value();
        const std::int64_t now = perGpu ? *w.batchPerGpu : global.value_or(0);
        const char *pointer = perGpu ? "/workload/batch_per_gpu" : "/workload/global_batch";
        const Text caution = w.schedule.unit == Schedule::Unit::Iterations
                                 ? SP_T("core", "Another global batch wants another learning rate; with the same number of iterations training sees another number of images.")
                                 : SP_T("core", "Another global batch wants another learning rate.");
        if (now >= 2)
            add("half-batch", Text(SP_T("core", "Half the batch: %1"), {TextArg(now / 2)}), {{pointer, integer(now / 2)}}, caution);
        if (now >= 1 && now <= (1 << 20))
            add("double-batch", Text(SP_T("core", "Twice the batch: %1"), {TextArg(now * 2)}), {{pointer, integer(now * 2)}}, caution);
    }
    void crop()
    {
        const int shorter = std::min(w.cropHeight, w.cropWidth), base = shorter - (shorter % 32 == 1 ? 1 : 0);
        const auto to = [&](const char *id, int side) {
            const double factor = static_cast<double>(side) / base;
            const int height = scaledSide(w.cropHeight, factor), width = scaledSide(w.cropWidth, factor);
            add(id, Text(SP_T("core", "Crop of %1 x %2"), {TextArg(height), TextArg(width)}), {{"/workload/crop/height", integer(height)}, {"/workload/crop/width", integer(width)}},
                side < base ? SP_T("core", "A smaller crop shows the network less context: accuracy may suffer, and an epoch covers fewer pixels.")
                            : SP_T("core", "A larger crop shows the network more context."));
        };
        const auto larger = std::upper_bound(std::begin(usualSides), std::end(usualSides), base);
        const auto here = std::lower_bound(std::begin(usualSides), std::end(usualSides), base);
        if (here != std::begin(usualSides))
            to("smaller-crop", *(here - 1));
        if (larger != std::end(usualSides))
            to("larger-crop", *larger);
    }
    void frozen()
    {
        const ImplementationInfo *implementation = plan::implementationOf(w);
        if (!w.freezeBackbone && implementation && !implementation->backbones.empty())
            add("frozen-backbone", SP_T("core", "Frozen backbone"), {{"/workload/freeze_backbone", FieldValue(true)}},
                SP_T("core", "A frozen backbone does not learn from the data: accuracy mostly suffers."));
    }
    void input()
    {
        if (w.input.library != LoaderLibrary::Dali)
            add("dali", SP_T("core", "Decoding and augmentation on the GPU (DALI)"), {{"/workload/input/library", FieldValue(std::string(loaderLibraryName(LoaderLibrary::Dali)))}},
                SP_T("core", "Augmentations have to be written for DALI."));
    }
    void buying()
    {
        const auto has = [&](Purchase p) { return std::find(r.purchase.begin(), r.purchase.end(), p) != r.purchase.end(); };
        const auto set = [&](const char *id, Purchase p, Text name, Text caution = {}) {
            if (!has(p))
                add(id, std::move(name), {{"/requirements/purchase", names({purchaseName(p)})}}, std::move(caution));
        };
        set("pay-as-you-go", Purchase::PayAsYouGo, SP_T("core", "Pay-as-you-go"));
        set("spot", Purchase::Spot, SP_T("core", "Spot instances"), SP_T("core", "The machine may be taken back after five minutes' notice: training has to go on from a checkpoint."));
        set("subscription", Purchase::Subscription, SP_T("core", "Subscription by the month"), SP_T("core", "Paid in advance for whole months."));
    }
    // The best of all other regions, told as one change.
    void regions()
    {
        std::vector<std::string> others;
        const auto asked = [&](const std::string &id) { return std::find(r.regions.begin(), r.regions.end(), id) != r.regions.end(); };
        for (const Region &region : c.shared.knowledge.regions) {
            if (!asked(region.id))
                others.push_back(region.id);
        }
        if (others.empty())
            return;
        Plan elsewhere = c.plan;
        elsewhere.requirements.regions = others;
        const ChangedPlan changed(std::move(elsewhere), c.shared, c.cancelled);
        // Only prices in the currency of the plan's answer compare with it.
        if (!changed.valid())
            return;
        const std::vector<Offer> &offers = changed.search().offers();
        const auto best = std::find_if(offers.begin(), offers.end(), [&](const Offer &o) {
            return o.status != CandidateStatus::Rejected && (!m_best || o.currency == m_best->currency);
        });
        if (best == offers.end())
            return;
        const std::string id = changed.search().regions()[best->region];
        const Region *region = c.shared.knowledge.region(id);
        add("region", Text(SP_T("core", "In %1"), {region ? TextArg(region->name) : TextArg(id)}), {{"/requirements/regions", names({id})}},
            SP_T("core", "Data that lie in another region have to be moved, and travel is not in the sum."));
    }
    // Nothing meets the requirements: the least that the limit would have to give way.
    void neededLimits()
    {
        const Offer *soonest = nullptr, *cheapest = nullptr;
        for (const Offer &o : c.base.offers()) {
            if (o.failed == Rule::Deadline && (!soonest || o.seconds < soonest->seconds))
                soonest = &o;
            if (o.failed == Rule::Budget && (!cheapest || o.cost < cheapest->cost))
                cheapest = &o;
        }
        if (soonest) {
            const double hours = std::ceil(soonest->seconds / 36) / 100;
            add("deadline", Text(SP_T("core", "Deadline after %1"), {textArg(Seconds::hours(hours))}), {{"/requirements/deadline_hours", FieldValue(hours)}});
        }
        if (cheapest) {
            const Money least = Money(cheapest->currency, (cheapest->cost / 1'000'000 + 1) * 1'000'000);
            add("budget", Text(SP_T("core", "Budget of %1"), {textArg(least)}), {{"/requirements/budget/amount", FieldValue(shortDecimal(least))}});
        }
    }
    void limits()
    {
        if (!m_best) {
            neededLimits();
            return;
        }
        if (r.deadlineHours) {
            add("deadline", Text(SP_T("core", "Deadline after %1"), {textArg(Seconds::hours(*r.deadlineHours * 1.5))}), {{"/requirements/deadline_hours", FieldValue(*r.deadlineHours * 1.5)}});
        } else {
            const double hours = std::max(0.01, std::floor(m_now.wallClock.mid.hours() * 50) / 100);
            add("faster", Text(SP_T("core", "Done in half the time (deadline %1)"), {textArg(Seconds::hours(hours))}), {{"/requirements/deadline_hours", FieldValue(hours)}});
        }
        if (r.budget) {
            const Money more = r.budget->times(1.5);
            add("budget", Text(SP_T("core", "Budget of %1"), {textArg(more)}), {{"/requirements/budget/amount", FieldValue(shortDecimal(more))}});
        }
    }
    void machines()
    {
        if (!w.gpus && w.nodes == 1 && r.maxGpus <= (1 << 12))
            add("more-gpus", Text(SP_T("core", "Up to %1 GPUs"), {TextArg(r.maxGpus * 2)}), {{"/requirements/max_gpus", integer(r.maxGpus * 2)}});
        if (!w.gpus && w.nodes == 1 && !r.allowMultiNode)
            add("multi-node", SP_T("core", "Several nodes allowed"), {{"/requirements/allow_multi_node", FieldValue(true)}},
                SP_T("core", "Several machines have to be started together and talk to each other."));
        if (w.gpus)
            add("open-gpus", SP_T("core", "Number of GPUs left open"), {{"/workload/gpus", FieldValue()}});
        if (r.selfServiceOnly)
            add("ask-first", SP_T("core", "Types that need a ticket or an invitation"), {{"/requirements/self_service_only", FieldValue(false)}},
                SP_T("core", "They cannot be ordered at once."));
    }
    // Cures of the bottleneck that are settings of the plan.
    void cures()
    {
        for (const Cure &cure : c.cures ? *c.cures : std::vector<Cure>{}) {
            const bool known = std::any_of(m_changes.begin(), m_changes.end(), [&](const Change &other) { return other.id == cure.id; });
            if (!known && !cure.fix.changes.empty())
                m_changes.push_back({m_ids.emplace_back(cure.id).c_str(), cure.fix.label.empty() ? cure.text : cure.fix.label, cure.fix.changes, {}});
        }
    }

    const Consequences &c;
    const Workload &w;
    const Requirements &r;
    const Offer *m_best;
    AnswerBrief m_now;
    std::vector<Change> m_changes;
    std::list<std::string> m_ids;

public:
    const Offer *best() const { return m_best; }
    const AnswerBrief &now() const { return m_now; }
};

std::optional<double> deviceBytes(const Search &search, const Offer *offer)
{
    if (!offer)
        return std::nullopt;
    const Machine &m = search.machines()[offer->machine];
    return m.runs.empty() ? std::nullopt : std::optional(static_cast<double>(m.runs[offer->run].setting->memory.device.count()));
}

Text effectOf(const WhatIf &w, const AnswerBrief *before)
{
    if (!w.answer)
        return SP_T("core", "Nothing meets the requirements then.");
    const AnswerBrief &a = *w.answer;
    const TextArg machine = a.nodes > 1 ? TextArg(Text(SP_T("core", "%1 nodes of %2"), {TextArg(a.nodes), a.instanceType})) : TextArg(a.instanceType);
    if (!before)
        return Text(SP_T("core", "%1 and %2 on %3 in %4; as planned nothing meets the requirements."), {textArg(a.wallClock.mid), textArg(a.cost.mid), machine, a.region});
    if (w.otherMachine)
        return Text(SP_T("core", "%1 and %2 on %3 in %4, instead of %5 and %6."),
                    {textArg(a.wallClock.mid), textArg(a.cost.mid), machine, a.region, textArg(before->wallClock.mid), textArg(before->cost.mid)});
    return Text(SP_T("core", "%1 and %2 instead of %3 and %4."), {textArg(a.wallClock.mid), textArg(a.cost.mid), textArg(before->wallClock.mid), textArg(before->cost.mid)});
}

} // namespace

std::vector<WhatIf> whatIfs(const Consequences &c)
{
    Collector collector(c);
    std::vector<Change> changes = collector.all();
    const Offer *best = collector.best();
    const AnswerBrief *before = best ? &collector.now() : nullptr;
    const auto memoryBefore = deviceBytes(c.base, best);
    std::vector<WhatIf> out;
    for (Change &change : changes) {
        if (c.cancelled && c.cancelled())
            return {};
        const ChangedPlan changed(withChanges(c.plan, change.fields, c.shared.knowledge), c.shared, c.cancelled);
        if (!changed.valid())
            continue;
        const Offer *after = changed.best();
        if (!after && !best)
            continue;
        WhatIf w;
        w.id = change.id;
        w.name = change.name;
        w.fix = {std::move(change.name), std::move(change.fields)};
        w.caution = std::move(change.caution);
        if (after) {
            w.answer = changed.search().brief(*after);
            if (before) {
                const AnswerBrief &a = *w.answer;
                w.otherMachine = a.instanceType != before->instanceType || a.region != before->region || a.nodes != before->nodes || a.purchase != before->purchase;
                w.moreTime = a.wallClock.mid - before->wallClock.mid;
                if (a.cost.mid.currency() == before->cost.mid.currency())
                    w.moreMoney = a.cost.mid - before->cost.mid;
                if (const auto memory = deviceBytes(changed.search(), after); memory && memoryBefore)
                    w.moreMemory = *memory - *memoryBefore;
                // What changes neither time nor money nor memory is no news.
                const double time = std::abs(w.moreTime->count()) / std::max(1e-9, before->wallClock.mid.count());
                const double money = w.moreMoney ? std::abs(w.moreMoney->amount()) / std::max(1e-9, before->cost.mid.amount()) : 1;
                const double memory = w.moreMemory ? std::abs(*w.moreMemory) / std::max(1.0, *memoryBefore) : 0;
                if (!w.otherMachine && time < 0.005 && money < 0.005 && memory < 0.01)
                    continue;
                if (w.otherMachine && time < 1e-9 && money < 1e-9)
                    continue;
            }
        }
        w.effect = effectOf(w, before);
        out.push_back(std::move(w));
    }
    // By what the plan aims at: ratio of the score after to the score before; without an answer before, the best answers first.
    const Objective objective = c.plan.requirements.objective;
    const auto score = [&](const AnswerBrief &a) { return scoreOf(objective, a.cost.mid.amount(), a.wallClock.mid.count()).first; };
    const auto key = [&](const WhatIf &w) {
        if (!w.answer)
            return std::make_pair(2, 0.0);
        const bool compared = !before || objective == Objective::Fastest || w.moreMoney.has_value();
        return std::make_pair(compared ? 0 : 1, score(*w.answer));
    };
    std::stable_sort(out.begin(), out.end(), [&](const WhatIf &a, const WhatIf &b) { return key(a) < key(b); });
    return out;
}

} // namespace segplan
