// PyTorch's caching allocator on one CUDA stream, played over a step's allocations and frees.
//
// Source: c10/cuda/CUDACachingAllocator.cpp (1.8 to 2.x, default settings: no split limit, no expandable segments). Blocks are rounded to
// 512 bytes; up to 1 MiB they come from the small pool (segments of 2 MiB), above from the large one (segments of 20 MiB, from 10 MiB on of
// the size rounded to 2 MiB). The smallest cached block that is large enough is taken and split when enough is left; a freed block merges
// with its free neighbours. What is cached is given back to the driver only when memory runs out.
#pragma once

#include "estimate/memory/memory.h"

#include <cstdint>
#include <vector>

namespace segplan {

class CachingAllocator {
public:
    // A block of at least `bytes`; its number, or -1 for 0 bytes (PyTorch gives a null pointer). `bytes` at most 2^46.
    std::int32_t allocate(std::int64_t bytes);
    void free(std::int32_t block); // -1 is ignored

    std::int64_t reserved() const { return m_reserved; } // bytes held from the driver; grows only, for nothing is given back
    std::int64_t allocated() const { return m_allocated; } // bytes of blocks in use, rounding and unsplit rests included
    std::int64_t peakAllocated() const { return m_peak; }
    std::int64_t segments() const { return m_segments; }
    void resetPeak() { m_peak = m_allocated; }

private:
    struct Block {
        std::int64_t size = 0;
        std::int32_t previous = -1, next = -1; // neighbours in the segment
        bool used = false, small = false;
    };
    // Free blocks by size; equal sizes by number, where the allocator takes the lowest address (numbers follow addresses as long as nothing
    // has merged). Key: size in units of 512 bytes above, number below. Sizes between two quarters of a power of two share a sorted bin.
    class Pool {
    public:
        std::int32_t takeAtLeast(std::int64_t size); // the smallest; -1 when there is none
        void insert(std::int64_t size, std::int32_t block);
        void erase(std::int64_t size, std::int32_t block);

    private:
        static constexpr std::size_t bins = 192;
        std::vector<std::uint64_t> m_bins[bins];
        std::uint64_t m_filled[bins / 64] = {}; // one bit per bin that is not empty
    };

    std::int32_t newBlock();
    void swallow(std::int32_t block, std::int32_t neighbour);

    std::vector<Block> m_blocks;
    std::vector<std::int32_t> m_unused; // numbers of merged blocks
    Pool m_small, m_large;
    std::int64_t m_reserved = 0, m_allocated = 0, m_peak = 0;
    std::int32_t m_segments = 0;
};

// What the allocator holds after the first steps, when it no longer grows.
struct AllocatorPlay {
    Bytes reserved; // torch.cuda.max_memory_reserved
    Bytes blocks; // peak of block sizes in the steady state: tensors, rounding and rests that are too small to split
    int segments = 0;
};

// Plays weights, buckets (as `settings` and the replay say), a first step, the making of the optimizer states, and a second step.
// `libraryWorkspaces`: blocks that cuBLAS handles take from the allocator for good, in bytes each. Beyond 64 TiB the reserve is taken as
// the peak of tensors.
AllocatorPlay playAllocator(const Graph &graph, const StepReplay &replay, const StepSettings &settings, const std::vector<std::int64_t> &libraryWorkspaces);

} // namespace segplan
