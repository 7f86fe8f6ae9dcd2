// The machinery of the trace: references, storages, names, views. Operations are in operations.cpp.
#include "graph/tracer.h"

#include "graph/emit.h"

#include <algorithm>
#include <utility>

namespace segplan {

// ---- Tensor ----

Tensor::Tensor(Tracer *tracer, ValueId id) : m_tracer(tracer), m_id(id) { tracer->retain(id); }
Tensor::Tensor(const Tensor &other) : m_tracer(other.m_tracer), m_id(other.m_id)
{
    if (m_tracer)
        m_tracer->retain(m_id);
}
Tensor::Tensor(Tensor &&other) noexcept : m_tracer(std::exchange(other.m_tracer, nullptr)), m_id(std::exchange(other.m_id, -1)) {}
Tensor &Tensor::operator=(const Tensor &other)
{
    Tensor copy(other);
    std::swap(m_tracer, copy.m_tracer);
    std::swap(m_id, copy.m_id);
    return *this;
}
Tensor &Tensor::operator=(Tensor &&other) noexcept
{
    if (this != &other) {
        reset();
        m_tracer = std::exchange(other.m_tracer, nullptr);
        m_id = std::exchange(other.m_id, -1);
    }
    return *this;
}
Tensor::~Tensor() { reset(); }
void Tensor::reset()
{
    if (m_tracer)
        m_tracer->release(m_id);
    m_tracer = nullptr;
    m_id = -1;
}
Dims Tensor::shape() const { return m_tracer->m_graph.value(m_id).shape; }
std::int64_t Tensor::size(int dim) const { return m_tracer->m_graph.value(m_id).shape[dim]; }
DType Tensor::dtype() const { return m_tracer->m_graph.value(m_id).dtype; }
bool Tensor::requiresGrad() const { return m_tracer->m_graph.value(m_id).requiresGrad; }

// ---- Tracer ----

Tracer::Tracer(TraceSettings settings, int batch) : m_settings(settings)
{
    m_graph.batch = batch;
    m_graph.half = settings.autocast;
    m_graph.names.push_back({});
    // Room for most networks: growing copies everything into pages that are new to the process. Untouched room costs nothing.
    m_graph.ops.reserve(4096);
    m_graph.values.reserve(8192);
    m_graph.storages.reserve(8192);
    m_graph.operands.reserve(16384);
    m_graph.savedStorages.reserve(8192);
    m_graph.events.reserve(16384);
    m_graph.names.reserve(8192);
    m_references.reserve(8192);
    m_weightCopies.reserve(8192);
}

Tracer::~Tracer() { m_finished = true; }

void Tracer::retain(ValueId id)
{
    if (!m_finished)
        ++m_references[static_cast<std::size_t>(id)];
}

void Tracer::release(ValueId id)
{
    if (m_finished)
        return;
    if (--m_references[static_cast<std::size_t>(id)] == 0)
        m_graph.events.push_back({Event::Kind::Release, id});
}

void Tracer::fail(const std::string &why)
{
    if (m_failure.empty())
        m_failure = m_graph.path(m_scope) + ": " + why;
}

std::int64_t Tracer::byteCount(const Dims &shape, DType dtype)
{
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(shape.count(), bytesOf(dtype), &bytes) || bytes > (INT64_MAX >> 12)) {
        m_overflow = true;
        return INT64_MAX >> 12; // far beyond any card, and sums of thousands of them stay in range
    }
    return bytes;
}

StorageId Tracer::newStorage(std::int64_t bytes, StorageRole role)
{
    m_graph.storages.push_back({bytes, role});
    return static_cast<StorageId>(m_graph.storages.size() - 1);
}

ValueId Tracer::newValue(const Dims &shape, const Dims &strides, DType dtype, StorageId storage, bool requiresGrad, std::int32_t producer)
{
    m_graph.values.push_back({shape, strides, storage, dtype, requiresGrad, producer});
    m_references.push_back(0);
    m_weightCopies.push_back(-1);
    return static_cast<ValueId>(m_graph.values.size() - 1);
}

NameId Tracer::nameHere(std::string_view piece)
{
    m_graph.names.push_back({m_scope, std::string(piece)});
    return static_cast<NameId>(m_graph.names.size() - 1);
}

bool Tracer::gradEnabled(const Tensor &t) const { return m_noGradDepth == 0 && t.requiresGrad(); }

// ---- scopes ----

