#include "plan/model_spec.h"

namespace segplan {

RetentionRules retentionRules(PytorchEra era)
{
    switch (era) {
    case PytorchEra::V1_10: return RetentionRules::Legacy;
    case PytorchEra::V1_13: return RetentionRules::V113;
    case PytorchEra::V2: break;
    }
    return RetentionRules::V2;
}

ModelSpec modelSpec(const Workload &w, int batchPerGpu)
{
    ModelSpec spec;
    spec.model = w.model;
    spec.backbone = w.backbone;
    spec.implementation = w.implementation;
    spec.outputStride = w.options.outputStride;
    spec.auxiliaryHead = w.options.auxiliaryHead;
    spec.stem = w.options.stem;
    spec.multiGrid = w.options.multiGrid;
    spec.headDilation = w.options.headDilation;
    spec.pretrainWindow = w.options.pretrainWindow;
    spec.matchedSegments = w.options.segmentsPerImage.value_or(spec.matchedSegments);
    spec.upsampling = w.options.upsampling;
    spec.inputChannels = w.inputChannels;
    spec.classes = w.classes;
    spec.height = w.cropHeight;
    spec.width = w.cropWidth;
    spec.batch = batchPerGpu;
    return spec;
}

} // namespace segplan
