#include "chess/pgn/annotation.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Annotation, ClocksAreReadInMilliseconds) {
    EXPECT_EQ(clock_in("[%clk 0:03:20]"), 200'000);
    EXPECT_EQ(clock_in("text [%clk 1:00:00.5] more"), 3'600'500);
    EXPECT_EQ(clock_in("[%eval 0.3] [%clk 0:00:07.25]"), 7'250);
    EXPECT_EQ(clock_in("[%clk 59]"), 59'000);
    for (const std::string_view bad : {"", "clk 0:01:00", "[%clk ]", "[%clk 0:xx:00]", "[%clk -1]",
                                       "[%clk 0:01:00", "[%clk 99999999999999999999]"})
        EXPECT_FALSE(clock_in(bad)) << bad;
}

TEST(Annotation, EvaluationsArePawnsOrMates) {
    EXPECT_EQ(eval_in("[%eval 0.35]")->value, 35);
    EXPECT_EQ(eval_in("[%eval -1.5]")->value, -150);
    EXPECT_EQ(eval_in("[%eval 12]")->value, 1200);
    EXPECT_EQ(eval_in("[%eval -0.05,22]")->value, -5);
    EXPECT_EQ(eval_in("[%eval -0.05,22]")->depth, 22);
    EXPECT_TRUE(eval_in("[%eval #-4]")->is_mate);
    EXPECT_EQ(eval_in("[%eval #-4]")->value, -4);
    for (const std::string_view bad : {"", "[%eval]", "[%eval x]", "[%eval #]", "[%eval 1.2.3]",
                                       "[%eval 1,x]", "[%eval 99999999999]"})
        EXPECT_FALSE(eval_in(bad)) << bad;
}

TEST(Annotation, WhatIsWrittenIsReadAgain) {
    EXPECT_EQ(clock_command(200'000), "[%clk 0:03:20]");
    EXPECT_EQ(clock_in(clock_command(3'599'900)), 3'599'900);
    for (const int value : {0, 5, -5, 123, -1234}) {
        const auto eval = eval_in(eval_command({false, value, 20}));
        ASSERT_TRUE(eval);
        EXPECT_EQ(eval->value, value);
        EXPECT_EQ(eval->depth, 20);
    }
    EXPECT_EQ(eval_command({true, -3, std::nullopt}), "[%eval #-3]");
}

TEST(Annotation, PeopleReadWhatIsLeft) {
    EXPECT_EQ(without_commands("[%clk 0:03:20] a fine move [%eval 0.3]"), "a fine move");
    EXPECT_EQ(without_commands("a [%csl Ga1] b"), "a b");
    EXPECT_EQ(without_commands("[%clk 0:03:20]"), "");
    EXPECT_EQ(without_commands("plain"), "plain");
}

}  // namespace
}  // namespace castellan
