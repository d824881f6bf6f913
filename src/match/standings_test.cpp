#include "match/standings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "match/ratings.h"

namespace castellan {
namespace {

MatchSettings settings_for(int players, int rounds, int games) {
    MatchSettings settings;
    settings.players.resize(static_cast<std::size_t>(players));
    settings.rounds = rounds;
    settings.games = games;
    return settings;
}

TEST(Schedule, EveryoneMeetsEveryoneWithBothColoursFromTheSameOpening) {
    const Schedule schedule{settings_for(3, 2, 2)};
    ASSERT_EQ(schedule.size(), 12);
    std::set<std::tuple<int, int, std::size_t>> seen;
    for (int number = 0; number < schedule.size(); ++number) {
        const PlannedGame game = schedule.game(number);
        EXPECT_EQ(game.number, number);
        EXPECT_NE(game.white, game.black);
        EXPECT_TRUE(seen.insert({game.white, game.black, game.opening}).second);
        if (number % 2 == 1) {
            const PlannedGame before = schedule.game(number - 1);
            EXPECT_EQ(game.opening, before.opening);
            EXPECT_EQ(game.white, before.black);
            EXPECT_EQ(game.pair, before.pair);
        }
    }
    EXPECT_EQ(schedule.game(11).opening, 1U);
    EXPECT_EQ(schedule.game(11).round, 1);
}

TEST(Schedule, AGauntletPitsTheFirstAgainstAllOthers) {
    MatchSettings settings = settings_for(4, 1, 2);
    settings.kind = TournamentKind::gauntlet;
    const Schedule schedule{settings};
    EXPECT_EQ(schedule.size(), 6);
    for (int number = 0; number < schedule.size(); ++number) {
        const PlannedGame game = schedule.game(number);
        EXPECT_TRUE(game.white == 0 || game.black == 0);
    }
}

TEST(Schedule, SingleGamesOfARoundAlternateColoursAndStillFormPairs) {
    const Schedule schedule{settings_for(2, 4, 1)};
    EXPECT_EQ(schedule.game(0).white, 0);
    EXPECT_EQ(schedule.game(1).white, 1);
    EXPECT_EQ(schedule.game(0).opening, schedule.game(1).opening);
    EXPECT_NE(schedule.game(1).opening, schedule.game(2).opening);
}

TEST(Standings, CountGamesAndCompletePairsFromBothSides) {
    const MatchSettings settings = settings_for(2, 2, 2);
    const Schedule schedule{settings};
    Standings standings{settings};
    standings.add(schedule.game(0), PgnResult::white_wins);  // the first player has White
    EXPECT_EQ(standings.pairs(0, 1), (Pentanomial{}));
    standings.add(schedule.game(1), PgnResult::draw);
    standings.add(schedule.game(2), PgnResult::black_wins);
    standings.add(schedule.game(3), PgnResult::white_wins);
    EXPECT_EQ(standings.pairs(0, 1), (Pentanomial{1, 0, 0, 1, 0}));
    EXPECT_EQ(standings.pairs(1, 0), (Pentanomial{0, 1, 0, 0, 1}));
    EXPECT_EQ(standings.score(0).wins, 1);
    EXPECT_EQ(standings.score(0).draws, 1);
    EXPECT_EQ(standings.score(0).losses, 2);
    EXPECT_EQ(standings.score(1).wins, 2);
}

TEST(Ratings, TwoPlayersDifferByTheirElo) {
    const MatchSettings settings = settings_for(2, 50, 2);
    const Schedule schedule{settings};
    Standings standings{settings};
    for (int number = 0; number < 100; ++number) {
        const PlannedGame game = schedule.game(number);
        const bool first_wins = number % 4 != 0;
        standings.add(
            game, (game.white == 0) == first_wins ? PgnResult::white_wins : PgnResult::black_wins);
    }
    const auto ratings = tournament_ratings(standings);
    EXPECT_NEAR(ratings[0].value - ratings[1].value, elo_from_share(0.75), 0.01);
    EXPECT_NEAR(ratings[0].value + ratings[1].value, 0, 1e-6);
    // Each is half the difference away from the mean, and half as uncertain.
    const Estimate direct = elo_difference(Outcomes::of_games(standings.score(0, 1)));
    EXPECT_NEAR(2 * ratings[0].error, direct.error, 0.05 * direct.error);
}

TEST(Ratings, WhoWinsEverythingIsStillFinite) {
    const MatchSettings settings = settings_for(3, 1, 2);
    const Schedule schedule{settings};
    Standings standings{settings};
    for (int number = 0; number < schedule.size(); ++number) {
        const PlannedGame game = schedule.game(number);
        standings.add(game,
                      game.white < game.black ? PgnResult::white_wins : PgnResult::black_wins);
    }
    const auto ratings = tournament_ratings(standings);
    EXPECT_GT(ratings[0].value, ratings[1].value);
    EXPECT_GT(ratings[1].value, ratings[2].value);
    for (const Estimate& rating : ratings) EXPECT_TRUE(std::isfinite(rating.value + rating.error));
}

}  // namespace
}  // namespace castellan
