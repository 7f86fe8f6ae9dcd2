// Checks across fields: what makes a plan impossible, doubtful or better, with the change that mends it.
#include "plan/choices.h"
#include "plan/fields.h"
#include "plan/model_spec.h"
#include "zoo/refusals.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace segplan {

using namespace plan;

namespace {

using Severity = Issue::Severity;

FieldValue asValue(std::int64_t v) { return v; }
FieldValue asValue(const char *v) { return std::string(v); }

class Checker {
public:
    Checker(const Plan &plan, const Knowledge &knowledge) : m_plan(plan), m_knowledge(knowledge) {}

    std::vector<Issue> run()
    {
        fields();
        options();
        const bool sound = m_issues.empty();
        schedule();
        batch();
        if (sound) {
            network();
            precision();
            market();
        }
        names();
        domestic();
        std::stable_sort(m_issues.begin(), m_issues.end(), [](const Issue &a, const Issue &b) { return a.severity > b.severity; });
        return std::move(m_issues);
    }

private:
    void add(Severity severity, const char *code, const char *pointer, Text message, std::vector<Fix> fixes = {})
    {
        m_issues.push_back({severity, code, pointer, std::move(message), std::move(fixes)});
    }

    // Every value by itself.
    void fields()
    {
        for (const FieldSpec &f : fieldTable()) {
            const FieldValue value = f.get(m_plan);
            if (std::holds_alternative<std::monostate>(value) && (f.optional || (f.applies && !f.applies(m_plan))))
                continue;
            for (const Error &e : checkField(f, value, m_plan, m_knowledge)) {
                Text message = e.allowed.empty() ? e.what : Text(SP_T("core", "%1; allowed: %2"), {e.what, e.allowed});
                Issue issue{Severity::Error, errorCodeName(e.code), f.pointer, std::move(message), {}};
                if (f.kind == FieldKind::MultiChoice)
                    issue.fixes = listFixes(f, e);
                else if (f.optional)
                    issue.fixes.push_back({SP_T("core", "Back to unset"), {{f.pointer, FieldValue()}}});
                m_issues.push_back(std::move(issue));
            }
        }
    }

    // A wrong entry of a list: put the right name in its place, or take it out.
    std::vector<Fix> listFixes(const FieldSpec &f, const Error &e) const
    {
        if (e.pointer.size() <= f.pointer.size())
            return {};
        auto list = std::get<std::vector<std::string>>(f.get(m_plan));
        const std::size_t at = std::stoul(e.pointer.substr(f.pointer.size() + 1));
        std::vector<Fix> fixes;
        std::vector<std::string> ids;
        for (const FieldChoice &c : f.choices(m_plan, m_knowledge))
            ids.push_back(c.id);
        const NameCorrection *c = correctionOf(list[at], m_knowledge);
        for (const std::string &right : {c ? c->right : std::string(), c ? bareFamily(c->right) : std::string(), nearestWord(list[at], ids)}) {
            if (right.empty() || std::find(ids.begin(), ids.end(), right) == ids.end() || std::find(list.begin(), list.end(), right) != list.end())
                continue;
            auto mended = list;
            mended[at] = right;
            fixes.push_back({Text(SP_T("core", "Use %1"), {right}), {{f.pointer, mended}}});
            break;
        }
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
        fixes.push_back({SP_T("core", "Take it out"), {{f.pointer, list}}});
        return fixes;
    }

    // Options that this implementation does not read. Asking for no auxiliary head where there is none is no fault.
    void options()
    {
        if (!implementationOf(m_plan.workload))
            return;
        for (const FieldSpec &f : fieldTable()) {
            if (f.pointer.rfind("/workload/options/", 0) != 0 || f.applies(m_plan))
                continue;
            const FieldValue value = f.get(m_plan);
            if (std::holds_alternative<std::monostate>(value) || value == FieldValue(false))
                continue;
            add(Severity::Error, "unsupported", f.pointer.c_str(),
                Text(SP_T("core", "%1 in %2 has no such option"), {zooModel(m_plan.workload.model)->name, m_plan.workload.implementation}),
                {{SP_T("core", "Back to unset"), {{f.pointer, FieldValue()}}}});
        }
    }

