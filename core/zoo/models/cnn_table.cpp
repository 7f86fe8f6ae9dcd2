#include "zoo/builders.h"
#include "zoo/models/mmseg_cnn.h"

namespace segplan::zoo {

namespace {
constexpr const char *mmsegReference = "open-mmlab/mmsegmentation v1.2.2";

const std::vector<std::string> mmsegOptions{"output_stride", "auxiliary_head", "stem", "multi_grid", "head_dilation"};
} // namespace

void addCnnModels(ModelTable &table)
{
    const std::vector<std::string> mmsegBackbones{"resnet50", "resnet18", "resnet34", "resnet101", "resnet152", "mobilenetv2", "unet-s5-d16"};
    const std::vector<std::string> mmsegPlusBackbones{"resnet50", "resnet18", "resnet34", "resnet101", "resnet152", "mobilenetv2"};
    const CropRule any{};
    table.push_back({"unet", "U-Net", {"mmsegmentation", {"unet-s5-d16"}, {"auxiliary_head"}, mmsegReference}, mmsegFcn, {16, 32, 0}});
    table.push_back({"fcn", "FCN", {"mmsegmentation", mmsegBackbones, mmsegOptions, mmsegReference}, mmsegFcn, any});
    table.push_back({"pspnet", "PSPNet",
                     {"mmsegmentation", mmsegBackbones, {"output_stride", "auxiliary_head", "stem", "multi_grid"}, mmsegReference}, mmsegPspNet, any});
    table.push_back({"deeplabv3", "DeepLabV3", {"mmsegmentation", mmsegBackbones, mmsegOptions, mmsegReference}, mmsegDeepLabV3, any});
    table.push_back({"deeplabv3plus", "DeepLabV3+", {"mmsegmentation", mmsegPlusBackbones, mmsegOptions, mmsegReference}, mmsegDeepLabV3Plus, any});
}

} // namespace segplan::zoo
