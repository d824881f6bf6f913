#include "search/win_chance.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(WinChance, SumsToAThousandAndRisesWithTheScore) {
    int previous = -1;
    for (int centipawns = -30'000; centipawns <= 30'000; centipawns += 50) {
        const WinChance chance = win_chance(Score::centipawns(centipawns));
        EXPECT_EQ(chance.win + chance.draw + chance.loss, 1000) << centipawns;
        EXPECT_GE(chance.draw, 0) << centipawns;
        EXPECT_GE(chance.win, previous) << centipawns;
        const WinChance mirrored = win_chance(Score::centipawns(-centipawns));
        EXPECT_EQ(chance.win, mirrored.loss) << centipawns;
        previous = chance.win;
    }
    EXPECT_EQ(win_chance(Score::centipawns(150)).win, 500);
    EXPECT_DOUBLE_EQ(win_chance(Score::draw()).expected_score(), 0.5);
}

TEST(WinChance, AMateIsCertain) {
    EXPECT_EQ(win_chance(Score::mate_in(5)).win, 1000);
    EXPECT_EQ(win_chance(Score::mated_in(4)).loss, 1000);
}

}  // namespace
}  // namespace castellan
