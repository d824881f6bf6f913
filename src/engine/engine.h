// Engine: what the protocols speak to. It thinks in the background and answers through a listener.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

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
};

class Engine {
  public:
    explicit Engine(EngineListener listener);
    /// Ends a search that runs.
    ~Engine();

    /// None of these during a search.
    void new_game();
    static std::vector<OptionSpec> options();
    OptionResult set_option(std::string_view name, std::string_view text);
    /// Returns at once. The options complete the limits: lines wanted, time kept back.
    void go(Game game, Limits limits, SearchMode mode);

    bool is_searching() const;
    /// From any thread, at any time; nothing happens if no search runs.
    void stop();
    void ponder_hit();
    /// Blocks until the verdict has been given.
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
    OptionResult clear_hash(const OptionValue& value);
    OptionResult set_limit_strength(const OptionValue& value);
    OptionResult set_elo(const OptionValue& value);
    OptionResult set_skill(const OptionValue& value);
    OptionResult set_level_seed(const OptionValue& value);

    void draw_seed();
    /// None if it plays as well as it can; what is asked for analysis always is.
    std::optional<Strength> strength_for(const Limits& limits, SearchMode mode) const;
    void think(const Game& game, const Limits& limits, const std::optional<Strength>& strength);

    EngineListener listener_;
    Searcher searcher_;
    int multi_pv_ = 1;
    Milliseconds overhead_{30};
    LevelPlayer level_player_;
    Searcher* running_ = &searcher_;  // the one that searches, or that searched last
    bool limits_strength_ = false;
    int elo_ = kStandardElo;
    int skill_ = kFullSkill;
    std::uint64_t level_seed_ = 0;  // 0: every game gets another one
    std::uint64_t game_seed_ = 0;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool is_searching_ = false;
    bool may_answer_ = false;  // false while pondering or analysing, whatever the search has found
    std::jthread thread_;
};

}  // namespace castellan
