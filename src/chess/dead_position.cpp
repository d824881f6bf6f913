#include "chess/dead_position.h"

namespace castellan {
namespace {

bool on_one_color(Bitboard set) {
    return (set & kLightSquares).empty() || (set & kDarkSquares).empty();
}

/// Where this king can ever go if nothing else on the board moves: not onto its own pawns, not
/// onto squares that enemy pawns guard. The enemy king is ignored, so the region is never too
/// small.
Bitboard king_region(const Position& position, Color color) {
    const Bitboard pawns = position.pieces(PieceType::pawn);
    const Bitboard closed = (pawns & position.pieces(color)) |
                            pawn_attacks(!color, position.pieces(!color, PieceType::pawn));
    Bitboard region = position.king(color);
    for (Bitboard frontier = region; frontier.any();) {
        Bitboard next;
        for (const Square square : frontier) next |= king_attacks(square);
        frontier = next & ~closed & ~region;
        region |= frontier;
    }
    return region;
}

/// Only kings and pawns, every pawn stopped by another, none able to capture, and no king able to
/// reach a pawn it could take: then nothing but kings will ever move, and no check can be given.
bool is_blocked_forever(const Position& position) {
    const Bitboard pawns = position.pieces(PieceType::pawn);
    if (position.pieces() != (pawns | position.pieces(PieceType::king))) return false;
    if (position.en_passant() != Square::none) return false;
    for (const Color color : kColors) {
        const Bitboard own = position.pieces(color, PieceType::pawn);
        const Bitboard enemy = position.pieces(!color, PieceType::pawn);
        const Bitboard ahead = color == Color::white ? shift<8>(own) : shift<-8>(own);
        if ((ahead & ~pawns).any()) return false;
        if ((pawn_attacks(color, own) & enemy).any()) return false;
        if ((king_region(position, color) & enemy).any()) return false;
    }
    return true;
}

}  // namespace

bool is_dead(const Position& position) {
    const Bitboard pieces = position.pieces() & ~position.pieces(PieceType::king);
    const Bitboard bishops = position.pieces(PieceType::bishop);
    if (pieces.empty() || (pieces == bishops && on_one_color(bishops))) return true;
    if (pieces == position.pieces(PieceType::knight) && !pieces.several()) return true;
    return is_blocked_forever(position);
}

bool can_ever_mate(const Position& position, Color color) {
    if (is_dead(position)) return false;
    const auto without_king = [&](Color side) {
        return position.pieces(side) & ~position.pieces(PieceType::king);
    };
    const Bitboard own = without_king(color);
    const Bitboard theirs = without_king(!color);
    if (own.empty()) return false;

    // A lone knight needs an enemy piece, other than a queen, to take a square from its own king.
    const Bitboard queens = position.pieces(PieceType::queen);
    if (own == position.pieces(color, PieceType::knight) && !own.several())
        return (theirs & ~queens).any();

    // Bishops on one colour need a piece that can stand on the other: a pawn, a knight, or a bishop
    // of that colour.
    const Bitboard bishops = position.pieces(PieceType::bishop);
    if (own == position.pieces(color, PieceType::bishop) && on_one_color(own))
        return position.pieces(PieceType::pawn).any() || position.pieces(PieceType::knight).any() ||
               !on_one_color(bishops);
    return true;
}

}  // namespace castellan
