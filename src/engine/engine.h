// Engine: the one conductor of thinking. It owns what a search needs (network, hash table, threads,
// endgame tables, book, strength) and finds a move with it; whoever wants a move asks here.
#pragma once

#include <stop_token>
#include <vector>

#include "base/random.h"
#include "engine/engine_settings.h"
#include "engine/limited_search.h"
#include "engine/option.h"
#include "search/searcher.h"

namespace castellan {

/// What a search is for.
enum class Purpose {
    play,      // the book, and a limited strength if there is one
    analysis,  // neither: always as well as it can
};

/// The hash table and the histories are kept from move to move until new_game(). One thread at a
/// time may use it, but for what says otherwise.
class Engine {
  public:
    /// Throws std::bad_alloc if there is no memory for the hash table.
    explicit Engine(const EngineSettings& settings = {});

    static std::vector<OptionSpec> options();
    OptionResult set_option(std::string_view name, std::string_view text);
    /// As a player of about this rating would; none: as well as it can.
    void limit_strength(std::optional<int> elo);

    /// Forgets everything that was learnt. With a seed, what is left to chance in this game can be
    /// repeated; without, the option Level Seed decides, or else chance does.
    void new_game(std::optional<std::uint64_t> seed = {});
    /// Whether there is nothing left to do that the next search would else do on its own time.
    bool is_ready() const { return searcher_.is_ready(); }
    /// Clears a large table; ends early if stopped.
    void get_ready(const std::stop_token& stop);

    /// Blocks until a limit is reached or it is stopped. The options complete the limits: lines
    /// wanted, time kept back.
    Verdict think(const Game& game, Limits limits, const ReportListener& listener,
                  const std::stop_token& stop = {}, Purpose purpose = Purpose::play);

    /// While held, the clock and the time per move do not end a search. From any thread.
    void hold_clock(bool held);
    /// Of the search that runs, or of the last one; a little behind. From any thread.
    std::uint64_t nodes_so_far() const { return searcher_.nodes_so_far(); }
    /// Of the last search at full strength.
    std::uint64_t nodes() const { return searcher_.nodes(); }

    int multi_pv() const { return multi_pv_; }
    /// The time kept back from every move.
    Milliseconds overhead() const { return overhead_; }
    /// nullptr: it plays by the classical evaluation.
    const nnue::Network* network() const { return searcher_.network(); }
    /// What the book knows here, heaviest first, whether it is played from or not.
    std::vector<BookMove> book_moves(const Position& position) const;
    /// Something that a person should know about what happened; empty after it was asked once.
    std::string take_notice() { return std::exchange(notice_, {}); }

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
    OptionResult set_node_limit(const OptionValue& value);
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

    void use_tables(Tablebase::Pointer tables);
    void draw_seed(std::optional<std::uint64_t> seed);
    Limits completed(Limits limits, Purpose purpose) const;
    std::optional<Strength> strength_for(const Limits& limits, Purpose purpose) const;
    std::optional<Move> book_move(const Position& root, const Limits& limits);
    void drop_failed_tables();

    Searcher searcher_;
    LimitedSearch limited_;
    int multi_pv_ = 1;
    Milliseconds overhead_{30};
    std::optional<std::uint64_t> node_limit_;
    std::optional<std::uint64_t> nodes_per_second_;
    TablebaseUse tablebase_;
    std::shared_ptr<const PolyglotBook> book_;
    bool plays_book_ = false;
    Random book_random_;
    bool limits_strength_ = false;
    int elo_ = kStandardElo;
    int skill_ = kFullSkill;
    std::uint64_t level_seed_ = 0;  // 0: every game gets another one
    std::uint64_t game_seed_ = 0;
    std::string notice_;
};

}  // namespace castellan
