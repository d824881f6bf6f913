#include "chess/notation/move_words.h"

#include "chess/movegen.h"

namespace castellan {

std::string move_words(const Position& position, Move move) {
    std::string text;
    if (move.is_castling()) {
        text = move.to() > move.from() ? "castles king side" : "castles queen side";
    } else {
        const bool takes = move.is_en_passant() || position.piece_on(move.to()) != Piece::none;
        text = std::string{name_of(type_of(position.piece_on(move.from())))} + ' ' +
               to_string(move.from()) + (takes ? " takes " : " to ") + to_string(move.to());
        if (move.is_promotion()) text.append(", becomes a ").append(name_of(move.promoted_to()));
    }
    const Position after = position.after(move);
    if (after.in_check()) text += has_legal_move(after) ? ", check" : ", checkmate";
    return text;
}

}  // namespace castellan
