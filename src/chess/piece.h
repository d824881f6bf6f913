// Pieces: a type, a colour, and the letter that FEN gives them.
#pragma once

#include <cstdint>
#include <string_view>

#include "chess/color.h"

namespace castellan {

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

/// Type in the low three bits, colour in the fourth.
enum class Piece : std::uint8_t {
    white_pawn,
    white_knight,
    white_bishop,
    white_rook,
    white_queen,
    white_king,
    none,
    black_pawn = 8,
    black_knight,
    black_bishop,
    black_rook,
    black_queen,
    black_king,
};

inline constexpr int kPieceTypeCount = 6;
inline constexpr int kPieceCodes = 16;  // size of a table indexed by Piece

constexpr int index_of(PieceType type) { return static_cast<int>(type); }
constexpr int index_of(Piece piece) { return static_cast<int>(piece); }

constexpr Piece make_piece(Color color, PieceType type) {
    return static_cast<Piece>(index_of(color) << 3 | index_of(type));
}
constexpr PieceType type_of(Piece piece) { return static_cast<PieceType>(index_of(piece) & 7); }
/// Meaningless for Piece::none.
constexpr Color color_of(Piece piece) { return static_cast<Color>(index_of(piece) >> 3); }

inline constexpr std::string_view kPieceLetters = "PNBRQK. pnbrqk";
inline constexpr std::string_view kPieceNames[] = {"pawn", "knight", "bishop",
                                                   "rook", "queen",  "king"};

constexpr char letter_of(Piece piece) { return kPieceLetters[index_of(piece)]; }
/// The capital letter that SAN uses.
constexpr char letter_of(PieceType type) { return kPieceLetters[index_of(type)]; }
constexpr std::string_view name_of(PieceType type) { return kPieceNames[index_of(type)]; }

/// Piece::none for any other character.
constexpr Piece piece_from_letter(char letter) {
    if (letter == '.' || letter == ' ') return Piece::none;
    const auto found = kPieceLetters.find(letter);
    return found == std::string_view::npos ? Piece::none : static_cast<Piece>(found);
}

}  // namespace castellan
