#include "evaluate/parts.h"

#include "zoo/zoo.h"

#include <cmath>
#include <map>
#include <mutex>

namespace segplan {

namespace {

std::string usualBackbone(const Workload &w)
{
    if (!w.backbone.empty())
        return w.backbone;
    const ModelInfo *model = zooModel(w.model);
    if (!model)
        return {};
    for (const ImplementationInfo &implementation : model->implementations) {
        if (implementation.id == w.implementation)
            return implementation.backbones.empty() ? std::string() : implementation.backbones.front();
    }
    return {};
}

double logRatio(double a, double b) { return a > 0 && b > 0 ? std::fabs(std::log2(a / b)) : 0; }

bool isAmp(const std::string &precision) { return precision == "amp-fp16" || precision == "amp-bf16"; }

// 0 = the same setting. One unit is about a doubling of what drives the memory; another model or backbone weighs more than any doubling.
double distanceTo(const Measurement &m, const Workload &w, const std::string &backbone, int batch, Precision precision)
{
    double d = 0;
    if (m.model != w.model)
        d += 8;
    if (m.backbone != backbone)
        d += 4;
    if (m.implementation != w.implementation)
        d += 2;
    if (isAmp(m.precision) != (precision == Precision::AmpFp16 || precision == Precision::AmpBf16))
        d += 1;
    d += logRatio(static_cast<double>(m.cropHeight) * m.cropWidth, static_cast<double>(w.cropHeight) * w.cropWidth);
    d += logRatio(m.batchPerGpu, batch);
    d += 0.25 * logRatio(m.classes, w.classes);
    if (w.options.outputStride && m.outputStride > 0 && *w.options.outputStride != m.outputStride)
        d += 1;
    return d;
}

Workload workloadOfMeasurement(const Measurement &m)
{
    Workload w;
    w.model = m.model;
    w.backbone = m.backbone;
    w.implementation = m.implementation;
    w.inputChannels = 3;
    w.classes = m.classes;
    w.cropHeight = m.cropHeight;
    w.cropWidth = m.cropWidth;
    w.batchPerGpu = m.batchPerGpu;
    w.gpus = m.gpus;
    w.precision = precisionFromName(m.precision).value_or(Precision::Fp32);
    w.optimizer = optimizerFromName(m.optimizer).value_or(Optimizer::SgdMomentum);
    w.pytorch = eraFromName(m.pytorch).value_or(PytorchEra::V1_10); // untold: the setting of most published tables
    if (m.outputStride > 0)
        w.options.outputStride = m.outputStride;
    if (!m.stem.empty())
        w.options.stem = m.stem;
    w.options.multiGrid = m.multiGrid;
    if (m.pretrainWindow > 0)
        w.options.pretrainWindow = m.pretrainWindow;
    if (m.headDilation > 0)
        w.options.headDilation = m.headDilation;
    return w;
}

// Our figure for a measurement's own setting. It depends on nothing else, so it is worked out once per setting and program run.
std::optional<Bytes> oursFor(const Measurement &m)
{
    static std::mutex mutex;
    static std::map<std::string, std::optional<Bytes>> known;
    const Workload w = workloadOfMeasurement(m);
    std::string key = m.model + '|' + m.backbone + '|' + m.implementation + '|' + m.precision + '|' + m.optimizer + '|' + m.pytorch + '|' + m.stem;
    for (const int number : {m.classes, m.cropHeight, m.cropWidth, m.batchPerGpu, m.gpus, m.outputStride, m.pretrainWindow, m.headDilation})
        key += '|' + std::to_string(number);
    for (const int dilation : m.multiGrid)
        key += '/' + std::to_string(dilation);
    {
        const std::lock_guard lock(mutex);
        if (const auto it = known.find(key); it != known.end())
            return it->second;
    }
    std::optional<Bytes> ours;
    if (const Result<Graph> graph = traceOf(w, m.batchPerGpu, *w.precision, false))
        ours = replayWorkload(*graph, w, *w.precision, m.gpus).peak;
    const std::lock_guard lock(mutex);
    constexpr std::size_t most = 10000; // a user's own measurements
    if (known.size() < most)
        known.emplace(key, ours);
    return ours;
}

std::string labelOf(const Measurement &m)
{
    if (!m.label.empty())
        return m.label;
    const ModelInfo *model = zooModel(m.model);
    std::string label = model ? model->name : m.model;
    if (!m.backbone.empty())
        label += " " + backboneName(m.backbone);
    label += ", " + std::to_string(m.cropHeight) + "x" + std::to_string(m.cropWidth) + ", batch " + std::to_string(m.batchPerGpu);
    return label;
}

} // namespace

std::optional<NearestMeasurement> nearestMeasurement(const Workload &workload, int batchPerGpu, Precision precision, const Knowledge &knowledge)
{
    const std::string backbone = usualBackbone(workload);
    const Measurement *best = nullptr;
    double bestDistance = 8; // another model says nothing about this one
    for (const Measurement &m : knowledge.measurements) {
        if (m.kind != "memory" || m.suspect || m.cropHeight <= 0 || m.cropWidth <= 0 || m.batchPerGpu <= 0 || m.value <= 0)
            continue;
        const double d = distanceTo(m, workload, backbone, batchPerGpu, precision);
        if (d < bestDistance) {
            bestDistance = d;
            best = &m;
        }
    }
    if (!best)
        return std::nullopt;
    const std::optional<Bytes> ours = oursFor(*best);
    if (!ours)
        return std::nullopt;
    NearestMeasurement out;
    out.label = labelOf(*best);
    out.published = Bytes(static_cast<std::int64_t>(best->value));
    out.ours = *ours;
    out.distance = bestDistance;
    out.source = best->source;
    return out;
}

} // namespace segplan
