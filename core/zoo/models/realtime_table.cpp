// Real-time networks of mmsegmentation beyond BiSeNet and ICNet.
#include "zoo/builders.h"
#include "zoo/models/realtime.h"

namespace segplan::zoo {

void addRealtimeModels(ModelTable &table)
{
    const char *const reference = "open-mmlab/mmsegmentation v1.2.2";
    const char *const mmseg = "mmsegmentation";
    // Two branches of stride 8 and 16 are added without resizing to the exact size.
    const CropRule by8{8, 32, 0};
    table.push_back({"stdc", "STDC", {mmseg, {"stdc1", "stdc2"}, {"auxiliary_head"}, reference}, mmsegStdc, {}});
    table.push_back({"fast-scnn", "Fast-SCNN", {mmseg, {}, {"auxiliary_head"}, reference}, mmsegFastScnn, {}});
    table.push_back({"ddrnet", "DDRNet", {mmseg, {"ddrnet23-slim", "ddrnet23"}, {}, reference}, mmsegDdrNet, by8});
    table.push_back({"pidnet", "PIDNet", {mmseg, {"pidnet-s", "pidnet-m", "pidnet-l"}, {}, reference}, mmsegPidNet, by8});
    // The head pools windows of 49 pixels at stride 8.
    table.push_back({"lraspp", "LR-ASPP", {mmseg, {"mobilenetv3-large", "mobilenetv3-small"}, {}, reference}, mmsegLraspp, {1, 385, 0}});
}

} // namespace segplan::zoo
