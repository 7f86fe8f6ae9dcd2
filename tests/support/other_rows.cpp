#include "other_rows.h"

#include "zoo/zoo.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace segplan::test {

namespace {

bool contains(const std::string &text, const std::string &piece) { return text.find(piece) != std::string::npos; }
int integer(const std::string &text) { return static_cast<int>(std::strtol(text.c_str(), nullptr, 10)); }
double number(const std::string &text) { return std::strtod(text.c_str(), nullptr); }

bool builds(const Workload &w)
{
    const ModelInfo *info = zooModel(w.model);
    if (!info)
        return false;
    return std::any_of(info->implementations.begin(), info->implementations.end(), [&w](const ImplementationInfo &i) {
        return i.id == w.implementation && (w.backbone.empty() || std::find(i.backbones.begin(), i.backbones.end(), w.backbone) != i.backbones.end());
    });
}

// "R-50", "Swin-B in21k", "MiT-B0", "ResNet-101-D8"
std::string backboneOf(const std::string &cell)
{
    static const std::pair<const char *, const char *> names[] = {
        {"R-50", "resnet50"}, {"R-101", "resnet101"}, {"ResNet-50", "resnet50"}, {"ResNet-101", "resnet101"}, {"R-103", "resnet101"}, {"Swin-T", "swin-t"},
        {"Swin-S", "swin-s"}, {"Swin-B", "swin-b"}, {"Swin-L", "swin-l"}, {"MiT-B0", "mit-b0"}, {"MiT-B1", "mit-b1"}, {"MiT-B2", "mit-b2"},
        {"MiT-B3", "mit-b3"}, {"MiT-B4", "mit-b4"}, {"MiT-B5", "mit-b5"}, {"HRNet-W48", "hrnet-w48"}, {"HRNet-W18", "hrnet-w18"},
        {"Xception", "xception65"}, {"MobileNetV2", "mobilenetv2"},
    };
    for (const auto &[piece, id] : names) {
        if (contains(cell, piece))
            return id;
    }
    return {};
}

Workload sized(const CsvRow &row)
{
    Workload w;
    w.backbone = backboneOf(row.at("backbone"));
    w.cropHeight = integer(row.at("input_h"));
    w.cropWidth = integer(row.at("input_w"));
    w.batchPerGpu = integer(row.at("batch_per_gpu"));
    w.gpus = std::max(1, integer(row.at("gpus")));
    w.precision = contains(row.at("precision"), "amp") ? Precision::AmpFp16 : Precision::Fp32;
    return w;
}

std::string labelOf(const CsvRow &row)
{
    return row.at("model") + " " + row.at("backbone") + " " + row.at("input_h") + "x" + row.at("input_w") + " b" + row.at("batch_per_gpu");
}

} // namespace

std::vector<OtherCase> otherCases()
{
    std::vector<OtherCase> out;
    for (const CsvRow &row : readCsv("tests/data/memory_other.csv")) {
        OtherCase c;
        const std::string &model = row.at("model"), &kind = row.at("mem_kind");
        c.label = labelOf(row) + " " + row.at("task");
        c.family = model;
        Workload w = sized(row);
        // Tables print GB of 1024 MB; nvidia-smi and logs print MiB.
        c.gib = number(row.at("train_mem_mb")) / (contains(kind, "as printed") ? 1000 : 1024);
        c.kind = contains(kind, "nvidia-smi") ? OtherCase::Kind::Device : OtherCase::Kind::Allocated;
        w.optimizer = Optimizer::AdamW;
        if (row.at("task") == "3D medical") {
            c.reason = "a network on volumes";
        } else if (contains(model, "UDA")) {
            c.reason = "domain adaptation: a student and a teacher on several images in one step";
        } else if (model == "Mask2Former" && contains(row.at("source"), "mmdetection")) {
            w.model = "mask2former"; // the same head with other class counts
            w.classes = row.at("task") == "panoptic" ? 133 : 80;
            w.pytorch = PytorchEra::V1_10; // the 2.x code base of 2022
            // The peak of the whole run is that of the most crowded image, taken to have a segment for each of the 100 queries; the other
            // has the usual 7 (arXiv 2005.12872).
            constexpr int crowded = 100, average = 7;
            c.segments = (crowded + (*w.batchPerGpu - 1) * average) / *w.batchPerGpu;
            if (w.backbone == "swin-b" || w.backbone == "swin-l")
                w.options.pretrainWindow = 12;
            c.workload = w;
        } else if (model == "SegFormer" && contains(row.at("source"), "netspresso")) {
            w.model = "segformer";
            w.implementation = "transformers"; // its code follows that library's
            w.classes = row.at("dataset") == "ADE20K" ? 150 : 21;
            c.gpu = contains(row.at("gpu"), "3090") ? "RTX-3090" : "A100-40";
            c.workload = w;
        } else {
            c.reason = "no model of the zoo";
        }
        if (c.workload && !builds(*c.workload)) {
            c.workload.reset();
            c.reason = "the zoo does not build this backbone";
        }
        out.push_back(std::move(c));
    }
    return out;
}

