// PGN as the standard's export format has it: the same game always gives the same text.
#pragma once

#include <string>

#include "chess/pgn/pgn_game.h"

namespace castellan {

/// Seven tags in their order and the others sorted, moves below 80 columns, an empty line at the
/// end. A game that does not start from the usual position gets its SetUp, FEN and Variant tags.
std::string to_pgn(const PgnGame& game);

}  // namespace castellan
