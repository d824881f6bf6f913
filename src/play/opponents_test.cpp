#include "play/opponents.h"

#include <gtest/gtest.h>

namespace castellan {
namespace {

TEST(Opponents, AreFoundByNameNumberAndPath) {
    EXPECT_EQ(parse_opponent("squire")->strength, 800);
    EXPECT_EQ(parse_opponent("Squire")->name, "Squire");
    EXPECT_EQ(parse_opponent("EXPERT")->strength, 2200);
    EXPECT_EQ(parse_opponent("1450")->kind, SeatKind::level);
    EXPECT_EQ(parse_opponent("level:1450")->strength, 1450);
    EXPECT_EQ(parse_opponent("full")->kind, SeatKind::full);
    EXPECT_EQ(parse_opponent("castellan")->kind, SeatKind::full);
    EXPECT_EQ(parse_opponent("textbook:3")->kind, SeatKind::textbook);
    EXPECT_EQ(parse_opponent("/usr/games/toga2")->name, "toga2");
    EXPECT_EQ(parse_opponent("./engine")->command, "./engine");
}

TEST(Opponents, WhatIsNoneIsRefusedWithAReason) {
    for (const char* const text : {"", "nobody", "399", "2801", "level:x", "textbook:0", "12x"})
        EXPECT_FALSE(parse_opponent(text)) << text;
    EXPECT_EQ(parse_opponent("99").error().message, "'99' is not a level from 400 to 2800");
    EXPECT_NE(parse_opponent("nobody").error().message.find("Squire"), std::string::npos);
}

TEST(Opponents, StandInOrderOfStrength) {
    int last = 0;
    for (const NamedLevel& level : named_opponents()) {
        if (level.elo == kFullStrength) continue;
        EXPECT_GT(level.elo, last);
        last = level.elo;
    }
    EXPECT_EQ(named_opponents().size(), 8U);
    EXPECT_EQ(presets().size(), 4U);
}

}  // namespace
}  // namespace castellan
