#include "chess/attacks.h"

#include <gtest/gtest.h>

#include <unordered_map>

#include "base/random.h"

namespace castellan {
namespace {

/// The slow way: one step after another until something is in the way.
Bitboard walk(Square from, int files, int ranks, Bitboard occupied) {
    Bitboard reached;
    int file = index_of(file_of(from)) + files;
    int rank = index_of(rank_of(from)) + ranks;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += files, rank += ranks) {
        const Square square = make_square(static_cast<File>(file), static_cast<Rank>(rank));
        reached |= square;
        if (occupied.has(square)) break;
    }
    return reached;
}
Bitboard slow_rook(Square from, Bitboard occupied) {
    return walk(from, 1, 0, occupied) | walk(from, -1, 0, occupied) | walk(from, 0, 1, occupied) |
           walk(from, 0, -1, occupied);
}
Bitboard slow_bishop(Square from, Bitboard occupied) {
    return walk(from, 1, 1, occupied) | walk(from, -1, 1, occupied) | walk(from, 1, -1, occupied) |
           walk(from, -1, -1, occupied);
}

TEST(Attacks, SlidersStopAtTheFirstManInTheirWay) {
    Random random{3};
    for (int i = 0; i < 200'000; ++i) {
        const auto square = static_cast<Square>(random.below(64));
        const Bitboard occupied{random.next() & random.next()};
        ASSERT_EQ(rook_attacks(square, occupied), slow_rook(square, occupied));
        ASSERT_EQ(bishop_attacks(square, occupied), slow_bishop(square, occupied));
    }
}

/// Each magic must send every arrangement of blockers to a place of its own, or to one that it
/// shares only with arrangements of the same meaning. Checked on every CPU, PEXT or not.
TEST(Attacks, MagicsSeparateAllArrangements) {
    const auto check = [](Square square, Bitboard mask, std::uint64_t magic, auto attacks) {
        std::unordered_map<std::uint64_t, Bitboard> seen;
        std::uint64_t subset = mask.bits();
        for (;;) {
            const std::uint64_t index = detail::magic_index(Bitboard{subset}, mask, magic);
            ASSERT_LT(index, std::uint64_t{1} << mask.count());
            const auto [entry, is_new] = seen.emplace(index, attacks(square, Bitboard{subset}));
            ASSERT_EQ(entry->second, attacks(square, Bitboard{subset}));
            if (subset == 0) break;
            subset = (subset - 1) & mask.bits();
        }
    };
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const auto square = static_cast<Square>(i);
        check(square, detail::kSliders.rook_masks[i], detail::kRookMagics[i], slow_rook);
        check(square, detail::kSliders.bishop_masks[i], detail::kBishopMagics[i], slow_bishop);
    }
}

TEST(Attacks, LinesAndTheSquaresBetween) {
    EXPECT_EQ(between(Square::a1, Square::d4), Bitboard{Square::b2} | Square::c3);
    EXPECT_EQ(between(Square::e1, Square::g1), Bitboard{Square::f1});
    EXPECT_TRUE(between(Square::e4, Square::e5).empty());
    EXPECT_TRUE(between(Square::a1, Square::b3).empty());
    EXPECT_EQ(line(Square::b1, Square::g1), squares_of(Rank::r1));
    EXPECT_EQ(line(Square::c3, Square::b2).count(), 8);
    EXPECT_TRUE(line(Square::a1, Square::b3).empty());
}

TEST(Attacks, LeapersStayOnTheBoard) {
    EXPECT_EQ(knight_attacks(Square::a1), Bitboard{Square::b3} | Square::c2);
    EXPECT_EQ(knight_attacks(Square::e4).count(), 8);
    EXPECT_EQ(king_attacks(Square::h8).count(), 3);
    EXPECT_EQ(pawn_attacks(Color::white, Square::a2), Bitboard{Square::b3});
    EXPECT_EQ(pawn_attacks(Color::black, Square::h7), Bitboard{Square::g6});
}

}  // namespace
}  // namespace castellan
