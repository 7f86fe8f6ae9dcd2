// The machine that a training step runs on, as the time estimator sees it: cores, memory, cards, links, storage.
#pragma once

#include "plan/workload.h"
#include "units/units.h"

#include <optional>

namespace segplan {

// Where one node reads the data set from and how fast, caps of the instance included.
struct StorageShape {
    DataLocation location = DataLocation::DataDisk;
    double mbps = 0; // MB/s (10^6) that one node reads; 0: not known, reading is then not counted
    double iops = 0; // reads per second of at most 256 KiB; 0: no such limit
    double latency = 0; // s per stored file and reader: stores behind a network; 0: none
    // OSS behind a cache on the disk: the first epoch comes from OSS, later ones from the disk given above.
    double firstMbps = 0, firstLatency = 0;
};

struct HostShape {
    int vcpu = 0; // whole instance, hyperthreads; 0: unknown (no input-pipeline term)
    int gpusPerNode = 1, nodes = 1;
    bool nvlink = false;
    std::optional<double> networkGbps, rdmaGbps;
    bool peerToPeer = false; // cards reach each other over PCIe without a copy in host memory
    Bytes memory; // of the instance; 0: unknown (no page cache)
    std::optional<StorageShape> storage; // absent: every image is in the page cache
};

} // namespace segplan
