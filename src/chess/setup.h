// Setup: any arrangement of pieces on a board, possible or not, as a FEN or a board editor gives
// it.
#pragma once

#include <array>

#include "chess/bitboard.h"
#include "chess/piece.h"

namespace castellan {

inline constexpr int kMaxHalfmoveClock = 32'767;
inline constexpr int kMaxFullmoveNumber = 1'000'000;

struct Setup {
    Setup() { board.fill(Piece::none); }

    Piece piece_on(Square square) const { return board[index_of(square)]; }
    void put(Piece piece, Square square) { board[index_of(square)] = piece; }

    Bitboard squares_with(Piece piece) const {
        Bitboard set;
        for (std::size_t i = 0; i < board.size(); ++i)
            if (board[i] == piece) set |= static_cast<Square>(i);
        return set;
    }

    std::array<Piece, kSquareCount> board{};
    Color side_to_move = Color::white;
    Bitboard castling_rooks;           // the rooks that may castle, each named by its square
    Square en_passant = Square::none;  // the square passed over by the last move
    int halfmove_clock = 0;            // plies since the last capture or pawn move
    int fullmove_number = 1;
    bool chess960 = false;  // how castling is written; see Position::is_chess960
};

}  // namespace castellan
