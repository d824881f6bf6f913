#include "search/transposition_table.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "base/threads.h"
#include "search/params.h"

namespace castellan {
namespace {

// Clearing: what is done between two looks at the clock (a table is a whole number of these), and
// what makes another thread pay.
constexpr std::size_t kChunk = std::size_t{1024} * 1024;
constexpr std::size_t kWorthAThread = 64 * kChunk;

// How the 64 bits of an entry are shared out: move 16, score 16, eval 16, depth 8, generation 5,
// one unused, bound 2.
std::uint64_t pack(const TableHit& hit, Score score, unsigned generation) {
    const auto word = [](int value) {
        return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value));
    };
    return word(hit.move.bits()) | word(score.raw()) << 16 | word(hit.eval) << 32 |
           static_cast<std::uint64_t>(static_cast<std::uint8_t>(hit.depth)) << 48 |
           static_cast<std::uint64_t>(generation) << 56 |
           static_cast<std::uint64_t>(hit.bound) << 62;
}
int depth_of(std::uint64_t data) { return static_cast<std::int8_t>(data >> 48); }
unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> 56) & 31; }
Bound bound_of(std::uint64_t data) { return static_cast<Bound>(data >> 62); }

TableHit unpack(std::uint64_t data, Ply ply) {
    return {Move::from_bits(static_cast<std::uint16_t>(data)),
            Score::from_raw(static_cast<std::int16_t>(data >> 16)).from_table(ply),
            static_cast<std::int16_t>(data >> 32), depth_of(data), bound_of(data)};
}

}  // namespace

TranspositionTable::TranspositionTable(int megabytes) {
    if (!resize(megabytes)) throw std::bad_alloc{};
}

bool TranspositionTable::resize(int megabytes) {
    const std::size_t bytes = static_cast<std::size_t>(megabytes) * kChunk;
    LargeMemory memory{bytes};
    if (!memory) return false;
    memory_ = std::move(memory);
    prepared_ = 0;
    clusters_ = bytes / sizeof(Cluster);  // new memory is zero, only slow to come by
    return true;
}

void TranspositionTable::prepare(const std::function<bool()>& is_enough) {
    if (is_prepared()) return;
    if (prepared_ == 0) generation_ = 0;
    const std::size_t size = memory_.size();
    std::atomic<std::size_t> next{prepared_};
    const auto clear_chunk = [&] {
        const std::size_t start = next.fetch_add(kChunk);
        if (start >= size) return false;
        std::memset(static_cast<unsigned char*>(memory_.data()) + start, 0, kChunk);
        return true;
    };
    clear_chunk();  // without any there would be no table
    const auto clear_chunks = [&](std::size_t) {
        while (!is_enough() && clear_chunk()) continue;
    };
    {
        const std::size_t helpers = std::min<std::size_t>((size - prepared_) / kWorthAThread,
                                                          std::thread::hardware_concurrency());
        const auto threads = start_threads(helpers, clear_chunks);
        clear_chunks(0);
    }
    // Chunks are taken in order and finished once taken, so what was taken is all clear.
    prepared_ = std::min(next.load(), size);
    clusters_ = prepared_ / sizeof(Cluster);
}

std::optional<TableHit> TranspositionTable::probe(Key key, Ply ply) const {
    for (const Entry& entry : cluster(key).entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ data) == key &&
            bound_of(data) != Bound::none)
            return unpack(data, ply);
    }
    return std::nullopt;
}

void TranspositionTable::store(Key key, Ply ply, const TableHit& hit) {
    auto& entries = cluster(key).entries;
    Entry* target = entries;
    int lowest = 1 << 30;
    for (Entry& entry : entries) {
        const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ data) == key &&
            bound_of(data) != Bound::none) {
            // A deeper entry of this search says more than a shallow bound.
            if (hit.bound != Bound::exact && generation_of(data) == generation_ &&
                hit.depth < depth_of(data) - params::kTableKeepDepth)
                return;
            target = &entry;
            break;
        }
        // An empty entry, then shallow and old ones.
        const unsigned age = (generation_ - generation_of(data)) & kGenerationMask;
        const int worth = bound_of(data) == Bound::none
                              ? -(1 << 20)
                              : depth_of(data) - params::kTableAge * static_cast<int>(age);
        if (worth < lowest) {
            lowest = worth;
            target = &entry;
        }
    }
    TableHit kept = hit;
    const std::uint64_t old = target->data.load(std::memory_order_relaxed);
    if (!kept.move && (target->check.load(std::memory_order_relaxed) ^ old) == key)
        kept.move = unpack(old, 0).move;
    const std::uint64_t data = pack(kept, hit.score.to_table(ply), generation_);
    target->data.store(data, std::memory_order_relaxed);
    target->check.store(key ^ data, std::memory_order_relaxed);
}

int TranspositionTable::fullness() const {
    constexpr std::size_t kSample = 250;
    const auto* clusters = static_cast<const Cluster*>(memory_.data());
    int filled = 0;
    for (std::size_t i = 0; i < std::min(kSample, clusters_); ++i)
        for (const Entry& entry : clusters[i].entries) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            filled += bound_of(data) != Bound::none && generation_of(data) == generation_ ? 1 : 0;
        }
    return filled;
}

}  // namespace castellan
