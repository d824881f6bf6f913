// Legal moves, straight from check and pin masks: nothing is made and taken back to find out.
#pragma once

#include "chess/move.h"
#include "chess/position.h"

namespace castellan {

enum class MoveClass {
    legal,
    noisy,  // captures and promotions
    quiet,  // the rest
};

MoveList legal_moves(const Position& position);
MoveList noisy_moves(const Position& position);
MoveList quiet_moves(const Position& position);

/// As many as legal_moves() would list, without listing them.
int count_legal_moves(const Position& position);
bool has_legal_move(const Position& position);

}  // namespace castellan
