#include "estimate/memory/allocator.h"

#include <algorithm>

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

std::ptrdiff_t offset(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }
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

// Without branches that depend on data: thousands of these make an estimate.
std::size_t CachingAllocator::lowerBound(const Pool &pool, std::uint64_t key)
{
    const std::uint64_t *base = pool.data();
    std::size_t count = pool.size();
    if (count == 0)
        return 0;
    while (count > 1) {
        const std::size_t half = count / 2;
        base += half & (std::size_t{0} - static_cast<std::size_t>(base[half - 1] < key));
        count -= half;
    }
    return static_cast<std::size_t>(base - pool.data()) + (*base < key ? 1 : 0);
}

std::int32_t CachingAllocator::allocate(std::int64_t bytes)
{
    if (bytes <= 0)
        return -1;
    const std::int64_t size = roundUp(bytes, minBlock);
    const bool small = size <= smallSize;
    Pool &pool = small ? m_small : m_large;
    std::size_t place = lowerBound(pool, keyOf(size, 0)); // of the block in its pool
    const bool cached = place < pool.size();
    std::int32_t block;
    if (cached) {
        block = static_cast<std::int32_t>(pool[place] & ((1U << numberBits) - 1));
    } else {
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
        // The rest takes the block's place in the pool, further to the front.
        const std::uint64_t key = keyOf(rest, remaining);
        const std::size_t to = lowerBound(pool, key);
        if (cached) {
            std::copy_backward(pool.begin() + offset(to), pool.begin() + offset(place), pool.begin() + offset(place + 1));
            pool[to] = key;
        } else {
            pool.insert(pool.begin() + offset(to), key);
        }
    } else if (cached) {
        pool.erase(pool.begin() + offset(place));
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
    std::size_t place = pool.size() + 1; // of a free neighbour, whose place the merged block takes, further to the back
    for (const std::int32_t neighbour : {b.previous, b.next}) {
        if (neighbour < 0 || m_blocks[at(neighbour)].used)
            continue;
        const std::size_t found = lowerBound(pool, keyOf(m_blocks[at(neighbour)].size, neighbour));
        if (place <= pool.size()) {
            pool.erase(pool.begin() + offset(place));
            place = found > place ? found - 1 : found;
        } else {
            place = found;
        }
        swallow(block, neighbour);
    }
    const std::uint64_t key = keyOf(b.size, block);
    const std::size_t to = lowerBound(pool, key);
    if (place < pool.size()) {
        std::copy(pool.begin() + offset(place + 1), pool.begin() + offset(to), pool.begin() + offset(place));
        pool[to - 1] = key;
    } else {
        pool.insert(pool.begin() + offset(to), key);
    }
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
    const int states = settings.optimizer == Optimizer::Sgd ? 0 : settings.optimizer == Optimizer::SgdMomentum ? 1 : 2;
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
