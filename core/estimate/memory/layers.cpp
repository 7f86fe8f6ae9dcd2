#include "estimate/memory/replay.h"

#include <unordered_map>
#include <vector>

namespace segplan {

namespace {

// Block of a name: its ancestor at the given depth below the root.
class Blocks {
public:
    explicit Blocks(const Graph &graph) : g(graph), m_depth(graph.names.size(), 0)
    {
        for (std::size_t i = 1; i < g.names.size(); ++i)
            m_depth[i] = m_depth[static_cast<std::size_t>(g.names[i].parent)] + 1;
    }
    NameId blockOf(NameId name, int depth) const
    {
        while (name > 0 && m_depth[static_cast<std::size_t>(name)] > depth)
            name = g.names[static_cast<std::size_t>(name)].parent;
        return name;
    }

private:
    const Graph &g;
    std::vector<int> m_depth;
};

} // namespace

void addLayers(const Graph &g, StepReplay &replay)
{
    constexpr int depth = 2;
    const Blocks blocks(g);
    std::unordered_map<std::string, std::size_t> index;
    std::vector<char> counted(g.storages.size());
    for (const Op &op : g.ops) {
        if (op.kind == OpKind::View)
            continue;
        const std::string path = g.path(blocks.blockOf(op.name, depth));
        const auto [it, fresh] = index.try_emplace(path, replay.layers.size());
        if (fresh)
            replay.layers.push_back({path, Bytes(0), 0, 0});
        StepReplay::Layer &layer = replay.layers[it->second];
        layer.macs += static_cast<double>(op.macs) / g.batch;
        for (int k = 0; k < op.savedCount; ++k) {
            const auto id = static_cast<std::size_t>(g.saved(op)[k]);
            const StorageRole role = g.storages[id].role;
            if (counted[id] || role == StorageRole::Parameter || role == StorageRole::Buffer)
                continue;
            counted[id] = 1; // a storage kept by two layers belongs to the first
            layer.saved += Bytes(g.storages[id].bytes);
        }
        for (int k = 0; k < op.inCount; ++k) {
            const Value &v = g.value(g.in(op)[k]);
            const auto id = static_cast<std::size_t>(v.storage);
            if (g.storages[id].role == StorageRole::Parameter && v.producer < 0 && !counted[id]) {
                counted[id] = 1;
                layer.parameters += v.shape.count();
            }
        }
    }
}

} // namespace segplan
