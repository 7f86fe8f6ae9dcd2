#include "oracle_rows.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace segplan::test {

namespace {

bool contains(const std::string &text, const std::string &piece) { return text.find(piece) != std::string::npos; }

std::string implementationOf(const std::string &impl)
{
    if (contains(impl, "open-mmlab/mmsegmentation"))
        return "mmsegmentation";
    if (contains(impl, "pytorch/vision"))
        return "torchvision";
    if (contains(impl, "segmentation_models.pytorch"))
        return "segmentation-models-pytorch";
    if (contains(impl, "huggingface/transformers"))
        return "transformers";
    return "original";
}

// The oracle's names of models and backbones. A backbone of the whole model ("milesial-UNet") maps to none.
const std::map<std::string, std::string> &models()
{
    static const std::map<std::string, std::string> map{
        {"BiSeNetV1", "bisenetv1"},     {"BiSeNetV2", "bisenetv2"},   {"DDRNet", "ddrnet"},          {"DeepLabV3", "deeplabv3"},
        {"DeepLabV3+", "deeplabv3plus"}, {"FCN", "fcn"},              {"FPN", "fpn"},                {"Fast-SCNN", "fast-scnn"},
        {"HRNet", "hrnet"},             {"ICNet", "icnet"},           {"K-Net", "knet"},             {"LRASPP", "lraspp"},
        {"LinkNet", "linknet"},         {"MAnet", "manet"},           {"Mask2Former", "mask2former"}, {"MaskFormer", "maskformer"}, {"OCRNet", "ocrnet"},
        {"PIDNet", "pidnet"},           {"PSPNet", "pspnet"},         {"PoolFormer-FPN", "semantic-fpn"}, {"SETR-MLA", "setr-mla"},
        {"SETR-NAIVE", "setr-naive"},   {"SETR-PUP", "setr-pup"},     {"STDC", "stdc"},              {"SegFormer", "segformer"},
        {"SegNeXt", "segnext"},         {"Segmenter", "segmenter"},   {"Swin-UPerNet", "upernet"},   {"Swin-Unet", "swin-unet"},
        {"UNet", "unet"},               {"UNet++", "unetplusplus"},   {"UPerNet", "upernet"},        {"ViT-UPerNet", "upernet"},
    };
    return map;
}

const std::map<std::string, std::string> &backbones()
{
    static const std::map<std::string, std::string> map{
        {"ConvNeXt-T", "convnext-t"},     {"ConvNeXt-S", "convnext-s"},     {"ConvNeXt-B", "convnext-b"},     {"ConvNeXt-L", "convnext-l"},
        {"ConvNeXt-XL", "convnext-xl"},  {"Swin-B", "swin-b"},             {"BEiT-B", "beit-b"},             {"BEiT-L", "beit-l"},
        {"BiSeNetV1-R18", "resnet18"},   {"BiSeNetV2", ""},               {"DDRNet23", "ddrnet23"},       {"DDRNet23-slim", "ddrnet23-slim"},
        {"DeiT-B/16", "deit-b"},         {"FastSCNN", ""},                {"HRNetV2-W18", "hrnet-w18"},   {"HRNetV2-W48", "hrnet-w48"},
        {"ICNet-R18-D8", "resnet18"},    {"ICNet-R50-D8", "resnet50"},    {"MSCAN-B", "mscan-b"},         {"MSCAN-T", "mscan-t"},
        {"MiT-B0", "mit-b0"},            {"MiT-B1", "mit-b1"},            {"MiT-B2", "mit-b2"},           {"MiT-B3", "mit-b3"},
        {"MiT-B4", "mit-b4"},            {"MiT-B5", "mit-b5"},            {"MobileNetV2-D8", "mobilenetv2"}, {"MobileNetV2-OS16", "mobilenetv2"},
        {"MobileNetV3-L", "mobilenetv3-large"}, {"MobileNetV3-L-D8", "mobilenetv3-large"}, {"PIDNet-S", "pidnet-s"},         {"PIDNet-M", "pidnet-m"},
        {"PIDNet-L", "pidnet-l"},        {"STDC2", "stdc2"},              {"MobileNetV3-S-D8", "mobilenetv3-small"}, {"ResNeSt101-D8", "resnest101"}, {"vgg16", "vgg16"},
        {"PoolFormer-S24", "poolformer-s24"}, {"ResNet101", "resnet101"},      {"ResNet101-D8", "resnet101"}, {"ResNet101V1c", "resnet101"}, {"ResNet101V1c-D8", "resnet101"},
        {"ResNet18V1c-D8", "resnet18"},  {"ResNet50", "resnet50"},        {"ResNet50-D8", "resnet50"},    {"ResNet50V1c", "resnet50"},
        {"ResNet50V1c-D8", "resnet50"},  {"STDC1", "stdc1"},              {"Swin-L", "swin-l"},           {"Swin-S", "swin-s"},
        {"Swin-T", "swin-t"},            {"UNet-S5-D16", "unet-s5-d16"},  {"ViT-B/16", "vit-b"},          {"ViT-L/16", "vit-l"},
        {"ViT-S/16", "vit-s"},           {"ViT-T/16", "vit-t"},           {"Xception65-OS16", "xception65"}, {"milesial-UNet", ""},
        {"milesial-UNet-bilinear", ""},  {"mit_b2", "mit-b2"},            {"mobilenet_v2", "mobilenetv2"}, {"resnet101", "resnet101"},
        {"resnet34", "resnet34"},        {"resnet50", "resnet50"},        {"timm-efficientnet-b0", "efficientnet-b0"},
    };
    return map;
}

} // namespace

