#include "play/engine_pool.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

Answer ask(Player& player, std::uint64_t seed) {
    const Game game{Position{}};
    EXPECT_TRUE(player.start_game({game.start(), {}, seed}));
    return player.answer({game, {}, std::chrono::seconds{1}});
}

TEST(EnginePoolTest, AGuestPlaysAsIfTheEngineWereItsOwn) {
    EnginePool pool{{}};
    const auto guest = pool.player(800);
    const auto other = pool.player(1'200);
    CastellanPlayer alone{800};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_EQ(ask(*guest, seed).move, ask(alone, seed).move);
        EXPECT_TRUE(ask(*other, seed).move);
    }
}

TEST(EnginePoolTest, AGameKeepsItsTableWhileOthersPlay) {
    const EngineSettings settings{.nodes = 3'000};
    EnginePool pool{{.engines = 2, .levels = 1, .engine = settings}};
    const auto guest = pool.player(std::nullopt);
    const auto other = pool.player(std::nullopt);
    const auto weak = pool.player(600);
    const auto weaker = pool.player(400);
    CastellanPlayer alone{std::nullopt, settings};
    Game game;
    for (Player* const player :
         {guest.get(), other.get(), weak.get(), weaker.get(), static_cast<Player*>(&alone)})
        ASSERT_TRUE(player->start_game({game.start(), {}, 1}));
    for (int ply = 0; ply < 12; ++ply) {
        const Turn turn{game, {}, std::chrono::seconds{60}};
        const Answer answer = guest->answer(turn);
        const Answer expected = alone.answer(turn);
        for (Player* const player : {other.get(), weak.get(), weaker.get()})
            (void)player->answer({Game{}, {}, std::chrono::seconds{60}});
        ASSERT_EQ(answer.move, expected.move) << ply;
        ASSERT_EQ(answer.thought->nodes, expected.thought->nodes) << ply;
        ASSERT_EQ(answer.thought->score, expected.thought->score) << ply;
        game.play(answer.move);
    }
}

}  // namespace
}  // namespace castellan
