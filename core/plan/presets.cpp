#include "plan/presets.h"

namespace segplan {

const std::vector<PresetInfo> &presetInfos()
{
    static const std::vector<PresetInfo> infos = {
        {"small-experiment", SP_T("core", "Small experiment"), SP_T("core", "Study or first try: a light network, short use, the cheapest card that does it.")},
        {"industrial", SP_T("core", "Industrial training"), SP_T("core", "A ResNet-101 or SegFormer-B5 class network with a batch above 8 on crops of 512 pixels and more.")},
        {"large-high-resolution", SP_T("core", "Large, high resolution"), SP_T("core", "Swin, Mask2Former or HRNet on much data at high resolution, on several cards.")},
        {"domestic-requirement", SP_T("core", "Domestic requirement"), SP_T("core", "A rule asks for domestic silicon: what there is on ECS, and what there is not.")}};
    return infos;
}

const PresetInfo *presetInfo(const std::string &id)
{
    for (const PresetInfo &info : presetInfos()) {
        if (info.id == id)
            return &info;
    }
    return nullptr;
}

} // namespace segplan
