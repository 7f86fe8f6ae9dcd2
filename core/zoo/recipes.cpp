// What the references' training configurations say besides the network.
#include "zoo/zoo.h"

#include <algorithm>

namespace segplan {

namespace {

bool startsWith(const std::string &text, const char *prefix) { return text.rfind(prefix, 0) == 0; }

bool among(const std::string &id, std::initializer_list<const char *> list)
{
    return std::any_of(list.begin(), list.end(), [&](const char *other) { return id == other; });
}

// configs/ of mmsegmentation v1.2.2. SETR and Segmenter train their transformers with SGD.
const char *mmsegOptimizer(const std::string &model, const std::string &backbone)
{
    if (among(model, {"segformer", "segnext", "mask2former", "maskformer", "knet"}))
        return "adamw";
    const bool heads = model == "upernet" || model == "semantic-fpn";
    for (const char *family : {"swin", "vit", "deit", "beit", "mae", "convnext", "twins", "poolformer"}) {
        if (heads && startsWith(backbone, family))
            return "adamw";
    }
    return "sgd-momentum";
}

} // namespace

std::string usualOptimizer(const std::string &model, const std::string &implementation, const std::string &backbone)
{
    if (implementation == "mmsegmentation")
        return mmsegOptimizer(model, backbone);
    if (implementation == "torchvision") // references/segmentation/train.py
        return "sgd-momentum";
    if (implementation == "transformers") // the library's Trainer
        return "adamw";
    if (implementation == "original") {
        if (model == "segformer") // NVlabs local_configs
            return "adamw";
        if (model == "unet") // train.py uses RMSprop
            return {};
        return "sgd-momentum";
    }
    return {}; // segmentation_models.pytorch leaves training to its user
}

} // namespace segplan
