// How long a level takes for a move, so that it feels like a person's.
#pragma once

#include "base/random.h"
#include "chess/game.h"
#include "play/chess_clock.h"

namespace castellan {

/// Forced moves and recaptures come quickly, moves from a position full of captures slowly; never
/// more than the clock can spare.
Milliseconds believable_pause(const Game& game, Move move, const SideClock& clock, Random random);

}  // namespace castellan
