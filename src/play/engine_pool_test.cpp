#include "play/engine_pool.h"

#include <gtest/gtest.h>

#include <thread>

namespace castellan {
namespace {

Answer ask(Player& player, std::uint64_t seed, std::stop_token stop = {}) {
    const Game game{Position{}};
    EXPECT_TRUE(player.start_game({game.start(), {}, seed}));
    return player.answer({game, {}, std::chrono::seconds{1}, std::move(stop)});
}

TEST(EnginePoolTest, AGuestPlaysAsIfTheEngineWereItsOwn) {
    EnginePool pool{{.searches = 1}};
    const auto guest = pool.player(800, 1);
    const auto other = pool.player(1'200, 2);
    CastellanPlayer alone{800};
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        EXPECT_EQ(ask(*guest, seed).move, ask(alone, seed).move);
        EXPECT_TRUE(ask(*other, seed).move);
    }
}

TEST(EnginePoolTest, AGameKeepsItsTableWhileOthersPlay) {
    const EngineSettings settings{.nodes = 3'000};
    EnginePool pool{{.searches = 1, .engines = 3, .engine = settings}};
    const auto guest = pool.player(std::nullopt, 1);
    const auto other = pool.player(std::nullopt, 2);
    const auto weak = pool.player(600, 3);
    const auto weaker = pool.player(400, 4);
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

TEST(EnginePoolTest, WhoWasServedLongestAgoComesFirst) {
    EnginePool pool{{.searches = 1}};
    constexpr int kGreedy = 20;
    std::mutex mutex;
    std::vector<PoolClient> order;
    const auto play = [&](PoolClient client) {
        const auto player = pool.player(2'000, client);
        (void)ask(*player, client);
        const std::lock_guard lock{mutex};
        order.push_back(client);
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < kGreedy; ++i) threads.emplace_back(play, 1);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
    threads.emplace_back(play, 2);
    threads.clear();
    ASSERT_EQ(order.size(), kGreedy + 1U);
    EXPECT_NE(order.back(), 2U) << "it did not have to wait for all the others";
}

TEST(EnginePoolTest, WhoWaitsCanBeStopped) {
    EnginePool pool{{.searches = 1}};
    const auto busy = pool.player(std::nullopt, 1);
    const auto waiting = pool.player(800, 2);
    std::jthread thinker{[&] { (void)ask(*busy, 1); }};
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(ask(*waiting, 1, stop.get_token()).kind, AnswerKind::interrupted);
}

}  // namespace
}  // namespace castellan
