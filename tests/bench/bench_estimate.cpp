// Estimates per second by family and over a mixed list of the zoo, as `segplan estimate -` answers them (line read, graph built, step
// played, line written), and how the time grows with the number of operations. Prints; judges nothing.
#include "base/heap.h"
#include "evaluate/evaluate.h"
#include "evaluate/json.h"
#include "knowledge.h"
#include "plan/file.h"
#include "zoo/zoo.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <vector>

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

std::string line(const std::string &model, const std::string &implementation, const std::string &backbone, int height, int width, int batch, const char *precision)
{
    std::string out = "{\"model\": \"" + model + "\", \"implementation\": \"" + implementation + "\", ";
    if (!backbone.empty())
        out += "\"backbone\": \"" + backbone + "\", ";
    return out + "\"dataset\": \"cityscapes\", \"classes\": 19, \"crop\": {\"height\": " + std::to_string(height) + ", \"width\": " + std::to_string(width)
        + "}, \"batch_per_gpu\": " + std::to_string(batch) + ", \"precision\": \"" + precision + "\", \"gpu\": \"A10\"}";
}

std::string answer(const std::string &text)
{
    const Knowledge &knowledge = testKnowledge();
    const auto read = readWorkload(text, "-", knowledge);
    if (!read)
        return errorJson(read.error());
    const auto estimate = estimateWorkload(read->workload, read->gpu, knowledge);
    return estimate ? estimateJson(*estimate) : errorJson(estimate.error());
}

double memoryMib()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

void growth(const char *model, const std::vector<const char *> &backbones)
{
    std::printf("  %-14s", model);
    double least = 1e300, most = 0;
    for (const char *backbone : backbones) {
        Workload w;
        w.model = model;
        w.backbone = backbone;
        w.cropHeight = w.cropWidth = 512;
        const auto graph = traceWorkload(w, 2, Precision::Fp32, false);
        if (!graph)
            continue;
        const std::string text = line(model, "mmsegmentation", backbone, 512, 512, 2, "fp32");
        int count = 0;
        double spent = 0;
        while (spent < 0.3) {
            spent += seconds([&] { answer(text); });
            ++count;
        }
        const double each = 1e6 * spent / count / static_cast<double>(graph->ops.size());
        least = std::min(least, each);
        most = std::max(most, each);
        std::printf("  %s %zu: %.2f", backbone, graph->ops.size(), each);
    }
    std::printf("   (largest / smallest %.2f)\n", most / least);
}

} // namespace

int main()
{
    keepFreedMemory();
    std::vector<std::pair<std::string, std::string>> mixed; // label, line
    for (const ModelInfo &model : zooModels()) {
        for (const ImplementationInfo &i : model.implementations) {
            const std::string label = model.id + " " + i.id;
            const bool odd = i.reference.find("semseg") != std::string::npos; // wants 8 n + 1
            const int side = odd ? 473 : model.id == "swin-unet" ? 224 : 512;
            const std::string first = i.backbones.empty() ? std::string() : i.backbones.front(), last = i.backbones.empty() ? std::string() : i.backbones.back();
            mixed.emplace_back(label, line(model.id, i.id, first, side, side, 2, "fp32"));
            mixed.emplace_back(label, line(model.id, i.id, last, side, side, 4, "amp-fp16"));
        }
    }
    answer(mixed.front().second); // knowledge is read once
    std::printf("%-44s %12s\n", "family", "estimates/s");
    double all = 0;
    std::size_t answered = 0;
    for (std::size_t i = 0; i < mixed.size(); i += 2) {
        double spent = 0;
        int count = 0;
        bool good = true;
        while (spent < 0.05 || count < 2) {
            for (std::size_t k = i; k < i + 2; ++k) {
                std::string out;
                spent += seconds([&] { out = answer(mixed[k].second); });
                if (out.find("\"ok\":true") == std::string::npos && out.find("\"ok\": true") == std::string::npos) {
                    if (good)
                        std::printf("  %s\n", out.c_str());
                    good = false;
                }
                ++count;
            }
        }
        std::printf("%-44s %12.0f\n", mixed[i].first.c_str(), count / spent);
        all += 2 * spent / count;
        answered += 2;
    }
    std::printf("mixed list, every line once: %zu lines, %.0f estimates per second on one core, %.0f MiB resident at most\n", answered,
                static_cast<double>(answered) / all, memoryMib());

    std::printf("microseconds per operation of the trace, by depth:\n");
    growth("deeplabv3plus", {"resnet18", "resnet50", "resnet101", "resnet152"});
    growth("segformer", {"mit-b0", "mit-b2", "mit-b3", "mit-b5"});
    growth("upernet", {"swin-t", "swin-s", "swin-l"});

    Plan plan;
    plan.workload.batchPerGpu.reset();
    plan.workload.globalBatch = 16;
    plan.workload.gpus.reset();
    plan.workload.precision.reset();
    evaluate(plan, testKnowledge());
    std::printf("whole plan, everything open: %.1f ms\n", 1000 * seconds([&] { evaluate(plan, testKnowledge()); }));
    return 0;
}
