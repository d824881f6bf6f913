// Searcher: the workers and the table they share; runs one search at a time.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "chess/game.h"
#include "search/worker.h"

namespace castellan {

class Searcher {
  public:
    explicit Searcher(int table_megabytes = 16);

    /// False, and nothing changed, if there is not that much memory. Not during a search.
    bool set_table_size(int megabytes) { return table_.resize(megabytes); }
    /// Fewer if there is not enough memory, or the system has no more threads: see threads().
    void set_threads(int count);
    int threads() const { return static_cast<int>(workers_.size()); }
    /// nullptr: the classical evaluation. Forgets everything, which another one has judged.
    void use_network(std::shared_ptr<const nnue::Network> network);
    const nnue::Network* network() const { return network_.get(); }
    void use_tablebase(TablebaseUse use) { tablebase_ = std::move(use); }
    /// Forgets everything that was learnt from earlier searches. Not during a search.
    /// The table, which may be large, is cleared by get_ready(), or else by the next search, as far
    /// as its time allows.
    void forget();
    bool is_ready() const { return table_.is_prepared(); }
    /// Blocks until it is done, stop() is called, or whoever waits might lose patience; what is
    /// then left is done the next time.
    void get_ready();

    /// Blocks until a limit is reached or stop() is called. The listener is called from this
    /// thread.
    Verdict run(const Game& game, const Limits& limits, const ReportListener& listener);
    /// May be called from any thread. It ends the search that runs now, or the next one if none
    /// does; allow_start() takes that back.
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    void allow_start() { stop_.store(false, std::memory_order_relaxed); }

    /// While held, the clock and the time per move do not end the search.
    void hold_clock(bool held) { clock_is_held_.store(held, std::memory_order_relaxed); }

    /// Of the last search, all workers together.
    std::uint64_t nodes() const;
    /// The same while it runs, from any thread; a little behind.
    std::uint64_t nodes_so_far() const { return nodes_.load(std::memory_order_relaxed); }

  private:
    TranspositionTable table_;
    TablebaseUse tablebase_;
    std::shared_ptr<const nnue::Network> network_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::atomic<bool> stop_{false};
    std::atomic<bool> clock_is_held_{false};
    std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace castellan