std::vector<OtherCase> steadyLogCases()
{
    static const std::map<std::string, std::string> models{{"DeepLabV3+", "deeplabv3plus"}, {"DeepLabV3", "deeplabv3"}, {"PSPNet", "pspnet"}, {"U-Net", "unet"},
                                                           {"FCN", "fcn"}};
    std::vector<OtherCase> out;
    for (const CsvRow &row : readCsv("tests/data/throughput.csv")) {
        if (row.at("mem_mb_steady").empty())
            continue;
        OtherCase c;
        c.label = row.at("model") + " " + row.at("crop_h") + "x" + row.at("crop_w") + " b" + row.at("batch_per_gpu") + " " + row.at("gpu");
        c.family = row.at("model");
        c.gib = number(row.at("mem_mb_steady")) / 1024;
        const auto model = models.find(row.at("model"));
        const std::string &backbone = row.at("backbone");
        const bool resnet = contains(backbone, "ResNetV1c depth=50") || contains(backbone, "ResNetV1c depth=101");
        if (model == models.end() || (!resnet && !contains(backbone, "UNet"))) {
            c.reason = contains(row.at("notes"), "custom") ? "a network of the log's own: " + row.at("notes") : "no model of the zoo";
            out.push_back(std::move(c));
            continue;
        }
        Workload w;
        w.model = model->second;
        w.backbone = !resnet ? "unet-s5-d16" : contains(backbone, "depth=101") ? "resnet101" : "resnet50";
        if (resnet)
            w.options.outputStride = contains(backbone, "(1, 1, 2, 4)") ? 8 : 16;
        w.classes = integer(row.at("num_classes"));
        w.cropHeight = integer(row.at("crop_h"));
        w.cropWidth = integer(row.at("crop_w"));
        w.batchPerGpu = integer(row.at("batch_per_gpu"));
        w.gpus = integer(row.at("gpus"));
        w.precision = row.at("precision") == "fp32" ? Precision::Fp32 : Precision::AmpFp16;
        w.optimizer = row.at("optimizer") == "AdamW" ? Optimizer::AdamW : Optimizer::SgdMomentum;
        const double version = number(row.at("torch")); // "1.12.0+cu113"
        const int minor = row.at("torch").size() > 2 ? integer(row.at("torch").substr(2)) : 0;
        w.pytorch = version >= 2 ? PytorchEra::V2 : minor <= 10 ? PytorchEra::V1_10 : PytorchEra::V1_13;
        w.cudnnBenchmark = row.at("cudnn_benchmark") == "True";
        w.zeroGradInPlace = version < 2; // mmengine calls zero_grad(), which zeroes in place before 2.0
        c.workload = w;
        out.push_back(std::move(c));
    }
    return out;
}

