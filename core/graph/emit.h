// Emit: writes one operation into the trace. Internal to graph/.
//
// Use: construct, in(...) for each input, out(...) once or more, keep...(): the operation is recorded when Emit dies. Temporaries that the
// kernel reads (casts) are declared before the Emit, so that their release is recorded after the run.
#pragma once

#include "graph/tracer.h"

namespace segplan {

// Product of two counts of multiply-accumulates, clamped instead of wrapping.
inline std::int64_t saturatedMacs(std::int64_t a, std::int64_t b)
{
    std::int64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? INT64_MAX >> 12 : out;
}

struct Tracer::Emit {
    Tracer &t;
    std::size_t index;

    Emit(Tracer &tracer, OpKind kind, std::string_view name) : Emit(tracer, kind, tracer.nameHere(name)) {}
    Emit(Tracer &tracer, OpKind kind, NameId name) : t(tracer), index(tracer.m_graph.ops.size())
    {
        Op op;
        op.kind = kind;
        op.name = name;
        op.firstIn = op.firstOut = static_cast<std::uint32_t>(t.m_graph.operands.size());
        op.firstSaved = static_cast<std::uint32_t>(t.m_graph.savedStorages.size());
        op.checkpoint = t.m_checkpoint;
        t.m_graph.ops.push_back(op);
    }
    Emit(const Emit &) = delete;
    Emit &operator=(const Emit &) = delete;
    ~Emit() { t.m_graph.events.push_back({Event::Kind::Run, static_cast<std::int32_t>(index)}); }

    Op &op() { return t.m_graph.ops[index]; }

    // Inputs come before outputs. `grad` None also when the input needs no gradient.
    void in(const Tensor &x, GradKind grad = GradKind::Fresh)
    {
        Op &o = op();
        assert(o.outCount == 0);
        t.m_graph.operands.push_back(x.id());
        const bool flows = grad != GradKind::None && t.gradEnabled(x);
        if (flows) {
            if (o.inCount < 32)
                o.gradKinds |= static_cast<std::uint64_t>(grad) << (2 * o.inCount);
            o.needsGrad = true;
        }
        ++o.inCount;
        ++o.firstOut;
    }

    // A new storage, contiguous unless strides are given.
    Tensor out(const Dims &shape, DType dtype) { return out(shape, contiguousStrides(shape), dtype); }
    Tensor out(const Dims &shape, const Dims &strides, DType dtype, StorageRole role = StorageRole::Activation)
    {
        return outIn(t.newStorage(t.byteCount(shape, dtype), role), shape, strides, dtype);
    }
    // A value in an existing storage: views and in-place results.
    Tensor outIn(StorageId storage, const Dims &shape, const Dims &strides, DType dtype)
    {
        const bool floating = dtype == DType::Float || dtype == DType::Half;
        const ValueId v = t.newValue(shape, strides, dtype, storage, op().needsGrad && floating, static_cast<std::int32_t>(index));
        t.m_graph.operands.push_back(v);
        ++op().outCount;
        return Tensor(&t, v);
    }

    void keep(const Tensor &x)
    {
        if (op().needsGrad)
            keepStorage(t.m_graph.value(x.id()).storage);
    }
    // An internal storage (mask, statistics): lives only as long as autograd keeps it.
    void keepBytes(std::int64_t bytes, StorageRole role = StorageRole::Activation)
    {
        if (op().needsGrad && bytes > 0)
            keepStorage(t.newStorage(bytes, role));
    }
    void keepStorage(StorageId s)
    {
        t.m_graph.savedStorages.push_back(s);
        ++op().savedCount;
    }
};

} // namespace segplan
