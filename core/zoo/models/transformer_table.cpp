#include "zoo/models/transformer_models.h"

namespace segplan::zoo {

namespace {

const char *const Mmsegmentation = "open-mmlab/mmsegmentation v1.2.2";

} // namespace

void addTransformerModels(ModelTable &table)
{
    const std::vector<std::string> mit{"mit-b0", "mit-b1", "mit-b2", "mit-b3", "mit-b4", "mit-b5"};
    const std::vector<std::string> hrnets{"hrnet-w18", "hrnet-w18-small", "hrnet-w48"};
    table.push_back({.model = "segformer",
        .name = "SegFormer",
        .info = {.id = "mmsegmentation", .backbones = mit, .options = {}, .reference = Mmsegmentation},
        .build = mmsegSegformer,
        .crop = {1, 32}});
    table.push_back({.model = "segformer",
        .name = "SegFormer",
        .info = {.id = "original", .backbones = mit, .options = {}, .reference = "NVlabs/SegFormer 65fa8cf"},
        .build = nvlabsSegformer,
        .crop = {1, 32}});
    table.push_back({.model = "upernet",
        .name = "UPerNet",
        .info = {.id = "mmsegmentation",
            .backbones = {"resnet50", "resnet101", "resnet18", "swin-t", "swin-s", "swin-b", "swin-l", "vit-b", "vit-s", "deit-b", "deit-s",
                "convnext-t", "convnext-s", "convnext-b", "convnext-l", "convnext-xl", "beit-b", "beit-l"},
            .options = {"output_stride", "auxiliary_head", "stem", "multi_grid", "pretrain_window"},
            .reference = Mmsegmentation},
        .build = mmsegUperNet,
        .crop = {1, 32}});
    table.push_back({.model = "hrnet",
        .name = "HRNet",
        .info = {.id = "mmsegmentation", .backbones = hrnets, .options = {}, .reference = Mmsegmentation},
        .build = mmsegHrnet,
        .crop = {1, 32}});
    table.push_back({.model = "hrnet",
        .name = "HRNet",
        .info = {.id = "original",
            .backbones = {"hrnet-w48", "hrnet-w18", "hrnet-w18-small"},
            .options = {},
            .reference = "HRNet/HRNet-Semantic-Segmentation 0bbb288"},
        .build = originalHrnet,
        .crop = {1, 32}});
    table.push_back({.model = "ocrnet",
        .name = "OCRNet",
        .info = {.id = "mmsegmentation", .backbones = hrnets, .options = {}, .reference = Mmsegmentation},
        .build = mmsegOcrNet,
        .crop = {1, 32}});
    table.push_back({.model = "ocrnet",
        .name = "OCRNet",
        .info = {.id = "original",
            .backbones = {"hrnet-w48", "hrnet-w18", "hrnet-w18-small"},
            .options = {},
            .reference = "HRNet/HRNet-Semantic-Segmentation 0bbb288"},
        .build = originalOcrNet,
        .crop = {1, 32}});
    table.push_back({.model = "mask2former",
        .name = "Mask2Former",
        .info = {.id = "mmsegmentation",
            .backbones = {"resnet50", "resnet101", "swin-t", "swin-s", "swin-b", "swin-l"},
            .options = {"stem", "pretrain_window"},
            .reference = "open-mmlab/mmsegmentation v1.2.2, open-mmlab/mmdetection v3.3.0"},
        .build = mmsegMask2Former,
        .crop = {1, 64}});
    const auto plain = [&table](const char *model, const char *name, std::vector<std::string> backbones, std::vector<std::string> options,
                           Builder build) {
        table.push_back({.model = model,
            .name = name,
            .info = {.id = "mmsegmentation", .backbones = std::move(backbones), .options = std::move(options), .reference = Mmsegmentation},
            .build = build,
            .crop = {16, 32}});
    };
    plain("setr-naive", "SETR-Naive", {"vit-l", "vit-b"}, {"auxiliary_head"}, mmsegSetrNaive);
    plain("setr-pup", "SETR-PUP", {"vit-l", "vit-b"}, {"auxiliary_head"}, mmsegSetrPup);
    plain("setr-mla", "SETR-MLA", {"vit-l", "vit-b"}, {"auxiliary_head"}, mmsegSetrMla);
    plain("segmenter", "Segmenter", {"vit-b", "vit-t", "vit-s", "vit-l"}, {}, mmsegSegmenter);
    table.push_back({.model = "swin-unet",
        .name = "Swin-Unet",
        .info = {.id = "original", .backbones = {"swin-t"}, .options = {}, .reference = "HuCaoFighting/Swin-Unet f48f623"},
        .build = originalSwinUnet,
        .crop = {224, 224}});
}

} // namespace segplan::zoo
