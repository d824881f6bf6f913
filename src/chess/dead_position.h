// Positions in which mate is impossible, whatever both sides do.
#pragma once

#include "chess/position.h"

namespace castellan {

/// Lone kings, one minor piece, bishops on squares of one colour, and kings behind blocked pawns
/// that they can never capture. "No" may mean that the proof is beyond this function.
bool is_dead(const Position& position);

/// Whether some sequence of legal moves lets this side give mate: it decides what a fallen flag
/// means for the opponent. Unsure cases count as yes.
bool can_ever_mate(const Position& position, Color color);

}  // namespace castellan
