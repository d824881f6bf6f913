// Questions about one move, answered without generating the others.
#pragma once

#include "chess/position.h"

namespace castellan {

/// Any sixteen bits may be asked about: a move from a hash table, another position, or nowhere.
bool is_legal(const Position& position, Move move);

/// Whether a legal move puts the opponent in check.
bool gives_check(const Position& position, Move move);

}  // namespace castellan
