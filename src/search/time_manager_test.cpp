#include "search/time_manager.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

/// The longest that a move may take with this clock.
int longest_move(const ClockLimit& clock) {
    Limits limits;
    limits.clock = clock;
    limits.nodes_per_second = 1'000;  // a node takes a millisecond
    std::atomic<std::uint64_t> nodes{0};
    const TimeManager time{limits, nodes};
    while (!time.must_stop()) ++nodes;
    return static_cast<int>(nodes.load());
}

/// What is on the clock at its lowest if every one of so many moves takes as long as it may.
int lowest_clock(int milliseconds, int increment, int moves) {
    int left = milliseconds;
    int lowest = left;
    for (int i = 0; i < moves; ++i) {
        left -= longest_move({Milliseconds{left}, Milliseconds{increment}, {}});
        lowest = std::min(lowest, left);
        left += increment;
    }
    return lowest;
}

TEST(TimeManager, KeepsEnoughForABusyMachineHoweverLongTheGame) {
    EXPECT_GE(lowest_clock(1'000, 10, 300), 80);
    EXPECT_GE(lowest_clock(60'000, 100, 300), 200);
    EXPECT_GE(lowest_clock(100, 1, 300), 30);
}

TEST(TimeManager, NeverUsesAllThatIsLeftInOneMove) {
    for (const int left : {1, 5, 30, 100, 1'000, 60'000}) {
        const int longest = longest_move({Milliseconds{left}, Milliseconds{0}, {}});
        EXPECT_LE(longest, std::max(1, left * 6 / 10)) << left;
    }
}

TEST(TimeManager, TheLastMoveBeforeAControlMayTakeMost) {
    EXPECT_GT(longest_move({Milliseconds{10'000}, Milliseconds{0}, 1}), 8'000);
    EXPECT_LT(longest_move({Milliseconds{10'000}, Milliseconds{0}, 1}), 9'900);
}

}  // namespace
}  // namespace castellan
