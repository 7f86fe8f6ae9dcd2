#include "evaluate/evaluate.h"

#include "recommend/tracing.h"

#include <algorithm>
#include <chrono>

namespace segplan {

Result<Graph> traceWorkload(const Workload &workload, int batchPerGpu, Precision precision, bool checkpointing)
{
    return traceOf(workload, batchPerGpu, precision, checkpointing);
}

Evaluation evaluate(const Plan &plan, const Knowledge &knowledge, const EvaluateOptions &options)
{
    const auto start = std::chrono::steady_clock::now();
    Evaluation e;
    e.plan = plan;
    e.knowledgeVersion = knowledge.version;
    e.pricesAsOf = plan.prices ? plan.prices->asOf : knowledge.pricesAsOf;
    e.issues = checkPlan(plan, knowledge);
    if (std::any_of(e.issues.begin(), e.issues.end(), [](const Issue &i) { return i.severity == Issue::Severity::Error; }))
        return e;
    TraceCache cache(plan.workload);
    const Precision precision = plan.workload.precision.value_or(Precision::Fp32);
    if (const auto *t = cache.traced(plan.workload.batchPerGpu.value_or(1), precision, plan.workload.activationCheckpointing)) {
        e.parameters = t->graph.parameterCount();
        e.macsPerImage = t->graph.macsPerImage();
    }
    if (options.cancelled && options.cancelled())
        return e;
    e.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return e;
}

Result<WorkloadEstimate> estimateWorkload(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge)
{
    TraceCache cache(workload);
    const int batch = workload.batchPerGpu.value_or(1);
    const Precision precision = workload.precision.value_or(Precision::Fp32);
    const auto *traced = cache.traced(batch, precision, workload.activationCheckpointing);
    if (!traced)
        return cache.failure().value_or(Errors{Error{}});
    WorkloadEstimate out;
    out.parameters = traced->graph.parameterCount();
    out.macsPerImage = traced->graph.macsPerImage();
    const int gpus = workload.gpus.value_or(1) * workload.nodes;
    out.memory = estimateMemory(traced->graph, workload, precision, gpus, gpu, knowledge, out.ledger);
    HostShape host;
    host.gpusPerNode = workload.gpus.value_or(1);
    host.nodes = workload.nodes;
    host.nvlink = gpu.nvlinkGbps.value_or(0) > 0;
    out.time = estimateTime(traced->work, workload, precision, workload.gradientAccumulation, gpu, host, knowledge, out.ledger);
    return out;
}

} // namespace segplan
