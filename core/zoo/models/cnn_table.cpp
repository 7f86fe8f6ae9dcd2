#include "zoo/builders.h"
#include "zoo/models/mmseg_cnn.h"
#include "zoo/models/original_cnn.h"
#include "zoo/models/realtime.h"
#include "zoo/models/smp.h"
#include "zoo/models/torchvision_cnn.h"

namespace segplan::zoo {

namespace {
constexpr const char *mmsegReference = "open-mmlab/mmsegmentation v1.2.2";
constexpr const char *torchvisionReference = "pytorch/vision v0.14.1";
constexpr const char *smpReference = "qubvel/segmentation_models.pytorch bd7f877";

const std::vector<std::string> mmsegOptions{"output_stride", "auxiliary_head", "stem", "multi_grid", "head_dilation"};
} // namespace

void addCnnModels(ModelTable &table)
{
    const std::vector<std::string> mmsegPlusBackbones{"resnet50", "resnet18", "resnet34", "resnet101", "resnet152", "resnest50", "resnest101", "mobilenetv2"};
    std::vector<std::string> mmsegBackbones = mmsegPlusBackbones;
    mmsegBackbones.emplace_back("unet-s5-d16");
    const std::vector<std::string> torchvisionBackbones{"resnet50", "resnet101"};
    const std::vector<std::string> smpBackbones{
        "resnet34",        "resnet18",        "resnet50",        "resnet101",       "resnet152",       "mobilenetv2",     "efficientnet-b0",
        "efficientnet-b1", "efficientnet-b2", "efficientnet-b3", "efficientnet-b4", "efficientnet-b5", "efficientnet-b6", "efficientnet-b7"};
    std::vector<std::string> smpPooledBackbones = smpBackbones; // DeepLab dilates its encoder, which VGG does not allow
    smpPooledBackbones.emplace_back("vgg16");
    std::vector<std::string> smpUnetBackbones = smpPooledBackbones;
    for (const char *mit : {"mit-b0", "mit-b1", "mit-b2", "mit-b3", "mit-b4", "mit-b5"})
        smpUnetBackbones.emplace_back(mit);
    const CropRule any{}, by32{32, 32, 0}, by16{16, 32, 0}, by8{8, 32, 0};
    const char *smp = "segmentation-models-pytorch";

    table.push_back({"unet", "U-Net", {"mmsegmentation", {"unet-s5-d16"}, {"auxiliary_head"}, mmsegReference}, mmsegFcn, by16});
    table.push_back({"unet", "U-Net", {smp, smpUnetBackbones, {}, smpReference}, smpUnet, by32});
    table.push_back({"unet", "U-Net", {"original", {}, {"upsampling"}, "milesial/Pytorch-UNet 21d7850"}, milesialUnet, {1, 32, 0}});
    table.push_back({"fcn", "FCN", {"mmsegmentation", mmsegBackbones, mmsegOptions, mmsegReference}, mmsegFcn, any});
    table.push_back({"fcn", "FCN", {"torchvision", torchvisionBackbones, {"auxiliary_head"}, torchvisionReference}, torchvisionFcn, any});
    table.push_back({"pspnet", "PSPNet",
                     {"mmsegmentation", mmsegBackbones, {"output_stride", "auxiliary_head", "stem", "multi_grid"}, mmsegReference}, mmsegPspNet, any});
    table.push_back({"pspnet", "PSPNet", {smp, smpPooledBackbones, {}, smpReference}, smpPspNet, by8});
    table.push_back({"pspnet", "PSPNet",
                     {"original", {"resnet50", "resnet101", "resnet152"}, {"auxiliary_head"}, "hszhao/semseg 4f274c3"}, hszhaoPspNet, {8, 33, 1}});
    table.push_back({"deeplabv3", "DeepLabV3", {"mmsegmentation", mmsegBackbones, mmsegOptions, mmsegReference}, mmsegDeepLabV3, any});
    table.push_back({"deeplabv3", "DeepLabV3",
                     {"torchvision", {"resnet50", "resnet101", "mobilenetv3-large"}, {"auxiliary_head"}, torchvisionReference}, torchvisionDeepLabV3, any});
    table.push_back({"deeplabv3", "DeepLabV3", {smp, smpBackbones, {}, smpReference}, smpDeepLabV3, by8});
    table.push_back({"deeplabv3plus", "DeepLabV3+", {"mmsegmentation", mmsegPlusBackbones, mmsegOptions, mmsegReference}, mmsegDeepLabV3Plus, any});
    table.push_back({"deeplabv3plus", "DeepLabV3+", {smp, smpBackbones, {"output_stride"}, smpReference}, smpDeepLabV3Plus, by16});
    table.push_back({"deeplabv3plus", "DeepLabV3+",
                     {"original", {"xception65", "mobilenetv2", "resnet101"}, {"output_stride"}, "jfzhang95/pytorch-deeplab-xception 9135e10"},
                     jfzhangDeepLabV3Plus, any});
    table.push_back({"unetplusplus", "U-Net++", {smp, smpPooledBackbones, {}, smpReference}, smpUnetPlusPlus, by32});
    table.push_back({"linknet", "LinkNet", {smp, smpPooledBackbones, {}, smpReference}, smpLinknet, by32});
    table.push_back({"manet", "MAnet", {smp, smpPooledBackbones, {}, smpReference}, smpManet, by32});
    table.push_back({"fpn", "FPN", {smp, smpPooledBackbones, {}, smpReference}, smpFpn, by32});
    table.push_back({"bisenetv1", "BiSeNetV1", {"mmsegmentation", {"resnet18", "resnet50"}, {"auxiliary_head", "stem"}, mmsegReference}, mmsegBiSeNetV1, any});
    table.push_back({"bisenetv2", "BiSeNetV2", {"mmsegmentation", {}, {"auxiliary_head"}, mmsegReference}, mmsegBiSeNetV2, any});
    table.push_back({"icnet", "ICNet", {"mmsegmentation", {"resnet50", "resnet18", "resnet101"}, {"auxiliary_head", "stem"}, mmsegReference}, mmsegIcNet, any});
    table.push_back({"lraspp", "LR-ASPP", {"torchvision", {"mobilenetv3-large"}, {}, torchvisionReference}, torchvisionLraspp, any});
}

} // namespace segplan::zoo
