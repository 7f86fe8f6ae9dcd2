// Replays one training step on a trace: every storage's birth and death through forward, loss, backward and optimizer step.
//
// Backward runs the nodes in reverse order of recording: PyTorch's engine pops the ready node with the highest sequence number, and
// sequence numbers are handed out in forward order. A node's gradients are born while its saved tensors and incoming gradients are
// still alive; these go when it has run. Parameter gradients are stolen by AccumulateGrad and stay until the optimizer step.
// Sources: torch/csrc/autograd/engine.cpp, input_buffer.cpp, accumulate_grad.h; torch/optim.
#include "estimate/memory/replay.h"

#include <algorithm>
#include <utility>

namespace segplan {

const char *phaseName(Phase p)
{
    switch (p) {
    case Phase::Forward: return SP_T("core", "forward");
    case Phase::Loss: return SP_T("core", "loss");
    case Phase::Backward: return SP_T("core", "backward");
    case Phase::Step: return SP_T("core", "optimizer step");
    }
    return SP_T("core", "forward");
}

namespace {

constexpr std::int32_t none = -1;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

// cuDNN's Winograd F(4x4, 3x3) workspace of a 3x3, stride 1, undilated, ungrouped fp32 convolution: the 6x6 transform domain of
// input, output and weights. Inferred from published V100 figures (memory calibration); chosen from a number of tiles on.
std::int64_t winogradBytes(const Graph &g, const Op &op)
{
    if (op.conv < 0 || op.kind != OpKind::Conv)
        return 0;
    const ConvInfo &c = g.convs[at(op.conv)];
    if (c.kernelH != 3 || c.kernelW != 3 || c.stride != 1 || c.dilation != 1 || c.groups != 1)
        return 0;
    const Value &in = g.value(g.in(op)[0]);
    if (in.dtype != DType::Float)
        return 0;
    const std::int64_t tiles = in.shape[0] * ((in.shape[2] + 3) / 4) * ((in.shape[3] + 3) / 4);
    if (tiles < winogradMinTiles)
        return 0;
    return saturatedProduct(winogradBytesPerTile, tiles * (c.inChannels + c.outChannels) + c.inChannels * c.outChannels);
}

struct GradStorage {
    std::int64_t bytes = 0;
    std::int32_t references = 0;
    std::int32_t block = none; // in the allocation log
    bool loss = false;
};

class Replay {
public:
    Replay(const Graph &graph, const StepSettings &settings, bool withTimeline)
        : g(graph), s(settings), m_timeline(withTimeline), m_valueRefs(graph.storages.size()), m_savedRefs(graph.storages.size()),
          m_block(graph.storages.size(), none), m_lossStorage(graph.storages.size()), m_packed(graph.storages.size()), m_gradOf(graph.values.size(), none),
          m_strided(graph.values.size()), m_hasGrad(graph.values.size()), m_holders(graph.ops.size()), m_reached(graph.ops.size())
    {
    }

    StepReplay run()
    {
        baseline();
        markReached();
        forward();
        savedAtEnd();
        backward();
        optimizerStep();
        result.peakLayer = m_peakName ? g.path(m_peakName) : std::string();
        return std::move(result);
    }

private:
    const Graph &g;
    const StepSettings &s;
    bool m_timeline;
    StepReplay result;

    std::vector<std::int32_t> m_valueRefs, m_savedRefs; // per storage
    std::vector<std::int32_t> m_block; // per storage: its block in the allocation log while it lives
    std::vector<char> m_lossStorage, m_packed; // per storage; packed: some node saved it in forward, as saved-tensor hooks count
    std::vector<std::int32_t> m_gradOf; // per value: index into m_grads
    std::vector<char> m_strided; // per value: its gradient is a narrowed view, which the engine does not add to in place
    std::vector<char> m_hasGrad; // per parameter value: a gradient exists
    std::vector<std::int32_t> m_holders; // per operation: outputs still referenced, and living nodes that go back to it
    std::vector<std::int32_t> m_leaving; // letGo's list of nodes
    std::vector<char> m_reached; // per operation: backward reaches it from the loss
    std::vector<GradStorage> m_grads;

