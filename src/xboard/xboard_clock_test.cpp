#include "xboard/xboard_clock.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kOverhead{30};

TEST(XboardClock, ReadsLevelsAsInterfacesWriteThem) {
    struct Level {
        std::string_view text;
        Milliseconds left;
        Milliseconds increment;
        std::optional<int> moves;
    };
    for (const Level& level : {Level{"40 5 0", 300s, 0s, 40}, Level{"0 0:30 0.1", 30s, 100ms, {}},
                               Level{"60 2:05 12 junk", 125s, 12s, 60}, Level{"0 0 0", 0s, 0s, {}},
                               Level{"1 1.5 .25", 90s, 250ms, 1}}) {
        XboardClock clock;
        ASSERT_TRUE(clock.set_level(level.text)) << level.text;
        const auto limit = clock.limits(kOverhead).clock;
        ASSERT_TRUE(limit) << level.text;
        EXPECT_EQ(limit->left, level.left) << level.text;
        EXPECT_EQ(limit->increment, level.increment) << level.text;
        EXPECT_EQ(limit->moves_to_go, level.moves) << level.text;
    }
}

TEST(XboardClock, CountsMovesToTheNextControlAndForgetsThoseTakenBack) {
    XboardClock clock;
    ASSERT_TRUE(clock.set_level("3 1 0"));
    const auto moves_to_go = [&] { return clock.limits(kOverhead).clock->moves_to_go; };
    const auto left = [&] { return clock.limits(kOverhead).clock->left; };
    clock.count_move(1, 10s);
    EXPECT_EQ(moves_to_go(), 2);
    EXPECT_EQ(left(), 50s);
    clock.count_move(3, 10s);
    EXPECT_EQ(moves_to_go(), 1);
    clock.forget_moves_from(2);
    EXPECT_EQ(moves_to_go(), 2);
    clock.count_move(3, 0s);
    clock.count_move(5, 10s);
    EXPECT_EQ(moves_to_go(), 3);
    EXPECT_EQ(left(), 90s);  // the next session has begun
    ASSERT_TRUE(clock.set_time_left("1234"));
    EXPECT_EQ(left(), 12'340ms);
    clock.count_move(7, 1s);
    // In the middle of a game it says what remains.
    ASSERT_TRUE(clock.set_level("10 2 0"));
    EXPECT_EQ(moves_to_go(), 10);
    EXPECT_EQ(left(), 120s);
}

TEST(XboardClock, TimePerMoveReplacesTheClockAndNeverFallsBelowTheLeast) {
    XboardClock clock;
    ASSERT_TRUE(clock.set_seconds_per_move("1.5"));
    EXPECT_EQ(clock.limits(kOverhead).move_time, 1'500ms);
    EXPECT_FALSE(clock.limits(kOverhead).clock);
    ASSERT_TRUE(clock.set_seconds_per_move("0"));
    EXPECT_EQ(clock.limits(kOverhead).move_time, 40ms);  // 10 ms beside the overhead
    ASSERT_TRUE(clock.set_level("40 5 0"));
    EXPECT_FALSE(clock.limits(kOverhead).move_time);
}

TEST(XboardClock, DepthHoldsBesideEverythingUntilTheNextGame) {
    XboardClock clock;
    ASSERT_TRUE(clock.set_depth("7"));
    ASSERT_TRUE(clock.set_level("40 5 0"));
    EXPECT_EQ(clock.limits(kOverhead).depth, 7);
    clock.start_game();
    EXPECT_FALSE(clock.limits(kOverhead).depth);
}

TEST(XboardClock, NodesStandForTime) {
    XboardClock clock;
    ASSERT_TRUE(clock.set_seconds_per_move("8"));
    ASSERT_TRUE(clock.set_nodes_per_second("10000"));
    EXPECT_EQ(clock.limits(kOverhead).nodes, 80'000U);
    EXPECT_FALSE(clock.limits(kOverhead).move_time);
    ASSERT_TRUE(clock.set_level("10 0:10 0"));
    EXPECT_EQ(clock.limits(kOverhead).nodes, 10'000U);
    ASSERT_TRUE(clock.set_time_left("-5"));
    EXPECT_EQ(clock.limits(kOverhead).nodes, 1U);
    // Whatever is asked for, nothing overflows.
    ASSERT_TRUE(clock.set_nodes_per_second("99999999999999999999"));
    ASSERT_TRUE(clock.set_level("1 99999999999999999999 99999999999999999999"));
    EXPECT_GT(clock.limits(kOverhead).nodes, 1'000'000'000U);
    ASSERT_TRUE(clock.set_nodes_per_second("0"));
    EXPECT_FALSE(clock.limits(kOverhead).nodes);
}

TEST(XboardClock, RefusesNonsenseAndStaysAsItWas) {
    XboardClock clock;
    ASSERT_TRUE(clock.set_level("20 3 1"));
    for (const std::string_view bad :
         {"", "x", "20", "20 3", "20 -3 1", "20 3 -1", "-1 3 1", "20 : 1", "20 3:: 1", "1e9 3 1"})
        EXPECT_FALSE(clock.set_level(bad)) << bad;
    for (const std::string_view bad : {"", "x", "-1", ".", "1.x", "--1"})
        EXPECT_FALSE(clock.set_seconds_per_move(bad)) << bad;
    EXPECT_FALSE(clock.set_depth("0"));
    EXPECT_FALSE(clock.set_nodes_per_second("-1"));
    EXPECT_FALSE(clock.set_time_left("soon"));
    const auto limit = clock.limits(kOverhead).clock;
    ASSERT_TRUE(limit);
    EXPECT_EQ(limit->left, 180s);
    EXPECT_EQ(limit->moves_to_go, 20);
}

TEST(XboardClock, PonderingGoesOnUnlessThereIsLessTimeThanThought) {
    XboardClock clock;
    const auto still_valid_after = [&](std::string_view level, std::string_view time) {
        clock.set_level("40 5 0");
        const Limits earlier = clock.limits(kOverhead);
        clock.set_level(level);
        clock.set_time_left(time);
        return XboardClock::is_still_valid(earlier, clock.limits(kOverhead));
    };
    EXPECT_TRUE(still_valid_after("40 5 0", "30000"));
    EXPECT_TRUE(still_valid_after("40 5 0", "29900"));
    EXPECT_TRUE(still_valid_after("40 5 0", "60000"));
    EXPECT_FALSE(still_valid_after("40 5 0", "100"));
    EXPECT_FALSE(still_valid_after("20 5 0", "30000"));
    EXPECT_FALSE(still_valid_after("40 5 1", "30000"));
}

}  // namespace
}  // namespace castellan
