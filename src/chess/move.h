// Move: sixteen bits that say what a player does, given the position it is played in.
#pragma once

#include <cassert>
#include <cstdint>

#include "base/fixed_vector.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace castellan {

enum class MoveKind : std::uint8_t {
    normal,
    castling,  // from the king's square to the rook's, so that Chess960 needs no exception
    en_passant,
    promotion = 4,  // the low two bits say to what: knight, bishop, rook, queen
};

class Move {
  public:
    /// No move; also what a null move looks like.
    constexpr Move() = default;

    static constexpr Move normal(Square from, Square to) {
        return Move{from, to, static_cast<int>(MoveKind::normal)};
    }
    static constexpr Move castling(Square king, Square rook) {
        return Move{king, rook, static_cast<int>(MoveKind::castling)};
    }
    static constexpr Move en_passant(Square from, Square to) {
        return Move{from, to, static_cast<int>(MoveKind::en_passant)};
    }
    static constexpr Move promotion(Square from, Square to, PieceType type) {
        return Move{from, to, static_cast<int>(MoveKind::promotion) | (index_of(type) - 1)};
    }
    /// Any sixteen bits are a Move; is_legal() says whether they mean anything here.
    static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
    constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
    constexpr bool is_castling() const { return bits_ >> 12 == 1; }
    constexpr bool is_en_passant() const { return bits_ >> 12 == 2; }
    constexpr bool is_promotion() const { return bits_ >> 14 == 1; }
    constexpr bool is_normal() const { return bits_ >> 12 == 0; }
    /// Only for promotions.
    constexpr PieceType promoted_to() const {
        assert(is_promotion());
        return static_cast<PieceType>((bits_ >> 12 & 3) + 1);
    }
    constexpr std::uint16_t bits() const { return bits_; }

    explicit constexpr operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

  private:
    constexpr Move(Square from, Square to, int kind)
        : bits_{static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 | kind << 12)} {}

    std::uint16_t bits_ = 0;
};

/// No position has more than 218 legal moves with the usual men; boards that FEN can describe and
/// that pass as sane stay below this.
inline constexpr std::size_t kMaxMoves = 256;
using MoveList = FixedVector<Move, kMaxMoves>;

}  // namespace castellan
