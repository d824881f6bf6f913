// TranspositionTable: what was found out about positions, shared by all threads without locks.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/large_memory.h"
#include "chess/move.h"
#include "chess/zobrist.h"
#include "search/score.h"

namespace castellan {

struct TableHit {
    Move move;
    Score score;  // counted from the root again
    int eval;     // the static evaluation, without corrections
    Depth depth;
    Bound bound;

    /// Whether no search of that depth could say anything else about this window.
    bool settles(Score alpha, Score beta) const {
        return bound == Bound::exact || (bound == Bound::lower && score >= beta) ||
               (bound == Bound::upper && score <= alpha);
    }
};

class TranspositionTable {
  public:
    static constexpr int kNoEval = -32'768;

    /// Throws std::bad_alloc if there is not that much memory.
    explicit TranspositionTable(int megabytes);

    /// False, and nothing changed, if there is not that much memory.
    bool resize(int megabytes);
    /// Everything is to be forgotten. That takes effect with prepare().
    void clear() { prepared_ = 0; }
    bool is_prepared() const { return prepared_ == memory_.size(); }
    /// Clears the memory, or touches it for the first time, which takes longer still: a gigabyte
    /// may take a second. Several threads do it until `is_enough` (asked from all of them) says so.
    /// What is prepared is what is used; the next call goes on from there.
    void prepare(const std::function<bool()>& is_enough);
    /// Entries of earlier searches become the first to be replaced.
    void start_search() { generation_ = (generation_ + 1) & kGenerationMask; }

    std::optional<TableHit> probe(Key key, Ply ply) const;
    void store(Key key, Ply ply, const TableHit& hit);
    void prefetch(Key key) const { __builtin_prefetch(&cluster(key)); }

    /// Share of the table filled by this search, in thousandths.
    int fullness() const;

  private:
    /// `check` is the key mixed with `data`: an entry torn by two writers matches no key.
    struct Entry {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> data;
    };
    struct alignas(64) Cluster {
        Entry entries[4];
    };
    static constexpr unsigned kGenerationMask = 31;

    /// The high half of the product spreads any key over any number of clusters.
    Cluster& cluster(Key key) const {
        __extension__ using Wide = unsigned __int128;
        return static_cast<Cluster*>(
            memory_.data())[static_cast<std::size_t>((static_cast<Wide>(key) * clusters_) >> 64)];
    }

    LargeMemory memory_;
    std::size_t prepared_ = 0;  // bytes from the start
    std::size_t clusters_ = 0;  // in use
    unsigned generation_ = 0;
};

}  // namespace castellan
