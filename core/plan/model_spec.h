// The network that a workload asks for, as the zoo builds it.
#pragma once

#include "plan/workload.h"
#include "zoo/zoo.h"

namespace segplan {

// `batchPerGpu` images per GPU; everything else from the workload.
ModelSpec modelSpec(const Workload &workload, int batchPerGpu);

// The rules of retention of a PyTorch era, for traces.
RetentionRules retentionRules(PytorchEra era);

} // namespace segplan
