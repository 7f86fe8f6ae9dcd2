#include "throughput_rows.h"

#include "classification_nets.h"
#include "csv.h"
#include "segmentation_nets.h"
#include "timing_boards.h"
#include "zoo/zoo.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace segplan::test {

namespace {

bool contains(const std::string &text, const std::string &piece)
{
    return text.find(piece) != std::string::npos;
}
bool starts(const std::string &text, const std::string &piece)
{
    return text.compare(0, piece.size(), piece) == 0;
}
int integer(const std::string &text)
{
    return static_cast<int>(std::strtol(text.c_str(), nullptr, 10));
}
double number(const std::string &text)
{
    return std::strtod(text.c_str(), nullptr);
}

struct Model {
    std::string model, backbone;
    std::optional<int> outputStride;
};

// "ResNetV1c depth=50;dilations=(1, 1, 2, 4)", "R-101-V1c-D8", "HRNet extra=hr(18, ...)", "UNet base_channels=64", "Swin-T"
std::optional<Model> modelOf(const std::string &model, const std::string &backbone)
{
    static const std::map<std::string, std::string> heads{{"DeepLabV3+", "deeplabv3plus"}, {"DeepLabV3", "deeplabv3"}, {"PSPNet", "pspnet"},
        {"FCN", "fcn"}, {"U-Net", "unet"}, {"FCN-HRNet", "hrnet"}, {"UPerNet", "upernet"}, {"OCRNet", "ocrnet"}, {"SegFormer", "segformer"},
        {"Segmenter", "segmenter"}, {"Mask2Former", "mask2former"}, {"Mask2Former (instance)", "mask2former"}};
    const auto at = heads.find(model);
    if (at == heads.end())
        return std::nullopt;
    Model m{at->second, {}, {}};
    const auto dilated = [&] {
        if (contains(backbone, "D8") || contains(backbone, "(1, 1, 2, 4)"))
            m.outputStride = 8;
        else if (contains(backbone, "D16") || contains(backbone, "(1, 1, 1, 2)"))
            m.outputStride = 16;
    };
    for (const int depth : {18, 34, 50, 101, 152}) {
        const std::string d = std::to_string(depth);
        if ((starts(backbone, "ResNet") && contains(backbone, "depth=" + d + ";")) || starts(backbone, "R-" + d) || backbone == "R" + d
            || (backbone == "R50/R101" && depth == 50)) {
            m.backbone = "resnet" + d;
            dilated();
            return m;
        }
    }
    for (const int width : {18, 48}) {
        const std::string w = std::to_string(width);
        if (contains(backbone, "hr(" + w + ",") || backbone == "HRNet-W" + w) {
            m.backbone = "hrnet-w" + w;
            return m;
        }
    }
    if (starts(backbone, "UNet base_channels=64")) {
        m.backbone = "unet-s5-d16";
        return m;
    }
    for (const char size : {'T', 'S', 'B', 'L'}) {
        const char lower = static_cast<char>(std::tolower(size));
        if (backbone == std::string("Swin-") + size)
            m.backbone = std::string("swin-") + lower;
        else if (backbone == std::string("ViT-") + size)
            m.backbone = std::string("vit-") + lower;
        else
            continue;
        return m;
    }
    return std::nullopt;
}

std::optional<Precision> precisionOf(const std::string &cell)
{
    if (starts(cell, "amp_fp16"))
        return Precision::AmpFp16;
    if (starts(cell, "amp_bf16"))
        return Precision::AmpBf16;
    if (starts(cell, "tf32"))
        return Precision::Tf32;
    if (starts(cell, "fp32"))
        return Precision::Fp32;
    return std::nullopt;
}

// By version when told; the 0.x code bases of 2020/21 ran on releases up to 1.10.
PytorchEra eraOf(const std::string &torch)
{
    if (torch.empty())
        return PytorchEra::V1_10;
    const double version = number(torch.substr(0, 2)) * 100 + (torch.size() > 2 ? number(torch.substr(2)) : 0);
    if (version >= 200)
        return PytorchEra::V2;
    const int minor = integer(torch.substr(2));
    return minor <= 10 ? PytorchEra::V1_10 : PytorchEra::V1_13;
}

bool hasNvlink(const Gpu &gpu)
{
    return gpu.nvlinkGbps.value_or(0) >= 200;
}

TraceSettings settingsOf(Precision precision, PytorchEra era)
{
    TraceSettings settings;
    settings.autocast = precision == Precision::AmpFp16 || precision == Precision::AmpBf16;
    settings.rules = era == PytorchEra::V1_10 ? RetentionRules::Legacy
        : era == PytorchEra::V1_13            ? RetentionRules::V113
                                              : RetentionRules::V2;
    return settings;
}

Result<Graph> traceOfRow(const Workload &w, Precision precision)
{
    ModelSpec spec;
    spec.model = w.model;
    spec.backbone = w.backbone;
    spec.implementation = w.implementation;
    spec.outputStride = w.options.outputStride;
    spec.classes = w.classes;
    spec.height = w.cropHeight;
    spec.width = w.cropWidth;
    spec.batch = w.batchPerGpu.value_or(1);
    return buildModel(spec, settingsOf(precision, w.pytorch));
}

void finishRow(TimedRow &row, const std::string &origin)
{
    const std::string batch = " b" + std::to_string(row.workload.batchPerGpu.value_or(1));
    if (row.work.empty()) {
        const Workload &w = row.workload;
        row.work = w.model + " " + w.backbone + " " + std::to_string(w.options.outputStride.value_or(0)) + " " + std::to_string(w.classes)
            + " " + std::to_string(w.cropHeight) + "x" + std::to_string(w.cropWidth);
    }
    row.workload.zeroGradInPlace = row.workload.pytorch != PytorchEra::V2; // zero_grad() kept the tensors before 2.0
    row.work += batch + (settingsOf(row.precision, row.workload.pytorch).autocast ? " amp " : " fp32 ") + eraName(row.workload.pytorch);
    row.workload.precision = row.precision;
    row.workload.gpus = row.host.gpusPerNode;
    row.name = origin + " " + row.family + " " + row.gpu.id + " x" + std::to_string(row.host.gpusPerNode) + batch + " "
        + precisionName(row.precision);
    if (!row.trace) {
        const Workload w = row.workload;
        const Precision p = row.precision;
        row.trace = [w, p] { return traceOfRow(w, p); };
    }
}

// Why a row of throughput.csv is left out; null when it is worth computing.
const char *whySkipped(const CsvRow &row)
{
    const std::string &framework = row.at("framework"), &notes = row.at("notes"), &quality = row.at("quality");
    if (contains(framework, "TensorFlow"))
        return "TensorFlow";
    if (starts(framework, "Paddle"))
        return "Paddle";
    if (starts(framework, "NVIDIA"))
        return contains(row.at("model"), "nnUNet") ? "NVIDIA's nnU-Net: as ratios, from gpu_relative.csv" : "NVIDIA's detection benchmark";
    if (starts(framework, "nnU-Net v1"))
        return "nnU-Net v1: all of its table is used from gpu_relative.csv";
    if (row.at("s_per_iter").empty() || row.at("gpu").empty() || row.at("gpu") == "not in excerpt")
        return "time, card or configuration not told";
    if (quality != "A" && quality != "B")
        return "weak source";
    if (contains(notes, "slow last interval"))
        return "average with a slow interval; its log is another row";
    if (contains(notes, "4 machines"))
        return "network between the machines not told";
    if (contains(notes, "custom neck"))
        return "altered model";
    if (number(row.at("data_s_per_iter")) > 0.25 * number(row.at("s_per_iter")))
        return "bound by the loader";
    return nullptr;
}

// InternImage's rows: hours over iterations on "A100" (80 GB assumed) with PyTorch 1.11, whose matrix products use TF32.
bool internImageRow(const CsvRow &cells, TimedRow &row)
{
    const std::string &backbone = cells.at("backbone"), head = starts(cells.at("model"), "UPerNet") ? "upernet" : "segformer";
    if (!starts(backbone, "InternImage-") || contains(cells.at("model"), "Mask2Former"))
        return false;
    const std::string size = backbone.substr(12);
    const int classes = integer(cells.at("num_classes")), batch = integer(cells.at("batch_per_gpu")), h = integer(cells.at("crop_h")),
              w = integer(cells.at("crop_w"));
    row.family = "InternImage";
    row.precision = Precision::Fp32;
    row.workload.optimizer = Optimizer::AdamW;
    row.workload.pytorch = PytorchEra::V1_13;
    row.workload.batchPerGpu = batch;
    row.work = "InternImage " + size + " " + head + " " + std::to_string(classes) + " " + std::to_string(h) + "x" + std::to_string(w);
    row.trace = [=] { return internImageTrace(size, head, classes, batch, h, w, settingsOf(Precision::Fp32, PytorchEra::V1_13)); };
    return true;
}

bool zooRow(const CsvRow &cells, TimedRow &row)
{
    const std::optional<Model> model = modelOf(cells.at("model"), cells.at("backbone"));
    const std::optional<Precision> precision = precisionOf(cells.at("precision"));
    if (!model || !precision || integer(cells.at("crop_w")) <= 0)
        return false;
    row.family = contains(cells.at("model"), "Mask2Former") ? "Mask2Former" : cells.at("model");
    row.precision = *precision;
    Workload &w = row.workload;
    w.model = model->model;
    w.backbone = model->backbone;
    w.options.outputStride = model->outputStride;
    w.classes = std::max(2, integer(cells.at("num_classes")));
    w.cropHeight = integer(cells.at("crop_h"));
    w.cropWidth = integer(cells.at("crop_w"));
    w.batchPerGpu = integer(cells.at("batch_per_gpu"));
    w.optimizer = starts(cells.at("optimizer"), "Adam") || w.model == "mask2former" ? Optimizer::AdamW : Optimizer::SgdMomentum;
    w.pytorch = eraOf(cells.at("torch"));
    return true;
}

void addThroughput(std::vector<TimedRow> &rows, const Knowledge &knowledge, RowCounts &count)
{
    int line = 1;
    for (const CsvRow &cells : readCsv("tests/data/throughput.csv")) {
        ++line;
        ++count.rows;
        if (const char *why = whySkipped(cells)) {
            ++count.skipped[why];
            continue;
        }
        TimedRow row;
        const std::optional<Gpu> gpu = timingBoard(cells.at("gpu"), knowledge);
        if (!gpu || (!internImageRow(cells, row) && !zooRow(cells, row))) {
            ++count.skipped[gpu ? "model not built here (OneFormer, Panoptic FPN, InternImage with Mask2Former)" : "card not modelled"];
            continue;
        }
        row.gpu = *gpu;
        row.quality = cells.at("quality")[0];
        const std::string &framework = cells.at("framework");
        if (!starts(framework, "mmseg") && !starts(framework, "MMSeg"))
            row.kind = RowKind::OtherCodeBase;
        row.host.gpusPerNode = std::max(1, integer(cells.at("gpus")));
        row.host.nvlink = hasNvlink(*gpu);
        row.seconds = number(cells.at("s_per_iter"));
        row.loaderSeconds = number(cells.at("data_s_per_iter"));
        finishRow(row, "throughput.csv:" + std::to_string(line));
        if (!row.trace()) {
            ++count.skipped["model not built here"];
            continue;
        }
        ++count.used;
        rows.push_back(std::move(row));
    }
}

// nnU-Net: v1's epochs of 250 iterations with 50 validation iterations (absolute), and NVIDIA's tuned container (ratios).
bool nnUnetRow(const CsvRow &cells, TimedRow &row)
{
    const std::string &workload = cells.at("workload"), &framework = cells.at("framework"), &precisionCell = cells.at("precision");
    const bool epochs = starts(workload, "nnU-Net ") && cells.at("unit") == "s/epoch";
    const bool tuned = starts(workload, "Segmentation/nnUNet") && starts(framework, "PyTorch") && integer(cells.at("gpus")) == 1;
    const std::optional<Precision> precision = precisionOf(precisionCell);
    if ((!epochs && !tuned) || !precision || cells.at("value").empty())
        return false;
    const int dimension = contains(workload, "3D") || contains(workload, "3d") ? 3 : 2;
    NnUnetPlan plan = nnUnetPlan(tuned ? "BraTS" : workload.substr(workload.rfind(' ') + 1), dimension);
    if (tuned)
        plan.batch = integer(cells.at("batch_per_gpu"));
    if (contains(workload, " large "))
        plan.batch *= 3;
    const double value = number(cells.at("value"));
    row.family = dimension == 3 ? "nnU-Net 3D" : "nnU-Net 2D";
    row.precision = *precision;
    row.workload.batchPerGpu = plan.batch;
    row.workload.pytorch = contains(framework, "1.7.1") ? PytorchEra::V1_10 : PytorchEra::V1_13;
    row.seconds = tuned ? plan.batch / value : value / 250;
    row.forwardPasses = tuned ? 0 : 50.0 / 250;
    if (tuned) {
        row.kind = RowKind::Ratio;
        row.group = workload + (*precision == Precision::AmpFp16 ? " amp" : " fp32");
    }
    row.work = workload;
    row.trace = [plan, s = settingsOf(*precision, row.workload.pytorch)] { return nnUnetTrace(plan, s); };
    return true;
}

bool classificationRow(const CsvRow &cells, TimedRow &row)
{
    static const std::pair<const char *, const char *> nets[] = {{"resnet18 ", "resnet18"}, {"resnet34 ", "resnet34"},
        {"resnet50 ", "resnet50"}, {"resnet101 ", "resnet101"}, {"resnet152 ", "resnet152"}, {"vgg16 ", "vgg16"}, {"vit_small_", "vit-s"},
        {"vit_base_", "vit-b"}, {"vit_large_", "vit-l"}, {"convnext_tiny ", "convnext-t"}, {"convnext_small ", "convnext-s"},
        {"convnext_base ", "convnext-b"}, {"convnext_large ", "convnext-l"}, {"swin_tiny_", "swin-t"}, {"swin_small_", "swin-s"},
        {"swin_base_", "swin-b"}, {"hrnet_w18 ", "hrnet-w18"}, {"hrnet_w48 ", "hrnet-w48"}, {"VGG16 forward", "vgg16"},
        {"ResNet-152 forward", "resnet152"}, {"ResNet-50 training 224 NCHW", "resnet50"}, {"ResNet-50 training ImageNet", "resnet50"}};
    const std::string &workload = cells.at("workload"), &precisionCell = cells.at("precision"), &framework = cells.at("framework"),
                      &unit = cells.at("unit");
    const bool lambda = contains(framework, "Lambda v1");
    // Channels-last layouts and plain fp16 are other programs; only Lambda's tables tell the batch of the rest.
    if (contains(precisionCell, "channels_last") || precisionCell == "fp16" || integer(cells.at("gpus")) > 1
        || !(lambda || !contains(framework, "NGC")) || cells.at("value").empty())
        return false;
    const auto *net = std::find_if(std::begin(nets), std::end(nets), [&](const auto &n) { return starts(workload, n.first); });
    const std::optional<Precision> precision = precisionOf(precisionCell);
    const int batch = std::min(256, integer(cells.at("batch_per_gpu"))); // time grows with the batch by then
    if (net == std::end(nets) || !precision || batch <= 0)
        return false;
    const double value = number(cells.at("value"));
    row.family = std::string(net->second) + " (classification)";
    row.kind = lambda ? RowKind::Ratio : RowKind::Classification;
    row.precision = *precision;
    row.workload.batchPerGpu = batch;
    row.workload.pytorch = contains(cells.at("notes"), "old software") ? PytorchEra::V1_10 : PytorchEra::V1_13;
    row.optimizerCounted = !contains(workload, "forward+backward");
    row.seconds = starts(unit, "img/s") ? batch / value : unit == "ms/iter" ? value / 1000 : value;
    if (lambda)
        row.group = workload + (*precision == Precision::AmpFp16 ? " amp" : " fp32");
    const std::string id = net->second;
    row.work = id;
    row.trace = [id, batch, s = settingsOf(*precision, PytorchEra::V1_13)] { return classificationTrace(id, batch, 224, 224, s); };
    return true;
}

// Configurations that the workload cell names in words. Classes: the logs' data sets (2: tool segmentation; 19: Cityscapes; 150: ADE20K).
struct NamedConfig {
    const char *piece, *family, *model, *backbone;
    int outputStride, classes, height, width, batch;
    PytorchEra era;
    bool adam;
    const char *group; // altered model: ratios only
};
const NamedConfig namedConfigs[] = {
    {"U-Net S5 448x896 b4", "U-Net", "unet", "unet-s5-d16", 0, 2, 448, 896, 4, PytorchEra::V1_13, false, ""},
    {"DeepLabV3 R50-D8 448x896 b4", "DeepLabV3", "deeplabv3", "resnet50", 8, 2, 448, 896, 4, PytorchEra::V1_13, false, ""},
    {"Segmenter ViT-B 448x896 b1", "Segmenter", "segmenter", "vit-b", 0, 2, 448, 896, 1, PytorchEra::V1_13, false, ""},
    // Its activations take 8.0 GB where the plain model's take 5.0 (mmseg's table): half as much again.
    {"Swin-T UPerNet variant 512 b2", "UPerNet Swin", "upernet", "swin-t", 0, 150, 512, 512, 2, PytorchEra::V1_13, true, "Swin-T variant"},
    {"DeepLabV3+ R50-D8 512x1024", "DeepLabV3+", "deeplabv3plus", "resnet50", 8, 19, 512, 1024, 4, PytorchEra::V1_10, false, ""},
    {"FCN-HRNet-W18 512x1024", "FCN-HRNet", "hrnet", "hrnet-w18", 0, 19, 512, 1024, 8, PytorchEra::V1_10, false, ""},
};

void addNamed(std::vector<TimedRow> &rows, const CsvRow &cells, const std::string &origin, const Knowledge &knowledge)
{
    const std::string &workload = cells.at("workload"), &reference = cells.at("reference_gpu");
    const double value = number(cells.at("value")), ratio = number(cells.at("relative"));
    const auto *config
        = std::find_if(std::begin(namedConfigs), std::end(namedConfigs), [&](const NamedConfig &c) { return contains(workload, c.piece); });
    if (config == std::end(namedConfigs) || cells.at("unit") != "s/iter")
        return;
    const auto push = [&](const std::string &card, double seconds, const char *which) {
        const std::optional<Gpu> gpu = timingBoard(card, knowledge);
        if (!gpu)
            return;
        TimedRow row;
        row.family = config->family;
        row.kind = *config->group ? RowKind::Ratio : RowKind::Segmentation;
        row.group = config->group;
        row.gpu = *gpu;
        Workload &w = row.workload;
        w.model = config->model;
        w.backbone = config->backbone;
        if (config->outputStride)
            w.options.outputStride = config->outputStride;
        w.classes = config->classes;
        w.cropHeight = config->height;
        w.cropWidth = config->width;
        w.batchPerGpu = config->batch;
        w.optimizer = config->adam ? Optimizer::AdamW : Optimizer::SgdMomentum;
        w.pytorch = config->era;
        row.host.gpusPerNode = std::max(1, integer(cells.at("gpus")));
        row.host.nvlink = hasNvlink(*gpu);
        row.seconds = seconds;
        finishRow(row, origin + which);
        rows.push_back(std::move(row));
    };
    // AMP rows repeat throughput.csv, as does the A100's; their FP32 partners are value x ratio. The reference of line 807 repeats 805.
    if (contains(workload, "AMP vs FP32"))
        push(cells.at("gpu"), value * ratio, " (reference)");
    else if (contains(reference, "2080 Ti"))
        return;
    else {
        if (!starts(cells.at("gpu"), "A100"))
            push(cells.at("gpu"), value, "");
        if (cells.at("gpu") != "A40 48GB") // the TITAN Xp of line 806 repeats 805
            push(reference, value * ratio, " (reference)");
    }
}

void addRelative(std::vector<TimedRow> &rows, const Knowledge &knowledge)
{
    int line = 1;
    for (const CsvRow &cells : readCsv("tests/data/gpu_relative.csv")) {
        const std::string origin = "gpu_relative.csv:" + std::to_string(++line);
        addNamed(rows, cells, origin, knowledge);
        TimedRow row;
        const std::optional<Gpu> gpu = timingBoard(cells.at("gpu"), knowledge);
        if (!gpu || (!nnUnetRow(cells, row) && !classificationRow(cells, row)))
            continue;
        row.gpu = *gpu;
        finishRow(row, origin);
        rows.push_back(std::move(row));
    }
}

} // namespace

std::vector<TimedRow> timedRows(const Knowledge &knowledge, RowCounts *counts)
{
    std::vector<TimedRow> rows;
    RowCounts local;
    addThroughput(rows, knowledge, counts ? *counts : local);
    addRelative(rows, knowledge);
    return rows;
}

} // namespace segplan::test
