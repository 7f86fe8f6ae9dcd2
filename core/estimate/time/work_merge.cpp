// Items of a step that are equal in everything become one with a count: a backbone repeats its blocks.
#include "estimate/time/roofline.h"

#include <cstdint>
#include <functional>
#include <tuple>

namespace segplan::timing {

void mergeEqual(std::vector<WorkItem> &items)
{
    const auto key = [](const WorkItem &i) {
        return std::tuple(i.workClass, i.kind, i.backward, i.loss, i.half, i.tensorCore, i.depthwise, i.dilated, i.bytes, i.tileMacs,
            i.macs, i.fastMacs, i.sampledBytes, i.layoutBytes);
    };
    const auto hash = [](const WorkItem &i) {
        const auto flags = static_cast<std::size_t>(i.workClass) << 16 | static_cast<std::size_t>(i.kind) << 8
            | std::size_t{i.backward} << 6 | std::size_t{i.loss} << 5 | std::size_t{i.half} << 4 | std::size_t{i.tensorCore} << 3
            | std::size_t{i.depthwise} << 2 | std::size_t{i.dilated} << 1;
        std::size_t h = flags;
        for (const double number : {i.bytes, i.tileMacs, i.macs})
            h = (h ^ std::hash<double>()(number)) * 0x9e3779b97f4a7c15U;
        return h ^ h >> 29;
    };
    // Open addressing over twice as many places as there are items; the first of equal items stays, so that the order is that of the trace.
    std::size_t places = 64;
    while (places < 2 * items.size())
        places *= 2;
    std::vector<std::int32_t> table(places, -1);
    std::size_t kept = 0;
    for (std::size_t n = 0; n < items.size(); ++n) {
        const WorkItem item = items[n];
        std::size_t at = hash(item) & (places - 1);
        while (table[at] >= 0 && key(items[static_cast<std::size_t>(table[at])]) != key(item))
            at = (at + 1) & (places - 1);
        if (table[at] >= 0) {
            items[static_cast<std::size_t>(table[at])].count += item.count;
        } else {
            table[at] = static_cast<std::int32_t>(kept);
            items[kept++] = item;
        }
    }
    items.resize(kept);
}

} // namespace segplan::timing
