#include "zoo/models/transformers_library.h"

#include <utility>

namespace segplan::zoo {

void addTransformersLibraryModels(ModelTable &table)
{
    using Names = std::vector<std::string>;
    const auto add = [&table](const char *model, const char *name, Names backbones, Names options, Builder build, CropRule crop) {
        ModelEntry entry;
        entry.model = model;
        entry.name = name;
        entry.info.id = "transformers";
        entry.info.reference = "huggingface/transformers 66ab300 (v4.47)";
        entry.info.backbones = std::move(backbones);
        entry.info.options = std::move(options);
        entry.build = build;
        entry.crop = crop;
        table.push_back(std::move(entry));
    };
    add("segformer", "SegFormer", {"mit-b0", "mit-b1", "mit-b2", "mit-b3", "mit-b4", "mit-b5"}, {}, transformersSegformer, {1, 32});
    add("upernet", "UPerNet", {"convnext-t", "convnext-s", "convnext-b", "convnext-l", "convnext-xl", "swin-t", "swin-s", "swin-b", "swin-l",
            "beit-b", "beit-l"},
        {"auxiliary_head", "pretrain_window"}, transformersUperNet, {1, 32});
    add("deeplabv3", "DeepLabV3", {"mobilenetv2"}, {"output_stride"}, transformersDeepLabV3, {1, 32});
    add("mask2former", "Mask2Former", {"swin-t", "swin-s", "swin-b", "swin-l"}, {"pretrain_window", "segments_per_image"}, transformersMask2Former, {1, 64});
    add("maskformer", "MaskFormer", {"swin-t", "swin-s", "swin-b", "swin-l", "resnet50", "resnet101"}, {"pretrain_window", "segments_per_image"}, transformersMaskFormer,
        {1, 64});
}

} // namespace segplan::zoo
