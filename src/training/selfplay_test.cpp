#include "training/selfplay.h"

#include <gtest/gtest.h>

#include "chess/legality.h"
#include "chess/notation/fen.h"
#include "training/game_format.h"
#include "training/position_filter.h"

namespace castellan::training {
namespace {

SelfplayOptions few_nodes(int threads) {
    SelfplayOptions options;
    options.games = 6;
    options.nodes = 50;
    options.seed = 11;
    options.threads = threads;
    return options;
}

std::vector<TrainingGame> games_of(const SelfplayOptions& options) {
    std::vector<TrainingGame> games;
    run_selfplay(options,
                 [&](const TrainingGame& game) {
                     games.push_back(game);
                     return true;
                 },
                 {});
    return games;
}

/// Everything about the games, in one piece.
Bytes bytes_of(const std::vector<TrainingGame>& games) {
    Bytes bytes;
    for (const TrainingGame& game : games)
        for (const std::uint8_t byte : encode(game)) bytes.push_back(byte);
    return bytes;
}

TEST(Selfplay, ASeedGivesTheSameGamesWithAnyNumberOfThreads) {
    const auto games = games_of(few_nodes(1));
    ASSERT_EQ(games.size(), 6U);
    EXPECT_EQ(bytes_of(games_of(few_nodes(2))), bytes_of(games));

    SelfplayOptions other = few_nodes(2);
    other.seed = 12;
    EXPECT_NE(bytes_of(games_of(other)), bytes_of(games));
}

TEST(Selfplay, GoesOnWhereItEnded) {
    SelfplayOptions first = few_nodes(2);
    first.games = 4;
    SelfplayOptions rest = few_nodes(1);
    rest.first_game = 4;
    rest.games = 2;
    auto games = games_of(first);
    for (TrainingGame& game : games_of(rest)) games.push_back(std::move(game));
    EXPECT_EQ(bytes_of(games), bytes_of(games_of(few_nodes(1))));
}

TEST(Selfplay, GamesAreLegalAndBeginAfterEightOrNineRandomPlies) {
    for (const TrainingGame& game : games_of(few_nodes(2))) {
        const int plies = 2 * (game.start.fullmove_number() - 1) +
                          (game.start.side_to_move() == Color::black ? 1 : 0);
        EXPECT_TRUE(plies == 8 || plies == 9) << to_fen(game.start);
        Position position = game.start;
        ASSERT_FALSE(game.moves.empty());
        for (const auto& [move, score] : game.moves) {
            ASSERT_TRUE(is_legal(position, move));
            position = position.after(move);
        }
    }
}

TEST(Selfplay, EndsEarlyWhenAsked) {
    SelfplayOptions options = few_nodes(2);
    options.games = 1'000'000;
    std::stop_source source;
    int games = 0;
    run_selfplay(
        options,
        [&](const TrainingGame&) {
            if (++games == 2) source.request_stop();
            return true;
        },
        source.get_token());
    EXPECT_GE(games, 2);
    EXPECT_LT(games, 100);

    games = 0;
    run_selfplay(options, [&](const TrainingGame&) { return ++games < 3; }, {});
    EXPECT_EQ(games, 3);
}

TEST(PositionFilter, KeepsQuietPositions) {
    const auto at = [](std::string_view fen) { return parse_fen(fen).value(); };
    const Position quiet = at("4k3/pp6/8/8/8/8/PP4P1/4K3 w - - 0 1");
    const Move step = Move::normal(Square::g2, Square::g3);
    EXPECT_TRUE(is_usable(quiet, {step, 100}));
    EXPECT_FALSE(is_usable(quiet, {step, kLargestUsableScore}));
    EXPECT_FALSE(is_usable(quiet, {step, -kLargestUsableScore}));

    const Position check = at("4k3/pp6/8/8/4r3/8/PP4P1/4K3 w - - 0 1");
    EXPECT_FALSE(is_usable(check, {Move::normal(Square::e1, Square::d1), 0}));
    const Position capture = at("4k3/pp6/8/8/8/7p/PP4P1/4K3 w - - 0 1");
    EXPECT_FALSE(is_usable(capture, {Move::normal(Square::g2, Square::h3), 0}));
    EXPECT_TRUE(is_usable(capture, {step, 0}));
    const Position three_pieces = at("4k3/8/8/8/8/8/6P1/4K3 w - - 0 1");
    EXPECT_FALSE(is_usable(three_pieces, {step, 100}));
}

}  // namespace
}  // namespace castellan::training
