// UciOutputChecker: watches a UCI conversation and names every rule that the engine breaks.
// Only for tests.
#pragma once

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"

namespace castellan {

class UciOutputChecker {
  public:
    /// Whether lines must end with the game: no move after a third repetition or fifty moves, and
    /// `mate N` is shown down to the mate.
    enum class LineEnds { unchecked, checked };

    explicit UciOutputChecker(LineEnds line_ends = LineEnds::unchecked) : line_ends_{line_ends} {}

    /// Both in the order in which they happened.
    void sent(std::string_view line);
    void received(std::string_view line);

    const std::vector<std::string>& problems() const { return problems_; }

  private:
    using Clock = std::chrono::steady_clock;

    /// One `go` and what was said about it.
    struct Search {
        std::optional<Game> game;  // nothing if the position was refused
        std::vector<Move> root_moves;
        std::size_t lines = 1;
        Clock::time_point start;
        long long nodes = 0;
        std::optional<Move> best;                // of the last exact first line
        std::vector<Move> block;                 // first moves of the block that is being said
        std::optional<long long> previous_rank;  // of the line before, within the block
        std::vector<Clock::time_point> late_lines;
    };
    struct Info {
        long long depth = -1;
        long long line = 1;
        std::optional<long long> centipawns;
        std::optional<long long> mate;
        bool is_exact = true;
        std::optional<long long> nodes;
        std::vector<std::string_view> pv;

        /// Scores in one order, mates outside of all centipawns.
        long long rank() const;
    };

    void note_position(std::string_view arguments);
    void note_option(std::string_view arguments);
    void note_go(std::string_view arguments);
    std::optional<Info> parse_info(std::string_view arguments);
    void check_info(Search& search, const Info& info);
    void check_pv(const Search& search, const Info& info, std::vector<Move>& moves);
    void check_mate(const Info& info, const Game& end, std::size_t plies);
    void check_block(Search& search, const Info& info, Move first);
    void check_best_move(Search& search, std::string_view arguments);
    void check_rate(const Search& search);
    void problem(std::string_view what);

    LineEnds line_ends_;
    bool chess960_ = false;
    std::size_t multi_pv_ = 1;
    std::optional<Game> game_ = Game{};
    std::deque<Search> searches_;  // not yet answered, oldest first
    std::string_view line_;        // being checked
    std::vector<std::string> problems_;
};

}  // namespace castellan
