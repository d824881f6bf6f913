#include "play/time_control.h"

#include <gtest/gtest.h>

#include "play/chess_clock.h"

namespace castellan {
namespace {

TEST(TimeControl, IsReadAndWritten) {
    const std::pair<const char*, const char*> controls[] = {
        {"10+0.1", "10+0.1"},   {"40/60", "40/60"},  {"40/1:30+0.5", "40/90+0.5"},
        {"inf", "-"},           {"300", "300"},      {"0.25", "0.25"},
        {"0+1", "0+1"},         {"5:00+3", "300+3"}, {"300d5", "300d5"},
        {"300b2.5", "300b2.5"}, {"*5", "*5"},        {"-", "-"},
    };
    for (const auto& [text, expected] : controls) {
        const auto control = parse_time_control(text);
        ASSERT_TRUE(control) << text;
        EXPECT_EQ(to_text(*control), expected);
    }
    for (const char* const text : {"", "x", "-5", "10+", "10+x", "/60", "x/60", "0", "1e99", "nan",
                                   "10 +1", "1:2:3", "-1/60"})
        EXPECT_FALSE(parse_time_control(text)) << text;
}

TEST(TimeControl, IsReadAsPlayersSayIt) {
    const std::pair<const char*, const char*> controls[] = {
        {"5+3", "300+3"},
        {"10", "600"},
        {"none", "-"},
        {"0.5", "30"},
        {"5d3", "300d3"},
        {"5b3", "300b3"},
        {"40/90+30", "40/5400+30"},
        {"30s", "*30"},
    };
    for (const auto& [text, expected] : controls) {
        const auto control = parse_casual_control(text);
        ASSERT_TRUE(control) << text;
        EXPECT_EQ(to_text(*control), expected);
    }
    for (const char* const text : {"", "x", "-5", "5+", "s", "0", "nan", "5+3+1"})
        EXPECT_FALSE(parse_casual_control(text)) << text;
}

ChessClock clock_for(const char* control, int margin = 0) {
    return ChessClock{*parse_time_control(control), Milliseconds{margin}};
}

TEST(ChessClock, FischersClockAddsAfterEachMove) {
    ChessClock clock = clock_for("10+1");
    EXPECT_EQ(clock.reading().left, Microseconds{10'000'000});
    EXPECT_TRUE(clock.spend(Microseconds{4'000'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{7'000'000});
    EXPECT_EQ(clock.reading().increment, Milliseconds{1000});
    EXPECT_FALSE(clock.spend(Microseconds{7'000'001}));
}

TEST(ChessClock, ADelayIsFreeAndCannotBeSaved) {
    ChessClock clock = clock_for("10d3");
    EXPECT_EQ(clock.time_for_move(), Microseconds{13'000'000});
    EXPECT_TRUE(clock.spend(Microseconds{2'000'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{10'000'000});
    EXPECT_TRUE(clock.spend(Microseconds{4'000'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{9'000'000});
    EXPECT_FALSE(clock.spend(Microseconds{12'000'001}));
}

TEST(ChessClock, BronsteinGivesBackWhatWasUsed) {
    ChessClock clock = clock_for("10b3");
    EXPECT_TRUE(clock.spend(Microseconds{2'000'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{10'000'000});
    EXPECT_TRUE(clock.spend(Microseconds{5'000'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{8'000'000});
    EXPECT_FALSE(clock.spend(Microseconds{8'000'001}));
}

TEST(ChessClock, ASessionOfMovesBringsNewTime) {
    ChessClock clock = clock_for("2/10");
    EXPECT_EQ(clock.reading().moves_to_go, 2);
    EXPECT_TRUE(clock.spend(Microseconds{1'000'000}));
    EXPECT_EQ(clock.reading().moves_to_go, 1);
    EXPECT_TRUE(clock.spend(Microseconds{1'000'000}));
    EXPECT_EQ(clock.reading().moves_to_go, 2);
    EXPECT_EQ(clock.reading().left, Microseconds{18'000'000});
}

TEST(ChessClock, TheMarginForgivesButDoesNotGive) {
    ChessClock clock = clock_for("1", 100);
    EXPECT_EQ(clock.time_for_move(), Microseconds{1'100'000});
    EXPECT_TRUE(clock.spend(Microseconds{1'050'000}));
    EXPECT_EQ(clock.reading().left, Microseconds{0});
    EXPECT_FALSE(clock.spend(Microseconds{101'000}));
}

TEST(ChessClock, TimePerMoveIsNotCarriedOver) {
    TimeControl control;
    control.per_move = Milliseconds{100};
    ChessClock clock{control};
    EXPECT_TRUE(clock.spend(Microseconds{99'000}));
    EXPECT_TRUE(clock.spend(Microseconds{100'000}));
    EXPECT_FALSE(clock.spend(Microseconds{100'001}));
    EXPECT_FALSE(clock.reading().left) << "engines are told movetime, not a clock";
}

TEST(ChessClock, WithoutAControlTimeStandsStill) {
    ChessClock clock = clock_for("inf");
    EXPECT_TRUE(clock.spend(Microseconds{1'000'000'000}));
    EXPECT_FALSE(clock.time_for_move());
}

TEST(TimeControlTest, WhatPlayersSayIsSaidBack) {
    for (const char* const text : {"5+3", "10", "0.5", "40/90+30", "5d3", "3b2", "30s", "none"})
        EXPECT_EQ(casual_text(parse_casual_control(text).value()), text);
}

}  // namespace
}  // namespace castellan
