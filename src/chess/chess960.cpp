#include "chess/chess960.h"

#include <array>
#include <cassert>

namespace castellan {
namespace {

using BackRank = std::array<PieceType, 8>;

/// The usual numbering: bishops from the remainders by 4, the queen from the next by 6, the knights
/// from the last ten; rook, king and rook fill what is left.
BackRank back_rank(int number) {
    BackRank rank;
    rank.fill(PieceType::none);
    const auto place_on_empty = [&](int nth, PieceType type) {
        for (PieceType& square : rank)
            if (square == PieceType::none && nth-- == 0) {
                square = type;
                return;
            }
    };
    rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = PieceType::bishop;
    number /= 4;
    rank[static_cast<std::size_t>(2 * (number % 4))] = PieceType::bishop;
    number /= 4;
    place_on_empty(number % 6, PieceType::queen);
    number /= 6;

    constexpr int kKnights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                     {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    place_on_empty(kKnights[number][1], PieceType::knight);
    place_on_empty(kKnights[number][0], PieceType::knight);
    for (const PieceType type : {PieceType::rook, PieceType::king, PieceType::rook})
        place_on_empty(0, type);
    return rank;
}

}  // namespace

Position chess960_start(int white_number, int black_number) {
    assert(white_number >= 0 && white_number < kChess960Count);
    assert(black_number >= 0 && black_number < kChess960Count);
    Setup setup;
    setup.chess960 = true;
    for (const Color color : kColors) {
        const BackRank pieces = back_rank(color == Color::white ? white_number : black_number);
        for (int i = 0; i < 8; ++i) {
            const auto file = static_cast<File>(i);
            const PieceType type = pieces[static_cast<std::size_t>(i)];
            const Square square = make_square(file, relative_rank(color, Rank::r1));
            setup.put(make_piece(color, type), square);
            setup.put(make_piece(color, PieceType::pawn),
                      make_square(file, relative_rank(color, Rank::r2)));
            if (type == PieceType::rook) setup.castling_rooks |= square;
        }
    }
    return *Position::from(setup);
}

}  // namespace castellan
