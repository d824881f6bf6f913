// Adjudicator: ends games early when both players' scores, endgame tables, or the rules of the
// event say enough.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "play/turn.h"
#include "tablebase/tablebase.h"

namespace castellan {

struct DrawRule {
    int move_number = 40;  // not before this move of the game
    int move_count = 8;    // so many moves in a row of both sides
    int score = 10;        // at most this far from nought, in centipawns
};

struct ResignRule {
    int move_count = 3;      // so many moves in a row
    int score = 600;         // lost by at least this many centipawns
    bool two_sided = false;  // the winner has to agree
};

struct AdjudicationRules {
    std::optional<DrawRule> draw;
    std::optional<ResignRule> resign;
    int max_moves = 0;          // then the game is drawn; 0: no limit
    Tablebase::Pointer tables;  // how positions with few pieces end; may be absent
};

struct Adjudication {
    PgnResult result;
    std::string_view why{};  // beside the scores
};

class Adjudicator {
  public:
    explicit Adjudicator(const AdjudicationRules& rules) : rules_{rules} {}

    /// Takes the game with the move just made, and what the player said about it.
    std::optional<Adjudication> after_move(const Game& game, const std::optional<Thought>& thought);

  private:
    std::optional<Adjudication> by_tables(const Position& position) const;
    void count_draw(const std::optional<Thought>& thought, int move_number);
    void count_resign(Color mover, const std::optional<Thought>& thought);

    AdjudicationRules rules_;
    int quiet_plies_ = 0;
    int losing_moves_[2] = {0, 0};   // by colour: says that it is lost
    int winning_moves_[2] = {0, 0};  // says that it wins
};

}  // namespace castellan
