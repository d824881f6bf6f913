// SAN: moves as people write them; written exactly, read forgivingly.
#pragma once

#include <string>
#include <string_view>

#include "chess/notation/move_error.h"
#include "chess/position.h"

namespace castellan {

/// As PGN export asks: least disambiguation, + or # at the end.
std::string to_san(const Position& position, Move move);

/// Also reads wrong or missing + and #, !?, e.p., 0-0, e8Q, e8(Q), e8=q, e8/Q, needless
/// disambiguation, long forms (Ng1-f3, e2e4), castling by its squares (e8-g8, Ke1-c1), colons,
/// figurines, Unicode dashes, and lower-case piece letters where nothing else can be meant.
MoveResult parse_san(const Position& position, std::string_view text);

}  // namespace castellan
