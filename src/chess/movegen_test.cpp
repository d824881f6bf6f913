#include "chess/movegen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

/// What each further queen can add, at most, to the moves along parallel lines of these lengths;
/// the greatest first. A lone queen on a line reaches all its other squares. Of two, each square is
/// reached once by either, and neither can stand on the other's. A third only takes squares away.
std::vector<int> gains_along(const std::vector<int>& lengths) {
    std::vector<int> gains;
    for (const int length : lengths) {
        gains.push_back(length - 1);
        gains.push_back(std::max(0, length - 3));
    }
    std::ranges::sort(gains, std::greater{});
    return gains;
}

TEST(Movegen, NoSixteenMenHaveMoreMovesThanAListHolds) {
    constexpr int kQueens = 15;
    constexpr int kKingMoves = 8;
    constexpr int kMostMovesOfAPawn =
        12;  // three promotions, each to four pieces; a knight has eight
    const std::vector<int> straight = gains_along({8, 8, 8, 8, 8, 8, 8, 8});
    const std::vector<int> diagonal = gains_along({1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1});
    int moves = 0;
    for (int queen = 0; queen < kQueens; ++queen) {
        const int gain = 2 * straight[queen] + 2 * diagonal[queen];
        EXPECT_GE(gain, kMostMovesOfAPawn) << "another piece would be worth more than a queen";
        moves += gain;
    }
    EXPECT_LE(moves + kKingMoves, static_cast<int>(kMaxMoves));
    EXPECT_EQ(moves + kKingMoves, 318);
}

TEST(Movegen, ListsAndCountsTheMovesOfManyQueens) {
    struct Case {
        std::string_view fen;
        int moves;
    };
    constexpr Case kCases[] = {
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218},  // the most in a real game
        {"1Q4Qn/4Q3/Q1Q4Q/Q4Q1Q/3Q4/KQ4Q1/pp2Q3/kbQ4Q w - - 0 1", 240},
    };
    for (const auto& [fen, moves] : kCases) {
        const auto position = parse_fen(fen);
        ASSERT_TRUE(position) << position.error().message;
        EXPECT_EQ(count_legal_moves(*position), moves) << fen;
        EXPECT_EQ(legal_moves(*position).size(), static_cast<std::size_t>(moves)) << fen;
    }
}

}  // namespace
}  // namespace castellan
