// Why a move from outside was refused.
#pragma once

#include <string>

#include "base/result.h"
#include "chess/position.h"

namespace castellan {

enum class MoveError {
    unreadable,       // not a move in this notation
    ambiguous,        // several legal moves fit
    no_such_piece,    // nothing of the kind can be meant
    not_your_piece,   // the square is empty or the opponent's
    cannot_go_there,  // the piece does not move so, or something is in the way
    pinned,           // the king would be left attacked along the pin
    does_not_stop_check,
    king_into_check,
    castling_not_possible,
    missing_promotion,  // to what?
    needless_promotion,
    missing_file,  // a pawn capture without the file it starts on
    null_move,     // `--`: allowed in notation, not in a game
};

using MoveResult = Result<Move, MoveError>;

/// Why nothing that goes from here to there is legal, in words a player can use.
/// For castling, `to` is the square of the rook or the one the king would go to.
Error<MoveError> explain_refusal(const Position& position, Square from, Square to);

/// Why this side of the board is closed to castling.
Error<MoveError> explain_no_castling(const Position& position, Wing wing);

}  // namespace castellan