    void schedule()
    {
        const Workload &w = m_plan.workload;
        if (w.schedule.unit != Schedule::Unit::Epochs)
            return;
        const Dataset *d = w.customDataset ? nullptr : m_knowledge.dataset(w.dataset);
        if (w.customDataset ? w.customDataset->trainImages > 0 : d && d->trainImages)
            return;
        add(Severity::Error, "missing", "/workload/schedule/epochs",
            SP_T("core", "An epoch is one pass over the images, and their number is not known. Give the number of images or count in iterations."),
            {{Text(SP_T("core", "Use %1 iterations"), {80000}), {{"/workload/schedule/iterations", asValue(80000)}}}});
    }

    void batch()
    {
        const Workload &w = m_plan.workload;
        if (!w.batchPerGpu && !w.globalBatch)
            add(Severity::Error, "missing", "/workload/global_batch",
                SP_T("core", "The planner chooses the batch per GPU so that the global batch is kept: give the global batch."),
                {{Text(SP_T("core", "Global batch %1"), {8}), {{"/workload/global_batch", asValue(8)}}},
                 {Text(SP_T("core", "Global batch %1"), {16}), {{"/workload/global_batch", asValue(16)}}}});
        if (w.batchPerGpu && w.globalBatch) {
            const std::int64_t product = saturatedProduct(saturatedProduct(*w.batchPerGpu, w.gradientAccumulation), saturatedProduct(w.gpus.value_or(1), w.nodes));
            if (w.gpus && product != *w.globalBatch)
                add(Severity::Warning, "conflict", "/workload/global_batch",
                    Text(SP_T("core", "The batch per GPU is fixed, so one step takes %1 images, not the global batch of %2."), {TextArg(product), *w.globalBatch}),
                    {{SP_T("core", "Let the planner choose the batch per GPU"), {{"/workload/batch_per_gpu", FieldValue()}}},
                     {SP_T("core", "Drop the global batch"), {{"/workload/global_batch", FieldValue()}}}});
        }
    }

    // What building the network once (one image) tells: errors, and whether some batch norm sees a single value per channel.
    struct Built {
        Errors errors;
        bool batchNorm = false;
        std::optional<Text> refusal; // batch norm with a single value per channel
    };
    static Built build(const ModelSpec &spec)
    {
        Built out;
        const Result<Graph> graph = buildModel(spec, {});
        if (!graph) {
            out.errors = graph.errors();
            return out;
        }
        for (const Op &op : graph->ops)
            out.batchNorm = out.batchNorm || (op.kind == OpKind::BatchNorm && op.needsGrad);
        out.refusal = singleValueNorm(*graph);
        return out;
    }
    // Edits that leave the network alone do not build it again.
    static const Built &built(const ModelSpec &s)
    {
        const auto key = std::make_tuple(s.model, s.backbone, s.implementation,
                                         std::make_tuple(s.outputStride, s.auxiliaryHead, s.stem, s.multiGrid, s.headDilation, s.pretrainWindow, s.upsampling),
                                         s.inputChannels, s.classes, s.height, s.width);
        thread_local std::map<std::decay_t<decltype(key)>, Built> known;
        constexpr std::size_t most = 64; // what-if looks at some crops around the plan's
        if (known.size() >= most && known.count(key) == 0)
            known.clear();
        const auto [it, inserted] = known.try_emplace(key);
        if (inserted)
            it->second = build(s);
        return it->second;
    }

