#include "eval/classical/endgame.h"

#include <algorithm>
#include <cstdlib>

namespace castellan::classical {
namespace {

int file_number(Square square) { return index_of(file_of(square)); }
int rank_number(Square square) { return index_of(rank_of(square)); }

/// Steps that a king needs.
int king_distance(Square a, Square b) {
    return std::max(std::abs(file_number(a) - file_number(b)),
                    std::abs(rank_number(a) - rank_number(b)));
}

/// 0 in the middle, 6 in a corner.
int distance_from_centre(Square square) {
    const int file = std::max(3 - file_number(square), file_number(square) - 4);
    const int rank = std::max(3 - rank_number(square), rank_number(square) - 4);
    return file + rank;
}

/// A bare king, or one piece that cannot save him and no pawn on the board: he is driven to the
/// edge.
bool is_hunted(const Position& position, Color color) {
    const int pieces = position.pieces(color).count();
    return pieces == 1 || (pieces == 2 && position.pieces(PieceType::pawn).empty());
}

/// Rook pawns with a bishop that does not control their last square, the defender's king near it.
bool is_wrong_bishop(const Position& position, Color stronger) {
    const Bitboard pawns = position.pieces(stronger, PieceType::pawn);
    const Bitboard bishops = position.pieces(stronger, PieceType::bishop);
    if (pawns.empty() ||
        position.pieces(stronger) != (pawns | bishops | Bitboard{position.king(stronger)}))
        return false;
    for (const File file : {File::a, File::h}) {
        if ((pawns & ~squares_of(file)).any()) continue;
        const Square corner = make_square(file, relative_rank(stronger, Rank::r8));
        const Bitboard same_color = is_light(corner) ? kLightSquares : kDarkSquares;
        return (bishops & same_color).empty() &&
               king_distance(position.king(!stronger), corner) <= 1;
    }
    return false;
}

/// Bishops that all stand on one colour never give mate alone.
bool has_only_bishops_of_one_color(const Position& position, Color color) {
    const Bitboard bishops = position.pieces(color, PieceType::bishop);
    return position.pieces(color) == (bishops | Bitboard{position.king(color)}) &&
           ((bishops & kLightSquares).empty() || (bishops & kDarkSquares).empty());
}

}  // namespace

int winning_scale(const Position& position, Color stronger) {
    if (is_wrong_bishop(position, stronger)) return 0;
    if (position.pieces(stronger, PieceType::pawn).any()) {
        // Bishops of opposite colour and nothing else: two extra pawns are often not enough.
        const Bitboard bishops = position.pieces(PieceType::bishop);
        const Bitboard others = position.pieces() & ~bishops & ~position.pieces(PieceType::pawn) &
                                ~position.pieces(PieceType::king);
        const bool opposite = position.pieces(Color::white, PieceType::bishop).count() == 1 &&
                              position.pieces(Color::black, PieceType::bishop).count() == 1 &&
                              (bishops & kLightSquares).any() && (bishops & kDarkSquares).any();
        return opposite && others.empty() ? kFullScale / 2 : kFullScale;
    }
    // Without pawns, it takes about a rook more than the opponent has; two knights are not enough,
    // nor any number of bishops on one colour.
    constexpr int kPoints[] = {1, 3, 3, 5, 9, 0};
    int points[2] = {0, 0};
    for (const Color color : kColors)
        for (int type = 0; type < kPieceTypeCount; ++type)
            points[index_of(color)] +=
                kPoints[type] * position.pieces(color, static_cast<PieceType>(type)).count();
    const int own = points[index_of(stronger)];
    const int lead = own - points[index_of(!stronger)];
    const bool only_knights =
        position.pieces(stronger) ==
        (position.pieces(stronger, PieceType::knight) | Bitboard{position.king(stronger)});
    if (own <= 3 || (only_knights && own <= 6)) return 0;
    if (has_only_bishops_of_one_color(position, stronger)) return 0;
    return lead <= 3 ? kFullScale / 8 : kFullScale;
}

int mating_bonus(const Position& position, Color stronger) {
    const Bitboard without_pawns = position.pieces(stronger) & ~position.pieces(PieceType::pawn);
    if (!is_hunted(position, !stronger) || !without_pawns.several()) return 0;
    const Square hunted = position.king(!stronger);
    const int closeness = 7 - king_distance(position.king(stronger), hunted);
    return 30 * distance_from_centre(hunted) + 20 * closeness;
}

std::optional<int> bishop_and_knight_score(const Position& position, Color stronger) {
    const Bitboard knights = position.pieces(stronger, PieceType::knight);
    const Bitboard bishops = position.pieces(stronger, PieceType::bishop);
    if (position.pieces().count() != 4 || knights.count() != 1 || bishops.count() != 1)
        return std::nullopt;
    const Square hunted = position.king(!stronger);
    const int file = file_number(hunted);
    const int rank = rank_number(hunted);
    // Steps to the nearer corner where the bishop can give mate: 0 there, 7 in the other two.
    const bool mates_on_light = (bishops & kLightSquares).any();
    const int steps = mates_on_light ? 7 - std::abs(file - rank) : 7 - std::abs(7 - file - rank);
    const int closeness = 7 - king_distance(position.king(stronger), hunted);
    return 700 + 200 * (7 - steps) + 20 * closeness;
}

}  // namespace castellan::classical
