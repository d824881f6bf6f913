#include "search/searcher.h"

#include <thread>

namespace castellan {

Searcher::Searcher(int table_megabytes) : table_{table_megabytes} { set_threads(1); }

void Searcher::set_threads(int count) {
    while (static_cast<int>(workers_.size()) > std::max(count, 1)) workers_.pop_back();
    while (static_cast<int>(workers_.size()) < count)
        workers_.push_back(std::make_unique<Worker>());
}

void Searcher::forget() {
    table_.clear();
    for (const auto& worker : workers_) worker->forget();
}

Verdict Searcher::run(const Game& game, const Limits& limits, const Worker::Listener& listener) {
    const TimeManager time{limits};
    nodes_.store(0, std::memory_order_relaxed);
    table_.start_search();
    EndgameProbe endgames{tablebase_, game};
    SharedSearch shared{table_, time, stop_, clock_is_held_, nodes_, endgames};

    // Nothing before the last irreversible move can be repeated.
    std::vector<Key> earlier;
    const auto reversible = static_cast<std::size_t>(game.position().halfmove_clock());
    for (std::size_t ply = game.ply() - std::min(game.ply(), reversible); ply < game.ply(); ++ply)
        earlier.push_back(game.position_at(ply).key());

    // Lazy SMP: the helpers search the same tree on their own and help through the table.
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < workers_.size(); ++i)
        helpers.emplace_back([&, i] {
            Limits unlimited;
            unlimited.search_moves = limits.search_moves;
            unlimited.multi_pv = limits.multi_pv;
            workers_[i]->run(game.position(), earlier, unlimited, shared, {});
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
