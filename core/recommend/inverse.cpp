// The inverse: what at most can be run within budget and deadline.
#include "recommend/changed_plan.h"

#include "plan/model_spec.h"

#include <algorithm>
#include <cmath>

namespace segplan {

namespace {

FieldValue integer(std::int64_t v) { return FieldValue(v); }

class InverseSearch {
public:
    explicit InverseSearch(const Consequences &context) : c(context), w(context.plan.workload), m_best(*context.base.best()) {}

    std::vector<Inverse> all()
    {
        runs();
        schedule();
        globalBatch();
        crop();
        return std::move(m_out);
    }

private:
    using Answer = std::optional<AnswerBrief>;

    // By how much the plan may grow until its answer meets a limit, were everything proportional: a first guess.
    double room() const
    {
        const Requirements &r = c.plan.requirements;
        double factor = 1e9;
        if (r.deadlineHours)
            factor = std::min(factor, *r.deadlineHours * 3600 / std::max(1e-9, m_best.seconds));
        if (r.budget && r.budget->currency() == m_best.currency)
            factor = std::min(factor, static_cast<double>(r.budget->micros()) / std::max(1.0, static_cast<double>(m_best.cost)));
        // Another machine may do more within the limits than the answer's own.
        for (const Offer &o : c.base.offers()) {
            if (o.status == CandidateStatus::Rejected)
                break;
            double each = 1e9;
            if (r.deadlineHours)
                each = std::min(each, *r.deadlineHours * 3600 / std::max(1e-9, o.seconds));
            if (r.budget && r.budget->currency() == o.currency)
                each = std::min(each, static_cast<double>(r.budget->micros()) / std::max(1.0, static_cast<double>(o.cost)));
            factor = std::max(factor, each);
        }
        return std::max(1.0, factor);
    }

    Answer answerOf(const Changes &changes)
    {
        if (c.cancelled && c.cancelled())
            return std::nullopt;
        const ChangedPlan changed(withChanges(c.plan, changes, c.shared.knowledge), c.shared, c.cancelled);
        const Offer *best = changed.best();
        return best ? std::optional(changed.search().brief(*best)) : std::nullopt;
    }

    struct Found {
        std::int64_t value = 0;
        Answer answer;
        bool limited = true;
    };
    // The largest value in [now, most] that is answered; `now` is. More is never easier, so the border is bracketed from the guess outwards.
    template <class MakeChanges>
    Found largest(std::int64_t now, double guess, std::int64_t most, MakeChanges &&changes)
    {
        std::int64_t low = now, high = most + 1;
        Answer answer;
        std::int64_t at = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::min(guess, 9e15)), now, most);
        std::int64_t step = std::max<std::int64_t>(1, at / 100);
        bool yes = false, no = false; // seen on either side: then by halves
        for (int tries = 0; low + 1 < high && tries < 40; ++tries) {
            at = std::clamp(at, low + 1, high - 1);
            Answer found = answerOf(changes(at));
            (found ? yes : no) = true;
            if (found) {
                low = at;
                answer = std::move(found);
            } else {
                high = at;
            }
            // Within a percent of the border nobody gains by going on.
            if (static_cast<double>(high - low) <= 0.01 * static_cast<double>(low))
                break;
            at = yes && no ? low + (high - low) / 2 : yes ? low + step : high - step;
            step *= 2;
        }
        if (!answer)
            answer = answerOf(changes(low));
        return {low, std::move(answer), low < most};
    }

    template <class MakeChanges>
    void add(const char *id, Text name, std::int64_t now, double guess, std::int64_t most, MakeChanges &&changes, const std::function<Text(std::int64_t)> &value)
    {
        if (now < 1 || now > most)
            return;
        Found f = largest(now, guess, most, changes);
        if (!f.answer)
            return;
        Inverse i;
        i.id = id;
        i.name = name;
        i.value = value(f.value);
        if (f.value != now)
            i.fix = {std::move(name), changes(f.value)};
        i.answer = std::move(*f.answer);
        i.limited = f.limited;
        m_out.push_back(std::move(i));
    }

    static Text number(std::int64_t n) { return Text(SP_T("core", "%1"), {TextArg(n)}); }

    void runs()
    {
        const std::int64_t now = std::max(1, c.plan.requirements.runs);
        add("runs", SP_T("core", "Most runs"), now, static_cast<double>(now) * room(), 10000,
            [](std::int64_t n) { return Changes{{"/requirements/runs", integer(n)}}; }, number);
    }
    void schedule()
    {
        const bool epochs = w.schedule.unit == Schedule::Unit::Epochs;
        const char *pointer = epochs ? "/workload/schedule/epochs" : "/workload/schedule/iterations";
        add(epochs ? "epochs" : "iterations", epochs ? SP_T("core", "Most epochs") : SP_T("core", "Most iterations"), w.schedule.count,
            static_cast<double>(w.schedule.count) * room(), epochs ? 1'000'000 : 1'000'000'000,
            [pointer](std::int64_t n) { return Changes{{pointer, integer(n)}}; }, number);
    }
    // Doubled as often as goes, so that it still splits over the GPUs.
    void globalBatch()
    {
        const auto global = globalBatchOf(w);
        if (!global || *global < 1 || *global > 4096)
            return;
        const bool perGpu = w.batchPerGpu.has_value();
        const std::int64_t unit = perGpu ? *w.batchPerGpu : *global;
        const char *pointer = perGpu ? "/workload/batch_per_gpu" : "/workload/global_batch";
        const double guess = w.schedule.unit == Schedule::Unit::Iterations ? std::log2(room()) + 1 : 7;
        add("global-batch", SP_T("core", "Largest global batch"), 1, guess, 7, [&](std::int64_t n) { return Changes{{pointer, integer(unit << (n - 1))}}; },
            [&](std::int64_t n) { return number(*global << (n - 1)); });
    }
    // The shorter side in steps of 64 pixels, the other in proportion.
    void crop()
    {
        const int shorter = std::min(w.cropHeight, w.cropWidth), base = shorter - (shorter % 32 == 1 ? 1 : 0);
        const auto sides = [&](std::int64_t steps) {
            const double factor = steps == 0 ? 1.0 : (base / 64 + static_cast<double>(steps)) * 64 / base;
            return steps == 0 ? std::make_pair(w.cropHeight, w.cropWidth) : std::make_pair(scaledSide(w.cropHeight, factor), scaledSide(w.cropWidth, factor));
        };
        if (base < 32)
            return;
        const auto changes = [&](std::int64_t n) {
            const auto [height, width] = sides(n - 1);
            return Changes{{"/workload/crop/height", integer(height)}, {"/workload/crop/width", integer(width)}};
        };
        // Pixels cost what iterations cost; four times the side is the end.
        const double guess = (std::sqrt(room()) - 1) * base / 64 + 1;
        add("crop", SP_T("core", "Largest crop"), 1, guess, std::max<std::int64_t>(2, 3 * base / 64 + 1), changes, [&](std::int64_t n) {
            const auto [height, width] = sides(n - 1);
            return Text(SP_T("core", "%1 x %2"), {TextArg(height), TextArg(width)});
        });
    }

    const Consequences &c;
    const Workload &w;
    Offer m_best;
    std::vector<Inverse> m_out;
};

} // namespace

std::vector<Inverse> inverses(const Consequences &c)
{
    const Requirements &r = c.plan.requirements;
    if ((!r.budget && !r.deadlineHours) || !c.base.best())
        return {};
    return InverseSearch(c).all();
}

} // namespace segplan
