#include "play/castellan_player.h"

#include <gtest/gtest.h>

#include "play/referee.h"

namespace castellan {
namespace {

std::vector<Move> moves_of_game(std::uint64_t seed, const char* control) {
    CastellanPlayer weak{800};
    CastellanPlayer strong{1200};
    GamePlan plan;
    plan.players = {&weak, &strong};
    plan.controls[0] = plan.controls[1] = *parse_time_control(control);
    plan.rules.max_moves = 20;
    plan.seed = seed;
    const GameRecord record = play_game(plan);
    EXPECT_FALSE(record.at_fault) << record.reason;
    std::vector<Move> moves;
    for (const PlayedMove& played : record.moves) moves.push_back(played.move);
    return moves;
}

TEST(CastellanPlayer, TheSeedOfTheGameDecidesWhatALevelPlays) {
    EXPECT_EQ(moves_of_game(1, "inf"), moves_of_game(1, "inf"));
    EXPECT_NE(moves_of_game(1, "inf"), moves_of_game(2, "inf"));
}

TEST(CastellanPlayer, KeepsToItsClock) { EXPECT_FALSE(moves_of_game(1, "2+0.1").empty()); }

TEST(CastellanPlayer, AtFullStrengthItStopsWhenItIsNoLongerAsked) {
    CastellanPlayer player{std::nullopt};
    const Game game;
    ASSERT_TRUE(player.start_game({game.start(), {}, 1}));
    std::stop_source nobody;
    nobody.request_stop();
    const Turn turn{game, {}, Milliseconds{60'000}, nobody.get_token()};
    const Answer answer = player.answer(turn);
    EXPECT_TRUE(answer.move);
    EXPECT_LT(answer.spent, Milliseconds{1'000});
}

}  // namespace
}  // namespace castellan
