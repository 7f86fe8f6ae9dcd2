// K-Net, MaskFormer, Segmenter of its authors.
#include "zoo/models/query_models.h"

#include <utility>

namespace segplan::zoo {

void addQueryModels(ModelTable &table)
{
    using Names = std::vector<std::string>;
    constexpr const char *mmseg = "open-mmlab/mmsegmentation v1.2.2";
    const auto add = [&table](const char *model, const char *name, const char *implementation, const char *reference, Names backbones,
                         Names options, Builder build, CropRule crop) {
        ModelEntry entry;
        entry.model = model;
        entry.name = name;
        entry.info.id = implementation;
        entry.info.reference = reference;
        entry.info.backbones = std::move(backbones);
        entry.info.options = std::move(options);
        entry.build = build;
        entry.crop = crop;
        table.push_back(std::move(entry));
    };
    const CropRule any{1, 32}, coarse{1, 64};
    const Names resnets{"resnet50", "resnet101"};
    const Names dilated{"output_stride", "auxiliary_head", "stem", "multi_grid"};
    add("knet", "K-Net", "mmsegmentation", mmseg, {"resnet50", "resnet101", "swin-t", "swin-s", "swin-b", "swin-l"},
        {"output_stride", "auxiliary_head", "stem", "multi_grid", "pretrain_window"}, mmsegKnetUper, any);
    add("knet-fcn", "K-Net, FCN kernels", "mmsegmentation", mmseg, resnets, dilated, mmsegKnetFcn, any);
    add("knet-pspnet", "K-Net, PSPNet kernels", "mmsegmentation", mmseg, resnets, dilated, mmsegKnetPsp, any);
    add("knet-deeplabv3", "K-Net, DeepLabV3 kernels", "mmsegmentation", mmseg, resnets, dilated, mmsegKnetAspp, any);
    add("maskformer", "MaskFormer", "mmsegmentation", "open-mmlab/mmsegmentation v1.2.2, open-mmlab/mmdetection v3.3.0",
        {"resnet50", "resnet101", "swin-t", "swin-s"}, {"stem", "pretrain_window", "segments_per_image"}, mmsegMaskFormer, coarse);
    add("segmenter", "Segmenter", "original", "rstrudel/segmenter 20d1bfa", {"vit-b", "vit-t", "vit-s", "vit-l"}, {}, originalSegmenter, {16, 32});
}

} // namespace segplan::zoo
