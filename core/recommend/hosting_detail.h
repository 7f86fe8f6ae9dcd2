// Shared by the parts of the host advice. Internal to recommend/.
#pragma once

#include "recommend/hosting.h"

namespace segplan::hosting {

// An entry's value; `usual` where the user's knowledge lacks it.
double policy(const Knowledge &knowledge, const char *key, double usual);

// The workload as the candidate runs it.
Workload asRun(const Workload &workload, const Candidate &candidate);

// A step whose card part is known, to be asked again with other storage, memory or vCPUs.
class Step {
public:
    // Invalid without a time of the candidate or without the loader's rates.
    Step(const Candidate &candidate, const Workload &workload, const Knowledge &knowledge);
    bool valid() const { return m_rates.has_value(); }
    const Workload &workload() const { return m_workload; }
    const InputRates &rates() const { return *m_rates; }
    double cardSeconds() const { return m_card; }
    double images() const { return m_images; } // per iteration and node
    InputEstimate input(const HostShape &host) const { return inputTime(*m_rates, host, m_workload, m_images, m_workload.batchPerGpu.value_or(1)); }
    double seconds(const HostShape &host) const { return stepSeconds(m_card, input(host), m_rates->sharpness); }
    // With nothing cached: the first epoch.
    double firstEpochSeconds(const HostShape &host) const;
    // The same job with another loader setting.
    Step with(const Workload &workload, const Gpu &gpu, const Knowledge &knowledge) const;

private:
    Step() = default;
    Workload m_workload;
    std::optional<InputRates> m_rates;
    double m_card = 0, m_images = 0;
};

struct DiskNeed {
    std::int64_t gib = 1;
    double mbps = 0; // steady state: what the page cache does not serve
    double iops = 0;
    double fullMbps = 0; // first epoch
    Bytes content, checkpoint;
};
DiskNeed diskNeed(const Workload &workload, const InstanceType &type, int nodes, std::int64_t globalBatch, double secondsPerIteration, std::int64_t parameters,
                  int runs, double cachedShare, const Knowledge &knowledge);

struct DiskOffer {
    const StorageKind *kind = nullptr;
    std::int64_t gib = 0;
    bool fastEnough = false;
};
// The cheapest level and size that give capacity and speed; when no level is fast enough, the fastest at this capacity.
std::optional<DiskOffer> cheapestDisk(const DiskNeed &need, const InstanceType &type, const Knowledge &knowledge);
// One level at the size that capacity and, where it can, speed ask for. Nothing when it cannot be that large.
std::optional<DiskOffer> offerOf(const StorageKind &kind, const DiskNeed &need);
bool takes(const InstanceType &type, const StorageKind &kind);
const StorageKind *level(const Knowledge &knowledge, const std::string &category, const std::string &performanceLevel);
std::optional<Money> monthly(const StorageKind *kind, std::int64_t gib, const std::string &region, const Knowledge &knowledge);
// An hour of the disk in this region and currency; nothing without a price there.
std::optional<Money> hourly(const StorageKind *kind, std::int64_t gib, const std::string &region, Currency currency, const Knowledge &knowledge);

// What a node reads from this disk, the instance's caps included.
StorageShape diskShape(const StorageKind &kind, std::int64_t gib, const InstanceType &type);
StorageShape nasShape(const char *speedKey, const InstanceType &type, const Knowledge &knowledge);
StorageShape ossShape(const InstanceType &type, int nodes, const Knowledge &knowledge);

} // namespace segplan::hosting
