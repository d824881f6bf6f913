// A move in words, for those who listen.
#pragma once

#include <string>

#include "chess/position.h"

namespace castellan {

/// "knight g1 to f3", "pawn e4 takes d5, check", "castles king side", "pawn e7 to e8, becomes a
/// queen".
std::string move_words(const Position& position, Move move);

}  // namespace castellan
