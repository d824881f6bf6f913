#include "engine/limited_search.h"

#include <gtest/gtest.h>

#include <set>

#include "chess/legality.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace castellan {
namespace {

Verdict play(
    LimitedSearch& player, const Game& game, int elo, std::uint64_t seed,
    const ReportListener& listener = [](const Report&) {}) {
    player.searcher().allow_start();
    return player.choose(game, Limits{}, strength_at(elo), seed, listener);
}

std::string self_play(LimitedSearch& player, int elo, std::uint64_t seed, std::size_t plies) {
    Game game;
    std::string moves;
    while (!game.outcome() && game.ply() < plies) {
        const Verdict verdict = play(player, game, elo, seed);
        if (!is_legal(game.position(), verdict.best)) return moves + " illegal";
        moves += ' ' + to_coordinate(game.position(), verdict.best);
        game.play(verdict.best);
    }
    return moves;
}

TEST(LimitedSearch, ASeedRepeatsAGameWhateverWasPlayedBefore) {
    for (const int elo : {400, 1200, 2000}) {
        LimitedSearch player;
        const std::string first = self_play(player, elo, 42, 40);
        EXPECT_NE(self_play(player, elo, 43, 40), first) << elo;
        EXPECT_EQ(self_play(player, elo, 42, 40), first) << elo;
        LimitedSearch another;
        EXPECT_EQ(self_play(another, elo, 42, 40), first) << elo;
    }
}

TEST(LimitedSearch, FiftyGamesOfTheWeakestAreLegal) {
    LimitedSearch player;
    for (std::uint64_t seed = 1; seed <= 50; ++seed)
        EXPECT_EQ(self_play(player, kLowestElo, seed, 40).find("illegal"), std::string::npos)
            << seed;
}

TEST(LimitedSearch, TheWeakestVariesAtTheStart) {
    LimitedSearch player;
    std::set<std::uint16_t> moves;
    for (std::uint64_t seed = 1; seed <= 1'000; ++seed)
        moves.insert(play(player, Game{}, kLowestElo, seed).best.bits());
    EXPECT_GE(moves.size(), 6U);
}

TEST(LimitedSearch, TakesAMateInOneFrom700On) {
    constexpr std::string_view kMates[] = {
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        "7k/8/5KQ1/8/8/8/8/8 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1",
        "k7/P7/K7/8/8/8/8/7R w - - 0 1",
    };
    LimitedSearch player;
    for (const std::string_view fen : kMates)
        for (const int elo : {700, 1100, 1500, 2100})
            for (std::uint64_t seed = 1; seed <= 10; ++seed) {
                const Game game{parse_fen(fen).value()};
                const Verdict verdict = play(player, game, elo, seed);
                EXPECT_EQ(verdict.score, Score::mate_in(1)) << fen << ' ' << elo << ' ' << seed;
            }
}

TEST(LimitedSearch, WhatItReportsLastIsWhatItPlays) {
    LimitedSearch player;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        std::vector<Report> reports;
        const Verdict verdict = play(player, Game{}, 800, seed,
                                     [&](const Report& report) { reports.push_back(report); });
        ASSERT_EQ(reports.size(), 1U);
        EXPECT_EQ(reports.back().pv.front(), verdict.best);
        EXPECT_EQ(reports.back().score, verdict.score);
        EXPECT_EQ(reports.back().bound, Bound::exact);
        EXPECT_EQ(reports.back().line, 1);
    }
}

TEST(LimitedSearch, ObeysTheLimitsBesideItsStrength) {
    LimitedSearch player;
    Limits limits;
    limits.search_moves = {Move::normal(Square::a2, Square::a3)};
    limits.depth = 1;
    player.searcher().allow_start();
    Depth depth = 0;
    const Verdict verdict = player.choose(Game{}, limits, strength_at(2000), 1,
                                          [&](const Report& report) { depth = report.depth; });
    EXPECT_EQ(verdict.best, limits.search_moves.front());
    EXPECT_EQ(depth, 1);
    const Game mated{parse_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1").value()};
    EXPECT_FALSE(play(player, mated, 1000, 1).best);
}

}  // namespace
}  // namespace castellan
