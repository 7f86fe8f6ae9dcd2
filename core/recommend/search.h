// The search: every self-service instance type x nodes x precision x batch, and what each region and way of buying makes of it.
#pragma once

#include "recommend/recommend.h"
#include "recommend/tracing.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace segplan {

// "ecs.gn7i" -> "gn7i"; users write families either way.
std::string bareFamily(const std::string &family);
bool namesFamily(const std::vector<std::string> &families, const std::string &family);

// Images per optimizer step that every candidate keeps: batch x accumulation x GPUs when these are fixed, else global_batch.
// Nothing when neither says it.
std::optional<std::int64_t> globalBatchOf(const Workload &workload);

// The price model that a purchase starts from.
PriceModel priceModelOf(Purchase purchase);

struct SearchContext {
    const Plan &plan;
    const Knowledge &knowledge;
    const std::vector<Price> &prices;
    TraceCache &cache;
    Ledger &ledger;
    const std::function<bool()> &cancelled; // polled between types; may be null
};

struct SearchResult {
    std::vector<Candidate> candidates; // unranked; rejected ones carry the first failed rule
    std::size_t combinations = 0;
    bool cancelled = false;
};
SearchResult searchCandidates(const SearchContext &context);

// The workload as the candidate runs it: batch, accumulation, GPUs, nodes and precision set in.
Workload workloadOf(const Workload &workload, const Candidate &candidate);

// The precisions to try on this GPU in the order of preference. With a fixed precision that the GPU lacks: the nearest it has
// (AMP BF16 -> AMP FP16, TF32 -> FP32), and `substituted` is set.
struct PrecisionChoice {
    Precision precision = Precision::Fp32;
    bool substituted = false;
};
std::vector<PrecisionChoice> precisionsFor(const Workload &workload, const Gpu &gpu);

} // namespace segplan