    // Live bytes by kind.
    std::int64_t m_constant = 0; // weights, buffers, batch, optimizer states, buckets
    std::int64_t m_activations = 0, m_loss = 0, m_activationGrads = 0, m_lossGrads = 0, m_parameterGrads = 0;
    std::int64_t m_trainable = 0; // elements that receive a gradient
    std::int64_t m_largestParameter = 0;
    std::int64_t m_peak = 0;
    NameId m_peakName = 0;
    bool m_inLoss = false;
    std::int32_t m_running = none; // operation
    bool m_summing = false;

    // ---- the allocation log ----
    std::int32_t m_blocks = 0;
    std::int32_t allocate(std::int64_t bytes)
    {
        result.log.push_back(bytes);
        return m_blocks++;
    }
    void free(std::int32_t block) { result.log.push_back(~std::int64_t{block}); }
    void scratchpad(std::int64_t bytes)
    {
        if (bytes > 0)
            free(allocate(bytes));
    }

    std::int64_t live() const { return m_constant + m_activations + m_loss + m_activationGrads + m_lossGrads + m_parameterGrads; }

    void note(Phase phase, NameId name, std::int64_t scratch = 0, bool logged = false)
    {
        if (!logged)
            scratchpad(scratch);
        const std::int64_t now = live() + scratch;
        if (m_timeline)
            result.timeline.push_back({Bytes(now), phase, name});
        Bytes &best = phase == Phase::Step ? result.peakOptimizer : phase == Phase::Backward ? result.peakBackward : result.peakForward;
        best = std::max(best, Bytes(now));
        if (now <= m_peak)
            return;
        m_peak = now;
        m_peakName = name;
        result.peak = Bytes(now);
        result.peakPhase = phase;
        result.peakOp = m_running;
        result.peakInSum = m_summing;
        result.peakActivations = Bytes(m_activations + m_activationGrads);
        result.peakLoss = Bytes(m_loss + m_lossGrads);
        result.peakGradients = Bytes(m_parameterGrads);
        result.peakWorkspace = Bytes(scratch);
    }

    std::int64_t workspaceOf(const Op &op)
    {
        const std::int64_t bytes = winogradBytes(g, op);
        result.largestWorkspace = std::max(result.largestWorkspace, Bytes(bytes));
        return s.winogradWorkspace ? bytes : 0;
    }

    // ---- what is there before the step ----
    void baseline()
    {
        std::int64_t weights = 0, buffers = 0, inputs = 0;
        for (const Storage &storage : g.storages) {
            if (storage.role == StorageRole::Parameter)
                weights += storage.bytes;
            else if (storage.role == StorageRole::Buffer)
                buffers += storage.bytes;
            else if (storage.role == StorageRole::Input) {
                inputs += storage.bytes;
                allocate(storage.bytes);
            }
        }
        result.weights = Bytes(weights + buffers);
        result.inputs = Bytes(inputs);
        m_constant = weights + buffers + inputs;
    }

    // Which nodes backward will run, and so which parameters get gradients (unused ones have neither gradient nor state).
    void markReached()
    {
        std::vector<char> wanted(g.values.size());
        for (const ValueId v : g.lossTerms)
            wanted[at(v)] = 1;
        for (std::size_t i = g.ops.size(); i-- > 0;) {
            const Op &op = g.ops[i];
            if (!op.needsGrad)
                continue;
            bool any = false;
            for (int k = 0; k < op.outCount; ++k)
                any = any || wanted[at(g.out(op)[k])];
            if (!any)
                continue;
            m_reached[i] = 1;
            for (int k = 0; k < op.inCount; ++k) {
                if (flows(op, k))
                    wanted[at(g.in(op)[k])] = 1;
            }
        }
        for (const ValueId p : g.parameters) {
            if (!wanted[at(p)])
                continue;
            const std::int64_t n = g.value(p).shape.count();
            m_trainable += n;
            m_largestParameter = std::max(m_largestParameter, n);
            result.trainableBytes.push_back(4 * n);
            m_hasGrad[at(p)] = s.gradientsPersist ? 1 : 0;
        }
        const int states = statesPerParameter(s.optimizer);
        result.optimizer = Bytes(4 * m_trainable * states);
        result.communication = Bytes(s.ddp ? 4 * m_trainable : 0);
        m_constant += result.optimizer.count() + result.communication.count();
        if (s.gradientsPersist)
            m_parameterGrads = 4 * m_trainable;
        result.gradients = Bytes(4 * m_trainable);
    }

