#include "chess/dead_position.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

TEST(DeadPosition, IsFoundWhereNoMateIsPossible) {
    for (const std::string_view fen : {
             "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
             "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
             "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",             // both on dark squares
             "4kb2/8/8/8/8/2B5/8/B3K3 w - - 0 1",            // three on dark squares
             "8/8/1p1k1p2/1P1p1P1p/3P3P/3K4/8/8 w - - 0 1",  // pawns locked for ever
             "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
         })
        EXPECT_TRUE(is_dead(parse_fen(fen).value())) << fen;
}

TEST(DeadPosition, IsNotClaimedWhereMateIsPossible) {
    for (const std::string_view fen : {
             "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", "4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1",
             "4k1n1/8/8/8/8/8/8/4KB2 w - - 0 1",
             "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",  // bishops on different colours
             "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
             "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - - 0 1",       // the kings walk around
             "8/8/1p1k1p2/1P1p1P1p/3P2PP/3K4/8/8 b - - 0 1",  // a capture opens it
         })
        EXPECT_FALSE(is_dead(parse_fen(fen).value())) << fen;
}

TEST(DeadPosition, AFallenFlagAsksWhetherTheOpponentCanEverMate) {
    struct Case {
        std::string_view fen;
        bool white_can;
    };
    constexpr Case kCases[] = {
        {"4k2q/8/8/8/8/8/8/4K3 w - - 0 1", false},   // a lone king
        {"4k2q/8/8/8/8/8/8/4KN2 w - - 0 1", false},  // a knight against a queen
        {"4k2r/8/8/8/8/8/8/4KN2 w - - 0 1", true},   // the rook may shut its own king in
        {"4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4k2r/8/8/8/8/8/8/4KB2 w - - 0 1", false},  // a bishop needs help on the other colour
        {"4k2n/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", true},  // with help
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", true},
    };
    for (const auto& [fen, white_can] : kCases)
        EXPECT_EQ(can_ever_mate(parse_fen(fen).value(), Color::white), white_can) << fen;
}

}  // namespace
}  // namespace castellan
