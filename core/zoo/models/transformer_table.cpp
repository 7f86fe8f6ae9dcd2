#include "zoo/models/transformer_models.h"

#include <utility>

namespace segplan::zoo {

namespace {

const char *const Mmsegmentation = "open-mmlab/mmsegmentation v1.2.2";

struct Source {
    const char *implementation;
    const char *reference;
};

} // namespace

void addTransformerModels(ModelTable &table)
{
    using Names = std::vector<std::string>;
    const auto add = [&table](const char *model, const char *name, const Source &source, Names backbones, Names options, Builder build,
                         CropRule crop = {1, 32}) {
        ModelEntry entry;
        entry.model = model;
        entry.name = name;
        entry.info.id = source.implementation;
        entry.info.reference = source.reference;
        entry.info.backbones = std::move(backbones);
        entry.info.options = std::move(options);
        entry.build = build;
        entry.crop = crop;
        table.push_back(std::move(entry));
    };
    const Source mmseg{"mmsegmentation", Mmsegmentation};
    const Source hrnetGroup{"original", "HRNet/HRNet-Semantic-Segmentation 0bbb288"};
    const Names mit{"mit-b0", "mit-b1", "mit-b2", "mit-b3", "mit-b4", "mit-b5"};
    const Names hrnets{"hrnet-w18", "hrnet-w18-small", "hrnet-w48"};
    const Names largeFirst{"hrnet-w48", "hrnet-w18", "hrnet-w18-small"};
    const Names vits{"vit-l", "vit-b"};
    const CropRule patches{16, 32};

    add("segformer", "SegFormer", mmseg, mit, {}, mmsegSegformer);
    add("segformer", "SegFormer", {"original", "NVlabs/SegFormer 65fa8cf"}, mit, {}, nvlabsSegformer);
    add("upernet", "UPerNet", mmseg,
        {"resnet50", "resnet101", "resnet18", "swin-t", "swin-s", "swin-b", "swin-l", "vit-b", "vit-s", "deit-b", "deit-s", "convnext-t",
            "convnext-s", "convnext-b", "convnext-l", "convnext-xl", "beit-b", "beit-l", "twins-svt-s", "twins-svt-b", "twins-svt-l",
            "twins-pcpvt-s", "twins-pcpvt-b", "twins-pcpvt-l"},
        {"output_stride", "auxiliary_head", "stem", "multi_grid", "pretrain_window"}, mmsegUperNet);
    add("hrnet", "HRNet", mmseg, hrnets, {}, mmsegHrnet);
    add("hrnet", "HRNet", hrnetGroup, largeFirst, {}, originalHrnet);
    add("ocrnet", "OCRNet", mmseg, hrnets, {}, mmsegOcrNet);
    add("ocrnet", "OCRNet", hrnetGroup, largeFirst, {}, originalOcrNet);
    add("mask2former", "Mask2Former", {"mmsegmentation", "open-mmlab/mmsegmentation v1.2.2, open-mmlab/mmdetection v3.3.0"},
        {"resnet50", "resnet101", "swin-t", "swin-s", "swin-b", "swin-l"}, {"stem", "pretrain_window", "segments_per_image"}, mmsegMask2Former, {1, 64});
    add("segnext", "SegNeXt", mmseg, {"mscan-t", "mscan-s", "mscan-b", "mscan-l"}, {}, mmsegSegNext);
    add("semantic-fpn", "Semantic FPN", mmseg,
        {"resnet50", "resnet101", "poolformer-s12", "poolformer-s24", "poolformer-s36", "poolformer-m36", "poolformer-m48",
            "twins-svt-s", "twins-svt-b", "twins-svt-l", "twins-pcpvt-s", "twins-pcpvt-b", "twins-pcpvt-l"},
        {"output_stride", "stem", "multi_grid"}, mmsegSemanticFpn);
    add("setr-naive", "SETR-Naive", mmseg, vits, {"auxiliary_head"}, mmsegSetrNaive, patches);
    add("setr-pup", "SETR-PUP", mmseg, vits, {"auxiliary_head"}, mmsegSetrPup, patches);
    add("setr-mla", "SETR-MLA", mmseg, vits, {"auxiliary_head"}, mmsegSetrMla, patches);
    add("segmenter", "Segmenter", mmseg, {"vit-b", "vit-t", "vit-s", "vit-l"}, {}, mmsegSegmenter, patches);
    add("swin-unet", "Swin-Unet", {"original", "HuCaoFighting/Swin-Unet f48f623"}, {"swin-t"}, {}, originalSwinUnet, {224, 224});
}

} // namespace segplan::zoo
