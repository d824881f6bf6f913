// A game that people played, as PGN.
#pragma once

#include <string>

#include "chess/openings/opening_names.h"
#include "store/game_store.h"

namespace castellan {

/// With clocks in the comments, where there are any.
std::string to_pgn(const StoredGame& game, const OpeningNames& names);

}  // namespace castellan
