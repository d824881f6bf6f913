// Adjudicator: ends games early when both players' scores, or the rules of the event, say enough.
#pragma once

#include <optional>

#include "chess/color.h"
#include "protocol/engine_client.h"

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
    int max_moves = 0;  // then the game is drawn; 0: no limit
};

enum class Adjudication { none, draw, white_wins, black_wins, too_long };

class Adjudicator {
  public:
    explicit Adjudicator(const AdjudicationRules& rules) : rules_{rules} {}

    /// Takes what the player said about the move just made, the number of that move in the game,
    /// and how many plies were played since the game started.
    Adjudication after_move(Color mover, const std::optional<Thought>& thought, int move_number,
                            int plies_played);

  private:
    void count_draw(const std::optional<Thought>& thought, int move_number);
    void count_resign(Color mover, const std::optional<Thought>& thought);

    AdjudicationRules rules_;
    int quiet_plies_ = 0;
    int losing_moves_[2] = {0, 0};   // by colour: says that it is lost
    int winning_moves_[2] = {0, 0};  // says that it wins
};

}  // namespace castellan
