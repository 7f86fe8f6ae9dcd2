// Data-parallel training over several cards: what of it the step waits for.
//
// DistributedDataParallel copies gradients into buckets of 25 MiB and reduces each as soon as it is full, while backward goes on; the link
// works the buckets off in order. Inside a node a ring over NVLink or PCIe, between nodes the network; NCCL cuts buckets into pieces, so both
// stages run at the same time and the slower one counts. Synchronised batch norm meets at every layer, twice: latency and waiting, not bytes.
// All cards wait for the slowest.
#pragma once

#include "estimate/time/host_shape.h"
#include "knowledge/knowledge.h"

#include <optional>

namespace segplan {

struct GpuStep;
class Ledger;

// Calibration of one card's links, read once. Bandwidths are NCCL's "bus bandwidth" in bytes/s.
struct LinkRates {
    bool known = false; // false: an entry is missing
    double nvlink = 0; // 0: the card has none
    double pciePeer = 0, pcieHost = 0; // PCIe with and without direct access between the cards
    double networkRatio = 0, rdmaRatio = 0; // of the instance's network bandwidth
    double call = 0, callRdma = 0, callTcp = 0; // s of one small collective per doubling of the cards in a node, of the nodes
    double syncLayer = 0, syncWait = 0; // s per synchronised layer: launching and stopping, per unit of the expected maximum
    double spread = 0, jitter = 0; // standard deviation of one card's step against the others': relative, and s per step
    double rangeRatio = 0; // half width of the 90 % range of the whole communication
};
LinkRates linkRates(const Gpu &gpu, const Knowledge &knowledge);

// What a step brings to the links: enough to ask again with another network.
struct CommunicationLoad {
    double gradients = 0; // bytes, fp32
    double backward = 0, micro = 0; // s of one micro-step: backward alone, all of it
    double stream = 0; // bytes/s of the card's memory
    int syncLayers = 0; // batch norm layers that meet in every micro-step; 0: not synchronised
    int accumulation = 1;
};

struct Communication {
    CommunicationLoad load;
    double allReduce = 0; // s, all buckets on the link, hidden or not
    double exposed = 0; // s of it that backward does not hide
    double copies = 0; // s, gradients into buckets and back
    double syncBatchNorm = 0; // s, all micro-steps
    double stragglers = 0; // s, waiting for the slowest card
    double busBandwidth = 0; // bytes/s of the slower stage
    int buckets = 0;
    double seconds() const { return exposed + copies + syncBatchNorm + stragglers; }
};
// Nothing when a needed link speed is unknown; all zero on one card. Only the last micro-step reduces gradients (no_sync).
std::optional<Communication> communicate(const CommunicationLoad &load, const LinkRates &rates, const HostShape &host);
CommunicationLoad communicationLoad(const GpuStep &step, const Workload &workload, int accumulation);

// Expected maximum of n draws from the standard normal distribution: 0 for 1, 0.56 for 2, 1.42 for 8.
double expectedMaximum(int n);

} // namespace segplan
