#include "search/searcher.h"

#include <algorithm>
#include <new>

#include "base/threads.h"

namespace castellan {
namespace {

/// A table of many gigabytes is put to use part by part: nobody waits longer for a first thought.
constexpr double kMostSecondsOfPreparation = 3;

}  // namespace

Searcher::Searcher(int table_megabytes) : table_{table_megabytes} { set_threads(1); }

void Searcher::set_threads(int count) {
    auto wanted = static_cast<std::size_t>(std::max(count, 1));
    // Where a limit is met, half of it is left to the rest of the program.
    if (wanted > std::max<std::size_t>(workers_.size(), 1))
        if (const std::size_t possible = startable_threads(wanted); possible < wanted)
            wanted = std::max<std::size_t>(possible / 2, 1);
    try {
        while (workers_.size() < wanted) {
            workers_.push_back(std::make_unique<Worker>());
            workers_.back()->use_network(network_);
        }
    } catch (const std::bad_alloc&) {
        if (workers_.empty()) throw;
        wanted = (workers_.size() + 1) / 2;
    }
    while (workers_.size() > wanted) workers_.pop_back();
}

void Searcher::use_network(std::shared_ptr<const nnue::Network> network) {
    network_ = std::move(network);
    for (const auto& worker : workers_) worker->use_network(network_);
    forget();
}

void Searcher::forget() {
    table_.clear();
    for (const auto& worker : workers_) worker->forget();
}

void Searcher::get_ready() {
    const Stopwatch watch;
    table_.prepare([&] {
        return stop_.load(std::memory_order_relaxed) || watch.seconds() > kMostSecondsOfPreparation;
    });
}

Verdict Searcher::run(const Game& game, const Limits& limits, const ReportListener& listener) {
    nodes_.store(0, std::memory_order_relaxed);
    const TimeManager time{limits, nodes_};
    const Stopwatch watch;
    table_.prepare([&] {
        return stop_.load(std::memory_order_relaxed) ||
               watch.seconds() > kMostSecondsOfPreparation ||
               (!clock_is_held_.load(std::memory_order_relaxed) && time.should_start());
    });
    table_.start_search();
    EndgameProbe endgames{tablebase_, game};
    SharedSearch shared{table_, time, stop_, clock_is_held_, nodes_, endgames};

    // Nothing before the last irreversible move can be repeated.
    std::vector<Key> earlier;
    const auto reversible = static_cast<std::size_t>(game.position().halfmove_clock());
    for (std::size_t ply = game.ply() - std::min(game.ply(), reversible); ply < game.ply(); ++ply)
        earlier.push_back(game.position_at(ply).key());

    // Lazy SMP: the helpers search the same tree on their own and help through the table.
    auto helpers = start_threads(workers_.size() - 1, [&](std::size_t i) {
        try {
            Limits unlimited;
            unlimited.search_moves = limits.search_moves;
            unlimited.multi_pv = limits.multi_pv;
            workers_[i + 1]->run(game.position(), earlier, unlimited, shared, {});
        } catch (const std::bad_alloc&) {
            // The others search on.
        }
    });
    const Verdict verdict =
        workers_.front()->run(game.position(), earlier, limits, shared, listener);
    stop_.store(true, std::memory_order_relaxed);
    helpers.clear();
    return verdict;
}

std::uint64_t Searcher::nodes() const {
    std::uint64_t nodes = 0;
    for (const auto& worker : workers_) nodes += worker->nodes();
    return nodes;
}

}  // namespace castellan
