// Data-parallel training: the gradient all-reduce that backward does not hide, and synchronised batch norm.
//
// A ring of n cards moves 2 (n - 1) / n times the gradients through the narrowest link (Patarasuk and Yuan, J. Parallel Distrib. Comput.
// 69(2), 2009; NCCL's "bus bandwidth"). Gradients are fp32, also under autocast. DDP starts a bucket of 25 MiB as soon as it is full, so
// only what does not fit into backward, and the last bucket, is waited for.
#include "estimate/time/rates.h"

#include <algorithm>

namespace segplan::timing {

namespace {

constexpr double bucketBytes = 25.0 * 1024 * 1024; // DistributedDataParallel's bucket_cap_mb

struct LinkSpeed {
    double bytesPerSecond = 0;
    TermInput input;
};

LinkSpeed inside(const Gpu &gpu, const HostShape &host, Entries &entry)
{
    if (host.nvlink && gpu.nvlinkGbps && *gpu.nvlinkGbps > 0) {
        const double speed = *gpu.nvlinkGbps / 2 * 1e9 * entry("time.link.nvlink.efficiency"); // one direction
        return {speed, calibrationInput("B_1", SP_T("core", "NVLink, one direction, as NCCL reaches it"), {Quantity::Unit::BytesPerSecond, speed},
                                        "time.link.nvlink.efficiency")};
    }
    const double speed = entry("time.link.pcie.bandwidth") * 1e9;
    return {speed, calibrationInput("B_1", SP_T("core", "PCIe between the cards, as NCCL reaches it"), {Quantity::Unit::BytesPerSecond, speed},
                                    "time.link.pcie.bandwidth")};
}

} // namespace

std::optional<Communication> communicate(const GpuStep &step, const Workload &workload, int accumulation, const Gpu &gpu,
                                         const HostShape &host, const Knowledge &knowledge, Ledger &ledger)
{
    Communication c;
    const int cards = std::max(1, host.gpusPerNode) * std::max(1, host.nodes);
    if (cards == 1)
        return c;
    Entries entry(knowledge, gpu);
    const double share = static_cast<double>(cards - 1) / cards;
    const double gradients = 4.0 * static_cast<double>(step.parameters);
    const double latency = entry("time.link.latency"), overlap = entry("time.link.overlap");

    Term t;
    t.key = "time.communication";
    t.title = SP_T("core", "Gradient all-reduce and synchronised batch norm");
    std::vector<TermInput> &in = t.inputs;
    double speed = 0;
    if (host.gpusPerNode > 1) {
        LinkSpeed link = inside(gpu, host, entry);
        speed = link.bytesPerSecond;
        in.push_back(std::move(link.input));
    }
    if (host.nodes > 1) {
        const bool rdma = host.rdmaGbps && *host.rdmaGbps > 0;
        const std::optional<double> gbps = rdma ? host.rdmaGbps : host.networkGbps;
        if (!gbps || *gbps <= 0)
            return std::nullopt;
        const char *key = rdma ? "time.link.rdma.efficiency" : "time.link.network.efficiency";
        const double between = *gbps / 8 * 1e9 * entry(key);
        in.push_back(calibrationInput("B_2", rdma ? Text(SP_T("core", "RDMA network of the instance, as NCCL reaches it"))
                                                  : Text(SP_T("core", "VPC network of the instance, as NCCL over TCP reaches it")),
                                      {Quantity::Unit::BytesPerSecond, between}, key));
        speed = speed > 0 ? std::min(speed, between) : between;
    }
    const double whole = 2 * share * gradients / speed + gradients / bucketBytes * latency;
    const double last = 2 * share * std::min(gradients, bucketBytes) / speed + latency;
    c.exposed = std::max(whole - overlap * step.backward, std::min(last, whole));

    const double perLayer = entry(host.nodes > 1 ? "time.sync-bn.between-nodes" : "time.sync-bn.within-node");
    if (workload.syncBatchNorm)
        c.syncBatchNorm = accumulation * share * perLayer * step.batchNorms;
    if (!entry.complete())
        return std::nullopt;

    t.formula = "N = max(a - o x b, last bucket) + k x l x s x (n - 1) / n, a = 2 (n - 1) / n x 4 p / min(B_1, B_2) + buckets x t";
    in.push_back({"n", SP_T("core", "cards"), Quantity::count(cards), FieldLink{"/workload/gpus"}});
    in.push_back(plainInput("p", SP_T("core", "trainable parameters, a 4-byte gradient each"), Quantity::count(static_cast<double>(step.parameters))));
    in.push_back(plainInput("a", SP_T("core", "the whole all-reduce"), Seconds(whole)));
    in.push_back(plainInput("b", SP_T("core", "backward phase of the last micro-step"), Seconds(step.backward)));
    in.push_back(calibrationInput("o", SP_T("core", "share of backward that can hide it"), Quantity::ratio(overlap), "time.link.overlap"));
    in.push_back(calibrationInput("t", SP_T("core", "latency of a collective call"), Seconds(latency), "time.link.latency"));
    if (workload.syncBatchNorm) {
        in.push_back({"k", SP_T("core", "micro-steps"), Quantity::count(accumulation), FieldLink{"/workload/gradient_accumulation"}});
        in.push_back(plainInput("l", SP_T("core", "batch norm layers"), Quantity::count(step.batchNorms)));
        in.push_back(calibrationInput("s", SP_T("core", "synchronising one layer, forward and backward"), Seconds(perLayer),
                                      host.nodes > 1 ? "time.sync-bn.between-nodes" : "time.sync-bn.within-node"));
    }
    t.result = Seconds(c.seconds());
    t.sources.push_back({"rule: ring all-reduce, 2 (n - 1) / n x bytes / bus bandwidth (NCCL)", ""});
    c.term = ledger.note(std::move(t));
    return c;
}

} // namespace segplan::timing
