// Ledger terms of communication and input pipeline. Internal to estimate/time/.
#pragma once

#include "estimate/time/time.h"

namespace segplan::timing {

// noTerm on a single card.
TermId noteCommunication(const Communication &c, const GpuStep &step, const Workload &workload, int accumulation, const LinkRates &rates,
                         const HostShape &host, const Gpu &gpu, Ledger &ledger);
// One image on one vCPU.
TermId noteImage(const InputRates &rates, const Workload &workload, const Knowledge &knowledge, Ledger &ledger);
// Fills the estimate's term ids; the id of the slowest stage's term is returned.
TermId noteInput(InputEstimate &input, const InputRates &rates, const HostShape &host, double images, TermId image, const Workload &workload, Ledger &ledger);

} // namespace segplan::timing