    void network()
    {
        const Workload &w = m_plan.workload;
        const ModelSpec spec = modelSpec(w, 1);
        const Built &result = built(spec);
        for (const Error &e : result.errors) {
            std::string pointer = e.pointer.rfind("/workload", 0) == 0 ? e.pointer : "/workload" + e.pointer;
            const bool crop = pointer.rfind("/workload/crop", 0) == 0;
            if (pointer == "/workload/crop")
                pointer = "/workload/crop/height";
            Issue issue{Severity::Error, errorCodeName(e.code), pointer,
                        e.allowed.empty() ? e.what : Text(SP_T("core", "%1; allowed: %2"), {e.what, e.allowed}), {}};
            if (crop)
                issue.fixes = cropFixes(spec);
            m_issues.push_back(std::move(issue));
        }
        const bool averaged = w.syncBatchNorm && w.gpus.value_or(2) * w.nodes > 1;
        if (result.refusal && w.batchPerGpu == 1 && !averaged)
            add(Severity::Error, "batch-norm", "/workload/batch_per_gpu", *result.refusal,
                {{Text(SP_T("core", "Batch per GPU %1"), {2}), {{"/workload/batch_per_gpu", asValue(2)}}},
                 {SP_T("core", "Let the planner choose the batch per GPU"), {{"/workload/batch_per_gpu", FieldValue()}, {"/workload/global_batch", asValue(8)}}}});
        else if (w.batchPerGpu == 1 && !averaged && result.batchNorm)
            add(Severity::Warning, "batch-norm", "/workload/batch_per_gpu",
                SP_T("core", "Batch norm takes its statistics from one image per GPU: training gets noisy."),
                {{Text(SP_T("core", "Batch per GPU %1"), {2}), {{"/workload/batch_per_gpu", asValue(2)}}}});
    }

    // The nearest crops that the network takes: sides rounded to a power of two, up and down; or the smallest that works.
    static std::vector<Fix> cropFixes(const ModelSpec &spec)
    {
        std::vector<Fix> fixes;
        std::set<std::pair<int, int>> seen;
        const auto offer = [&](int height, int width) {
            ModelSpec tried = spec;
            tried.height = height;
            tried.width = width;
            if (fixes.size() >= 2 || height < 16 || width < 16 || !seen.insert({height, width}).second || !buildModel(tried, {}))
                return;
            fixes.push_back({Text(SP_T("core", "Use %1 x %2"), {std::to_string(height), std::to_string(width)}),
                             {{"/workload/crop/height", asValue(height)}, {"/workload/crop/width", asValue(width)}}});
        };
        for (const int divisor : {8, 16, 32, 64, 128, 224, 256}) {
            const auto near = [divisor](int side) { return std::max(divisor, (side + divisor / 2) / divisor * divisor); };
            const auto up = [divisor](int side) { return std::max(divisor, (side + divisor - 1) / divisor * divisor); };
            offer(near(spec.height), near(spec.width));
            offer(up(spec.height), up(spec.width));
        }
        return fixes;
    }

    // A precision that none of the allowed cards has, and what goes badly with old software.
    void precision()
    {
        const Workload &w = m_plan.workload;
        if (!w.precision)
            return;
        const bool bf16 = *w.precision == Precision::AmpBf16, tf32 = *w.precision == Precision::Tf32;
        if (!bf16 && !tf32)
            return;
        const Fix other = bf16 ? Fix{SP_T("core", "Use AMP FP16"), {{"/workload/precision", asValue("amp-fp16")}}}
                               : Fix{SP_T("core", "Use FP32"), {{"/workload/precision", asValue("fp32")}}};
        if (m_plan.requirements.oldFramework) {
            add(Severity::Warning, "precision", "/workload/precision",
                Text(SP_T("core", "%1 needs an Ampere card or later, which an old framework does not know: every card is left out."), {precisionName(*w.precision)}),
                {other, {SP_T("core", "Drop the old framework"), {{"/requirements/old_framework", FieldValue(false)}}}});
            return;
        }
        bool any = false, some = false;
        for (const InstanceType &type : m_knowledge.instanceTypes) {
            if (!allowed(type))
                continue;
            const Gpu *gpu = m_knowledge.gpu(type.gpu);
            any = true;
            some = some || (gpu && (bf16 ? gpu->bf16Tflops : gpu->tf32Tflops));
        }
        if (any && !some)
            add(Severity::Warning, "precision", "/workload/precision",
                Text(SP_T("core", "None of the cards allowed here has %1."), {precisionName(*w.precision)}), {other});
    }

