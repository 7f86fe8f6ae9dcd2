#include "evaluate/evaluate.h"

#include "evaluate/parts.h"
#include "prices/book.h"
#include "recommend/fallback.h"
#include "recommend/flow.h"
#include "recommend/hosting.h"
#include "recommend/whatif.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace segplan {

namespace {

using Clock = std::chrono::steady_clock;

bool hasError(const std::vector<Issue> &issues)
{
    return std::any_of(issues.begin(), issues.end(), [](const Issue &i) { return i.severity == Issue::Severity::Error; });
}

// The first trace, for parameters and MACs; its failure is an issue of the plan.
const Traced *firstTrace(TraceCache &cache, const Workload &w, Evaluation &e)
{
    const int batch = std::max(1, std::min(w.batchPerGpu.value_or(1), 2));
    const Traced *traced = cache.traced(batch, w.precision.value_or(Precision::Fp32), w.activationCheckpointing);
    if (traced)
        return traced;
    const Errors errors = cache.failure().value_or(Errors{});
    for (const Error &error : errors) {
        Issue issue;
        issue.severity = Issue::Severity::Error;
        issue.code = errorCodeName(error.code);
        issue.pointer = error.pointer.rfind("/workload", 0) == 0 ? error.pointer : "/workload" + error.pointer;
        issue.message = error.allowed.empty() ? error.what : Text(SP_T("core", "%1; allowed: %2"), {error.what, error.allowed});
        e.issues.push_back(std::move(issue));
    }
    if (errors.empty())
        e.issues.push_back({Issue::Severity::Error, "unsupported", "/workload/model", SP_T("core", "The model could not be built."), {}});
    return nullptr;
}

void noteModelTerms(Evaluation &e)
{
    Term parameters;
    parameters.key = "model.parameters";
    parameters.title = SP_T("core", "Trainable parameters, auxiliary heads included");
    parameters.formula = "P = sum over layers";
    parameters.inputs = {{"m", SP_T("core", "Layers of the traced model"), Quantity::count(static_cast<double>(e.parameters)), FieldLink{"/workload/model"}}};
    parameters.result = Quantity::count(static_cast<double>(e.parameters));
    e.parametersTerm = e.ledger.note(std::move(parameters));
    Term macs;
    macs.key = "model.macs";
    macs.title = SP_T("core", "Multiply-accumulates of one image's forward pass");
    macs.formula = "M = sum over convolutions and matrix products";
    macs.inputs = {{"h", SP_T("core", "Crop height"), Quantity::count(e.plan.workload.cropHeight), FieldLink{"/workload/crop/height"}},
                   {"w", SP_T("core", "Crop width"), Quantity::count(e.plan.workload.cropWidth), FieldLink{"/workload/crop/width"}}};
    macs.result = Quantity::count(e.macsPerImage);
    e.macsTerm = e.ledger.note(std::move(macs));
}

// Billed hours of spot machines per hour of undisturbed work, from the best offer of this machine on spot; 1 where there is none.
double spotOverhead(const Evaluation &e, const Candidate &shown)
{
    const auto it = std::find_if(e.candidates.begin(), e.candidates.end(), [&](const Candidate &c) {
        return c.purchase == Purchase::Spot && c.job && c.instanceType == shown.instanceType && c.region == shown.region && c.nodes == shown.nodes;
    });
    if (it == e.candidates.end())
        return 1;
    const JobEstimate &job = *it->job;
    const auto seconds = [&](JobPartId id) { return job.part(id).time.mid.count(); };
    const double unpaidIdle = job.stopMode == StopMode::KeepRunning ? 0 : seconds(JobPartId::Idle);
    const double waiting = job.wallClock.mid.count() - unpaidIdle - job.billed.mid.count(); // for a replacement: nothing is billed
    const double billed = job.billed.mid.count(), undisturbed = billed - (seconds(JobPartId::Interruptions) - waiting);
    return undisturbed > 0 ? std::max(1.0, billed / undisturbed) : 1;
}

// Everything that is told about one candidate: memory with its timeline, variants, host, disks, network, command.
void describe(Evaluation &e, const Candidate &shown, const Offer &offer, Search &search, SearchShared &shared, TraceCache &cache, const std::string &nowUtc)
{
    const Workload &w = e.plan.workload;
    const Knowledge &knowledge = shared.knowledge;
    const Gpu *gpu = knowledge.gpu(shown.gpu);
    const InstanceType *type = knowledge.instanceType(shown.instanceType);
    if (!gpu || !type)
        return;
    const Workload setting = workloadOf(w, shown);
    if (const Traced *traced = cache.traced(shown.batchPerGpu, shown.precision, shown.checkpointing)) {
        e.memory = estimateMemory(*traced->graph(), setting, shown.precision, shown.gpus * shown.nodes, *gpu, knowledge, e.ledger, true, cache.validation());
        e.variants = memoryVariants(cache, w, shown, *gpu, knowledge, e.ledger);
        const HostShape host = hostShape(*type, shown.nodes);
        const RemedyContext context{setting, *gpu, host, knowledge, e.ledger, cache.validation(), &cache};
        e.remedies = remedies(context);
        e.largestCrop = largestCrop(context);
    }
    e.nearest = nearestMeasurement(w, shown.batchPerGpu, shown.precision, knowledge);
    e.alternatives = search.alternatives(offer);
    const PriceSet prices = shared.prices.prices(shown.instanceType, shown.region, e.plan.job.spotPriceRatio);
    BreakEvenInput buying{prices};
    buying.nodes = shown.nodes;
    buying.spotOverhead = spotOverhead(e, shown);
    if (const Calibration *length = knowledge.calibrated("price.month.length"))
        buying.monthHours = length->value;
    e.breakEvens = breakEvens(buying);
    e.costOverHours = costOverHours(buying);
    if (offer.status == CandidateStatus::Rejected)
        return;
    Recommendation &r = e.recommendation;
    r.host = hostNeeds(shown, *type, *gpu, w, knowledge, e.ledger);
    r.storage = storageAdvice(shown, *type, e.plan, e.parameters, knowledge, e.ledger);
    r.network = networkAdvice(shown, *type, shown.time ? &*shown.time : nullptr, e.parameters, e.ledger, &knowledge);
    if (shown.time) {
        std::vector<Price> here;
        for (const Price &p : e.plan.prices ? e.plan.prices->entries : knowledge.prices) {
            if (p.region == shown.region)
                here.push_back(p);
        }
        r.verdict = stepVerdict(shown, *type, e.plan, e.parameters, here, knowledge);
    }
    e.command = launchCommand(e.plan, shown, *type, r.storage, knowledge, nowUtc);
    if (e.command)
        r.launchNotes = e.command->notes;
}

} // namespace

