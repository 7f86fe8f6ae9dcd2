#include "estimate/time/host_terms.h"

#include "estimate/time/rates.h"

#include <algorithm>
#include <cmath>

namespace segplan::timing {

namespace {

TermInput bandwidth(const char *symbol, Text title, double bytesPerSecond, const char *key)
{
    return calibrationInput(symbol, std::move(title), {Quantity::Unit::BytesPerSecond, bytesPerSecond}, key);
}

// All gradients over the slower stage, and what of it backward does not hide.
TermId noteAllReduce(const Communication &c, const GpuStep &step, const LinkRates &rates, const HostShape &host, Ledger &ledger)
{
    Term t;
    t.key = "time.all-reduce";
    t.title = SP_T("core", "Gradient all-reduce that backward does not hide");
    t.formula = "A = what is left of k buckets of 25 MiB when backward ends; all of them take 2 (n - 1) / n x 4 p / B + k x t";
    const int local = std::max(1, host.gpusPerNode), nodes = std::max(1, host.nodes);
    t.inputs.push_back({"n", SP_T("core", "cards"), Quantity::count(local * nodes), FieldLink{"/workload/gpus"}});
    t.inputs.push_back(plainInput("p", SP_T("core", "trainable parameters, a 4-byte gradient each"), Quantity::count(static_cast<double>(step.parameters))));
    t.inputs.push_back(plainInput("k", SP_T("core", "buckets of DistributedDataParallel"), Quantity::count(c.buckets)));
    t.inputs.push_back(plainInput("B", SP_T("core", "bus bandwidth of the slowest link of the ring"), {Quantity::Unit::BytesPerSecond, c.busBandwidth}));
    if (local > 1) {
        if (host.nvlink && rates.nvlink > 0)
            t.inputs.push_back(bandwidth("B_1", SP_T("core", "NVLink, one direction, as NCCL reaches it"), rates.nvlink, "time.link.nvlink.efficiency"));
        else if (host.peerToPeer)
            t.inputs.push_back(bandwidth("B_1", SP_T("core", "PCIe between the cards, as NCCL reaches it"), rates.pciePeer, "time.link.pcie.peer"));
        else
            t.inputs.push_back(bandwidth("B_1", SP_T("core", "PCIe through host memory, as NCCL reaches it"), rates.pcieHost, "time.link.pcie.host"));
        t.inputs.push_back(calibrationInput("t_1", SP_T("core", "small collective inside a node, per doubling of the cards"), Seconds(rates.call), "time.link.call"));
    }
    if (nodes > 1) {
        const bool rdma = host.rdmaGbps && *host.rdmaGbps > 0;
        const double speed = (rdma ? *host.rdmaGbps * rates.rdmaRatio : host.networkGbps.value_or(0) * rates.networkRatio) / 8 * 1e9;
        t.inputs.push_back(bandwidth("B_2", rdma ? Text(SP_T("core", "RDMA network of the instance, as NCCL reaches it"))
                                                 : Text(SP_T("core", "VPC network of the instance, as NCCL over TCP reaches it")),
                                     speed, rdma ? "time.link.rdma.efficiency" : "time.link.network.efficiency"));
        t.inputs.push_back(calibrationInput("t_2", SP_T("core", "small collective between nodes, per doubling of the nodes"), Seconds(rdma ? rates.callRdma : rates.callTcp),
                                            rdma ? "time.link.call.rdma" : "time.link.call.network"));
    }
    t.inputs.push_back(plainInput("a", SP_T("core", "the whole all-reduce"), Seconds(c.allReduce)));
    t.inputs.push_back(plainInput("b", SP_T("core", "backward phase of the last micro-step"), Seconds(step.backward)));
    t.result = Seconds(c.exposed);
    t.sources.push_back({"rule: ring all-reduce, 2 (n - 1) / n x bytes / bus bandwidth (NCCL)", ""});
    t.notes.push_back(SP_T("core", "gradients become ready evenly over backward; micro-steps before the last one do not reduce (no_sync)"));
    return ledger.note(std::move(t));
}

} // namespace

TermId noteCommunication(const Communication &c, const GpuStep &step, const Workload &workload, int accumulation, const LinkRates &rates,
                         const HostShape &host, const Gpu &, Ledger &ledger)
{
    const int cards = std::max(1, host.gpusPerNode) * std::max(1, host.nodes);
    if (cards == 1)
        return noTerm;
    const TermId allReduce = noteAllReduce(c, step, rates, host, ledger);
    const double wait = expectedMaximum(cards);
    TermId sync = noTerm;
    if (workload.syncBatchNorm) {
        Term t;
        t.key = "time.sync-bn";
        t.title = SP_T("core", "Synchronised batch norm");
        t.formula = "S = k x l x (s + w x m(n) + 2 t_2 x log2 N)";
        t.inputs.push_back({"k", SP_T("core", "micro-steps"), Quantity::count(accumulation), FieldLink{"/workload/gradient_accumulation"}});
        t.inputs.push_back(plainInput("l", SP_T("core", "batch norm layers"), Quantity::count(step.batchNorms)));
        t.inputs.push_back(calibrationInput("s", SP_T("core", "one layer, forward and backward: launching and stopping for the counts"), Seconds(rates.syncLayer), "time.sync-bn.layer"));
        t.inputs.push_back(calibrationInput("w", SP_T("core", "waiting for the slowest card, per unit of the expected maximum"), Seconds(rates.syncWait), "time.sync-bn.wait"));
        t.inputs.push_back(plainInput("m(n)", SP_T("core", "expected maximum of n standard normal draws"), Quantity::ratio(wait)));
        const bool rdma = host.rdmaGbps && *host.rdmaGbps > 0;
        if (host.nodes > 1)
            t.inputs.push_back(calibrationInput("t_2", SP_T("core", "small collective between nodes, per doubling of the nodes"), Seconds(rdma ? rates.callRdma : rates.callTcp),
                                                rdma ? "time.link.call.rdma" : "time.link.call.network"));
        t.inputs.push_back({"N", SP_T("core", "nodes"), Quantity::count(std::max(1, host.nodes)), FieldLink{"/workload/nodes"}});
        t.result = Seconds(c.syncBatchNorm);
        sync = ledger.note(std::move(t));
    }
    Term t;
    t.key = "time.communication";
    t.title = SP_T("core", "Several cards: all-reduce, synchronised batch norm, the slowest card");
    t.formula = "N = A + D + S + W, W = m(n) x (r x g + j)";
    t.inputs.push_back(termInput("A", SP_T("core", "all-reduce beyond backward"), Seconds(c.exposed), allReduce));
    t.inputs.push_back(plainInput("D", SP_T("core", "gradients into buckets and back"), Seconds(c.copies)));
    if (sync != noTerm)
        t.inputs.push_back(termInput("S", SP_T("core", "synchronised batch norm"), Seconds(c.syncBatchNorm), sync));
    else
        t.inputs.push_back(plainInput("S", SP_T("core", "synchronised batch norm: not used"), Seconds(0)));
    t.inputs.push_back(plainInput("W", SP_T("core", "waiting for the slowest card"), Seconds(c.stragglers)));
    t.inputs.push_back(calibrationInput("r", SP_T("core", "spread of the cards' steps"), Quantity::ratio(rates.spread), "time.link.spread"));
    t.inputs.push_back(calibrationInput("j", SP_T("core", "jitter of the host, once per step"), Seconds(rates.jitter), "time.link.jitter"));
    t.inputs.push_back(plainInput("m(n)", SP_T("core", "expected maximum of n standard normal draws"), Quantity::ratio(wait)));
    t.inputs.push_back(plainInput("g", SP_T("core", "forward and backward of all micro-steps"), Seconds(step.micro() * accumulation)));
    t.result = Seconds(c.seconds());
    t.low = Seconds(c.seconds() / (1 + rates.rangeRatio));
    t.high = Seconds(c.seconds() * (1 + rates.rangeRatio));
    t.notes.push_back(SP_T("core", "DistributedDataParallel without find_unused_parameters"));
    return ledger.note(std::move(t));
}

TermId noteImage(const InputRates &r, const Workload &workload, const Knowledge &, Ledger &ledger)
{
    Term t;
    t.key = "time.loader-image";
    t.title = SP_T("core", "One training image on one vCPU");
    t.formula = "s = d + a + c + f";
    const bool dali = workload.input.library == LoaderLibrary::Dali;
    t.inputs.push_back({"P", SP_T("core", "pixels of a stored image"), Quantity::count(r.storedPixels),
                        workload.customDataset ? Link(FieldLink{"/workload/dataset"}) : Link(FactLink{"dataset/" + workload.dataset + "/image"})});
    t.inputs.push_back({"c_p", SP_T("core", "pixels of the crop"), Quantity::count(static_cast<double>(workload.cropHeight) * workload.cropWidth), FieldLink{"/workload/crop/height"}});
    t.inputs.push_back(calibrationInput("d", SP_T("core", "reading and decoding the image and its label"), Seconds(r.decode), r.decodeKey));
    t.inputs.push_back(calibrationInput("a", dali ? Text(SP_T("core", "augmenting: done on the card")) : Text(SP_T("core", "resizing the image, augmenting and normalising the crop")),
                                        Seconds(r.augment), "time.input.augment"));
    t.inputs.push_back(calibrationInput("c", SP_T("core", "collating into a batch"), Seconds(r.collate), "time.input.collate"));
    t.inputs.push_back(calibrationInput("f", SP_T("core", "fixed time per image"), Seconds(r.fixed), "time.input.per-image"));
    t.result = Seconds(r.cpu());
    t.low = Seconds(r.cpu() / (1 + r.rangeRatio));
    t.high = Seconds(r.cpu() * (1 + r.rangeRatio));
    t.notes.push_back(SP_T("core", "a vCPU is one hyperthread, half a physical core"));
    t.sources.push_back({"https://www.alibabacloud.com/help/doc-detail/145895.htm: each hyperthread is a vCPU", "2024-03-26"});
    return ledger.note(std::move(t));
}

TermId noteInput(InputEstimate &e, const InputRates &r, const HostShape &host, double images, TermId image, const Workload &, Ledger &ledger)
{
    Term t;
    t.key = "time.input.cpu";
    t.title = SP_T("core", "Decoding and augmenting per iteration and node");
    t.formula = "C = n x s / w x (1 + j x m(g))";
    t.inputs.push_back(plainInput("n", SP_T("core", "images per iteration and node"), Quantity::count(images)));
    t.inputs.push_back(termInput("s", SP_T("core", "one image on one vCPU"), Seconds(r.cpu()), image));
    t.inputs.push_back({"w", SP_T("core", "vCPUs that decode: those of the instance less one per training process, or the workers asked for"), Quantity::count(e.workers), FieldLink{"/workload/input/workers_per_gpu"}});
    t.inputs.push_back(plainInput("g", SP_T("core", "training processes, one per card"), Quantity::count(std::max(1, host.gpusPerNode))));
    t.inputs.push_back(calibrationInput("j", SP_T("core", "spread of the processes' loaders: all wait for the slowest"), Quantity::ratio(r.spread), "time.input.spread"));
    t.result = Seconds(e.cpu);
    e.cpuTerm = ledger.note(std::move(t));

    Term h;
    h.key = "time.input.handover";
    h.title = SP_T("core", "Handing the batches to the training process");
    h.formula = "H = n / g x b / R x (1 + q (g - 1))";
    h.inputs.push_back(plainInput("n", SP_T("core", "images per iteration and node"), Quantity::count(images)));
    h.inputs.push_back(plainInput("g", SP_T("core", "training processes, one per card"), Quantity::count(std::max(1, host.gpusPerNode))));
    h.inputs.push_back({"b", SP_T("core", "one image as an fp32 tensor with its int64 labels"), Bytes(static_cast<std::int64_t>(r.batchBytes)), FieldLink{"/workload/crop/height"}});
    h.inputs.push_back(calibrationInput("b / R", SP_T("core", "one image from the queue to the training process"), Seconds(r.handOver), "time.input.handover"));
    h.inputs.push_back(calibrationInput("q", SP_T("core", "growth per further process of the node"), Quantity::ratio(r.handOverShared), "time.input.handover.shared"));
    h.result = Seconds(e.handOver);
    e.handOverTerm = ledger.note(std::move(h));

    if (host.storage && e.readKnown) {
        Term d;
        d.key = "time.input.read";
        d.title = SP_T("core", "Reading from storage per iteration and node");
        d.formula = "D = max(n x s_b / R, n x o / I, 2 n x l / w) x (1 - h)";
        d.inputs.push_back(plainInput("n", SP_T("core", "images per iteration and node"), Quantity::count(images)));
        d.inputs.push_back({"s_b", SP_T("core", "stored bytes per image with its label"), Bytes(static_cast<std::int64_t>(r.storedBytes)), FieldLink{"/workload/dataset"}});
        d.inputs.push_back(plainInput("R", SP_T("core", "reading speed of the storage at this node"), {Quantity::Unit::BytesPerSecond, host.storage->mbps * 1e6}));
        if (host.storage->iops > 0) {
            d.inputs.push_back(plainInput("o", SP_T("core", "reads of at most 256 KiB per image"), Quantity::count(r.readsPerImage)));
            d.inputs.push_back(plainInput("I", SP_T("core", "reads per second"), {Quantity::Unit::PerSecond, host.storage->iops}));
        }
        if (host.storage->latency > 0)
            d.inputs.push_back(plainInput("l", SP_T("core", "latency of one file; a worker waits for each"), Seconds(host.storage->latency)));
        d.inputs.push_back(plainInput("h", SP_T("core", "share of the data set in the page cache"), Quantity::ratio(e.cachedShare)));
        d.result = Seconds(e.read);
        d.notes.push_back(Text(SP_T("core", "first epoch, before anything is cached: %1 per iteration"), {textArg(Quantity(Seconds(e.firstEpochRead)))}));
        e.readTerm = ledger.note(std::move(d));
    }
    Term i;
    i.key = "time.input";
    i.title = SP_T("core", "Input pipeline per iteration");
    i.formula = "I = max(C, D)";
    i.inputs.push_back(termInput("C", SP_T("core", "decoding and augmenting"), Seconds(e.cpu), e.cpuTerm));
    if (e.readTerm != noTerm)
        i.inputs.push_back(termInput("D", SP_T("core", "reading"), Seconds(e.read), e.readTerm));
    else
        i.inputs.push_back(plainInput("D", SP_T("core", "reading: all images in the page cache, or the storage is not known"), Seconds(0)));
    i.result = Seconds(e.total);
    i.low = Seconds(e.total / (1 + r.rangeRatio));
    i.high = Seconds(e.total * (1 + r.rangeRatio));
    return ledger.note(std::move(i));
}

} // namespace segplan::timing