    static bool flows(const Op &op, int input) { return input < 32 && op.gradKind(input) != GradKind::None; }

    // ---- storages ----
    bool counted(StorageId id) const
    {
        const StorageRole role = g.storages[at(id)].role;
        return role == StorageRole::Activation || role == StorageRole::WeightCopy;
    }

    void bear(StorageId id)
    {
        if (!counted(id) || m_block[at(id)] != none)
            return;
        m_block[at(id)] = allocate(g.storages[at(id)].bytes);
        m_lossStorage[at(id)] = m_inLoss;
        (m_inLoss ? m_loss : m_activations) += g.storages[at(id)].bytes;
    }

    void dropIfUnused(StorageId id)
    {
        if (m_block[at(id)] == none || m_valueRefs[at(id)] > 0 || m_savedRefs[at(id)] > 0)
            return;
        free(std::exchange(m_block[at(id)], none));
        (m_lossStorage[at(id)] ? m_loss : m_activations) -= g.storages[at(id)].bytes;
    }

    void releaseSaved(const Op &op)
    {
        for (int k = 0; k < op.savedCount; ++k) {
            const StorageId id = g.saved(op)[k];
            --m_savedRefs[at(id)];
            dropIfUnused(id);
        }
    }

    void runForward(const Op &op, std::size_t index, bool saves, Phase phase)
    {
        m_running = static_cast<std::int32_t>(index);
        for (int k = 0; k < op.outCount; ++k) {
            const StorageId id = g.value(g.out(op)[k]).storage;
            bear(id);
            ++m_valueRefs[at(id)];
        }
        m_holders[index] = op.outCount;
        if (saves && op.needsGrad) {
            for (int k = 0; k < op.inCount; ++k) {
                if (const std::int32_t producer = g.value(g.in(op)[k]).producer; producer >= 0 && flows(op, k))
                    ++m_holders[at(producer)];
            }
            for (int k = 0; k < op.savedCount; ++k) {
                const StorageId id = g.saved(op)[k];
                bear(id); // masks and statistics are born with their operation
                ++m_savedRefs[at(id)];
                m_packed[at(id)] = phase != Phase::Backward || m_packed[at(id)];
            }
        }
        note(phase, op.name, std::max(op.forwardScratch, workspaceOf(op)));
    }

    void release(ValueId v)
    {
        const Value &value = g.value(v);
        --m_valueRefs[at(value.storage)];
        dropIfUnused(value.storage);
        letGo(value.producer);
    }

    // A node that backward cannot reach dies with its last output and the last node that goes back to it, and what it saved with it.
    void letGo(std::int32_t producer)
    {
        m_leaving.assign(1, producer);
        while (!m_leaving.empty()) {
            const std::int32_t node = m_leaving.back();
            m_leaving.pop_back();
            if (node < 0 || --m_holders[at(node)] > 0)
                continue;
            const Op &op = g.ops[at(node)];
            if (!op.needsGrad || m_reached[at(node)] || op.checkpoint >= 0)
                continue;
            releaseSaved(op);
            for (int k = 0; k < op.inCount; ++k) {
                if (flows(op, k))
                    m_leaving.push_back(g.value(g.in(op)[k]).producer);
            }
        }
    }

    // ---- forward and loss ----
    void forward()
    {
        std::size_t checkpoint = 0;
        for (std::size_t i = 0; i < g.events.size(); ++i) {
            m_inLoss = g.firstLossEvent > 0 && i >= g.firstLossEvent;
            while (checkpoint < g.checkpoints.size() && g.checkpoints[checkpoint].firstEvent == i) {
                for (const ValueId v : g.checkpoints[checkpoint].inputs) {
                    ++m_savedRefs[at(g.value(v).storage)];
                    m_packed[at(g.value(v).storage)] = 1;
                }
                ++checkpoint;
            }
            const Event &event = g.events[i];
            if (event.kind == Event::Kind::Release) {
                release(event.index);
                continue;
            }
            const Op &op = g.ops[at(event.index)];
            runForward(op, at(event.index), op.checkpoint < 0, m_inLoss ? Phase::Loss : Phase::Forward);
        }
        m_inLoss = false;
        result.liveAtForwardEnd = Bytes(live());
    }

