#include "estimate/memory/allocator.h"
#include "estimate/memory/replay.h"

#include <algorithm>
#include <bit>

namespace segplan {

namespace {

constexpr std::int64_t minBlock = 512; // kMinBlockSize
constexpr std::int64_t smallSize = 1 << 20; // kSmallSize: largest block of the small pool
constexpr std::int64_t smallSegment = 2 << 20; // kSmallBuffer
constexpr std::int64_t largeSegment = 20 << 20; // kLargeBuffer
constexpr std::int64_t minLarge = 10 << 20; // kMinLargeAlloc
constexpr std::int64_t roundLarge = 2 << 20; // kRoundLarge

std::int64_t roundUp(std::int64_t bytes, std::int64_t step) { return (bytes + step - 1) / step * step; }

std::int64_t segmentSize(std::int64_t size)
{
    return size <= smallSize ? smallSegment : size < minLarge ? largeSegment : roundUp(size, roundLarge);
}

constexpr int numberBits = 24; // up to 16 million blocks, sizes up to 2^40 x 512 bytes
std::uint64_t keyOf(std::int64_t size, std::int32_t block)
{
    return static_cast<std::uint64_t>(size / minBlock) << numberBits | static_cast<std::uint64_t>(block);
}

// Bins grow with the size: exact below four units of 512 bytes, then four to each doubling.
std::size_t binOf(std::int64_t size)
{
    const auto units = static_cast<std::uint64_t>(size / minBlock);
    if (units < 4)
        return units;
    const int exponent = 63 - std::countl_zero(units);
    return static_cast<std::size_t>(exponent) * 4 + ((units >> (exponent - 2)) & 3) - 4;
}

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

} // namespace

std::int32_t CachingAllocator::newBlock()
{
    if (m_unused.empty()) {
        m_blocks.emplace_back();
        return static_cast<std::int32_t>(m_blocks.size() - 1);
    }
    const std::int32_t block = m_unused.back();
    m_unused.pop_back();
    m_blocks[at(block)] = {};
    return block;
}

std::int32_t CachingAllocator::Pool::takeAtLeast(std::int64_t size)
{
    const std::uint64_t key = keyOf(size, 0);
    std::size_t bin = binOf(size);
    auto found = std::lower_bound(m_bins[bin].begin(), m_bins[bin].end(), key);
    if (found == m_bins[bin].end()) {
        std::size_t word = ++bin / 64;
        if (word >= bins / 64)
            return -1;
        std::uint64_t rest = m_filled[word] & (~std::uint64_t{0} << (bin % 64));
        while (rest == 0 && ++word < bins / 64)
            rest = m_filled[word];
        if (rest == 0)
            return -1;
        bin = word * 64 + static_cast<std::size_t>(std::countr_zero(rest));
        found = m_bins[bin].begin();
    }
    const auto block = static_cast<std::int32_t>(*found & ((1U << numberBits) - 1));
    m_bins[bin].erase(found);
    if (m_bins[bin].empty())
        m_filled[bin / 64] &= ~(std::uint64_t{1} << (bin % 64));
    return block;
}

void CachingAllocator::Pool::insert(std::int64_t size, std::int32_t block)
{
    const std::uint64_t key = keyOf(size, block);
    const std::size_t bin = binOf(size);
    m_bins[bin].insert(std::lower_bound(m_bins[bin].begin(), m_bins[bin].end(), key), key);
    m_filled[bin / 64] |= std::uint64_t{1} << (bin % 64);
}

void CachingAllocator::Pool::erase(std::int64_t size, std::int32_t block)
{
    const std::size_t bin = binOf(size);
    m_bins[bin].erase(std::lower_bound(m_bins[bin].begin(), m_bins[bin].end(), keyOf(size, block)));
    if (m_bins[bin].empty())
        m_filled[bin / 64] &= ~(std::uint64_t{1} << (bin % 64));
}

std::int32_t CachingAllocator::allocate(std::int64_t bytes)
{
    if (bytes <= 0)
        return -1;
    const std::int64_t size = roundUp(bytes, minBlock);
    const bool small = size <= smallSize;
    Pool &pool = small ? m_small : m_large;
    std::int32_t block = pool.takeAtLeast(size);
    if (block < 0) {
        block = newBlock();
        Block &b = m_blocks[at(block)];
        b.size = segmentSize(size);
        b.small = small;
        ++m_segments;
        m_reserved += b.size;
    }
    const std::int64_t rest = m_blocks[at(block)].size - size;
    if (small ? rest >= minBlock : rest > smallSize) {
        const std::int32_t remaining = newBlock();
        Block &b = m_blocks[at(block)];
        Block &r = m_blocks[at(remaining)];
        r.size = rest;
        r.small = small;
        r.previous = block;
        r.next = b.next;
        if (b.next >= 0)
            m_blocks[at(b.next)].previous = remaining;
        b.next = remaining;
        b.size = size;
        pool.insert(rest, remaining);
    }
    m_blocks[at(block)].used = true;
    m_allocated += m_blocks[at(block)].size;
    m_peak = std::max(m_peak, m_allocated);
    return block;
}

// The neighbour becomes part of the block. Both are free and out of the pool.
void CachingAllocator::swallow(std::int32_t block, std::int32_t neighbour)
{
    Block &b = m_blocks[at(block)];
    const Block &n = m_blocks[at(neighbour)];
    if (b.previous == neighbour) {
        b.previous = n.previous;
        if (n.previous >= 0)
            m_blocks[at(n.previous)].next = block;
    } else {
        b.next = n.next;
        if (n.next >= 0)
            m_blocks[at(n.next)].previous = block;
    }
    b.size += n.size;
    m_unused.push_back(neighbour);
}

void CachingAllocator::free(std::int32_t block)
{
    if (block < 0)
        return;
    Block &b = m_blocks[at(block)];
    b.used = false;
    m_allocated -= b.size;
    Pool &pool = b.small ? m_small : m_large;
    for (const std::int32_t neighbour : {b.previous, b.next}) {
        if (neighbour < 0 || m_blocks[at(neighbour)].used)
            continue;
        pool.erase(m_blocks[at(neighbour)].size, neighbour);
        swallow(block, neighbour);
    }
    pool.insert(b.size, block);
}

AllocatorPlay playAllocator(const Graph &graph, const StepReplay &replay, const StepSettings &settings, const std::vector<std::int64_t> &libraryWorkspaces)
{
    constexpr std::int64_t beyondAnyCard = std::int64_t{1} << 46;
    if (replay.peak.count() > beyondAnyCard) // sizes may be saturated; nothing is gained by playing them
        return {replay.peak, replay.peak, 0};
    CachingAllocator allocator;
    // The model moves to the card tensor by tensor, then DistributedDataParallel makes its buckets (25 MiB, the first 1 MiB).
    for (const Storage &storage : graph.storages) {
        if (storage.role == StorageRole::Parameter || storage.role == StorageRole::Buffer)
            allocator.allocate(storage.bytes);
    }
    if (settings.ddp) {
        constexpr std::int64_t firstBucket = 1 << 20, bucket = 25 << 20;
        std::int64_t filled = 0, limit = firstBucket;
        for (auto bytes = replay.trainableBytes.rbegin(); bytes != replay.trainableBytes.rend(); ++bytes) {
            filled += *bytes;
            if (filled < limit)
                continue;
            allocator.allocate(filled);
            filled = 0;
            limit = bucket;
        }
        allocator.allocate(filled);
    }
    for (const std::int64_t bytes : libraryWorkspaces)
        allocator.allocate(bytes);
    if (settings.gradientsPersist) {
        for (const std::int64_t bytes : replay.trainableBytes)
            allocator.allocate(bytes);
    }

    constexpr int steps = 2; // a third one adds nothing: everything it asks for is cached
    const int states = statesPerParameter(settings.optimizer);
    std::vector<std::int32_t> blocks;
    blocks.reserve(replay.log.size());
    for (int step = 0; step < steps; ++step) {
        allocator.resetPeak();
        blocks.clear();
        for (const std::int64_t event : replay.log) {
            if (event >= 0) {
                blocks.push_back(allocator.allocate(event));
            } else {
                std::int32_t &block = blocks[static_cast<std::size_t>(~event)];
                allocator.free(block);
                block = -1;
            }
        }
        if (step == 0) { // the optimizer makes its states at its first step, in what the activations left
            for (const std::int64_t bytes : replay.trainableBytes) {
                for (int s = 0; s < states; ++s)
                    allocator.allocate(bytes);
            }
        }
        for (const std::int32_t block : blocks)
            allocator.free(block);
    }
    return {Bytes(allocator.reserved()), Bytes(allocator.peakAllocated()), static_cast<int>(allocator.segments())};
}

} // namespace segplan