Result<Graph> traceWorkload(const Workload &workload, int batchPerGpu, Precision precision, bool checkpointing)
{
    return traceOf(workload, batchPerGpu, precision, checkpointing);
}

namespace {

Evaluation evaluateUnguarded(const Plan &plan, const Knowledge &knowledge, const EvaluateOptions &options)
{
    const auto start = Clock::now();
    Evaluation e;
    e.plan = plan;
    e.knowledgeVersion = knowledge.version;
    e.pricesAsOf = plan.prices ? plan.prices->asOf : knowledge.pricesAsOf;
    e.issues = checkPlan(plan, knowledge);
    const auto finish = [&] { e.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - start).count(); };
    const auto cancelled = [&] { return options.cancelled && options.cancelled(); };
    if (hasError(e.issues) || cancelled()) {
        finish();
        return e;
    }
    TraceCache cache(plan.workload);
    if (const auto validation = validationFor(plan.workload, knowledge))
        cache.setValidation(*validation);
    const Traced *traced = firstTrace(cache, plan.workload, e);
    if (!traced) {
        finish();
        return e;
    }
    e.parameters = traced->parameters();
    e.macsPerImage = traced->macsPerImage();
    noteModelTerms(e);

    const std::vector<Price> &prices = plan.prices ? plan.prices->entries : knowledge.prices;
    SearchShared shared(knowledge, prices);
    Search search(e.plan, shared, cache, options.cancelled);
    if (!search.run()) {
        finish();
        return e;
    }
    e.combinations = search.combinations();
    e.settingsTimed = search.settingsTimed();
    e.offersPriced = search.offersPriced();
    const std::vector<std::uint32_t> instead = fallbackOffers(search);
    std::vector<std::uint32_t> always = instead;
    if (const auto rule = ruleOffer(plan, search))
        always.push_back(*rule);
    Shown shown = showCandidates(search, e.ledger, always);
    e.candidates = std::move(shown.candidates);
    e.notShown = search.offers().size() - e.candidates.size();
    chooseCandidates(e.recommendation, e.candidates, plan);
    for (std::size_t i = 0; i < e.candidates.size(); ++i) {
        if (e.candidates[i].pareto)
            e.frontier.push_back(static_cast<int>(i));
    }
    std::sort(e.frontier.begin(), e.frontier.end(), [&](int a, int b) { // cheap to fast, currencies apart
        const Candidate &x = e.candidates[static_cast<std::size_t>(a)], &y = e.candidates[static_cast<std::size_t>(b)];
        const auto key = [](const Candidate &c) { return std::make_tuple(c.cost->total.value.currency(), c.cost->total.value.micros(), c.wallClock->mid.count()); };
        return key(x) < key(y);
    });
    e.fallbacks = fallbacks(instead, e.candidates, shown, knowledge);

