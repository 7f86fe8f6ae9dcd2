// Estimates per second by family, and how the time grows with the number of operations. Prints; judges nothing.
#include "base/heap.h"
#include "estimate/memory/memory.h"
#include "estimate/time/time.h"
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "zoo/zoo.h"

#include <cstdio>
#include <ctime>

using namespace segplan;
using namespace segplan::test;

namespace {

// Of this process on the processor: what else the machine does leaves no mark.
double seconds(const std::function<void()> &run)
{
    const std::clock_t start = std::clock();
    run();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

} // namespace

int main()
{
    keepFreedMemory();
    const Knowledge &knowledge = testKnowledge();
    const Gpu &gpu = *knowledge.gpu("A10");
    const std::pair<const char *, const char *> models[] = {{"fcn", "resnet18"}, {"deeplabv3plus", "resnet50"}, {"deeplabv3plus", "resnet101"}, {"unet", "unet-s5-d16"},
                                                             {"segformer", "mit-b0"}, {"segformer", "mit-b5"}, {"upernet", "swin-t"}, {"upernet", "swin-l"},
                                                             {"hrnet", "hrnet-w48"}, {"mask2former", "swin-l"}};
    std::printf("%-16s %-12s %10s %14s %12s\n", "model", "backbone", "operations", "estimates/s", "us/operation");
    for (const auto &[model, backbone] : models) {
        Workload w;
        w.model = model;
        w.backbone = backbone;
        const auto graph = traceWorkload(w, 2, Precision::Fp32, false);
        if (!graph) {
            std::printf("%-16s %-12s %s\n", model, backbone, graph.error().line().c_str());
            continue;
        }
        int count = 0;
        double spent = 0;
        while (spent < 1) {
            spent += seconds([&] {
                // Tracing, replay, card and time: what one line of `segplan estimate -` costs without the batch search.
                const auto g = traceWorkload(w, 2, Precision::Fp32, false);
                Ledger ledger;
                estimateMemory(*g, w, Precision::Fp32, 1, gpu, knowledge, ledger);
                estimateTime(stepWork(*g), w, Precision::Fp32, 1, gpu, HostShape{}, knowledge, ledger);
            });
            ++count;
        }
        const double each = spent / count;
        std::printf("%-16s %-12s %10zu %14.0f %12.3f\n", model, backbone, graph->ops.size(), 1 / each, 1e6 * each / static_cast<double>(graph->ops.size()));
    }
    Plan plan;
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 16;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    evaluate(plan, knowledge);
    const double whole = seconds([&] { evaluate(plan, knowledge); });
    std::printf("whole plan, everything open: %.1f ms\n", 1000 * whole);
    return 0;
}
