#include "zoo/refusals.h"

#include <string>

namespace segplan {

std::optional<Text> singleValueNorm(const Graph &graph)
{
    for (const Op &op : graph.ops) {
        if (op.kind != OpKind::BatchNorm || op.inCount == 0)
            continue;
        const Dims &shape = graph.value(graph.in(op)[0]).shape;
        if (shape.n < 2 || shape.count() != shape[1])
            continue;
        std::string size;
        for (int i = 0; i < shape.n; ++i)
            size += (i ? ", " : "") + std::to_string(shape[i]);
        return Text(SP_T("core", "With one image per GPU the pooled branch of this network gives batch norm a single value per channel, and PyTorch refuses to train it: %1."),
                    {"Expected more than 1 value per channel when training, got input size torch.Size([" + size + "])"});
    }
    return std::nullopt;
}

} // namespace segplan