    const int first = nearestCandidate(e.candidates); // the recommended one, where there is any
    const Candidate *candidate = first >= 0 ? &e.candidates[static_cast<std::size_t>(first)] : nullptr;
    if (candidate && !cancelled())
        describe(e, *candidate, search.offers()[shown.offers[static_cast<std::size_t>(first)]], search, shared, cache, options.nowUtc);
    if (!cancelled()) {
        Workload w = candidate ? workloadOf(plan.workload, *candidate) : plan.workload;
        e.cards = cardLines(cache, w, candidate ? candidate->gpus * candidate->nodes : plan.workload.gpus.value_or(1), knowledge, candidate);
    }
    if (options.consequences && !cancelled()) {
        const Consequences consequences{e.plan, shared, search, &e.recommendation.verdict.cures, options.cancelled};
        e.whatIfs = whatIfs(consequences);
        e.inverses = inverses(consequences);
    }
    e.rule = ruleAnswer(plan, e.candidates);
    for (Issue &issue : findings(plan, e.recommendation, e.candidates, knowledge))
        e.issues.push_back(std::move(issue));
    e.flow = decisionPath({plan, knowledge, e.candidates, e.recommendation, first, e.parameters, e.macsPerImage, e.parametersTerm, true});
    finish();
    return e;
}

} // namespace

Evaluation evaluate(const Plan &plan, const Knowledge &knowledge, const EvaluateOptions &options)
{
    try {
        // Instance prices are looked up in the plan's book first; disks, stores and traffic are read of the knowledge, so the book goes over it.
        if (plan.prices && changesStorage(*plan.prices, knowledge))
            return evaluateUnguarded(plan, withBook(knowledge, *plan.prices), options);
        return evaluateUnguarded(plan, knowledge, options);
    } catch (const std::exception &fault) { // memory ran out, or a defect: told, never thrown
        Evaluation e;
        e.plan = plan;
        e.knowledgeVersion = knowledge.version;
        e.pricesAsOf = knowledge.pricesAsOf;
        e.issues.push_back({Issue::Severity::Error, "internal", "", Text(SP_T("core", "The evaluation stopped: %1"), {fault.what()}), {}});
        return e;
    }
}

namespace {

Result<WorkloadEstimate> estimateUnguarded(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge, bool explain)
{
    TraceCache cache(workload);
    if (workload.validation) { // a single estimate is of the training step unless validation is asked for
        if (const auto validation = validationFor(workload, knowledge))
            cache.setValidation(*validation);
        if (workload.validation->mode != ValidationMode::Off && !cache.validation())
            return Error{ErrorCode::Unsupported, {}, "/validation", SP_T("core", "The network cannot be validated like this: it does not take images of this size, or the size is not known."),
                         SP_T("core", "another size or mode, or none")};
    }
    const int batch = std::max(1, workload.batchPerGpu.value_or(1));
    const Precision precision = workload.precision.value_or(Precision::Fp32);
    const int gpusPerNode = std::max(1, workload.gpus.value_or(1));
    const int nodes = std::max(1, workload.nodes);
    const int gpus = static_cast<int>(std::min<std::int64_t>(saturatedProduct(gpusPerNode, nodes), 1 << 20));
    const Traced *traced = cache.traced(batch, precision, workload.activationCheckpointing);
    if (!traced) {
        if (cache.failure() && !cache.failure()->empty())
            return *cache.failure();
        return Error{ErrorCode::Unsupported, {}, "/model", SP_T("core", "The model could not be built."), {}};
    }
    if (batch == 1 && !(workload.syncBatchNorm && gpus > 1)) {
        if (const auto &refusal = traced->refusal())
            return Error{ErrorCode::OutOfRange, {}, "/batch_per_gpu", *refusal, SP_T("core", "2 or more")};
    }
    WorkloadEstimate out;
    out.parameters = traced->parameters();
    out.frozenParameters = traced->frozenParameters();
    out.macsPerImage = traced->macsPerImage();
    if (explain) {
        out.memory = estimateMemory(*traced->graph(), workload, precision, gpus, gpu, knowledge, out.ledger, true, cache.validation());
    } else {
        const StepReplay *replay = cache.replay(batch, precision, workload.activationCheckpointing, gpus > 1, workload.gradientAccumulation > 1);
        out.memory = memoryOnCard(*replay, *traced->graph(), workload, precision, gpus, gpu, knowledge, out.ledger, cache.validation());
    }
    HostShape host;
    host.gpusPerNode = gpusPerNode;
    host.nodes = nodes;
    host.nvlink = gpu.nvlinkGbps.value_or(0) > 0;
    if (supportsPrecision(gpu, precision))
        out.time = estimateTime(traced->work(), workload, precision, std::max(1, workload.gradientAccumulation), gpu, host, knowledge, out.ledger);
    // What the card gives is not known: neither is the largest batch.
    out.maxBatchPerGpu = gpu.usableMemory ? largestBatch(cache, workload, precision, gpus, gpu, knowledge) : -1;
    out.nearest = nearestMeasurement(workload, batch, precision, knowledge);
    if (explain) {
        const RemedyContext context{workload, gpu, host, knowledge, out.ledger, cache.validation(), &cache};
        out.remedies = remedies(context);
        out.largestCrop = largestCrop(context);
    }
    return out;
}

} // namespace

Result<WorkloadEstimate> estimateWorkload(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge, bool explain)
{
    try {
        return estimateUnguarded(workload, gpu, knowledge, explain);
    } catch (const std::exception &fault) {
        return Error{ErrorCode::Overflow, {}, {}, Text(SP_T("core", "The evaluation stopped: %1"), {fault.what()}), {}};
    }
}

} // namespace segplan
