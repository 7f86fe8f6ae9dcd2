#include "throughput_rows.h"

#include "classification_nets.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>

namespace segplan::test {

namespace {

bool contains(const std::string &text, const std::string &piece) { return text.find(piece) != std::string::npos; }
bool starts(const std::string &text, const std::string &piece) { return text.compare(0, piece.size(), piece) == 0; }
int integer(const std::string &text) { return static_cast<int>(std::strtol(text.c_str(), nullptr, 10)); }
double number(const std::string &text) { return std::strtod(text.c_str(), nullptr); }

// Boards that measurements name and no cloud sells. Vendor datasheets; GeForce tensor rates are those with fp32 accumulation.
struct Board {
    const char *id, *architecture, *capability;
    double fp32, tf32, fp16, bandwidth, nvlink; // TFLOPS (0: none), GB/s
};
const Board boards[] = {
    {"RTX-4070-Laptop", "Ada", "8.9", 15.6, 15.6, 31.2, 256, 0}, {"RTX-3060-Ti", "Ampere", "8.6", 16.2, 16.2, 32.4, 448, 0},
    {"TITAN-V", "Volta", "7.0", 14.9, 0, 119, 653, 0},            {"QUADRO-RTX-8000", "Turing", "7.5", 16.3, 0, 130.5, 672, 100},
    {"TITAN-RTX", "Turing", "7.5", 16.3, 0, 130.5, 672, 100},     {"A100-40-PCIe", "Ampere", "8.0", 19.5, 156, 312, 1555, 0},
    {"A100-80-PCIe", "Ampere", "8.0", 19.5, 156, 312, 1935, 0},   {"RTX-6000-Ada", "Ada", "8.9", 91.1, 182, 364, 960, 0},
    {"H100-80-PCIe", "Hopper", "9.0", 51.2, 378, 756, 2000, 0},   {"H200-141", "Hopper", "9.0", 67, 494.5, 989.5, 4800, 900},
};

// Piece of a measured name -> id; the first match counts.
const std::pair<const char *, const char *> boardNames[] = {
    {"4070 Laptop", "RTX-4070-Laptop"}, {"3060 Ti", "RTX-3060-Ti"}, {"A100-PCIE-40GB", "A100-40-PCIe"}, {"A100 40GB PCIe", "A100-40-PCIe"},
    {"A100 80GB PCIe", "A100-80-PCIe"}, {"A100-SXM4-40GB", "A100-40"}, {"A100 40GB", "A100-40"}, {"A100 80GB", "A100-80"}, {"A100-SXM4-80GB", "A100-80"},
    {"V100-SXM2-16GB", "V100-16"}, {"V100 16GB", "V100-16"}, {"V100", "V100-32"}, {"Titan V", "TITAN-V"}, {"RTX 8000", "QUADRO-RTX-8000"},
    {"RTX6000", "QUADRO-RTX-8000"}, {"Titan RTX", "TITAN-RTX"}, {"TITAN RTX", "TITAN-RTX"}, {"Titan Xp", "TITAN-Xp"}, {"TITAN Xp", "TITAN-Xp"},
    {"1080 Ti", "GTX-1080Ti"}, {"2080 Ti", "RTX-2080Ti"}, {"3090", "RTX-3090"}, {"4090", "RTX-4090"}, {"A6000", "RTX-A6000"},
    {"6000 Ada", "RTX-6000-Ada"}, {"L40S", "L40S"}, {"A40", "A40"}, {"A10", "A10"}, {"T4", "T4"}, {"P100", "P100"}, {"H200", "H200-141"},
    {"H100 80GB PCIe", "H100-80-PCIe"}, {"H100", "H100-80"},
};

struct Model {
    std::string model, backbone;
    std::optional<int> outputStride;
};

// "ResNetV1c depth=50;dilations=(1, 1, 2, 4)", "R-101-V1c-D8", "HRNet extra=hr(18, ...)", "UNet base_channels=64", "Swin-T"
std::optional<Model> modelOf(const std::string &model, const std::string &backbone)
{
    static const std::map<std::string, std::string> heads{
        {"DeepLabV3+", "deeplabv3plus"}, {"DeepLabV3", "deeplabv3"}, {"PSPNet", "pspnet"}, {"FCN", "fcn"}, {"U-Net", "unet"}, {"FCN-HRNet", "hrnet"},
        {"UPerNet", "upernet"}, {"OCRNet", "ocrnet"}, {"SegFormer", "segformer"}, {"Segmenter", "segmenter"}, {"Mask2Former", "mask2former"},
        {"Mask2Former (instance)", "mask2former"}};
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
        if ((starts(backbone, "ResNet") && contains(backbone, "depth=" + d + ";")) || starts(backbone, "R-" + d) || backbone == "R" + d ||
            (backbone == "R50/R101" && depth == 50)) {
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
    TraceSettings settings;
    settings.autocast = precision == Precision::AmpFp16 || precision == Precision::AmpBf16;
    settings.rules = w.pytorch == PytorchEra::V1_10 ? RetentionRules::Legacy : w.pytorch == PytorchEra::V1_13 ? RetentionRules::V113 : RetentionRules::V2;
    return buildModel(spec, settings);
}

void finishRow(TimedRow &row, const std::string &origin)
{
    row.workload.precision = row.precision;
    row.workload.gpus = row.host.gpusPerNode;
    row.name = origin + " " + row.family + " " + row.gpu.id + " x" + std::to_string(row.host.gpusPerNode) + " b" +
               std::to_string(row.workload.batchPerGpu.value_or(1)) + " " + precisionName(row.precision);
    if (!row.trace) {
        const Workload w = row.workload;
        const Precision p = row.precision;
        row.trace = [w, p] { return traceOfRow(w, p); };
    }
}

bool hasNvlink(const Gpu &gpu) { return gpu.nvlinkGbps.value_or(0) >= 200; }

const char *whySkipped(const CsvRow &row)
{
    const std::string &framework = row.at("framework"), &notes = row.at("notes"), &quality = row.at("quality");
    if (starts(framework, "Paddle") || starts(framework, "NVIDIA") || starts(framework, "nnU-Net"))
        return "other framework or tuned container";
    if (row.at("s_per_iter").empty() || row.at("gpu").empty() || row.at("gpu") == "not in excerpt")
        return "time or card not told";
    if (quality != "A" && quality != "B")
        return "weak source";
    if (contains(notes, "slow last interval"))
        return "average with a slow interval";
    if (contains(notes, "4 machines"))
        return "network between the machines not told";
    if (contains(notes, "custom neck"))
        return "altered model";
    if (framework == "SegmenTron" || framework == "CASILVision" || framework == "vedaseg")
        return "code base not modelled";
    if (number(row.at("data_s_per_iter")) > 0.25 * number(row.at("s_per_iter")))
        return "bound by the loader";
    return nullptr;
}

} // namespace

std::optional<Gpu> timingBoard(const std::string &name, const Knowledge &knowledge)
{
    for (const auto &[piece, id] : boardNames) {
        if (!contains(name, piece))
            continue;
        if (const Gpu *known = knowledge.gpu(id))
            return *known;
        for (const Board &b : boards) {
            if (id != std::string(b.id))
                continue;
            Gpu g;
            g.id = b.id;
            g.architecture = b.architecture;
            g.computeCapability = b.capability;
            g.fp32Tflops = b.fp32;
            if (b.tf32 > 0) {
                g.tf32Tflops = b.tf32;
                g.bf16Tflops = b.fp16;
            }
            g.fp16Tflops = b.fp16;
            g.tensorCores = true;
            g.memoryGbps = b.bandwidth;
            g.nvlinkGbps = b.nvlink;
            g.cloud = false;
            return g;
        }
        return std::nullopt;
    }
    return std::nullopt;
}

std::vector<TimedRow> throughputRows(const Knowledge &knowledge, RowCounts *counts)
{
    std::vector<TimedRow> rows;
    RowCounts local;
    RowCounts &count = counts ? *counts : local;
    int line = 1;
    for (const CsvRow &cells : readCsv("tests/data/throughput.csv")) {
        ++line;
        ++count.rows;
        if (const char *why = whySkipped(cells)) {
            ++count.skipped[why];
            continue;
        }
        const std::optional<Model> model = modelOf(cells.at("model"), cells.at("backbone"));
        const std::optional<Gpu> gpu = timingBoard(cells.at("gpu"), knowledge);
        const std::optional<Precision> precision = precisionOf(cells.at("precision"));
        if (!model || !gpu || !precision || integer(cells.at("crop_w")) <= 0) {
            ++count.skipped[!model ? "model not in the zoo" : !gpu ? "card not modelled" : "precision or crop not told"];
            continue;
        }
        TimedRow row;
        row.family = cells.at("model");
        row.gpu = *gpu;
        row.precision = *precision;
        Workload &w = row.workload;
        w.model = model->model;
        w.backbone = model->backbone;
        w.options.outputStride = model->outputStride;
        w.classes = std::max(2, integer(cells.at("num_classes")));
        w.cropHeight = integer(cells.at("crop_h"));
        w.cropWidth = integer(cells.at("crop_w"));
        w.batchPerGpu = integer(cells.at("batch_per_gpu"));
        w.optimizer = starts(cells.at("optimizer"), "Adam") ? Optimizer::AdamW : Optimizer::SgdMomentum;
        if (starts(w.model, "mask2former"))
            w.optimizer = Optimizer::AdamW;
        w.pytorch = eraOf(cells.at("torch"));
        row.host.gpusPerNode = std::max(1, integer(cells.at("gpus")));
        row.host.nvlink = hasNvlink(*gpu);
        row.seconds = number(cells.at("s_per_iter"));
        row.loaderSeconds = number(cells.at("data_s_per_iter"));
        finishRow(row, "throughput.csv:" + std::to_string(line));
        if (!row.trace()) {
            ++count.skipped["model not in the zoo"];
            continue;
        }
        ++count.used;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<TimedRow> relativeTableRows(const Knowledge &knowledge)
{
    // Configurations that the workload cell names in words. Classes: the logs' data sets (2: tool segmentation; 19: Cityscapes; 150: ADE20K).
    struct Config {
        const char *piece, *model, *backbone;
        int outputStride, classes, height, width, batch;
        PytorchEra era;
        bool adam;
    };
    static const Config configs[] = {
        {"U-Net S5 448x896 b4", "unet", "unet-s5-d16", 0, 2, 448, 896, 4, PytorchEra::V1_13, false},
        {"DeepLabV3 R50-D8 448x896 b4", "deeplabv3", "resnet50", 8, 2, 448, 896, 4, PytorchEra::V1_13, false},
        {"Segmenter ViT-B 448x896 b1", "segmenter", "vit-b", 0, 2, 448, 896, 1, PytorchEra::V1_13, false},
        {"Swin-T UPerNet variant 512 b2", "upernet", "swin-t", 0, 150, 512, 512, 2, PytorchEra::V1_13, true},
        {"DeepLabV3+ R50-D8 512x1024", "deeplabv3plus", "resnet50", 8, 19, 512, 1024, 4, PytorchEra::V1_10, false},
        {"FCN-HRNet-W18 512x1024", "hrnet", "hrnet-w18", 0, 19, 512, 1024, 8, PytorchEra::V1_10, false},
    };
    std::vector<TimedRow> rows;
    int line = 1;
    for (const CsvRow &cells : readCsv("tests/data/gpu_relative.csv")) {
        ++line;
        const std::string &workload = cells.at("workload"), &notes = cells.at("notes"), &unit = cells.at("unit");
        const double value = number(cells.at("value")), ratio = number(cells.at("relative"));
        for (const Config &c : configs) {
            if (!contains(workload, c.piece) || unit != "s/iter")
                continue;
            const auto push = [&](const std::string &card, Precision precision, double seconds, const char *which) {
                const std::optional<Gpu> gpu = timingBoard(card, knowledge);
                if (!gpu)
                    return;
                TimedRow row;
                row.family = workload.substr(0, workload.find(' '));
                row.gpu = *gpu;
                row.precision = precision;
                Workload &w = row.workload;
                w.model = c.model;
                w.backbone = c.backbone;
                if (c.outputStride)
                    w.options.outputStride = c.outputStride;
                w.classes = c.classes;
                w.cropHeight = c.height;
                w.cropWidth = c.width;
                w.batchPerGpu = c.batch;
                w.optimizer = c.adam ? Optimizer::AdamW : Optimizer::SgdMomentum;
                w.pytorch = c.era;
                row.host.gpusPerNode = std::max(1, integer(cells.at("gpus")));
                row.host.nvlink = hasNvlink(*gpu);
                row.seconds = seconds;
                finishRow(row, "gpu_relative.csv:" + std::to_string(line) + which);
                if (row.trace())
                    rows.push_back(std::move(row));
            };
            if (contains(workload, "AMP vs FP32")) { // the AMP value is a row of throughput.csv; its FP32 partner is value x ratio
                push(cells.at("gpu"), Precision::Fp32, value * ratio, " (reference)");
            } else if (cells.at("reference_gpu") != "TITAN Xp" || cells.at("gpu") == "RTX 2080 Ti") {
                if (!contains(cells.at("reference_gpu"), "2080 Ti") && cells.at("gpu") != "A100-SXM4-40GB") // the A100 row repeats throughput.csv
                    push(cells.at("gpu"), Precision::Fp32, value, "");
                if (ratio > 0 && !contains(cells.at("reference_gpu"), "2080 Ti"))
                    push(cells.at("reference_gpu"), Precision::Fp32, value * ratio, " (reference)");
            } else {
                push(cells.at("gpu"), Precision::Fp32, value, "");
            }
        }
        // Classification, eager PyTorch, one card, NCHW.
        static const std::pair<const char *, const char *> nets[] = {
            {"resnet18 ", "resnet18"}, {"resnet34 ", "resnet34"}, {"resnet50 ", "resnet50"}, {"resnet101 ", "resnet101"}, {"resnet152 ", "resnet152"},
            {"vgg16 ", "vgg16"}, {"vit_small_", "vit-s"}, {"vit_base_", "vit-b"}, {"vit_large_", "vit-l"}, {"convnext_tiny ", "convnext-t"},
            {"convnext_small ", "convnext-s"}, {"convnext_base ", "convnext-b"}, {"convnext_large ", "convnext-l"}, {"swin_tiny_", "swin-t"},
            {"swin_small_", "swin-s"}, {"swin_base_", "swin-b"}, {"hrnet_w18 ", "hrnet-w18"}, {"hrnet_w48 ", "hrnet-w48"},
            {"VGG16 forward", "vgg16"}, {"ResNet-152 forward", "resnet152"}, {"ResNet-50 training 224 NCHW", "resnet50"}};
        for (const auto &[piece, net] : nets) {
            const std::string &precisionCell = cells.at("precision");
            if (!starts(workload, piece) || contains(precisionCell, "channels_last") || precisionCell == "fp16" || integer(cells.at("gpus")) > 1)
                continue;
            const std::optional<Gpu> gpu = timingBoard(cells.at("gpu"), knowledge);
            const std::optional<Precision> precision = precisionOf(precisionCell);
            const int batch = integer(cells.at("batch_per_gpu"));
            if (!gpu || !precision || batch <= 0)
                continue;
            TimedRow row;
            row.family = std::string(net) + " (classification)";
            row.segmentation = false;
            row.gpu = *gpu;
            row.precision = *precision;
            row.workload.batchPerGpu = batch;
            row.workload.pytorch = contains(notes, "old software") ? PytorchEra::V1_10 : PytorchEra::V1_13;
            row.seconds = unit == "img/s" ? batch / value : unit == "ms/iter" ? value / 1000 : value;
            const bool half = *precision == Precision::AmpFp16;
            const std::string id = net;
            row.trace = [id, batch, half] {
                TraceSettings settings;
                settings.autocast = half;
                settings.rules = RetentionRules::V113;
                return classificationTrace(id, batch, 224, 224, settings);
            };
            finishRow(row, "gpu_relative.csv:" + std::to_string(line));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

std::vector<TimedRow> ratioRows(const Knowledge &knowledge)
{
    std::vector<TimedRow> rows;
    int line = 1;
    for (const CsvRow &cells : readCsv("tests/data/gpu_relative.csv")) {
        ++line;
        const std::string &workload = cells.at("workload"), &framework = cells.at("framework");
        const std::string &cell = cells.at("precision");
        const bool lambda = workload == "ResNet-50 training ImageNet" && contains(framework, "Lambda");
        const bool dle = workload == "Segmentation/nnUNet 2D" && starts(framework, "PyTorch");
        const bool epochs = starts(workload, "nnU-Net 2d ") && cells.at("unit") == "s/epoch";
        if ((!lambda && !dle && !epochs) || integer(cells.at("gpus")) > 1 || cells.at("value").empty())
            continue;
        if (contains(framework, "v2")) // another container, batch not told
            continue;
        const std::optional<Gpu> gpu = timingBoard(cells.at("gpu"), knowledge);
        std::optional<Precision> precision = precisionOf(cell);
        if (!gpu || !precision)
            continue;
        TimedRow row;
        row.segmentation = false;
        row.family = lambda ? "resnet50 (NGC)" : "nnU-Net 2D";
        row.gpu = *gpu;
        row.precision = *precision;
        row.workload.pytorch = PytorchEra::V1_13;
        // nnU-Net v1 plans (recalled): Heart 40 x 320x256, Liver 12 x 512x512, Prostate 32 x 320x320.
        int batch = std::min(256, std::max(1, integer(cells.at("batch_per_gpu")))), h = 224, w = 224;
        if (dle) {
            h = 192;
            w = 160;
        } else if (epochs) {
            const bool heart = contains(workload, "Heart"), liver = contains(workload, "Liver");
            batch = heart ? 40 : liver ? 12 : 32;
            h = heart ? 320 : liver ? 512 : 320;
            w = heart ? 256 : liver ? 512 : 320;
        }
        row.workload.batchPerGpu = batch;
        const double value = number(cells.at("value"));
        row.seconds = epochs ? value / 266.7 : batch / value; // 250 training and 50 forward-only iterations
        const bool half = *precision == Precision::AmpFp16;
        row.group = workload + " " + framework + " " + (half ? "amp" : "fp32") + (dle ? " b" + std::to_string(batch) : "");
        const std::string net = lambda ? "resnet50" : "nnunet-2d";
        row.trace = [net, batch, h, w, half] {
            TraceSettings settings;
            settings.autocast = half;
            settings.rules = RetentionRules::V113;
            return classificationTrace(net, batch, h, w, settings);
        };
        finishRow(row, "gpu_relative.csv:" + std::to_string(line));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace segplan::test
