// The geometry of castling, the same for standard chess and Chess960.
#pragma once

#include "chess/attacks.h"

namespace castellan {

/// The side of the king that a castling rook stands on.
enum class Wing : std::uint8_t { king_side, queen_side };

constexpr Wing wing_of(Square king, Square rook) {
    return rook > king ? Wing::king_side : Wing::queen_side;
}

/// Where castling puts king and rook, whatever squares they come from.
constexpr Square castled_king(Color color, Wing wing) {
    return make_square(wing == Wing::king_side ? File::g : File::c, relative_rank(color, Rank::r1));
}
constexpr Square castled_rook(Color color, Wing wing) {
    return make_square(wing == Wing::king_side ? File::f : File::d, relative_rank(color, Rank::r1));
}

/// The squares that the king passes and the one it arrives on: none may be attacked.
inline Bitboard castling_king_path(Color color, Square king, Square rook) {
    const Square king_to = castled_king(color, wing_of(king, rook));
    return between(king, king_to) | king_to;
}

/// What must be empty, king and rook themselves aside.
inline Bitboard castling_way(Color color, Square king, Square rook) {
    const Square rook_to = castled_rook(color, wing_of(king, rook));
    const Bitboard rook_path = between(rook, rook_to) | rook_to;
    return (castling_king_path(color, king, rook) | rook_path) & ~(Bitboard{king} | rook);
}

}  // namespace castellan
