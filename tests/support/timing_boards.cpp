#include "timing_boards.h"

namespace segplan::test {

namespace {

// Boards that measurements name and no cloud sells. Vendor datasheets; GeForce tensor rates are those with fp32 accumulation.
struct Board {
    const char *id, *architecture, *capability;
    double fp32, tf32, fp16, bandwidth, nvlink; // TFLOPS (0: none), GB/s
};
const Board boards[] = {
    {"RTX-4070-Laptop", "Ada", "8.9", 15.6, 15.6, 31.2, 256, 0},
    {"RTX-3060-Ti", "Ampere", "8.6", 16.2, 16.2, 32.4, 448, 0},
    {"TITAN-V", "Volta", "7.0", 14.9, 0, 119, 653, 0},
    {"QUADRO-RTX-8000", "Turing", "7.5", 16.3, 0, 130.5, 672, 100},
    {"TITAN-RTX", "Turing", "7.5", 16.3, 0, 130.5, 672, 100},
    {"A100-40-PCIe", "Ampere", "8.0", 19.5, 156, 312, 1555, 0},
    {"A100-80-PCIe", "Ampere", "8.0", 19.5, 156, 312, 1935, 0},
    {"RTX-6000-Ada", "Ada", "8.9", 91.1, 182, 364, 960, 0},
    {"H100-80-PCIe", "Hopper", "9.0", 51.2, 378, 756, 2000, 0},
    {"H200-141", "Hopper", "9.0", 67, 494.5, 989.5, 4800, 900},
    {"V100-32-PCIe", "Volta", "7.0", 14, 0, 112, 900, 0},
    {"V100-32-SXM3", "Volta", "7.0", 16.4, 0, 130.8, 981, 300},
};

// Piece of a measured name -> id; the first match counts.
const std::pair<const char *, const char *> boardNames[] = {
    {"4070 Laptop", "RTX-4070-Laptop"},
    {"3060 Ti", "RTX-3060-Ti"},
    {"A100-PCIE-40GB", "A100-40-PCIe"},
    {"A100 40GB PCIe", "A100-40-PCIe"},
    {"A100 80GB PCIe", "A100-80-PCIe"},
    {"A100-SXM4-40GB", "A100-40"},
    {"A100 40GB", "A100-40"},
    {"A100 80GB", "A100-80"},
    {"A100-SXM4-80GB", "A100-80"},
    {"A100", "A100-80"},
    {"V100 32GB PCIe", "V100-32-PCIe"},
    {"V100 32GB SXM3", "V100-32-SXM3"},
    {"V100-SXM3", "V100-32-SXM3"},
    {"V100-SXM2-16GB", "V100-16"},
    {"V100 16GB", "V100-16"},
    {"V100", "V100-32"},
    {"Titan V", "TITAN-V"},
    {"RTX 8000", "QUADRO-RTX-8000"},
    {"RTX6000", "QUADRO-RTX-8000"},
    {"Titan RTX", "TITAN-RTX"},
    {"TITAN RTX", "TITAN-RTX"},
    {"Titan Xp", "TITAN-Xp"},
    {"TITAN Xp", "TITAN-Xp"},
    {"1080 Ti", "GTX-1080Ti"},
    {"2080 Ti", "RTX-2080Ti"},
    {"3090", "RTX-3090"},
    {"4090", "RTX-4090"},
    {"A6000", "RTX-A6000"},
    {"6000 Ada", "RTX-6000-Ada"},
    {"L40S", "L40S"},
    {"A40", "A40"},
    {"A10", "A10"},
    {"T4", "T4"},
    {"P100", "P100"},
    {"H200", "H200-141"},
    {"H100 80GB PCIe", "H100-80-PCIe"},
    {"H100", "H100-80"},
};

} // namespace

std::optional<Gpu> timingBoard(const std::string &name, const Knowledge &knowledge)
{
    for (const auto &[piece, id] : boardNames) {
        if (name.find(piece) == std::string::npos)
            continue;
        if (const Gpu *known = knowledge.gpu(id))
            return *known;
        for (const Board &b : boards) {
            if (id != std::string(b.id))
                continue;
            Gpu g;
            g.id = b.id;
            g.architecture = b.architecture;
            g.computeCapability = b.capability;
            g.fp32Tflops = b.fp32;
            if (b.tf32 > 0) {
                g.tf32Tflops = b.tf32;
                g.bf16Tflops = b.fp16;
            }
            g.fp16Tflops = b.fp16;
            g.tensorCores = true;
            g.memoryGbps = b.bandwidth;
            g.nvlinkGbps = b.nvlink;
            g.cloud = false;
            return g;
        }
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace segplan::test
