#include "zoo/registry.h"

#include <algorithm>
#include <array>

namespace segplan::zoo {

namespace {

// The order models are shown in; others follow.
constexpr const char *shownOrder[] = {
    "unet", "deeplabv3plus", "deeplabv3", "pspnet", "fcn", "segformer", "swin-unet", "upernet", "mask2former", "maskformer", "hrnet", "ocrnet",
    "segnext", "knet", "knet-fcn", "knet-pspnet", "knet-deeplabv3", "setr-naive", "setr-pup", "setr-mla", "segmenter", "semantic-fpn", "unetplusplus", "linknet", "manet", "fpn", "bisenetv1",
    "bisenetv2", "stdc", "fast-scnn", "icnet", "ddrnet", "pidnet", "lraspp",
};

std::size_t rankOf(const std::string &model)
{
    for (std::size_t i = 0; i < std::size(shownOrder); ++i) {
        if (model == shownOrder[i])
            return i;
    }
    return std::size(shownOrder);
}

ModelTable makeTable()
{
    ModelTable table;
    addRealtimeModels(table); // before: its LR-ASPP is the usual one
    addCnnModels(table);
    addTransformerModels(table);
    addQueryModels(table);
    addTransformersLibraryModels(table);
    // Rows of one model stay together; of two sources' rows of one model and implementation the backbones are joined by the sources.
    std::vector<std::string> seen;
    for (const ModelEntry &entry : table) {
        if (std::find(seen.begin(), seen.end(), entry.model) == seen.end())
            seen.push_back(entry.model);
    }
    const auto place = [&seen](const std::string &model) {
        return std::pair(rankOf(model), std::find(seen.begin(), seen.end(), model) - seen.begin());
    };
    std::stable_sort(table.begin(), table.end(), [&](const ModelEntry &a, const ModelEntry &b) { return place(a.model) < place(b.model); });
    return table;
}

std::string joined(const std::vector<std::string> &list)
{
    std::string out;
    for (const std::string &item : list)
        out += (out.empty() ? "" : ", ") + item;
    return out;
}

Text oneOf(const std::vector<std::string> &list) { return {SP_T("core", "one of: %1"), {joined(list)}}; }

void checkRange(Errors &errors, const char *pointer, std::int64_t value, std::int64_t low, std::int64_t high)
{
    if (value < low || value > high)
        errors.push_back({ErrorCode::OutOfRange, {}, pointer, {SP_T("core", "The value %1 is out of range."), {value}},
                          {SP_T("core", "%1 to %2"), {low, high}}});
}

void checkCrop(Errors &errors, const char *pointer, int value, const CropRule &rule)
{
    if (value < rule.minimum || value > 65536) {
        checkRange(errors, pointer, value, rule.minimum, 65536);
        return;
    }
    if ((value - rule.offset) % rule.divisor == 0)
        return;
    const int below = (value - rule.offset) / rule.divisor * rule.divisor + rule.offset;
    errors.push_back({ErrorCode::OutOfRange, {}, pointer, {SP_T("core", "This network does not take a side of %1 pixels."), {value}},
                      rule.offset == 0 ? Text(SP_T("core", "a multiple of %1, such as %2 or %3"), {rule.divisor, below, below + rule.divisor})
                                       : Text(SP_T("core", "a multiple of %1 plus %2, such as %3 or %4"), {rule.divisor, rule.offset, below, below + rule.divisor})});
}

void checkOptions(Errors &errors, const ModelSpec &spec, const ImplementationInfo &info)
{
    const auto takes = [&](const char *option) {
        if (std::find(info.options.begin(), info.options.end(), option) != info.options.end())
            return true;
        errors.push_back({ErrorCode::Unsupported, {}, std::string("/options/") + option,
                          {SP_T("core", "%1 of %2 has no option %3."), {spec.model, info.id, option}},
                          info.options.empty() ? Text(SP_T("core", "no options")) : oneOf(info.options)});
        return false;
    };
    const auto reject = [&](const char *pointer, TextArg value, Text allowed) {
        errors.push_back({ErrorCode::OutOfRange, {}, pointer, {SP_T("core", "The option's value %1 is not allowed."), {std::move(value)}},
                          std::move(allowed)});
    };
    const bool resNet = spec.backbone.rfind("resnet", 0) == 0;
    if (spec.outputStride && takes("output_stride")) {
        const int v = *spec.outputStride;
        if (v != 8 && v != 16 && v != 32)
            reject("/options/output_stride", v, oneOf({"8", "16", "32"}));
        else if (spec.backbone == "unet-s5-d16" && v != 16)
            reject("/options/output_stride", v, SP_T("core", "16 with U-Net S5-D16"));
        else if (spec.implementation == "segmentation-models-pytorch" && spec.model == "deeplabv3plus" && v == 32)
            reject("/options/output_stride", v, oneOf({"8", "16"}));
        else if (spec.implementation == "original" && spec.model == "deeplabv3plus" && v == 32)
            reject("/options/output_stride", v, oneOf({"8", "16"}));
    }
    if (spec.auxiliaryHead)
        takes("auxiliary_head");
    if (spec.stem && takes("stem")) {
        if (*spec.stem != "deep" && *spec.stem != "classic")
            reject("/options/stem", *spec.stem, oneOf({"deep", "classic"}));
        else if (!resNet)
            reject("/options/stem", *spec.stem, SP_T("core", "only with a ResNet backbone"));
    }
    if (!spec.multiGrid.empty() && takes("multi_grid")) {
        const bool valid = spec.multiGrid.size() == 3 && std::all_of(spec.multiGrid.begin(), spec.multiGrid.end(), [](int d) { return d >= 1 && d <= 32; });
        if (!valid)
            reject("/options/multi_grid", static_cast<std::int64_t>(spec.multiGrid.size()), SP_T("core", "three dilations from 1 to 32"));
        else if (!resNet || spec.backbone == "resnet18" || spec.backbone == "resnet34")
            reject("/options/multi_grid", spec.backbone, SP_T("core", "only with ResNet-50, ResNet-101 or ResNet-152"));
    }
    if (spec.headDilation && takes("head_dilation"))
        checkRange(errors, "/options/head_dilation", *spec.headDilation, 1, 64);
    if (spec.pretrainWindow && takes("pretrain_window")) {
        if (*spec.pretrainWindow != 7 && *spec.pretrainWindow != 12)
            reject("/options/pretrain_window", *spec.pretrainWindow, oneOf({"7", "12"}));
    }
    if (spec.upsampling && takes("upsampling")) {
        if (*spec.upsampling != "transposed" && *spec.upsampling != "bilinear")
            reject("/options/upsampling", *spec.upsampling, oneOf({"transposed", "bilinear"}));
    }
}

} // namespace

const ModelTable &modelTable()
{
    static const ModelTable table = makeTable();
    return table;
}

const ModelEntry *findEntry(const std::string &model, const std::string &implementation)
{
    for (const ModelEntry &entry : modelTable()) {
        if (entry.model == model && entry.info.id == implementation)
            return &entry;
    }
    return nullptr;
}

Result<ModelSpec> resolveSpec(const ModelSpec &asked)
{
    ModelSpec spec = asked;
    std::vector<std::string> models, implementations;
    for (const ModelEntry &entry : modelTable()) {
        if (models.empty() || models.back() != entry.model)
            models.push_back(entry.model);
        if (entry.model == spec.model)
            implementations.push_back(entry.info.id);
    }
    if (implementations.empty())
        return Error{ErrorCode::UnknownId, {}, "/model", {SP_T("core", "The model \"%1\" is not known."), {spec.model}}, oneOf(models)};
    if (spec.implementation.empty())
        spec.implementation = implementations.front();
    const ModelEntry *entry = findEntry(spec.model, spec.implementation);
    if (!entry)
        return Error{ErrorCode::UnknownId, {}, "/implementation",
                     {SP_T("core", "%1 has no implementation \"%2\"."), {spec.model, spec.implementation}}, oneOf(implementations)};
    const std::vector<std::string> &backbones = entry->info.backbones;
    if (spec.backbone.empty() && !backbones.empty())
        spec.backbone = backbones.front();
    Errors errors;
    if (backbones.empty() ? !spec.backbone.empty() : std::find(backbones.begin(), backbones.end(), spec.backbone) == backbones.end())
        errors.push_back({ErrorCode::UnknownId, {}, "/backbone",
                          {SP_T("core", "%1 of %2 has no backbone \"%3\"."), {spec.model, spec.implementation, spec.backbone}},
                          backbones.empty() ? Text(SP_T("core", "no backbone: the model is its own")) : oneOf(backbones)});
    else
        checkOptions(errors, spec, entry->info);
    CropRule rule = entry->crop;
    if (spec.backbone == "unet-s5-d16")
        rule.divisor = 16;
    checkCrop(errors, "/crop/height", spec.height, rule);
    checkCrop(errors, "/crop/width", spec.width, rule);
    if (spec.implementation == "transformers" && spec.backbone.rfind("beit-", 0) == 0 && spec.height != spec.width)
        errors.push_back({ErrorCode::OutOfRange, {}, "/crop/width", {SP_T("core", "BEiT of transformers takes square crops only, not %1 x %2."), {spec.height, spec.width}},
                          {SP_T("core", "the same height and width")}});
    checkRange(errors, "/classes", spec.classes, 1, 65535);
    checkRange(errors, "/batch_per_gpu", spec.batch, 1, 65536);
    checkRange(errors, "/input_channels", spec.inputChannels, 1, 4096);
    checkRange(errors, "/options/segments_per_image", spec.matchedSegments, 1, 10000);
    if (!errors.empty())
        return errors;
    return spec;
}

} // namespace segplan::zoo
