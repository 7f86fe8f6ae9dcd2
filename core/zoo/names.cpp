#include "zoo/zoo.h"

#include <utility>

namespace segplan {

std::string backboneName(const std::string &id)
{
    static const std::pair<const char *, const char *> names[] = {
        {"resnet18", "ResNet-18"}, {"resnet34", "ResNet-34"}, {"resnet50", "ResNet-50"}, {"resnet101", "ResNet-101"},
        {"resnet152", "ResNet-152"}, {"resnest50", "ResNeSt-50"}, {"resnest101", "ResNeSt-101"}, {"mobilenetv2", "MobileNetV2"},
        {"mobilenetv3-small", "MobileNetV3-Small"}, {"mobilenetv3-large", "MobileNetV3-Large"}, {"xception65", "Xception-65"},
        {"vgg16", "VGG-16"}, {"hrnet-w18-small", "HRNet-W18-Small"}, {"hrnet-w18", "HRNet-W18"}, {"hrnet-w32", "HRNet-W32"},
        {"hrnet-w48", "HRNet-W48"}, {"mit-b0", "MiT-B0"}, {"mit-b1", "MiT-B1"}, {"mit-b2", "MiT-B2"}, {"mit-b3", "MiT-B3"},
        {"mit-b4", "MiT-B4"}, {"mit-b5", "MiT-B5"}, {"swin-t", "Swin-T"}, {"swin-s", "Swin-S"}, {"swin-b", "Swin-B"}, {"swin-l", "Swin-L"},
        {"convnext-t", "ConvNeXt-T"}, {"convnext-s", "ConvNeXt-S"}, {"convnext-b", "ConvNeXt-B"}, {"convnext-l", "ConvNeXt-L"},
        {"convnext-xl", "ConvNeXt-XL"}, {"vit-t", "ViT-T"}, {"vit-s", "ViT-S"}, {"vit-b", "ViT-B"}, {"vit-l", "ViT-L"},
        {"beit-b", "BEiT-B"}, {"beit-l", "BEiT-L"}, {"deit-s", "DeiT-S"}, {"deit-b", "DeiT-B"}, {"unet-s5-d16", "U-Net S5-D16"},
        {"mscan-t", "MSCAN-T"}, {"mscan-s", "MSCAN-S"}, {"mscan-b", "MSCAN-B"}, {"mscan-l", "MSCAN-L"},
        {"poolformer-s12", "PoolFormer-S12"}, {"poolformer-s24", "PoolFormer-S24"}, {"poolformer-s36", "PoolFormer-S36"},
        {"poolformer-m36", "PoolFormer-M36"}, {"poolformer-m48", "PoolFormer-M48"}, {"twins-svt-s", "Twins-SVT-S"},
        {"twins-svt-b", "Twins-SVT-B"}, {"twins-svt-l", "Twins-SVT-L"}, {"twins-pcpvt-s", "Twins-PCPVT-S"},
        {"twins-pcpvt-b", "Twins-PCPVT-B"}, {"twins-pcpvt-l", "Twins-PCPVT-L"},
        {"stdc1", "STDC1"}, {"stdc2", "STDC2"}, {"ddrnet23", "DDRNet-23"}, {"ddrnet23-slim", "DDRNet-23-slim"},
        {"pidnet-s", "PIDNet-S"}, {"pidnet-m", "PIDNet-M"}, {"pidnet-l", "PIDNet-L"},
        {"efficientnet-b0", "EfficientNet-B0"}, {"efficientnet-b1", "EfficientNet-B1"}, {"efficientnet-b2", "EfficientNet-B2"},
        {"efficientnet-b3", "EfficientNet-B3"}, {"efficientnet-b4", "EfficientNet-B4"}, {"efficientnet-b5", "EfficientNet-B5"},
        {"efficientnet-b6", "EfficientNet-B6"}, {"efficientnet-b7", "EfficientNet-B7"},
    };
    for (const auto &[key, name] : names) {
        if (id == key)
            return name;
    }
    return id;
}

} // namespace segplan
