// Coordinate notation, as engines write moves: e2e4, e7e8q, and castling in two styles.
#pragma once

#include <string>
#include <string_view>

#include "chess/notation/move_error.h"
#include "chess/position.h"

namespace castellan {

/// Castling is written as the king's step (e1g1), in Chess960 positions as king takes rook (e1h1).
/// A missing move is 0000.
std::string to_coordinate(const Position& position, Move move);

/// Reads both styles of castling wherever the text is not also an ordinary king move; the
/// promotion letter may be a capital.
MoveResult parse_coordinate(const Position& position, std::string_view text);

}  // namespace castellan
