// TrainingGame: a game as training sees it: where it began, what was played, how it was judged.
#pragma once

#include <cstdint>
#include <vector>

#include "chess/position.h"

namespace castellan::training {

enum class GameResult : std::uint8_t { black_wins, draw, white_wins };

struct ScoredMove {
    Move move;
    std::int16_t score = 0;  // before the move, seen by White: Score::raw()

    friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct TrainingGame {
    Position start;
    std::vector<ScoredMove> moves;
    GameResult result = GameResult::draw;
};

}  // namespace castellan::training
