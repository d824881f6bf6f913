// Which squares a piece attacks, and the lines between squares.
#pragma once

#include <array>

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/slider_index.h"

namespace castellan {

namespace detail {

constexpr Bitboard step(Square square, int files, int ranks) {
    const int file = index_of(file_of(square)) + files;
    const int rank = index_of(rank_of(square)) + ranks;
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return {};
    return make_square(static_cast<File>(file), static_cast<Rank>(rank));
}

using SquareTable = std::array<Bitboard, kSquareCount>;

constexpr SquareTable make_knight_table() {
    SquareTable table{};
    for (int i = 0; i < kSquareCount; ++i)
        for (const int a : {-2, -1, 1, 2})
            for (const int b : {-2, -1, 1, 2})
                if (a * a != b * b) table[i] |= step(static_cast<Square>(i), a, b);
    return table;
}

constexpr SquareTable make_king_table() {
    SquareTable table{};
    for (int i = 0; i < kSquareCount; ++i)
        for (int a = -1; a <= 1; ++a)
            for (int b = -1; b <= 1; ++b)
                if (a != 0 || b != 0) table[i] |= step(static_cast<Square>(i), a, b);
    return table;
}

inline constexpr SquareTable kKnightTable = make_knight_table();
inline constexpr SquareTable kKingTable = make_king_table();

/// Everything that is too large to compute while compiling; built once before main().
struct SliderTables {
    SliderTables();

    SquareTable rook_masks;
    SquareTable bishop_masks;
    std::array<std::uint32_t, kSquareCount> rook_starts;
    std::array<std::uint32_t, kSquareCount> bishop_starts;
    std::array<Bitboard, 102'400> rook_attacks;
    std::array<Bitboard, 5'248> bishop_attacks;
    std::array<SquareTable, kSquareCount> between;
    std::array<SquareTable, kSquareCount> line;
};
extern const SliderTables kSliders;

}  // namespace detail

constexpr Bitboard knight_attacks(Square square) { return detail::kKnightTable[index_of(square)]; }
constexpr Bitboard king_attacks(Square square) { return detail::kKingTable[index_of(square)]; }

/// All squares that these pawns attack.
template <Color kColor>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
    if constexpr (kColor == Color::white) return shift<7>(pawns) | shift<9>(pawns);
    return shift<-7>(pawns) | shift<-9>(pawns);
}
constexpr Bitboard pawn_attacks(Color color, Bitboard pawns) {
    return color == Color::white ? pawn_attacks<Color::white>(pawns)
                                 : pawn_attacks<Color::black>(pawns);
}

inline Bitboard rook_attacks(Square square, Bitboard occupied) {
    const auto i = index_of(square);
    const auto& t = detail::kSliders;
    return t.rook_attacks[t.rook_starts[i] + detail::rook_index(square, occupied, t.rook_masks[i])];
}
inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
    const auto i = index_of(square);
    const auto& t = detail::kSliders;
    return t.bishop_attacks[t.bishop_starts[i] +
                            detail::bishop_index(square, occupied, t.bishop_masks[i])];
}
inline Bitboard queen_attacks(Square square, Bitboard occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}

/// What a piece of this type attacks from here; pawns depend on colour and are not served.
template <PieceType kType>
Bitboard attacks_of(Square square, Bitboard occupied) {
    if constexpr (kType == PieceType::knight) return knight_attacks(square);
    if constexpr (kType == PieceType::bishop) return bishop_attacks(square, occupied);
    if constexpr (kType == PieceType::rook) return rook_attacks(square, occupied);
    if constexpr (kType == PieceType::queen) return queen_attacks(square, occupied);
    if constexpr (kType == PieceType::king) return king_attacks(square);
}
inline Bitboard attacks_of(Piece piece, Square square, Bitboard occupied) {
    switch (type_of(piece)) {
        case PieceType::pawn:
            return pawn_attacks(color_of(piece), square);
        case PieceType::knight:
            return knight_attacks(square);
        case PieceType::bishop:
            return bishop_attacks(square, occupied);
        case PieceType::rook:
            return rook_attacks(square, occupied);
        case PieceType::queen:
            return queen_attacks(square, occupied);
        case PieceType::king:
            return king_attacks(square);
        case PieceType::none:
            break;
    }
    return {};
}

/// The squares strictly between two squares on one line; empty for any other pair.
inline Bitboard between(Square a, Square b) {
    return detail::kSliders.between[index_of(a)][index_of(b)];
}
/// The whole rank, file or diagonal through two squares; empty if they share none.
inline Bitboard line(Square a, Square b) { return detail::kSliders.line[index_of(a)][index_of(b)]; }

}  // namespace castellan
