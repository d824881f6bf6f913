#include "engine/move_choice.h"

#include <gtest/gtest.h>

#include <array>

#include "chess/notation/fen.h"

namespace castellan {
namespace {

constexpr int kDraws = 1'000;

/// Lines with these scores, over pawn moves that no habit speaks for or against.
std::vector<Report> lines_with(std::initializer_list<Score> scores) {
    std::vector<Report> lines;
    int square = index_of(Square::a2);
    for (const Score score : scores) {
        Report report{};
        report.bound = Bound::exact;
        report.score = score;
        report.pv = {Move::normal(static_cast<Square>(square), static_cast<Square>(square + 8))};
        lines.push_back(report);
        ++square;
    }
    return lines;
}
std::vector<Report> lines_at(std::initializer_list<int> centipawns) {
    std::vector<Report> lines = lines_with({});
    for (const int each : centipawns) {
        lines.push_back(lines_with({Score::centipawns(each)}).front());
    }
    return lines;
}

/// How often each line is chosen.
std::array<int, 8> counts(const std::vector<Report>& lines, int elo) {
    std::array<int, 8> result{};
    Random random{11};
    for (int i = 0; i < kDraws; ++i)
        ++result[choose_line(Position{}, lines, strength_at(elo), random)];
    return result;
}

TEST(MoveChoice, NothingIsGivenAwayKnowinglyBeyondTheVeto) {
    for (int elo = kLowestElo; elo <= kHighestElo; elo += 100) {
        const int veto = strength_at(elo).veto;
        const auto lines = lines_at({0, -veto - 1, -veto - 500});
        EXPECT_EQ(counts(lines, elo)[0], kDraws) << elo;
    }
}

TEST(MoveChoice, BetterMovesAreChosenMoreOftenAndTheMoreSoTheStronger) {
    const auto lines = lines_at({0, -20, -60});
    int previous = 0;
    for (const int elo : {400, 1000, 1600, 2200}) {
        const auto chosen = counts(lines, elo);
        EXPECT_GT(chosen[0], chosen[1]) << elo;
        EXPECT_GE(chosen[1], chosen[2]) << elo;
        EXPECT_GT(chosen[0], previous) << elo;
        previous = chosen[0];
    }
    EXPECT_GT(counts(lines, 400)[2], 0);
}

TEST(MoveChoice, ALostGameIsNotPlayedLimply) {
    const int level_errors = kDraws - counts(lines_at({0, -100, -200}), 1000)[0];
    const int lost_errors = kDraws - counts(lines_at({-900, -1000, -1100}), 1000)[0];
    EXPECT_LE(lost_errors, level_errors * 2);
    // Of two mates that cannot be helped, the later one.
    EXPECT_GT(counts(lines_with({Score::mated_in(8), Score::mated_in(2)}), 1000)[0], kDraws / 2);
}

TEST(MoveChoice, AMateInOneIsTakenFrom700On) {
    const auto lines = lines_with({Score::mate_in(1), Score::mate_in(3), Score::centipawns(900)});
    for (int elo = 700; elo <= kHighestElo; elo += 100)
        EXPECT_EQ(counts(lines, elo)[0], kDraws) << elo;
    EXPECT_LT(counts(lines, 400)[0], kDraws);
    EXPECT_EQ(counts(lines_with({Score::mate_in(1)}), 400)[0], kDraws);
}

TEST(MoveChoice, BeginnersCastleAndKeepTheirKingAtHome) {
    const Position root = parse_fen(
                              "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R "
                              "w KQkq - 6 5")
                              .value();
    auto lines = lines_at({0, 0});
    lines[0].pv = {Move::normal(Square::e1, Square::e2)};
    lines[1].pv = {Move::castling(Square::e1, Square::h1)};
    Random random{3};
    int castles = 0;
    for (int i = 0; i < kDraws; ++i)
        castles += choose_line(root, lines, strength_at(800), random) == 1 ? 1 : 0;
    EXPECT_GT(castles, kDraws * 6 / 10);
}

}  // namespace
}  // namespace castellan
