#include "zoo/backbones/vgg.h"

#include <string>

namespace segplan::zoo {

FeatureMaps vgg16(Tracer &t, const Tensor &image, int depth)
{
    struct Stage {
        std::int64_t channels;
        int convs;
    };
    static constexpr Stage stages[] = {{64, 2}, {128, 2}, {256, 3}, {512, 3}, {512, 3}, {512, 0}};
    FeatureMaps outs;
    Tensor x = image;
    std::int64_t in = image.size(1);
    int stage = 0, index = 0; // of the flat sequence of layers
    for (const Stage &s : stages) {
        const bool runs = stage <= depth;
        if (stage > 0) {
            if (runs)
                x = t.maxPool(x, 2, 2);
            ++index;
        }
        for (int i = 0; i < s.convs; ++i, in = s.channels, index += 2) {
            if (!runs) {
                (void)t.parameter(Dims{s.channels, in, 3, 3}, "weight");
                (void)t.parameter(Dims{s.channels}, "bias");
                continue;
            }
            const auto scope = t.scope("features", index);
            x = t.conv(x, {.out = s.channels, .kernel = 3, .padding = 1, .bias = true});
            x = t.relu(x);
        }
        if (runs)
            outs.push_back(x);
        ++stage;
    }
    return outs;
}

} // namespace segplan::zoo
