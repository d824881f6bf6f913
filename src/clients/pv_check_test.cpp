#include "clients/pv_check.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

std::string problem(const char* fen, const char* moves, std::optional<int> mate = std::nullopt) {
    return pv_problem(Game{*parse_fen(fen)}, moves, mate);
}

constexpr const char* kMateInOne = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
constexpr const char* kBackRank = "6k1/5ppp/8/8/8/8/5PPP/r5K1 w - - 0 1";

TEST(PvCheck, SoundLinesPass) {
    EXPECT_EQ(problem(kStartFen.data(), "e2e4 e7e5 g1f3"), "");
    EXPECT_EQ(problem(kStartFen.data(), ""), "");
    EXPECT_EQ(problem(kMateInOne, "a1a8", 1), "");
}

TEST(PvCheck, IllegalMovesAreNamed) {
    EXPECT_TRUE(problem(kStartFen.data(), "e2e4 e2e4").starts_with("pv move 2 (e2e4) is illegal"));
    EXPECT_TRUE(problem(kStartFen.data(), "nonsense").starts_with("pv move 1 (nonsense)"));
}

TEST(PvCheck, NothingComesAfterTheEnd) {
    EXPECT_TRUE(
        problem(kMateInOne, "a1a8 g8h8").starts_with("pv move 2 (g8h8) comes after the end"));
    EXPECT_TRUE(problem("7k/8/8/8/8/8/8/R6K w - - 99 80", "a1a2 h8g8")
                    .starts_with("pv move 2 (h8g8) comes after the end"));
    EXPECT_TRUE(problem(kStartFen.data(), "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4")
                    .starts_with("pv move 9 (e2e4) comes after the end"));
}

TEST(PvCheck, AnnouncedMatesHaveTheirLength) {
    EXPECT_TRUE(problem(kMateInOne, "a1a8", 2).starts_with("mate 2 needs a pv of 3 plies"));
    EXPECT_TRUE(problem(kMateInOne, "a1a2", 1).starts_with("mate 1 needs a pv of 1 ply"));
    EXPECT_EQ(problem(kBackRank, "", 0), "");
}

}  // namespace
}  // namespace castellan