std::vector<OomCase> oomCases(const Knowledge &knowledge)
{
    static const std::pair<const char *, const char *> cards[] = {
        {"2080 Ti", "RTX-2080Ti"}, {"1080 Ti", "GTX-1080Ti"}, {"TITAN Xp", "TITAN-Xp"}, {"3090", "RTX-3090"}, {"A6000", "RTX-A6000"}, {"A40", "A40"},
        {"A100 40GB", "A100-40"}, {"A100", "A100-40"}, {"V100 32GB", "V100-32"}, {"P100", "P100"}, {"24GB GPU", "RTX-3090"}, {"11GB GPU", "GTX-1080Ti"},
    };
    std::vector<OomCase> out;
    for (const CsvRow &row : readCsv("tests/data/oom_cases.csv")) {
        OomCase c;
        c.quality = row.at("quality");
        c.ranOut = row.at("outcome") == "oom";
        c.label = labelOf(row) + " on " + row.at("gpu");
        for (const auto &[piece, id] : cards) {
            if (contains(row.at("gpu"), piece)) {
                c.gpu = *knowledge.gpu(id);
                break;
            }
        }
        const double printed = number(row.at("total_capacity_gib"));
        const int label = integer(row.at("gpu_gb"));
        if (!c.gpu && (printed > 0 || label > 0)) { // a card told by its size only: of the generation of the time
            Gpu card;
            card.id = "reported";
            card.architecture = "Pascal";
            card.fp32Tflops = 8.9;
            card.memoryGbps = 320;
            card.nominalMemory = Bytes::fromGib(label > 0 ? label : printed);
            card.usableMemory = Bytes::fromGib(printed > 0 ? printed : label);
            c.gpu = card;
        } else if (c.gpu && printed > 0) {
            c.gpu->usableMemory = Bytes::fromGib(printed);
        }
        const std::string &model = row.at("model"), &framework = row.at("framework"), &backbone = row.at("backbone");
        Workload w = sized(row);
        const auto is = [&](const char *name, const char *implementation) {
            w.model = name;
            w.implementation = implementation;
            return true;
        };
        bool known = false;
        if (row.at("phase") != "train")
            c.reason = "failed in validation, on an image and backbone that are not told";
        else if (row.at("input_h").empty() || row.at("batch_per_gpu").empty())
            c.reason = "input or batch is not told";
        else if (framework.rfind("TF", 0) == 0 || contains(framework, "Paddle"))
            c.reason = "not PyTorch";
        else if (contains(model, "DeepLabV3+") && contains(framework, "jfzhang95"))
            known = is("deeplabv3plus", "original");
        else if (contains(model, "CorrMatch")) {
            known = !c.ranOut && is("deeplabv3plus", "mmsegmentation"); // its plain step, a lower bound
            w.options.outputStride = 16;
            w.options.auxiliaryHead = false;
            w.classes = 21;
            c.reason = "a semi-supervised step needs more than the plain one: running out says nothing about it";
        } else if (contains(model, "DeepLabV3+") && (contains(framework, "mmseg") || contains(framework, "detectron2"))) {
            known = is("deeplabv3plus", "mmsegmentation");
            w.options.outputStride = contains(backbone, "OS16") ? 16 : 8;
            if (!contains(framework, "mmseg"))
                w.options.auxiliaryHead = false;
        } else if (model == "SegFormer") {
            known = is("segformer", "mmsegmentation");
            w.optimizer = Optimizer::AdamW;
            w.classes = contains(row.at("notes"), "VOC") ? 21 : contains(row.at("notes"), "ADE20K") ? 150 : 19;
        } else if (contains(model, "HRNet-OCR"))
            known = is("ocrnet", "original");
        else if (contains(framework, "milesial")) {
            known = is("unet", "original");
            w.backbone.clear();
            w.classes = 2;
            w.optimizer = Optimizer::Adam;
        } else if (model == "UPerNet" && contains(backbone, "Swin")) {
            known = is("upernet", "mmsegmentation");
            w.optimizer = Optimizer::AdamW;
        } else if (model == "PIDNet") {
            known = !c.ranOut && is("pidnet", "mmsegmentation"); // which of the three sizes is not told: the smallest must fit
            w.backbone = "pidnet-s";
        }
        else
            c.reason = "no model of the zoo";
        if (known && !builds(w)) {
            known = false;
            c.reason = "the zoo does not build this backbone";
        }
        if (known && !c.gpu) {
            known = false;
            c.reason = "the card is not told";
        }
        if (known)
            c.workload = w;
        out.push_back(std::move(c));
    }
    return out;
}

} // namespace segplan::test
