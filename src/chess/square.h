// Squares, files and ranks; a1 is 0, h1 is 7, h8 is 63.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/color.h"

namespace castellan {

// clang-format off
enum class Square : std::uint8_t {
    a1, b1, c1, d1, e1, f1, g1, h1,
    a2, b2, c2, d2, e2, f2, g2, h2,
    a3, b3, c3, d3, e3, f3, g3, h3,
    a4, b4, c4, d4, e4, f4, g4, h4,
    a5, b5, c5, d5, e5, f5, g5, h5,
    a6, b6, c6, d6, e6, f6, g6, h6,
    a7, b7, c7, d7, e7, f7, g7, h7,
    a8, b8, c8, d8, e8, f8, g8, h8,
    none
};
// clang-format on

enum class File : std::uint8_t { a, b, c, d, e, f, g, h };
enum class Rank : std::uint8_t { r1, r2, r3, r4, r5, r6, r7, r8 };

inline constexpr int kSquareCount = 64;

constexpr int index_of(Square square) { return static_cast<int>(square); }
constexpr int index_of(File file) { return static_cast<int>(file); }
constexpr int index_of(Rank rank) { return static_cast<int>(rank); }

constexpr Square make_square(File file, Rank rank) {
    return static_cast<Square>(index_of(rank) << 3 | index_of(file));
}
constexpr File file_of(Square square) { return static_cast<File>(index_of(square) & 7); }
constexpr Rank rank_of(Square square) { return static_cast<Rank>(index_of(square) >> 3); }

/// The square `delta` indices on; the caller knows that it is on the board.
constexpr Square offset(Square square, int delta) {
    return static_cast<Square>(index_of(square) + delta);
}
/// How far a pawn of `color` moves the index of its square.
constexpr int forward(Color color) { return color == Color::white ? 8 : -8; }

/// `rank` as `color` counts: the eighth is where its pawns promote.
constexpr Rank relative_rank(Color color, Rank rank) {
    return color == Color::white ? rank : static_cast<Rank>(7 - index_of(rank));
}

/// Light squares have an odd sum of file and rank (a1 is dark).
constexpr bool is_light(Square square) {
    return ((index_of(file_of(square)) + index_of(rank_of(square))) & 1) != 0;
}

constexpr char letter_of(File file) { return static_cast<char>('a' + index_of(file)); }
constexpr char digit_of(Rank rank) { return static_cast<char>('1' + index_of(rank)); }

constexpr std::optional<File> file_from_letter(char letter) {
    if (letter < 'a' || letter > 'h') return std::nullopt;
    return static_cast<File>(letter - 'a');
}
constexpr std::optional<Rank> rank_from_digit(char digit) {
    if (digit < '1' || digit > '8') return std::nullopt;
    return static_cast<Rank>(digit - '1');
}

inline std::string to_string(Square square) {
    return {letter_of(file_of(square)), digit_of(rank_of(square))};
}
constexpr std::optional<Square> parse_square(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const auto file = file_from_letter(text[0]);
    const auto rank = rank_from_digit(text[1]);
    if (!file || !rank) return std::nullopt;
    return make_square(*file, *rank);
}

}  // namespace castellan
