#include "mmseg_rows.h"

#include "zoo/zoo.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace segplan::test {

namespace {

bool startsWith(const std::string &text, const std::string &head) { return text.rfind(head, 0) == 0; }
bool contains(const std::string &text, const std::string &piece) { return text.find(piece) != std::string::npos; }

std::string modelOf(const CsvRow &row)
{
    static const std::map<std::string, std::string> heads{
        {"ASPPHead", "deeplabv3"}, {"DepthwiseSeparableASPPHead", "deeplabv3plus"}, {"FCNHead", "fcn"}, {"PSPHead", "pspnet"},
        {"UPerHead", "upernet"}, {"SegformerHead", "segformer"}, {"Mask2FormerHead", "mask2former"}, {"LRASPPHead", "lraspp"},
        {"FPNHead", "semantic-fpn"},
    };
    const std::string &method = row.at("method");
    if (startsWith(method, "BiSeNetV2"))
        return "bisenetv2";
    if (startsWith(method, "ICNet"))
        return "icnet";
    if (method == "SETR Naive")
        return "setr-naive";
    if (method == "SETR PUP")
        return "setr-pup";
    if (startsWith(row.at("backbone"), "HRNet"))
        return "hrnet";
    if (method == "UNet + FCN")
        return "unet";
    const auto head = heads.find(row.at("head"));
    return head == heads.end() ? std::string() : head->second;
}

// Backbone id, and what its name says about stem, stride and grid.
std::string backboneOf(const CsvRow &row, Workload &w)
{
    const std::string &name = row.at("backbone");
    static const std::map<std::string, std::string> plain{
        {"UNet-S5-D16", "unet-s5-d16"}, {"HRNetV2p-W18-Small", "hrnet-w18-small"}, {"HRNetV2p-W18", "hrnet-w18"}, {"HRNetV2p-W48", "hrnet-w48"},
        {"M-V2-D8", "mobilenetv2"}, {"M-V3-D8", "mobilenetv3-large"}, {"M-V3-D8 (scratch)", "mobilenetv3-large"}, {"M-V3s-D8 (scratch)", "mobilenetv3-small"},
        {"MIT-B0", "mit-b0"}, {"MIT-B1", "mit-b1"}, {"MIT-B2", "mit-b2"}, {"MIT-B3", "mit-b3"}, {"MIT-B4", "mit-b4"}, {"MIT-B5", "mit-b5"},
        {"Swin-T", "swin-t"}, {"Swin-S", "swin-s"}, {"Swin-B", "swin-b"}, {"Swin-B (in22k)", "swin-b"}, {"Swin-L", "swin-l"}, {"Swin-L (in22k)", "swin-l"},
        {"ConvNeXt-T", "convnext-t"}, {"ConvNeXt-B", "convnext-b"}, {"ConvNeXt-L", "convnext-l"}, {"ConvNeXt-XL", "convnext-xl"},
        {"ViT-L", "vit-l"}, {"BEiT-B", "beit-b"}, {"BEiT-L", "beit-l"}, {"PoolFormer-M36", "poolformer-m36"}, {"PoolFormer-M48", "poolformer-m48"},
        {"S-101-D8", "resnest101"}, {"BiSeNetV2", ""}, {"BiSeNetV2 (OHEM)", ""}, {"ViT-B + MLN", "vit-b"},
    };
    if (const auto it = plain.find(name); it != plain.end())
        return it->second;
    for (const char *depth : {"101", "50", "18"}) {
        const std::string head = std::string("R-") + depth;
        if (!startsWith(name, head))
            continue;
        const std::string rest = name.substr(head.size());
        if (startsWith(rest, "b"))
            w.options.stem = "classic";
        if (contains(rest, "D8"))
            w.options.outputStride = 8;
        if (contains(rest, "D16"))
            w.options.outputStride = 16;
        if (contains(rest, "D32"))
            w.options.outputStride = 32;
        if (contains(rest, "MG124"))
            w.options.multiGrid = {1, 2, 4};
        return std::string("resnet") + depth;
    }
    return "?";
}

// Rows that do not fit their own configuration, with the evidence; they are listed, not judged.
std::string doubtOf(const CsvRow &row)
{
    const std::string &method = row.at("method"), &backbone = row.at("backbone"), &flags = row.at("flags");
    if (startsWith(backbone, "PoolFormer"))
        return "configuration says AMP, the figure is that of fp32";
    if (method == "FPN" && backbone == "R-101" && row.at("dataset") == "ADE20K")
        return "the released configuration builds ResNet-50";
    if (method == "Mask2Former" && row.at("dataset") == "ADE20K" && startsWith(backbone, "Swin"))
        return "half of what Cityscapes needs at similar pixels, or copied from another row";
    if (backbone == "R-101-D16-MG124" && row.at("mem_gb") == "9.9")
        return "5.8 and 9.9 for one model, differing by schedule only";
    if (contains(flags, "cudnn_benchmark=True"))
        return "measured with cudnn_benchmark, whose trials fill the card";
    if (contains(flags, "config crop is"))
        return "the configuration crops otherwise than its name says";
    if (contains(flags, "mem per input pixel"))
        return "flagged: far more memory per pixel than the model's other rows";
    return {};
}

} // namespace

