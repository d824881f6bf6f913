// The board as a person at a terminal sees it, or hears it.
#pragma once

#include <optional>
#include <string>

#include "chess/position.h"

namespace castellan {

enum class PieceSet { letters, unicode };
enum class ColorUse { none, sixteen, many };

struct BoardStyle {
    PieceSet pieces = PieceSet::letters;
    ColorUse color = ColorUse::none;
    bool is_flipped = false;  // Black's side is below
};

/// One piece, or what stands for an empty square.
std::string piece_text(Piece piece, const BoardStyle& style);

/// Lines with their ends. The squares of the last move are marked by brackets as well as by colour.
std::string board_text(const Position& position, const BoardStyle& style,
                       std::optional<Move> last = std::nullopt);

/// For those who listen: "White: king e1, queen d1, pawns a2 b2. Black: ..."
std::string board_words(const Position& position);

/// What each side has more than the other: "White is two pawns ahead"; empty if nothing.
std::string material_text(const Position& position, PieceSet pieces);

}  // namespace castellan
