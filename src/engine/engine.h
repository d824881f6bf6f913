// Engine: what the protocols speak to. It thinks in the background and answers through a listener.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "book/polyglot_book.h"
#include "engine/level_player.h"
#include "engine/option.h"
#include "search/searcher.h"

namespace castellan {

/// How the end of a search is decided, beside its limits.
enum class SearchMode {
    play,     // the limits decide
    ponder,   // the limits count from ponder_hit() on; until then only stop() ends it
    analyse,  // only stop() ends it
};

struct EngineListener {
    /// Called from the engine's thread.
    std::function<void(const Position& root, const Report&)> on_report;
    /// Exactly once for each search.
    std::function<void(const Position& root, const Verdict&)> on_verdict;
    /// Something that a person should know, before the verdict; may be absent.
    std::function<void(std::string_view message)> on_notice{};
};

class Engine {
  public:
    explicit Engine(EngineListener listener);
    /// Ends a search that runs.
    ~Engine();

    /// None of these during a search.
    void new_game();
    /// Does now what would else be done by the next search, on its time: clearing a large table.
    /// It happens in the background if there is much to do; on_ready follows in any case.
    void prepare(std::function<void()> on_ready);
    static std::vector<OptionSpec> options();
    OptionResult set_option(std::string_view name, std::string_view text);
    int multi_pv() const { return multi_pv_; }
    /// What the book knows here, heaviest first, whether it is played from or not.
    std::vector<BookMove> book_moves(const Position& position) const {
        return book_ ? book_->moves(position) : std::vector<BookMove>{};
    }
    /// Makes the choice among book moves repeatable; without it every engine chooses anew.
    void seed_book(std::uint64_t seed) { book_random_ = Random{seed}; }
    /// Returns at once. The options complete the limits: lines wanted, time kept back.
    void go(const Game& game, Limits limits, SearchMode mode);

    bool is_searching() const;
    bool is_preparing() const;
    /// Of the search that runs, or of the last one; a little behind.
    std::uint64_t nodes_so_far() const { return searcher_.nodes_so_far(); }
    /// nullptr: it plays by the classical evaluation.
    const nnue::Network* network() const { return searcher_.network(); }
    /// The time kept back from every move.
    Milliseconds overhead() const { return overhead_; }
    /// From any thread, at any time; nothing happens if no search runs, or none that ponders.
    void stop();
    void ponder_hit();
    /// Blocks until the verdict has been given, or what was prepared is ready.
    void wait();

  private:
    struct Option {
        OptionSpec spec;
        OptionResult (Engine::*apply)(const OptionValue& value);
    };
    static const std::vector<Option>& option_table();

    OptionResult set_hash(const OptionValue& value);
    OptionResult set_threads(const OptionValue& value);
    OptionResult set_multi_pv(const OptionValue& value);
    OptionResult set_overhead(const OptionValue& value);
    OptionResult set_nodes_time(const OptionValue& value);
    OptionResult clear_hash(const OptionValue& value);
    OptionResult set_syzygy_path(const OptionValue& value);
    OptionResult set_syzygy_probe_depth(const OptionValue& value);
    OptionResult set_syzygy_fifty_move_rule(const OptionValue& value);
    OptionResult set_syzygy_probe_limit(const OptionValue& value);
    OptionResult set_own_book(const OptionValue& value);
    OptionResult set_book_file(const OptionValue& value);
    OptionResult set_eval_file(const OptionValue& value);
    OptionResult set_limit_strength(const OptionValue& value);
    OptionResult set_elo(const OptionValue& value);
    OptionResult set_skill(const OptionValue& value);
    OptionResult set_level_seed(const OptionValue& value);

    enum class Activity { none, preparing, searching };

    void draw_seed();
    /// None if it plays as well as it can; what is asked for analysis always is.
    std::optional<Strength> strength_for(const Limits& limits, SearchMode mode) const;
    void think(const Game& game, const Limits& limits, const std::optional<Strength>& strength);
    Verdict find_move(const Game& game, const Limits& limits,
                      const std::optional<Strength>& strength);
    std::optional<Move> book_move(const Position& root, const Limits& limits);
    void drop_failed_tablebase();
    void begin(Activity activity, SearchMode mode, Searcher& searcher);
    void end();

    EngineListener listener_;
    Searcher searcher_;
    int multi_pv_ = 1;
    Milliseconds overhead_{30};
    std::optional<std::uint64_t> nodes_per_second_;
    TablebaseUse tablebase_;
    bool own_book_ = false;
    std::optional<PolyglotBook> book_;
    Random book_random_;
    LevelPlayer level_player_;
    Searcher* running_ = &searcher_;  // the one that searches, or that searched last
    bool limits_strength_ = false;
    int elo_ = kStandardElo;
    int skill_ = kFullSkill;
    std::uint64_t level_seed_ = 0;  // 0: every game gets another one
    std::uint64_t game_seed_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    Activity activity_ = Activity::none;
    SearchMode mode_ = SearchMode::play;
    bool may_answer_ = false;  // false while pondering or analysing, whatever the search has found
    std::jthread thread_;
};

}  // namespace castellan
