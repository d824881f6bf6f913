#include "chess/notation/move_error.h"

#include "chess/legality.h"

namespace castellan {
namespace {

std::string the_man_on(const Position& position, Square square) {
    return "the " + std::string{name_of(type_of(position.piece_on(square)))} + " on " +
           to_string(square);
}

bool could_reach(const Position& position, Square from, Square to) {
    const Piece piece = position.piece_on(from);
    const Color us = position.side_to_move();
    if (position.pieces(us).has(to)) return false;
    if (type_of(piece) != PieceType::pawn)
        return attacks_of(piece, from, position.pieces()).has(to);
    if (pawn_attacks(us, from).has(to))
        return position.pieces(!us).has(to) || to == position.double_step();
    const Square ahead = offset(from, forward(us));
    if (!position.is_empty(ahead)) return false;
    if (to == ahead) return true;
    return rank_of(from) == relative_rank(us, Rank::r2) && to == offset(ahead, forward(us)) &&
           position.is_empty(to);
}

Error<MoveError> explain_unsafe(const Position& position, Square from) {
    if (type_of(position.piece_on(from)) == PieceType::king)
        return {MoveError::king_into_check, "the king would be in check there"};
    if (position.in_check()) {
        if (position.checkers().several())
            return {MoveError::does_not_stop_check, "in double check only the king can move"};
        return {MoveError::does_not_stop_check,
                "you are in check from " + to_string(position.checkers().first())};
    }
    return {MoveError::pinned, the_man_on(position, from) + " is pinned"};
}

}  // namespace

Error<MoveError> explain_refusal(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (position.is_empty(from))
        return {MoveError::not_your_piece, "there is nothing on " + to_string(from)};
    if (!position.pieces(us).has(from))
        return {MoveError::not_your_piece, the_man_on(position, from) + " is not yours to move"};
    const PieceType type = type_of(position.piece_on(from));
    const bool means_castling =
        type == PieceType::king &&
        (position.pieces(us, PieceType::rook).has(to) ||
         (rank_of(from) == rank_of(to) && !king_attacks(from).has(to) && from != to &&
          (file_of(to) == File::g || file_of(to) == File::c)));
    if (means_castling) return explain_no_castling(position, wing_of(from, to));
    if (!could_reach(position, from, to))
        return {MoveError::cannot_go_there,
                the_man_on(position, from) + " cannot go to " + to_string(to)};
    return explain_unsafe(position, from);
}

Error<MoveError> explain_no_castling(const Position& position, Wing wing) {
    const Color us = position.side_to_move();
    const Square king = position.king(us);
    const Square rook = position.castling_rook(us, wing);
    const auto because = [](std::string reason) {
        return Error<MoveError>{MoveError::castling_not_possible, std::move(reason)};
    };
    const std::string side = wing == Wing::king_side ? "king side" : "queen side";
    if (rook == Square::none) return because("the right to castle on the " + side + " is lost");
    if (position.in_check()) return because("you cannot castle out of check");

    const Bitboard in_the_way = castling_way(us, king, rook) & position.pieces();
    if (in_the_way.any())
        return because(the_man_on(position, in_the_way.first()) + " is in the way of castling");
    for (const Square square : castling_king_path(us, king, rook))
        if (position.attackers_to(square, position.pieces() ^ king, !us).any())
            return because("the king would castle through or into check on " + to_string(square));
    return because("castling would uncover an attack on the king");
}

}  // namespace castellan
