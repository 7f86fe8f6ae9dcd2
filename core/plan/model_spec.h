// The network that a workload asks for, as the zoo builds it.
#pragma once

#include "plan/workload.h"
#include "zoo/zoo.h"

namespace segplan {

// `batchPerGpu` images per GPU; everything else from the workload.
ModelSpec modelSpec(const Workload &workload, int batchPerGpu);

// Mixed precision: traced under autocast.
constexpr bool isAmp(Precision p) { return p == Precision::AmpFp16 || p == Precision::AmpBf16; }

// The rules of retention of a PyTorch era, for traces.
RetentionRules retentionRules(PytorchEra era);

} // namespace segplan
