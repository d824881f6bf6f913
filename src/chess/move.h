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
        return Move{from, to, MoveKind::normal};
    }
    static constexpr Move castling(Square king, Square rook) {
        return Move{king, rook, MoveKind::castling};
    }
    static constexpr Move en_passant(Square from, Square to) {
        return Move{from, to, MoveKind::en_passant};
    }
    static constexpr Move promotion(Square from, Square to, PieceType type) {
        return Move{from, to, MoveKind::promotion, index_of(type) - 1};
    }
    /// Any sixteen bits are a Move; is_legal() says whether they mean anything here.
    static constexpr Move from_bits(std::uint16_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
    constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
    constexpr bool is_castling() const {
        return top_bits() == static_cast<int>(MoveKind::castling);
    }
    constexpr bool is_en_passant() const {
        return top_bits() == static_cast<int>(MoveKind::en_passant);
    }
    constexpr bool is_promotion() const { return top_bits() >> 2 == 1; }
    constexpr bool is_normal() const { return top_bits() == static_cast<int>(MoveKind::normal); }
    /// Only for promotions.
    constexpr PieceType promoted_to() const {
        assert(is_promotion());
        return static_cast<PieceType>((top_bits() & 3) + 1);
    }
    constexpr std::uint16_t bits() const { return bits_; }

    explicit constexpr operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

  private:
    constexpr Move(Square from, Square to, MoveKind kind, int piece = 0)
        : bits_{static_cast<std::uint16_t>(index_of(from) | index_of(to) << 6 |
                                           (static_cast<int>(kind) | piece) << 12)} {}
    /// The kind and, for promotions, the piece.
    constexpr int top_bits() const { return bits_ >> 12; }

    std::uint16_t bits_ = 0;
};

/// No position that a game leads to has more than 218 legal moves. Boards that FEN can describe may
/// have any sixteen pieces a side, such as fifteen queens; movegen_test.cpp shows that these have
/// no more than 318.
inline constexpr std::size_t kMaxMoves = 320;
using MoveList = FixedVector<Move, kMaxMoves>;

}  // namespace castellan
