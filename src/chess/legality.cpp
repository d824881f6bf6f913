#include "chess/legality.h"

namespace castellan {
namespace {

bool is_legal_castling(const Position& position, Square king, Square rook) {
    const Color us = position.side_to_move();
    if (king != position.king(us) || !position.castling_rooks(us).has(rook)) return false;
    if (position.in_check() || position.pinned().has(rook)) return false;

    if ((castling_way(us, king, rook) & position.pieces()).any()) return false;
    for (const Square square : castling_king_path(us, king, rook))
        if (position.attackers_to(square, position.pieces() ^ king, !us).any()) return false;
    return true;
}

/// Whether the pawn can go there on this board, king safety aside.
bool is_pawn_path(const Position& position, Square from, Square to) {
    const Color us = position.side_to_move();
    if (pawn_attacks(us, from).has(to)) return position.pieces(!us).has(to);
    if (!position.is_empty(to)) return false;
    const int distance = (index_of(to) - index_of(from)) * (us == Color::white ? 1 : -1);
    if (distance == 8) return true;
    return distance == 16 && rank_of(from) == relative_rank(us, Rank::r2) &&
           position.is_empty(offset(from, forward(us)));
}

/// Whether a piece other than the king may go there without leaving the king attacked.
bool keeps_king_safe(const Position& position, Square from, Square to) {
    const Square king = position.king(position.side_to_move());
    if (position.pinned().has(from) && !line(king, from).has(to)) return false;
    if (!position.in_check()) return true;
    if (position.checkers().several()) return false;
    const Square checker = position.checkers().first();
    return to == checker || between(king, checker).has(to);
}

}  // namespace

bool is_legal(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square from = move.from();
    const Square to = move.to();
    const Piece piece = position.piece_on(from);
    if (!position.pieces(us).has(from)) return false;

    if (move.is_castling()) return is_legal_castling(position, from, to);
    const bool is_pawn = type_of(piece) == PieceType::pawn;
    if (move.is_en_passant())
        return is_pawn && to == position.en_passant() && pawn_attacks(us, from).has(to) &&
               is_safe_en_passant(position, from);

    const bool must_promote = is_pawn && rank_of(to) == relative_rank(us, Rank::r8);
    if (must_promote ? !move.is_promotion() : !move.is_normal()) return false;
    if (position.pieces(us).has(to)) return false;
    if (type_of(piece) == PieceType::king)
        return king_attacks(from).has(to) &&
               position.attackers_to(to, position.pieces() ^ from, !us).empty();
    const bool can_reach = is_pawn ? is_pawn_path(position, from, to)
                                   : attacks_of(piece, from, position.pieces()).has(to);
    return can_reach && keeps_king_safe(position, from, to);
}

bool gives_check(const Position& position, Move move) {
    const Color us = position.side_to_move();
    const Square king = position.king(!us);
    const Square from = move.from();
    Bitboard vacated = from;
    Bitboard filled;
    Square to = move.to();
    Piece arriving = position.piece_on(from);
    if (move.is_castling()) {
        const Wing wing = wing_of(from, to);
        vacated |= to;
        filled = castled_king(us, wing);
        to = castled_rook(us, wing);
        arriving = make_piece(us, PieceType::rook);
    } else if (move.is_promotion()) {
        arriving = make_piece(us, move.promoted_to());
    } else if (move.is_en_passant()) {
        vacated |= offset(to, -forward(us));
    }

    const Bitboard occupied = (position.pieces() & ~vacated) | filled | to;
    if (attacks_of(arriving, to, occupied).has(king)) return true;

    // Otherwise only a slider that a vacated square has uncovered can give check.
    const Bitboard rest = position.pieces(us) & ~vacated;
    const Bitboard queens = position.pieces(PieceType::queen);
    return (rest &
            ((rook_attacks(king, occupied) & (position.pieces(PieceType::rook) | queens)) |
             (bishop_attacks(king, occupied) & (position.pieces(PieceType::bishop) | queens))))
        .any();
}

CheckFinder::CheckFinder(const Position& position)
    : position_{position}, king_{position.king(!position.side_to_move())} {
    const Color us = position.side_to_move();
    const Bitboard occupied = position.pieces();
    const Bitboard diagonals = bishop_attacks(king_, occupied);
    const Bitboard straights = rook_attacks(king_, occupied);
    squares_ = {pawn_attacks(!us, king_),
                knight_attacks(king_),
                diagonals,
                straights,
                diagonals | straights,
                Bitboard{}};

    const Bitboard queens = position.pieces(us, PieceType::queen);
    const Bitboard sliders =
        (bishop_attacks(king_, {}) & (position.pieces(us, PieceType::bishop) | queens)) |
        (rook_attacks(king_, {}) & (position.pieces(us, PieceType::rook) | queens));
    for (const Square slider : sliders) {
        const Bitboard pieces = between(slider, king_) & occupied;
        if (!pieces.several()) screens_ |= pieces & position.pieces(us);
    }
}

bool CheckFinder::gives_check(Move move) const {
    // Castling, promotion and en passant change more than one piece's place.
    if (!move.is_normal()) return castellan::gives_check(position_, move);
    if (squares_[index_of(type_of(position_.piece_on(move.from())))].has(move.to())) return true;
    return screens_.has(move.from()) && !line(move.from(), king_).has(move.to());
}

}  // namespace castellan
