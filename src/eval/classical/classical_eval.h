// The classical evaluation: what a position is worth, and why.
#pragma once

#include <array>

#include "chess/position.h"
#include "eval/classical/weights.h"

namespace castellan::classical {

/// In centipawns, seen by the side to move.
int evaluate(const Position& position);

/// The same as a table: each term for each side, as it counts in this phase of the game.
struct Breakdown {
    std::array<std::array<int, 2>, kTermCount> terms{};  // [term][colour], in centipawns
    int endgame_knowledge = 0;  // what scaling and mating patterns change, seen by White
    int total = 0;              // seen by White

    int of(Term term, Color color) const {
        return terms[static_cast<std::size_t>(term)][index_of(color)];
    }
};
Breakdown explain(const Position& position);

/// Any evaluation, seen by White, corrected by what is known about this ending.
int with_endgame_knowledge(const Position& position, int white);

}  // namespace castellan::classical
