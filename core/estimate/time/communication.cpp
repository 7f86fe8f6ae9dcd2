#include "estimate/time/communication.h"

#include "estimate/time/rates.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace segplan {

using namespace timing;

namespace {

constexpr double bucketBytes = 25.0 * 1024 * 1024; // DistributedDataParallel's bucket_cap_mb
constexpr double firstBucketBytes = 1024.0 * 1024; // its first bucket, so that the link starts early

// Integral of 1 - F(x)^n above and of F(x)^n below zero, F the normal distribution.
double integrateMaximum(int n)
{
    constexpr double step = 0.02, end = 8;
    double sum = 0;
    for (double x = step / 2; x < end; x += step) {
        const double above = 0.5 * std::erfc(-x / std::sqrt(2.0)), below = 0.5 * std::erfc(x / std::sqrt(2.0));
        sum += 1 - std::pow(above, n) - std::pow(below, n);
    }
    return sum * step;
}

// Bus bandwidth inside one node: all cards of a ring work at once, so its slowest hop counts.
double insideNode(const LinkRates &rates, const HostShape &host)
{
    if (host.nvlink && rates.nvlink > 0)
        return rates.nvlink;
    return host.peerToPeer ? rates.pciePeer : rates.pcieHost;
}

// Buckets become full evenly over the backward phase; each starts when it is full and the link is free.
// What is left when backward ends is waited for.
double exposedAfterBackward(double gradients, double backward, double bytesPerSecond, double call, int &buckets)
{
    double done = 0, free = 0;
    buckets = 0;
    while (done < gradients && buckets < 10000) {
        const double size = std::min(buckets == 0 ? firstBucketBytes : bucketBytes, gradients - done);
        done += size;
        free = std::max(free, backward * done / gradients) + size / bytesPerSecond + call;
        ++buckets;
    }
    return std::max(0.0, free - backward);
}

} // namespace

double expectedMaximum(int n)
{
    static const std::array<double, 65> small = [] {
        std::array<double, 65> values{};
        for (int i = 2; i <= 64; ++i)
            values[static_cast<std::size_t>(i)] = integrateMaximum(i);
        return values;
    }();
    return n <= 1 ? 0 : n <= 64 ? small[static_cast<std::size_t>(n)] : integrateMaximum(n);
}

LinkRates linkRates(const Gpu &gpu, const Knowledge &knowledge)
{
    Entries entry(knowledge, gpu);
    LinkRates r;
    if (gpu.nvlinkGbps && *gpu.nvlinkGbps > 0)
        r.nvlink = *gpu.nvlinkGbps / 2 * 1e9 * entry("time.link.nvlink.efficiency"); // datasheets count both directions
    r.pciePeer = entry("time.link.pcie.peer") * 1e9;
    r.pcieHost = entry("time.link.pcie.host") * 1e9;
    r.networkRatio = entry("time.link.network.efficiency");
    r.rdmaRatio = entry("time.link.rdma.efficiency");
    r.call = entry("time.link.call");
    r.callRdma = entry("time.link.call.rdma");
    r.callTcp = entry("time.link.call.network");
    r.syncLayer = entry("time.sync-bn.layer");
    r.syncWait = entry("time.sync-bn.wait");
    r.spread = entry("time.link.spread");
    r.jitter = entry("time.link.jitter");
    r.rangeRatio = entry("time.link.range.ratio");
    r.known = entry.complete();
    return r;
}

CommunicationLoad communicationLoad(const GpuStep &step, const Workload &workload, int accumulation)
{
    CommunicationLoad load;
    load.gradients = 4.0 * static_cast<double>(step.parameters); // fp32, also under autocast
    load.backward = step.backward;
    load.micro = step.micro();
    load.stream = step.rates.bytesPerSecond[static_cast<int>(WorkClass::Stream)];
    load.syncLayers = workload.syncBatchNorm ? step.batchNorms : 0;
    load.accumulation = accumulation;
    return load;
}

std::optional<Communication> communicate(const CommunicationLoad &load, const LinkRates &rates, const HostShape &host)
{
    Communication c;
    c.load = load;
    const int local = std::max(1, host.gpusPerNode), nodes = std::max(1, host.nodes), cards = local * nodes;
    if (cards == 1)
        return c;
    if (!rates.known)
        return std::nullopt;
    // Seconds per gradient byte of the slower stage: a ring of n moves 2 (n - 1) / n of the bytes over each hop.
    double perByte = 0, call = 0, callBetween = 0;
    if (local > 1) {
        perByte = 2.0 * (local - 1) / local / insideNode(rates, host);
        call += rates.call * std::log2(static_cast<double>(local));
    }
    if (nodes > 1) {
        const bool rdma = host.rdmaGbps && *host.rdmaGbps > 0;
        const std::optional<double> gbps = rdma ? host.rdmaGbps : host.networkGbps;
        if (!gbps || *gbps <= 0)
            return std::nullopt;
        const double between = *gbps / 8 * 1e9 * (rdma ? rates.rdmaRatio : rates.networkRatio);
        perByte = std::max(perByte, 2.0 * (nodes - 1) / nodes / between);
        callBetween = (rdma ? rates.callRdma : rates.callTcp) * std::log2(static_cast<double>(nodes));
        call += callBetween;
    }
    c.busBandwidth = 2.0 * (cards - 1) / cards / perByte;
    c.exposed = exposedAfterBackward(load.gradients, load.backward, 1 / perByte, call, c.buckets);
    c.allReduce = load.gradients * perByte + c.buckets * call;
    // Into the bucket and back, each a read and a write.
    if (load.stream > 0)
        c.copies = 4 * load.gradients / load.stream;
    const double wait = expectedMaximum(cards);
    // Forward and backward meet once each; inside a node the meeting is part of the fitted time of a layer.
    c.syncBatchNorm = load.accumulation * load.syncLayers * (rates.syncLayer + rates.syncWait * wait + 2 * callBetween);
    c.stragglers = wait * (rates.spread * load.micro * load.accumulation + rates.jitter);
    return c;
}

} // namespace segplan
