// Random moves to begin a game with, for games that should all be different.
#pragma once

#include "base/random.h"
#include "chess/game.h"

namespace castellan {

/// So many random plies, or one more, so that either side may be to move. The game may have ended.
Game after_random_plies(const Position& start, int plies, Random& random);

}  // namespace castellan