    void savedAtEnd()
    {
        std::int64_t sum = 0;
        for (std::size_t id = 0; id < g.storages.size(); ++id) {
            const StorageRole role = g.storages[id].role;
            if (m_packed[id] && role != StorageRole::Parameter && role != StorageRole::Buffer)
                sum += g.storages[id].bytes;
        }
        result.saved = Bytes(sum);
    }

    // ---- backward ----
    std::int32_t newGrad(std::int64_t bytes, bool loss)
    {
        m_grads.push_back({bytes, 1, allocate(bytes), loss});
        (loss ? m_lossGrads : m_activationGrads) += bytes;
        return static_cast<std::int32_t>(m_grads.size() - 1);
    }

    void dropGrad(std::int32_t id)
    {
        GradStorage &grad = m_grads[at(id)];
        if (--grad.references > 0)
            return;
        (grad.loss ? m_lossGrads : m_activationGrads) -= grad.bytes;
        if (grad.block != none)
            free(grad.block);
    }

    std::int64_t valueBytes(ValueId v) const
    {
        const Value &value = g.value(v);
        return saturatedProduct(value.shape.count(), bytesOf(value.dtype));
    }

    // The engine's input buffer: the first gradient is taken over; a second is added in place on 2.x when the first is dense and held by
    // nobody else, and into a new tensor before.
    void accumulate(ValueId v, std::int32_t grad, bool strided, Phase phase, NameId name)
    {
        const Value &value = g.value(v);
        if (value.producer < 0) { // AccumulateGrad
            const std::int64_t bytes = m_grads[at(grad)].bytes;
            if (!m_hasGrad[at(v)]) {
                m_hasGrad[at(v)] = 1;
                m_parameterGrads += valueBytes(v);
                if (bytes > 0 && m_grads[at(grad)].references == 1) { // stolen: the same storage under another name
                    m_grads[at(grad)].block = none; // lives until the gradients are freed
                    dropGrad(grad);
                    return;
                }
                allocate(valueBytes(v));
                note(phase, name); // cloned
            }
            dropGrad(grad);
            return;
        }
        std::int32_t &slot = m_gradOf[at(v)];
        if (slot == none) {
            slot = grad;
            m_strided[at(v)] = strided;
            return;
        }
        if (s.pytorch != PytorchEra::V2 || m_grads[at(slot)].references > 1 || m_strided[at(v)]) {
            const std::int32_t sum = newGrad(valueBytes(v), m_grads[at(slot)].loss);
            m_summing = true;
            note(phase, name);
            m_summing = false;
            dropGrad(slot);
            slot = sum;
            m_strided[at(v)] = 0;
        }
        dropGrad(grad);
    }

    void runBackward(const Op &op)
    {
        std::int32_t incoming = none;
        bool strided = false;
        for (int k = 0; k < op.outCount; ++k) {
            const auto v = at(g.out(op)[k]);
            if (m_gradOf[v] != none) {
                incoming = m_gradOf[v];
                strided = m_strided[v];
            }
        }
        const bool narrows = op.kind == OpKind::Copy && op.inCount > 1; // cat
        if (incoming == none) {
            releaseSaved(op);
            return;
        }
        const bool loss = op.kind == OpKind::Loss;
        // All gradients of the node live together before any is handed on.
        std::int32_t made[32];
        const int inputs = std::min<int>(op.inCount, 32);
        for (int k = 0; k < inputs; ++k) {
            made[k] = none;
            if (!flows(op, k))
                continue;
            const ValueId v = g.in(op)[k];
            if (op.gradKind(k) == GradKind::Alias) {
                ++m_grads[at(incoming)].references;
                made[k] = incoming;
            } else {
                made[k] = newGrad(valueBytes(v), loss);
            }
        }
        note(Phase::Backward, op.name, std::max(op.backwardScratch, workspaceOf(op)));
        releaseSaved(op);
        for (int k = 0; k < op.outCount; ++k) {
            std::int32_t &slot = m_gradOf[at(g.out(op)[k])];
            if (slot != none)
                dropGrad(slot);
            slot = none;
        }
        for (int k = 0; k < inputs; ++k) {
            if (made[k] != none)
                accumulate(g.in(op)[k], made[k], op.gradKind(k) == GradKind::Alias && (strided || narrows), Phase::Backward, op.name);
        }
    }

