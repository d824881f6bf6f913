// Static exchange evaluation: what a move wins once all captures on its square are made.
#pragma once

#include "chess/position.h"

namespace castellan {

/// Plain values, enough to tell a good exchange from a bad one.
inline constexpr int kExchangeValues[] = {100, 300, 300, 500, 900, 0, 0};
constexpr int exchange_value(PieceType type) { return kExchangeValues[index_of(type)]; }

/// Whether the move gains at least `threshold` centipawns by exchanges on its target square.
bool exchange_wins(const Position& position, Move move, int threshold);

}  // namespace castellan