std::vector<CsvRow> oracleRows()
{
    std::vector<CsvRow> rows = readCsv("tests/data/oracle.csv");
    for (const char *more : {"tests/data/oracle_transformers.csv", "tests/data/oracle_cnn.csv"}) {
        for (CsvRow &row : readCsv(more))
            rows.push_back(std::move(row));
    }
    return rows;
}

std::int64_t integerCell(const CsvRow &row, const std::string &column) { return std::strtoll(row.at(column).c_str(), nullptr, 10); }

std::optional<std::int64_t> noteValue(const CsvRow &row, const std::string &key)
{
    const std::string &notes = row.at("notes");
    for (std::size_t at = notes.find(key + "="); at != std::string::npos; at = notes.find(key + "=", at + 1)) {
        if (at == 0 || notes[at - 1] == ' ' || notes[at - 1] == ';')
            return std::strtoll(notes.c_str() + at + key.size() + 1, nullptr, 10);
    }
    return std::nullopt;
}

std::optional<OracleCase> oracleCase(const CsvRow &row)
{
    OracleCase c;
    const auto model = models().find(row.at("model"));
    const auto backbone = backbones().find(row.at("backbone"));
    if (model == models().end() || backbone == backbones().end())
        return std::nullopt;
    ModelSpec &s = c.spec;
    s.model = model->second;
    s.backbone = backbone->second;
    s.implementation = implementationOf(row.at("impl"));
    if (s.backbone == "unet-s5-d16" && row.at("head") == "PSPHead")
        s.model = "pspnet";
    if (s.backbone == "unet-s5-d16" && row.at("head") == "ASPPHead")
        s.model = "deeplabv3";
    if (row.at("backbone") == "milesial-UNet-bilinear")
        s.upsampling = "bilinear";
    s.height = static_cast<int>(integerCell(row, "input_h"));
    s.width = static_cast<int>(integerCell(row, "input_w"));
    s.classes = static_cast<int>(integerCell(row, "classes"));
    s.batch = static_cast<int>(integerCell(row, "batch"));
    if (s.implementation == "transformers" && s.model == "upernet")
        s.auxiliaryHead = integerCell(row, "aux") > 0;

    const ModelInfo *info = zooModel(s.model);
    if (!info)
        return std::nullopt;
    const auto implementation = std::find_if(info->implementations.begin(), info->implementations.end(),
                                             [&](const ImplementationInfo &i) { return i.id == s.implementation; });
    if (implementation == info->implementations.end())
        return std::nullopt;
    const auto &known = implementation->backbones;
    if (known.empty())
        s.backbone.clear();
    else if (!s.backbone.empty() && std::find(known.begin(), known.end(), s.backbone) == known.end())
        return std::nullopt;

    const std::string &precision = row.at("precision");
    c.settings.autocast = precision != "fp32";
    c.settings.rules = RetentionRules::V113;
    c.settings.checkpointing = contains(row.at("notes"), "variant=with_cp");
    c.cpuKernels = contains(row.at("notes"), "variant=real-cpu");
    c.family = row.at("model") + " " + s.implementation;
    c.label = c.family + " " + row.at("backbone") + " " + row.at("head") + " " + row.at("input_h") + "x" + row.at("input_w") + " "
        + row.at("classes") + " classes " + precision + (c.settings.checkpointing ? " checkpointing" : "") + (c.cpuKernels ? " cpu" : "");
    return c;
}

} // namespace segplan::test