    void recompute(const Checkpoint &c)
    {
        m_recomputed.clear();
        for (std::uint32_t i = c.firstEvent; i < c.lastEvent; ++i) {
            const Event &event = g.events[i];
            if (event.kind == Event::Kind::Release) {
                release(event.index);
                continue;
            }
            const Op &op = g.ops[at(event.index)];
            for (int k = 0; k < op.outCount; ++k) {
                const StorageId id = g.value(g.out(op)[k]).storage;
                if (counted(id) && m_block[at(id)] != none && m_valueRefs[at(id)] == 0) { // its first copy is still kept by a later layer
                    const std::int64_t bytes = g.storages[at(id)].bytes;
                    m_recomputed.push_back({bytes, allocate(bytes)});
                    m_activations += bytes;
                }
            }
            runForward(op, at(event.index), true, Phase::Backward);
        }
    }
    struct Copy { std::int64_t bytes; std::int32_t block; };
    std::vector<Copy> m_recomputed;

    void finishCheckpoint(const Checkpoint &c)
    {
        for (const Copy &copy : m_recomputed) {
            m_activations -= copy.bytes;
            free(copy.block);
        }
        m_recomputed.clear();
        for (const ValueId v : c.outputs) { // the recomputed output's last reference
            --m_valueRefs[at(g.value(v).storage)];
            dropIfUnused(g.value(v).storage);
        }
        for (const ValueId v : c.inputs) {
            --m_savedRefs[at(g.value(v).storage)];
            dropIfUnused(g.value(v).storage);
        }
    }

    void backward()
    {
        if (g.lossTerms.empty())
            return;
        const std::int32_t root = newGrad(4, true);
        for (const ValueId v : g.lossTerms) {
            ++m_grads[at(root)].references;
            m_gradOf[at(v)] = root;
        }
        std::int32_t open = none; // segment being differentiated
        for (std::size_t i = g.ops.size(); i-- > 0;) {
            const Op &op = g.ops[i];
            if (op.checkpoint != open) {
                if (open != none)
                    finishCheckpoint(g.checkpoints[at(open)]);
                open = op.checkpoint;
                if (open != none)
                    recompute(g.checkpoints[at(open)]);
            }
            m_running = static_cast<std::int32_t>(i);
            if (op.needsGrad && (m_reached[i] || op.checkpoint >= 0))
                runBackward(op);
        }
        if (open != none)
            finishCheckpoint(g.checkpoints[at(open)]);
        dropGrad(root);
    }

    // ---- optimizer ----
    // SGD with weight decay makes one temporary per gradient (loop form: one at a time; foreach: all together). Adam's foreach form takes
    // the square roots of all second moments; on 1.13 a second list besides.
    void optimizerStep()
    {
        m_running = none;
        const bool adam = s.optimizer == Optimizer::Adam || s.optimizer == Optimizer::AdamW;
        const int lists = !s.foreachOptimizer ? 0 : adam && s.pytorch == PytorchEra::V1_13 ? 2 : 1;
        std::vector<std::int32_t> list;
        for (int l = 0; l < lists; ++l) {
            for (const std::int64_t bytes : result.trainableBytes)
                list.push_back(allocate(bytes));
        }
        for (const std::int32_t block : list)
            free(block);
        if (lists == 0) {
            for (const std::int64_t bytes : result.trainableBytes)
                scratchpad(bytes);
        }
        note(Phase::Step, 0, lists > 0 ? 4 * m_trainable * lists : 4 * m_largestParameter, true);
    }
};

} // namespace

StepReplay replayStep(const Graph &graph, const StepSettings &settings, bool withTimeline)
{
    StepReplay out = Replay(graph, settings, withTimeline).run();
    if (withTimeline)
        addLayers(graph, out);
    return out;
}

} // namespace segplan