std::optional<PublishedCase> publishedCase(const CsvRow &row)
{
    PublishedCase c;
    Workload &w = c.workload;
    w.model = modelOf(row);
    w.backbone = backboneOf(row, w);
    w.implementation = "mmsegmentation";
    if (w.backbone == "unet-s5-d16" && w.model == "fcn")
        w.model = "unet";
    const ModelInfo *info = zooModel(w.model);
    if (!info)
        return std::nullopt;
    const auto implementation = std::find_if(info->implementations.begin(), info->implementations.end(),
                                             [](const ImplementationInfo &i) { return i.id == "mmsegmentation"; });
    if (implementation == info->implementations.end())
        return std::nullopt;
    const auto &known = implementation->backbones;
    if (!w.backbone.empty() && std::find(known.begin(), known.end(), w.backbone) == known.end())
        return std::nullopt;
    const auto &options = implementation->options;
    if (std::find(options.begin(), options.end(), "output_stride") == options.end())
        w.options.outputStride.reset();
    if (startsWith(row.at("method"), "FCN (D6)"))
        w.options.headDilation = 6;
    if (contains(row.at("config_1x"), "window12") || (w.backbone == "swin-b" && row.at("mem_gb") == "8.52")
        || (w.backbone == "swin-l" && row.at("mem_gb") == "12.42") || (startsWith(w.backbone, "swin") && contains(row.at("config_1x"), "384x384")))
        w.options.pretrainWindow = 12;
    const auto number = [&](const char *key) { return static_cast<int>(std::strtol(row.at(key).c_str(), nullptr, 10)); };
    w.classes = number("num_classes");
    w.cropHeight = number("crop_h");
    w.cropWidth = number("crop_w");
    w.batchPerGpu = number("batch_per_gpu");
    w.gpus = 4;
    w.gradientAccumulation = 1;
    w.optimizer = row.at("optimizer") == "AdamW" ? Optimizer::AdamW : Optimizer::SgdMomentum;
    w.precision = row.at("precision") == "fp32" ? Precision::Fp32 : Precision::AmpFp16;
    // The rows made with the 1.x code base come from a newer PyTorch, whose zero_grad() still zeroes in place.
    const bool newer = w.model == "mask2former" || w.model == "maskformer" || w.model == "pidnet" || w.model == "ddrnet";
    w.pytorch = newer ? PytorchEra::V1_13 : PytorchEra::V1_10;
    w.zeroGradInPlace = newer;
    c.gib = std::strtod(row.at("mem_gb").c_str(), nullptr);
    c.doubt = doubtOf(row);
    c.family = row.at("method").substr(0, row.at("method").find(" ("));
    c.label = c.family + " " + row.at("backbone") + " " + row.at("crop_h") + "x" + row.at("crop_w") + " b" + row.at("batch_per_gpu") + " "
        + row.at("num_classes") + " classes " + row.at("precision") + (contains(row.at("loss"), "Dice") ? " CE + Dice" : "");
    c.key = c.label + " " + row.at("method") + " " + row.at("optimizer") + " " + row.at("mem_gb") + (w.options.pretrainWindow ? " w12" : "");
    return c;
}

} // namespace segplan::test
