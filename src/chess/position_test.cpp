#include "chess/position.h"

#include <gtest/gtest.h>

#include "chess/legality.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

Position at(std::string_view fen) { return parse_fen(fen).value(); }

Position after(std::string_view fen, std::string_view move) {
    const Position position = at(fen);
    return position.after(parse_coordinate(position, move).value());
}

TEST(Position, StartsWhereChessStarts) { EXPECT_EQ(to_fen(Position{}), kStartFen); }

TEST(Position, MovesUpdateTheWholeState) {
    struct Case {
        std::string_view fen;
        std::string_view move;
        std::string_view expected;
    };
    constexpr Case kCases[] = {
        {kStartFen, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {kStartFen, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7b8n", "1N2k3/8/8/8/8/8/8/4K3 b - - 0 9"},
        {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 9", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9"},
    };
    for (const auto& [fen, move, expected] : kCases)
        EXPECT_EQ(to_fen(after(fen, move)), expected) << fen << ' ' << move;
}

TEST(Position, KeysDifferInEverythingThatMakesAPosition) {
    const Key base = at("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1").key();
    for (const std::string_view other : {
             "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
             "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1",
             "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
             "r3k2r/8/8/2p1P3/8/8/8/R3K2R w KQkq - 0 1",
         })
        EXPECT_NE(at(other).key(), base) << other;
    EXPECT_EQ(at("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 7 30").key(), base);
}

TEST(Position, PartialKeysFollowOnlyTheirPieces) {
    const Position start;
    const Position knight = after(kStartFen, "g1f3");
    EXPECT_EQ(knight.pawn_key(), start.pawn_key());
    EXPECT_NE(knight.non_pawn_key(Color::white), start.non_pawn_key(Color::white));
    EXPECT_EQ(knight.non_pawn_key(Color::black), start.non_pawn_key(Color::black));
    const Position pawn = after(kStartFen, "e2e4");
    EXPECT_NE(pawn.pawn_key(), start.pawn_key());
    EXPECT_EQ(pawn.non_pawn_key(Color::white), start.non_pawn_key(Color::white));
}

TEST(Position, ANullMoveOnlyPassesTheTurn) {
    const Position position = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9");
    const Position passed = position.after_null();
    EXPECT_EQ(to_fen(passed), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9");
    EXPECT_TRUE(passed.is_consistent());
}

TEST(Position, NoMoreThan218MovesFitTheList) {
    const Position position = at("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    EXPECT_EQ(legal_moves(position).size(), 218U);
}

TEST(Position, APinIsOnlyAPinAlongOneLine) {
    const Position position = at("4k3/8/8/8/4r3/8/4R3/4K3 w - - 0 1");
    EXPECT_EQ(position.pinned(), Bitboard{Square::e2});
    EXPECT_TRUE(is_legal(position, Move::normal(Square::e2, Square::e4)));
    EXPECT_FALSE(is_legal(position, Move::normal(Square::e2, Square::d2)));
}

TEST(Position, ChecksOfEveryKindAreSeenBeforehand) {
    struct Case {
        std::string_view fen;
        std::string_view move;
        bool expected;
    };
    constexpr Case kCases[] = {
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", true},
        {"4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2c3", true},  // discovered
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},    // by castling
        {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", false},
        {"6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", true},
        {"8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true},  // both pawns leave the rank
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h7", false},
    };
    for (const auto& [fen, move, expected] : kCases) {
        const Position position = at(fen);
        EXPECT_EQ(gives_check(position, parse_coordinate(position, move).value()), expected)
            << fen << ' ' << move;
    }
}

}  // namespace
}  // namespace castellan