    bool allowed(const InstanceType &type) const
    {
        const Requirements &r = m_plan.requirements;
        const auto holds = [](const std::vector<std::string> &list, const std::string &id) { return std::find(list.begin(), list.end(), id) != list.end(); };
        const std::string family = bareFamily(type.family);
        return type.availability == Availability::SelfService && (r.families.empty() || holds(r.families, family))
            && !holds(r.excludeFamilies, family) && (r.instanceTypes.empty() || holds(r.instanceTypes, type.id));
    }

    // Requirements against the price list.
    void market()
    {
        const Requirements &r = m_plan.requirements;
        const std::vector<Price> &prices = m_plan.prices ? m_plan.prices->entries : m_knowledge.prices;
        bool here = false, inCurrency = true;
        for (const Price &p : prices) {
            if (std::find(r.regions.begin(), r.regions.end(), p.region) == r.regions.end())
                continue;
            here = true;
            inCurrency = inCurrency && (!r.budget || p.amount.currency() == r.budget->currency());
        }
        if (!here) {
            add(Severity::Warning, "no-price", "/requirements/regions", SP_T("core", "No price is known in the regions chosen, so no cost can be worked out."),
                {{SP_T("core", "Use Shanghai (cn-shanghai)"), {{"/requirements/regions", std::vector<std::string>{"cn-shanghai"}}}}});
        } else if (!inCurrency) {
            add(Severity::Warning, "currency", "/requirements/budget/currency",
                Text(SP_T("core", "The budget is in %1, but prices known in these regions are not; those are not compared, for amounts are never converted."), {currencyCode(r.budget->currency())}));
        }
        for (const std::string &id : r.instanceTypes) {
            const InstanceType *type = m_knowledge.instanceType(id);
            if (type && !allowed(*type))
                add(Severity::Warning, "conflict", "/requirements/instance_types",
                    Text(SP_T("core", "%1 is asked for but cannot be chosen: it is not sold by self-service, or its family is left out."), {id}));
        }
    }

    // Names that exist but mean something else than circulating texts say.
    void names()
    {
        for (const char *pointer : {"/requirements/families", "/requirements/instance_types"}) {
            const FieldSpec *f = fieldSpec(pointer);
            const auto chosen = std::get<std::vector<std::string>>(f->get(m_plan));
            for (const std::string &id : chosen) {
                const std::vector<FieldChoice> choices = f->choices(m_plan, m_knowledge);
                const bool known = std::any_of(choices.begin(), choices.end(), [&id](const FieldChoice &c) { return c.id == id; });
                if (const NameCorrection *c = known ? correctionOf(id, m_knowledge) : nullptr)
                    add(Severity::Hint, "name", pointer, Text(SP_T("core", "%1"), {c->reason}));
            }
        }
    }

    void domestic()
    {
        if (!m_plan.requirements.domesticSilicon)
            return;
        const bool sold = std::any_of(m_knowledge.instanceTypes.begin(), m_knowledge.instanceTypes.end(), [this](const InstanceType &type) {
            const Gpu *gpu = m_knowledge.gpu(type.gpu);
            return gpu && gpu->domestic && type.availability == Availability::SelfService;
        });
        if (sold)
            return;
        // Where it is really sold, and that H20 is none, is knowledge.
        const NameCorrection *correction = correctionOf("H20=domestic", m_knowledge);
        add(Severity::Warning, "domestic", "/requirements/domestic_silicon",
            correction ? Text(SP_T("core", "%1"), {correction->reason}) : Text(SP_T("core", "No ECS type sold by self-service trains on domestic silicon.")),
            {{SP_T("core", "Drop the requirement and compare large-memory cards such as H20"), {{"/requirements/domestic_silicon", FieldValue(false)}}}});
    }

    const Plan &m_plan;
    const Knowledge &m_knowledge;
    std::vector<Issue> m_issues;
};

} // namespace

std::vector<Issue> checkPlan(const Plan &plan, const Knowledge &knowledge)
{
    return Checker(plan, knowledge).run();
}

} // namespace segplan