Tracer::Scope::Scope(Tracer *tracer, What what) : m_tracer(tracer), m_what(what) {}
Tracer::Scope::Scope(Scope &&other) noexcept : m_tracer(std::exchange(other.m_tracer, nullptr)), m_what(other.m_what) {}
Tracer::Scope::~Scope()
{
    if (!m_tracer)
        return;
    switch (m_what) {
    case What::Name: m_tracer->m_scope = m_tracer->m_graph.names[static_cast<std::size_t>(m_tracer->m_scope)].parent; break;
    case What::Backbone: --m_tracer->m_backboneDepth; break;
    case What::NoGrad: --m_tracer->m_noGradDepth; break;
    case What::FrozenNorms: --m_tracer->m_frozenNormDepth; break;
    case What::Checkpoint: break;
    }
}

Tracer::Scope Tracer::scope(std::string_view piece)
{
    m_scope = nameHere(piece);
    return Scope(this, Scope::What::Name);
}

Tracer::Scope Tracer::scope(std::string_view piece, int index)
{
    return scope(std::string(piece) + "." + std::to_string(index));
}

Tracer::Scope Tracer::backbone()
{
    ++m_backboneDepth;
    return Scope(this, Scope::What::Backbone);
}

Tracer::Scope Tracer::noGrad()
{
    ++m_noGradDepth;
    return Scope(this, Scope::What::NoGrad);
}

Tracer::Scope Tracer::frozenNorms()
{
    ++m_frozenNormDepth;
    return Scope(this, Scope::What::FrozenNorms);
}

void Tracer::beginCheckpoint(const Tensor &input)
{
    assert(m_checkpoint < 0); // segments do not nest
    m_graph.checkpoints.push_back({});
    m_checkpoint = static_cast<std::int32_t>(m_graph.checkpoints.size() - 1);
    Checkpoint &c = m_graph.checkpoints.back();
    c.firstEvent = static_cast<std::uint32_t>(m_graph.events.size());
    c.inputs.push_back(input.id());
}

void Tracer::endCheckpoint(const Tensor &output)
{
    Checkpoint &c = m_graph.checkpoints.back();
    c.lastEvent = static_cast<std::uint32_t>(m_graph.events.size());
    c.outputs.push_back(output.id());
    m_checkpoint = -1;
}

// ---- leaves ----

Tensor Tracer::input(const Dims &shape)
{
    const StorageId s = newStorage(byteCount(shape, DType::Float), StorageRole::Input);
    const ValueId v = newValue(shape, contiguousStrides(shape), DType::Float, s, false, -1);
    ++m_references[static_cast<std::size_t>(v)]; // the training loop holds the batch
    return Tensor(this, v);
}

Tensor Tracer::labels(const Dims &shape, DType dtype)
{
    const StorageId s = newStorage(byteCount(shape, dtype), StorageRole::Input);
    const ValueId v = newValue(shape, contiguousStrides(shape), dtype, s, false, -1);
    ++m_references[static_cast<std::size_t>(v)];
    return Tensor(this, v);
}

Tensor Tracer::parameter(const Dims &shape, std::string_view name, bool trainable)
{
    const StorageId s = newStorage(byteCount(shape, DType::Float), StorageRole::Parameter);
    const bool frozen = (m_settings.freezeBackbone && m_backboneDepth > 0) || m_noGradDepth > 0;
    const ValueId v = newValue(shape, contiguousStrides(shape), DType::Float, s, trainable && !frozen, -1);
    (void)name;
    ++m_references[static_cast<std::size_t>(v)]; // the module holds it
    m_graph.parameters.push_back(v);
    return Tensor(this, v);
}

Tensor Tracer::buffer(const Dims &shape, DType dtype, std::string_view name)
{
    (void)name;
    const StorageId s = newStorage(byteCount(shape, dtype), StorageRole::Buffer);
    const ValueId v = newValue(shape, contiguousStrides(shape), dtype, s, false, -1);
    ++m_references[static_cast<std::size_t>(v)];
    return Tensor(this, v);
}

Tensor Tracer::constant(const Dims &shape, DType dtype)
{
    Emit e(*this, OpKind::Copy, "constant");
    return e.out(shape, dtype);
}

// ---- losses and the end ----

void Tracer::beginLoss()
{
    if (m_graph.firstLossEvent == 0)
        m_graph.firstLossEvent = static_cast<std::uint32_t>(m_graph.events.size());
}

void Tracer::addLoss(const Tensor &scalar)
{
    m_graph.lossTerms.push_back(scalar.id());
    ++m_references[static_cast<std::size_t>(scalar.id())]; // the loss dictionary holds it
}

Graph Tracer::finish()
{
    m_cache.clear(); // leaving autocast
    m_finished = true;
    return std::move(m_graph);
}

} // namespace segplan
