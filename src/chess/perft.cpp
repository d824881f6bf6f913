#include "chess/perft.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <thread>

#include "chess/movegen_core.h"

namespace castellan {
namespace {

/// Counts already known, shared by all threads without locks: an entry's check word is its key
/// mixed with its count, so that a torn write reads as a miss.
class PerftTable {
  public:
    explicit PerftTable(int megabytes)
        : size_{std::bit_floor(static_cast<std::size_t>(megabytes) * 1024 * 1024 / sizeof(Entry))},
          entries_{std::make_unique<Entry[]>(size_)} {}

    bool find(Key key, int depth, std::uint64_t& nodes) const {
        const Entry& entry = at(key, depth);
        const std::uint64_t count = entry.nodes.load(std::memory_order_relaxed);
        if ((entry.check.load(std::memory_order_relaxed) ^ count) != mix(key, depth)) return false;
        nodes = count;
        return true;
    }
    void store(Key key, int depth, std::uint64_t nodes) {
        Entry& entry = at(key, depth);
        entry.nodes.store(nodes, std::memory_order_relaxed);
        entry.check.store(mix(key, depth) ^ nodes, std::memory_order_relaxed);
    }

  private:
    struct Entry {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> nodes{0};
    };

    static std::uint64_t mix(Key key, int depth) {
        return key + static_cast<std::uint64_t>(depth) * 0x9E3779B97F4A7C15;
    }
    Entry& at(Key key, int depth) const { return entries_[mix(key, depth) & (size_ - 1)]; }

    std::size_t size_;
    std::unique_ptr<Entry[]> entries_;
};

struct Shared {
    PerftTable* table;  // may be absent
    const std::stop_token& stop;
};

/// Below this depth a count is over before anybody could wait for it to stop.
constexpr int kStoppableDepth = 4;

template <Color kUs>
std::uint64_t count_leaves(const Position& position, int depth, const Shared& shared) {
    if (depth == 1) {
        MoveCounter counter;
        MoveGenerator<kUs, MoveClass::legal, MoveCounter>{position, counter}.run();
        return static_cast<std::uint64_t>(counter.count);
    }
    std::uint64_t nodes = 0;
    if (depth >= kStoppableDepth && shared.stop.stop_requested()) return nodes;
    PerftTable* const table = shared.table;
    if (table != nullptr && table->find(position.key(), depth, nodes)) return nodes;

    MoveList moves;
    MoveWriter writer{moves};
    MoveGenerator<kUs, MoveClass::legal, MoveWriter>{position, writer}.run();
    for (const Move move : moves)
        nodes += count_leaves<!kUs>(position.after(move), depth - 1, shared);

    if (table != nullptr) table->store(position.key(), depth, nodes);
    return nodes;
}

std::uint64_t count_leaves(const Position& position, int depth, const Shared& shared) {
    if (depth == 0) return 1;
    return position.side_to_move() == Color::white
               ? count_leaves<Color::white>(position, depth, shared)
               : count_leaves<Color::black>(position, depth, shared);
}

/// A piece of work for one thread: the position after two plies, so that there are enough of them
/// to keep all threads busy to the end.
struct Task {
    std::size_t root_move;
    Position position;
    int depth;
};

/// What its tasks have counted below a first move.
struct RootCount {
    std::atomic<std::uint64_t> nodes{0};
    std::atomic<std::size_t> unfinished{0};
};

}  // namespace

std::vector<PerftEntry> perft_divide(const Position& position, int depth,
                                     const PerftOptions& options) {
    const MoveList moves = legal_moves(position);
    std::vector<Task> tasks;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        const Position child = position.after(moves[i]);
        if (depth >= 3)
            for (const Move reply : legal_moves(child))
                tasks.push_back({i, child.after(reply), depth - 2});
        else
            tasks.push_back({i, child, depth - 1});
    }

    std::unique_ptr<PerftTable> table;
    if (options.hash_megabytes > 0) table = std::make_unique<PerftTable>(options.hash_megabytes);

    const Shared shared{table.get(), options.stop};
    std::vector<RootCount> roots(moves.size());
    for (const Task& task : tasks) ++roots[task.root_move].unfinished;
    Progress unwatched;
    Progress& progress = options.progress != nullptr ? *options.progress : unwatched;
    progress.total = moves.size();
    // A move after which there is none has nothing to be counted.
    for (const RootCount& root : roots)
        if (root.unfinished == 0) ++progress.done;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < tasks.size(); i = next++) {
            const auto nodes = count_leaves(tasks[i].position, tasks[i].depth, shared);
            if (options.stop.stop_requested()) return;
            progress.nodes += nodes;
            RootCount& root = roots[tasks[i].root_move];
            root.nodes += nodes;
            if (--root.unfinished == 0) ++progress.done;
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int i = 1; i < options.threads; ++i) helpers.emplace_back(work);
        work();
    }
    std::vector<PerftEntry> finished;
    for (std::size_t i = 0; i < moves.size(); ++i)
        if (roots[i].unfinished == 0) finished.push_back({moves[i], roots[i].nodes});
    return finished;
}

std::uint64_t perft(const Position& position, int depth, const PerftOptions& options) {
    if (depth <= 0) return 1;
    std::uint64_t nodes = 0;
    for (const PerftEntry& entry : perft_divide(position, depth, options)) nodes += entry.nodes;
    return nodes;
}

}  // namespace castellan
