// Minimax and alpha-beta as textbooks have them: short enough to teach from, and the oracles that
// the real search is tested against.
#pragma once

#include <cstdint>

#include "chess/position.h"

namespace castellan::textbook {

/// What a position is worth to the side to move, without looking ahead.
using Evaluate = int (*)(const Position&);

inline constexpr int kMate = 1'000'000;

struct Result {
    Move move;  // none if the game is over
    int score;  // seen by the side to move; a mate in n plies is kMate - n
    std::uint64_t nodes;
};

/// Looks at every line of `depth` plies.
Result minimax(const Position& position, int depth, Evaluate evaluate);

/// The same score with fewer nodes: captures first, and lines that cannot matter cut off.
Result alpha_beta(const Position& position, int depth, Evaluate evaluate);

}  // namespace castellan::textbook
