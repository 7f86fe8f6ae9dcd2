#include "plan/model_spec.h"

namespace segplan {

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
    spec.upsampling = w.options.upsampling;
    spec.inputChannels = w.inputChannels;
    spec.classes = w.classes;
    spec.height = w.cropHeight;
    spec.width = w.cropWidth;
    spec.batch = batchPerGpu;
    return spec;
}

} // namespace segplan
