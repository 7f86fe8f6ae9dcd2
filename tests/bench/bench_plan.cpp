// Milliseconds of a whole plan on one core: cold (nothing traced yet) and warm (after an edit that leaves the model as it is), with and
// without what-if and inverse, and how they grow with regions, ways of buying and nodes. Prints; judges nothing.
#include "evaluate/evaluate.h"
#include "knowledge.h"
#include "recommend/tracing.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

using namespace segplan;
using namespace segplan::test;

namespace {

// Of this process on the processor: what else the machine does leaves no mark.
double milliseconds(const std::function<void()> &run)
{
    const std::clock_t start = std::clock();
    run();
    return 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[v.size() / 2];
}

Plan planOf(const char *model, const char *implementation, const char *backbone, int height, int width, int batch, Optimizer optimizer)
{
    Plan plan;
    Workload &w = plan.workload;
    w.model = model;
    w.implementation = implementation;
    w.backbone = backbone;
    w.cropHeight = height;
    w.cropWidth = width;
    w.batchPerGpu.reset();
    w.globalBatch = batch;
    w.gpus.reset();
    w.precision.reset();
    w.optimizer = optimizer;
    plan.requirements.budget = Money::parse("5000", Currency::CNY);
    plan.requirements.deadlineHours = 96;
    return plan;
}

Plan everywhere(Plan plan)
{
    plan.requirements.regions.clear();
    for (const Region &r : testKnowledge().regions)
        plan.requirements.regions.push_back(r.id);
    plan.requirements.purchase = {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription};
    return plan;
}

struct Measured {
    double cold = 0, warm = 0;
    Evaluation last;
};

Measured measure(const Plan &plan, bool consequences, int repeats = 15)
{
    EvaluateOptions options;
    options.nowUtc = "2026-11-30T12:00:00Z";
    options.consequences = consequences;
    Measured m;
    std::vector<double> cold, warm;
    for (int i = 0; i < 3; ++i) {
        TraceCache::forget();
        cold.push_back(milliseconds([&] { m.last = evaluate(plan, testKnowledge(), options); }));
    }
    Plan edited = plan;
    for (int i = 0; i < repeats; ++i) {
        edited.requirements.deadlineHours = 96 + i; // an edit of the limits
        warm.push_back(milliseconds([&] { m.last = evaluate(edited, testKnowledge(), options); }));
    }
    m.cold = median(cold);
    m.warm = median(warm);
    return m;
}

void row(const char *name, const Plan &plan)
{
    const Measured plain = measure(plan, false), all = measure(plan, true, 7);
    std::printf("%-42s %8.1f %8.1f %8.1f %8.1f %9zu %7zu %7zu %6zu %5zu\n", name, plain.cold, plain.warm, all.cold, all.warm, plain.last.combinations,
                plain.last.settingsTimed, plain.last.offersPriced, plain.last.candidates.size(), all.last.whatIfs.size());
}

} // namespace

int main(int argc, char **argv)
{
    testKnowledge();
    if (argc > 1 && std::strcmp(argv[1], "loop") == 0) { // for a profiler
        const Plan plan = everywhere(planOf("deeplabv3plus", "mmsegmentation", "resnet50", 512, 1024, 16, Optimizer::SgdMomentum));
        for (int i = 0; i < 300; ++i)
            evaluate(plan, testKnowledge(), {"2026-11-30T12:00:00Z", nullptr, argc > 2});
        return 0;
    }
    std::printf("ms on one core             answer: cold     warm | with what-if: cold  warm  combinations  timed  priced   rows  what-ifs\n");
    const Plan small = planOf("deeplabv3plus", "mmsegmentation", "resnet50", 512, 1024, 16, Optimizer::SgdMomentum);
    row("DeepLabV3+ R-50, one region, hourly", small);
    row("DeepLabV3+ R-50, all regions and ways", everywhere(small));
    row("U-Net, all regions and ways", everywhere(planOf("unet", "mmsegmentation", "", 512, 512, 16, Optimizer::SgdMomentum)));
    row("SegFormer B5, all regions and ways", everywhere(planOf("segformer", "mmsegmentation", "mit-b5", 512, 512, 16, Optimizer::AdamW)));
    row("UPerNet Swin-B, all regions and ways", everywhere(planOf("upernet", "mmsegmentation", "swin-b", 512, 512, 16, Optimizer::AdamW)));
    row("Mask2Former R-50, all regions and ways", everywhere(planOf("mask2former", "mmsegmentation", "resnet50", 512, 1024, 16, Optimizer::AdamW)));

    std::printf("\nGrowth, warm, without what-if (DeepLabV3+ R-50)\n regions  ways  nodes  combinations  priced      ms   us per combination\n");
    const std::vector<std::string> all = everywhere(small).requirements.regions;
    for (const bool nodes : {false, true}) {
        for (const std::size_t ways : {1, 3}) {
            for (const std::size_t regions : {1, 4, 16, 29}) {
                Plan plan = small;
                plan.requirements.regions.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(regions, all.size())));
                plan.requirements.purchase = {Purchase::PayAsYouGo};
                if (ways == 3)
                    plan.requirements.purchase = {Purchase::PayAsYouGo, Purchase::Spot, Purchase::Subscription};
                if (nodes) {
                    plan.requirements.allowMultiNode = true;
                    plan.requirements.maxGpus = 32;
                    plan.workload.globalBatch = 32;
                }
                const Measured m = measure(plan, false);
                std::printf("%8zu %5zu %6s %13zu %7zu %7.2f %12.2f\n", plan.requirements.regions.size(), ways, nodes ? "1-16" : "1", m.last.combinations, m.last.offersPriced, m.warm,
                            1e3 * m.warm / static_cast<double>(std::max<std::size_t>(1, m.last.combinations)));
            }
        }
    }
    return 0;
}
